import { describe, expect, it } from 'vitest';
import type { LogLine, SeatSync, Sync, TableInfo } from '../api/types';
import { isOld, merge, mergeLog, ownSeats, seatToShow, type Shown } from './merge';

const line = (n: number): LogLine => ({ n, seat: 0, action: `stone a${n + 1}`, says: [] });

function table(waiting: number[] = [0]): TableInfo {
  return { id: 'x', game: 'g', waiting, over: false, seats: [] } as unknown as TableInfo;
}

function seat(number: number, log: LogLine[] = []): SeatSync {
  return {
    seat: number,
    view: { to_move: 0 },
    legal: [],
    log_from: 0,
    log,
    since_last_turn: 0,
    last: [],
    taken_back: [],
    sealed: null,
    key: null,
  };
}

const sync = (seq: number, seats: Record<string, SeatSync>, waiting?: number[]): Sync => ({
  type: 'sync',
  seq,
  table: table(waiting),
  seats,
});

describe('merge', () => {
  it('begins with a sync, and ignores an update without one', () => {
    expect(merge(null, { type: 'update', seq: 3, seats: {} })).toBeNull();
    expect(merge(null, sync(3, { 0: seat(0) }))?.seq).toBe(3);
  });

  it('knows a sync that comes late, unless it says who the asker has become', () => {
    const shown = merge(null, sync(4, { 0: seat(0) }))!;
    expect(isOld(shown, sync(3, { 0: seat(0) }))).toBe(true);
    expect(isOld(shown, sync(4, { 0: seat(0) }))).toBe(false);
    expect(isOld(shown, sync(3, { 1: seat(1) }))).toBe(false);
    expect(isOld(null, sync(3, { 0: seat(0) }))).toBe(false);
  });

  it('adds new lines, and keeps what an update leaves out', () => {
    const before = merge(null, sync(1, { 0: seat(0, [line(0)]) }))!;
    const after = merge(before, { type: 'update', seq: 2, seats: { 0: { log_from: 1, log: [line(1)] } } })!;
    expect(after.seats['0']!.log.map((entry) => entry.n)).toEqual([0, 1]);
    expect(after.seats['0']!.view).toEqual({ to_move: 0 });
    expect(after.table).toEqual(before.table);
  });

  it('changes only the parts of the table an update names', () => {
    const before = merge(null, sync(1, { 0: seat(0) }))!;
    const after = merge(before, { type: 'update', seq: 2, table: { waiting: [1] }, seats: {} })!;
    expect(after.table).toEqual({ ...before.table, waiting: [1] });
    expect(ownSeats(after)).toEqual([0]);
  });

  it('makes the log shorter when a move is taken back', () => {
    expect(mergeLog([line(0), line(1), line(2)], 1, [])).toEqual([line(0)]);
  });

  it('does not go back to an older update', () => {
    const now = merge(null, sync(5, { 0: seat(0) }))!;
    expect(merge(now, { type: 'update', seq: 4, table: table([1]), seats: {} })).toBe(now);
  });

  it('keeps old lines over a sync that only tells what is new', () => {
    const before = merge(null, sync(1, { 0: seat(0, [line(0), line(1)]) }))!;
    const again = merge(before, sync(2, { 0: { ...seat(0, [line(2)]), log_from: 2 } }))!;
    expect(again.seats['0']!.log).toHaveLength(3);
  });

  it('forgets a seat that a sync no longer names', () => {
    const both = merge(null, sync(1, { 0: seat(0), 1: seat(1) }))!;
    expect(ownSeats(merge(both, sync(2, { 1: seat(1) }))!)).toEqual([1]);
  });
});

describe('whose side is shown', () => {
  const shown = (waiting: number[], ...own: number[]): Shown =>
    merge(null, sync(1, Object.fromEntries(own.map((number) => [number, seat(number)])), waiting))!;

  it('is the seat that is waited for', () => {
    expect(seatToShow(shown([1], 0, 1), 0)).toBe(1);
    expect(seatToShow(shown([0, 1], 0, 1), 1)).toBe(1);
  });

  it('is not one that a bot plays for now', () => {
    const both = shown([0, 1], 0, 1);
    const seats = [{ kind: 'bot' }, { kind: 'person' }] as TableInfo['seats'];
    expect(seatToShow({ ...both, table: { ...both.table, seats } }, 0)).toBe(1);
  });

  it('stays when others are waited for', () => {
    expect(seatToShow(shown([2], 0, 1), 1)).toBe(1);
    expect(seatToShow(shown([2], 0, 1), null)).toBe(0);
  });

  it('is nobody for a spectator', () => {
    const watching = merge(null, {
      type: 'sync',
      seq: 1,
      table: table(),
      seats: { watch: { ...seat(0), seat: null } },
    })!;
    expect(seatToShow(watching, null)).toBeNull();
  });
});
