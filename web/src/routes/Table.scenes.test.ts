/** What is spoken and told at a table while it shows what happened. */
import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { line, seatInfo, seatSync, sync, tableInfo, update } from '../api/samples';
import { FakeSocket } from '../api/socket.fake';
import type { Event, Update } from '../api/types';
import { panelOf } from '../games/panel';
import samples from '../games/samples/siegestones.json';
import { spoken } from '../stores/announce.svelte';
import { awaitFirstLook } from '../stores/look.svelte';

const PATIENCE = 60_000; // the whole page is read here
const [before, after] = [samples[1]!.view, samples[2]!.view];

const control = (text: string): Event => ({
  kind: 'control',
  args: { tower: 'd4', seat: 1, was: 0, threat: [5, 6] },
  rule: 'T-17',
  says: { code: 'said', args: { text } },
});
const seats = [0, 1].map((seat) => seatInfo(seat, { colour_name: ['Blue', 'Yellow'][seat]!, numbered: false }));
const news = (seq: number, ...says: Event[]): Update =>
  update(seq, { seats: { 0: seatSync(0, { view: after, log_from: seq, log: [line(seq, 1, ...says)] }) } });

/** Everything that was spoken, in its order. */
const heard: string[] = [];
async function listen(): Promise<void> {
  await tick();
  const words = spoken.quiet.trim();
  if (words && words !== heard.at(-1)) heard.push(words);
}
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await listen();
}
const told = () => document.querySelector('#log')!.textContent!;

/** The page as the server writes it, with a table whose board is there. */
beforeAll(async () => {
  const first = document.createElement('script');
  first.id = 'first';
  first.type = 'application/json';
  const start = [line(0), line(1)];
  first.textContent = JSON.stringify({
    sync: sync(1, { table: tableInfo({ seats }), seats: { 0: seatSync(0, { view: before, log: start }) } }),
    game: { name: 'siegestones', title: 'SiegeStones', goal: 'Win.', secrets: false },
    words: { '': 'said = { $text }', siegestones: 'seat = Seat { $seat }' },
    language: 'en',
  });
  document.body.append(first);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  FakeSocket.install();
  const [{ default: Table }] = await Promise.all([import('./Table.svelte'), panelOf('siegestones'), awaitFirstLook()]);
  render(Table, { subject: 'x' });
  await vi.waitUntil(() => document.querySelector('#log') && FakeSocket.all.length > 0, { timeout: PATIENCE / 2 });
}, PATIENCE);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  heard.length = 0;
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('speaks of each event once, skipped or not, when its position comes; the log tells of it after its scene', async () => {
  FakeSocket.last.tell(news(2, control('One.')));
  FakeSocket.last.tell(news(3, control('Two.')));
  await listen();
  expect(heard).toEqual(['One.']);
  expect(document.querySelector('.caption')?.textContent?.trim()).toBe('One.');
  expect(told()).not.toContain('One.');
  await pass(1000);
  expect(heard).toEqual(['One.', 'Two.']);
  expect(told()).toContain('One.');
  expect(told()).not.toContain('Two.');
  await pass(1000);
  expect(document.querySelector('.caption')).toBeNull();
  expect(told()).toContain('Two.');
  await pass(5000);
  expect(heard).toEqual(['One.', 'Two.']);

  // What a key skips is spoken too.
  FakeSocket.last.tell(news(4, control('Three.')));
  FakeSocket.last.tell(news(5, control('Four.')));
  FakeSocket.last.tell(news(6, control('Five.')));
  await listen();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await listen();
  await pass(5000);
  expect(heard).toEqual(['One.', 'Two.', 'Three.', 'Four. Five.']);
  expect(document.querySelector('.caption')).toBeNull();
  expect(told()).toContain('Five.');
});
