/** Nobles and Peasants: from a view to pieces, the Row, lines of sight and words. */
import type { Views } from '../../api/types';
import type { Badge, Line } from '../../board/HexBoard.svelte';
import { between, letters, neighbour } from '../../board/hex';
import { COLOUR_OF, stone, tower, type Piece } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Colour, LogLine, Said } from '../panel';

export type View = Views['nobles'];

/** Which colours belong to whom, by the number of seats: data of the game's box. */
const NOBLES: Record<number, readonly Colour[]> = {
  2: ['blue', 'green'],
  3: ['blue', 'yellow', 'green'],
  4: ['blue', 'yellow', 'green', 'red'],
};
const PEASANTS: Record<number, readonly Colour[]> = {
  2: ['yellow', 'yellow'],
  3: ['yellow', 'green', 'blue'],
  4: ['yellow', 'green', 'red', 'blue'],
};
const NEUTRAL: Colour = 'red';

export const noble = (view: View, seat: number): Colour => NOBLES[view.seats]![seat]!;
export const peasant = (view: View, seat: number): Colour => PEASANTS[view.seats]![seat]!;

/** The seat whose tower stands on each cell; null for the neutral one. */
export function owners(view: View): Record<string, number | null> {
  const found: Record<string, number | null> = {};
  for (const [cell, letter] of Object.entries(letters(view.board))) {
    if (letter === 'N') found[cell] = null;
    else if ('1234'.includes(letter)) found[cell] = Number(letter) - 1;
  }
  return found;
}

/** The piece on each cell; a tower carries a noble of its owner, the neutral one a red stone. */
export function pieces(view: View): Record<string, Piece> {
  const owner = owners(view);
  const found: Record<string, Piece> = {};
  for (const [cell, letter] of Object.entries(letters(view.board))) {
    if (!(cell in owner)) found[cell] = stone(COLOUR_OF[letter]!);
    else found[cell] = tower(owner[cell] === null ? NEUTRAL : noble(view, owner[cell]!));
  }
  return found;
}

export const rowColours = (view: View): Colour[] => [...view.row].map((letter) => COLOUR_OF[letter]!);

export type End = 'L' | 'R';

/** The target that a gap of the Row means for the stone of an end. Gap 3 lies before the stone that is now at place 3. */
export const gapTarget = (end: End, gap: number): string => `row:${end === 'L' ? gap - 1 : gap}`;

export function gapWords(view: View, gap: number): string {
  const colours = rowColours(view);
  return words.nobles.gap(gap, colours[gap - 1]!, colours[gap]!);
}

/** How many stones of each colour are left in the Row; a colour that was never there is not told. */
export function leftInRow(view: View): Partial<Record<Colour, number>> {
  const left: Partial<Record<Colour, number>> = {};
  for (const colour of rowColours(view)) left[colour] = (left[colour] ?? 0) + 1;
  return left;
}

/** Rounds without a stone after which the match ends, where the table names no others. */
const STALL_ROUNDS = 6;

/** How long it is until the end: the colour that runs out first, and turns without a stone. */
export function endWords(view: View): string {
  const [colour, count] = Object.entries(leftInRow(view)).sort(([, one], [, other]) => one - other)[0] ?? [];
  const most = Number(view.options.stall_rounds ?? STALL_ROUNDS) * (view.seats - view.gone.length);
  return words.nobles.ends(colour as Colour | undefined, count ?? 0, view.quiet, most);
}

const tone = (view: View, seat: number | null): Colour => (seat === null ? NEUTRAL : noble(view, seat));

/** From a tower to the last circle it sees each way. */
function raysOf(view: View, cell: string): Line[] {
  const seen = new Set(view.sight[cell]);
  const lines: Line[] = [];
  for (let way = 0; way < 6; way++) {
    let end = '';
    for (let at = neighbour(cell, way); at && seen.has(at); at = neighbour(at, way)) end = at;
    if (end) lines.push({ from: cell, to: end, tone: tone(view, owners(view)[cell] ?? null), kind: 'sight' });
  }
  return lines;
}

/** What a tower sees; from any other circle, the towers that see it. */
export function sightLines(view: View, cells: readonly string[]): Line[] {
  return cells.flatMap((cell) => {
    if (view.sight[cell]) return raysOf(view, cell);
    return watchers(view, cell).map((from): Line => ({
      from,
      to: cell,
      tone: tone(view, owners(view)[from] ?? null),
      kind: 'sight',
    }));
  });
}

/** The towers that see a circle. */
export function watchers(view: View, cell: string): string[] {
  return Object.keys(view.sight).filter((from) => view.sight[from]!.includes(cell) && between(from, cell).length > 0);
}

/** The points a previewed move brings, at the towers that score them. */
export function pointBadges(view: View, says: readonly Said[]): Record<string, Badge> {
  const found: Record<string, Badge> = {};
  for (const { kind, args } of says) {
    if ((kind === 'score' || kind === 'bonus') && args) {
      const seat = Number(args.seat);
      found[String(args.tower)] = { parts: [{ text: `+${args.points}`, tone: noble(view, seat) }], isNew: true };
    }
  }
  return found;
}

/** What the towers brought at the end, of the newest lines of the log. */
export const bonuses = (story: readonly LogLine[]): Said[] =>
  story.flatMap((line) => line.says).filter(({ kind }) => kind === 'bonus');

/** A circle in words, as far as this game has more to say than which piece lies there. */
export function cellWords(view: View, cell: string, names: readonly string[]): string {
  const owner = owners(view);
  if (cell in owner)
    return owner[cell] === null
      ? words.nobles.neutral
      : words.nobles.own(names[owner[cell]!] ?? words.seat(owner[cell]!));
  const piece = pieces(view)[cell];
  const what = piece ? words.stone(piece.colour!) : words.empty;
  return `${what}, ${words.nobles.sees(watchers(view, cell).length)}`;
}
