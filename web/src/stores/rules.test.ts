import { expect, it } from 'vitest';
import { inTwo } from './rules';

const section = (id: string, level: number, html = '<p>…</p>') => ({ id, heading: id, level, html });

it('takes the overview and what follows apart, without the title', () => {
  const all = [
    section('title', 1, ''),
    section('overview', 2),
    section('do', 3),
    section('rules', 2),
    section('turn', 3),
  ];
  const { opening, rest } = inTwo(all);
  expect(opening.map((one) => one.id)).toEqual(['overview', 'do']);
  expect(rest.map((one) => one.id)).toEqual(['rules', 'turn']);
});

it('finds nothing that follows where the rules are short', () => {
  expect(inTwo([section('title', 1), section('turn', 3)])).toMatchObject({ rest: [] });
});
