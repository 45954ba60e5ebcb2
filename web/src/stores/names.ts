/** Sentences with the names of those who sit there: a seat that has no colour is called by who sits at it. */
import type { Event, ResultInfo, Said, SeatInfo, Sentence, WireSeatInfo, WireTable } from '../api/types';
import { text } from '../text';
import { inWords, type Names, seatWord } from '../text/sentences';
import type { Known, Shown } from './merge';

type Seat = Pick<SeatInfo, 'name' | 'colour_name' | 'numbered'>;

/** The seats in the page's language, with people who gave no name and have no colour called guests. */
export function called<S extends Pick<WireSeatInfo, 'seat' | 'kind' | 'level' | 'name' | 'numbered'>>(
  seats: readonly S[],
  game: string,
): (S & Seat)[] {
  const guests = seats.filter((seat) => seat.kind === 'person' && !seat.name && seat.numbered);
  const guest = (seat: S) => text.table.guest(guests.length > 1 ? guests.indexOf(seat) + 1 : null);
  return seats.map((seat) => ({
    ...seat,
    name: guests.includes(seat) ? guest(seat) : seat.kind === 'bot' ? text.setUp.botLevel(seat.level ?? 1) : seat.name,
    colour_name: seatWord(game, seat.seat),
  }));
}

/** What to call each seat where only one word fits: the name, or the colour or number where two share it. */
export function callings(seats: readonly Pick<Seat, 'name' | 'colour_name'>[]): string[] {
  const isAlone = (name: string) => seats.filter((other) => other.name === name).length === 1;
  return seats.map(({ name, colour_name }) => (name && isAlone(name) ? name : colour_name));
}

/** The names that stand for seats in sentences: of seats that are numbers, where the name is one person's alone. */
export function namesIn(seats: readonly Seat[]): Names {
  return callings(seats).map((name, seat) => (seats[seat]!.numbered ? name : null));
}

const worded = new WeakMap<Event, [string, Said]>();

/** Events in words; what was said with the same names is kept. */
export function spoken(says: readonly Event[], names: Names): Said[] {
  const key = names.join('\n');
  return says.map((event) => {
    const known = worded.get(event);
    if (known?.[0] === key && known[1].text) return known[1];
    const { says, ...happened } = event;
    const said = { ...happened, text: inWords(says, names) };
    worded.set(event, [key, said]);
    return said;
  });
}

export type Say = (sentence: Sentence) => string;

const inResult = (result: NonNullable<WireTable['result']>, say: Say): ResultInfo => ({
  ...result,
  says: say(result.says),
  why: result.why && say(result.why),
  margin: say(result.margin),
});

/** A table in words, with the names people have now. */
export function withNames({ seq, table, seats }: Known): { shown: Shown; names: Names } {
  const people = called(table.seats, table.game);
  const names = namesIn(people);
  const say: Say = (sentence) => inWords(sentence, names);
  const lines = <T extends { says: Event[] }>(told: readonly T[]) =>
    told.map((line) => ({ ...line, says: spoken(line.says, names) }));
  const sides = Object.entries(seats).map(([key, side]) => [
    key,
    {
      ...side,
      log: lines(side.log),
      taken_back: lines(side.taken_back),
      prompt: { text: say(side.prompt), rule: side.prompt.rule ?? null },
    },
  ]);
  const about = {
    ...table,
    seats: people,
    turn: say(table.turn),
    notice: table.notice && say(table.notice),
    result: table.result && inResult(table.result, say),
  };
  return { shown: { seq, table: about, seats: Object.fromEntries(sides) }, names };
}
