/** Siege: its panel. */
import { words } from '../../text/boards';
import type { Holding, Panel } from '../panel';
import Board from './Board.svelte';
import { scenes } from './scenes';
import { countOf, isMyWinter, season, type View } from './view';

const text = words.siege;

function holdings(view: View, seat: number): Holding[] {
  const city = view.cities[seat]!;
  const found: Holding[] = [
    { label: text.keepLabel, text: text.keepText(countOf(city.keep)), icon: { kind: 'crown' } },
    { label: text.hand, text: text.hands(countOf(city.hand)), brief: String(countOf(city.hand)) },
  ];
  if (city.line)
    found.push({ label: text.line, text: text.suits[city.line]!, icon: { kind: 'suit', suit: city.line }, brief: '' });
  if (season(view) === 'autumn') found.push({ label: text.tricks, text: String(view.tricks_won[seat]), brief: '' });
  if (countOf(city.captured))
    found.push({
      label: text.captured,
      text: text.hands(countOf(city.captured)),
      brief: '',
    });
  if (view.initiator === seat) found.push({ label: text.initiator, text: text.initiatorText, brief: '' });
  return found;
}

export const panel: Panel<View> = {
  board: Board,
  overlays: [
    { id: 'calendar', label: text.calendar, standard: true },
    { id: 'story', label: text.story, standard: true },
  ],
  turns: false,
  wide: true,
  holdings,
  look: (view, seat) => {
    const line = view.cities[seat]?.line;
    return {
      letter: String(seat + 1),
      name: words.seat(seat),
      icon: line ? { kind: 'suit', suit: line } : { kind: 'sign', sign: String(seat + 1) },
    };
  },
  hides: (view, seat) => (isMyWinter(view, seat) ? ['recall', 'stow', 'discard', 'done'] : []),
  verb: (verb) => ({ label: text.verbs[verb] ?? verb }),
  scenes,
  tip: text.tip,
  near: () => 0,
};
