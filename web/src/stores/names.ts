/** Sentences with the names of those who sit there: a seat that has no colour is called by who sits at it. */
import type { Event, ResultInfo, Said, SeatInfo, Sentence, WireSeatInfo, WireTable } from '../api/types';
import { text } from '../text';
import { inWords, type Names, seatWord } from '../text/sentences';
import type { Known, Shown } from './merge';

type Seat = Pick<SeatInfo, 'name' | 'colour_name' | 'numbered'>;

/** What the bot of a level is called; nothing as long as the words are on their way. */
const botName = (level: number): string | null => inWords({ code: 'bot-name', args: { level } }) || null;

/** The seats in the page's language: bots by the name of their level, people who gave no name and have no colour as guests. */
export function called<S extends Pick<WireSeatInfo, 'seat' | 'kind' | 'level' | 'name' | 'numbered'>>(
  seats: readonly S[],
  game: string,
): (S & Seat)[] {
  const given = seats.map((seat) => {
    if (seat.kind === 'bot') return botName(seat.level ?? 1);
    return seat.kind === 'person' && !seat.name && seat.numbered ? text.table.guest : null;
  });
  const counted = (name: string, at: number): string => {
    const alike = given.filter((other) => other === name).length;
    return alike > 1 ? text.table.nth(name, given.slice(0, at + 1).filter((other) => other === name).length) : name;
  };
  return seats.map((seat, at) => ({
    ...seat,
    name: given[at] ? counted(given[at], at) : seat.kind === 'bot' ? null : seat.name,
    colour_name: seatWord(game, seat.seat),
  }));
}

/** What each seat is called in all sentences and on the board: its colour; where seats are numbers, the name of who
 * sits there, or the number where two share it. */
export function callings(seats: readonly Seat[]): string[] {
  const isAlone = (name: string) => seats.filter((other) => other.name === name).length === 1;
  return seats.map(({ name, colour_name, numbered }) => (numbered && name && isAlone(name) ? name : colour_name));
}

/** The same where it matters who sits there: "Yellow (Ada)". */
export function introductions(seats: readonly Seat[]): string[] {
  return callings(seats).map((calling, seat) => {
    const { name, numbered } = seats[seat]!;
    return name && !numbered ? text.table.introduced(calling, name) : calling;
  });
}

/** The names that stand for seats in sentences: of seats that are numbers. */
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
