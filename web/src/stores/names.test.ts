import { describe, expect, it } from 'vitest';
import { renamer } from './names';

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
});
