/** Charge!: its panel. */
import { COLOURS } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Holding, Panel, Picture } from '../panel';
import { colourLook, LETTERS, mover, NAMES, verbLook } from '../stones';
import Board from './Board.svelte';
import { scenes } from './scenes';
import { isToAnswer, nearTurn, pieces, type View } from './view';

const text = words.charge;

function holdings(view: View, seat: number): Holding[] {
  if (!view.alive[seat]) return [{ label: text.out, text: text.outText }];
  return [
    { label: text.supply, text: String(view.supply[seat]), icon: { kind: 'stone', colour: COLOURS[seat]! } },
    { label: text.discard, text: String(view.discard[seat]) },
  ];
}

function icon(verb: string, view: View): Picture | undefined {
  const colour = COLOURS[mover(view)]!;
  if (verb === 'build') return { kind: 'tower', colour };
  if (verb === 'move' || verb === 'deploy' || verb === 'drop') return { kind: 'stone', colour };
  return undefined;
}

export const panel: Panel<View> = {
  board: Board,
  pieces,
  overlays: [{ id: 'groups', label: text.groups }, LETTERS, NAMES],
  turns: true,
  holdings,
  look: (_view, seat) => colourLook(seat),
  hides: (view, seat) => (isToAnswer(view, seat) ? ['hold', 'yield'] : []),
  verb: (verb, view) => verbLook(text.verbs, verb, icon(verb, view)),
  scenes,
  tip: text.tip,
  near: nearTurn,
};
