import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeatInfo, Sync } from '../api/types';
import { TableStore } from './table.svelte';

const seats = [
  { seat: 0, kind: 'person', name: null, colour_name: 'Seat 0' },
  { seat: 1, kind: 'bot', name: 'Bot, level 1', colour_name: 'Seat 1' },
] as SeatInfo[];
const line = (n: number, seat: number) => ({ n, seat, action: 'bid b', says: [] });
const sync: Sync = {
  type: 'sync',
  seq: 1,
  table: { id: 'x', game: 'g', seats, waiting: [0], turn: 'Seat 0 to move', result: null },
  seats: { 0: { seat: 0, legal: [], log: [] } },
};
const update = (seq: number): Sync => ({
  type: 'update',
  seq,
  table: { waiting: [0] },
  seats: { 0: { log_from: seq - 2, log: [line(seq - 2, 1)] } },
});

/** What the server answers next. */
let answer: unknown;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => Response.json(answer));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sitDown(): TableStore {
  const store = new TableStore('x');
  store.receive(sync);
  return store;
}

describe('what bots do', () => {
  it('is shown one after the other', () => {
    const store = sitDown();
    store.receive(update(2));
    store.receive(update(3));
    expect([store.shown!.seq, store.behind]).toEqual([1, 2]);
    vi.advanceTimersByTime(600);
    expect([store.shown!.seq, store.behind]).toEqual([2, 1]);
    store.skip();
    expect([store.shown!.seq, store.behind]).toEqual([3, 0]);
  });

  it('is shown at once where it is part of what one did oneself', async () => {
    const store = sitDown();
    store.receive(update(2));
    store.receive(update(3));
    answer = { type: 'answer', seq: 2 };
    await store.play({ seat: 0, action: 'bid b' });
    expect([store.shown!.seq, store.behind]).toEqual([2, 1]);
  });
});

it('tells of people by the names they have now, also of what they did before', () => {
  const store = sitDown();
  const says = [{ text: 'Seat 0 passes.', rule: null }];
  store.receive({ type: 'update', seq: 2, seats: { 0: { log_from: 0, log: [{ ...line(0, 0), says }] } } });
  expect(store.shown!.seats['0']!.log[0]!.says[0]!.text).toBe('Guest passes.');
  const named = [{ ...seats[0]!, name: 'Ada' }, seats[1]!];
  store.receive({ type: 'update', seq: 3, table: { seats: named }, seats: {} });
  expect(store.shown!.seats['0']!.log[0]!.says[0]!.text).toBe('Ada passes.');
  expect(store.shown!.table.turn).toBe('Ada to move');
});

it('complains about people by their names', async () => {
  const store = sitDown();
  answer = {
    type: 'refused',
    code: 'not_your_turn',
    reason: "It is not Seat 0's turn: Seat 1 is to move.",
    rule: 'B-5',
  };
  await store.play({ seat: 0, action: 'bid b' });
  expect(store.complaint).toEqual({ reason: "It is not Guest's turn: Bot, level 1 is to move.", rule: 'B-5' });
});
