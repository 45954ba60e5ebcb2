/** Whole messages for tests: each test says only what it is about. */
import type { Event, LogLine, Said, SeatInfo, Sync, Update, WireSeat, WireTable } from './types';

/** In words. */
export const said = (text: string, more: Partial<Said> = {}): Said => ({
  text,
  rule: 'T-1',
  kind: '',
  args: {},
  ...more,
});

/** As it is sent. */
export const event = (code: string, args: Record<string, unknown> = {}): Event => ({
  kind: code,
  args,
  rule: 'T-1',
  says: { code, args },
});

export const line = (n: number, seat: LogLine['seat'] = 0, ...says: Event[]): WireSeat['log'][number] => ({
  n,
  seat,
  action: `stone a${n + 1}`,
  says,
});

export const seatInfo = (seat: number, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  name: null,
  kind: 'person',
  level: null,
  here: true,
  gone: false,
  away: false,
  colour_name: `Seat ${seat + 1}`,
  numbered: true,
  clock_ms: null,
  clock_runs: false,
  ...more,
});

export const tableInfo = (more: Partial<WireTable> = {}): WireTable => ({
  id: 'x',
  game: 'siegestones',
  seats: [seatInfo(0), seatInfo(1)],
  options: {},
  public: false,
  clock: null,
  series: null,
  waiting: [0],
  turn: { code: 'turn-move', args: { seats: [{ seat: 0, of: 'bluffstones' }] } },
  over: false,
  result: null,
  offers: [],
  undo: {},
  hints: true,
  awaited: [],
  next: null,
  seed_hash: null,
  seed: null,
  begun_from: null,
  host: false,
  archive: false,
  notice: null,
  talk: [],
  ...more,
});

export const seatSync = (seat: number | null = 0, more: Partial<WireSeat> = {}): WireSeat => ({
  seat,
  view: { to_move: 0 },
  prompt: { code: 'ask-anything', args: {}, rule: null },
  legal: [],
  log_from: 0,
  log: [],
  since_last_turn: 0,
  last: [],
  taken_back: [],
  sealed: null,
  forced: false,
  orders: null,
  key: null,
  ...more,
});

export const sync = (seq: number, more: Partial<Sync> = {}): Sync => ({
  type: 'sync',
  seq,
  table: tableInfo(),
  seats: { 0: seatSync() },
  ...more,
});

export const update = (seq: number, more: Partial<Update> = {}): Update => ({
  type: 'update',
  seq,
  table: {},
  seats: {},
  ...more,
});
