// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { stone, tower } from '../../board/pieces';
import {
  bonuses,
  cellWords,
  noble,
  owners,
  peasant,
  pieces,
  pointBadges,
  sightLines,
  watchers,
  type View,
} from './view';

const view: View = {
  seats: 2,
  options: {},
  gone: [],
  to_move: 0,
  board: '..../...../....../1..N..y/....../...../..2.',
  row: 'bygr',
  scores: [0, 0],
  start: 0,
  quiet: 0,
  phase: 'turn',
  sight: {
    d1: ['a1', 'b1', 'c1', 'd2', 'd3', 'd4', 'e2', 'f3', 'g4'],
    d4: ['d1', 'd2', 'd3', 'd5', 'd6', 'd7'],
    a3: ['a1', 'a2', 'a4'],
  },
  reserve: [3, 3],
};

describe('Nobles and Peasants', () => {
  it('knows whose towers stand where', () => {
    expect(owners(view)).toEqual({ d1: 0, d4: null, a3: 1 });
    expect(pieces(view)).toEqual({ d1: tower('blue'), d4: tower('red'), d7: stone('yellow'), a3: tower('green') });
    expect([noble(view, 1), peasant(view, 1)]).toEqual(['green', 'yellow']);
  });

  it('draws a tower its lines to the last circle it sees', () => {
    const lines = sightLines(view, ['d1']);
    expect(lines.map(({ to }) => to).sort()).toEqual(['a1', 'd4', 'g4']);
    expect(lines.every(({ from, tone }) => from === 'd1' && tone === 'blue')).toBe(true);
  });

  it('draws a circle the lines of the towers that see it', () => {
    expect(watchers(view, 'd3')).toEqual(['d1', 'd4']);
    expect(sightLines(view, ['d3']).map(({ from, to }) => `${from}-${to}`)).toEqual(['d1-d3', 'd4-d3']);
  });

  it('puts the points of a preview at the towers', () => {
    const says = [
      { text: '', rule: 'N-19', kind: 'stone', args: { cell: 'd3' } },
      { text: '', rule: 'N-23', kind: 'score', args: { seat: 1, tower: 'a3', points: 4 } },
    ];
    expect(pointBadges(view, says)).toEqual({ a3: { parts: [{ text: '+4', tone: 'green' }], isNew: true } });
  });

  it('finds what each tower brought at the end', () => {
    const bonus = { text: 'Peasants seen from d1: 4 points for Ada.', rule: 'N-29', kind: 'bonus', args: { seat: 0 } };
    const other = { text: '', rule: 'N-18', kind: 'insert', args: {} };
    expect(bonuses([{ n: 1, seat: 0, action: 'insert R 2', says: [other, bonus] }])).toEqual([bonus]);
  });

  it('names circles with what sees them', () => {
    expect(cellWords(view, 'd1', ['Ada', 'Cem'])).toBe('tower of Ada');
    expect(cellWords(view, 'd4', ['Ada', 'Cem'])).toBe('neutral tower');
    expect(cellWords(view, 'd7', ['Ada', 'Cem'])).toBe('yellow stone, seen by 1 tower');
    expect(cellWords(view, 'g7', [])).toBe('empty, seen by no tower');
  });
});
