/** What the page knows of a table, and how a message of the server changes it. */
import type { LogLine, SeatSync, Sync, TableInfo } from '../api/types';

export interface Shown {
  seq: number;
  table: TableInfo;
  seats: Record<string, SeatSync>;
}

const EMPTY: SeatSync = {
  seat: null,
  view: null,
  legal: [],
  log_from: 0,
  log: [],
  since_last_turn: 0,
  last: [],
  taken_back: [],
  sealed: null,
  key: null,
};

/** The lines before `from` stay; an undo makes the log shorter that way. */
export function mergeLog(old: readonly LogLine[], from: number, lines: readonly LogLine[]): LogLine[] {
  return [...old.filter((line) => line.n < from), ...lines];
}

function mergeSeat(old: SeatSync | undefined, news: Partial<SeatSync>): SeatSync {
  const before = old ?? EMPTY;
  const log = news.log ? mergeLog(before.log, news.log_from ?? 0, news.log) : before.log;
  return { ...before, ...news, log };
}

const names = (seats: object): string => Object.keys(seats).sort().join();

/** Whether a sync was overtaken by what is shown: it was asked for before, and comes late. */
export function isOld(shown: Shown | null, message: Sync): boolean {
  return !!shown && message.seq < shown.seq && names(message.seats ?? {}) === names(shown.seats);
}

/** The table after a message. A sync says who the asker is, so seats it does not name are gone. */
export function merge(shown: Shown | null, message: Sync): Shown | null {
  if (!shown && message.type === 'update') return null;
  const table = { ...shown?.table, ...message.table } as TableInfo;
  if (shown && message.type === 'update' && message.seq < shown.seq) return shown;
  const seats: Record<string, SeatSync> = message.type === 'sync' ? {} : { ...shown?.seats };
  for (const [key, news] of Object.entries(message.seats ?? {})) seats[key] = mergeSeat(shown?.seats[key], news);
  return { seq: message.seq, table, seats };
}

/** The seats the asker holds. */
export function ownSeats(shown: Shown): number[] {
  return Object.keys(shown.seats)
    .filter((key) => key !== 'watch')
    .map(Number)
    .sort((a, b) => a - b);
}

/** The seats that a person has to act for; a bot may sit in for one meanwhile. */
export function peopleToAct({ table }: Shown): number[] {
  return table.waiting.filter((seat) => table.seats[seat]?.kind !== 'bot');
}

/** The seat whose turn on this screen it is: one that is waited for, else the one shown before, else the first. */
export function seatToShow(shown: Shown, before: number | null): number | null {
  const own = ownSeats(shown);
  if (own.length === 0) return null;
  const waiting = own.filter((seat) => peopleToAct(shown).includes(seat));
  if (before !== null && waiting.includes(before)) return before;
  if (waiting.length > 0) return waiting[0]!;
  return before !== null && own.includes(before) ? before : own[0]!;
}
