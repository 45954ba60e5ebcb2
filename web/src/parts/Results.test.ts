import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { GameInfo, ResultLine } from '../api/types';
import Results from './Results.svelte';

afterEach(cleanup);

const games = [
  { name: 'nobles', title: 'Nobles', levels: [{ level: 2, name: 'Bruno', says: '' }] },
] as unknown as GameInfo[];
const line = (more: Partial<ResultLine>): ResultLine => ({
  game: 'nobles',
  seats: 2,
  opponent: 'all',
  name: null,
  level: null,
  played: 6,
  won: 3,
  shared: 2,
  lost: 1,
  ...more,
});

it('has a table for each game and number of seats, with a row for each opponent', () => {
  const results = [
    line({}),
    line({ opponent: 'person', name: 'Ben' }),
    line({ opponent: 'person' }),
    line({ opponent: 'bot', level: 2 }),
    line({ opponent: 'gone' }),
    line({ seats: 3 }),
  ];
  render(Results, { results, games });
  const two = within(screen.getByRole('table', { name: 'Nobles, 2 players' }));
  expect(two.getAllByRole('rowheader').map((each) => each.textContent)).toEqual([
    'All games',
    'Ben',
    'A guest',
    'Bruno, a bot of level 2',
    'Somebody who is gone',
  ]);
  expect(
    two
      .getAllByRole('cell')
      .slice(0, 3)
      .map((each) => each.textContent),
  ).toEqual(['3', '2', '1']);
  expect(within(screen.getByRole('table', { name: 'Nobles, 3 players' })).getAllByRole('row')).toHaveLength(2);
});
