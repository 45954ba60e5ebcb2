/** A moment that is to come, in words: "in 10 minutes", "in 3 days". */
import { text } from '../text';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function inAWhile(at: number, now: number = Date.now()): string {
  const ms = Math.max(at - now, 60_000);
  const [unit, length] = UNITS.find(([, length]) => ms >= length)!;
  return text.puzzles.inTime(Math.round(ms / length), unit);
}
