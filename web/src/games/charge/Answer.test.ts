import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LegalAction } from '../panel';
import Answer from './Answer.svelte';
import type { View } from './view';

afterEach(cleanup);

const yielding: LegalAction = { action: 'yield', verb: 'yield', targets: [] };
const holding: LegalAction = { action: 'hold', verb: 'hold', targets: [] };

function show(legal: LegalAction[], hold: number | null, target = 'f4') {
  const onverb = vi.fn();
  const view = {
    turn: 0,
    charge: { from: 'd4', target, strength: 2, owed: 0, support: [], linked: false },
    price: { yield: 1, hold },
  } as unknown as View;
  render(Answer, { view, legal, verb: null, names: ['Ada', 'Cem'], turned: 0, onverb });
  return onverb;
}

describe('Hold or yield', () => {
  it('says what each answer costs and what follows', async () => {
    const onverb = show([yielding, holding], 2);
    await fireEvent.click(
      screen.getByRole('button', { name: /^Hold f4 Pay 2 supporting stones; the charger is lost/ }),
    );
    await fireEvent.click(screen.getByRole('button', { name: /^Yield f4 Lose 1 stone/ }));
    expect(onverb.mock.calls).toEqual([['hold'], ['yield']]);
  });

  it('tells why one cannot hold, and offers it not', () => {
    show([yielding], null);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText('Too few stones support it.')).toBeTruthy();
  });

  it('stands on the half of the board that the charge leaves free', () => {
    show([yielding], null, 'g5');
    expect(screen.getByRole('region').classList).toContain('below');
    cleanup();
    show([yielding], null, 'a2');
    expect(screen.getByRole('region').classList).not.toContain('below');
  });
});
