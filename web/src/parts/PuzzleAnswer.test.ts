import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { PuzzleAnswer as Answer, PuzzleInfo } from '../api/types';
import { Solving } from '../stores/puzzle.svelte';
import { text } from '../text';
import PuzzleAnswer from './PuzzleAnswer.svelte';

afterEach(cleanup);

const says = { code: 'x', args: {}, rule: null };
const wrong: Answer = { right: false, says: [says], steps: [], solution: null, themes: [], rating: null, again: null };

it('the heading has the focus again once the solution is shown, as the button that asked for it is gone', async () => {
  const told = [wrong, { ...wrong, solution: { action: 'stone d4', says } }];
  const solving = new Solving(
    { legal: [] } as unknown as PuzzleInfo,
    () => '',
    () => Promise.resolve(told.shift()!),
  );
  await solving.give('stone e5');
  render(PuzzleAnswer, { solving, names: [], onrule: () => {}, children: (() => {}) as never });
  await tick();
  expect(document.activeElement?.tagName).toBe('H2');
  (document.activeElement as HTMLElement).blur();
  await solving.give(null);
  await tick();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: text.puzzles.shown }));
});
