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
    see: (other: Partial<City>, more: Partial<View> = {}) => rerender({ view: { ...view(other), ...more } }),
  };
}

const own = () => within(screen.getByRole('region', { name: 'City of Ada' }));
const status = () => screen.getByRole('status').textContent;
const lift = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const open = (thing: string, at: string, ...to: string[]) => ({ thing, at, to });
/** All that is lit. */
const lit = () =>
  [...document.querySelectorAll('[data-spot].open')].map((place) => place.getAttribute('data-spot')).sort();
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

  it('lights what the server told for the card that is picked, and nothing else', async () => {
    const { judge } = show();
    await judge({ ok: true, open: [open('8S', 'hand', 'garrison:S', 'keep'), open('3D', 'hand', 'discard')] });
    expect(lit()).toEqual([]);
    await lift('Move 8 of Spades, hand');
    expect(lit()).toEqual(['garrison:S', 'keep']); // as told, also what the rules would not let be
    await lift('Move 3 of Diamonds, hand');
    expect(lit()).toEqual(['discard']);
  });

  it('tells alike cards apart by where they lie', async () => {
    const { judge } = show({ garrisons: { S: ['4S'] } });
    await judge({ ok: true, open: [open('4S', 'fort:S', 'hand'), open('4S', 'garrison:S', 'hand', 'discard')] });
    await lift('Move 4 of Spades, South wall');
    expect(lit()).toEqual(['hand']);
  });

  it('lights nothing while the answer is on its way', async () => {
    const { judge } = show();
    await lift('Move 8 of Spades, hand');
    expect(lit()).toEqual([]);
    const told = [open('8S', 'hand', 'garrison:S'), open('3D', 'hand', 'fort:D')];
    await judge({ ok: true, open: told });
    expect(lit()).toEqual(['garrison:S']);
    await fireEvent.click(own().getByRole('button', { name: /^South garrison/ }));
    await lift('Move 3 of Diamonds, hand');
    expect(lit()).toEqual([]);
    await judge({ ok: true, open: [open('3D', 'hand', 'discard')] });
    expect(lit()).toEqual(['discard']);
  });

  it('puts a card where nothing is lit all the same: the server says why not', async () => {
    const { judge, onarrange } = show({ hand: ['JK', '8S'] });
    await judge({ ok: true, open: [open('8S', 'hand', 'discard')] });
    await lift('Move joker, hand');
    await fireEvent.click(screen.getByRole('button', { name: 'Put it here: discard pile' }));
    expect(asked(onarrange).discard).toEqual(['JK']);
    await judge({ ok: false, reason: 'A joker is given up last.', rule: 'S-31', open: null });
    expect(screen.getByRole('alert').closest('[data-spot]')?.getAttribute('data-spot')).toBe('discard');
    expect(screen.getByRole('button', { name: 'Move joker, hand' })).toBeTruthy();
  });

  it('says why a draft cannot stand, once the answer is there', async () => {
    const { judge } = show();
    expect(status()).toContain('Checking');
    await judge({ ok: false, reason: 'Six cards are left in your hand.', rule: 'S-30', open: [] });
    expect(status()).toContain('Six cards are left in your hand.');
    expect(document.querySelector('.held .full')).toBeTruthy();
    await judge({ ok: true, open: [] });
    expect(status()).toContain('This arrangement is allowed.');
    expect(document.querySelector('.held .full')).toBeNull();
  });

  it('takes back what cannot stand, and says why where it was dropped', async () => {
    const { judge } = show();
    await judge({ ok: true, open: [open('8S', 'hand', 'fort:S')] });
    await lift('Move 3 of Diamonds, hand');
    await fireEvent.click(own().getByRole('button', { name: /^North wall/ }));
    await judge({ ok: false, reason: 'The 3 of Diamonds does not belong to the North.', rule: 'S-27', open: null });
    const spot = screen.getByRole('alert').closest('[data-spot]');
    expect(spot?.getAttribute('data-spot')).toBe('fort:H');
    expect(screen.getByRole('alert').textContent).toContain('does not belong to the North');
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' })),
    );
    expect(status()).toContain('This arrangement is allowed.');
    await lift('Move 8 of Spades, hand');
    expect(lit()).toEqual(['fort:S']); // as before the step
  });

  it('takes back no more of several quick steps than it must', async () => {
    const { judge, onarrange } = show();
    await judge({ ok: true, open: [] });
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' }), { key: 'w' });
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 8 of Spades, hand' }), { key: 'k' });
    await judge({ ok: false, reason: 'The Keep takes royals.', rule: 'S-29', open: null });
    expect(asked(onarrange)).toMatchObject({ hand: ['8S'], keep: [], forts: { D: '3D' } });
    expect(status()).toContain('Checking');
    await judge({ ok: true, open: [open('3D', 'fort:D', 'hand')] });
    expect(screen.getByRole('alert').closest('[data-spot]')?.getAttribute('data-spot')).toBe('keep');
    await lift('Move 3 of Diamonds, East wall');
    expect(lit()).toEqual(['hand']);
  });

  it('leaves a step that the server lets stand, though more has to be done', async () => {
    const { judge } = show();
    await judge({ ok: true, open: [] });
    await fireEvent.keyDown(screen.getByRole('button', { name: 'Move 4 of Spades, South wall' }), { key: 'h' });
    await judge({ ok: false, reason: 'The Field has 6 cards.', rule: 'S-30', open: [] });
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
    const { judge } = show();
    await judge({ ok: true, open: [open('8S', 'hand', 'fort:S')] });
    const card = screen.getByRole('button', { name: 'Move 8 of Spades, hand' });
    await fireEvent.click(card);
    expect(card.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.keyDown(card, { key: 'Escape' });
    expect(card.getAttribute('aria-pressed')).toBe('false');
    expect(lit()).toEqual([]);
  });

  it('begins anew when the city has changed, and asks anew', async () => {
    const { onarrange, judge, see } = show();
    await judge({ ok: true, open: [] });
    await see({ hand: ['3D'], garrisons: { S: ['8S'] } });
    expect(screen.getByRole('button', { name: 'Move 8 of Spades, South garrison' })).toBeTruthy();
    expect(status()).toContain('Checking');
    expect(asked(onarrange).hand).toEqual(['3D']);
  });

  it('begins anew when a part of the Winter is over, and goes on when nothing has changed', async () => {
    const { onarrange, judge, see } = show();
    await judge({ ok: true, open: [open('8S', 'hand', 'fort:S')] });
    await lift('Move 8 of Spades, hand');
    await see({});
    expect(lit()).toEqual(['fort:S']);
    expect(onarrange).toHaveBeenCalledTimes(1);
    await see({}, { phase: 'stow' });
    expect(lit()).toEqual([]);
    expect(onarrange).toHaveBeenCalledTimes(2);
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
    const { onarrange, judge } = show();
    await judge({ ok: true, open: [open('3D', 'hand', 'fort:D')] });
    document.elementFromPoint = () => document.querySelector('[data-spot="fort:D"]');
    const card = screen.getByRole('button', { name: 'Move 3 of Diamonds, hand' });
    await fireEvent.pointerDown(card, { button: 0, clientX: 0, clientY: 0 });
    await fireEvent.pointerMove(window, { clientX: 40, clientY: 40 });
    expect(lit()).toEqual(['fort:D']);
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
