import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { seatInfo, tableInfo } from '../api/samples';
import type { TableInfo } from '../api/types';
import { text } from '../text';
import TableNotes from './TableNotes.svelte';

const t = text.table;
const clock = { kind: 'move', seconds: 60, increment: 0, flag: 'loses' } as const;

function notes(more: Partial<TableInfo>, own = [0]): string[] {
  const table = { ...tableInfo(), turn: '', notice: null, result: null, ...more } as TableInfo;
  render(TableNotes, { table, own, name: (seat: number) => `P${seat}` });
  const found = screen.queryAllByText(/./, { selector: 'p' }).map((note) => note.textContent ?? '');
  cleanup();
  return found;
}

describe('what everybody should know of a table', () => {
  afterEach(cleanup);

  it('is nothing where there is no clock and nobody elsewhere', () => {
    expect(notes({ hints: true, seats: [seatInfo(0), seatInfo(1, { kind: 'bot' })] })).toEqual([]);
  });

  it('says that there are hints, to those at other screens and to whoever watches', () => {
    expect(notes({ hints: true })).toEqual([t.hintsOn]);
    expect(notes({ hints: true }, [])).toEqual([t.hintsOn]);
    expect(notes({ hints: false })).toEqual([]);
  });

  it('says what happens when time runs out', () => {
    const three = [seatInfo(0), seatInfo(1), seatInfo(2)];
    expect(notes({ hints: false, clock })).toEqual([t.flags.loses(2)]);
    expect(notes({ hints: false, clock, seats: three })).toEqual([t.flags.loses(3)]);
    expect(notes({ hints: false, clock: { ...clock, flag: 'plays' } })).toEqual([t.flags.plays()]);
    expect(notes({ hints: false, clock, over: true })).toEqual([]);
  });

  it('says for whom the clock waits', () => {
    const open = [seatInfo(0), seatInfo(1, { kind: 'open' })];
    expect(notes({ hints: false, clock, awaited: [1] })).toContain(t.clockWaits(['P1']));
    expect(notes({ hints: false, clock, seats: open })).toContain(t.clockNeedsAll);
  });
});
