/** What the bar at the board says: what is asked of whom, advice, and the last remark to whoever sits here. */
import type { GameInfo, SeatSync } from '../api/types';
import type { Panel } from '../games/panel';
import { text } from '../text';
import { say } from './announce.svelte';
import type { Forced } from './forced.svelte';
import type { Picking } from './pick.svelte';
import type { TableStore } from './table.svelte';

const t = text.table;

/** What the page knows of the table it shows. */
export interface Seen {
  readonly seat: number | null;
  readonly side: SeatSync | undefined;
  readonly myTurn: boolean;
  /** How it ended, once all before it has been shown. */
  readonly end: string | null;
  readonly panel: Panel | undefined;
  readonly game: GameInfo | undefined;
  /** Who sits at a seat. */
  name(seat: number): string;
}

export class Bar {
  remark = $state('');
  /** Whether a hint is on its way. */
  thinking = $state(false);
  readonly #table: TableStore;
  readonly #picking: Picking;
  readonly #forced: Forced;
  readonly #seen: Seen;
  /** The action that the last hint proposed. */
  #hinted = $state('');

  constructor(table: TableStore, picking: Picking, forced: Forced, seen: Seen) {
    this.#table = table;
    this.#picking = picking;
    this.#forced = forced;
    this.#seen = seen;
  }

  headline = $derived.by(() => {
    const table = this.#table.shown?.table;
    if (!table) return '';
    const { seat, side, myTurn, end } = this.#seen;
    if (table.over) return end ?? t.over;
    const asked = side?.prompt.text || table.turn;
    return myTurn && this.#table.own.length > 1 ? t.asked(this.#seen.name(seat!), asked) : asked;
  });

  /** The one rule that matters, while somebody makes their second and third move. */
  #tip = $derived.by(() => {
    const { seat, side, myTurn, panel } = this.#seen;
    const moved = side?.log.filter((line) => line.seat === seat).length ?? 0;
    return myTurn && !this.remark && (moved === 1 || moved === 2) ? panel?.tip : undefined;
  });

  advice = $derived.by(() => {
    const table = this.#table.shown?.table;
    const { seat, side, myTurn, game } = this.#seen;
    if (!table || !side || table.over) return '';
    if (this.#tip) return this.#tip.text;
    if (this.remark) return this.remark;
    if (!myTurn && this.#table.botInLine) return t.botInLine(this.#table.botInLine);
    if (this.#table.own.length === 0) return t.watching;
    if (seat !== null && table.seats[seat]?.kind === 'bot') return t.satIn;
    const free = table.waiting.filter((number) => table.seats[number]?.kind === 'open');
    if (!myTurn && free.length > 0) return t.nobodyYet(free.map((number) => this.#seen.name(number)));
    const moved = side.log.some((line) => line.seat === seat);
    return myTurn && !moved && game ? game.goal : '';
  });

  /** The rule of the advice; where there is none, of what is asked. */
  rule = $derived.by(() => this.#tip?.rule ?? (this.advice ? null : (this.#seen.side?.prompt.rule ?? null)));

  /** What is said of the action that is chosen. */
  note = $derived.by(() => {
    if (this.#forced.coming) return t.onlyOneComing;
    return this.remark && this.#picking.choice.chosen?.action === this.#hinted ? this.remark : '';
  });

  /** A remark, which is spoken too. */
  tell(remark: string): void {
    this.remark = remark;
    say(remark);
  }

  async hint(): Promise<void> {
    const { side, panel, seat } = this.#seen;
    this.thinking = true;
    const remark = (await this.#picking.hint(side && panel?.hides?.(side.view, seat))) ?? '';
    this.#hinted = this.#picking.choice.chosen?.action ?? '';
    this.thinking = false;
    this.tell(remark);
  }
}
