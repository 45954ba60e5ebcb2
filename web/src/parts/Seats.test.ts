import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { TableInfo } from '../api/types';
import Seats from './Seats.svelte';

afterEach(cleanup);

const seat = { name: null, level: null, here: true, gone: false, away: false, clock_ms: null };
const table = (host: boolean): TableInfo =>
  ({
    over: false,
    public: false,
    host,
    waiting: [0],
    seats: [
      { ...seat, seat: 0, kind: 'person', colour_name: 'Black' },
      { ...seat, seat: 1, kind: 'open', colour_name: 'White' },
    ],
  }) as unknown as TableInfo;

it('lets the host give an open seat to a bot, and nobody else', async () => {
  const given: number[] = [];
  const onseatbot = (number: number): number => given.push(number);
  render(Seats, { table: table(true), view: null as never, own: [0], panel: undefined, onseatbot });
  await fireEvent.click(screen.getByRole('button', { name: 'Give the seat of White to a bot' }));
  expect(given).toEqual([1]);
  cleanup();
  render(Seats, { table: table(false), view: null as never, own: [0], panel: undefined, onseatbot });
  expect(screen.queryByRole('button')).toBeNull();
});
