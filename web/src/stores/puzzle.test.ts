import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PuzzleAnswer, PuzzleInfo } from '../api/types';
import { inAWhile } from '../parts/when';
import { Solving } from './puzzle.svelte';
import { settings } from './settings.svelte';

const view = (ply: number) => ({ seats: 2, options: {}, to_move: 0, gone: [], ply });
const action = (verb: string, cell: string) => ({ action: `${verb} ${cell}`, verb, targets: [`cell:${cell}`] });
const sentence = { code: 'x', args: {}, rule: null };
const puzzle: PuzzleInfo = {
  puzzle: 'siegestones-0123456789',
  game: 'siegestones',
  seats: 2,
  seat: 0,
  view: view(0),
  legal: [action('stone', 'd4'), action('tower', 'd4'), action('stone', 'e5')],
  prompt: sentence,
  task: sentence,
  rating: 1200,
  solved: null,
};
const step = (ply: number) => ({ seat: 0, says: [sentence], view: view(ply), last: [`cell:d${ply}`] });
const wrong: PuzzleAnswer = {
  right: false,
  says: [sentence],
  steps: [step(1), step(2)],
  solution: null,
  themes: [],
  rating: null,
  again: null,
};

let judge: ReturnType<typeof vi.fn>;
let solving: Solving;
beforeEach(() => {
  settings.confirm = true;
  settings.pace = 'swift';
  judge = vi.fn(() => Promise.resolve(wrong));
  solving = new Solving(puzzle, () => '', judge as never);
});

describe('an answer', () => {
  it('is given when it is confirmed, by a second click or the button', async () => {
    solving.point(['cell:e5']);
    expect(judge).not.toHaveBeenCalled();
    solving.point(['cell:e5']);
    await vi.waitFor(() => expect(solving.answer).toBe(wrong));
    expect(judge).toHaveBeenCalledWith('stone e5');
    expect(solving.legal).toEqual([]);
  });

  it('waits for a choice where a place alone means two things', () => {
    solving.point(['cell:d4']);
    expect([solving.choice.chosen, ...solving.choice.others].filter(Boolean)).toHaveLength(2);
    solving.setVerb('tower');
    solving.point(['cell:d4']);
    expect(solving.choice.chosen?.action).toBe('tower d4');
    solving.clear();
    expect(solving.choice.chosen).toBeNull();
  });

  it('is played out, walked along and tried again', async () => {
    await solving.give('stone e5');
    expect([solving.at, solving.view]).toEqual([2, view(2)]);
    solving.go(1);
    expect([solving.view, solving.last]).toEqual([view(1), ['cell:d1']]);
    solving.go(-3);
    expect(solving.view).toEqual(view(0));
    expect(solving.canRetry).toBe(true);
    solving.retry();
    expect([solving.answer, solving.at]).toEqual([null, 0]);
    expect(solving.legal).toHaveLength(3);
  });

  it('that is refused is complained about, and another can be given', async () => {
    judge.mockRejectedValueOnce(Object.assign(new Error('No.'), { rule: 'T-1' }));
    await solving.give('stone e5');
    expect(solving.complaint).toEqual({ reason: 'No.', rule: 'T-1' });
    expect(solving.busy).toBe(false);
    expect(solving.legal).toHaveLength(3);
  });
});

it('a moment that is to come is told in words', () => {
  expect(inAWhile(10 * 60_000, 0)).toBe('in 10 minutes');
  expect(inAWhile(3 * 86_400_000, 0)).toBe('in 3 days');
  expect(inAWhile(0, 60_000)).toBe('in 1 minute');
});
