/** Nobles and Peasants: what is shown of each event. */
import { nothing, type Moment, type Scenes } from '../../choreography/scene';
import type { Said } from '../panel';
import { noble, type View } from './view';

const SCORE_MS = 1400;
const BONUS_MS = 2400;
const LIT_MS = 450;

const pointsOf = (run: readonly Said[], view: View) =>
  run.map(({ args }) => ({
    at: String(args.tower),
    points: Number(args.points),
    tone: noble(view, Number(args.seat)),
  }));

/** Each tower that sees the new stone, with the line to it and the points it brings. */
function score(run: readonly Said[], { events, after }: Moment<View>) {
  const to = String(events.find(({ kind }) => kind === 'stone')?.args.cell);
  const points = pointsOf(run, after);
  return {
    ms: SCORE_MS,
    rays: points.map(({ at, tone }) => ({ from: at, to, tone })),
    points,
    sound: 'score' as const,
  };
}

const cell = (run: readonly Said[]) => ({ ms: LIT_MS, lit: run.map(({ args }) => `cell:${args.cell}`) });

export const scenes: Scenes<View> = {
  start: nothing('the headline says who begins'),
  row: nothing('the Row is there from the start'),
  stone: nothing('the board drops it, and the towers that see it are shown with their points'),
  score,
  place: cell,
  remove: cell,
  move: nothing('the board slides the tower'),
  skip: nothing('nothing has changed'),
  insert: nothing('the Row shows the stone at its new place'),
  bonus: (run, { after }) => ({
    ms: BONUS_MS,
    points: pointsOf(run, after),
    sound: 'score',
  }),
};
