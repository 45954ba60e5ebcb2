/** Charge!: from a view to pieces, groups, the running charge and words. */
import type { Views } from '../../api/types';
import type { Badge, Line } from '../../board/HexBoard.svelte';
import { letters, neighbours } from '../../board/hex';
import { COLOURS, stone, type Piece } from '../../board/pieces';
import { words } from '../../text/boards';
import { piecesByCase } from '../stones';

export type View = Views['charge'];

/** No charge is stronger: a stone moves at most so many spaces. */
export const STRONGEST = 3;

/** The seat that owns the piece on each cell. */
export function owners(view: View): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [cell, letter] of Object.entries(letters(view.board))) found[cell] = 'byg'.indexOf(letter.toLowerCase());
  return found;
}

/** The piece on each cell; a stone in flight is seen faintly on the circle it left. */
export function pieces(view: View): Record<string, Piece> {
  const found = piecesByCase(view.board);
  if (view.charge && view.turn !== null) found[view.charge.from] = { ...stone(COLOURS[view.turn]!), faint: true };
  return found;
}

/** Neighbours that support each other, joined; and their link to a tower. */
export function bonds(view: View): Line[] {
  const board = letters(view.board);
  return view.groups.flatMap(({ seat, cells }) =>
    cells.flatMap((from) =>
      neighbours(from)
        .filter((to) => (cells.includes(to) && from < to) || isOwnTower(board[to], seat))
        .map((to): Line => ({ from, to, tone: COLOURS[seat]!, kind: 'bond' })),
    ),
  );
}

const isOwnTower = (letter: string | undefined, seat: number): boolean => letter === 'BYG'[seat];

/** At one stone of each group what could pay for holding it: other stones of the group, and the supply if it is linked. */
export function supportBadges(view: View): Record<string, Badge> {
  const found: Record<string, Badge> = {};
  for (const { seat, cells, linked } of view.groups) {
    const text = linked ? `${cells.length - 1}+${view.supply[seat]}` : String(cells.length - 1);
    found[cells[0]!] = { parts: [{ text, tone: COLOURS[seat]! }] };
  }
  return found;
}

/** Sentences about seats whose supply is too small to pay for the strongest charge on a tower. */
export function weakWords(view: View, names: readonly string[]): string[] {
  if (view.to_move === null) return [];
  return view.supply.flatMap((left, seat) =>
    view.alive[seat] && left < STRONGEST ? [words.charge.weak(names[seat] ?? words.Colours[COLOURS[seat]!], left)] : [],
  );
}

/** Whether a seat has to hold or to yield. */
export const isToAnswer = (view: View, seat: number | null): boolean =>
  seat !== null && view.phase === 'defend' && view.to_move === seat && !!view.charge && !!view.price;

/** Rounds without progress after which the match is drawn, where the table names no others. */
const QUIET_ROUNDS = 20;

/** How many quiet turns there were, and how many end the match. */
export function quietWords(view: View): string {
  const rounds = Number(view.options.quiet_rounds ?? QUIET_ROUNDS);
  return words.charge.quiet(view.quiet, rounds * view.alive.filter(Boolean).length);
}

/** The strength of the running charge at its target. */
export function chargeBadges(view: View): Record<string, Badge> {
  if (!view.charge || view.turn === null) return {};
  return { [view.charge.target]: { parts: [{ text: `×${view.charge.strength}`, tone: COLOURS[view.turn]! }] } };
}

export function chargeLines(view: View): Line[] {
  return view.charge ? [{ from: view.charge.from, to: view.charge.target, tone: 'plain', kind: 'arrow' }] : [];
}

/** The charge in sentences: who, where, how strong, and what each answer costs. */
export function chargeWords(view: View, names: readonly string[]): string[] {
  const { charge, price, turn } = view;
  if (!charge || turn === null) return [];
  const told = [words.charge.charges(names[turn]!, charge.from, charge.target, charge.strength)];
  const defender = owners(view)[charge.target];
  if (charge.owed && defender !== undefined) return [...told, words.charge.owed(names[defender]!, charge.owed)];
  return price ? [...told, words.charge.yieldPrice(price.yield), words.charge.holdPrice(price.hold)] : told;
}

export function cellWords(view: View, cell: string, names: readonly string[]): string {
  const owner = owners(view)[cell];
  if (owner === undefined) return words.empty;
  const name = names[owner] ?? words.Colours[COLOURS[owner]!];
  if (pieces(view)[cell]!.kind === 'tower') return words.charge.tower(name);
  const group = view.groups.find(({ cells }) => cells.includes(cell));
  const parts = [words.charge.stone(name)];
  if (group) parts.push(words.charge.support(group.cells.length - 1, group.linked));
  if (view.moved.includes(cell)) parts.push(words.charge.moved);
  return parts.join(', ');
}

const CORNER_TURNS: Record<string, number> = { g4: 3, a4: 0, a1: 1, d7: 5, d1: 2, g7: 4 };
const START_TOWERS: Record<number, readonly string[]> = { 2: ['g4', 'a4'], 3: ['g4', 'd7', 'a1'] };

/** How far to turn the board so that a seat's first tower stands at the lower right. */
export function nearTurn(view: View, seat: number | null): number {
  const corner = seat === null ? undefined : START_TOWERS[view.seats]?.[seat];
  return corner ? CORNER_TURNS[corner]! : 0;
}
