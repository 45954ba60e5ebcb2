/** Making tables, and keeping the links for guests until they are sent. */
import { post } from './client';
import type { Made, NewTable } from './types';

const KEY = 'siegeworks links ';

export function linksOf(table: string): Made['links'] | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + table) ?? 'null');
  } catch {
    return null;
  }
}

/** Makes a table; the answer is where to go. */
export async function makeTable(wish: NewTable): Promise<string> {
  const made = await post<Made>('/tables', wish);
  try {
    sessionStorage.setItem(KEY + made.table.id, JSON.stringify(made.links));
  } catch {
    // Without a place to keep them the links are shown once.
  }
  return `/t/${made.table.id}${wish.seats.some((seat) => seat.kind === 'open') ? '?invite' : ''}`;
}
