/** How pieces come: one that moved slides, one that is new drops, a tower that changes hands swells. */
import { isCalm } from './motion';
import type { Tracked } from './pieces';

const MOVE_MS = 220;
const SWELL_MS = 250;

/** A piece, and where a circle is as a transform. */
export type Arriving = [each: Tracked, move: (cell: string) => string];

/** Slides a piece that moved and drops one that is new; nothing where calm is asked for. */
export function arrive(node: SVGGElement, given: Arriving) {
  let colour = given[0].piece.colour;
  play(node, given);
  return {
    update(now: Arriving) {
      const [{ piece, cell }, move] = now;
      play(node, now);
      if (piece.kind === 'tower' && piece.colour !== colour) pulse(node, move(cell));
      colour = piece.colour;
    },
  };
}

function play(node: SVGGElement, [now, move]: Arriving): void {
  if (isCalm() || !node.animate || (!now.from && !now.isNew)) return;
  const end = move(now.cell);
  const start = now.from ? move(now.from) : `${end} translateY(-26px) scale(1.12)`;
  const frames = now.from
    ? [{ transform: start }, { transform: end }]
    : [
        { transform: start, opacity: 0 },
        { transform: end, opacity: 1 },
      ];
  node.animate(frames, { duration: MOVE_MS, easing: 'cubic-bezier(.3,.7,.3,1)' });
}

/** A tower that changes hands swells for a moment. */
function pulse(node: SVGGElement, at: string): void {
  if (isCalm() || !node.animate) return;
  node.animate([{ transform: at }, { transform: `${at} scale(1.18)` }, { transform: at }], {
    duration: SWELL_MS,
    easing: 'ease-out',
  });
}
