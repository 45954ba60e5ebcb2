// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { stone, tower } from '../../board/pieces';
import { held, pieces, threats, towerWords, type View } from './view';

const view: View = {
  seats: 2,
  options: {},
  gone: [],
  to_move: 1,
  board: '..../...../....../...bT../T...../...../....',
  start: 0,
  control: { d5: 0, c1: null },
  threat: { d5: [5, 4], c1: [0, 0] },
  pool: 6,
  supply: [19, 20],
};

describe('SiegeStones', () => {
  it('puts the stone of the controller on a tower', () => {
    expect(pieces(view)).toEqual({ d4: stone('blue'), d5: tower('blue'), c1: tower(null) });
  });

  it('shows threats with letters, where there are any', () => {
    expect(threats(view)).toEqual({
      d5: {
        parts: [
          { text: 'B5', tone: 'blue' },
          { text: 'Y4', tone: 'yellow' },
        ],
      },
    });
  });

  it('says who controls a tower and why', () => {
    expect(towerWords(view, 'd5')).toBe('tower, controlled by Blue, threat Blue 5, Yellow 4');
    expect(towerWords(view, 'c1')).toBe('tower, controlled by nobody');
  });

  it('counts what a seat controls', () => {
    expect([held(view, 0), held(view, 1)]).toEqual([1, 0]);
  });
});
