import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEFT } from './channel';
import { begin, end, ask, foreseen, heard, hint, names, open, play, preview, refused, settle } from './channel.fake';
import { sync, update } from './samples';
import { FakeSocket } from './socket.fake';

beforeEach(begin);
afterEach(end);

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
    expect(after.url).toMatch(/\/api\/tables\/x\/live\?since=1&seats=0$/);
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
