import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import HexBoard from './HexBoard.svelte';
import { stone } from './pieces';

afterEach(cleanup);

const board = (more: Record<string, unknown> = {}) =>
  render(HexBoard, { label: 'Board', pieces: { d4: stone('blue') }, describe: (cell: string) => `${cell}!`, ...more });

describe('the board on a page', () => {
  it('has a button for each circle, named as told', () => {
    board();
    expect(screen.getAllByRole('button')).toHaveLength(37);
    expect(screen.getByRole('button', { name: 'd4!' })).toBeTruthy();
  });

  it('is one stop for Tab, at the first open circle', () => {
    board({ marks: { c3: 'dot', b2: 'dot' } });
    const stops = screen.getAllByRole('button').filter((each) => each.tabIndex === 0);
    expect(stops.map((each) => each.getAttribute('aria-label'))).toEqual(['c3!']);
  });

  it('moves the focus along the lines with the keys', async () => {
    board({ marks: { d4: 'dot' } });
    const from = screen.getByRole('button', { name: 'd4!' });
    from.focus();
    await fireEvent.keyDown(from, { key: 'ArrowUp' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('e4!');
    expect((document.activeElement as HTMLElement).tabIndex).toBe(0);
    expect(from.tabIndex).toBe(-1);
  });

  it('says which circle was picked, open or not', async () => {
    const onpick = vi.fn();
    board({ onpick, marks: { d5: 'dot' }, picked: ['d5'] });
    await fireEvent.click(screen.getByRole('button', { name: 'd5!' }));
    await fireEvent.click(screen.getByRole('button', { name: 'a1!' }));
    expect(onpick.mock.calls).toEqual([['d5'], ['a1']]);
    expect(screen.getByRole('button', { name: 'd5!' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('is a picture without buttons when it is still', () => {
    board({ still: true });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('img', { name: 'Board' })).toBeTruthy();
  });

  it('reads its rows from the far one down, also when turned', () => {
    board({ turned: 3 });
    const names = screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'));
    expect(names.slice(0, 4)).toEqual(['a4!', 'a3!', 'a2!', 'a1!']);
  });

  it('draws the pieces that a line puts down, numbered, and crosses what only goes', () => {
    const steps = [
      { placed: { d4: { kind: 'tower', colour: 'blue' } }, leaving: [], moved: null },
      { placed: { d7: { kind: 'stone', colour: 'yellow' } }, leaving: [], moved: ['d5', 'd7'] },
      { placed: {}, leaving: ['a1'], moved: null },
    ];
    const { container } = board({ steps });
    expect([...container.querySelectorAll('.number text')].map((one) => one.textContent)).toEqual(['1', '2', '3']);
    const ghosts = [...container.querySelectorAll('.ghost')];
    expect(ghosts.map((one) => one.getAttribute('data-step'))).toEqual(['1', '2']);
    expect(ghosts.every((one) => one.querySelector('use'))).toBe(true);
    expect(container.querySelectorAll('.goes[data-step="3"], .line.arrow')).toHaveLength(2);
  });
});
