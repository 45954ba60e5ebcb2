/** The coach: against bots a move that gives much away is held back for a moment, for whoever has asked for that. */
import type { LegalAction, Sentence } from '../api/types';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

/** Shares of the win, in percent, above which a move can be held back; 0 is no coach. */
export const SHARES = [0, 5, 10, 20] as const;

export interface Held {
  action: LegalAction;
  says: Sentence;
}

export class Coach {
  /** The move that is held back. */
  held = $state.raw<Held | null>(null);
  /** Whether a move is being judged. */
  judges = $state(false);
  readonly #table: TableStore;
  readonly #moment: () => string;
  #skip = () => {};

  /** `moment` differs once something has happened, or another looks. */
  constructor(table: TableStore, moment: () => string) {
    this.#table = table;
    this.#moment = moment;
  }

  /** Only where all others are bots; the server judges by the same. */
  isThere = $derived.by(() => {
    const table = this.#table.shown?.table;
    const own = this.#table.own;
    return (
      !!table?.hints && own.length === 1 && table.seats.every(({ kind, seat }) => kind === 'bot' || seat === own[0])
    );
  });

  /** Whether a move is judged before it is played, where there are so many to choose from. */
  asks(choices: number): boolean {
    return settings.coach > 0 && this.isThere && choices > 1;
  }

  /** Whether a move may be played now. What cannot be judged is not held back. */
  async lets(seat: number, action: LegalAction): Promise<boolean> {
    const before = this.#moment();
    const skipped = new Promise<null>((done) => (this.#skip = () => done(null)));
    const judged = this.#table.weigh({ type: 'weigh', seat, action: action.action, share: settings.coach });
    this.judges = this.#table.busy = true;
    const found = await Promise.race([judged, skipped]);
    this.judges = this.#table.busy = false;
    if (this.#moment() !== before) return false;
    if (!found?.holds || !found.says) return true;
    this.held = { action, says: found.says };
    return false;
  }

  /** Nobody has to wait for the coach. */
  skip(): void {
    this.#skip();
  }

  /** Somebody thinks again, or plays all the same. */
  release(): LegalAction | null {
    const action = this.held?.action ?? null;
    this.held = null;
    return action;
  }
}
