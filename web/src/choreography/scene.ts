/**
 * Scenes: what is shown, for a moment, of something that happened. They are made from events that the server has told,
 * in their order; each game says in its `scenes.ts` which event is shown how.
 */
import type { LogLine, Said } from '../api/types';
import type { Piece } from '../board/pieces';
import type { Colour, GameView } from '../games/panel';
import type { Sound } from '../sound/sound';

export interface Scene {
  /** The kind of event it is about, and the line of the log that tells of it. */
  kind: string;
  n: number;
  /** How long it is shown, in ms. */
  ms: number;
  /** The position on the board meanwhile: the one before what happened, or after it. */
  view: 'before' | 'after';
  /** Targets that are lit up, spelled as on the wire. */
  lit?: readonly string[];
  /** Lines from circle to circle. */
  rays?: readonly { from: string; to: string; tone: Colour | 'plain'; isArrow?: boolean }[];
  /** Points that count up at a circle. */
  points?: readonly { at: string; points: number; tone: Colour | 'plain' }[];
  /** Pieces that leave their circles. */
  taken?: readonly { at: string; piece: Piece }[];
  /** A completed trick, in the order played; its winner takes it. */
  trick?: { cards: readonly (readonly [seat: number | null, card: string])[]; winner: number };
  /** What each seat held in its closed fist; null where there is no fist. */
  fists?: readonly (string | null)[];
  /** Cards beside the words. */
  cards?: readonly string[];
  /** Said above the board. */
  says?: string;
  sound?: Sound;
}

/** Around what happened: the views of the one who looks, who acted, and everything that happened with it. */
export interface Moment<View = GameView> {
  before: View;
  after: View;
  seat: LogLine['seat'];
  events: readonly Said[];
}

type Shown = Omit<Scene, 'kind' | 'n' | 'view'> & { view?: Scene['view'] };

/** From events of one kind in a row to what is shown of them together; null if there is nothing this time. */
export type Stage<View = GameView> = (run: readonly Said[], moment: Moment<View>) => Shown | null;

/** An event of which nothing is shown, and why. */
export interface Nothing {
  nothing: string;
}
export const nothing = (why: string): Nothing => ({ nothing: why });

/** The scenes of a game by the kind of event. */
export type Scenes<View = GameView> = Readonly<Record<string, Stage<View> | Nothing>>;

/** The words of events, as one text. */
export const wordsOf = (run: readonly Said[]): string => run.map(({ text }) => text).join(' ');

const SHORT = 1200;

/** What any game may tell. */
export const COMMON: Scenes = {
  resign: (run) => ({ ms: SHORT, says: wordsOf(run) }),
  draw: (run) => ({ ms: SHORT, says: wordsOf(run) }),
  clock: (run) => ({ ms: SHORT, says: wordsOf(run) }),
  ordered: (run) => ({ ms: SHORT, says: wordsOf(run) }),
  end: nothing('the result says it'),
};

/** The events of a line in runs of one kind. */
function runs(says: readonly Said[]): Said[][] {
  const found: Said[][] = [];
  for (const said of says) {
    if (found.at(-1)?.[0]!.kind === said.kind) found.at(-1)!.push(said);
    else found.push([said]);
  }
  return found;
}

/** The scenes of some lines. Once the new position has been shown, the old one does not come back. */
export function scenesOf(lines: readonly LogLine[], table: Scenes, before: GameView, after: GameView): Scene[] {
  const found: Scene[] = [];
  for (const { n, seat, says } of lines) {
    for (const run of runs(says)) {
      const stage = table[run[0]!.kind] ?? COMMON[run[0]!.kind];
      const shown = typeof stage === 'function' ? stage(run, { before, after, seat, events: says }) : null;
      if (!shown) continue;
      const isAfter = shown.view !== 'before' || found.at(-1)?.view === 'after';
      found.push({ ...shown, kind: run[0]!.kind, n, view: isAfter ? 'after' : 'before' });
    }
  }
  return found;
}

/** The lines of a log that may be read by now: what is being shown is told afterwards. */
export const toldBy = (scene: Scene | null, log: readonly LogLine[]): LogLine[] =>
  log.filter(({ n }) => !scene || n < scene.n);
