/** A card on its way: picked up by a click or a key, or dragged with a mouse or a finger. */
import type { Spot } from './view';

export interface Carried {
  card: string;
  from: Spot;
}

/** Pixels a pointer goes before it drags. */
const START = 7;

export class Carry {
  /** Picked up by a click; it waits for a place. */
  picked = $state.raw<Carried | null>(null);
  drag = $state.raw<(Carried & { x: number; y: number; over: Spot | null }) | null>(null);
  #down: (Carried & { x: number; y: number }) | null = null;
  #hasDragged = false;
  readonly #drop: (carried: Carried, to: Spot) => void;

  constructor(drop: (carried: Carried, to: Spot) => void) {
    this.#drop = drop;
  }

  get carried(): Carried | null {
    return this.drag ?? this.picked;
  }

  /** Whether a click is only the end of a drag. */
  get hasDragged(): boolean {
    return this.#hasDragged;
  }

  down(event: PointerEvent, card: string, from: Spot): void {
    if (event.button === 0) this.#down = { card, from, x: event.clientX, y: event.clientY };
  }

  move({ clientX: x, clientY: y }: PointerEvent): void {
    if (!this.#down || (!this.drag && Math.hypot(x - this.#down.x, y - this.#down.y) < START)) return;
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-spot]');
    this.drag = { card: this.#down.card, from: this.#down.from, x, y, over: under?.dataset.spot ?? null };
  }

  up(): void {
    const { drag } = this;
    this.cancel();
    if (!drag) return;
    this.#hasDragged = true;
    setTimeout(() => (this.#hasDragged = false));
    this.picked = null;
    if (drag.over !== null && drag.over !== drag.from) this.#drop(drag, drag.over);
  }

  cancel(): void {
    this.#down = null;
    this.drag = null;
  }
}
