/** Pieces on the board, what a preview changes about them, and how one position becomes the next. */
import type { Colour } from '../games/panel';

export const COLOURS: readonly Colour[] = ['blue', 'yellow', 'green', 'red'];
export const COLOUR_OF: Readonly<Record<string, Colour>> = { b: 'blue', y: 'yellow', g: 'green', r: 'red' };
export const LETTER_OF: Readonly<Record<Colour, string>> = { blue: 'B', yellow: 'Y', green: 'G', red: 'R' };

/** A stone, or a tower that carries a stone or nothing; a faint piece has left its circle but not yet arrived. */
export interface Piece {
  kind: 'stone' | 'tower';
  colour: Colour | null;
  faint?: boolean;
}

export type Pieces = Readonly<Record<string, Piece>>;

export const stone = (colour: Colour): Piece => ({ kind: 'stone', colour });
export const tower = (colour: Colour | null): Piece => ({ kind: 'tower', colour });

function isSame(one: Piece | undefined, other: Piece | undefined): boolean {
  return one?.kind === other?.kind && one?.colour === other?.colour;
}

/** What a preview would add or change, and the cells it would clear. */
export function changes(now: Pieces, after: Pieces): { ghosts: Record<string, Piece>; leaving: string[] } {
  const ghosts: Record<string, Piece> = {};
  for (const [cell, piece] of Object.entries(after)) {
    if (!piece.faint && !isSame(now[cell], piece)) ghosts[cell] = piece;
  }
  return { ghosts, leaving: Object.keys(now).filter((cell) => !after[cell] || after[cell].faint) };
}

/** What one action of several would do: the pieces it puts down, the cells it clears, and the way of one that moves. */
export interface Step {
  placed: Pieces;
  leaving: string[];
  moved: [string, string] | null;
}

/** The steps from a position along those that follow it. A tower that only changes hands is not put down. */
export function stepsOf(now: Pieces, after: readonly Pieces[]): Step[] {
  return after.map((next, at) => {
    const before = at === 0 ? now : after[at - 1]!;
    const { ghosts, leaving } = changes(before, next);
    const isPut = ([cell, piece]: [string, Piece]) => !(piece.kind === 'tower' && before[cell]?.kind === 'tower');
    const placed = Object.entries(ghosts).filter(isPut);
    const [to, from] = [placed[0], leaving[0]];
    const isMove = placed.length === 1 && leaving.length === 1 && before[from!]?.kind === to![1].kind;
    return {
      placed: Object.fromEntries(placed),
      leaving: isMove ? [] : leaving,
      moved: isMove ? [from!, to![0]] : null,
    };
  });
}

/** A piece with an identity that lasts while it stays or moves; `from` is where it came from in the last step. */
export interface Tracked {
  id: number;
  cell: string;
  piece: Piece;
  from: string | null;
  isNew: boolean;
}

/** Follows the pieces from one position to the next: who stayed, who moved, who came and who went. */
export function track(before: readonly Tracked[], now: Pieces): { pieces: Tracked[]; gone: Tracked[] } {
  let next = before.reduce((most, each) => Math.max(most, each.id), 0) + 1;
  const left = new Map(before.map((each) => [each.cell, each]));
  const pieces: Tracked[] = [];
  const arrived: [string, Piece][] = [];
  for (const [cell, piece] of Object.entries(now)) {
    const old = left.get(cell);
    if (old && old.piece.kind === piece.kind && (piece.kind === 'tower' || old.piece.colour === piece.colour)) {
      pieces.push({ id: old.id, cell, piece, from: null, isNew: false });
      left.delete(cell);
    } else {
      arrived.push([cell, piece]);
    }
  }
  for (const [cell, piece] of arrived) {
    const candidates = [...left.values()].filter((old) => isSame(old.piece, piece));
    const old = candidates.length === 1 ? candidates[0]! : null;
    if (old) left.delete(old.cell);
    pieces.push({ id: old?.id ?? next++, cell, piece, from: old?.cell ?? null, isNew: !old });
  }
  return { pieces, gone: [...left.values()] };
}
