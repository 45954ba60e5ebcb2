import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Channel } from './channel';
import { begin, end, ask, foreseen, heard, open, play, preview, refused, settle } from './channel.fake';
import { sync, update } from './samples';
import { FakeSocket } from './socket.fake';
import type { Act, Told } from './types';

beforeEach(begin);
afterEach(end);

/** The server by HTTP: what it is asked for waits until the test answers it. */
class FakeServer {
  calls: { path: string; body: Act | null; answer: (told: Told | null) => void; isAborted: () => boolean }[] = [];

  install(): void {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      const { signal } = init;
      return new Promise<Response>((done, fail) => {
        signal?.addEventListener('abort', () => fail(new Error('aborted')));
        this.calls.push({
          path,
          body: typeof init.body === 'string' ? (JSON.parse(init.body) as Act) : null,
          answer: (told) => (told ? done(Response.json(told)) : fail(new Error('no network'))),
          isAborted: () => signal?.aborted ?? false,
        });
      });
    });
  }

  get reads() {
    return this.calls.filter(({ body }) => !body);
  }

  get acts() {
    return this.calls.filter(({ body }) => body);
  }
}

describe('where no socket can be had', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = new FakeServer();
    server.install();
  });

  /** No socket opens: after a few tries the page goes on by HTTP. */
  async function block(): Promise<Channel> {
    const channel = open();
    for (let times = 0; times < 3; times++) {
      FakeSocket.last.lose();
      await vi.advanceTimersByTimeAsync(times < 2 ? 1100 : 0);
    }
    return channel;
  }

  it('the table is read by HTTP, and read again when it has changed', async () => {
    await block();
    expect(server.reads.map(({ path }) => path)).toEqual(['/api/tables/x?wait=0']);
    server.reads[0]!.answer(sync(4));
    await settle();
    expect(heard.slice(-2)).toEqual(['sync 4', 'open']);
    expect(server.reads.map(({ path }) => path).slice(1)).toEqual(['/api/tables/x?since=4&seats=0&wait=20']);
  });

  it('an act is posted, and the table is read before its answer is given', async () => {
    const channel = await block();
    server.reads[0]!.answer(sync(1));
    await settle();
    ask(channel, play);
    await settle();
    expect(server.acts).toMatchObject([{ path: '/api/tables/x/act', body: play }]);
    server.acts[0]!.answer({ type: 'answer', seq: 2, action_id: server.acts[0]!.body!.action_id! });
    await settle();
    expect(heard).not.toContain('play: answer');
    expect(server.reads[1]!.isAborted()).toBe(true);
    expect(server.reads[2]!.path).toBe('/api/tables/x?since=1&seats=0&wait=0');
    server.reads[2]!.answer(sync(2));
    await settle();
    expect(heard.slice(-3)).toEqual(['sync 2', 'open', 'play: answer']);
  });

  it('a question is answered at once, and a refusal is thrown once the table was read', async () => {
    const channel = await block();
    server.reads[0]!.answer(sync(1));
    ask(channel, preview);
    await settle();
    server.acts[0]!.answer(foreseen);
    await settle();
    expect(heard.at(-1)).toBe('preview: preview');
    ask(channel, play);
    server.acts[1]!.answer(refused('stale'));
    await settle();
    server.reads.at(-1)!.answer(sync(2));
    await settle();
    expect(heard.slice(-3)).toEqual(['sync 2', 'open', 'play: stale']);
  });

  it('what was asked before is posted too, and posted again while no answer comes', async () => {
    const channel = open();
    ask(channel, play);
    for (let times = 0; times < 3; times++) {
      FakeSocket.last.lose();
      await vi.advanceTimersByTimeAsync(1100);
    }
    expect(server.acts).toHaveLength(1);
    server.acts[0]!.answer(null);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.acts).toHaveLength(1);
    server.reads.at(-1)!.answer(sync(1)); // the server is back
    await settle();
    expect(server.acts).toHaveLength(2);
    expect(server.acts[1]!.body!.action_id).toBe(server.acts[0]!.body!.action_id);
    server.acts[1]!.answer(refused('slow_down'));
    await settle();
    server.reads.at(-1)!.answer(sync(1));
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.acts).toHaveLength(3);
    expect(heard).not.toContain('play: slow_down');
  });

  it('a server that is away is lost, and found again by whichever way it answers first', async () => {
    await block();
    server.reads[0]!.answer(null);
    await settle();
    expect(heard.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    const before = FakeSocket.all.length;
    server.reads.at(-1)!.answer(sync(1));
    await settle();
    expect(heard.slice(-2)).toEqual(['sync 1', 'open']);
    expect(FakeSocket.all.length).toBeGreaterThanOrEqual(before);
    expect(FakeSocket.last.isClosed).toBe(false);
  });

  it('a socket that opens after all takes over, and what is unanswered is answered there', async () => {
    const channel = await block();
    server.reads[0]!.answer(sync(1));
    await settle();
    ask(channel, play);
    await settle();
    const socket = FakeSocket.last;
    socket.open();
    expect(server.reads.at(-1)!.isAborted()).toBe(false);
    socket.tell(sync(1));
    expect(server.reads.at(-1)!.isAborted()).toBe(true);
    expect(socket.sent).toEqual([server.acts[0]!.body]);
    server.acts[0]!.answer({ type: 'answer', seq: 2 });
    await settle();
    expect(heard).not.toContain('play: answer');
    socket.tell(update(2));
    socket.answer({ type: 'answer', seq: 2 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(heard.slice(-2)).toEqual(['update 2', 'play: answer']);
    expect(server.reads).toHaveLength(2);
  });

  it('nothing of a reading before it became somebody else is told', async () => {
    const channel = await block();
    server.reads[0]!.answer(sync(1));
    await settle();
    channel.reopen();
    expect(server.reads[1]!.isAborted()).toBe(true);
    await settle();
    expect(server.reads.at(-1)!.path).toBe('/api/tables/x?since=1&seats=0&wait=0');
  });

  it('one that does not open at all is not waited for, however often the page is looked at', async () => {
    open();
    await vi.advanceTimersByTimeAsync(2000);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(4000);
    expect(server.reads).toHaveLength(1);
  });

  it('one that opens and does not last is no socket', async () => {
    open();
    for (let times = 0; times < 3; times++) {
      FakeSocket.last.open(sync(1));
      FakeSocket.last.lose();
      await vi.advanceTimersByTimeAsync(times < 2 ? 1100 : 0);
    }
    expect(server.reads).toHaveLength(1);
  });

  it('one that cannot be had for a while is not waited for: what is done goes by plain requests at once', async () => {
    ask(open(), play);
    FakeSocket.last.open({ ...refused('too_many'), retry_s: 60 });
    FakeSocket.last.lose();
    await settle();
    server.reads.at(-1)!.answer(sync(1));
    await settle();
    expect(server.acts).toHaveLength(1);
  });

  it('one that is refused because there are too many is none, and that is not said again while the table is read', async () => {
    const channel = open();
    ask(channel, play);
    for (let times = 0; times < 4; times++) {
      FakeSocket.last.open(refused('too_many'));
      FakeSocket.last.lose();
      server.reads.at(-1)?.answer(sync(1));
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(FakeSocket.all.flatMap(({ sent }) => sent)).toEqual([]);
    expect(server.acts).toHaveLength(1);
    expect(heard.filter((one) => one === 'too_many')).toHaveLength(3);
    expect(heard.at(-1)).toBe('open');
  });

  it('a reading that hangs is given up, later than the server may wait for news', async () => {
    await block();
    server.reads[0]!.answer(sync(1));
    await settle();
    await vi.advanceTimersByTimeAsync(49_000);
    expect(server.reads).toHaveLength(2);
    expect(heard.at(-1)).toBe('open');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.reads[1]!.isAborted()).toBe(true);
    expect(heard.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.reads[2]!.path).toBe('/api/tables/x?since=1&seats=0&wait=0');
  });

  it('an act that hangs is posted again under the same name, and is refused in the end', async () => {
    const channel = await block();
    server.reads[0]!.answer(sync(1));
    await settle();
    ask(channel, play);
    for (let times = 1; times <= 8; times++) {
      await vi.advanceTimersByTimeAsync(14_900);
      expect(server.acts).toHaveLength(times);
      await vi.advanceTimersByTimeAsync(200);
      server.reads.at(-1)!.answer(sync(1));
      await settle();
    }
    expect(server.acts.every(({ isAborted }) => isAborted())).toBe(true);
    expect(new Set(server.acts.map(({ body }) => body!.action_id)).size).toBe(1);
    expect(heard.at(-1)).toBe('play: no_answer');
  });

  it('closing ends the reading', async () => {
    const channel = await block();
    server.reads[0]!.answer(sync(1));
    await settle();
    channel.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.reads).toHaveLength(2);
    expect(server.reads[1]!.isAborted()).toBe(true);
  });
});
