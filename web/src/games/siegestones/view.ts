/** SiegeStones: from a view to pieces, threats and words. */
import type { Views } from '../../api/types';
import type { Badge } from '../../board/HexBoard.svelte';
import { letters } from '../../board/hex';
import { COLOURS, COLOUR_OF, LETTER_OF, stone, tower, type Piece } from '../../board/pieces';
import { words } from '../../text/boards';

export type View = Views['siegestones'];

/** The piece on each cell; a tower carries the stone of whoever controls it. */
export function pieces(view: View): Record<string, Piece> {
  const found: Record<string, Piece> = {};
  for (const [cell, letter] of Object.entries(letters(view.board))) {
    const holder = view.control[cell];
    found[cell] = letter === 'T' ? tower(holder == null ? null : COLOURS[holder]!) : stone(COLOUR_OF[letter]!);
  }
  return found;
}

/** The threats against each tower, seat by seat, where there are any: "B5 Y9". */
export function threats(view: View): Record<string, Badge> {
  const found: Record<string, Badge> = {};
  for (const [cell, threat] of Object.entries(view.threat)) {
    const parts = threat.flatMap((value, seat) =>
      value ? [{ text: `${LETTER_OF[COLOURS[seat]!]}${value}`, tone: COLOURS[seat]! }] : [],
    );
    if (parts.length) found[cell] = { parts };
  }
  return found;
}

/** A tower in words: who controls it and who threatens it how much. */
export function towerWords(view: View, cell: string): string {
  const holder = view.control[cell];
  const threat = (view.threat[cell] ?? []).flatMap((value, seat) =>
    value ? [`${words.Colours[COLOURS[seat]!]} ${value}`] : [],
  );
  return words.siegestones.control(holder == null ? null : words.Colours[COLOURS[holder]!], threat.join(', '));
}

export const held = (view: View, seat: number): number =>
  Object.values(view.control).filter((holder) => holder === seat).length;
