import { describe, expect, it } from 'vitest';
import { renamer, withGuests } from './names';

const seat = (number: number, name: string | null) => ({ name, colour_name: `Seat ${number}` });

describe('names', () => {
  it('stand for the numbers of seats', () => {
    const rename = renamer([seat(0, 'Ada'), seat(1, null), seat(2, 'Seat 0')]);
    expect(rename('Seat 0 attacks Seat 1 and Seat 2.')).toBe('Ada attacks Seat 1 and Seat 0.');
  });

  it('leave alone what two share, and colours', () => {
    expect(renamer([seat(0, 'Bot'), seat(1, 'Bot')])('Seat 0 passes.')).toBe('Seat 0 passes.');
    expect(renamer([{ name: 'Ada', colour_name: 'Blue' }])('Blue passes.')).toBe('Blue passes.');
  });

  it('call people who gave none guests, counted where there are several; colours are names enough', () => {
    const person = (number: number, name: string | null = null) => ({ kind: 'person' as const, ...seat(number, name) });
    const names = (seats: ReturnType<typeof person>[]) => withGuests(seats).map((each) => each.name);
    expect(names([person(0), person(1, 'Ada')])).toEqual(['Guest', 'Ada']);
    expect(names([person(0), person(1, 'Ada'), person(2)])).toEqual(['Guest 1', 'Ada', 'Guest 2']);
    expect(withGuests([{ kind: 'person', name: null, colour_name: 'Blue' }])[0]!.name).toBeNull();
    expect(withGuests([{ kind: 'open', name: null, colour_name: 'Seat 0' }])[0]!.name).toBeNull();
  });
});
