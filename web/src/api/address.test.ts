import { afterEach, expect, it, vi } from 'vitest';
import { forOthers } from './address';

const asked: string[] = [];

function serverSays(answer: unknown, status = 200): void {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  });
}
afterEach(() => vi.unstubAllGlobals());

it('asks where others find the server only if the page was opened by localhost', async () => {
  serverSays({ address: 'http://192.168.1.20:8037', alone: false });
  for (const own of ['localhost', '127.0.0.1', '[::1]', 'games.localhost']) {
    expect(await forOthers(own)).toEqual({ origin: 'http://192.168.1.20:8037', alone: false });
  }
  asked.length = 0;
  for (const other of ['192.168.1.20', 'games.example.org', 'localhost.example.org']) {
    expect((await forOthers(other)).origin).toBe(window.location.origin);
  }
  expect(asked).toEqual([]);
});

it('says that nobody else can come, and keeps its own address where there is no answer', async () => {
  serverSays({ address: null, alone: true });
  expect(await forOthers('localhost')).toEqual({ origin: window.location.origin, alone: true });
  serverSays({ type: 'refused', code: 'no_page', reason: 'No.' }, 404);
  expect(await forOthers('localhost')).toEqual({ origin: window.location.origin, alone: false });
});
