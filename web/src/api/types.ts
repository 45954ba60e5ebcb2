/** The messages of the server under the names the page uses; schema.d.ts is made from the server's OpenAPI document. */
import type { components } from './schema';

export type Schema = components['schemas'];

export type GameInfo = Schema['GameInfo'];
export type OptionInfo = Schema['OptionInfo'];
export type ClockInfo = Schema['ClockInfo'];
/** A seat as it is sent, and with what the game calls it in the page's language. */
export type WireSeatInfo = Schema['SeatInfo'];
export type SeatInfo = WireSeatInfo & { colour_name: string };
export type Spoken = Schema['SpokenInfo'];
export type Phrase = Spoken['phrase'];
export type Device = Schema['DeviceLine'];
export type DeviceLink = Schema['DeviceLink'];
export type MyNotices = Schema['MyNotices'];
export type NoticeChannel = Schema['NoticeChannel'];
export type TableLine = Schema['TableLine'];
export type TablePage = Schema['TablePage'];
export type Made = Schema['Made'];
export type NewTable = Schema['TableWish'];
export type SeatWish = Schema['SeatWish'];
export type Join = Schema['Join'];
export type Refused = Schema['Refused'];
export type Replay = Schema['Replay'];
export type ReplayPosition = Schema['ReplayPosition'];
export type Analysis = Schema['AnalysisInfo'];
export type Moment = Schema['Moment'];
export type RetryPosition = Schema['RetryPosition'];
export type RulesPage = Schema['RulesPage'];
export type OpeningMoves = Schema['OpeningMoves'];
export type StudyLine = Schema['StudyLine'];
export type StudyInfo = Schema['StudyInfo'];
export type StudyNode = Schema['NodeInfo'];
export type StudyAct =
  | Schema['PlayThere']
  | Schema['RollThere']
  | Schema['ResignThere']
  | Schema['ChangeThere']
  | Schema['CommentThere']
  | Schema['DrawThere']
  | Schema['NameStudy']
  | Schema['UndoChange'];
export type NodePosition = Schema['NodePosition'];
export type PositionField = Schema['PositionField'];
export type PositionJudged = Schema['PositionJudged'];
export type EngineLines = Schema['EngineLines'];
export type PuzzleShelf = Schema['PuzzleShelf'];
export type PuzzleInfo = Schema['PuzzleInfo'];
export type PuzzleAnswer = Schema['PuzzleAnswer'];
export type RunInfo = Schema['RunInfo'];
export type Offer = Schema['Offer']['what'];

/** A sentence in no language yet: `text/sentences` has the words. */
export type Sentence = Schema['Sentence'];
/** Something that happened, with its sentence. */
export type Event = Schema['Said'];
/** The same in words. */
export type Said = Omit<Event, 'says'> & { text: string };
type Worded<T extends { says: Event[] }> = Omit<T, 'says'> & { says: Said[] };
export type LogLine = Worded<Schema['LogLine']>;
export type TakenBack = Worded<Schema['TakenBack']>;
export type LegalAction = Schema['LegalAction'];

/** What a seat sees, by game. */
export type Views = Schema['Views'];
/** The same of whatever game: only its own panel knows more. */
export type GameView = Schema['SeatSync']['view'];
/** A private rearrangement as a whole, of whatever game. */
export type GameLayout = Schema['Arrange']['layout'];

/** Everything the asker may know, and what of it has changed. */
export type Sync = Schema['Sync'];
export type Update = Schema['Update'];
export type News = Sync | Update;
/** What the page of a table comes with. */
export type First = Schema['First'];
/** What a seat sees, with all its parts; first as it is sent, then in words. */
export type WireSeat = Required<Schema['SeatSync']>;
export type SeatSync = Omit<WireSeat, 'log' | 'taken_back' | 'prompt'> & {
  log: LogLine[];
  taken_back: TakenBack[];
  prompt: { text: string; rule: string | null };
};
export type WireTable = Schema['TableInfo'];
export type ResultInfo = Omit<Schema['Outcome'], 'says' | 'why' | 'margin'> & {
  says: string;
  why: string | null;
  margin: string;
};
export type TableInfo = Omit<WireTable, 'seats' | 'turn' | 'notice' | 'result'> & {
  seats: SeatInfo[];
  turn: string;
  notice: string | null;
  result: ResultInfo | null;
};

/** Whatever the socket says. */
export type Told = Schema['Told'];
export type Arranged = Schema['Arranged'];
export type Previewed = Schema['Previewed'];

export type Act = Schema['Act'];
export type Preview = Schema['Preview'];
export type Why = Schema['Why'];
export type Weigh = Schema['Weigh'];
/** What is played on a position, an action or a whole layout. */
export type Play = Schema['Play'] | Schema['Arrange'];
type Done = Schema['Answer'];
interface Questions {
  arrange: Arranged | Done;
  preview: Previewed;
  why: Schema['WhyNot'];
  hint: Schema['Hinted'];
  weigh: Schema['Weighed'];
  ping: Schema['Pong'];
}
/** What an act is answered with, unless it is refused. */
export type AnswerTo<A extends Act> = A['type'] extends keyof Questions ? Questions[A['type']] : Done;
