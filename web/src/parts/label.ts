/** An action in the page's own words, before the server has put it into a sentence: "Tower: f5". */
import type { LegalAction } from '../api/types';
import type { GameView, Panel } from '../games/panel';
import { text } from '../text';

export function labelOf(
  action: LegalAction,
  panel: Panel | undefined,
  view: GameView,
  names: readonly string[],
  /** What the server calls it, for games that have no panel with words of their own; until it has, only targets are told. */
  instruction = '',
): string {
  if (!panel && instruction) return instruction;
  const targets = action.targets.map((target) => text.target(target, names)).join(', ');
  return [panel?.verb(action.verb, view).label, targets].filter(Boolean).join(': ') || text.table.inAMoment;
}
