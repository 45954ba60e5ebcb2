import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { said } from '../api/samples';
import type { LogLine, TakenBack } from '../api/types';
import Log from './Log.svelte';

afterEach(cleanup);

const line = (n: number, seat: LogLine['seat'], words: string): LogLine => ({
  n,
  seat,
  action: words,
  says: [said(words, { rule: '' })],
});
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

it('keeps what was taken back, where it stood and who did it', () => {
  const lines = [line(0, 0, 'Blue moves.'), line(1, 1, 'Yellow moves.')];
  const taken: TakenBack[] = [
    { n: 1, seat: 1, says: [{ text: 'Yellow errs.', rule: '', kind: '', args: {} }] },
    { n: 2, seat: 0, says: [{ text: 'Blue errs.', rule: '', kind: '', args: {} }] },
  ];
  const { container } = render(Log, { lines, taken, name: (seat: number) => `seat ${seat}`, onrule: () => {} });
  const told = [...container.querySelectorAll('li')].map((item) => item.textContent!.replace(/\s+/g, ' ').trim());
  expect(told).toEqual([
    'Blue moves.',
    'seat 1 took a move back Yellow errs.',
    'Yellow moves.',
    'seat 0 took a move back Blue errs.',
  ]);
  expect(container.querySelectorAll('del')).toHaveLength(2);
});

it('folds a trick under who wins it, with the rule beside it and not inside what opens', () => {
  const plays = [0, 1].map((n) => ({ ...line(n, n, ''), says: [said(`Card ${n}.`, { detail: true })] }));
  const won = { ...line(2, 0, ''), says: [said('Ada wins the trick.', { rule: 'S-22' })] };
  const { container } = render(Log, { lines: [...plays, won], onrule: () => {} });
  expect(container.querySelectorAll('li')).toHaveLength(1);
  const summary = screen.getByText('Ada wins the trick.');
  expect(summary.tagName).toBe('SUMMARY');
  expect(summary.querySelector('button, a')).toBeNull();
  const details = summary.closest('details')!;
  expect(details.open).toBe(false);
  expect(details.textContent).toContain('Card 0.');
  expect(details.textContent).toContain('Card 1.');
});
