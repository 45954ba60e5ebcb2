/** A charge that Yellow has to answer, for tests. */
import type { View } from './view';

export const charged: View = {
  seats: 2,
  options: {},
  gone: [],
  board: 'B.../.b.../....../....yy./....../...../...Y',
  to_move: 1,
  turn: 0,
  supply: [10, 16],
  discard: [7, 1],
  stock: 7,
  alive: [true, true],
  phase: 'defend',
  budget: 1,
  moved: [],
  deployed: [],
  start: 0,
  quiet: 0,
  progress: true,
  passes: 0,
  leaving: [],
  out: [],
  charge: { from: 'd3', target: 'd5', strength: 2, owed: 0, support: ['d6'], linked: false },
  groups: [
    { seat: 0, cells: ['f4'], linked: true },
    { seat: 1, cells: ['d5', 'd6'], linked: false },
  ],
  price: { yield: 1, hold: null },
};
