/** Siege: what is shown of each event. */
import { nothing, wordsOf, type Moment, type Scenes, type Stage } from '../../choreography/scene';
import type { Said } from '../panel';
import type { View } from './view';

/** How long a completed trick lies, and then slides to its winner. */
export const LIES_MS = 1400;
export const SLIDES_MS = 500;
const FOUGHT_MS = 800;
const OUTCOME_MS = 1900;
const TOLD_MS = 1300;

/** The trick as it lay before the last card, with that card. */
function trick([said]: readonly Said[], { before, seat }: Moment<View>) {
  const played = said!.args.cards as string[];
  const lay = before.trick;
  const isKnown = lay.length === played.length - 1 && typeof seat === 'number';
  const owners = isKnown ? [...lay.map(([owner]) => owner), seat] : played.map(() => null);
  const cards = played.map((card, at) => [owners[at] ?? null, card] as const);
  return {
    ms: LIES_MS + SLIDES_MS,
    trick: { cards, winner: Number(said!.args.seat) },
    sound: 'trick' as const,
  };
}

const quarterOf = ({ args }: Said): string[] => [`seat:${args.defender}`, `suit:${args.quarter}`];

const cardLit: Stage<View> = (run) => ({
  ms: FOUGHT_MS,
  lit: run.map(({ args }) => `card:${args.card}`),
  says: wordsOf(run),
  sound: 'charge',
});

/** An attack that is over: the quarter, still with its cards, and what is captured there. */
const outcome: Stage<View> = (run) => ({
  view: 'before',
  ms: OUTCOME_MS,
  lit: run.flatMap(quarterOf),
  cards: run.flatMap(({ args }) => [
    ...((args.captured as string[] | undefined) ?? []),
    ...Array<string>(Number(args.hidden ?? 0)).fill('?'),
  ]),
  says: wordsOf(run),
  sound: 'capture',
});

const told: Stage<View> = (run) => ({ ms: TOLD_MS, says: wordsOf(run) });

export const scenes: Scenes<View> = {
  dealer: nothing('the calendar says who deals'),
  line: nothing('each city shows its line'),
  deal: nothing('the hand shows the cards; a deal of nine each would take long'),
  initiator: nothing('the calendar and the headline say who begins'),
  reshuffle: nothing('no card that anybody sees has moved'),
  year: told,
  fort: nothing('the city shows the card where it stands'),
  play: nothing('the card lies in the trick, outlined as the last'),
  trick,
  title: told,
  recall: nothing('a private step of a Winter, which the draft shows'),
  stow: nothing('the city shows the card where it stands'),
  discard: nothing('a private step of a Winter, which the draft shows'),
  done: nothing('a private step of a Winter'),
  winter: nothing('the city shows what is open of it'),
  summer: nothing('the city shows what is open of it'),
  attack: (run) => ({ ms: TOLD_MS, lit: run.flatMap(quarterOf), says: wordsOf(run), sound: 'charge' }),
  siege: cardLit,
  defend: cardLit,
  assault: cardLit,
  retreat: told,
  yield: told,
  success: outcome,
  repulse: outcome,
  prize: (run) => ({
    ms: OUTCOME_MS,
    cards: run.map(({ args }) => String(args.card)),
    says: wordsOf(run),
    sound: 'capture',
  }),
  skip: nothing('nothing has changed'),
  pass: (run) => ({ ms: FOUGHT_MS, says: wordsOf(run) }),
};
