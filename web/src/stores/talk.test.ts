import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Spoken } from '../api/types';
import { spoken } from './announce.svelte';
import { settings } from './settings.svelte';
import { SHOWN, Talk } from './talk.svelte';

const said = (n: number, seat: number, phrase: Spoken['phrase'] = 'hello'): Spoken => ({ n, seat, phrase });
const name = (seat: number): string => ['Ada', 'Ben'][seat]!;
const shown = (talk: Talk): [string, string][] => Object.entries(talk.shown).map(([seat, each]) => [seat, each.phrase]);

beforeEach(() => {
  vi.useFakeTimers();
  settings.talk = true;
  spoken.quiet = '';
});
afterEach(() => vi.useRealTimers());

it('shows and speaks what others say, for a while', () => {
  const talk = new Talk();
  talk.note([], [0], name);
  talk.note([said(0, 1, 'good-luck')], [0], name);
  expect(shown(talk)).toEqual([['1', 'good-luck']]);
  expect(spoken.quiet).toContain('Ben says: Good luck!');
  vi.advanceTimersByTime(SHOWN);
  expect(shown(talk)).toEqual([]);
});

it('does not tell again what was said before somebody came', () => {
  const talk = new Talk();
  talk.note([said(0, 1)], [0], name);
  talk.note([said(0, 1)], [0], name);
  expect(shown(talk)).toEqual([]);
  talk.note([said(0, 1), said(1, 1, 'thanks')], [0], name);
  expect(shown(talk)).toEqual([['1', 'thanks']]);
});

it('shows one’s own phrase and does not speak it', () => {
  const talk = new Talk();
  talk.note([], [0], name);
  talk.note([said(0, 0)], [0], name);
  expect(shown(talk)).toEqual([['0', 'hello']]);
  expect(spoken.quiet).toBe('');
});

it('a later phrase of a seat stays for as long', () => {
  const talk = new Talk();
  talk.note([], [0], name);
  talk.note([said(0, 1, 'oh')], [0], name);
  vi.advanceTimersByTime(SHOWN - 1);
  talk.note([said(0, 1, 'oh'), said(1, 1, 'ha')], [0], name);
  vi.advanceTimersByTime(1);
  expect(shown(talk)).toEqual([['1', 'ha']]);
});

it('keeps quiet for whoever does not want to hear others', () => {
  settings.talk = false;
  const talk = new Talk();
  talk.note([], [0], name);
  talk.note([said(0, 1), said(1, 0, 'ha')], [0], name);
  expect(shown(talk)).toEqual([['0', 'ha']]);
  expect(spoken.quiet).toBe('');
});
