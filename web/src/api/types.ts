/** The messages of the server, as the page reads them; docs/protocol.md tells them in full. */
import type { Arranged, LegalAction, LogLine, Preview, Said } from '../games/panel';

export type { Arranged, LegalAction, LogLine, Preview, Said };

export interface OptionInfo {
  name: string;
  values: (string | number | boolean)[];
  default: string | number | boolean;
  rule: string;
  says: string;
  seats: number[];
}

export interface GameInfo {
  name: string;
  title: string;
  credit: string;
  kind: string;
  minutes: number;
  goal: string;
  seats: number[];
  seat_names: string[];
  options: OptionInfo[];
  series: { name: string; says: string }[];
  levels: { level: number; says: string }[];
  secrets: boolean;
}

export interface Me {
  name: string | null;
  id: string;
}

export interface ClockInfo {
  kind: 'move' | 'total' | 'days';
  seconds: number;
  increment: number;
}

export interface SeatInfo {
  seat: number;
  name: string | null;
  kind: 'person' | 'bot' | 'open';
  level: number | null;
  here: boolean;
  gone: boolean;
  away: boolean;
  colour_name: string;
  clock_ms: number | null;
}

export interface ResultInfo {
  winners: number[];
  scores: number[];
  places: number[];
  rule: string | null;
  says: string;
}

export type Offer = 'draw' | 'undo' | 'rematch';

export interface SeriesInfo {
  name: string;
  match: number;
  totals: number[];
  target: number;
  over: boolean;
  winners: number[];
}

export interface TableInfo {
  id: string;
  game: string;
  seats: SeatInfo[];
  options: Record<string, string | number | boolean>;
  public: boolean;
  clock: ClockInfo | null;
  series: SeriesInfo | null;
  waiting: number[];
  turn: string;
  over: boolean;
  result: ResultInfo | null;
  offers: { seat: number; what: Offer; agreed: number[] }[];
  undo: Record<string, 'free' | 'ask' | 'no'>;
  next: string | null;
  seed_hash: string | null;
  seed: string | null;
  host: boolean;
  archive: boolean;
  notice: string | null;
}

export interface SeatSync {
  seat: number | null;
  view: any;
  legal: LegalAction[];
  log_from: number;
  log: LogLine[];
  since_last_turn: number;
  last: string[];
  sealed: string | null;
  key: string | null;
}

export interface Sync {
  type: 'sync' | 'update';
  seq: number;
  table?: Partial<TableInfo>;
  seats?: Record<string, Partial<SeatSync>>;
}

export interface Refused {
  type: 'refused';
  code: string;
  reason: string;
  rule: string | null;
  action_id?: string | null;
  seq?: number | null;
}

export interface Why {
  type: 'why';
  ok: boolean;
  reason: string | null;
  rule: string | null;
}

export interface Hint {
  type: 'hint';
  action: string;
  says: string;
  candidates: { action: string; value: number; share: number }[];
}

export type Act =
  | { type: 'play'; seat: number; action: string; seq: number; action_id: string }
  | { type: 'arrange'; seat: number; layout: unknown; confirm: boolean; seq: number; action_id: string }
  | { type: 'preview'; seat: number; action: string }
  | { type: 'why'; seat: number; action?: string; targets?: string[]; verb?: string | null }
  | { type: 'hint' | 'resign' | 'leave' | 'take_back'; seat: number }
  | { type: 'offer' | 'accept' | 'decline'; seat: number; what: Offer }
  | { type: 'sit_in'; seat: number; level: number }
  | { type: 'ping' };

export interface SeatWish {
  kind: 'me' | 'open' | 'bot';
  level?: number;
  name?: string;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string | number | boolean>;
  start?: number | null;
  public?: boolean;
  clock?: ClockInfo | null;
  series?: string | null;
  position?: unknown;
  record?: string;
  ply?: number;
}

export interface Made {
  table: TableInfo;
  links: { watch: string; seats: Record<string, string> };
}

export interface TableLine {
  id: string;
  game: string;
  seats: SeatInfo[];
  options: Record<string, string | number | boolean>;
  clock: ClockInfo | null;
  series: string | null;
  over: boolean;
  turn: string;
  yours: number[];
  to_act: boolean;
}

export interface ReplayPly {
  ply: number;
  seat: number | 'chance' | 'all';
  action: string;
  says: Said[];
}

export interface Replay {
  game: string;
  seats: number;
  names: string[];
  result: ResultInfo | null;
  plies: ReplayPly[];
}

export interface ReplayPosition {
  ply: number;
  view: any;
  last: string[];
}

export interface Moment {
  ply: number;
  seat: number;
  action: string;
  better: string;
  loss: number;
  says: string;
}

export interface Analysis {
  state: 'none' | 'running' | 'done' | 'failed';
  progress: number;
  values: number[][];
  best: { ply: number; action: string; line: string[] }[];
  moments: Moment[];
  reason: string | null;
}

export interface RulesPage {
  game: string;
  title: string;
  sections: { id: string; heading: string; level: number; html: string }[];
  anchors: Record<string, string>;
}
