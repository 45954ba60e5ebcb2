import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counted, EVERY, keepCounting, recount, waiting } from './waiting.svelte';

let tables = 0;
let stop = (): void => {};
const badge: (number | undefined)[] = [];

const icon = (): string | null => document.querySelector('link[rel="icon"]')!.getAttribute('href');
const answer = (): Response => Response.json({ tables });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
  document.head.innerHTML = '<title>Siegeworks</title><link rel="icon" href="/icon.svg" />';
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badge.push(count),
    clearAppBadge: async () => void badge.push(undefined),
  });
  badge.length = 0;
});

afterEach(async () => {
  tables = 0;
  await recount();
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('counts before the title once, whatever title a page sets', () => {
  expect(counted('Siegeworks', 2)).toBe('(2) Siegeworks');
  expect(counted('(2) Siegeworks', 3)).toBe('(3) Siegeworks');
  expect(counted('(3) Siegeworks', 0)).toBe('Siegeworks');
});

it('tells in the title, by the icon and by the badge how many tables wait', async () => {
  tables = 2;
  stop = keepCounting();
  await vi.waitFor(() => expect(waiting.count).toBe(2));
  expect([document.title, icon(), badge.at(-1)]).toEqual(['(2) Siegeworks', '/icon-waiting.svg', 2]);
  document.title = 'Rules';
  await vi.waitFor(() => expect(document.title).toBe('(2) Rules'));
  tables = 0;
  await vi.advanceTimersByTimeAsync(EVERY);
  await vi.waitFor(() => expect(waiting.count).toBe(0));
  expect([document.title, icon(), badge.at(-1)]).toEqual(['Rules', '/icon.svg', undefined]);
});

it('keeps the last count where the server does not answer', async () => {
  tables = 1;
  await recount();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError())),
  );
  await recount();
  expect(waiting.count).toBe(1);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
});
