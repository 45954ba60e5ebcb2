import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { line, event, seatInfo, seatSync, sync, tableInfo, update } from '../api/samples';
import { FakeSocket } from '../api/socket.fake';
import type { Told } from '../api/types';
import { knowsWords, learnWords } from '../text/sentences';
import { TableStore } from './table.svelte';

const seats = [seatInfo(0), seatInfo(1, { kind: 'bot', level: 1 })];
const first = sync(1, { table: tableInfo({ seats }) });
/** A move of the bot. */
const moved = (seq: number) =>
  update(seq, { seats: { 0: seatSync(0, { log_from: seq - 2, log: [line(seq - 2, 1)] }) } });
const play = { type: 'play', seat: 0, action: 'bid b' } as const;

beforeEach(() => {
  learnWords(
    '',
    [
      'turn-move = { $seats } to move',
      "not-your-turn = It is not { $seat }'s turn: { $mover } is to move.",
      'list-and = { $first } and { $next }',
      'bot-name = Alba',
    ].join('\n'),
  );
  learnWords('bluffstones', 'seat = Seat { $seat ->\n [0] 1\n *[1] 2\n}\npass = { $seat } passes.');
  learnWords('siegestones', '');
  vi.useFakeTimers();
  FakeSocket.install();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sitDown(): TableStore {
  const store = new TableStore('x');
  store.receive(first);
  store.listen();
  FakeSocket.last.open(sync(1, { table: tableInfo({ seats }) }));
  return store;
}

const answer = (told: Partial<Told>) => FakeSocket.last.answer(told);
const lines = (store: TableStore) => store.shown!.seats['0']!.log.map(({ n }) => n);

describe('what bots do', () => {
  it('is shown one after the other', () => {
    const store = sitDown();
    store.receive(moved(2));
    store.receive(moved(3));
    expect([store.shown!.seq, store.behind]).toEqual([1, 2]);
    vi.advanceTimersByTime(600);
    expect([store.shown!.seq, store.behind]).toEqual([2, 1]);
    store.skip();
    expect([store.shown!.seq, store.behind]).toEqual([3, 0]);
  });

  it('is shown at once where it is part of what one did oneself', async () => {
    const store = sitDown();
    const played = store.play(play);
    FakeSocket.last.tell(moved(2));
    FakeSocket.last.tell(moved(3));
    answer({ type: 'answer', seq: 2 });
    await played;
    expect([store.shown!.seq, store.behind]).toEqual([2, 1]);
  });

  it('is not lost from the log when the connection is lost before it was shown', () => {
    const store = sitDown();
    FakeSocket.last.tell(moved(2));
    FakeSocket.last.tell(moved(3));
    FakeSocket.last.lose();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.last.url).toContain('since=3&seats=0');
    FakeSocket.last.open(sync(3, { table: tableInfo({ seats }), seats: { 0: seatSync(0, { log_from: 2 }) } }));
    expect(lines(store)).toEqual([0, 1]);
  });
});

it('sends a move with the number of the position it is played on, and nothing twice while it is unanswered', async () => {
  const store = sitDown();
  const undo = { type: 'offer', seat: 0, what: 'undo' } as const;
  const asked = [store.act(undo), store.act(undo)];
  answer({ type: 'answer', seq: 1 });
  expect(await Promise.all(asked)).toHaveLength(2);
  void store.act(undo);
  void store.play(play);
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(['offer', 'offer', 'play']);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ ...play, seq: 1 });
  expect(store.busy).toBe(true);
});

it('knows which place in the line a bot has until it has moved, apart from that of a hint', () => {
  const store = sitDown();
  FakeSocket.last.tell({ type: 'waiting', seat: 1, place: 3 });
  expect([store.botInLine, store.inLine]).toEqual([3, 0]);
  store.receive(moved(2));
  expect(store.botInLine).toBe(0);
});

it('opens its channel anew after taking a seat, and asks there what is unanswered', async () => {
  const store = sitDown();
  const before = FakeSocket.last;
  void store.act({ type: 'hint', seat: 0 });
  const seated = sync(4, { table: tableInfo({ seats }), seats: { 0: seatSync(0), 1: seatSync(1) } });
  vi.stubGlobal('fetch', async () => Response.json(seated));
  await store.join({ seat: 1 });
  expect(store.own).toEqual([0, 1]);
  expect(before.isClosed).toBe(true);
  expect(FakeSocket.last.url).toContain('since=4&seats=0,1');
  FakeSocket.last.open(seated);
  expect(FakeSocket.last.sent).toEqual(before.sent);
});

describe('an invitation', () => {
  const seated = sync(2, { table: tableInfo({ seats }), seats: { 0: seatSync(0) } });
  const refuse = (code: string) =>
    Response.json({ type: 'refused', code, reason: 'No.', says: { code: 'said', args: {} } }, { status: 503 });

  /** A server at which a seat is free. Whoever comes without a cookie is somebody new; lost answers bring no cookie. */
  function serve(...problems: ('lost' | 'not_saved')[]): string[] {
    const asked: string[] = [];
    let [cookie, holder, people] = ['', '', 0];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      const person = cookie || `person ${people++}`;
      const isJoin = address.endsWith('/join');
      const problem = isJoin ? problems.shift() : undefined;
      if (problem === 'not_saved') return refuse(problem);
      if (isJoin) holder ||= person;
      if (problem === 'lost') throw new TypeError('the answer is lost');
      cookie = person;
      if (address === '/api/me') return Response.json({ id: person, name: null });
      return holder === person ? Response.json(seated) : refuse('no_table');
    });
    return asked;
  }

  async function enter(): Promise<TableStore> {
    sessionStorage.setItem('siegeworks-key', `${window.location.pathname} k`);
    const store = new TableStore('x');
    void store.enter();
    await vi.advanceTimersByTimeAsync(5000);
    store.close();
    return store;
  }

  it('leads to a seat that is kept though the first answer is lost', async () => {
    const asked = serve('lost');
    const store = await enter();
    expect([store.own, store.missing, store.complaint]).toEqual([[0], false, null]);
    expect(asked.map((address) => address.split('/').at(-1)!)).toEqual(['me', 'join', 'me', 'join']);
  });

  it('is sent again where the server could not save', async () => {
    serve('not_saved', 'not_saved');
    const store = await enter();
    expect([store.own, store.complaint]).toEqual([[0], null]);
  });
});

it('complains about nothing once the table is left', async () => {
  const store = sitDown();
  const played = store.play(play);
  store.close();
  expect(await played).toBeNull();
  expect([store.complaint, store.busy]).toEqual([null, false]);
});

it('is missing once there is no such table any more', () => {
  const store = sitDown();
  FakeSocket.last.lose();
  vi.advanceTimersByTime(600);
  FakeSocket.last.open({
    type: 'refused',
    code: 'no_table',
    reason: 'There is no such table.',
    says: { code: 'said', args: {} },
  });
  expect([store.missing, store.complaint?.reason]).toEqual([true, 'There is no such table.']);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

it('tells of people by the names they have now, also of what they did before', () => {
  const store = sitDown();
  const passes = line(0, 0, event('bluffstones.pass', { seat: { seat: 0 } }));
  store.receive(update(2, { seats: { 0: seatSync(0, { log: [passes] }) } }));
  expect(store.shown!.seats['0']!.log[0]!.says[0]!.text).toBe('Guest passes.');
  const named = [{ ...seats[0]!, name: 'Ada' }, seats[1]!];
  store.receive(update(3, { table: { seats: named } }));
  expect(store.shown!.seats['0']!.log[0]!.says[0]!.text).toBe('Ada passes.');
  expect(store.shown!.table.turn).toBe('Ada to move');
});

it('complains about people by their names', async () => {
  const store = sitDown();
  const played = store.play(play);
  const args = { seat: { seat: 0, of: 'bluffstones' }, mover: { seat: 1, of: 'bluffstones' } };
  const reason = "It is not Seat 1's turn: Seat 2 is to move.";
  const says = { code: 'not-your-turn', args };
  answer({ type: 'refused', code: 'not_your_turn', reason, says, rule: 'B-5' });
  await played;
  expect(store.complaint).toEqual({ reason: "It is not Guest's turn: Alba is to move.", rule: 'B-5' });
});

it('says nothing about a position that is gone', async () => {
  const store = sitDown();
  const says = { code: 'said', args: {} };
  const refuse = () => answer({ type: 'refused', code: 'not_your_turn', reason: 'Others are to move.', says });
  const asked = store.act({ type: 'why', seat: 0, action: 'pass' });
  store.receive(update(2));
  refuse();
  await asked;
  expect(store.complaint).toBeNull();
  const again = store.act({ type: 'why', seat: 0, action: 'pass' });
  refuse();
  await again;
  expect(store.complaint).not.toBeNull();
});

describe('the words of the game', () => {
  it('are asked for until they come, ever less often, and then the table is in words', async () => {
    let asked = 0;
    let isAway = true;
    vi.stubGlobal('fetch', () => {
      asked++;
      return isAway ? Promise.reject(new TypeError('no network')) : Promise.resolve(new Response('seat = Rider'));
    });
    const store = new TableStore('x');
    store.receive(sync(1, { table: tableInfo({ game: 'charge', seats }) }));
    store.receive(sync(2, { table: tableInfo({ game: 'charge', seats }) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(10);
    isAway = false;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(knowsWords('charge')).toBe(true);
    expect(store.say({ code: 'charge.seat', args: {} })).toBe('Rider');
    const before = asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(before);
    store.close();
  });

  it('are not asked for any more once the table is left', async () => {
    const fetched = vi.fn(() => Promise.reject(new TypeError('no network')));
    vi.stubGlobal('fetch', fetched);
    const store = new TableStore('x');
    store.receive(sync(1, { table: tableInfo({ game: 'nobles', seats }) }));
    await vi.advanceTimersByTimeAsync(0);
    store.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
