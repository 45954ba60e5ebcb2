import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player, type Plan } from './player.svelte';
import type { Scene } from './scene';

const scene = (kind: string, ms: number, view: Scene['view'] = 'after'): Scene => ({ kind, n: 0, ms, view });

interface News {
  seq: number;
  plan: Plan;
}
const news = (seq: number, scenes: Scene[] = [], pause = 0): News => ({ seq, plan: { pause, scenes } });

let shown: number[];
let player: Player<News>;
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  player = new Player<News>({ plan: ({ plan }) => plan, show: ({ seq }) => void shown.push(seq) });
});
afterEach(() => vi.useRealTimers());

const now = () => [shown.at(-1) ?? 0, player.scene?.kind ?? null, player.behind];

it('shows scenes on the old position, then the new one, then scenes on that', () => {
  player.add(news(1, [scene('early', 300, 'before'), scene('late', 400)]));
  expect(now()).toEqual([0, 'early', 1]);
  vi.advanceTimersByTime(299);
  expect(now()).toEqual([0, 'early', 1]);
  vi.advanceTimersByTime(1);
  expect(now()).toEqual([1, 'late', 0]);
  vi.advanceTimersByTime(400);
  expect(now()).toEqual([1, null, 0]);
});

it('keeps what is newer until the scenes before it are over', () => {
  player.add(news(1, [scene('one', 1000)]));
  player.add(news(2, [scene('two', 500)]));
  vi.advanceTimersByTime(999);
  expect(now()).toEqual([1, 'one', 1]);
  vi.advanceTimersByTime(1);
  expect(now()).toEqual([2, 'two', 0]);
});

it('pauses between moves, and a scene counts as a pause', () => {
  player.add(news(1));
  player.add(news(2, [], 550));
  expect(now()).toEqual([1, null, 1]);
  vi.advanceTimersByTime(550);
  expect(now()).toEqual([2, null, 0]);
  player.add(news(3, [scene('long', 2000)]));
  player.add(news(4, [], 550));
  vi.advanceTimersByTime(2000);
  expect(now()).toEqual([4, null, 0]);
});

describe('skipping', () => {
  it('shows everything as it is in the end, and no scene comes later', () => {
    player.add(news(1, [scene('early', 300, 'before'), scene('late', 400)]));
    player.add(news(2, [scene('more', 400)]));
    player.skip();
    expect(shown).toEqual([1, 2]);
    expect(now()).toEqual([2, null, 0]);
    vi.runAllTimers();
    expect(now()).toEqual([2, null, 0]);
    expect(shown).toEqual([1, 2]);
  });

  it('ends a scene that runs on the newest position', () => {
    player.add(news(1, [scene('late', 400)]));
    player.skip();
    expect(now()).toEqual([1, null, 0]);
  });
});

describe('what one did oneself', () => {
  it('is on the board at once, with its scenes after it', () => {
    player.add(news(1, [scene('trick', 1000)]));
    player.add(news(2, [scene('early', 300, 'before'), scene('late', 400)], 550));
    player.add(news(3));
    player.hasten(2);
    expect(now()).toEqual([2, 'early', 1]);
    vi.advanceTimersByTime(300);
    expect(now()).toEqual([2, 'late', 1]);
    vi.advanceTimersByTime(400);
    expect(now()).toEqual([3, null, 0]);
  });

  it('does not cut short what is already being shown of it', () => {
    player.add(news(1, [scene('trick', 1000)]));
    player.hasten(1);
    expect(now()).toEqual([1, 'trick', 0]);
  });
});

it('stops for good', () => {
  player.add(news(1, [scene('late', 400)]));
  player.add(news(2));
  player.stop();
  vi.runAllTimers();
  expect(shown).toEqual([1]);
});
