// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { changes, stepsOf, stone, tower, track, type Pieces } from './pieces';

const start = (pieces: Pieces) => track([], pieces).pieces;

describe('what a preview changes', () => {
  it('shows what is new or other, and what goes', () => {
    const now = { d4: stone('blue'), e5: tower(null), c3: stone('red') };
    const after = { d4: stone('blue'), e5: tower('blue'), d5: stone('blue') };
    expect(changes(now, after)).toEqual({ ghosts: { e5: tower('blue'), d5: stone('blue') }, leaving: ['c3'] });
  });

  it('lets a stone in flight go from where it was', () => {
    const after = { d4: { ...stone('blue'), faint: true } };
    expect(changes({ d4: stone('blue') }, after)).toEqual({ ghosts: {}, leaving: ['d4'] });
  });
});

describe('following pieces', () => {
  it('keeps what stays, also a tower whose stone changes', () => {
    const before = start({ d4: stone('blue'), e5: tower(null) });
    const { pieces, gone } = track(before, { d4: stone('blue'), e5: tower('blue') });
    expect(pieces.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(pieces.every(({ isNew, from }) => !isNew && from === null)).toBe(true);
    expect(gone).toEqual([]);
  });

  it('sees a move where one like it left', () => {
    const before = start({ d2: stone('blue'), d6: stone('yellow') });
    const { pieces, gone } = track(before, { d4: stone('blue'), d6: stone('yellow') });
    expect(pieces.find(({ cell }) => cell === 'd4')).toMatchObject({ from: 'd2', isNew: false, id: before[0]!.id });
    expect(gone).toEqual([]);
  });

  it('sees a stone that takes the place of another colour', () => {
    const before = start({ d2: stone('blue'), d4: stone('yellow') });
    const { pieces, gone } = track(before, { d4: stone('blue') });
    expect(pieces).toMatchObject([{ cell: 'd4', from: 'd2' }]);
    expect(gone).toMatchObject([{ cell: 'd4', piece: stone('yellow') }]);
  });

  it('does not guess when two might have moved', () => {
    const before = start({ d1: stone('blue'), d7: stone('blue') });
    const { pieces, gone } = track(before, { a1: stone('blue') });
    expect(pieces).toMatchObject([{ cell: 'a1', from: null, isNew: true }]);
    expect(gone).toHaveLength(2);
  });

  it('gives new pieces numbers of their own', () => {
    const before = start({ d1: stone('blue') });
    const { pieces } = track(before, { d1: stone('blue'), d2: stone('blue'), d3: stone('red') });
    expect(new Set(pieces.map(({ id }) => id)).size).toBe(3);
  });
});

describe('the steps of a line', () => {
  it('are what each action puts down, moves or clears', () => {
    const now: Pieces = { a1: stone('blue'), d4: tower(null) };
    const placed: Pieces = { ...now, d5: stone('yellow'), d4: tower('yellow') };
    const moved: Pieces = { c2: stone('blue'), d4: tower('yellow'), d5: stone('yellow') };
    const cleared: Pieces = { c2: stone('blue'), d4: tower('yellow') };
    expect(stepsOf(now, [placed, moved, cleared])).toEqual([
      { placed: { d5: stone('yellow') }, leaving: [], moved: null },
      { placed: { c2: stone('blue') }, leaving: [], moved: ['a1', 'c2'] },
      { placed: {}, leaving: ['d5'], moved: null },
    ]);
  });
});
