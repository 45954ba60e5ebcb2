import { expect, it } from 'vitest';
import { text } from '.';

it('says what a target is, and who sits at a seat', () => {
  expect(['cell:d4', 'card:QH', 'suit:H', 'end:L'].map((target) => text.target(target))).toEqual([
    'd4',
    'the Queen of Hearts',
    'Hearts',
    'left end',
  ]);
  expect(text.target('seat:1', ['Guest', 'Alba'])).toBe('Alba');
  expect(text.target('seat:0')).toBe('seat 1');
});
