import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Arranged, LegalAction } from '../panel';
import { untouched } from '../panel.samples';
import Board from './Board.svelte';
import type { City, View } from './view';

const city: City = {
  line: 'S',
  hand: ['3D', '8S'],
  keep: [],
  forts: { S: '4S' },
  garrisons: {},
  tricks: [],
  captured: [],
};
const view = (mine: Partial<City> = {}): View => ({
  seats: 2,
  gone: [],
  options: {},
  to_move: 0,
  phase: 'recall',
  year: 1,
  dealer: 1,
  initiator: 0,
  next_initiator: null,
  trick: [],
  tricks_won: [2, 2],
  deck: { count: 36, known: [] },
  discard: { count: 0, known: [] },
  attack: null,
  attacked: [],
  barred: [],
  void: [[], []],
  hidden: [],
  cities: [
    { ...city, ...mine },
    { ...city, hand: { count: 3, known: [] }, forts: {} },
  ],
});

afterEach(cleanup);

function show(mine: Partial<City> = {}) {
  const onarrange = vi.fn();
  const shown = {
    view: view(mine),
    seat: 0,
    legal: [],
    ...untouched,
    names: ['Ada', 'Cem'],
    onpick: vi.fn(),
    onrefuse: vi.fn(),
    onarrange,
  };
  const { rerender } = render(Board, shown);
  return {
    onarrange,
    judge: (arranged: Arranged) => rerender({ arranged }),
    propose: (...proposed: LegalAction[]) => rerender({ proposed }),
    see: (other: Partial<City>) => rerender({ view: view(other) }),
  };
}

const own = () => within(screen.getByRole('region', { name: 'City of Ada' }));
const status = () => screen.getByRole('status').textContent;
const lift = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const asked = (onarrange: ReturnType<typeof vi.fn>) => onarrange.mock.lastCall?.[0];

describe('a Winter in the city itself', () => {
  it('asks about the draft after each change and hands it over at the end', async () => {
    const { onarrange } = show();
    await lift('Move 3 of Diamonds, hand');
    await fireEvent.click(own().getByRole('button', { name: /^East wall/ }));
    const wanted = { hand: ['8S'], keep: [], forts: { S: '4S', D: '3D' }, garrisons: {}, discard: [] };
    expect(onarrange).toHaveBeenLastCalledWith(wanted, false);
    await fireEvent.click(screen.getByRole('button', { name: 'Finish Winter' }));
    expect(onarrange).toHaveBeenLastCalledWith(wanted, true);
  });

  it('lights the places of the side of the card that is picked', async () => {
    show();
    await lift('Move 8 of Spades, hand');
    const lit = [...document.querySelectorAll('.place.open')].map((place) => place.getAttribute('data-spot'));
    expect(lit).toEqual(['garrison:S', 'fort:S']); // the Keep takes only royals
  });

  it('says why a draft cannot stand, once the answer is there', async () => {
    const { judge } = show();
    expect(status()).toContain('Checking');
    await judge({ ok: false, reason: 'Six cards are left in your hand.', rule: 'S-30' });
    expect(status()).toContain('Six cards are left in your hand.');
    await judge({ ok: true });
    expect(status()).toContain('This arrangement is allowed.');
  });

  it('takes back what cannot stand, and says why where it was dropped', async () => {
    const { judge } = show();
    await judge({ ok: true });
    await lift('Move 3 of Diamonds, hand');
    await fireEvent.click(own().getByRole('button', { name: /^North wall/ }));
    await judge({ ok: false, reason: 'The 3 of Diamonds does not belong to the North.', rule: 'S-27' });
    const spot = screen.getByRole('alert').closest('[data-spot]');
    expect(spot?.getAttribute('data-spot')).toBe('fort:H');
    expect(screen.getByRole('alert').textContent).toContain('does not belong to the North');
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' })),
    );
    expect(status()).toContain('This arrangement is allowed.');
  });

  it('leaves a step that only makes the hand too full', async () => {
    const { judge } = show();
    await judge({ ok: true });
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 4 of Spades, South wall' }), { key: 'h' });
    await judge({ ok: false, reason: 'The Field has 6 cards.', rule: 'S-30' });
    expect(screen.getByRole('button', { name: 'Move 4 of Spades, hand' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends the card in focus to its own side by a letter, and the focus goes along', async () => {
    const { onarrange } = show();
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 8 of Spades, hand' }), { key: 'g' });
    expect(asked(onarrange).garrisons).toEqual({ S: ['8S'] });
    await vi.waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Move 8 of Spades, South garrison'),
    );
  });

  it('drops a pick on Escape', async () => {
    show();
    const card = screen.getByRole('button', { name: 'Move 8 of Spades, hand' });
    await fireEvent.click(card);
    expect(card.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.keyDown(card, { key: 'Escape' });
    expect(card.getAttribute('aria-pressed')).toBe('false');
    expect(document.querySelector('.place.open')).toBeNull();
  });

  it('begins anew when the city has changed, and asks anew', async () => {
    const { onarrange, judge, see } = show();
    await judge({ ok: true });
    await see({ hand: ['3D'], garrisons: { S: ['8S'] } });
    expect(screen.getByRole('button', { name: 'Move 8 of Spades, South garrison' })).toBeTruthy();
    expect(status()).toContain('Checking');
    expect(asked(onarrange).hand).toEqual(['3D']);
  });

  it('puts a hint into the draft and keeps the rest of it', async () => {
    const { onarrange, propose } = show();
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' }), { key: 'w' });
    await propose({ action: 'recall 4S fort', verb: 'recall', targets: ['card:4S', 'place:fort'] });
    expect(asked(onarrange)).toEqual({ hand: ['8S', '4S'], keep: [], forts: { D: '3D' }, garrisons: {}, discard: [] });
    await propose({ action: 'done', verb: 'done', targets: [] });
    expect(status()).toContain('leave everything as it stands');
  });

  it('drags a card to a place', async () => {
    const { onarrange } = show();
    document.elementFromPoint = () => document.querySelector('[data-spot="fort:D"]');
    const card = screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' });
    await fireEvent.pointerDown(card, { button: 0, clientX: 0, clientY: 0 });
    await fireEvent.pointerMove(window, { clientX: 40, clientY: 40 });
    expect(document.querySelector('[data-spot="fort:D"]')?.classList).toContain('open');
    await fireEvent.pointerUp(window);
    expect(asked(onarrange).forts).toEqual({ S: '4S', D: '3D' });
  });

  it('says at the Keep that three royals win', async () => {
    show({ keep: ['AS', 'KS'], hand: ['QS'] });
    expect(screen.getByText('2 of 3 royals')).toBeTruthy();
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move Queen of Spades, hand' }), { key: 'k' });
    const says = screen.getByText('Three royals: you win when you finish');
    expect(says.closest('[data-spot]')?.getAttribute('data-spot')).toBe('keep');
  });
});
