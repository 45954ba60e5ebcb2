/** Nobles and Peasants: its panel. */
import { LETTER_OF } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Holding, Panel, Picture } from '../panel';
import { LETTERS, mover, NAMES, verbLook } from '../stones';
import Board from './Board.svelte';
import { scenes } from './scenes';
import { noble, peasant, pieces, type View } from './view';

function holdings(view: View, seat: number): Holding[] {
  return [
    { label: words.nobles.points, text: String(view.scores[seat]) },
    {
      label: words.nobles.reserve,
      text: String(view.reserve[seat]),
      icon: { kind: 'tower', colour: noble(view, seat) },
    },
    {
      label: words.nobles.roles,
      text: words.nobles.rolesText(noble(view, seat), peasant(view, seat)),
      pictures: [
        { icon: { kind: 'stone', colour: noble(view, seat) }, text: '4' },
        { icon: { kind: 'stone', colour: peasant(view, seat) }, text: '2' },
        { icon: { kind: 'sign', sign: words.nobles.others }, text: '1' },
      ],
    },
  ];
}

function icon(verb: string, view: View): Picture | undefined {
  if (verb === 'place' || verb === 'move' || verb === 'remove')
    return { kind: 'tower', colour: noble(view, mover(view)) };
  return undefined;
}

export const panel: Panel<View> = {
  board: Board,
  pieces,
  overlays: [{ id: 'sight', label: words.nobles.sight, standard: true }, LETTERS, NAMES],
  turns: true,
  wide: true,
  holdings,
  look: (view, seat) => ({
    letter: LETTER_OF[noble(view, seat)],
    name: words.Colours[noble(view, seat)],
    icon: { kind: 'tower', colour: noble(view, seat) },
  }),
  verb: (verb, view) => verbLook(words.nobles.verbs, verb, icon(verb, view)),
  scenes,
  tip: words.nobles.tip,
  near: () => 0,
};
