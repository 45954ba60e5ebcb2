/** What the panels of the four stone games share: from targets to marks, words for a circle, and previews. */
import type { Badge, Mark } from '../board/HexBoard.svelte';
import { letters } from '../board/hex';
import { changes, COLOUR_OF, COLOURS, LETTER_OF, stone, tower, type Piece, type Pieces } from '../board/pieces';
import { anywhere } from '../picker/picker';
import type { Schema } from '../api/types';
import { words } from '../text/boards';
import type { LegalAction, Open, Overlay, PanelProps, Picture, Preview, SeatLook, VerbLook } from './panel';

/** The seat to move; the first while nobody is. */
export const mover = (view: Schema['CommonView']): number => (typeof view.to_move === 'number' ? view.to_move : 0);

/** The piece on each cell where a capital letter is a tower that carries a stone of its colour. */
export function piecesByCase(board: string): Record<string, Piece> {
  const found: Record<string, Piece> = {};
  for (const [cell, letter] of Object.entries(letters(board))) {
    const colour = COLOUR_OF[letter.toLowerCase()]!;
    found[cell] = letter === letter.toLowerCase() ? stone(colour) : tower(colour);
  }
  return found;
}

/** A seat that plays the stones of one colour. */
export function colourLook(seat: number): SeatLook {
  const colour = COLOURS[seat]!;
  return { letter: LETTER_OF[colour], name: words.Colours[colour], icon: { kind: 'stone', colour } };
}

/** How a verb's button looks, by the words for it and the picture it has, if any. */
export function verbLook(labels: Record<string, string>, verb: string, picture: Picture | undefined): VerbLook {
  return { label: labels[verb] ?? verb, ...(picture ? { icon: picture } : {}) };
}

export const cellOf = (target: string): string | null => (target.startsWith('cell:') ? target.slice(5) : null);
export const cellsOf = (targets: readonly string[]): string[] => targets.map(cellOf).filter((cell) => cell !== null);

export const LETTERS: Overlay = { id: 'letters', label: words.letters };
export const NAMES: Overlay = { id: 'names', label: words.names };

/** What may be pointed at: what fits the pick, or everything once the pick is whole. */
export function openNow(props: { open: Open; legal: LegalAction[] }): Open {
  return props.open.size > 0 ? props.open : anywhere(props.legal);
}

/** A dot on an empty circle, a ring around a piece to take, a cross on one to strike. */
export function marksOf(
  open: Open,
  pieces: Pieces,
  isStrike: (cell: string) => boolean = () => false,
): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  for (const target of open.keys()) {
    const cell = cellOf(target);
    if (cell) marks[cell] = !pieces[cell] ? 'dot' : isStrike(cell) ? 'cross' : 'ring';
  }
  return marks;
}

/** Points at a target: the page picks what some legal action names, and asks about the rest. */
export function point(props: Pick<PanelProps, 'open' | 'legal' | 'onpick' | 'onrefuse'>, target: string): void {
  const isNamed = props.open.has(target) || props.legal.some((action) => action.targets.includes(target));
  if (isNamed) props.onpick(target);
  else props.onrefuse(target);
}

export function pieceWords(piece: Piece): string {
  return piece.kind === 'tower' ? words.tower(piece.colour) : words.stone(piece.colour!);
}

interface Described {
  what: string;
  open: Open;
  picked: readonly string[];
  last: readonly string[];
  verbs: Record<string, string>;
  ghost?: Piece | undefined;
  goes?: boolean;
}

/** A circle's accessible name: "d4, empty, legal: stone or tower". */
export function describeCell(cell: string, { what, open, picked, last, verbs, ghost, goes }: Described): string {
  const parts = [cell, what];
  const can = open.get(`cell:${cell}`);
  if (can) parts.push(words.legal(can.map((verb) => verbs[verb] ?? verb)));
  if (picked.includes(`cell:${cell}`)) parts.push(words.picked);
  if (ghost) parts.push(words.would(pieceWords(ghost)));
  if (goes) parts.push(words.wouldGo);
  if (last.includes(`cell:${cell}`)) parts.push(words.last);
  return parts.join(', ');
}

/** What the preview's view changes on the board; nothing without one. */
export function previewed<View>(preview: Preview<View> | null, now: Pieces, read: (view: View) => Pieces) {
  return preview?.view ? changes(now, read(preview.view)) : { ghosts: {}, leaving: [] };
}

/** Badges that a preview would change are shown as they would be, marked as new. */
export function mergeBadges(now: Record<string, Badge>, after: Record<string, Badge> | null): Record<string, Badge> {
  if (!after) return now;
  const text = (badge?: Badge) => badge?.parts.map((part) => part.text + part.tone).join();
  const merged: Record<string, Badge> = {};
  for (const [cell, badge] of Object.entries(after)) {
    merged[cell] = text(now[cell]) === text(badge) ? badge : { ...badge, isNew: true };
  }
  return merged;
}
