/** Making tables, and keeping the links for guests until they are sent. */
import { post } from './client';
import type { Made, NewTable } from './types';

const KEY = 'siegeworks links';
const KEPT = 40; // so many tables' links are kept, the newest

type Links = Made['links'];

function kept(): [string, Links][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, Links][]; // as keepLinks wrote it
  } catch {
    return [];
  }
}

export function linksOf(table: string): Links | null {
  return kept().find(([id]) => id === table)?.[1] ?? null;
}

function keepLinks({ table, links }: Made): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([[table.id, links], ...kept()].slice(0, KEPT)));
  } catch {
    // Without a place to keep them the links are shown once.
  }
}

/** The same seat on a phone, whose table stands on a large screen. */
export const handOf = (link: string): string => link.replace('?', '/hand?');

/** Makes a table; the answer is where to go. `onScreen`: this browser is to be the screen that all look at. */
export async function makeTable(wish: NewTable, { onScreen = false } = {}): Promise<string> {
  const made = await post('/api/tables', wish);
  const isAwaiting = wish.seats.some((seat) => seat.kind === 'open');
  if (isAwaiting) keepLinks(made);
  if (onScreen) return `/t/${made.table.id}/screen`;
  return `/t/${made.table.id}${isAwaiting ? '?invite' : ''}`;
}

/** A first game: gentle bots at all other seats, and you begin. */
export function makeFirstTable(game: string, seats: number): Promise<string> {
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const, level: 1 }));
  return makeTable({ game, seats: [{ kind: 'me' }, ...bots], start: 0 });
}
