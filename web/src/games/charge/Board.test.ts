import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { LegalAction } from '../panel';
import { untouched } from '../panel.samples';
import Board from './Board.svelte';
import { charged } from './samples';

afterEach(cleanup);

const view = { ...charged, groups: [], price: { yield: 1, hold: 2 } };
const bare = (verb: string): LegalAction => ({ action: verb, verb, targets: [] });

function show(seat: number, more: Record<string, unknown> = {}) {
  const onverb = vi.fn();
  render(Board, {
    view,
    seat,
    legal: seat === 1 ? [bare('yield'), bare('hold')] : [],
    ...untouched,
    names: ['Ada', 'Cem'],
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
