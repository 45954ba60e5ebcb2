/** Sentences call a seat that has no colour by its number; people read who sits there, where that is one alone. */
import type { LogLine, Said, SeatInfo, SeatSync } from '../api/types';
import { text } from '../text';
import type { Shown } from './merge';

type Seats = readonly Pick<SeatInfo, 'name' | 'colour_name'>[];
type Rename = (words: string) => string;

const isNumbered = (seat: Pick<SeatInfo, 'colour_name'>): boolean => /^\w+ \d+$/.test(seat.colour_name);

/** The seats, with people who gave no name and have no colour called guests. */
export function withGuests<S extends Pick<SeatInfo, 'kind' | 'name' | 'colour_name'>>(seats: readonly S[]): S[] {
  const guests = seats.filter((seat) => seat.kind === 'person' && !seat.name && isNumbered(seat));
  const called = (seat: S) => text.table.guest(guests.length > 1 ? guests.indexOf(seat) + 1 : null);
  return seats.map((seat) => (guests.includes(seat) ? { ...seat, name: called(seat) } : seat));
}

/** What to call each seat where only one word fits: the name, or the colour or number where two share it. */
export function callings(seats: Seats): string[] {
  const isAlone = (name: string) => seats.filter((other) => other.name === name).length === 1;
  return seats.map(({ name, colour_name }) => (name && isAlone(name) ? name : colour_name));
}

/** Puts names for numbers in a sentence. */
export function renamer(seats: Seats): Rename {
  const names = new Map<string, string>();
  callings(seats).forEach((called, seat) => {
    const number = seats[seat]!;
    if (isNumbered(number) && called !== number.colour_name) names.set(number.colour_name, called);
  });
  if (names.size === 0) return (words) => words;
  const numbers = new RegExp(`\\b(?:${[...names.keys()].join('|')})\\b`, 'g');
  return (words) => words.replace(numbers, (number) => names.get(number)!);
}

export const renamed = <T extends Pick<Said, 'text'>>(says: readonly T[], rename: Rename): T[] =>
  says.map((said) => ({ ...said, text: rename(said.text) }));

/** A table with names in all its sentences, as they are now. */
export function withNames({ seq, table, seats }: Shown): { shown: Shown; rename: Rename } {
  const called = withGuests(table.seats);
  const rename = renamer(called);
  const told = (line: LogLine): LogLine => ({ ...line, says: renamed(line.says, rename) });
  const back = (side: SeatSync) => side.taken_back.map((each) => ({ ...each, says: renamed(each.says, rename) }));
  const sides = Object.entries(seats).map(([key, side]) => [
    key,
    { ...side, log: side.log.map(told), taken_back: back(side) },
  ]);
  const result = table.result && { ...table.result, says: rename(table.result.says) };
  const about = { ...table, seats: called, turn: rename(table.turn), result };
  return { shown: { seq, table: about, seats: Object.fromEntries(sides) }, rename };
}
