/** SiegeStones: its panel. */
import { COLOURS, LETTER_OF } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Holding, Panel, SeatLook } from '../panel';
import { LETTERS, NAMES } from '../stones';
import Board from './Board.svelte';
import { held, type View } from './view';

function holdings(view: View, seat: number): Holding[] {
  return [
    {
      label: words.siegestones.towers,
      text: words.siegestones.ofFour(held(view, seat)),
      icon: { kind: 'tower', colour: COLOURS[seat]! },
    },
    { label: words.siegestones.supply, text: String(view.supply[seat]), icon: { kind: 'stone', colour: COLOURS[seat]! } },
  ];
}

function look(_view: View, seat: number): SeatLook {
  const colour = COLOURS[seat]!;
  return { letter: LETTER_OF[colour], name: words.Colours[colour], icon: { kind: 'stone', colour } };
}

export const panel: Panel = {
  board: Board,
  overlays: [{ id: 'threat', label: words.siegestones.threat, standard: true }, LETTERS, NAMES],
  turns: true,
  holdings,
  look,
  verb: (verb, view: View) => ({
    label: words.siegestones.verbs[verb] ?? verb,
    icon:
      verb === 'tower'
        ? { kind: 'tower', colour: null }
        : { kind: 'stone', colour: COLOURS[typeof view.to_move === 'number' ? view.to_move : 0]! },
  }),
  tip: words.siegestones.tip,
  near: () => 0,
};
