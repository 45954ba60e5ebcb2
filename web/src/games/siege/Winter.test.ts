import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { City } from './view';
import Winter from './Winter.svelte';

const city: City = {
  line: 'S',
  hand: ['3D', '8S'],
  keep: [],
  forts: { S: '4S' },
  garrisons: {},
  tricks: [],
  captured: [],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a Winter by keys', () => {
  it('asks about the draft after each change and hands it over at the end', async () => {
    const onarrange = vi.fn();
    render(Winter, { city, arranged: null, onarrange });
    await fireEvent.click(screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Put it here: East wall' }));
    vi.advanceTimersByTime(1000);
    const wanted = { hand: ['8S'], keep: [], forts: { S: '4S', D: '3D' }, garrisons: {}, discard: [] };
    expect(onarrange).toHaveBeenLastCalledWith(wanted, false);
    await fireEvent.click(screen.getByRole('button', { name: 'Finish Winter' }));
    expect(onarrange).toHaveBeenLastCalledWith(wanted, true);
  });

  it('asks nothing more once it is handed over', async () => {
    const onarrange = vi.fn();
    render(Winter, { city, arranged: null, onarrange });
    await fireEvent.click(screen.getByRole('button', { name: 'Finish Winter' }));
    vi.advanceTimersByTime(1000);
    expect(onarrange).toHaveBeenCalledTimes(1);
  });

  it('says why a draft cannot stand, once the answer is there', async () => {
    const { rerender } = render(Winter, { city, arranged: null, onarrange: vi.fn() });
    expect(screen.getByRole('status').textContent).toContain('Asking');
    vi.advanceTimersByTime(1000);
    await rerender({ arranged: { ok: false, reason: 'Six cards are left in your hand.', rule: 'S-30' } });
    expect(screen.getByRole('status').textContent).toContain('Six cards are left in your hand.');
    await rerender({ arranged: { ok: true } });
    expect(screen.getByRole('status').textContent).toContain('This can stand.');
  });

  it('sends the card in focus to its own side by a letter, and the focus goes along', async () => {
    const onarrange = vi.fn();
    render(Winter, { city, arranged: null, onarrange });
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 8 of Spades, hand' }), { key: 'g' });
    vi.advanceTimersByTime(1000);
    expect(onarrange).toHaveBeenLastCalledWith(
      { hand: ['3D'], keep: [], forts: { S: '4S' }, garrisons: { S: ['8S'] }, discard: [] },
      false,
    );
    await vi.runAllTimersAsync();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move 8 of Spades, South garrison');
  });

  it('drops a pick on Escape', async () => {
    render(Winter, { city, arranged: null, onarrange: vi.fn() });
    const card = screen.getByRole('button', { name: 'Move 8 of Spades, hand' });
    await fireEvent.click(card);
    expect(card.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.keyDown(card, { key: 'Escape' });
    expect(card.getAttribute('aria-pressed')).toBe('false');
    expect(screen.queryByRole('button', { name: /Put it here/ })).toBeNull();
  });

  it('begins anew when the city has changed, and asks anew', async () => {
    const onarrange = vi.fn();
    const { rerender } = render(Winter, { city, arranged: null, onarrange });
    vi.advanceTimersByTime(1000);
    await rerender({ arranged: { ok: true } });
    await rerender({ city: { ...city, hand: ['3D'], garrisons: { S: ['8S'] } } });
    expect(screen.getByRole('button', { name: 'Move 8 of Spades, South garrison' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('Asking');
    vi.advanceTimersByTime(1000);
    expect(onarrange.mock.lastCall?.[0].hand).toEqual(['3D']);
  });

  it('does not take the answer about another draft for one about this', async () => {
    const { rerender } = render(Winter, { city, arranged: null, onarrange: vi.fn() });
    vi.advanceTimersByTime(1000);
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 8 of Spades, hand' }), { key: 'd' });
    await rerender({ arranged: { ok: true } });
    expect(screen.getByRole('status').textContent).toContain('Asking');
  });
});
