import { beforeAll, describe, expect, it } from 'vitest';
import { event } from '../api/samples';
import { learnWords } from '../text/sentences';
import { called, namesIn, spoken } from './names';

const seat = (number: number, name: string | null, numbered = true) => ({
  seat: number,
  kind: 'person' as const,
  level: null,
  name,
  colour_name: `Seat ${number}`,
  numbered,
});

beforeAll(() => {
  learnWords('', 'list-and = { $first } and { $next }');
  learnWords('siege', 'seat = Seat { $seat }\nattack = { $seat } attacks { $others }.\npass = { $seat } passes.');
});

const say = (seats: ReturnType<typeof seat>[], code: string, args: Record<string, unknown>): string =>
  spoken([event(code, args)], namesIn(seats))[0]!.text;

describe('names', () => {
  it('stand for the numbers of seats', () => {
    const seats = [seat(0, 'Ada'), seat(1, null), seat(2, 'Seat 0')];
    const args = { seat: { seat: 0 }, others: [{ seat: 1 }, { seat: 2 }] };
    expect(say(seats, 'siege.attack', args)).toBe('Ada attacks Seat 1 and Seat 0.');
  });

  it('leave alone what two share, and colours', () => {
    const pass = { seat: { seat: 0 } };
    expect(say([seat(0, 'Bot'), seat(1, 'Bot')], 'siege.pass', pass)).toBe('Seat 0 passes.');
    expect(say([seat(0, 'Ada', false)], 'siege.pass', pass)).toBe('Seat 0 passes.');
  });

  it('call people who gave none guests, counted where there are several; colours are names enough', () => {
    const names = (seats: ReturnType<typeof seat>[]) => called(seats, 'siege').map((each) => each.name);
    expect(names([seat(0, null), seat(1, 'Ada')])).toEqual(['Guest', 'Ada']);
    expect(names([seat(0, null), seat(1, 'Ada'), seat(2, null)])).toEqual(['Guest 1', 'Ada', 'Guest 2']);
    expect(names([seat(0, null, false)])).toEqual([null]);
    expect(called([{ ...seat(0, null), kind: 'open' as const }], 'siege')[0]!.name).toBeNull();
    expect(called([{ ...seat(0, 'x'), kind: 'bot' as const, level: 3 }], 'siege')[0]!.name).toBe('Bot, level 3');
  });
});
