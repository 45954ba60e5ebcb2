/**
 * A socket to a table that comes back by itself. It is open once the table has told itself: a server that cannot have
 * us says so instead, and closes. A socket that was given up is not heard any more.
 */
import type { Act, Told } from './types';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 30_000;
/** A socket that has not opened by then is given up. */
const OPENING = 5000;
/** A socket that lasted so long was a good one. */
const STEADY = 5000;
/** Sockets that failed one after the other: then there may be none to be had. */
export const FAILURES = 3;
const LOOK_EVERY = 5000;
/** How long nothing may be heard before the other side is asked for a sign of life, and how long that may take. */
const SILENCE = { ask: 20_000, answer: 25_000 };
/** The same where an answer is awaited. */
const WAITING = { ask: 4000, answer: 8000 };

export type Link = 'opening' | 'open' | 'lost';

/** Who listens. `failures`: so many sockets in a row did not last. */
export interface Ears {
  opened(): void;
  heard(message: Told): void;
  lost(failures: number): void;
  isWaiting(): boolean;
}

/** How long to wait before the next try, with some scatter so that not all come back at once. */
export function pause(tries: number, scatter: number = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + scatter / 2);
}

export class Live {
  readonly #address: () => string;
  readonly #ears: Ears;
  #socket: WebSocket | null = null;
  #failures = 0;
  /** How long a server that could not have us wants to be left alone. */
  #later = 0;
  #openedAt = 0;
  #heardAt = 0;
  #askedAt = 0;
  #timer = 0;
  #looks = 0;

  constructor(address: () => string, ears: Ears) {
    this.#address = address;
    this.#ears = ears;
  }

  get isOpen(): boolean {
    return this.#openedAt > 0 && this.#socket?.readyState === WebSocket.OPEN;
  }

  start(): void {
    this.#looks = window.setInterval(() => this.#look(), LOOK_EVERY);
    window.addEventListener('online', this.open);
    document.addEventListener('visibilitychange', this.#wake);
    this.open();
  }

  close(): void {
    window.clearInterval(this.#looks);
    window.removeEventListener('online', this.open);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#give();
  }

  /** Another socket, for instance because the asker has become somebody else. */
  reopen(): void {
    this.#give();
    this.open();
  }

  /** Whether it could be sent. */
  send(act: Act): boolean {
    if (!this.isOpen) return false;
    this.#socket!.send(JSON.stringify(act));
    return true;
  }

  /** Try now, unless there is a socket. */
  open = (): void => {
    if (this.#socket) return;
    window.clearTimeout(this.#timer);
    let mine: WebSocket;
    try {
      mine = new WebSocket(this.#address());
    } catch {
      this.#failed(1); // some browsers refuse like that
      return;
    }
    this.#socket = mine;
    this.#openedAt = 0;
    this.#timer = window.setTimeout(() => this.#drop(mine, FAILURES), OPENING);
    mine.onmessage = (event) => mine === this.#socket && this.#heard(event.data);
    mine.onclose = () => this.#drop(mine, 1);
  };

  #heard(data: string): void {
    const told = JSON.parse(data) as Told; // the one place where a message gets its type
    this.#heardAt = Date.now();
    this.#ears.heard(told);
    if (this.#openedAt) return;
    if (told.type === 'refused') this.#later = (told.retry_s ?? 0) * 1000;
    if (told.type !== 'sync') return;
    window.clearTimeout(this.#timer);
    this.#later = 0;
    this.#openedAt = this.#heardAt;
    this.#ears.opened();
  }

  /** The socket is gone, or given up: its goodbye is not waited for. */
  #drop(mine: WebSocket, failures: number): void {
    if (mine !== this.#socket) return;
    this.#give();
    if (this.#later) failures = FAILURES; // there is none to be had for a while
    if (this.#openedAt && Date.now() - this.#openedAt >= STEADY) this.#failures = 0;
    this.#failed(failures);
  }

  #failed(failures: number): void {
    this.#timer = window.setTimeout(this.open, Math.max(pause(this.#failures), this.#later));
    this.#later = 0;
    this.#failures += failures;
    this.#ears.lost(this.#failures);
  }

  #give(): void {
    window.clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Asks the silent for a sign of life, and gives up who gives none. */
  #look(): void {
    if (!this.isOpen) return;
    const most = this.#ears.isWaiting() ? WAITING : SILENCE;
    if (this.#askedAt > this.#heardAt) {
      if (Date.now() - this.#askedAt > most.answer) this.#drop(this.#socket!, 1);
    } else if (Date.now() - this.#heardAt > most.ask) {
      this.#askedAt = Date.now();
      this.send({ type: 'ping' });
    }
  }

  #wake = (): void => {
    if (document.visibilityState === 'visible') this.open();
  };
}
