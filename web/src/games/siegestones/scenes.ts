/** SiegeStones: what is shown of each event. */
import { nothing, wordsOf, type Moment, type Scenes } from '../../choreography/scene';
import type { Said } from '../panel';
import type { View } from './view';

const CONTROL_MS = 1000;
const LAST_MS = 1900;

/** The towers that whoever wins with this move controls; none as long as the game goes on. */
function winningTowers({ events, after }: Moment<View>): string[] {
  const winners = events.find(({ kind }) => kind === 'end')?.args.winners;
  const [winner] = Array.isArray(winners) ? winners : [];
  const held = Object.entries(after.control).filter(([, seat]) => seat === winner);
  return winner === undefined ? [] : held.map(([cell]) => `cell:${cell}`);
}

/** Towers that change hands, together; with the last of them all that the winner controls. */
function control(run: readonly Said[], moment: Moment<View>) {
  const won = winningTowers(moment);
  const changed = run.map(({ args }) => `cell:${args.tower}`);
  return {
    ms: won.length > 0 ? LAST_MS : CONTROL_MS,
    lit: [...new Set([...changed, ...won])],
    says: wordsOf(run),
    sound: 'control' as const,
  };
}

export const scenes: Scenes<View> = {
  start: nothing('the headline says who begins'),
  stone: nothing('the board drops it'),
  tower: nothing('the board drops it'),
  control,
  shared: (run) => ({ ms: LAST_MS, says: wordsOf(run) }),
};
