// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { centre } from '../../board/hex';
import { stone, tower } from '../../board/pieces';
import { charged as view } from './samples';
import {
  bonds,
  cellWords,
  chargeBadges,
  chargeWords,
  nearTurn,
  isToAnswer,
  pieces,
  quietWords,
  supportBadges,
  weakWords,
} from './view';

describe('Charge', () => {
  it('shows a stone in flight faintly where it left', () => {
    expect(pieces(view)).toEqual({
      g4: tower('blue'),
      f4: stone('blue'),
      d5: stone('yellow'),
      d6: stone('yellow'),
      a4: tower('yellow'),
      d3: { kind: 'stone', colour: 'blue', faint: true },
    });
  });

  it('joins stones that support each other, and those linked to their tower', () => {
    expect(bonds(view).map(({ from, to }) => `${from}-${to}`)).toEqual(['f4-g4', 'd5-d6']);
  });

  it('tells the charge and what each answer costs', () => {
    expect(chargeBadges(view)).toEqual({ d5: { parts: [{ text: '×2', tone: 'blue' }] } });
    expect(chargeWords(view, ['Ada', 'Cem'])).toEqual([
      'Ada charges d5 from d3 with strength 2.',
      'Yield: lose 1 stone and the circle.',
      'Hold: not enough support.',
    ]);
    const paying = { ...view, charge: { ...view.charge!, owed: 2 } };
    expect(chargeWords(paying, ['Ada', 'Cem'])[1]).toBe('Cem holds and has still to pay 2 stones.');
    expect(chargeWords({ ...view, charge: null }, ['Ada', 'Cem'])).toEqual([]);
  });

  it('counts what could pay for each group', () => {
    expect(supportBadges(view)).toEqual({
      f4: { parts: [{ text: '0+10', tone: 'blue' }] },
      d5: { parts: [{ text: '1', tone: 'yellow' }] },
    });
  });

  it('warns of a supply that cannot pay for a strong charge', () => {
    expect(weakWords(view, ['Ada', 'Cem'])).toEqual([]);
    expect(weakWords({ ...view, supply: [2, 16] }, ['Ada', 'Cem'])).toHaveLength(1);
    expect(weakWords({ ...view, supply: [2, 16], alive: [false, true] }, ['Ada', 'Cem'])).toEqual([]);
  });

  it('names circles with their support', () => {
    expect(cellWords(view, 'd5', ['Ada', 'Cem'])).toBe('stone of Cem, supported by 1 stone');
    expect(cellWords(view, 'f4', ['Ada', 'Cem'])).toBe('stone of Ada, alone, linked to a tower');
    expect(cellWords(view, 'a4', ['Ada', 'Cem'])).toBe('tower of Cem');
    expect(cellWords({ ...view, moved: ['f4'] }, 'f4', [])).toBe('stone of Blue, alone, linked to a tower, has moved');
  });

  it('turns every seat its first tower to the lower right', () => {
    for (const [seats, towers] of [
      [2, ['g4', 'a4']],
      [3, ['g4', 'd7', 'a1']],
    ] as const) {
      towers.forEach((corner, seat) => {
        const [x, y] = centre(corner, nearTurn({ ...view, seats }, seat));
        expect([x > 100, y > 200]).toEqual([true, true]);
      });
    }
    expect(nearTurn(view, null)).toBe(0);
  });

  it('counts quiet turns against those that end the match, for those still alive', () => {
    expect(quietWords({ ...view, quiet: 12 })).toBe('12 quiet turns of 40: then it is a draw');
    const three = { ...view, quiet: 1, seats: 3, alive: [true, false, true], options: { quiet_rounds: 10 } };
    expect(quietWords(three)).toBe('1 quiet turn of 20: then it is a draw');
  });

  it('asks only the one who is charged', () => {
    expect(isToAnswer(view, 1)).toBe(true);
    expect(isToAnswer(view, 0)).toBe(false);
    expect(isToAnswer(view, null)).toBe(false);
    expect(isToAnswer({ ...view, phase: 'pick' }, 1)).toBe(false);
  });
});
