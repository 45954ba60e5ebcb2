/** What a person is pointing at, what it would do, and why it cannot be. */
import type { AnswerTo, Arranged as Judged, Preview, Why } from '../api/types';
import type { Arranged, LegalAction, Preview as Foreseeable } from '../games/panel';
import { add, choose, NOTHING, type Pick, typed, withVerb } from '../picker/picker';
import { sound } from '../sound/sound';
import { Coach } from './coach.svelte';
import { spoken } from './names';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

/** What an action is in words, and what it would change. */
type Foreseen = Foreseeable & { instruction: string };

const MOST_ASKED = 30; // of a list that nobody reads to its end

export class Picking {
  readonly table: TableStore;
  pick = $state.raw<Pick>(NOTHING);
  preview = $state.raw<Foreseen | null>(null);
  arranged = $state.raw<Arranged | null>(null);
  /** What a hint proposes where the board offers it in its own way. */
  proposed = $state.raw<readonly LegalAction[] | null>(null);
  liked = $state<string | null>(null);
  /** Actions in the server's words, as far as they were asked for. */
  instructions = $state.raw<Readonly<Record<string, string>>>({});
  readonly coach: Coach;
  #seat: () => number | null;
  #sentAt = '';
  #layout: unknown = null;
  #instructedAt = '';
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache; nothing is drawn from it
  readonly #answers = new Map<string, unknown>();
  #answeredAt: number | null = null;

  constructor(table: TableStore, seat: () => number | null) {
    this.table = table;
    this.#seat = seat;
    this.coach = new Coach(table, () => this.moment);
  }

  get seat(): number | null {
    return this.#seat();
  }

  legal = $derived.by<LegalAction[]>(() => {
    const seat = this.#seat();
    const shown = this.table.shown;
    if (seat === null || !shown || shown.table.over) return [];
    return shown.seats[seat]?.legal ?? [];
  });
  choice = $derived(choose(this.legal, this.pick, this.liked));
  /** Differs once another looks, something has happened, or others are waited for. */
  moment = $derived.by(() => {
    const shown = this.table.shown;
    return `${this.seat} ${shown?.seats[this.seat ?? 'watch']?.log.length} ${shown?.table.waiting.join()}`;
  });

  /** An answer, unless the game has moved on meanwhile: then it is about what is gone, or for another's eyes. */
  async #timely<T>(asked: Promise<T | null>): Promise<T | null> {
    const before = this.moment;
    const answer = await asked;
    return this.moment === before ? answer : null;
  }

  /** What a question is answered with; as long as nothing has happened it is asked once. */
  async #ask<A extends Preview | Why>(question: A): Promise<AnswerTo<A> | null> {
    const seq = this.table.shown?.seq ?? null;
    if (this.#answeredAt !== seq) this.#answers.clear();
    this.#answeredAt = seq;
    const same = JSON.stringify(question);
    const known = this.#answers.get(same) as AnswerTo<A> | undefined;
    if (known) return known;
    const answer = await this.#timely(this.table.act(question));
    if (answer && this.#answeredAt === seq) this.#answers.set(same, answer);
    return answer;
  }

  /** An action is on its way, and nothing else can be done until it is there. */
  get #isSending(): boolean {
    return this.table.busy && this.#sentAt === this.moment;
  }

  clear(): void {
    this.pick = NOTHING;
    this.preview = null;
    this.arranged = null;
    this.proposed = null;
  }

  #set(pick: Pick): void {
    if (this.#isSending) return;
    this.pick = pick;
    this.preview = null;
    this.table.complaint = null;
    const { chosen, others } = this.choice;
    if (!chosen) return;
    if (!settings.confirm && others.length === 0) this.confirm();
    else this.#foresee(chosen.action);
  }

  async #foresee(action: string): Promise<void> {
    const seat = this.#seat();
    if (seat === null) return;
    const answer = await this.#ask({ type: 'preview', seat, action });
    if (!answer || this.choice.chosen?.action !== action) return;
    const instruction = this.table.say(answer.instruction);
    this.preview = { ...answer, instruction, says: spoken(answer.says, this.table.names) };
  }

  /** Ask for actions in the server's words, one after another. */
  async instruct(actions: readonly LegalAction[]): Promise<void> {
    const seat = this.#seat();
    if (seat === null) return;
    if (this.#instructedAt !== this.moment) this.instructions = {};
    this.#instructedAt = this.moment;
    for (const { action } of actions.slice(0, MOST_ASKED)) {
      if (this.instructions[action]) continue;
      const answer = await this.#ask({ type: 'preview', seat, action });
      if (!answer) return;
      this.instructions = { ...this.instructions, [action]: this.table.say(answer.instruction) };
    }
  }

  /** Something on the board was pointed at, marked or not. */
  point(target: string): void {
    const { chosen } = this.choice;
    if (chosen && this.pick.targets.at(-1) === target) {
      this.confirm();
    } else if (!chosen && this.pick.targets.includes(target)) {
      this.clear();
    } else {
      const next = add(this.legal, this.pick, target);
      if (next) this.#set(next);
      else this.ask([target]);
    }
  }

  /** One thing that stands for several targets, such as a quarter of a city, was pointed at. */
  points(targets: readonly string[]): void {
    if (targets.length === 1) return this.point(targets[0]!);
    const isPicked = targets.every((target) => this.pick.targets.includes(target));
    if (this.choice.chosen && isPicked) void this.confirm();
    else if (this.legal.some((action) => targets.every((target) => action.targets.includes(target)))) {
      this.#set({ verb: null, targets });
    } else void this.ask(targets);
  }

  /** A verb was chosen; once more, where it is a whole action, plays it. */
  setVerb(verb: string | null): void {
    const { chosen } = this.choice;
    if (chosen && chosen.targets.length === 0 && chosen.verb === verb) return void this.confirm();
    this.#set(withVerb(this.legal, this.pick, verb === this.pick.verb && !this.choice.chosen ? null : verb));
  }

  /** Another whole action for the same place. */
  take(action: LegalAction): void {
    this.#set({ verb: action.verb, targets: action.targets });
  }

  /** Why nothing can be done there. */
  async ask(targets: readonly string[]): Promise<void> {
    const seat = this.#seat();
    if (seat === null || this.#isSending) return;
    const { verb } = this.pick;
    sound('refuse');
    this.clear();
    const answer = await this.#ask({ type: 'why', seat, targets: [...targets], verb });
    if (answer?.sentence) this.table.complain(this.table.say(answer.sentence), answer.rule);
  }

  async confirm(): Promise<boolean> {
    const { chosen } = this.choice;
    return chosen ? this.play(chosen) : false;
  }

  /** Play an action; the coach may hold it back first. */
  async play(action: LegalAction): Promise<boolean> {
    const seat = this.#seat();
    if (seat === null || this.table.busy) return false;
    if (!this.coach.asks(this.legal.length)) return this.playAtOnce(action);
    this.#sentAt = this.moment;
    return (await this.coach.lets(seat, action)) && this.playAtOnce(action);
  }

  /** The same, whatever the coach says. */
  async playAtOnce(action: LegalAction): Promise<boolean> {
    const seat = this.#seat();
    if (seat === null || this.table.busy) return false;
    this.liked = action.verb;
    this.#sentAt = this.moment;
    const { pick } = this;
    const answer = await this.table.play({ type: 'play', seat, action: action.action });
    if (answer) sound('move');
    else if (this.table.complaint) sound('refuse');
    if (this.pick === pick) this.clear();
    return answer !== null;
  }

  /** Typed words: played if they are an action, else the server says what is wrong with them. */
  async type(words: string, inWords?: (action: LegalAction) => string): Promise<boolean> {
    const seat = this.#seat();
    if (seat === null) return false;
    const action = typed(this.legal, words, inWords);
    if (action) return this.play(action);
    const answer = await this.#ask({ type: 'why', seat, action: words.trim().slice(0, 40) });
    if (answer?.sentence) this.table.complain(this.table.say(answer.sentence), answer.rule);
    return false;
  }

  /** A whole layout: a question about a draft while it changes, of which the newest counts, or the end of it. */
  async arrange(layout: Record<string, unknown>, confirm: boolean): Promise<void> {
    const seat = this.#seat();
    if (seat === null || (confirm && this.#isSending)) return;
    if (confirm) this.#sentAt = this.moment;
    this.#layout = layout;
    const asked = confirm
      ? this.table.play({ type: 'arrange', seat, layout, confirm })
      : this.table.act({ type: 'arrange', seat, layout });
    const answer = await this.#timely(asked);
    if (this.#layout !== layout) return;
    this.arranged = answer?.type === 'arranged' ? this.#judged(answer) : null;
    if (confirm && this.arranged?.ok !== false) this.clear();
  }

  #judged({ ok, sentence, rule, open }: Judged): Arranged {
    return { ok, reason: sentence ? this.table.say(sentence) : null, rule: rule ?? null, open: open ?? null };
  }

  /** What a bot would do: picked, or proposed to the board where the board itself offers its verb. */
  async hint(onBoard: readonly string[] = []): Promise<string | null> {
    const seat = this.#seat();
    if (seat === null) return null;
    const answer = await this.#timely(this.table.act({ type: 'hint', seat }));
    if (!answer) return null;
    const action = typed(this.legal, answer.action);
    if (action && onBoard.includes(action.verb)) this.proposed = answer.plan;
    else if (action) this.take(action);
    return this.table.say(answer.says);
  }
}
