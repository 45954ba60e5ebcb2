/** SiegeStones: its panel. */
import { COLOURS } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Holding, Panel, Picture } from '../panel';
import { colourLook, LETTERS, mover, NAMES, verbLook } from '../stones';
import Board from './Board.svelte';
import { scenes } from './scenes';
import { held, pieces, type View } from './view';

function holdings(view: View, seat: number): Holding[] {
  return [
    {
      label: words.siegestones.towers,
      text: words.siegestones.ofFour(held(view, seat)),
      icon: { kind: 'tower', colour: COLOURS[seat]! },
    },
    {
      label: words.siegestones.supply,
      text: String(view.supply[seat]),
      icon: { kind: 'stone', colour: COLOURS[seat]! },
    },
  ];
}

const icon = (verb: string, view: View): Picture =>
  verb === 'tower' ? { kind: 'tower', colour: null } : { kind: 'stone', colour: COLOURS[mover(view)]! };

export const panel: Panel<View> = {
  board: Board,
  pieces,
  overlays: [{ id: 'threat', label: words.siegestones.threat, standard: true }, LETTERS, NAMES],
  turns: true,
  holdings,
  look: (_view, seat) => colourLook(seat),
  verb: (verb, view) => verbLook(words.siegestones.verbs, verb, icon(verb, view)),
  scenes,
  tip: words.siegestones.tip,
  near: () => 0,
};
