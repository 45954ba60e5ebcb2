import { afterEach, expect, it, vi } from 'vitest';
import { get, getUntil, LIMIT, post, put, Refusal } from './client';

let asked: [string, RequestInit][];

function answer(body: unknown, status = 200): void {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init]);
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status });
  });
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  return (await call.catch((problem: unknown) => problem)) as Refusal;
}

it('fills in what the path names, and asks for the rest', async () => {
  answer({});
  await get('/api/tables/{table}', { table: 'a/b', since: 3, wait: 20 });
  await get('/api/tables/{table}', { table: 'x', since: null });
  await get('/api/games');
  expect(asked.map(([path]) => path)).toEqual(['/api/tables/a%2Fb?since=3&wait=20', '/api/tables/x', '/api/games']);
});

it('sends JSON, and text as it is', async () => {
  answer({});
  await post('/api/tables/{table}/join', { seat: 1 }, { table: 'x' });
  await post('/api/records', 'Siegeworks: 1');
  await post('/api/tables/{table}/analysis', undefined, { table: 'x' });
  expect(asked.map(([, { body, headers }]) => [body, headers])).toEqual([
    ['{"seat":1}', { 'content-type': 'application/json' }],
    ['Siegeworks: 1', { 'content-type': 'text/plain' }],
    [undefined, undefined],
  ]);
});

it('throws a refusal, whatever it is', async () => {
  answer({ type: 'refused', code: 'stale', reason: 'Look again.', rule: 'T-1' }, 409);
  expect(await refusalOf(get('/api/me'))).toMatchObject({ code: 'stale', message: 'Look again.', rule: 'T-1' });
  answer('<h1>Bad gateway</h1>', 502);
  expect((await refusalOf(get('/api/me'))).code).toBe('no_answer');
  answer('gone', 404);
  expect((await refusalOf(get('/api/me'))).code).toBe('refused');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect((await refusalOf(get('/api/me'))).code).toBe('no_answer');
});

it('knows every call by its path, method, body and answer', async () => {
  answer({});
  // @ts-expect-error -- there is no such path
  await get('/api/nowhere');
  // @ts-expect-error -- it cannot be posted to
  await post('/api/games', undefined);
  // @ts-expect-error -- the path names a table
  await get('/api/tables/{table}');
  // @ts-expect-error -- a seat is a number
  await post('/api/tables/{table}/join', { seat: '1' }, { table: 'x' });
  // @ts-expect-error -- a name is needed
  await put('/api/me', {});
  const replay = await get('/api/tables/{table}/replay', { table: 'x' });
  // @ts-expect-error -- nothing of the kind is answered
  expect(replay.nothing).toBeUndefined();
  const record: string = await get('/api/tables/{table}/record', { table: 'x' });
  expect(record).toEqual({});
});

/** A server that takes a call and says nothing, or begins to speak and does not end. */
function hang(begins = false): void {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const never = new Promise<never>((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted'))));
    return begins ? Promise.resolve({ ok: true, status: 200, headers: new Headers(), text: () => never }) : never;
  });
}

it.each([false, true])('gives up what takes too long (begun: %s)', async (begins) => {
  hang(begins);
  const codes: string[] = [];
  void refusalOf(get('/api/me')).then(({ code }) => codes.push(code));
  await vi.advanceTimersByTimeAsync(LIMIT - 1);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual(['no_answer']);
});

it('gives up what is not wanted any more, and what has a limit of its own', async () => {
  hang();
  const wanted = new AbortController();
  const until = { signal: wanted.signal, limit: 2 * LIMIT };
  const codes: string[] = [];
  for (let times = 0; times < 2; times++) {
    void refusalOf(getUntil(until, '/api/tables/{table}', { table: 'x' })).then(({ code }) => codes.push(code));
    await vi.advanceTimersByTimeAsync(2 * LIMIT - 1);
    expect(codes).toHaveLength(times);
    if (times === 0) await vi.advanceTimersByTimeAsync(1);
    else wanted.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(codes).toHaveLength(times + 1);
  }
  expect(codes).toEqual(['no_answer', 'no_answer']);
  expect(vi.getTimerCount()).toBe(0);
});
