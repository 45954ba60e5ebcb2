// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { said } from '../../api/samples';
import type { LegalAction, LogLine } from '../panel';
import {
  attackStory,
  besideCity,
  cardsAt,
  cardsIn,
  cardTargets,
  draftOf,
  duels,
  inCity,
  isAttackable,
  isMyWinter,
  moved,
  newIn,
  placeTarget,
  season,
  shown,
  sorted,
  type Attack,
  type City,
  type View,
} from './view';

const city: City = {
  line: 'S',
  hand: ['3D', '8S', 'JK'],
  keep: ['KS'],
  forts: { S: '4S' },
  garrisons: { H: ['10H'] },
  tricks: [],
  captured: [],
};
const legal = (...actions: string[]): LegalAction[] =>
  actions.map((action) => {
    const [verb, ...rest] = action.split(' ');
    const kind = (word: string) =>
      /^\d$/.test(word)
        ? 'seat'
        : /^[HDSC]$/.test(word)
          ? 'suit'
          : /^(fort|garrison|keep|hand)$/.test(word)
            ? 'place'
            : 'card';
    return { action, verb: verb!, targets: rest.map((word) => `${kind(word)}:${word}`) };
  });

describe('cards and places', () => {
  it('shows known cards and backs for the rest', () => {
    expect(shown({ count: 3, known: ['KH'] })).toEqual(['KH', '?', '?']);
    expect(shown(['AS'])).toEqual(['AS']);
    expect(shown(undefined)).toEqual([]);
  });

  it('finds the cards of a place, the Keep with its Jack', () => {
    expect(cardsAt(city, { zone: 'keep', quarter: '' })).toEqual(['JS', 'KS']);
    expect(cardsAt(city, { zone: 'fort', quarter: 'S' })).toEqual(['4S']);
    expect(cardsAt(city, { zone: 'fort', quarter: 'H' })).toEqual([]);
    expect(cardsAt(city, { zone: 'garrison', quarter: 'H' })).toEqual(['10H']);
  });

  it('counts what lies in a city, not what is in the hand', () => {
    expect(inCity(city)).toBe(4);
  });

  it('finds what is new in a pile', () => {
    expect(newIn(['KH', 'KH', '?'], ['KH'])).toEqual(['KH', '?']);
    expect(newIn(['KH'], ['KH', '9S'])).toEqual([]);
  });

  it('shows beside a city what can be known', () => {
    expect(besideCity(city, true)).toEqual([]);
    expect(besideCity({ ...city, hand: { count: 2, known: [] } }, false)).toEqual([]);
    expect(besideCity({ ...city, hand: { count: 2, known: ['KH'] }, captured: ['2C', '4H'] }, false)).toEqual([
      { label: 'Hand', cards: ['KH', '?'] },
      { label: 'Captured', cards: ['4H', '2C'] },
    ]);
  });

  it('sorts as one holds them', () => {
    expect(sorted(['JK', '2C', '10H', 'AH', 'KS'])).toEqual(['AH', '10H', 'KS', '2C', 'JK']);
  });

  it('knows the season of a phase', () => {
    const at = (phase: string) => season({ phase } as View);
    expect(['setup', 'autumn', 'stow', 'winter', 'assault', 'prize', 'summer'].map(at)).toEqual([
      'setup',
      'autumn',
      'winter',
      'winter',
      'spring',
      'spring',
      'summer',
    ]);
    const view = { phase: 'recall', to_move: 1 } as View;
    expect([isMyWinter(view, 1), isMyWinter(view, 0), isMyWinter(view, null)]).toEqual([true, false, false]);
  });
});

describe('what pointing means', () => {
  it('plays a card from the hand', () => {
    expect(cardTargets(legal('play 3D', 'play 8S'), '3D', 'hand')).toEqual(['card:3D']);
    expect(cardTargets(legal('play 3D'), '8S', 'hand')).toBeNull();
  });

  it('tells a card of the hand from one of the Keep', () => {
    const both = legal('defend KS hand', 'defend KS keep');
    expect(cardTargets(both, 'KS', 'hand')).toEqual(['card:KS', 'place:hand']);
    expect(cardTargets(both, 'KS', 'keep')).toEqual(['card:KS', 'place:keep']);
  });

  it('takes a prize only from another city', () => {
    expect(cardTargets(legal('prize AD', 'skip'), 'AD', 'foreign')).toEqual(['card:AD']);
    expect(cardTargets(legal('prize AD'), 'AD', 'hand')).toBeNull();
  });

  it('puts a picked card only on its own side or in the Keep', () => {
    expect(placeTarget(['card:10H'], { zone: 'fort', quarter: 'H' })).toBe('place:fort');
    expect(placeTarget(['card:10H'], { zone: 'fort', quarter: 'S' })).toBeNull();
    expect(placeTarget(['card:10H'], { zone: 'keep', quarter: '' })).toBe('place:keep');
    expect(placeTarget([], { zone: 'keep', quarter: '' })).toBeNull();
  });

  it('knows which quarters can be attacked', () => {
    const actions = legal('attack 1 H', 'attack 2 S', 'pass');
    expect([isAttackable(actions, 1, 'H'), isAttackable(actions, 1, 'S')]).toEqual([true, false]);
  });
});

describe('an attack', () => {
  it('is card against card', () => {
    const attack: Attack = {
      attacker: 0,
      defender: 1,
      quarter: 'H',
      siege: null,
      wall: null,
      taken: { attacker: [], defender: [] },
      fought: [
        ['QS', 'hand', 'KD'],
        ['AD', 'keep', null],
      ],
      prize: false,
    };
    expect(duels(attack)).toEqual([
      { defence: 'QS', fromKeep: false, answer: 'KD' },
      { defence: 'AD', fromKeep: true, answer: null },
    ]);
  });

  it('is told from its declaration on', () => {
    const line = (n: number, kind: string): LogLine => ({
      n,
      seat: 0,
      action: '',
      says: [said(kind, { kind })],
    });
    const story = [line(1, 'attack'), line(2, 'repulse'), line(3, 'attack'), line(4, 'siege'), line(5, 'play')];
    expect(attackStory(story).map(({ n }) => n)).toEqual([3, 4]);
    expect(attackStory([line(1, 'play')])).toEqual([]);
  });
});

describe('the draft of a Winter', () => {
  const draft = draftOf(city);

  it('begins with everything where it is', () => {
    expect(draft).toEqual({
      hand: ['3D', '8S', 'JK'],
      keep: ['KS'],
      forts: { S: '4S' },
      garrisons: { H: ['10H'] },
      discard: [],
    });
  });

  it('moves a card and loses none', () => {
    const next = moved(draft, '10H', 'garrison:H', 'fort:H');
    expect(next.forts).toEqual({ S: '4S', H: '10H' });
    expect(next.garrisons).toEqual({});
    expect(draft.garrisons).toEqual({ H: ['10H'] });
  });

  it('sends whoever stood on the wall to the hand', () => {
    const next = moved(draft, '8S', 'hand', 'fort:S');
    expect(next.forts.S).toBe('8S');
    expect(next.hand).toEqual(['3D', 'JK', '4S']);
  });

  it('moves one of two equal cards', () => {
    const twins = { ...draft, hand: ['3D', '3D'] };
    const next = moved(twins, '3D', 'hand', 'garrison:D');
    expect([next.hand, next.garrisons.D]).toEqual([['3D'], ['3D']]);
    expect(moved(next, '3D', 'garrison:D', 'discard').discard).toEqual(['3D']);
  });

  it('leaves all as it is when a card is put back', () => {
    expect(moved(draft, '3D', 'hand', 'hand')).toBe(draft);
    expect(cardsIn(draft, 'garrison:C')).toEqual([]);
    expect(cardsIn(moved(draft, 'KS', 'keep', 'hand'), 'keep')).toEqual([]);
  });
});
