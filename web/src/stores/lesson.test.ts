import { describe, expect, it } from 'vitest';
import type { LogLine } from '../api/types';
import { hasLesson, isDone } from './lesson';

const line = (n: number, kind: string, args: Record<string, unknown>): LogLine => ({
  n,
  seat: 0,
  action: 'stone d4',
  says: [{ text: '', rule: 'T-1', kind, args }],
});
const log = [line(0, 'stone', { cell: 'd4' }), line(1, 'control', { tower: 'd4', seat: 0, was: null })];

describe('a step is done', () => {
  it('when the server tells of the event', () => {
    expect(isDone(log, 0, { kind: 'control' })).toBe(true);
    expect(isDone(log, 0, { kind: 'control', args: { seat: 0 } })).toBe(true);
  });

  it('not when the details differ', () => {
    expect(isDone(log, 0, { kind: 'control', args: { seat: 1 } })).toBe(false);
    expect(isDone(log, 0, { kind: 'tower' })).toBe(false);
  });

  it('not by what happened before', () => {
    expect(isDone(log, 2, { kind: 'control' })).toBe(false);
  });
});

it('a game from another package has no lesson', () => {
  expect(hasLesson('siegestones')).toBe(true);
  expect(hasLesson('furrow')).toBe(false);
});
