/** The shapes of the boards: glass stones, turned wooden towers and the wood itself, as SVG definitions. */
import type { Colour } from '../games/panel';
import { CELLS, centre, corners, FIELD, hexagon, RADIUS, RIM, round, type Point } from './hex';
import { COLOURS } from './pieces';

/** Glow, body and edge of the glass, then the shaded and the lit side of the engraved mark. */
const GLASS: Record<Colour, readonly [string, string, string, string, string]> = {
  blue: ['#7cc0ff', '#1f62c4', '#0a2560', '#a9cdf5', '#f4faff'],
  yellow: ['#fff3a6', '#f6c524', '#a86f00', '#2e1a00', '#5f3a02'],
  green: ['#86dfb9', '#1f9a77', '#084a39', '#b5e8d4', '#f3fff9'],
  red: ['#ff9a84', '#c4222c', '#59060f', '#f3b7ae', '#fff5f2'],
};

/** A ring, a triangle, a square and a cross: apart without any colour. */
export const MARKS: Record<Colour, string> = {
  blue: 'M-15.5 0a15.5 15.5 0 1 1 31 0a15.5 15.5 0 1 1-31 0zm5.5 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0zm5.2 0a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1-9.6 0z',
  yellow: 'M0-17L16 10.5H-16z',
  green: 'M-12.5-12.5h25v25h-25z',
  red: 'M-5.5-16h11l-1.6 11.9 11.9-1.6v11.4l-11.9-1.6L5.5 16h-11l1.6-11.9-11.9 1.6v-11.4l11.9 1.6z',
};

const EDGE = '#4b2a0e';
const CREAM = '#fbe6bd';

function gradient(kind: 'linear' | 'radial', id: string, where: string, ...stops: string[]): string {
  const inside = stops.map((stop) => {
    const [offset, colour, opacity = '1'] = stop.split(' ');
    return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  });
  return `<${kind}Gradient id="${id}" ${where}>${inside.join('')}</${kind}Gradient>`;
}

function stoneShape(id: string, colour: Colour): string {
  const [glow, body, edge, shade, lit] = GLASS[colour];
  const name = `${id}-${colour}`;
  const mark = MARKS[colour];
  const glass =
    `<ellipse cx="5" cy="8" rx="38" ry="36" fill="url(#${id}-shadow)"/>` +
    `<circle r="33" fill="url(#${name}-glass)" stroke="${edge}" stroke-width="1.5"/>`;
  return (
    gradient('radial', `${name}-glass`, 'cx=".6" cy=".68" r=".72"', `0 ${glow}`, `.5 ${body}`, `1 ${edge}`) +
    gradient('linear', `${name}-cut`, 'x2=".6" y2="1"', `0 ${shade}`, `.6 ${lit}`) +
    `<g id="${name}-plain">${glass}${gloss(id)}</g>` +
    `<g id="${name}-small"><circle r="36" fill="url(#${name}-glass)" stroke="${edge}" stroke-width="3"/>` +
    `<path d="${mark}" fill="url(#${name}-cut)"/>${shine(id)}</g>` +
    `<g id="${name}">${glass}<path d="${mark}" transform="translate(.9 1.1)" fill="${glow}"/>` +
    `<path d="${mark}" transform="translate(-.9 -1.1)" fill="${edge}"/><path d="${mark}" fill="url(#${name}-cut)"/>` +
    `${gloss(id)}</g>`
  );
}

/** Light on the glass. */
const shine = (id: string): string =>
  `<ellipse rx="15" ry="7.5" transform="translate(-13.5 -19)rotate(-36)" fill="url(#${id}-shine)"/>`;
const gloss = (id: string): string =>
  shine(id) +
  '<path d="M29 5A29.4 29.4 0 0 1 5 29Q17 27.5 22 22 27.5 17 29 5z" fill="#fff" opacity=".45"/>' +
  '<circle r="32.2" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1.2"/>';

/** Battlements at these angles of the crown (90 is nearest): of each its top and the faces turned to the viewer. */
function merlons(id: string, angles: readonly number[]): string {
  const beech = `url(#${id}-beech)`;
  const shape = (points: readonly Point[]) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`;
  let parts = '';
  for (const angle of angles) {
    const around: Point[] = [
      [33, angle - 19],
      [33, angle + 19],
      [23, angle + 19],
      [23, angle - 19],
    ];
    const foot = around.map(([radius, degrees]): Point => {
      const at = (degrees * Math.PI) / 180;
      return [radius * Math.cos(at), radius * 0.48 * Math.sin(at) - 25];
    });
    const fills = [beech, '#a36a33', beech, '#ecc98f'];
    foot.forEach(([x1, y1], k) => {
      const [x2, y2] = foot[(k + 1) % 4]!;
      if (x2 < x1) {
        const face: Point[] = [
          [x1, y1],
          [x2, y2],
          [x2, y2 - 12],
          [x1, y1 - 12],
        ];
        parts += `<path d="${shape(face)}" fill="${fills[k]}"/>`;
      }
    });
    parts += `<path d="${shape(foot.map(([x, y]): Point => [x, y - 12]))}" fill="${CREAM}"/>`;
  }
  return `<g stroke="${EDGE}" stroke-width="1.4" stroke-linejoin="round">${parts}</g>`;
}

function towerShapes(id: string): string {
  const body =
    'M-35 20A35 17 0 0 0 35 20V14C35 8 29 7 27 1 24-6 23-11 25-17 27-21 32-20 32-25' +
    'H-32C-32-20-27-21-25-17-23-11-24-6-27 1-29 7-35 8-35 14z';
  const turned = 'M-35 14A35 17 0 0 0 35 14M-28 4A28 13.5 0 0 0 28 4M-25-16A25 12 0 0 0 25-16';
  const low =
    `<ellipse cx="8" cy="20" rx="45" ry="27" fill="url(#${id}-shadow)"/>` +
    `<path d="${body}" fill="url(#${id}-beech)" stroke="${EDGE}" stroke-width="1.6" stroke-linejoin="round"/>` +
    `<path d="${turned}" fill="none" stroke="${EDGE}" stroke-opacity=".6" stroke-width="1.4"/>` +
    `<path d="${turned}" transform="translate(0 1.6)" fill="none" stroke="#fff3d6" stroke-opacity=".55"/>` +
    `<ellipse cy="-25" rx="32" ry="15.4" fill="${CREAM}" stroke="${EDGE}" stroke-width="1.4"/>` +
    `<ellipse cy="-25" rx="23" ry="11" fill="#6b3f19" stroke="${EDGE}"/><ellipse cx="2" cy="-22" rx="18" ry="7" fill="#93602e"/>`;
  return (
    gradient(
      'linear',
      `${id}-beech`,
      'gradientUnits="userSpaceOnUse" x1="-35" x2="35"',
      '0 #c08a4c',
      '.3 #f8dfb0',
      '.62 #d9a667',
      '1 #7d4a20',
    ) +
    `<g id="${id}-tower-low">${low}${merlons(id, [210, 270, 330])}</g>` +
    `<g id="${id}-tower-high">${merlons(id, [30, 90, 150])}</g>`
  );
}

/** Stones `ID-blue`, without their mark `ID-blue-plain`, simple ones `ID-blue-small`, and the two halves of a tower; `drawn` puts them together. */
export function pieceShapes(id: string): string {
  return (
    gradient('radial', `${id}-shadow`, '', '0 #1a0c02 .7', '.7 #1a0c02 .4', '1 #1a0c02 0') +
    gradient('radial', `${id}-shine`, '', '0 #fff .95', '1 #fff .05') +
    COLOURS.map((colour) => stoneShape(id, colour)).join('') +
    towerShapes(id)
  );
}

/** A stone, with a letter instead of its mark if asked for. */
function stoneDrawn(id: string, colour: Colour, hasLetter: boolean): string {
  if (!hasLetter) return `<use href="#${id}-${colour}"/>`;
  return (
    `<use href="#${id}-${colour}-plain"/><text y="11.5" text-anchor="middle" font-size="33" font-weight="800" ` +
    `fill="${colour === 'yellow' ? '#2e1a00' : '#fff'}">${colour[0]!.toUpperCase()}</text>`
  );
}

/** Many stones in a row, as small pictures of their own and of few elements each. */
export function stonesDrawn(id: string, colours: readonly Colour[], hasLetter: boolean): string {
  const stone = (colour: Colour) => (hasLetter ? stoneDrawn(id, colour, true) : `<use href="#${id}-${colour}-small"/>`);
  return colours.map((colour) => `<svg viewBox="-40 -40 80 80" aria-hidden="true">${stone(colour)}</svg>`).join('');
}

/** A piece around the origin. Few elements each: it is what a full board costs. */
export function drawn(
  id: string,
  piece: { kind: 'stone' | 'tower'; colour: Colour | null },
  hasLetter: boolean,
): string {
  const stone = piece.colour ? stoneDrawn(id, piece.colour, hasLetter) : '';
  if (piece.kind === 'stone') return stone;
  const top = stone && `<g transform="translate(0 -40)scale(.74)">${stone}</g>`;
  return `<use href="#${id}-tower-low"/>${top}<use href="#${id}-tower-high"/>`;
}

/** The board: a dark rim with facets, a lighter field with grain, and the circles, which a turn leaves where they are. */
export function wood(id: string): string {
  const outer = hexagon(RIM);
  const inner = hexagon(FIELD);
  const far = corners(RIM);
  const near = corners(FIELD);
  let facets = '';
  for (let k = 0; k < 6; k++) {
    const lit = -Math.sin((k * Math.PI) / 3 + Math.PI / 6 + 0.5); // light falls from the upper left
    const shape = [near[k]!, near[(k + 1) % 6]!, far[(k + 1) % 6]!, far[k]!].map(([x, y]) => `${round(x)} ${round(y)}`);
    facets += `<path d="M${shape.join('L')}z" fill="${lit > 0 ? '#ffd9a0' : '#000'}" opacity="${(Math.abs(lit) * 0.22).toFixed(2)}"/>`;
  }
  return (
    `<g stroke-linejoin="round"><path d="${outer}" transform="translate(0 10)" fill="#2b1506" stroke="#2b1506" stroke-width="20"/>` +
    `<path d="${outer}" fill="#6f3f1a" stroke="#3b1e0a" stroke-width="22"/>` +
    `<path d="${outer}" fill="url(#${id}-rim)" stroke="url(#${id}-rim)" stroke-width="18"/>${facets}` +
    `<path d="${[337, 343, 351, 357].map(hexagon).join('')}" fill="none" stroke="#2f1706" stroke-opacity=".18" stroke-width="1.6"/>` +
    `<path d="${inner}" fill="url(#${id}-field)" stroke="#341a07" stroke-width="5"/></g>` +
    `<g clip-path="url(#${id}-edge)" fill="none">${grain()}</g>` +
    `<path d="${inner}" fill="none" stroke="#f0c98d" stroke-opacity=".55" stroke-width="1.5"/>${circles(id)}`
  );
}

function circles(id: string): string {
  const centres = CELLS.map((cell) => centre(cell).map(round));
  const lit = centres.map(([x, y]) => `M${x! - RADIUS} ${y! + 1.5}a${RADIUS} ${RADIUS} 0 0 0 ${2 * RADIUS} 0`);
  return (
    `<path d="${lit.join('')}" fill="none" stroke="#ffe2ad" stroke-opacity=".5"/><g fill="url(#${id}-hole)" stroke="#4a260b" stroke-width="1.5">` +
    centres.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${RADIUS - 1}"/>`).join('') +
    '</g>'
  );
}

/** What `wood` refers to. */
export function woodShapes(id: string): string {
  return (
    gradient('linear', `${id}-rim`, 'x2=".7" y2="1"', '0 #8d5628', '.5 #754319', '1 #5a3113') +
    gradient('radial', `${id}-field`, 'cx=".4" cy=".3" r=".8"', '0 #e2ad6b', '.6 #cd9050', '1 #ae7035') +
    gradient('linear', `${id}-hole`, 'x2=".5" y2="1"', '0 #663814', '.45 #9a612c', '1 #c58a4b') +
    `<clipPath id="${id}-edge"><path d="${hexagon(FIELD)}"/></clipPath>`
  );
}

/** Year rings: waving lines that part around two knots. */
function grain(): string {
  const knots = [
    [-135, -84, 34],
    [190, 124, 26],
  ] as const;
  const [left, stride, points] = [-350, 88, 9];
  const height = (base: number, k: number) => {
    const x = left + stride * k;
    let wave = 5 * Math.sin(x / 130 + base / 90) + 3 * Math.sin(x / 57 + base / 31);
    for (const [x0, y0, size] of knots) {
      const push = size * Math.exp(-(((x - x0) / 95) ** 2) - Math.abs(base - y0) / 60);
      wave += base > y0 ? push : -push;
    }
    return base + wave;
  };
  const line = (base: number) => {
    const heights = Array.from({ length: points + 1 }, (_, k) => height(base, k));
    let path = `M${left} ${Math.round(heights[0]!)}`;
    for (let k = 1; k < points; k++) {
      const [x, y] = [left + stride * k, heights[k]!];
      const slope = (heights[k + 1]! - heights[k - 1]!) / 6;
      path += `S${Math.round(x - stride / 3)} ${Math.round(y - slope)} ${Math.round(x)} ${Math.round(y)}`;
    }
    return path;
  };
  const bases = Array.from({ length: 43 }, (_, i) => -288 + 13.7 * i + 5 * Math.sin(i * 2.4));
  const strokes = [
    ['#7a4516', 0.2, 1.3],
    ['#5e300c', 0.15, 2.6],
    ['#ffdca0', 0.2, 2],
  ] as const;
  return strokes
    .map(([colour, opacity, width], at) => {
      const path = bases.filter((_, i) => i % 3 === at).map(line);
      return `<path d="${path.join('')}" stroke="${colour}" opacity="${opacity}" stroke-width="${width}"/>`;
    })
    .join('');
}
