import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Bids from './Bids.svelte';
import type { View } from './view';

afterEach(cleanup);

const pile = { b: 2, y: 1, g: 0, r: 0 };
const view: View = {
  seats: 2,
  options: {},
  gone: [],
  board: '..../...../....../......./....../...../....',
  to_move: 0,
  piles: [pile, pile],
  scored: [0, 0],
  turn_tower: 0,
  phase: 'bid',
  bids: [null, null],
  held: [null, null],
  revealed: [null, null],
  matching: {},
};
const open = new Map(['-', 'b', 'y', 'bb'].map((bid) => [`bid:${bid}`, ['bid']]));
const show = (more: Record<string, unknown> = {}) => {
  const onpick = vi.fn();
  render(Bids, {
    view,
    seat: 0,
    names: ['Ada', 'Cem'],
    sealed: null,
    waiting: [0, 1],
    open,
    picked: [],
    letters: false,
    onpick,
    ...more,
  });
  return onpick;
};

describe('bids', () => {
  it('offers nothing, one or two of a colour, with what is left', async () => {
    const onpick = show();
    expect(within(screen.getByRole('group', { name: 'Your bid' })).getAllByRole('button')).toHaveLength(9);
    await fireEvent.click(screen.getByRole('button', { name: 'Bid two blue, 2 in your pile' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Bid nothing' }));
    expect(onpick.mock.calls).toEqual([['bid:bb'], ['bid:-']]);
  });

  it('names each bid in words beside its stones', () => {
    show();
    const choice = screen.getByRole('button', { name: 'Bid two blue, 2 in your pile' });
    expect(choice.textContent?.trim()).toBe('two blue');
    expect(choice.querySelectorAll('svg')).toHaveLength(2);
  });

  it('warns that the match ends when nobody bids', () => {
    show({ view: { ...view, scored: [2, 1] } });
    expect(screen.getByText(/If nobody bids a stone, the game ends at once, with towers at 2 : 1/)).toBeTruthy();
  });

  it('closes a fist around a secret bid, and opens it once it is shown', () => {
    show({ view: { ...view, bids: [null, '?'] }, waiting: [0] });
    expect(document.querySelectorAll('.fist.closed')).toHaveLength(1);
    cleanup();
    show({ view: { ...view, phase: 'place', held: ['b', null], revealed: ['b', '-'] }, open: new Map() });
    expect(document.querySelectorAll('.fist.closed')).toHaveLength(0);
    expect(screen.getByText('Has a blue stone to use')).toBeTruthy();
    expect(document.querySelectorAll('.fist.open .stones svg')).toHaveLength(1);
  });

  it('says who has bid and nothing of what', () => {
    show({ waiting: [0] });
    expect(screen.getByText('A bid, in a closed fist')).toBeTruthy();
    expect(screen.getByText('Has still to bid')).toBeTruthy();
  });

  it('shows the own sealed bid and offers no other', () => {
    show({ sealed: 'bid bb', waiting: [1], open: new Map() });
    expect(screen.getByText('Bid two blue, sealed until all bids are in')).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('shows the last bids once the game is over', () => {
    show({ view: { ...view, to_move: null, revealed: ['-', '-'] }, open: new Map(), waiting: [] });
    expect(screen.getAllByText('Bid nothing')).toHaveLength(2);
    expect(screen.queryByText('Has still to bid')).toBeNull();
  });
});
