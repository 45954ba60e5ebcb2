/** One table: what is shown of it, the socket that keeps it fresh, and what a person does at it. */
import { actionId, get, isRefused, NO_ANSWER, post, Refusal } from '../api/client';
import { live, type Link, type Live } from '../api/live';
import { early } from '../api/early';
import { dropKey, keyHere } from '../api/key';
import type { Act, Sync, Told } from '../api/types';
import { painted } from '../board/motion';
import { text } from '../text';
import { isOld, merge, ownSeats, type Shown } from './merge';
import { withNames } from './names';
import { settings } from './settings.svelte';

const PAUSE = { calm: 1600, usual: 550, swift: 0 };
const TRIES = 8;
/** How long the socket may take to tell what an answer has confirmed, in ms. */
const PATIENCE = 1000;

export interface Complaint {
  reason: string;
  rule: string | null;
}

const isUnanswered = (problem: unknown): boolean => problem instanceof Refusal && problem.code === NO_ANSWER;

/** Sends the same again while no answer comes. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (problem) {
      if (!isUnanswered(problem) || tries === TRIES) throw problem;
      await new Promise((done) => window.setTimeout(done, 300 * tries));
    }
  }
}

export class TableStore {
  readonly id: string;
  shown = $state.raw<Shown | null>(null);
  link = $state<Link>('opening');
  wasLost = $state(false);
  complaint = $state.raw<Complaint | null>(null);
  missing = $state(false);
  busy = $state(false);
  behind = $state(0);
  #live: Live | null = null;
  #queue: Sync[] = [];
  #timer = 0;
  #isLeft = false;
  #showedAt = 0;
  /** What the server said, before names were put into its sentences. */
  #told: Shown | null = null;
  /** Puts the names of those who sit there for the numbers of seats. */
  rename = (words: string): string => words;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- listeners; nothing is drawn from them
  #heard = new Set<() => void>();

  constructor(id: string) {
    this.id = id;
    const first = early(id);
    if (first) this.receive(first);
  }

  /** Sit down with the address's key if there is one, show the table, and stay in touch. */
  async enter(): Promise<void> {
    const key = keyHere();
    try {
      if (key) await this.#open(key);
      dropKey();
      if (!this.shown) this.receive(await get<Sync>(`/tables/${this.id}`));
    } catch (problem) {
      this.#complain(problem);
      this.missing = !isUnanswered(problem);
    }
    if (this.shown) await painted();
    if (!this.missing && !this.#isLeft) this.listen();
  }

  /** A key that opens nothing still leads to the table, to watch. */
  async #open(key: string): Promise<void> {
    try {
      await insist(() => this.join({ key }));
    } catch (problem) {
      if (isUnanswered(problem)) throw problem;
      this.receive(await get<Sync>(`/tables/${this.id}`));
      if (this.own.length === 0) this.complain(text.problems.noSeat);
    }
  }

  listen(): void {
    this.#live ??= live(
      this.id,
      () => this.#latest(),
      (message) => this.receive(message),
      (link) => {
        if (link === 'lost') this.wasLost = true;
        this.link = link;
      },
    );
  }

  close(): void {
    this.#isLeft = true;
    this.#live?.close();
    this.#live = null;
    window.clearTimeout(this.#timer);
  }

  /** After taking or leaving a seat the server must see who is asking anew. */
  reconnect(): void {
    this.#live?.close();
    this.#live = null;
    this.listen();
  }

  async join(body: { key?: string; seat?: number; name?: string }): Promise<void> {
    this.receive(await post<Sync>(`/tables/${this.id}/join`, body));
    if (this.#live) this.reconnect();
  }

  #latest(): number | null {
    return this.#queue.at(-1)?.seq ?? this.shown?.seq ?? null;
  }

  /** Whatever the socket or a call says. Moves of bots are shown one after the other. */
  receive(message: Told): void {
    if (message.type === 'refused') {
      this.complain(message.reason, message.rule);
    } else if (message.type === 'sync') {
      if (isOld(this.shown, message)) return;
      this.#queue = this.#queue.filter((news) => news.seq > message.seq);
      this.#show(message);
      this.#drain();
    } else if (message.type === 'update') {
      this.#queue.push(message);
      this.#drain();
    }
    this.#heard.forEach((heard) => heard());
  }

  #isBots(message: Sync): boolean {
    const bots = this.shown?.table.seats.filter((seat) => seat.kind === 'bot').map((seat) => seat.seat) ?? [];
    return Object.values(message.seats ?? {}).some((seat) =>
      (seat.log ?? []).some((line) => bots.includes(line.seat as number)),
    );
  }

  #drain(): void {
    window.clearTimeout(this.#timer);
    while (this.#queue.length > 0) {
      const next = this.#queue[0]!;
      const pause = this.#isBots(next) && !document.hidden ? PAUSE[settings.pace] : 0;
      const wait = this.#showedAt + pause - Date.now();
      if (wait > 0) {
        this.behind = this.#queue.length;
        this.#timer = window.setTimeout(() => this.#drain(), wait);
        return;
      }
      this.#queue.shift();
      this.#show(next);
    }
    this.behind = 0;
  }

  /** Show all that is waiting now, or what is not newer than an event. */
  skip(seq = Infinity): void {
    while (this.#queue.length > 0 && this.#queue[0]!.seq <= seq) this.#show(this.#queue.shift()!);
    this.#drain();
  }

  #show(message: Sync): void {
    const told = merge(this.#told, message);
    if (!told || told === this.#told) return;
    this.#told = told;
    ({ shown: this.shown, rename: this.rename } = withNames(told));
    this.#showedAt = Date.now();
  }

  /** Until the page has heard of an event; if it is not told in time, it asks. */
  async #catchUp(seq: number): Promise<void> {
    const told = () => (this.#latest() ?? 0) >= seq;
    if (told()) return;
    let hear = () => {};
    const heard = new Promise<void>((done) => {
      hear = () => told() && done();
      this.#heard.add(hear);
    });
    await Promise.race([heard, new Promise((done) => window.setTimeout(done, PATIENCE))]);
    this.#heard.delete(hear);
    if (!told()) await this.refresh();
  }

  /** Whoever has acted sees it at once, also where it brought moves of bots to light. */
  async #showUpTo(seq: number): Promise<void> {
    await this.#catchUp(seq);
    this.skip(seq);
  }

  /** Says why something cannot be. */
  complain(reason: string, rule: string | null = null): void {
    this.complaint = { reason: this.rename(reason), rule };
  }

  #complain(problem: unknown): void {
    if (problem instanceof Refusal) this.complain(problem.message, problem.rule);
    else this.complain(text.problems.odd);
  }

  /** A refusal becomes the complaint that is shown and spoken; where the page was late, it looks first. */
  async #refused(problem: unknown): Promise<null> {
    if (problem instanceof Refusal && problem.code === 'stale') await this.refresh();
    this.#complain(problem);
    return null;
  }

  /** Ask the server something. */
  async act<T extends Told = Told>(body: Act): Promise<T | null> {
    try {
      const answer = await post<Told>(`/tables/${this.id}/act`, body);
      if (isRefused(answer)) throw new Refusal(answer);
      if (answer?.type === 'sync' || answer?.type === 'update') this.receive(answer);
      return answer as T;
    } catch (problem) {
      return this.#refused(problem);
    }
  }

  /** Play, sending again under the same name while no answer comes: the server counts it once. */
  async play(
    body: { seat: number; action: string } | { seat: number; layout: Record<string, unknown>; confirm: boolean },
  ): Promise<Told | null> {
    const type = 'layout' in body ? 'arrange' : 'play';
    const act = { type, ...body, seq: this.shown!.seq, action_id: actionId() };
    this.busy = true;
    this.complaint = null;
    try {
      const answer = await insist(() => post<Told>(`/tables/${this.id}/act`, act));
      if (answer?.type === 'answer') await this.#showUpTo(answer.seq);
      return answer;
    } catch (problem) {
      return await this.#refused(problem);
    } finally {
      this.busy = false;
    }
  }

  async refresh(): Promise<void> {
    try {
      this.receive(await get<Sync>(`/tables/${this.id}`));
    } catch {
      // The socket brings it when it is back.
    }
  }

  get own(): number[] {
    return this.shown ? ownSeats(this.shown) : [];
  }
}
