import { expect, it } from 'vitest';
import type { GameInfo, LegalAction, SeatSync } from '../api/types';
import type { Panel } from '../games/panel';
import { text } from '../text';
import { Bar, type Seen } from './bar.svelte';
import type { Forced } from './forced.svelte';
import type { Picking } from './pick.svelte';
import type { TableStore } from './table.svelte';

const TIP = { text: 'Towers weaken stones.', rule: 'T-14' };
const seats = [{ kind: 'person' }, { kind: 'open' }, { kind: 'bot' }];
const info = { over: false, turn: 'Blue to move', waiting: [0], seats };

/** What somebody sees who has moved so often. */
const side = (moves = 0): SeatSync =>
  ({
    prompt: { text: 'Place a stone.', rule: 'T-8' },
    log: Array.from({ length: moves }, () => ({ seat: 0 })),
  }) as unknown as SeatSync;

/** The bar at a table, for somebody who sits at seat 0 and is to move unless said otherwise. */
function bar(
  seen: Partial<Seen> = {},
  table: object = {},
  rest: { own?: number[]; botInLine?: number; chosen?: string; coming?: LegalAction } = {},
): Bar {
  const { own = [0], botInLine = 0, chosen = 'stone d4', coming = null } = rest;
  const store = { shown: { table: { ...info, ...table } }, own, botInLine } as unknown as TableStore;
  const picking = { choice: { chosen: { action: chosen } }, hint: async () => 'It wins.' } as unknown as Picking;
  return new Bar(store, picking, { coming } as unknown as Forced, {
    seat: 0,
    side: side(),
    myTurn: true,
    end: null,
    panel: { tip: TIP } as Panel,
    game: { goal: 'Control four towers.' } as GameInfo,
    name: (seat) => `Seat ${seat}`,
    ...seen,
  });
}

it('asks for what is to be done, and of whom where several sit here', () => {
  expect(bar().headline).toBe('Place a stone.');
  expect(bar({}, {}, { own: [0, 1] }).headline).toBe(text.table.asked('Seat 0', 'Place a stone.'));
  expect(bar({ side: undefined, myTurn: false }).headline).toBe('Blue to move');
});

it('says how it ended once that was shown', () => {
  expect(bar({}, { over: true }).headline).toBe(text.table.over);
  expect(bar({ end: 'Blue wins' }, { over: true }).headline).toBe('Blue wins');
  expect(bar({}, { over: true }).advice).toBe('');
});

it('tells the goal first, then one rule, then nothing but the rule of what is asked', () => {
  expect([bar().advice, bar().rule]).toEqual(['Control four towers.', null]);
  for (const moves of [1, 2]) {
    const found = bar({ side: side(moves) });
    expect([found.advice, found.rule]).toEqual([TIP.text, TIP.rule]);
  }
  const later = bar({ side: side(3) });
  expect([later.advice, later.rule]).toEqual(['', 'T-8']);
});

it('says why nothing is asked', () => {
  expect(bar({ myTurn: false }, {}, { botInLine: 3 }).advice).toBe(text.table.botInLine(3));
  expect(bar({ myTurn: false }, {}, { own: [] }).advice).toBe(text.table.watching);
  expect(bar({ myTurn: false, seat: 2 }).advice).toBe(text.table.satIn);
  expect(bar({ myTurn: false }, { waiting: [1] }).advice).toBe(text.table.nobodyYet(['Seat 1']));
});

it('shows a hint beside what it proposes, and nowhere else', async () => {
  const found = bar({ side: side(1) });
  await found.hint();
  expect([found.remark, found.advice, found.note, found.thinking]).toEqual(['It wins.', 'It wins.', 'It wins.', false]);
  const told = bar();
  told.tell('Only that was possible.');
  expect([told.advice, told.note]).toEqual(['Only that was possible.', '']);
});

it('says that the only thing is about to play itself', () => {
  const coming = { action: 'pass', verb: 'pass', targets: [] };
  expect(bar({}, {}, { coming }).note).toBe(text.table.onlyOneComing);
});
