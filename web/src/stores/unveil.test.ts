import { expect, it } from 'vitest';
import { together } from './unveil';

it('shows the hands of all seats that are seen by one of them', () => {
  const backs = { count: 2, known: ['9S'] };
  const mine = {
    year: 1,
    cities: [
      { hand: ['KH', '2C'], keep: [] },
      { hand: backs, keep: ['AS'] },
    ],
  };
  const other = { year: 1, cities: [{ hand: { count: 2, known: [] } }, { hand: ['9S', 'AD'], keep: ['AS'] }] };
  expect(together(mine, other)).toEqual({
    year: 1,
    cities: [
      { hand: ['KH', '2C'], keep: [] },
      { hand: ['9S', 'AD'], keep: ['AS'] },
    ],
  });
});

it('shows a choice that only its seat knows, and leaves what nobody knows', () => {
  expect(together({ choice: [null, 'b', null] }, { choice: ['g', null, null] })).toEqual({ choice: ['g', 'b', null] });
  expect(together({ deck: { count: 3, known: [] } }, { deck: { count: 3, known: [] } })).toEqual({
    deck: { count: 3, known: [] },
  });
});
