import { beforeAll, describe, expect, it } from 'vitest';
import { event } from '../api/samples';
import { learnWords } from '../text/sentences';
import { called, callings, introductions, namesIn, spoken } from './names';

const seat = (number: number, name: string | null, numbered = true) => ({
  seat: number,
  kind: 'person' as const,
  level: null,
  name,
  colour_name: `Seat ${number + 1}`,
  numbered,
});

beforeAll(() => {
  learnWords('', 'list-and = { $first } and { $next }\nbot-name = { $level ->\n [1] Alba\n *[3] Clara\n}');
  learnWords(
    'siege',
    'seat = Seat { $seat ->\n [0] 1\n [1] 2\n *[2] 3\n}\nattack = { $seat } attacks { $others }.\npass = { $seat } passes.',
  );
});

const say = (seats: ReturnType<typeof seat>[], code: string, args: Record<string, unknown>): string =>
  spoken([event(code, args)], namesIn(seats))[0]!.text;

describe('names', () => {
  it('stand for the numbers of seats', () => {
    const seats = [seat(0, 'Ada'), seat(1, null), seat(2, 'Seat 1')];
    const args = { seat: { seat: 0 }, others: [{ seat: 1 }, { seat: 2 }] };
    expect(say(seats, 'siege.attack', args)).toBe('Ada attacks Seat 2 and Seat 1.');
  });

  it('leave alone what two share, and colours', () => {
    const pass = { seat: { seat: 0 } };
    expect(say([seat(0, 'Bot'), seat(1, 'Bot')], 'siege.pass', pass)).toBe('Seat 1 passes.');
    expect(say([seat(0, 'Ada', false)], 'siege.pass', pass)).toBe('Seat 1 passes.');
  });

  it('of seats with a colour come after the colour, once; everywhere else the colour stands alone', () => {
    const seats = [
      { ...seat(0, 'Ada', false), colour_name: 'Blue' },
      { ...seat(1, null, false), colour_name: 'Yellow' },
    ];
    expect(callings(seats)).toEqual(['Blue', 'Yellow']);
    expect(introductions(seats)).toEqual(['Blue (Ada)', 'Yellow']);
    expect(introductions([seat(0, 'Ada'), seat(1, 'Cem')])).toEqual(['Ada', 'Cem']);
  });

  it('call people who gave none guests, counted where there are several; colours are names enough', () => {
    const names = (seats: ReturnType<typeof seat>[]) => called(seats, 'siege').map((each) => each.name);
    expect(names([seat(0, null), seat(1, 'Ada')])).toEqual(['Guest', 'Ada']);
    expect(names([seat(0, null), seat(1, 'Ada'), seat(2, null)])).toEqual(['Guest 1', 'Ada', 'Guest 2']);
    expect(names([seat(0, null, false)])).toEqual([null]);
    expect(called([{ ...seat(0, null), kind: 'open' as const }], 'siege')[0]!.name).toBeNull();
  });

  it('of bots are those of their level, counted where there are several', () => {
    const bot = (number: number, level: number) => ({ ...seat(number, 'x'), kind: 'bot' as const, level });
    const names = (...seats: ReturnType<typeof bot>[]) => called(seats, 'siege').map((each) => each.name);
    expect(names(bot(0, 3), bot(1, 1))).toEqual(['Clara', 'Alba']);
    expect(names(bot(0, 1), bot(1, 3), bot(2, 1))).toEqual(['Alba 1', 'Clara', 'Alba 2']);
  });
});
