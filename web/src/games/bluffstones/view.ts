/** BluffStones: from a view and the log to pieces, bids and the steps of a round. */
import type { Views } from '../../api/types';
import type { Badge } from '../../board/HexBoard.svelte';
import { COLOUR_OF, type Piece } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Colour, LogLine, Said } from '../panel';
import { piecesByCase } from '../stones';

export type View = Views['bluffstones'];

export const BIDS = ['-', 'b', 'y', 'g', 'r', 'bb', 'yy', 'gg', 'rr'] as const;
export const bidColour = (bid: string): Colour | null => COLOUR_OF[bid[0]!] ?? null;

/** The piece on each cell; a tower carries its top. */
export const pieces = (view: View): Record<string, Piece> => piecesByCase(view.board);

/** At each tower how many of the three matching stones are there, where there are any. */
export function matchBadges(view: View): Record<string, Badge> {
  const found: Record<string, Badge> = {};
  for (const [cell, count] of Object.entries(view.matching)) {
    if (count) found[cell] = { parts: [{ text: `${count}/3`, tone: 'plain' }] };
  }
  return found;
}

export function cellWords(view: View, cell: string): string {
  const piece = pieces(view)[cell];
  if (!piece) return words.empty;
  if (piece.kind === 'stone') return words.stone(piece.colour!);
  return words.bluffstones.tower(piece.colour!, view.matching[cell] ?? 0);
}

/** The stones of a bid as colours; a hidden one has none to show. */
export const stonesOf = (bid: string | null): Colour[] =>
  bid === null ? [] : [...bid].flatMap((letter) => COLOUR_OF[letter] ?? []);

export interface Step {
  said: Said;
  colour: Colour | null;
}

const SHOWN = new Set(['reveal', 'discard', 'fizzle', 'remove', 'place', 'score', 'round']);

/** The steps of the round that is being resolved, or of the last one while new bids are made. */
export function roundSteps(story: readonly LogLine[]): Step[] {
  const said = story.flatMap((line) => line.says).filter((one) => SHOWN.has(one.kind ?? ''));
  const isOver = said.at(-1)?.kind === 'round';
  const before = said.findLastIndex((one, at) => one.kind === 'round' && !(isOver && at === said.length - 1));
  return said
    .slice(before + 1)
    .map((one) => ({ said: one, colour: COLOUR_OF[String(one.args?.colour ?? '')] ?? null }));
}
