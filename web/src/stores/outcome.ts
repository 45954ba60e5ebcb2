/** How a match ended, as those at this screen would say it. */
import type { ResultInfo } from '../api/types';
import { text } from '../text';

export interface Outcome {
  title: string;
  /** Whether somebody here has won, alone or with others; null if nobody here has played. */
  isOurs: boolean | null;
}

/** "You won", or who did where nobody or several people sit here. */
export function outcomeOf(
  result: Pick<ResultInfo, 'winners' | 'places' | 'reason'>,
  own: readonly number[],
  names: readonly string[],
): Outcome {
  const { winners, places } = result;
  const isOurs = own.length === 0 ? null : own.some((seat) => winners.includes(seat));
  const isDraw = winners.length === places.length || result.reason !== null;
  const t = text.result;
  if (isDraw && winners.length > 1) return { title: t.draw, isOurs };
  if (own.length === 1 && !isOurs) return { title: t.youLost, isOurs };
  if (own.length === 1) return { title: winners.length > 1 ? t.youShare : t.youWon, isOurs };
  const called = winners.map((seat) => names[seat]!);
  return { title: called.length > 1 ? t.share(called) : t.won(called[0]!), isOurs };
}
