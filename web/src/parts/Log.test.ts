import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { LogLine } from '../api/types';
import Log from './Log.svelte';

afterEach(cleanup);

const line = (n: number, seat: LogLine['seat'], words: string): LogLine =>
  ({ n, seat, action: words, says: [{ text: words, rule: null }] }) as LogLine;
const draws = (from: number, count: number): LogLine[] =>
  Array.from({ length: count }, (_, k) => line(from + k, 'chance', `Draw ${from + k}.`));

it('tells a long run of draws in one line that can be opened, and short ones one by one', () => {
  const lines = [...draws(0, 3), line(3, 0, 'Blue moves.'), ...draws(4, 30), line(34, 1, 'Yellow moves.')];
  const { container } = render(Log, { lines, onrule: () => {} });
  expect(container.querySelectorAll('li')).toHaveLength(6);
  const folded = screen.getByText('30 draws by lot').closest('details')!;
  expect(folded.textContent).toContain('Draw 33.');
  expect(folded.textContent).not.toContain('Yellow moves.');
});
