import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LegalAction } from '../panel';
import { untouched } from '../panel.samples';
import Board from './Board.svelte';
import type { City, View } from './view';

afterEach(cleanup);

const city = (line: City['line'], more: Partial<City> = {}): City => ({
  line,
  hand: { count: 2, known: [] },
  keep: [],
  forts: {},
  garrisons: {},
  tricks: [],
  captured: [],
  ...more,
});
const view = (phase: View['phase']): View => ({
  seats: 2,
  gone: [],
  options: {},
  to_move: 0,
  phase,
  year: 1,
  dealer: 1,
  initiator: 0,
  next_initiator: null,
  trick: [],
  tricks_won: [0, 0],
  deck: { count: 36, known: [] },
  discard: { count: 0, known: [] },
  attack: null,
  attacked: [],
  barred: [],
  void: [[], []],
  hidden: [],
  cities: [city('S', { hand: ['9H', 'KS'], keep: ['KS'] }), city('C', { forts: { H: '4H' } })],
});

function show(phase: View['phase'], legal: LegalAction[], picked: string[] = []) {
  const onpick = vi.fn();
  render(Board, {
    view: view(phase),
    seat: 0,
    legal,
    ...untouched,
    picked,
    overlays: new Set(['calendar', 'story']),
    names: ['Ada', 'Cem'],
    onpick,
    onrefuse: vi.fn(),
  });
  return onpick;
}

describe('Siege on the page', () => {
  it('attacks a quarter by pointing at it', async () => {
    const onpick = show('spring', [{ action: 'attack 1 H', verb: 'attack', targets: ['seat:1', 'suit:H'] }]);
    const wall = within(screen.getByRole('region', { name: 'City of Cem' })).getByRole('button', {
      name: /^North wall/,
    });
    expect(wall.textContent).toContain('North wall, holds 4 of Hearts, can be attacked');
    await fireEvent.click(wall);
    expect(onpick).toHaveBeenCalledExactlyOnceWith('seat:1', 'suit:H');
  });

  it('asks about a quarter that cannot be attacked, with the same two targets', async () => {
    const onpick = show('spring', [{ action: 'attack 1 H', verb: 'attack', targets: ['seat:1', 'suit:H'] }]);
    const wall = within(screen.getByRole('region', { name: 'City of Cem' })).getByRole('button', {
      name: /^South wall/,
    });
    expect(wall.textContent).not.toContain('can be attacked');
    await fireEvent.click(wall);
    expect(onpick).toHaveBeenCalledExactlyOnceWith('seat:1', 'suit:S');
  });

  it('tells a royal of the Keep from its twin in the hand', async () => {
    const onpick = show('defend', [
      { action: 'defend KS hand', verb: 'defend', targets: ['card:KS', 'place:hand'] },
      { action: 'defend KS keep', verb: 'defend', targets: ['card:KS', 'place:keep'] },
    ]);
    await fireEvent.click(screen.getByRole('button', { name: 'King of Spades, can be played' }));
    await fireEvent.click(screen.getByRole('button', { name: 'King of Spades' }));
    expect(onpick.mock.calls).toEqual([
      ['card:KS', 'place:hand'],
      ['card:KS', 'place:keep'],
    ]);
  });

  it.each(['setup', 'autumn', 'spring', 'summer'] as const)('says once what the season is about: %s', (phase) => {
    show(phase, []);
    expect(screen.getAllByText(/on the matching wall|Four tricks|Attack other cities|into free places/)).toHaveLength(
      1,
    );
  });

  it('puts a picked card on its own side', async () => {
    const onpick = show(
      'summer',
      [{ action: 'stow 9H fort', verb: 'stow', targets: ['card:9H', 'place:fort'] }],
      ['card:9H'],
    );
    const own = within(screen.getByRole('region', { name: 'City of Ada' }));
    await fireEvent.click(own.getByRole('button', { name: /^North wall/ }));
    expect(onpick).toHaveBeenCalledExactlyOnceWith('card:9H', 'place:fort');
  });

  it('refuses a card on another side in words, where it was put', async () => {
    const onpick = show(
      'summer',
      [{ action: 'stow 9H fort', verb: 'stow', targets: ['card:9H', 'place:fort'] }],
      ['card:9H'],
    );
    const own = within(screen.getByRole('region', { name: 'City of Ada' }));
    await fireEvent.click(own.getByRole('button', { name: /^East wall/ }));
    expect(onpick).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').closest('[data-spot]')?.getAttribute('data-spot')).toBe('fort:D');
  });

  it('offers the royals that can be taken as prize beside the cities', async () => {
    const onpick = show('prize', [{ action: 'prize KC', verb: 'prize', targets: ['card:KC'] }]);
    const prizes = within(screen.getByRole('region', { name: 'Take a royal as prize' }));
    await fireEvent.click(prizes.getByRole('button', { name: 'King of Clubs' }));
    expect(onpick).toHaveBeenCalledExactlyOnceWith('card:KC');
  });

  it('walks over a city with the arrow keys', async () => {
    show('summer', []);
    const own = within(screen.getByRole('region', { name: 'City of Ada' }));
    const keep = own.getByRole('button', { name: /^Keep/ });
    keep.focus();
    await fireEvent.keyDown(keep, { key: 'ArrowUp' });
    expect(document.activeElement?.textContent).toContain('North wall');
    await fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toContain('North garrison');
    await fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toContain('North garrison');
  });
});
