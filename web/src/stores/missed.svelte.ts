/** What happened since one's last turn, for whoever comes back to it. */
import type { SeatSync } from '../api/types';

export class Missed {
  /** The first line that is told; null where nothing is. */
  from = $state<number | null>(null);

  /** Somebody comes to their side: what is told is what was said since they acted, if anything. */
  turn(side: SeatSync | undefined): void {
    const begin = side?.since_last_turn ?? 0;
    this.from = side?.log.some((line) => line.n >= begin && line.says.length) ? begin : null;
  }

  /** The connection was lost and is back. */
  lost(side: SeatSync | undefined): void {
    if (side?.log.some((line) => line.n >= side.since_last_turn)) this.from = side.since_last_turn;
  }
}
