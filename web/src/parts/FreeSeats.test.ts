import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { encode } from 'uqr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post } from '../api/client';
import { seatInfo, tableInfo } from '../api/samples';
import type { TableInfo } from '../api/types';
import FreeSeats from './FreeSeats.svelte';

vi.mock('../api/address', () => {
  const reach = { origin: 'http://here', alone: false };
  return { here: () => reach, forOthers: async () => reach };
});
vi.mock('../api/client', async (real) => ({ ...(await real<object>()), post: vi.fn(async () => ({})) }));

const KEPT = 'siegeworks links';
const kept = { watch: '/t/x', seats: { '0': '/t/x?key=k0', '1': '/t/x?key=k1', '2': '/t/x?key=k2' } };
const table = (more: Partial<TableInfo> = {}): TableInfo =>
  ({
    ...tableInfo({
      seats: [seatInfo(0, { name: 'Ada' }), seatInfo(1, { kind: 'open' }), seatInfo(2, { kind: 'open' })],
    }),
    ...more,
  }) as TableInfo;
const show = (shown: TableInfo) => render(FreeSeats, { table: shown, game: undefined });
const codes = () => screen.queryAllByRole('img').map((picture) => picture.querySelector('path')!.getAttribute('d'));
const drawn = (value: string): string =>
  encode(value, { ecc: 'M', border: 3 })
    .data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');

beforeEach(() => localStorage.setItem(KEPT, JSON.stringify([['x', kept]])));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.mocked(post).mockClear();
});

it('shows a code for each free seat, which leads to the hand on a phone, and who sits at the others', () => {
  show(table());
  expect(codes()).toEqual([drawn('http://here/t/x/hand?key=k1'), drawn('http://here/t/x/hand?key=k2')]);
  expect(screen.getByRole('heading', { name: 'Ada' })).toBeTruthy();
});

it('has no code where another browser made the table, unless everybody may sit down', () => {
  localStorage.clear();
  show(table());
  expect(codes()).toEqual([]);
  expect(screen.getAllByText(/^This seat is free/)).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  show(table({ public: true }));
  expect(codes()).toHaveLength(2);
});

it('gives the free seats to bots, once somebody is there', async () => {
  show(table());
  await fireEvent.click(screen.getByRole('button', { name: /^Begin now: 2 bots/ }));
  await waitFor(() => expect(vi.mocked(post)).toHaveBeenCalledTimes(2));
  const acts = vi.mocked(post).mock.calls.map(([, act]) => act);
  expect(acts).toMatchObject([
    { type: 'seat_bot', seat: 1 },
    { type: 'seat_bot', seat: 2 },
  ]);
  cleanup();
  show(table({ seats: [1, 2].map((seat) => seatInfo(seat, { kind: 'open' })) }));
  expect(screen.queryByRole('button')).toBeNull();
});
