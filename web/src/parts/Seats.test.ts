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

it('shows a bot with its name, its level and the face of the level', () => {
  const bot = { ...seat, seat: 1, kind: 'bot', level: 3, name: 'Clara', colour_name: 'White' };
  const company = { ...table(true), seats: [table(true).seats[0]!, bot] } as unknown as TableInfo;
  const { container } = render(Seats, { table: company, view: null as never, own: [0], panel: undefined });
  expect(screen.getAllByRole('listitem')[1]!.textContent).toMatch(/White\s*Clara · bot, level 3/);
  expect(container.querySelectorAll('[data-face]')).toHaveLength(1);
  expect(container.querySelector('[data-face="3"]')).not.toBeNull();
});

it('leads the host to what can be changed about the seats of others', async () => {
  const bot = { ...seat, seat: 1, kind: 'bot', level: 1, colour_name: 'White' };
  const company = { ...table(true), seats: [table(true).seats[0]!, bot] } as unknown as TableInfo;
  const managed: number[] = [];
  const onmanage = (number: number): number => managed.push(number);
  render(Seats, { table: company, view: null as never, own: [0], panel: undefined, onmanage });
  await fireEvent.click(screen.getByRole('button', { name: 'The seat of White' }));
  expect(managed).toEqual([1]);
  cleanup();
  render(Seats, { table: { ...company, over: true }, view: null as never, own: [0], panel: undefined, onmanage });
  expect(screen.queryByRole('button')).toBeNull();
});
