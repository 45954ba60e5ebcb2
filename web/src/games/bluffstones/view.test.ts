// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { stone, tower } from '../../board/pieces';
import type { LogLine } from '../panel';
import { bidColour, cellWords, matchBadges, pieces, roundSteps, stonesOf, type View } from './view';

const view: View = {
  seats: 2,
  options: {},
  gone: [],
  to_move: 0,
  board: '..../...../....../..yY.../....../.B.../....',
  piles: [
    { b: 6, y: 5, g: 6, r: 4 },
    { b: 6, y: 6, g: 6, r: 4 },
  ],
  scored: [0, 0],
  turn_tower: 0,
  phase: 'bid',
  bids: [null, '?'],
  held: [null, null],
  revealed: [null, null],
  matching: { d4: 1, b2: 0 },
};

const line = (n: number, ...kinds: string[]): LogLine => ({
  n,
  seat: 0,
  action: '',
  says: kinds.map((kind) => ({ text: `${kind} ${n}`, rule: 'B-1', kind, args: { colour: 'y' } })),
});

describe('BluffStones', () => {
  it('draws tops on towers', () => {
    expect(pieces(view)).toEqual({ d3: stone('yellow'), d4: tower('yellow'), b2: tower('blue') });
  });

  it('counts matching stones in badges and words', () => {
    expect(matchBadges(view)).toEqual({ d4: { parts: [{ text: '1/3', tone: 'plain' }] } });
    expect(cellWords(view, 'd4')).toBe('yellow tower, 1 of 3 matching stones');
    expect(cellWords(view, 'd3')).toBe('yellow stone');
  });

  it('shows no stones of a hidden bid', () => {
    expect(stonesOf('?')).toEqual([]);
    expect(stonesOf('bb')).toEqual(['blue', 'blue']);
    expect(stonesOf('-')).toEqual([]);
    expect(bidColour('-')).toBeNull();
  });

  it('tells the round that is being resolved', () => {
    const story = [
      line(1, 'reveal', 'place', 'round'),
      line(2, 'bid'),
      line(3, 'bid', 'reveal', 'discard'),
      line(4, 'remove'),
    ];
    expect(roundSteps(story).map(({ said }) => said.text)).toEqual(['reveal 3', 'discard 3', 'remove 4']);
  });

  it('tells the last round while new bids are made', () => {
    const story = [line(1, 'reveal', 'round'), line(2, 'bid', 'reveal', 'place', 'score', 'round'), line(3, 'bid')];
    expect(roundSteps(story).map(({ said }) => said.kind)).toEqual(['reveal', 'place', 'score', 'round']);
    expect(roundSteps([])).toEqual([]);
  });
});
