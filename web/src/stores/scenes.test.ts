/** A table that shows what happens: the store with the scenes of the games. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { line, seatInfo, seatSync, sync, tableInfo, update } from '../api/samples';
import type { Event } from '../api/types';
import { panelOf } from '../games/panel';
import { learnWords } from '../text/sentences';
import { settings } from './settings.svelte';
import { TableStore } from './table.svelte';

const happened = (kind: string, args: Record<string, unknown>): Event => ({
  kind,
  args,
  rule: 'S-1',
  says: { code: 'said', args: { text: kind } },
});
const city = { line: 'H', hand: [], keep: [], forts: {}, garrisons: {}, tricks: [], captured: [] };
const autumn = (trick: [number, string][]) => ({ seats: 2, trick, tricks_won: [0, 0], cities: [city, city] });
const bidding = { seats: 2, board: '', phase: 'bid', to_move: 0 };

const PATIENCE = 60_000; // two boards are read here
let motion = 'no-preference';
beforeAll(async () => {
  learnWords('', 'said = { $text }\nturn-move = go');
  for (const game of ['siege', 'bluffstones']) {
    learnWords(game, 'seat = Seat { $seat }');
    await panelOf(game);
  }
}, PATIENCE);
beforeEach(() => {
  vi.useFakeTimers();
  motion = 'no-preference';
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(`: ${motion}`) }));
});
afterEach(() => {
  settings.pace = 'usual';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function tableOf(game: string, view: object): TableStore {
  const store = new TableStore('x');
  const seats = [seatInfo(0), seatInfo(1)];
  store.receive(sync(1, { table: tableInfo({ game, seats }), seats: { 0: seatSync(0, { view: { ...view } }) } }));
  return store;
}

const news = (seq: number, view: object, ...says: Event[]) =>
  update(seq, { seats: { 0: seatSync(0, { view: { ...view }, log_from: seq, log: [line(seq, 1, ...says)] }) } });

const trick = news(
  2,
  autumn([]),
  happened('play', { card: '9H' }),
  happened('trick', { seat: 1, cards: ['4H', '9H'] }),
);
const reveal = news(2, bidding, happened('reveal', { bids: ['bb', '-'] }));

function stays(store: TableStore, isThere: () => boolean): number {
  let ms = 0;
  for (; isThere(); ms += 50) vi.advanceTimersByTime(50);
  expect(store.behind).toBe(0);
  return ms;
}

describe('a completed trick', () => {
  it('lies for more than a second, with who played what and who takes it', () => {
    const store = tableOf('siege', autumn([[0, '4H']]));
    store.receive(trick);
    expect(store.scene?.trick).toEqual({
      cards: [
        [0, '4H'],
        [1, '9H'],
      ],
      winner: 1,
    });
    expect(stays(store, () => !!store.scene?.trick)).toBeGreaterThanOrEqual(1400);
  });

  it('lies as long when the next card is already told', () => {
    const store = tableOf('siege', autumn([[0, '4H']]));
    store.receive(trick);
    store.receive(news(3, autumn([[1, '2S']]), happened('play', { card: '2S' })));
    vi.advanceTimersByTime(1000);
    expect([store.shown!.seq, !!store.scene?.trick]).toEqual([2, true]);
    vi.advanceTimersByTime(1000);
    expect([store.shown!.seq, store.scene]).toEqual([3, null]);
  });
});

describe('fists', () => {
  it('are there from the moment the bids are told, not before, and for more than a second when open', () => {
    const store = tableOf('bluffstones', bidding);
    store.receive(news(2, bidding, happened('bid', { bid: '?' })));
    expect(store.scene).toBeNull();
    store.receive({
      ...reveal,
      seq: 3,
      seats: { 0: { ...reveal.seats[0]!, log_from: 3, log: [{ ...reveal.seats[0]!.log[0]!, n: 3 }] } },
    });
    expect(store.scene?.fists).toEqual(['bb', '-']);
    expect(stays(store, () => !!store.scene?.fists)).toBeGreaterThanOrEqual(2400);
  });
});

describe('the end state is the same', () => {
  const endOf = (change: () => void) => {
    change();
    const store = tableOf('siege', autumn([[0, '4H']]));
    store.receive(trick);
    return store;
  };
  const wanted = () => {
    const store = endOf(() => {});
    vi.runAllTimers();
    return store.shown;
  };

  it('at once with reduced motion', () => {
    const store = endOf(() => (motion = 'reduce'));
    expect([store.scene, store.behind]).toEqual([null, 0]);
    motion = 'no-preference';
    expect(store.shown).toEqual(wanted());
  });
  it('at once where people want it so', () => {
    const store = endOf(() => (settings.pace = 'swift'));
    expect([store.scene, store.behind]).toEqual([null, 0]);
    settings.pace = 'usual';
    expect(store.shown).toEqual(wanted());
  });
  it('after a skip', () => {
    const store = endOf(() => {});
    store.skip();
    expect(store.scene).toBeNull();
    expect(store.shown).toEqual(wanted());
  });
});

it('shows nothing of what was before one came, or came back', () => {
  const store = tableOf('siege', autumn([[0, '4H']]));
  store.receive(sync(2, { table: tableInfo({ game: 'siege' }), seats: trick.seats }));
  expect(store.scene).toBeNull();
  expect(store.shown!.seq).toBe(2);
});

it('shows nothing of lines that are told again after an undo, nor to nobody', () => {
  const store = tableOf('siege', autumn([[0, '4H']]));
  store.receive(news(2, autumn([])));
  store.receive({ ...trick, seq: 3 });
  expect(store.scene).toBeNull();
  store.reader = () => null;
  store.receive(news(5, autumn([]), happened('trick', { seat: 1, cards: ['4H', '9H'] })));
  expect(store.scene).toBeNull();
});
