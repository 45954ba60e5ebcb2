/** The 37 circles: names, where they lie on the screen, and how a focus walks over them. No rules inside. */

export const ROWS = 'abcdefg';
export const STEP = 92; // between neighbours in a row, in the picture's units
const ROW_HEIGHT = (STEP * Math.sqrt(3)) / 2;
export const RADIUS = 38; // of a drilled circle
export const FIELD = 330; // from the centre to a corner of the playing field
export const RIM = 364; // from the centre to a corner of the board
export const BOX = { x: -378, y: -332, width: 756, height: 678 };

export type Point = readonly [x: number, y: number];

/** Steps (row, number) in the directions E, NE, NW, W, SW, SE: counter-clockwise, a sixth of a turn apart. */
const WAYS: readonly Point[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, -1],
  [-1, -1],
  [-1, 0],
];

function isOnBoard(row: number, number: number): boolean {
  return row >= 0 && row < ROWS.length && number >= Math.max(1, row - 2) && number <= Math.min(7, row + 4);
}

/** Cell names from the far row to the near one, each row from the left: the order of board strings. */
export const CELLS: readonly string[] = [...ROWS]
  .map((letter, row) => [1, 2, 3, 4, 5, 6, 7].filter((n) => isOnBoard(row, n)).map((n) => `${letter}${n}`))
  .reverse()
  .flat();

function coordinates(cell: string): [row: number, number: number] {
  return [ROWS.indexOf(cell[0]!), Number(cell.slice(1))];
}

/** A point turned counter-clockwise about the centre by sixths of a full turn. */
export function turn([x, y]: Point, sixths: number): Point {
  const angle = (-sixths * Math.PI) / 3;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** The middle of a circle on a board turned by sixths; y grows downwards, the centre is (0, 0). */
export function centre(cell: string, turned = 0): Point {
  const [row, number] = coordinates(cell);
  return turn([(STEP / 2) * (2 * (number - 1) + (3 - row) - 6), ROW_HEIGHT * (3 - row)], turned);
}

/** The cell one step away in a direction of the board (0 = east, counter-clockwise), or null at the edge. */
export function neighbour(cell: string, way: number): string | null {
  const [row, number] = coordinates(cell);
  const [up, right] = WAYS[((way % 6) + 6) % 6]!;
  return isOnBoard(row + up, number + right) ? `${ROWS[row + up]}${number + right}` : null;
}

/** All cells that touch this one. */
export function neighbours(cell: string): string[] {
  return WAYS.map((_, way) => neighbour(cell, way)).filter((found) => found !== null);
}

/** The cells from one to another along a straight line, the first left out; empty when they are not in line. */
export function between(from: string, to: string): string[] {
  for (let way = 0; way < 6; way++) {
    const path: string[] = [];
    for (let at = neighbour(from, way); at; at = neighbour(at, way)) {
      path.push(at);
      if (at === to) return path;
    }
  }
  return [];
}

/** Screen directions of each key, the second tried where the board ends. */
const KEYS: Record<string, readonly number[]> = {
  ArrowRight: [0],
  ArrowLeft: [3],
  ArrowUp: [2, 1],
  ArrowDown: [5, 4],
  PageUp: [1, 2],
  PageDown: [4, 5],
};

/** Where a key takes the focus: left and right, up-left and down-right, Page Up and Page Down the third line. */
export function walk(cell: string, key: string, turned = 0): string | null {
  if (key === 'Home') return far(cell, 3 - turned);
  if (key === 'End') return far(cell, -turned);
  for (const way of KEYS[key] ?? []) {
    const found = neighbour(cell, way - turned);
    if (found) return found;
  }
  return null;
}

function far(cell: string, way: number): string {
  let at = cell;
  for (let next = neighbour(at, way); next; next = neighbour(at, way)) at = next;
  return at;
}

/** A board string as the letter on each cell that is not empty. */
export function letters(board: string): Record<string, string> {
  const found: Record<string, string> = {};
  [...board.replaceAll('/', '')].forEach((letter, at) => {
    if (letter !== '.' && CELLS[at]) found[CELLS[at]] = letter;
  });
  return found;
}

/** The board string of the letters on each cell. */
export function boardText(found: Readonly<Record<string, string>>): string {
  return CELLS.map((cell, at) => `${at > 0 && CELLS[at - 1]![0] !== cell[0] ? '/' : ''}${found[cell] ?? '.'}`).join('');
}

/** Letters and numbers for the rim: rows at their left end, slanting lines at their lower end. */
export function rimLabels(turned = 0): { text: string; at: Point }[] {
  const away = 68;
  const rows = [...ROWS].map((letter) => {
    const first = CELLS.find((cell) => cell[0] === letter)!;
    const [x, y] = centre(first);
    return { text: letter, at: turn([x - away, y], turned) };
  });
  const numbers = ['1', '2', '3', '4', '5', '6', '7'].map((number) => {
    const lowest = CELLS.findLast((cell) => cell[1] === number)!;
    const [x, y] = centre(lowest);
    return { text: number, at: turn([x + away / 2, y + (away * Math.sqrt(3)) / 2], turned) };
  });
  return [...rows, ...numbers];
}

/** The corners of a hexagon as a path. */
export function hexagon(radius: number): string {
  return `M${corners(radius)
    .map(([x, y]) => `${round(x)} ${round(y)}`)
    .join('L')}z`;
}

export function corners(radius: number): Point[] {
  return [0, 1, 2, 3, 4, 5].map((k) => [radius * Math.cos((k * Math.PI) / 3), radius * Math.sin((k * Math.PI) / 3)]);
}

export function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
