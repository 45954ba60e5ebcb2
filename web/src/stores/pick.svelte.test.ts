import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { Act } from '../api/types';
import { labelOf } from '../parts/label';
import { Picking } from './pick.svelte';
import type { TableStore } from './table.svelte';

const action = (verb: string, cell: string) => ({ action: `${verb} ${cell}`, verb, targets: [`cell:${cell}`] });
const seat = () => ({ legal: [action('stone', 'd4'), action('tower', 'e5')], log: [] });

/** A table at which two sit on one screen; what is asked is answered when the test says so. */
function sitDown() {
  let looking = $state<number | null>(0);
  const asked: Act[] = [];
  const open: ((found: unknown) => void)[] = [];
  const answered = () => new Promise((done) => void open.push(done));
  const table = {
    shown: { seq: 1, table: { over: false, waiting: [0] }, seats: { 0: seat(), 1: seat() } },
    names: [],
    say: ({ code }: { code: string }) => code,
    complaint: null as unknown,
    complain(reason: string) {
      this.complaint = reason;
    },
    busy: false,
    play() {
      this.busy = true;
      return answered();
    },
    act(body: Act) {
      asked.push(body);
      return answered();
    },
  };
  return {
    table,
    asked,
    picking: new Picking(table as unknown as TableStore, () => looking),
    look: (next: number | null) => (looking = next),
    answer: (found: unknown) => open.shift()!(found),
  };
}

describe('an answer', () => {
  it('picks what a hint names', async () => {
    const { picking, answer } = sitDown();
    const hint = picking.hint();
    answer({
      action: 'tower e5',
      plan: [{ action: 'tower e5', verb: 'tower', targets: ['cell:e5'] }],
      says: { code: 'It is strong.', args: {} },
    });
    expect(await hint).toBe('It is strong.');
    expect(picking.choice.chosen?.action).toBe('tower e5');
  });

  it('proposes a hint to the board where the board itself offers its verb', async () => {
    const { picking, answer } = sitDown();
    const hint = picking.hint(['tower']);
    const plan = [{ action: 'tower e5', verb: 'tower', targets: ['cell:e5'] }];
    answer({ action: 'tower e5', plan, says: { code: 'It is strong.', args: {} } });
    await hint;
    expect(picking.proposed?.[0]?.action).toBe('tower e5');
    expect(picking.choice.chosen).toBeNull();
  });

  it('has the words for actions that the page has none for, each asked for once', async () => {
    const { picking, asked, answer } = sitDown();
    const told = picking.instruct(picking.legal);
    for (const words of ['Place a stone on d4', 'Place a tower on e5']) {
      await vi.waitFor(() => answer({ says: [], instruction: { code: words, args: {} } }));
    }
    await told;
    expect(picking.instructions).toEqual({ 'stone d4': 'Place a stone on d4', 'tower e5': 'Place a tower on e5' });
    await picking.instruct(picking.legal);
    expect(asked).toHaveLength(2);
    expect(labelOf(picking.legal[0]!, undefined, {} as never, [], picking.instructions['stone d4'])).toBe(
      'Place a stone on d4',
    );
  });

  it('is not for whoever looks when it comes late', async () => {
    const { picking, table, look, answer } = sitDown();
    const hint = picking.hint();
    look(1);
    answer({
      action: 'tower e5',
      plan: [{ action: 'tower e5', verb: 'tower', targets: ['cell:e5'] }],
      says: { code: 'It is strong.', args: {} },
    });
    expect(await hint).toBeNull();
    expect(picking.choice.chosen).toBeNull();
    look(0);
    const why = picking.ask(['cell:a1']);
    look(1);
    answer({ reason: 'You hold no such card.' });
    await why;
    expect(table.complaint).toBeNull();
  });
});

describe('while an action is on its way', () => {
  it('nothing else is picked or asked', () => {
    const { picking, asked } = sitDown();
    picking.play(action('stone', 'd4'));
    picking.point('cell:e5');
    picking.point('cell:a1');
    expect(picking.choice.chosen).toBeNull();
    expect(asked).toEqual([]);
  });

  it('what the next picks once it is there is kept, however late the answer', async () => {
    const { picking, look, answer } = sitDown();
    const played = picking.play(action('stone', 'd4'));
    look(1);
    picking.point('cell:e5');
    answer({ type: 'answer', seq: 2 });
    await played;
    expect(picking.choice.chosen?.action).toBe('tower e5');
  });
});

it('plays an action that is only a verb when it is chosen once more', () => {
  const { picking, table } = sitDown();
  table.shown.seats[0].legal.push({ action: 'pass', verb: 'pass', targets: [] });
  picking.setVerb('pass');
  expect(table.busy).toBe(false);
  picking.setVerb('pass');
  expect(table.busy).toBe(true);
});

it('judges the newest draft, whichever answer comes last', async () => {
  const { picking, asked, answer } = sitDown();
  const first = picking.arrange({ hand: ['2C'] }, false);
  const second = picking.arrange({ hand: [] }, false);
  answer({ type: 'arranged', ok: false });
  await first;
  expect(picking.arranged).toBeNull();
  answer({ type: 'arranged', ok: true, open: [{ thing: '2C', at: 'hand', to: ['discard'] }] });
  await second;
  expect(picking.arranged?.ok).toBe(true);
  expect(picking.arranged?.open).toEqual([{ thing: '2C', at: 'hand', to: ['discard'] }]);
  expect(asked.map(({ type }) => type)).toEqual(['arrange', 'arrange']);
});

it('asks why with the verb that was chosen', () => {
  const { picking, asked } = sitDown();
  picking.setVerb('tower');
  picking.point('cell:a1');
  expect(asked.at(-1)).toEqual({ type: 'why', seat: 0, targets: ['cell:a1'], verb: 'tower' });
});

it('asks the same once, until something has happened', async () => {
  const { picking, table, asked, answer } = sitDown();
  const instruction = { code: 'Place a stone on d4', args: {} };
  const foreseen = { type: 'preview', action: 'stone d4', instruction, says: [], view: null };
  for (const cell of ['d4', 'e5']) {
    picking.point(`cell:${cell}`);
    answer({ ...foreseen, action: cell });
    await Promise.resolve();
    await tick();
    picking.clear();
  }
  picking.point('cell:d4');
  await tick();
  expect(picking.preview?.action).toBe('d4');
  expect(asked.map(({ type }) => type)).toEqual(['preview', 'preview']);
  picking.clear();
  table.shown = { ...table.shown, seq: 2 };
  picking.point('cell:d4');
  expect(asked).toHaveLength(3);
});
