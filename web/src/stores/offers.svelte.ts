/** What the people at a table offer each other, and what became of it. */
import type { Offer } from '../api/types';
import { text } from '../text';
import type { TableStore } from './table.svelte';

export class Dealings {
  /** Said of an offer of ours that others declined. */
  declined = $state('');
  /** Whether we asked for a rematch, or agreed to one. */
  following = false;
  readonly #table: TableStore;
  readonly #seat: () => number | null;
  #asked: Offer[] = [];
  #askedAt = '';

  /** `seat`: whose side the page shows. */
  constructor(table: TableStore, seat: () => number | null) {
    this.#table = table;
    this.#seat = seat;
  }

  get #info() {
    return this.#table.shown?.table;
  }

  theirs = $derived.by(() => {
    const own = this.#table.own;
    return this.#info?.offers.filter((one) => !own.includes(one.seat) && own.length > 0) ?? [];
  });

  ours = $derived.by(() => this.#info?.offers.filter((one) => this.#table.own.includes(one.seat)) ?? []);

  /** How something can be taken back. */
  undoKind = $derived.by(() => {
    const kinds = this.#table.own.map((number) => this.#info?.undo[number]);
    return kinds.includes('free') ? 'free' : kinds.includes('ask') ? 'ask' : 'no';
  });

  /** An offer of ours that is gone while nothing else has changed was declined. */
  note(now: string): void {
    const gone = this.#asked.find((what) => !this.ours.some((one) => one.what === what));
    if (now !== this.#askedAt) this.declined = '';
    else if (gone) this.declined = text.table.declined[gone];
    this.#asked = this.ours.map((one) => one.what);
    this.#askedAt = now;
  }

  async offer(what: Offer): Promise<void> {
    const by = this.#seat() ?? this.#table.own[0];
    if (by === undefined) return;
    if (what === 'rematch') this.following = true;
    await this.#table.act({ type: 'offer', seat: by, what });
  }

  async answer(type: 'accept' | 'decline', what: Offer): Promise<void> {
    const own = this.#table.own;
    const by = own.find(
      (number) =>
        !this.#info!.offers.some((one) => one.what === what && (one.seat === number || one.agreed.includes(number))),
    );
    if (what === 'rematch' && type === 'accept') this.following = true;
    await this.#table.act({ type, seat: by ?? own[0]!, what });
  }

  undo(): void {
    const by = this.#table.own.find((number) => this.#info!.undo[number] === this.undoKind);
    if (by === undefined || this.undoKind === 'no') return;
    this.#table.complaint = null;
    this.#table.act({ type: 'offer', seat: by, what: 'undo' });
  }
}
