/** Nobles and Peasants: its panel. */
import { LETTER_OF } from '../../board/pieces';
import { words } from '../../text/boards';
import type { Holding, Panel, Picture } from '../panel';
import { LETTERS, NAMES } from '../stones';
import Board from './Board.svelte';
import { noble, peasant, type View } from './view';

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
  const seat = typeof view.to_move === 'number' ? view.to_move : 0;
  if (verb === 'place' || verb === 'move' || verb === 'remove') return { kind: 'tower', colour: noble(view, seat) };
  return undefined;
}

export const panel: Panel = {
  board: Board,
  overlays: [{ id: 'sight', label: words.nobles.sight, standard: true }, LETTERS, NAMES],
  turns: true,
  wide: true,
  holdings,
  look: (view: View, seat) => ({
    letter: LETTER_OF[noble(view, seat)],
    name: words.Colours[noble(view, seat)],
    icon: { kind: 'tower', colour: noble(view, seat) },
  }),
  verb: (verb, view: View) => {
    const picture = icon(verb, view);
    return { label: words.nobles.verbs[verb] ?? verb, ...(picture ? { icon: picture } : {}) };
  },
  tip: words.nobles.tip,
  near: () => 0,
};
