/** One table: what is shown of it, the channel that keeps it fresh, and what a person does at it. */
import { Channel, LEFT } from '../api/channel';
import { get, isUnanswered, post, Refusal } from '../api/client';
import { early } from '../api/early';
import { dropKey, keyHere } from '../api/key';
import { pause, type Link } from '../api/live';
import type { Act, AnswerTo, Join, News, Play, Refused } from '../api/types';
import { painted } from '../board/motion';
import { text } from '../text';
import { inWords, knowsWords, loadWords, type Names, type Sentence } from '../text/sentences';
import { merge, ownSeats, type Known, type Shown } from './merge';
import { withNames } from './names';
import { settings } from './settings.svelte';

const PAUSE = { calm: 1600, usual: 550, swift: 0 };
const TRIES = 6;

export interface Complaint {
  reason: string;
  rule: string | null;
}

/** Sends the same again while no answer comes. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await send();
    } catch (problem) {
      if (!isUnanswered(problem) || tries === TRIES) throw problem;
      await new Promise((done) => window.setTimeout(done, pause(tries)));
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
  readonly #channel: Channel;
  #isListening = false;
  #isLeft = false;
  #isLearning = false;
  #queue: News[] = [];
  #timer = 0;
  #showedAt = 0;
  /** What the server said, before names were put into its sentences. */
  #told: Known | null = null;
  /** Who sits at each seat, where that is said instead of its number. */
  names: Names = [];
  /** What is asked and unanswered: it is not asked again. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #asked = new Map<string, Promise<unknown>>();

  constructor(id: string) {
    this.id = id;
    this.#channel = new Channel(id, {
      since: () => this.#queue.at(-1)?.seq ?? this.#told?.seq ?? null,
      tell: (news) => this.receive(news),
      refused: (refused) => this.#refused(refused),
      link: (link) => {
        if (link === 'lost') this.wasLost = true;
        this.link = link;
      },
    });
    const first = early(id);
    if (first) this.receive(first);
  }

  /** Sit down with the address's key if there is one, show the table, and stay in touch. */
  async enter(): Promise<void> {
    const key = keyHere();
    try {
      if (key) await this.#open(key);
      dropKey();
      if (!this.shown) await this.#look();
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
      await this.#look();
      if (this.own.length === 0) this.complain(text.problems.noSeat);
    }
  }

  async #look(): Promise<void> {
    this.receive(await get('/api/tables/{table}', { table: this.id }));
  }

  listen(): void {
    this.#isListening = true;
    this.#channel.open();
  }

  close(): void {
    this.#isLeft = true;
    this.#channel.close();
    window.clearTimeout(this.#timer);
  }

  /** Take a seat. The server must see anew who is asking, so the channel is opened again. */
  async join(wish: Join): Promise<void> {
    this.receive(await post('/api/tables/{table}/join', wish, { table: this.id }));
    if (this.#isListening && !this.#isLeft) this.#channel.reopen();
  }

  /** What the table is, or what is new. Moves of bots are shown one after the other. */
  receive(news: News): void {
    this.#queue.push(news);
    if (news.type === 'sync') this.skip();
    else this.#drain();
  }

  #isBots(message: News): boolean {
    const bots = this.shown?.table.seats.filter((seat) => seat.kind === 'bot').map((seat) => seat.seat) ?? [];
    return Object.values(message.seats).some((seat) => seat.log.some(({ seat }) => bots.some((bot) => bot === seat)));
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

  #show(message: News): void {
    const told = merge(this.#told, message);
    if (!told) return;
    this.#told = told;
    this.#reword();
    this.#showedAt = Date.now();
    if (!this.#isLearning && !knowsWords(told.table.game)) void this.#learn(told.table.game);
  }

  /** The words of the game: asked for again, after ever longer pauses, until they are there. */
  async #learn(game: string): Promise<void> {
    this.#isLearning = true;
    for (let tries = 0; !this.#isLeft && !knowsWords(game); tries++) {
      try {
        await loadWords(game);
      } catch {
        await new Promise((done) => window.setTimeout(done, pause(tries)));
      }
    }
    this.#isLearning = false;
    this.#reword();
  }

  /** Put what was told into words. */
  #reword(): void {
    ({ shown: this.shown, names: this.names } = withNames(this.#told!));
  }

  /** A sentence in words, with the names of those who sit here. */
  say(sentence: Sentence): string {
    return inWords(sentence, this.names);
  }

  /** Says why something cannot be. */
  complain(reason: string, rule: string | null = null): void {
    this.complaint = { reason, rule };
  }

  /** The table does not want us, or is gone. */
  #refused({ code, reason, says, rule }: Refused): void {
    this.complain(this.say(says) || reason, rule);
    if (code !== 'no_table') return;
    this.missing = true;
    this.close();
  }

  #complain(problem: unknown): void {
    if (!(problem instanceof Refusal)) this.complain(text.problems.odd);
    else if (problem.code !== LEFT)
      this.complain(problem.says ? this.say(problem.says) : problem.message, problem.rule);
  }

  /** Do or ask something. A refusal becomes the complaint that is shown and spoken. */
  act<A extends Act>(act: A): Promise<AnswerTo<A> | null> {
    const same = JSON.stringify(act);
    const asked = this.#asked.get(same) ?? this.#answered(act).finally(() => this.#asked.delete(same));
    this.#asked.set(same, asked);
    return asked as Promise<AnswerTo<A> | null>;
  }

  /** Whoever has acted sees at once what was told before the answer, also where it brought moves of bots to light. */
  async #answered<A extends Act>(act: A): Promise<AnswerTo<A> | null> {
    try {
      const answer = await this.#channel.ask(act);
      if (answer.type === 'answer') this.skip(answer.seq);
      return answer;
    } catch (problem) {
      this.#complain(problem);
      return null;
    }
  }

  /** Play on the position that is shown; nothing else is played meanwhile. */
  async play<A extends Play>(move: A): Promise<AnswerTo<A> | null> {
    this.busy = true;
    this.complaint = null;
    try {
      return await this.act({ ...move, seq: this.shown!.seq });
    } finally {
      this.busy = false;
    }
  }

  get own(): number[] {
    return this.shown ? ownSeats(this.shown) : [];
  }
}
