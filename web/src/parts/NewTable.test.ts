import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeTable } from '../api/tables';
import type { GameInfo, OptionInfo } from '../api/types';
import NewTable from './NewTable.svelte';

vi.mock('../api/tables', () => ({ makeTable: vi.fn(async () => '/') }));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.mocked(makeTable).mockClear();
});

const pace = (values: OptionInfo['values'], more: Partial<OptionInfo> = {}): OptionInfo => ({
  name: 'pace',
  values,
  labels: values.map(String),
  default: values[0]!,
  rule: 'X-1',
  says: 'pace',
  seats: [],
  ...more,
});
const game = (name: string, ...options: OptionInfo[]): GameInfo => ({
  name,
  title: name,
  credit: '',
  kind: '',
  minutes: 10,
  goal: '',
  seats: [2, 3],
  seat_names: [],
  numbered: true,
  options,
  series: [],
  levels: [],
  secrets: false,
  orders: false,
});

const show = (...games: GameInfo[]) =>
  render(NewTable, { games, game: games[0]!.name, how: 'screen', onclose: vi.fn() });
const field = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name, hidden: true });
const set = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

async function sent(): Promise<unknown> {
  await fireEvent.submit(document.querySelector('form')!);
  return vi.mocked(makeTable).mock.lastCall![0].options;
}

it('sends what was chosen and leaves the rest to the server', async () => {
  show(game('one', pace(['slow', 'quick']), pace([1, 2], { name: 'rounds', says: 'rounds' })));
  expect(await sent()).toEqual({});
  await set('Pace', 'quick');
  expect(await sent()).toEqual({ pace: 'quick' });
});

it("forgets what was chosen for another game's option of the same name", async () => {
  show(game('one', pace(['slow', 'quick'])), game('two', pace(['calm', 'wild', 'quick'])));
  await set('Pace', 'quick');
  await set('Game', 'two');
  expect(field('Pace').value).toBe('calm');
  expect(await sent()).toEqual({});
});

it('sends no value that the option does not have, wherever it was chosen', async () => {
  const { rerender } = show(game('one', pace(['slow', 'quick'])));
  await set('Pace', 'quick');
  await rerender({ games: [game('one', pace(['calm', 'wild']))] });
  expect(field('Pace').value).toBe('calm');
  expect(await sent()).toEqual({});
  await set('Pace', 'wild');
  expect(await sent()).toEqual({ pace: 'wild' });
});

it('sends no option that is not for so many seats', async () => {
  show(game('one', pace(['slow', 'quick'], { seats: [2] })));
  await set('Pace', 'quick');
  await set('Seats', '3');
  expect(await sent()).toEqual({});
});
