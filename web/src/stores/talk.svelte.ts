/** What people say at a table: each phrase is shown beside its seat for a while, and spoken. */
import type { Spoken } from '../api/types';
import { text } from '../text';
import { say } from './announce.svelte';
import { settings } from './settings.svelte';

/** How long a phrase is shown, in ms. */
export const SHOWN = 8000;

export class Talk {
  /** By seat: what is being shown. */
  shown = $state.raw<Record<number, Spoken>>({});
  #heard = -1;
  #isHere = false;

  /** The last phrases of the table; those that were there before somebody came are not told again. */
  note(told: readonly Spoken[], own: readonly number[], name: (seat: number) => string): void {
    const news = told.filter((each) => each.n > this.#heard);
    this.#heard = told.at(-1)?.n ?? this.#heard;
    if (!this.#isHere) {
      this.#isHere = true;
      return;
    }
    for (const each of news) {
      const isOwn = own.includes(each.seat);
      if (!isOwn && !settings.talk) continue;
      this.shown = { ...this.shown, [each.seat]: each };
      setTimeout(() => this.#end(each), SHOWN);
      if (!isOwn) say(text.talk.saidBy(name(each.seat), text.talk.phrases[each.phrase]));
    }
  }

  #end(spoken: Spoken): void {
    if (this.shown[spoken.seat]?.n !== spoken.n) return; // it has said something else since
    this.shown = Object.fromEntries(Object.entries(this.shown).filter(([seat]) => Number(seat) !== spoken.seat));
  }
}
