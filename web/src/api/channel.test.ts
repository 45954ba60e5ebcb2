import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Channel, LEFT } from './channel';
import { Refusal } from './client';
import { sync, update } from './samples';
import { FakeSocket } from './socket.fake';
import type { Act, Told } from './types';

const play = { type: 'play', seat: 0, action: 'stone d4', seq: 1 } as const;
const preview = { type: 'preview', seat: 0, action: 'stone d4' } as const;
const hint = { type: 'hint', seat: 0 } as const;
const instruction = { code: 'siegestones.do-stone', args: { cell: 'd4' } };
const foreseen: Told = { type: 'preview', action: 'stone d4', instruction, says: [], view: null };
const refused = (code: string) =>
  ({ type: 'refused', code, reason: `No: ${code}.`, says: { code: 'said', args: {} } }) as const;

/** Everything that came out of the channel, in order. */
let heard: string[];
let seq: number | null;

function open(): Channel {
  const channel = new Channel('x', {
    since: () => seq,
    tell: (news) => {
      seq = news.seq;
      heard.push(`${news.type} ${news.seq}`);
    },
    refused: ({ code }) => heard.push(code),
    link: (link) => heard.push(link),
    waits: (place, seat) => heard.push(seat === null ? `place ${place}` : `seat ${seat} place ${place}`),
  });
  channel.open();
  return channel;
}

/** What becomes of something asked, as it becomes known. */
function ask(channel: Channel, act: Act, name: string = act.type): void {
  channel.ask(act).then(
    (answer) => heard.push(`${name}: ${answer.type}`),
    (problem: unknown) => heard.push(`${name}: ${problem instanceof Refusal ? problem.code : problem}`),
  );
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const names = (socket: FakeSocket) => socket.sent.map(({ action_id }) => action_id);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.install();
  [heard, seq] = [[], null];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('over a socket', () => {
  it('an answer comes to whoever asked, after what was told before it', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    ask(channel, hint);
    ask(channel, play);
    const [first, second] = FakeSocket.last.sent;
    expect(first!.action_id).not.toBe(second!.action_id);
    FakeSocket.last.tell(update(2));
    FakeSocket.last.answer({ type: 'answer', seq: 2 }, second);
    FakeSocket.last.answer(
      { type: 'hint', action: 'stone d4', says: { code: 'said', args: {} }, candidates: [] },
      first,
    );
    await settle();
    expect(heard).toEqual(['opening', 'sync 1', 'open', 'update 2', 'play: answer', 'hint: hint']);
  });

  it('what is asked before it is open is sent once it is', async () => {
    const channel = open();
    ask(channel, preview);
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.open(sync(1));
    expect(FakeSocket.last.sent).toMatchObject([preview]);
  });

  it('a refusal is thrown, and nothing waits for it any more', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    ask(channel, play);
    FakeSocket.last.answer(refused('stale'));
    FakeSocket.last.answer({ type: 'answer', seq: 2 });
    await settle();
    expect(heard.slice(3)).toEqual(['play: stale']);
  });

  it('a lost answer is asked for again under the same name, and is given once', async () => {
    const channel = open();
    const before = FakeSocket.last;
    before.open(sync(1));
    ask(channel, preview);
    ask(channel, play);
    before.answer(foreseen, before.sent[0]);
    before.lose();
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600);
    const after = FakeSocket.last;
    expect(after.url).toMatch(/\/api\/tables\/x\/live\?since=1$/);
    after.open(sync(2));
    expect(names(after)).toEqual([names(before)[1]]);
    after.answer({ type: 'answer', seq: 2 });
    after.answer({ type: 'answer', seq: 2 });
    before.answer({ type: 'answer', seq: 2 });
    await settle();
    expect(heard.slice(3)).toEqual(['lost', 'preview: preview', 'sync 2', 'open', 'play: answer']);
  });

  it('what a socket says that was given up is not heard', async () => {
    const channel = open();
    const before = FakeSocket.last;
    before.open(sync(1));
    channel.reopen();
    expect(before.isClosed).toBe(true);
    before.tell(update(2));
    FakeSocket.last.open(sync(3));
    before.tell(update(2));
    before.lose();
    expect(heard.slice(3)).toEqual(['sync 3', 'open']);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('what came too fast is sent again after a pause', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    ask(channel, play);
    FakeSocket.last.answer(refused('slow_down'));
    await vi.advanceTimersByTimeAsync(900);
    expect(FakeSocket.last.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeSocket.last.sent).toHaveLength(2);
    expect(new Set(names(FakeSocket.last)).size).toBe(1);
    FakeSocket.last.answer({ type: 'answer', seq: 2 });
    await settle();
    expect(heard.slice(3)).toEqual(['play: answer']);
  });

  it('what came too fast is not sent again before the server says', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    ask(channel, play);
    FakeSocket.last.answer({ ...refused('slow_down'), retry_s: 3 });
    await vi.advanceTimersByTimeAsync(2900);
    expect(FakeSocket.last.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeSocket.last.sent).toHaveLength(2);
  });

  it('a server that cannot have us is left alone for as long as it says', async () => {
    open();
    FakeSocket.last.open({ ...refused('too_many'), retry_s: 20 });
    FakeSocket.last.lose();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('a place in the line is told, and is no answer', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    ask(channel, hint);
    FakeSocket.last.answer({ type: 'waiting', place: 3 });
    await settle();
    expect(heard.slice(3)).toEqual(['place 3']);
    FakeSocket.last.answer(refused('bot_failed'));
    await settle();
    expect(heard.slice(3)).toEqual(['place 3', 'hint: bot_failed']);
  });

  it('what nobody asked is dropped, and a refusal of the table itself is told', () => {
    open();
    FakeSocket.last.open(sync(1));
    FakeSocket.last.tell({ type: 'pong', action_id: null });
    FakeSocket.last.tell({ type: 'answer', action_id: 'who', seq: 4 });
    FakeSocket.last.tell({ ...refused('stale'), action_id: 'who' });
    FakeSocket.last.tell(refused('no_table'));
    expect(heard.slice(3)).toEqual(['no_table']);
  });

  it('closing refuses what is unanswered, and nothing is sent any more', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    ask(channel, play);
    channel.close();
    expect(FakeSocket.last.isClosed).toBe(true);
    FakeSocket.last.lose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.slice(3)).toEqual([`play: ${LEFT}`]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('a dead one is given up, sooner where an answer is awaited', async () => {
    const channel = open();
    FakeSocket.last.open(sync(1));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(FakeSocket.last.sent.map(({ type }) => type)).toContain('ping');
    FakeSocket.last.tell({ type: 'pong' });
    ask(channel, play);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard.slice(3)).toEqual(['lost']);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open(sync(1));
    expect(FakeSocket.last.sent).toMatchObject([play]);
  });

  it('one of a page that slept is asked first, and kept if it answers', async () => {
    open();
    FakeSocket.last.open(sync(1));
    vi.setSystemTime(Date.now() + 120_000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeSocket.last.sent).toEqual([{ type: 'ping' }]);
    FakeSocket.last.tell({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(heard.slice(3)).toEqual([]);
  });

  it('what breaks every connection is not sent for ever', async () => {
    const channel = open();
    ask(channel, play);
    for (let times = 0; times < 9; times++) {
      FakeSocket.last.open(sync(1));
      await vi.advanceTimersByTimeAsync(6000); // long enough to be a good one
      FakeSocket.last.lose();
      await vi.advanceTimersByTimeAsync(600);
    }
    expect(FakeSocket.all.flatMap((socket) => socket.sent.filter(({ type }) => type === 'play'))).toHaveLength(8);
    expect(heard).toContain('play: no_answer');
  });
});

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
    expect(server.reads.map(({ path }) => path).slice(1)).toEqual(['/api/tables/x?since=4&wait=20']);
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
    expect(server.reads[2]!.path).toBe('/api/tables/x?since=1&wait=0');
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
    expect(server.reads.at(-1)!.path).toBe('/api/tables/x?since=1&wait=0');
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
    expect(server.reads[2]!.path).toBe('/api/tables/x?since=1&wait=0');
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
