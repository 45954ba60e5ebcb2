/** Nobles and Peasants: from a view to pieces, the Row, lines of sight and words. */
import type { Badge, Line } from '../../board/HexBoard.svelte';
import { between, letters, neighbour } from '../../board/hex';
import { COLOUR_OF, stone, tower, type Piece } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Colour, Said } from '../panel';
import type { StoneView } from '../stones';

export interface View extends StoneView {
  row: string;
  scores: number[];
  phase: 'turn' | 'row';
  sight: Record<string, string[]>;
  reserve: number[];
}

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
