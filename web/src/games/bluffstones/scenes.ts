/** BluffStones: what is shown of each event. */
import { nothing, wordsOf, type Moment, type Scenes } from '../../choreography/scene';
import type { Said } from '../panel';
import { pieces, type View } from './view';

/** How long the fists stay closed, and then open. */
export const CLOSED_MS = 800;
export const OPEN_MS = 1700;
const TOLD_MS = 1300;
const TAKEN_MS = 1200;

/** Pieces that have left the board. */
function taken(run: readonly Said[], { before }: Moment<View>, name: 'cell' | 'tower') {
  const lay = pieces(before);
  return run.flatMap(({ args }) => {
    const at = String(args[name]);
    return lay[at] ? [{ at, piece: lay[at] }] : [];
  });
}

export const scenes: Scenes<View> = {
  start: nothing('the headline says who begins'),
  top: nothing('the towers have their tops from the start'),
  bid: nothing('a bid is closed until all are in; the list says who has bid'),
  reveal: ([said]) => ({
    ms: CLOSED_MS + OPEN_MS,
    fists: (said!.args.bids as string[]).map(String),
    sound: 'reveal',
  }),
  discard: (run) => ({ ms: TOLD_MS, says: wordsOf(run), sound: 'capture' }),
  fizzle: (run) => ({ ms: TOLD_MS, says: wordsOf(run), sound: 'capture' }),
  remove: (run, moment) => ({ ms: TAKEN_MS, taken: taken(run, moment, 'cell'), sound: 'capture' }),
  place: nothing('the board drops it'),
  score: (run, moment) => ({
    ms: TAKEN_MS,
    taken: taken(run, moment, 'tower'),
    lit: run.map(({ args }) => `cell:${args.tower}`),
    says: wordsOf(run),
    sound: 'score',
  }),
  round: nothing('the headline says who is next'),
};
