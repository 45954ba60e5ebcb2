/** BluffStones: its panel. */
import { COLOUR_OF, COLOURS } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Colour, Holding, Panel, Picture } from '../panel';
import { LETTERS, NAMES, verbLook } from '../stones';
import Board from './Board.svelte';
import { scenes } from './scenes';
import { pieces, type View } from './view';

const text = words.bluffstones;

function pile(view: View, seat: number): Record<Colour, number> {
  const { b, y, g, r } = view.piles[seat]!;
  return { blue: b, yellow: y, green: g, red: r };
}

/** The stone a seat has still to use this round. */
function inHand(view: View, seat: number): Holding[] {
  const colour = COLOUR_OF[view.held[seat] ?? ''];
  return colour ? [{ label: text.holds, text: words.stone(colour), icon: { kind: 'stone', colour }, brief: '' }] : [];
}

function holdings(view: View, seat: number): Holding[] {
  return [
    { label: text.scored, text: String(view.scored[seat]), icon: { kind: 'tower', colour: null } },
    {
      label: text.pile,
      text: text.pileText(pile(view, seat)),
      pictures: COLOURS.map((colour) => ({ icon: { kind: 'stone', colour }, text: String(pile(view, seat)[colour]) })),
    },
    ...(view.turn_tower === seat ? [{ label: text.turnTower, text: text.turnTowerText, brief: '' }] : []),
    ...inHand(view, seat),
  ];
}

function icon(verb: string, view: View): Picture | undefined {
  const held = typeof view.to_move === 'number' ? view.held[view.to_move] : null;
  return verb !== 'bid' && held ? { kind: 'stone', colour: COLOUR_OF[held]! } : undefined;
}

export const panel: Panel<View> = {
  board: Board,
  pieces,
  overlays: [
    { id: 'matching', label: text.matching, standard: true },
    { id: 'round', label: text.round, standard: true },
    LETTERS,
    NAMES,
  ],
  turns: true,
  wide: true,
  holdings,
  look: (_view, seat) => {
    const number = String(seat + 1);
    return { letter: number, name: words.seat(seat), icon: { kind: 'sign', sign: number } };
  },
  verb: (verb, view) => verbLook(text.verbs, verb, icon(verb, view)),
  scenes,
  tip: text.tip,
  near: () => 0,
};
