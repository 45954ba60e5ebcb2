/** Charge!: its panel. */
import { COLOURS, LETTER_OF } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Holding, Panel, Picture } from '../panel';
import { LETTERS, NAMES } from '../stones';
import Board from './Board.svelte';
import { nearTurn, type View } from './view';

const text = words.charge;

function holdings(view: View, seat: number): Holding[] {
  if (!view.alive[seat]) return [{ label: text.out, text: text.outText }];
  return [
    { label: text.supply, text: String(view.supply[seat]), icon: { kind: 'stone', colour: COLOURS[seat]! } },
    { label: text.discard, text: String(view.discard[seat]) },
  ];
}

function icon(verb: string, view: View): Picture | undefined {
  const seat = typeof view.to_move === 'number' ? view.to_move : 0;
  if (verb === 'build') return { kind: 'tower', colour: COLOURS[seat]! };
  if (verb === 'move' || verb === 'deploy' || verb === 'drop') return { kind: 'stone', colour: COLOURS[seat]! };
  return undefined;
}

export const panel: Panel = {
  board: Board,
  overlays: [{ id: 'groups', label: text.groups }, LETTERS, NAMES],
  turns: true,
  holdings,
  look: (_view, seat) => ({
    letter: LETTER_OF[COLOURS[seat]!],
    name: words.Colours[COLOURS[seat]!],
    icon: { kind: 'stone', colour: COLOURS[seat]! },
  }),
  verb: (verb, view: View) => {
    const picture = icon(verb, view);
    return { label: text.verbs[verb] ?? verb, ...(picture ? { icon: picture } : {}) };
  },
  tip: text.tip,
  near: nearTurn,
};
