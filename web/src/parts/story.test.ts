import { expect, it } from 'vitest';
import { said } from '../api/samples';
import type { LogLine, Said } from '../api/types';
import { toldOf } from './story';

const detail = (text: string): Said => said(text, { detail: true });
const line = (n: number, seat: LogLine['seat'], ...says: Said[]): LogLine => ({ n, seat, action: '', says });
const texts = (says: readonly Said[]) => says.map((each) => each.text);
const told = (lines: LogLine[]) => toldOf(lines).map((piece) => [texts(piece.says), texts(piece.details)]);

it('folds what led up to an event under it', () => {
  const lines = [
    line(0, 0, detail('Ada plays the 9.')),
    line(1, 1, detail('Ben plays the 10.'), said('Ben wins the trick.'), said('Ben will be Initiator.')),
  ];
  expect(told(lines)).toEqual([
    [
      ['Ben wins the trick.', 'Ben will be Initiator.'],
      ['Ada plays the 9.', 'Ben plays the 10.'],
    ],
  ]);
});

it('puts nothing under somebody who leaves', () => {
  const leaves = said('Ada leaves the game.', { kind: 'resign' });
  const lines = [line(0, 1, detail('Ben plays the 10.')), line(1, 0, leaves), line(2, 2, said('Ben wins the trick.'))];
  expect(told(lines)).toEqual([
    [['Ada leaves the game.'], []],
    [['Ben wins the trick.'], ['Ben plays the 10.']],
  ]);
});

it('tells what has led to nothing yet as it comes', () => {
  const lines = [line(0, 0, said('Ada wins the trick.')), line(1, 0, detail('Ada plays the 9.'))];
  expect(told(lines)).toEqual([
    [['Ada wins the trick.'], []],
    [['Ada plays the 9.'], []],
  ]);
  expect(toldOf(lines).map((piece) => piece.end)).toEqual([1, 2]);
});

it('counts a long run of draws, and gives every piece a key of its own', () => {
  const draws = Array.from({ length: 30 }, (_, n) => line(n, 'chance', said(`Draw ${n}.`)));
  const pieces = toldOf([...draws, line(30, 0, said('One.'), detail('then'), said('Two.'))]);
  expect(pieces.map((piece) => piece.draws)).toEqual([30, 0, 0]);
  expect(pieces[0]!.details).toHaveLength(30);
  expect(new Set(pieces.map((piece) => piece.key)).size).toBe(pieces.length);
});
