/** One puzzle: what is pointed at, the answer that was given, and how play goes on after it. The server judges. */
import { post, type Refusal } from '../api/client';
import type { LegalAction, PuzzleAnswer, PuzzleInfo, Sentence } from '../api/types';
import { isCalm } from '../board/motion';
import { add, choose, NOTHING, type Pick, withVerb } from '../picker/picker';
import { settings } from './settings.svelte';

/** Between the moves that are shown, in ms. */
const PAUSE = { calm: 2000, usual: 1200, swift: 0 };

/** What an action is judged with; in a run it is the run's own judge. */
export type Judge = (action: string | null) => Promise<PuzzleAnswer | null>;

export class Solving {
  readonly puzzle: PuzzleInfo;
  pick = $state.raw<Pick>(NOTHING);
  answer = $state.raw<PuzzleAnswer | null>(null);
  /** Which position is shown: 0 is the puzzle's, then one after each move of the answer. */
  at = $state(0);
  busy = $state(false);
  complaint = $state.raw<{ reason: string; rule: string | null } | null>(null);
  readonly #judge: Judge;
  readonly #say: (sentence: Sentence) => string;
  #timer = 0;

  constructor(puzzle: PuzzleInfo, say: (sentence: Sentence) => string, judge?: Judge) {
    this.puzzle = puzzle;
    this.#say = say;
    this.#judge =
      judge ?? ((action) => post('/api/puzzles/{puzzle}/answer', { action }, { puzzle: this.puzzle.puzzle }));
  }

  legal = $derived.by<LegalAction[]>(() => (this.answer || this.busy ? [] : this.puzzle.legal));
  choice = $derived(choose(this.legal, this.pick));
  #step = $derived(this.at > 0 ? this.answer?.steps[this.at - 1] : undefined);
  view = $derived.by(() => this.#step?.view ?? this.puzzle.view);
  last = $derived(this.#step?.last ?? []);
  /** A wrong answer may be tried again; a solution that was shown need not. */
  canRetry = $derived(!!this.answer && !this.answer.right && !this.answer.solution);

  clear(): void {
    this.pick = NOTHING;
    this.complaint = null;
  }

  #set(pick: Pick): void {
    this.pick = pick;
    this.complaint = null;
    const { chosen, others } = this.choice;
    if (chosen && others.length === 0 && !settings.confirm) void this.confirm();
  }

  /** Something on the board was pointed at. */
  point(targets: readonly string[]): void {
    if (this.answer || this.busy) return;
    if (this.choice.chosen && targets.every((target) => this.pick.targets.includes(target))) return void this.confirm();
    if (targets.length === 1 && this.pick.targets.includes(targets[0]!)) return this.clear();
    let next: Pick | null = this.pick;
    for (const target of targets) next = next && add(this.legal, next, target);
    if (next) this.#set(next);
    else void this.#ask(targets);
  }

  setVerb(verb: string): void {
    this.#set(verb === this.pick.verb ? NOTHING : withVerb(this.legal, NOTHING, verb));
  }

  take(action: LegalAction): void {
    this.#set({ verb: action.verb, targets: action.targets });
  }

  /** Why nothing can be done there. */
  async #ask(targets: readonly string[]): Promise<void> {
    const { verb } = this.pick;
    this.clear();
    try {
      const { sentence, rule } = await why(this.puzzle.puzzle, targets, verb);
      if (sentence) this.complaint = { reason: this.#say(sentence), rule: rule ?? null };
    } catch (refusal) {
      this.#complain(refusal);
    }
  }

  #complain(problem: unknown): void {
    const { message, rule } = problem as Refusal;
    this.complaint = { reason: message, rule: rule ?? null };
  }

  async confirm(): Promise<void> {
    const { chosen } = this.choice;
    if (chosen) await this.give(chosen.action);
  }

  /** Answer, or ask for the solution. */
  async give(action: string | null): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.complaint = null;
    try {
      this.answer = await this.#judge(action);
      this.pick = NOTHING;
      this.#play();
    } catch (refusal) {
      this.#complain(refusal);
    } finally {
      this.busy = false;
    }
  }

  retry(): void {
    this.stop();
    this.answer = null;
    this.at = 0;
    this.clear();
  }

  /** Show the moves one after another; where somebody wants stillness, the end at once. */
  #play(): void {
    const steps = this.answer?.steps.length ?? 0;
    const pause = isCalm() ? 0 : PAUSE[settings.pace];
    this.at = Math.min(1, steps);
    if (!pause) this.at = steps;
    else if (steps > 1) {
      this.#timer = window.setInterval(() => {
        this.at += 1;
        if (this.at >= steps) this.stop();
      }, pause);
    }
  }

  stop(): void {
    window.clearInterval(this.#timer);
  }

  /** Show another position; what was playing stops. */
  go(at: number): void {
    this.stop();
    this.at = Math.max(0, Math.min(at, this.answer?.steps.length ?? 0));
  }
}

const why = (puzzle: string, targets: readonly string[], verb: string | null) =>
  post('/api/puzzles/{puzzle}/why', { targets: [...targets], verb }, { puzzle });
