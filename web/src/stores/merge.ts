/** What the page knows of a table, and how a message of the server changes it. */
import type { News, SeatSync, TableInfo, Update, WireSeat, WireTable } from '../api/types';

/** A table in words. */
export interface Shown {
  seq: number;
  table: TableInfo;
  seats: Record<string, SeatSync>;
}

/** A table as the server tells of it. */
export interface Known {
  seq: number;
  table: WireTable;
  seats: Record<string, WireSeat>;
}

type SeatNews = Update['seats'][string];
type Line = WireSeat['log'][number];

/** The lines before `from` stay; an undo makes the log shorter that way. */
export function mergeLog(old: readonly Line[], from: number, lines: readonly Line[]): Line[] {
  return [...old.filter((line) => line.n < from), ...lines];
}

function mergeSeat(old: WireSeat | undefined, news: SeatNews): WireSeat {
  const log = mergeLog(old?.log ?? [], news.log_from, news.log);
  return { taken_back: [], sealed: null, forced: false, orders: null, key: null, ...old, ...news, log };
}

/** The table after a message. A sync says who the asker is, so seats it does not name are gone. */
export function merge(known: Known | null, message: News): Known | null {
  if (message.type === 'update' && !known) return null;
  const table = message.type === 'sync' ? message.table : { ...known!.table, ...message.table };
  const seats: Record<string, WireSeat> = message.type === 'sync' ? {} : { ...known!.seats };
  for (const [key, news] of Object.entries(message.seats)) seats[key] = mergeSeat(known?.seats[key], news);
  return { seq: message.seq, table, seats };
}

/** The seats the asker holds. */
export function ownSeats(shown: { seats: Record<string, unknown> }): number[] {
  return Object.keys(shown.seats)
    .filter((key) => key !== 'watch')
    .map(Number)
    .sort((a, b) => a - b);
}

/** The seats that a person has to act for; a bot may sit in for one meanwhile. */
export function peopleToAct({ table }: { table: Pick<WireTable, 'waiting' | 'seats'> }): number[] {
  return table.waiting.filter((seat) => table.seats[seat]?.kind !== 'bot');
}

/** The seat whose turn on this screen it is: one that is waited for, else the one shown before, else the first. */
export function seatToShow(shown: Shown | Known, before: number | null): number | null {
  const own = ownSeats(shown);
  if (own.length === 0) return null;
  const waiting = own.filter((seat) => peopleToAct(shown).includes(seat));
  if (before !== null && waiting.includes(before)) return before;
  if (waiting.length > 0) return waiting[0]!;
  return before !== null && own.includes(before) ? before : own[0]!;
}
