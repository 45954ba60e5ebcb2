/** Lessons as data: positions, what to do in them, and the events by which the server tells that it was done. */
import type { LogLine, SeatWish } from '../api/types';
import { ENGLISH, inAccents, isPseudo, language } from '../text/language';

export interface Wish {
  kind: string;
  /** Parts the event's details must have. */
  args?: Record<string, unknown>;
}

export interface Step {
  says: string;
  task: string;
  position: Record<string, unknown>;
  /** The seat the learner plays; all others are played by the lesson. */
  seat: number;
  seats: number;
  want: Wish;
  /** One way to do it, for "Show me". */
  answer: string[];
  /** What others do after each action of the learner, if it is theirs to act. */
  replies?: string[];
  well: string;
}

/** A lesson that goes on from the first one: puzzles of one theme, and what to look for in them. */
export interface More {
  theme: string;
  title: string;
  says: string;
}

/** In a game with secrets: a deal that is played face-up, and then face-down. */
export interface Deal {
  title: string;
  says: string;
  task: string;
  position: Record<string, unknown>;
  /** The seat the learner plays; the others think aloud. */
  seat: number;
  seats: number;
  /** When enough has been played face-up. */
  until: Wish;
  /** What is said then: that it is over, and what comes next. */
  ended: string;
  well: string;
}

export interface Lesson {
  intro: string;
  steps: Step[];
  more: More[];
  deal?: Deal;
}

const lessons = import.meta.glob<Lesson>('../games/lessons/*/*.json', { import: 'default' });

/** Where a game's lesson is: in the page's language, or in English. */
function place(game: string): string {
  const own = `../games/lessons/${language}/${game}.json`;
  return own in lessons ? own : `../games/lessons/${ENGLISH}/${game}.json`;
}

/** Whether there is a lesson for a game; one from another package has none. */
export const hasLesson = (game: string): boolean => place(game) in lessons;

/** What of a lesson is no text. */
const KEPT = new Set(['position', 'want', 'answer', 'replies', 'theme', 'until']);

export async function lessonOf(game: string): Promise<Lesson | null> {
  const found = (await lessons[place(game)]?.()) ?? null;
  return isPseudo ? inAccents(found, KEPT) : found;
}

const isLike = (value: unknown, wanted: unknown): boolean => JSON.stringify(value) === JSON.stringify(wanted);

/** Whether the server told of what was wished for, since the line `from`. */
export function isDone(log: readonly LogLine[], from: number, want: Wish): boolean {
  return log
    .filter((line) => line.n >= from)
    .flatMap((line) => line.says)
    .some(
      (said) =>
        said.kind === want.kind &&
        Object.entries(want.args ?? {}).every(([name, wanted]) => isLike(said.args?.[name], wanted)),
    );
}

/** All seats are held here: the learner's own, and those the lesson plays. */
export const seatsOf = (step: Step): SeatWish[] => Array.from({ length: step.seats }, () => ({ kind: 'me' as const }));
