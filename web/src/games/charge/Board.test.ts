import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { LegalAction } from '../panel';
import Board from './Board.svelte';
import type { View } from './view';

afterEach(cleanup);

const view: View = {
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
  groups: [],
  price: { yield: 1, hold: 2 },
};
const bare = (verb: string): LegalAction => ({ action: verb, verb, targets: [] });

function show(seat: number, more: Record<string, unknown> = {}) {
  const onverb = vi.fn();
  render(Board, {
    view,
    seat,
    legal: seat === 1 ? [bare('yield'), bare('hold')] : [],
    open: new Map(),
    picked: [],
    verb: null,
    preview: null,
    last: [],
    turned: 0,
    overlays: new Set<string>(),
    names: ['Ada', 'Cem'],
    story: [],
    arranged: null,
    onpick: vi.fn(),
    onrefuse: vi.fn(),
    onverb,
    ...more,
  });
  return onverb;
}

it('asks only the one who is charged, on the board', () => {
  show(1);
  expect(screen.getByRole('region', { name: 'Hold or yield' })).toBeTruthy();
  cleanup();
  show(0);
  expect(screen.queryByRole('region', { name: 'Hold or yield' })).toBeNull();
});

it('picks the answer of a hint once, and never plays it', () => {
  expect(show(1, { proposed: [bare('hold')] })).toHaveBeenCalledExactlyOnceWith('hold');
  cleanup();
  expect(show(1, { proposed: [bare('hold')], verb: 'hold' })).not.toHaveBeenCalled();
});
