import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Row from './Row.svelte';
import type { View } from './view';

afterEach(cleanup);

const view = (phase: 'turn' | 'row'): View => ({
  seats: 2,
  options: {},
  gone: [],
  to_move: 0,
  board: '..../...../....../......./....../...../....',
  row: 'bygrb',
  scores: [0, 0],
  start: 0,
  quiet: 0,
  phase,
  sight: {},
  reserve: [4, 4],
});

describe('the Selection Row', () => {
  it('lets people take the stones at its ends', async () => {
    const onpick = vi.fn();
    const open = new Map([
      ['end:L', ['stone']],
      ['end:R', ['stone']],
    ]);
    render(Row, { view: view('turn'), open, picked: ['end:L'], letters: false, onpick });
    const left = screen.getByRole('button', { name: 'Left end of the Row: blue stone' });
    expect(left.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(screen.getByRole('button', { name: 'Right end of the Row: blue stone' }));
    expect(onpick).toHaveBeenCalledExactlyOnceWith('end:R');
    expect(screen.getAllByRole('button')).toHaveLength(2);
  });

  it('opens a gap between any two stones once an end is taken, one stop for Tab, walked with arrows', async () => {
    const onpick = vi.fn();
    const open = new Map([1, 2, 3, 4].map((place) => [`row:${place}`, ['insert']]));
    render(Row, { view: view('row'), open, picked: ['end:L'], letters: false, onpick });
    const first = screen.getByRole('button', { name: 'Gap 2: between a yellow and a green stone' });
    first.focus();
    await fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Gap 3: between a green and a red stone');
    await fireEvent.click(document.activeElement!);
    expect(onpick).toHaveBeenCalledExactlyOnceWith('row:2');
    await fireEvent.click(screen.getByRole('button', { name: 'Beyond the right end of the Row' }));
    expect(onpick).toHaveBeenLastCalledWith('row:4');
  });

  it('counts gaps from the other side for the right end', async () => {
    const onpick = vi.fn();
    const open = new Map([0, 1, 2, 3].map((place) => [`row:${place}`, ['insert']]));
    render(Row, { view: view('row'), open, picked: ['end:R'], letters: false, onpick });
    await fireEvent.click(screen.getByRole('button', { name: 'Gap 2: between a yellow and a green stone' }));
    expect(onpick).toHaveBeenCalledExactlyOnceWith('row:2');
  });

  it('draws the same stones at the same places while one inserts', () => {
    const drawn = () => document.querySelectorAll('.stones > svg').length;
    render(Row, { view: view('turn'), open: new Map(), picked: [], letters: false, onpick: vi.fn() });
    expect(drawn()).toBe(3);
    cleanup();
    const open = new Map([['row:2', ['insert']]]);
    render(Row, { view: view('row'), open, picked: ['end:L'], letters: false, onpick: vi.fn() });
    expect(drawn()).toBe(3);
  });

  it('counts the colours left and says how long it is until the end', () => {
    render(Row, { view: { ...view('turn'), quiet: 3 }, open: new Map(), picked: [], letters: false, onpick: vi.fn() });
    expect(screen.getByRole('img', { name: 'Left in the Row: 2 blue, 1 yellow, 1 green and 1 red' })).toBeTruthy();
    expect(screen.getByText(/1 yellow stone to go.* after 12 turns without a stone \(3 so far\)/)).toBeTruthy();
  });
});
