import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { follow } from './analysis';
import type { Analysis } from '../api/types';

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const found = (state: Analysis['state']): Response =>
  answer(200, { state, progress: 0.5, place: 0, values: [], best: [], moments: [] });

const refused = (status: number, code: string): Response =>
  answer(status, { type: 'refused', code, reason: code, rule: null });

/** Follows an analysis of which these things are told, one after the other; what was shown. */
async function followed(...told: (Response | Error)[]): Promise<string[]> {
  const shown: string[] = [];
  vi.stubGlobal('fetch', async () => {
    const next = told.shift()!;
    if (next instanceof Error) throw next;
    return next;
  });
  const end = follow(
    't',
    (one) => void shown.push(one.state),
    () => told.length > 0,
  ).catch((problem: Error) => void shown.push(problem.message));
  await vi.runAllTimersAsync();
  await end;
  return shown;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('goes on asking while a server is away, or its database', async () => {
  const away = [new TypeError('failed'), answer(502, {}), refused(503, 'not_saved'), refused(429, 'slow_down')];
  const often = [...away, ...away, ...away].map((each) => (each instanceof Error ? each : each.clone()));
  expect(await followed(found('running'), ...often, found('running'), found('done'))).toEqual([
    'running',
    'running',
    'done',
  ]);
});

it('ends with whatever else is refused, and says so', async () => {
  expect(await followed(found('running'), refused(404, 'no_table'))).toEqual(['running', 'no_table']);
});

it('ends once it has failed, and once nobody wants to know', async () => {
  expect(await followed(found('failed'), found('running'))).toEqual(['failed']);
  expect(await followed(found('running'))).toEqual(['running']);
});
