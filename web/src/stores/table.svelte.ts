/** One table: what is shown of it, the channel that keeps it fresh, and what a person does at it. */
import { Channel, LEFT } from '../api/channel';
import { get, post, Refusal } from '../api/client';
import { early } from '../api/early';
import { insist, isPassing } from '../api/insist';
import { dropKey, keyHere } from '../api/key';
import { pause, type Link } from '../api/live';
import type { Act, AnswerTo, Join, News, Play, Refused, Sentence, Weigh } from '../api/types';
import { isCalm, painted } from '../board/motion';
import { AT_ONCE, Player, type Plan } from '../choreography/player.svelte';
import { scenesOf, type Scene } from '../choreography/scene';
import { panelAtHand } from '../games/panel';
import { text } from '../text';
import { inWords, knowsWords, loadWords, type Names } from '../text/sentences';
import { merge, ownSeats, type Known, type Shown } from './merge';
import { spoken, withNames } from './names';
import { settings } from './settings.svelte';

/** Between the moves of bots, in ms. */
const PAUSE = { calm: 1600, usual: 550, swift: 0 };
/** How slowly scenes are shown, and whether at all. */
const SLOWNESS = { calm: 1.6, usual: 1, swift: 0 };
/** Nothing happens by these; what is answered about a position that is gone is of no use to anybody. */
const QUESTIONS: readonly Act['type'][] = ['preview', 'why', 'hint', 'weigh', 'orders', 'arrange'];
const isQuestion = (act: Act): boolean => QUESTIONS.includes(act.type) && !('confirm' in act && act.confirm);

export interface Complaint {
  reason: string;
  rule: string | null;
}

export class TableStore {
  readonly id: string;
  shown = $state.raw<Shown | null>(null);
  link = $state<Link>('opening');
  wasLost = $state(false);
  complaint = $state.raw<Complaint | null>(null);
  missing = $state(false);
  busy = $state(false);
  /** The place in the line of what was asked for last, 0 if it does not wait. */
  inLine = $state(0);
  /** The place in the line of the bot that is to move, 0 if it does not wait. */
  botInLine = $state(0);
  readonly #player: Player<News>;
  readonly #channel: Channel;
  #isListening = false;
  #isLeft = false;
  #isLearning = false;
  /** What the server said, before names were put into its sentences. */
  #told: Known | null = null;
  /** Who sits at each seat, where that is said instead of its number. */
  names: Names = [];
  /** Whose side the screen shows, by its key; null while it shows nobody's, and so no scenes. */
  reader: () => string | null = () => this.#firstSide();
  /** What is asked and unanswered: it is not asked again. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #asked = new Map<string, Promise<unknown>>();

  constructor(id: string) {
    this.id = id;
    this.#player = new Player<News>({ plan: (news) => this.#plan(news), show: (news) => this.#show(news) });
    this.#channel = new Channel(id, {
      seen: () => {
        const last = this.#player.newest ?? this.#told;
        return { since: last?.seq ?? null, seats: last && Object.keys(last.seats).join() };
      },
      tell: (news) => this.receive(news),
      refused: (refused) => this.#refused(refused),
      link: (link) => {
        if (link === 'lost') this.wasLost = true;
        this.link = link;
      },
      waits: (place, seat) => {
        if (seat === null) this.inLine = place;
        else this.botInLine = place;
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
      this.missing = !isPassing(problem);
    }
    if (this.shown) await painted();
    if (!this.missing && !this.#isLeft) this.listen();
  }

  /** A key that opens nothing still leads to the table, to watch. */
  async #open(key: string): Promise<void> {
    try {
      await insist(() => this.join({ key }));
    } catch (problem) {
      if (isPassing(problem)) throw problem;
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
    this.#player.stop();
  }

  /**
   * Take a seat. Whoever is new here asks first who they are: were that told with an answer that is lost, the seat would
   * be nobody's. The server must see anew who is asking, so the channel is opened again.
   */
  async join(wish: Join): Promise<void> {
    await get('/api/me');
    this.receive(await post('/api/tables/{table}/join', wish, { table: this.id }));
    if (this.#isListening && !this.#isLeft) this.#channel.reopen();
  }

  /** Take a seat by its number; a refusal becomes the complaint that is shown. */
  async sit(seat: number): Promise<void> {
    try {
      await this.join({ seat });
    } catch (problem) {
      this.complain((problem as Error).message);
    }
  }

  /** What the table is, or what is new. What happens is shown in scenes, and moves of bots one after the other. */
  receive(news: News): void {
    this.botInLine = 0;
    this.#player.add(news);
    if (news.type === 'sync') this.#player.skip();
  }

  /** What is shown just now of something that happened. */
  get scene(): Scene | null {
    return this.#player.scene;
  }

  /** How much has been told that is not shown yet. */
  get behind(): number {
    return this.#player.behind;
  }

  /** Show everything now, as it is in the end. */
  skip(): void {
    this.#player.skip();
  }

  #firstSide(): string | null {
    return Object.keys(this.#told?.seats ?? {})[0] ?? null;
  }

  /** Nothing is shown slowly of a table one has just come to, nor while nobody looks. */
  #plan(news: News): Plan {
    if (news.type === 'sync' || !this.#told || document.hidden) return AT_ONCE;
    return { pause: this.#isBots(news) ? PAUSE[settings.pace] : 0, scenes: this.#scenes(news) };
  }

  #isBots(message: News): boolean {
    const bots = this.shown?.table.seats.filter((seat) => seat.kind === 'bot').map((seat) => seat.seat) ?? [];
    return Object.values(message.seats).some((seat) => seat.log.some(({ seat }) => bots.some((bot) => bot === seat)));
  }

  /** The scenes of what is new for the one who looks; none where somebody wants stillness, or for what comes back. */
  #scenes(news: News): Scene[] {
    const slowness = isCalm() ? 0 : SLOWNESS[settings.pace];
    const reader = this.reader();
    const [old, side] = reader === null ? [] : [this.#told!.seats[reader], news.seats[reader]];
    if (!slowness || !old || !side || side.log_from <= (old.log.at(-1)?.n ?? -1)) return [];
    const lines = side.log.map((line) => ({ ...line, says: spoken(line.says, this.names) }));
    const scenes = scenesOf(lines, panelAtHand(this.#told!.table.game)?.scenes ?? {}, old.view, side.view);
    return scenes.map((scene) => ({ ...scene, ms: scene.ms * slowness }));
  }

  #show(message: News): void {
    const told = merge(this.#told, message);
    if (!told) return;
    this.#told = told;
    this.#reword();
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
    const seq = this.shown?.seq;
    try {
      const answer = await this.#channel.ask(act);
      if (answer.type === 'answer') this.#player.hasten(answer.seq);
      return answer;
    } catch (problem) {
      if (!isQuestion(act) || this.shown?.seq === seq) this.#complain(problem);
      return null;
    } finally {
      if (act.type === 'hint') this.inLine = 0;
    }
  }

  /** Ask whether a move gives much away; null where that is not answered, which is no complaint. */
  async weigh(question: Weigh): Promise<AnswerTo<Weigh> | null> {
    try {
      return await this.#channel.ask(question);
    } catch {
      return null;
    } finally {
      this.inLine = 0;
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
