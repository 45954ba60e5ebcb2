/** The shapes all boards and icons refer to, put into the document once. */
import type { Colour } from '../games/panel';
import { drawn, pieceShapes, stonesDrawn, wood, woodShapes } from './art';

/** What the ids of all shapes begin with. */
export const ID = 'bw';
const ARROW =
  `<marker id="${ID}-head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto">` +
  '<path d="M0 0L10 5L0 10z" fill="#fff6dc" stroke="#2b180a" stroke-width="1.2"/></marker>';

/** Makes sure the shapes are there; unseen, but laid out, since gradients of what is not laid out do not paint. */
export function needShapes(): void {
  if (document.getElementById(`${ID}-shapes`)) return;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.id = `${ID}-shapes`;
  svg.setAttribute('width', '0');
  svg.setAttribute('height', '0');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  svg.style.position = 'absolute';
  svg.innerHTML = `<defs>${woodShapes(ID)}${pieceShapes(ID)}${ARROW}</defs>`;
  document.body.prepend(svg);
}

let made = '';
/** The empty board. */
export const emptyBoard = (): string => (made ||= wood(ID));

/** A piece, with a letter instead of the mark if asked for. Only who draws one needs the shapes. */
export function pieceDrawn(piece: { kind: 'stone' | 'tower'; colour: Colour | null }, hasLetter = false): string {
  needShapes();
  return drawn(ID, piece, hasLetter);
}

/** Many stones, one after the other; their size is set from outside. */
export function rowDrawn(colours: readonly Colour[], hasLetter = false): string {
  needShapes();
  return stonesDrawn(ID, colours, hasLetter);
}
