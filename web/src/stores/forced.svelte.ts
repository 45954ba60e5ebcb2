/** A decision without a choice, which everybody can see, plays itself after a beat; whoever touches it decides alone. */
import type { LegalAction, SeatSync } from '../api/types';
import type { Picking } from './pick.svelte';

export const BEAT = 800;

type Side = Pick<SeatSync, 'forced' | 'legal' | 'log'>;

export class Forced {
  /** The one action that is about to be played. */
  coming = $state.raw<LegalAction | null>(null);
  readonly #picking: Picking;
  /** Told what was played. */
  readonly #done: (action: LegalAction) => void;
  #timer = 0;
  /** How long the log was where something was played or stopped: after an undo nothing plays itself there again. */
  #seen = -1;
  #at = -1;

  constructor(picking: Picking, done: (action: LegalAction) => void) {
    this.#picking = picking;
    this.#done = done;
  }

  /** What a seat sees now; undefined where nothing may play itself. */
  consider(side: Side | undefined): void {
    const [action, ...others] = side?.forced ? side.legal : [];
    if (!side || !action || others.length > 0 || side.log.length <= this.#seen) return this.#drop();
    if (this.coming && this.#at === side.log.length) return;
    this.#drop();
    this.#at = side.log.length;
    this.coming = action;
    const pick = { verb: action.verb, targets: action.targets };
    this.#picking.pick = pick;
    this.#timer = window.setTimeout(() => void this.#play(action, pick), BEAT);
  }

  /** A person does something: it is theirs again. */
  stop(): void {
    if (!this.coming) return;
    this.#seen = this.#at;
    this.#drop();
  }

  async #play(action: LegalAction, pick: unknown): Promise<void> {
    if (this.#picking.pick !== pick) return this.stop();
    this.#seen = this.#at;
    this.coming = null;
    if (await this.#picking.play(action)) this.#done(action);
  }

  #drop(): void {
    window.clearTimeout(this.#timer);
    this.coming = null;
  }
}
