/** The messages of the server under the names the page uses; schema.d.ts is made from the server's OpenAPI document. */
import type { Arranged, GameView, LegalAction, LogLine as Line, Preview, Said } from '../games/panel';
import type { components } from './schema';

type Schema = components['schemas'];

export type { Arranged, LegalAction, Preview, Said };

export type GameInfo = Schema['GameInfo'];
export type OptionInfo = Schema['OptionInfo'];
export type Me = Schema['Me'];
export type ClockInfo = Schema['ClockInfo'];
export type SeatInfo = Schema['SeatInfo'];
export type ResultInfo = Schema['Outcome'];
export type TableInfo = Schema['TableInfo'];
export type TableLine = Schema['TableLine'];
export type Made = Schema['Made'];
export type NewTable = Schema['TableWish'];
export type SeatWish = Schema['SeatWish'];
export type Refused = Schema['Refused'];
export type Why = Schema['WhyNot'];
export type Hint = Schema['Hinted'];
export type Previewed = Schema['Previewed'];
export type Replay = Schema['Replay'];
export type ReplayPosition = Omit<Schema['ReplayPosition'], 'view'> & { view: GameView };
export type TakenBack = Schema['TakenBack'];
export type Moment = Schema['Moment'];
export type Analysis = Schema['AnalysisInfo'];
export type RulesPage = Schema['RulesPage'];
export type Offer = Schema['Offer']['what'];

/** A line of the log; `seat` is a number, or "chance" or "all". */
export type LogLine = Omit<Line, 'seat'> & { seat: Schema['LogLine']['seat'] | null };

/** What a seat sees; a view's shape is the game's own business. */
export type SeatSync = Omit<Schema['SeatSync'], 'view' | 'log' | 'taken_back' | 'sealed' | 'key'> & {
  view: GameView;
  log: LogLine[];
  taken_back: TakenBack[];
  sealed: string | null;
  key: string | null;
};

/** A sync has everything; in an update what is left out is as it was. */
export interface Sync {
  type: 'sync' | 'update';
  seq: number;
  table?: Partial<TableInfo>;
  seats?: Record<string, Partial<SeatSync>>;
}

export type Act = Schema['Act'];

/** Whatever the socket or a call says. */
export type Told = Sync | Exclude<Schema['Told'], { type: 'sync' | 'update' }>;
