import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableLine } from '../api/types';
import { get } from '../api/client';
import { Tables } from '../stores/tables.svelte';
import { learnWords } from '../text/sentences';
import TableList from './TableList.svelte';

const line = (id: string, more: Partial<TableLine> = {}): TableLine => ({
  id,
  game: 'siegestones',
  seats: [
    {
      seat: 0,
      name: 'Ada',
      kind: 'person',
      level: null,
      here: true,
      gone: false,
      away: false,
      host: false,
      by_link: false,
      numbered: false,
      clock_ms: null,
      clock_runs: false,
    },
  ],
  options: {},
  clock: null,
  series: null,
  over: false,
  result: null,
  changed: Date.UTC(2026, 10, 17, 12),
  turn: { code: 'turn-move', args: { seats: [{ seat: 0, of: 'siegestones' }] } },
  yours: [],
  to_act: false,
  record: false,
  alone: true,
  lines: 1,
  watchers: 0,
  ...more,
});

const asked: string[] = [];
let answers: unknown[] = [];

beforeEach(() => {
  learnWords('', 'turn-move = { $seats } to move\nlist-and = { $first } and { $next }');
  learnWords('siegestones', 'seat = Black');
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    return new Response(JSON.stringify(answers.shift()), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function shown(mine: boolean, ...parts: unknown[]): Promise<Tables> {
  answers = parts;
  const list = new Tables((after) => get('/api/me/tables', { over: false, after }));
  await list.load();
  render(TableList, { list, titles: { siegestones: 'SiegeStones' }, mine });
  return list;
}

describe('a list of tables', () => {
  it('goes on where it ended, and shows a table that moved once', async () => {
    const list = await shown(
      true,
      { tables: [line('a'), line('b')], next: '0.1.2.b' },
      { tables: [line('a'), line('c')], next: null },
    );
    await fireEvent.click(screen.getByRole('button', { name: 'More' }));
    await vi.waitFor(() => expect(list.lines.map((table) => table.id)).toEqual(['b', 'a', 'c']));
    expect(asked).toEqual(['GET /api/me/tables?over=false', 'GET /api/me/tables?over=false&after=0.1.2.b']);
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('throws a table away after asking once more', async () => {
    const list = await shown(true, { tables: [line('a')], next: null }, { ok: true, says: '' });
    await fireEvent.click(screen.getByRole('button', { name: 'Remove SiegeStones' }));
    expect(screen.getByText('It will be deleted.')).toBeTruthy();
    expect(asked).toHaveLength(1);
    await fireEvent.click(screen.getByRole('button', { name: 'Yes, remove it' }));
    await vi.waitFor(() => expect(list.lines).toEqual([]));
    expect(asked[1]).toBe('DELETE /api/tables/a');
  });

  it('says that others play on, and what the server refuses', async () => {
    const refused = { type: 'refused', code: 'no_table', reason: 'There is no such table.' };
    const list = await shown(true, { tables: [line('a', { alone: false })], next: null }, refused);
    await fireEvent.click(screen.getByRole('button', { name: 'Remove SiegeStones' }));
    expect(screen.getByText('The others play on without you.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Yes, remove it' }));
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such table.');
    expect(list.lines).toHaveLength(1);
  });

  it('puts a table away and says so', async () => {
    answers = [
      { tables: [line('a')], next: null },
      { ok: true, says: '' },
    ];
    const list = new Tables((after) => get('/api/me/tables', { over: false, after }));
    await list.load();
    render(TableList, { list, titles: { siegestones: 'SiegeStones' }, mine: true, away: 'put' });
    await fireEvent.click(screen.getByRole('button', { name: 'Archive SiegeStones' }));
    await vi.waitFor(() => expect(list.lines).toEqual([]));
    expect(asked[1]).toBe('PUT /api/me/archive/a');
  });

  it('offers to watch a full public table, and nobody throws away what is not theirs', async () => {
    await shown(false, { tables: [line('a')], next: null });
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe('/t/a');
    expect(screen.getByText(/Being played/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('tells of a finished table how it ended and when', async () => {
    const says = { code: 'turn-over', args: {} };
    const ended = { scores: [4, 1], rule: 'T-25', reason: null, says, why: null, margin: says, highlights: [] };
    const tables = [
      line('a', { over: true, yours: [0], result: { ...ended, winners: [0], places: [1, 2] } }),
      line('b', { over: true, yours: [0], result: { ...ended, winners: [1], places: [2, 1] } }),
    ];
    await shown(true, { tables, next: null });
    await screen.findByText('You won');
    const [won, lost] = screen.getAllByRole('listitem');
    expect(won!.textContent).toMatch(/You won\s*·\s*Nov 17, 2026/);
    expect(lost!.textContent).toMatch(/You lost\s*·\s*Nov 17, 2026/);
    expect(won!.querySelector('time')!.dateTime).toBe('2026-11-17T12:00:00.000Z');
  });

  it('leads from a record of mine to its replay', async () => {
    await shown(true, { tables: [line('a', { record: true })], next: null });
    expect(screen.getByRole('link', { name: 'Review game' }).getAttribute('href')).toBe('/t/a/again');
  });
});
