import { describe, expect, it } from 'vitest';
import type { ResultInfo } from '../api/types';
import { outcomeOf } from './outcome';

const names = ['Anna', 'Bo', 'Cleo'];
const ended = (winners: number[], places: number[], more: Partial<ResultInfo> = {}): ResultInfo => ({
  winners,
  places,
  scores: places,
  rule: 'T-23',
  says: '',
  reason: null,
  why: null,
  margin: '',
  highlights: [],
  ...more,
});

describe('who won, as one would say it', () => {
  it.each([
    ['to the winner', [0], [0], [1, 2], 'You won', true],
    ['to the one who lost', [1], [0], [1, 2], 'You lost', false],
    ['to who watches', [], [0], [1, 2], 'Anna won', null],
    ['at one screen', [0, 1], [1], [2, 1], 'Bo won', true],
    ['of a draw', [0], [0, 1], [1, 1], 'A draw', true],
    ['to one of those who share', [0], [0, 1], [1, 1, 3], 'You share the win', true],
    ['to the one they left behind', [2], [0, 1], [1, 1, 3], 'You lost', false],
    ['to who watches them share', [], [0, 1], [1, 1, 3], 'Anna and Bo share the win', null],
  ] as const)('%s', (_, own, winners, places, title, isOurs) => {
    expect(outcomeOf(ended([...winners], [...places]), own, names)).toEqual({ title, isOurs });
  });

  it('says that an agreed draw is one, also if somebody had left', () => {
    const result = ended([0, 1], [1, 1, 3], { reason: 'agreed' });
    expect(outcomeOf(result, [0], names).title).toBe('A draw');
  });
});
