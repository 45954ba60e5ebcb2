import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LegalAction, SeatSync } from '../api/types';
import { NOTHING } from '../picker/picker';
import { BEAT, Forced } from './forced.svelte';
import type { Picking } from './pick.svelte';

const PASS = { action: 'pass', verb: 'pass', targets: [] };
const DONE = { action: 'done', verb: 'done', targets: [] };
const played: LegalAction[] = [];
const told: LegalAction[] = [];
let picking: Picking;
let forced: Forced;

/** What a seat sees after so many lines. */
const side = (lines: number, legal: LegalAction[] = [PASS], isForced = true): SeatSync =>
  ({ forced: isForced, legal, log: Array.from({ length: lines }) }) as unknown as SeatSync;

beforeEach(() => {
  vi.useFakeTimers();
  played.length = told.length = 0;
  picking = {
    pick: NOTHING,
    play: async (action: LegalAction) => played.push(action) > 0,
  } as unknown as Picking;
  forced = new Forced(picking, (action) => told.push(action));
});
afterEach(() => vi.useRealTimers());

it('plays the only thing after a beat, and says so', async () => {
  forced.consider(side(3));
  expect(forced.coming).toEqual(PASS);
  expect(picking.pick).toEqual({ verb: 'pass', targets: [] });
  await vi.advanceTimersByTimeAsync(BEAT - 1);
  expect(played).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(played).toEqual([PASS]);
  expect(told).toEqual([PASS]);
  expect(forced.coming).toBeNull();
});

it('does nothing where not everybody sees it, or where there is a choice', async () => {
  for (const seen of [undefined, side(3, [PASS], false), side(3, [PASS, DONE]), side(3, [])]) forced.consider(seen);
  await vi.advanceTimersByTimeAsync(BEAT);
  expect(played).toEqual([]);
});

it('leaves it to whoever stops it, at that place for good', async () => {
  forced.consider(side(3));
  forced.stop();
  forced.consider(side(3));
  await vi.advanceTimersByTimeAsync(2 * BEAT);
  expect(played).toEqual([]);
  forced.consider(side(5, [DONE]));
  await vi.advanceTimersByTimeAsync(BEAT);
  expect(played).toEqual([DONE]);
});

it('plays nothing if something else is picked meanwhile', async () => {
  forced.consider(side(3));
  picking.pick = { verb: null, targets: ['cell:d4'] };
  await vi.advanceTimersByTimeAsync(BEAT);
  expect(played).toEqual([]);
});

it('does not play again what was taken back', async () => {
  forced.consider(side(3));
  await vi.advanceTimersByTimeAsync(BEAT);
  forced.consider(side(4, [PASS], false));
  forced.consider(side(3)); // after an undo
  await vi.advanceTimersByTimeAsync(BEAT);
  expect(played).toEqual([PASS]);
});

it('begins its beat once, however often it hears of the same place', async () => {
  forced.consider(side(3));
  await vi.advanceTimersByTimeAsync(BEAT / 2);
  forced.consider(side(3));
  await vi.advanceTimersByTimeAsync(BEAT / 2);
  expect(played).toEqual([PASS]);
});
