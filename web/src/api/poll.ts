/** Reads a table again and again by HTTP, one reading after the other, where no socket can be had. */
import { getUntil, LIMIT, Refusal } from './client';
import { pause } from './live';
import type { Sync } from './types';

/** How long the server may wait for news before it answers, in seconds. */
const WAIT = 20;
const MOST_TRIES = 4; // so that the longest pause is some seconds

/** The last event somebody was told of; `seats`: the seats it was told to, whose log is at hand up to there. */
export interface Seen {
  since: number | null;
  seats: string | null;
  /** Only to watch: the server tells what it would tell a stranger. */
  watch?: true;
}

export interface Reader {
  seen(): Seen;
  read(sync: Sync): void;
  /** Not read; `problem` is a refusal or that no answer came. */
  failed(problem: Refusal): void;
}

export class Poll {
  readonly #table: string;
  readonly #reader: Reader;
  /** The run that reads now; another one takes its place. */
  #run: object | null = null;
  #reading = new AbortController();
  #awaiting: (() => void)[] = [];

  constructor(table: string, reader: Reader) {
    this.#table = table;
    this.#reader = reader;
  }

  get isOn(): boolean {
    return this.#run !== null;
  }

  start(): void {
    if (!this.#run) void this.#read((this.#run = {}));
  }

  stop(): void {
    this.#run = null;
    this.#reading.abort();
    this.#release();
  }

  /** Until the table was read anew, or is no longer read like this. */
  fresh(): Promise<void> {
    if (!this.isOn) return Promise.resolve();
    const read = new Promise<void>((done) => void this.#awaiting.push(done));
    this.#reading.abort();
    return read;
  }

  #release(): void {
    this.#awaiting.splice(0).forEach((done) => done());
  }

  async #read(run: object): Promise<void> {
    for (let tries = 0, wait = 0; this.#run === run;) {
      const served = this.#awaiting.splice(0);
      const reading = (this.#reading = new AbortController());
      const place = { table: this.#table, ...this.#reader.seen(), wait: served.length > 0 ? 0 : wait };
      try {
        const until = { signal: reading.signal, limit: place.wait * 1000 + LIMIT };
        const sync = await getUntil(until, '/api/tables/{table}', place);
        if (this.#run === run) this.#reader.read(sync);
        [tries, wait] = [0, WAIT];
        served.forEach((done) => done());
      } catch (problem) {
        this.#awaiting.unshift(...served);
        if (reading.signal.aborted) continue;
        this.#reader.failed(problem as Refusal);
        wait = 0;
        await new Promise((done) => window.setTimeout(done, pause(Math.min(tries++, MOST_TRIES))));
      }
    }
    if (!this.#run) this.#release();
  }
}
