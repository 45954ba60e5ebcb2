import { describe, expect, it } from 'vitest';
import { line, seatInfo, seatSync, sync, tableInfo, update } from '../api/samples';
import { merge, mergeLog, ownSeats, seatToShow, type Known } from './merge';

describe('merge', () => {
  it('begins with a sync, and ignores an update without one', () => {
    expect(merge(null, update(3))).toBeNull();
    expect(merge(null, sync(3))?.seq).toBe(3);
  });

  it('adds new lines, and keeps what an update leaves out', () => {
    const before = merge(null, sync(1, { seats: { 0: seatSync(0, { log: [line(0)] }) } }))!;
    const after = merge(before, update(2, { seats: { 0: seatSync(0, { log_from: 1, log: [line(1)] }) } }))!;
    expect(after.seats['0']!.log.map((entry) => entry.n)).toEqual([0, 1]);
    expect(after.table).toEqual(before.table);
  });

  it('keeps what was taken back until an update says something else about it', () => {
    const gone = [{ n: 1, seat: 0, says: [] }];
    const before = merge(null, sync(1, { seats: { 0: seatSync(0, { taken_back: gone }) } }))!;
    const { taken_back, ...news } = seatSync();
    expect(merge(before, update(2, { seats: { 0: news } }))!.seats['0']!.taken_back).toEqual(gone);
    expect(merge(before, update(2, { seats: { 0: { ...news, taken_back } } }))!.seats['0']!.taken_back).toEqual([]);
  });

  it('changes only the parts of the table an update names', () => {
    const before = merge(null, sync(1))!;
    const after = merge(before, update(2, { table: { waiting: [1] } }))!;
    expect(after.table).toEqual({ ...before.table, waiting: [1] });
    expect(ownSeats(after)).toEqual([0]);
  });

  it('makes the log shorter when a move is taken back', () => {
    expect(mergeLog([line(0), line(1), line(2)], 1, [])).toEqual([line(0)]);
  });

  it('keeps old lines over a sync that only tells what is new', () => {
    const before = merge(null, sync(1, { seats: { 0: seatSync(0, { log: [line(0), line(1)] }) } }))!;
    const again = merge(before, sync(2, { seats: { 0: seatSync(0, { log_from: 2, log: [line(2)] }) } }))!;
    expect(again.seats['0']!.log).toHaveLength(3);
  });

  it('forgets a seat that a sync no longer names', () => {
    const both = merge(null, sync(1, { seats: { 0: seatSync(0), 1: seatSync(1) } }))!;
    expect(ownSeats(merge(both, sync(2, { seats: { 1: seatSync(1) } }))!)).toEqual([1]);
  });
});

describe('whose side is shown', () => {
  const shown = (waiting: number[], ...own: number[]): Known => {
    const seats = Object.fromEntries(own.map((number) => [number, seatSync(number)]));
    return merge(null, sync(1, { table: tableInfo({ waiting, seats: [] }), seats }))!;
  };

  it('is the seat that is waited for', () => {
    expect(seatToShow(shown([1], 0, 1), 0)).toBe(1);
    expect(seatToShow(shown([0, 1], 0, 1), 1)).toBe(1);
  });

  it('is not one that a bot plays for now', () => {
    const both = shown([0, 1], 0, 1);
    const seats = [seatInfo(0, { kind: 'bot' }), seatInfo(1)];
    expect(seatToShow({ ...both, table: { ...both.table, seats } }, 0)).toBe(1);
  });

  it('stays when others are waited for', () => {
    expect(seatToShow(shown([2], 0, 1), 1)).toBe(1);
    expect(seatToShow(shown([2], 0, 1), null)).toBe(0);
  });

  it('is nobody for a spectator', () => {
    const watching = merge(null, sync(1, { seats: { watch: seatSync(null) } }))!;
    expect(seatToShow(watching, null)).toBeNull();
  });
});
