import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Row from './Row.svelte';
import type { View } from './view';

afterEach(cleanup);

const view = (phase: 'turn' | 'row'): View => ({
  seats: 2,
  to_move: 0,
  board: '..../...../....../......./....../...../....',
  row: 'bygrb',
  scores: [0, 0],
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

  it('offers every place after a move, one stop for Tab, walked with arrows', async () => {
    const onpick = vi.fn();
    const open = new Map([1, 2, 3, 4].map((place) => [`row:${place}`, ['insert']]));
    render(Row, { view: view('row'), open, picked: ['end:L'], letters: false, onpick });
    const first = screen.getByRole('button', { name: /^Place 0 of the Row/ });
    first.focus();
    await fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Place 1 of the Row, where a yellow stone lies');
    await fireEvent.click(document.activeElement!);
    expect(onpick).toHaveBeenCalledExactlyOnceWith('row:1');
  });
});
