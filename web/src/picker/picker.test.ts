import { describe, expect, it } from 'vitest';
import type { LegalAction } from '../games/panel';
import { add, choose, NOTHING, type Pick, typed, withVerb } from './picker';

const kinds: Record<string, string> = { L: 'end', R: 'end', fort: 'place', keep: 'place' };

/** "move d2 f4" as the server would send it. */
function legal(...names: string[]): LegalAction[] {
  return names.map((action) => {
    const [verb, ...objects] = action.split(' ');
    const targets = objects.map(
      (object) => `${kinds[object] ?? (/^[a-g]\d$/.test(object) ? 'cell' : 'card')}:${object}`,
    );
    return { action, verb: verb!, targets };
  });
}

function pointing(actions: LegalAction[], ...targets: string[]): Pick {
  return targets.reduce((pick, target) => add(actions, pick, target)!, NOTHING);
}

const placing = legal('stone d4', 'stone e5', 'tower d4', 'tower e5');
const marching = legal('move d2 d3', 'move d2 f4', 'move d3 f4', 'build d2', 'done');
const row = legal('stone L d4', 'stone R d4', 'stone L e5', 'place d4', 'move d2 d4');

describe('typed words', () => {
  const attacks: LegalAction[] = [
    { action: 'attack 1 H', verb: 'attack', targets: ['seat:1', 'suit:H'] },
    { action: 'attack 2 H', verb: 'attack', targets: ['seat:2', 'suit:H'] },
  ];
  const inWords = ({ targets }: LegalAction) => `Attack: ${targets[0] === 'seat:1' ? 'Cem' : 'Alba 2'}, Hearts`;

  it('are an action by the words it is called, not by its notation alone', () => {
    expect(typed(attacks, 'attack cem hearts', inWords)?.action).toBe('attack 1 H');
    expect(typed(attacks, 'Attack: Alba 2', inWords)?.action).toBe('attack 2 H');
    expect(typed(attacks, ' attack  1 h', inWords)?.action).toBe('attack 1 H');
    expect(typed(attacks, 'attack', inWords)).toBeNull();
  });
});

describe('one target', () => {
  it('opens every target with the verbs it leads to', () => {
    expect(choose(placing, NOTHING).open).toEqual(
      new Map([
        ['cell:d4', ['stone', 'tower']],
        ['cell:e5', ['stone', 'tower']],
      ]),
    );
  });

  it('chooses nothing before anything is pointed at', () => {
    expect(choose(placing, NOTHING).chosen).toBeNull();
    expect(choose(legal('pass'), NOTHING).chosen).toBeNull();
  });

  it('takes the first verb, and offers the other', () => {
    const choice = choose(placing, pointing(placing, 'cell:d4'));
    expect(choice.chosen?.action).toBe('stone d4');
    expect(choice.others.map((other) => other.action)).toEqual(['tower d4']);
  });

  it('takes the verb liked last', () => {
    expect(choose(placing, pointing(placing, 'cell:d4'), 'tower').chosen?.action).toBe('tower d4');
  });

  it('takes the verb that was chosen', () => {
    const pick = add(placing, withVerb(placing, NOTHING, 'tower'), 'cell:e5')!;
    expect(choose(placing, pick).chosen?.action).toBe('tower e5');
    expect(choose(placing, pick).others).toEqual([]);
  });

  it('begins anew when another target is pointed at', () => {
    expect(pointing(placing, 'cell:d4', 'cell:e5').targets).toEqual(['cell:e5']);
  });

  it('has no answer for a target nothing fits', () => {
    expect(add(placing, NOTHING, 'cell:a1')).toBeNull();
  });
});

describe('two targets', () => {
  it('opens only what an action begins with', () => {
    expect([...choose(marching, NOTHING).open.keys()]).toEqual(['cell:d2', 'cell:d3']);
  });

  it('waits where an action could go on, and offers the whole one', () => {
    const choice = choose(marching, pointing(marching, 'cell:d2'));
    expect(choice.chosen).toBeNull();
    expect(choice.others.map((other) => other.action)).toEqual(['build d2']);
    expect([...choice.open.keys()]).toEqual(['cell:d3', 'cell:f4']);
  });

  it('is whole with the second', () => {
    expect(choose(marching, pointing(marching, 'cell:d2', 'cell:f4')).chosen?.action).toBe('move d2 f4');
  });

  it('reads two cells in order although the other way round would exist', () => {
    const both = legal('move d2 d3', 'move d3 d2');
    expect(choose(both, pointing(both, 'cell:d3', 'cell:d2')).chosen?.action).toBe('move d3 d2');
  });

  it('lets one point first at where something goes', () => {
    const choice = choose(marching, pointing(marching, 'cell:f4'));
    expect(choice.chosen).toBeNull();
    expect([...choice.open.keys()]).toEqual(['cell:d2', 'cell:d3']);
    expect(choose(marching, pointing(marching, 'cell:f4', 'cell:d3')).chosen?.action).toBe('move d3 f4');
  });

  it('reads targets of different kinds in any order', () => {
    expect(choose(row, pointing(row, 'cell:d4', 'end:R')).chosen?.action).toBe('stone R d4');
    expect(choose(row, pointing(row, 'end:R', 'cell:d4')).chosen?.action).toBe('stone R d4');
    const cards = legal('recall 4H fort', 'recall 4H keep');
    expect(choose(cards, pointing(cards, 'place:keep', 'card:4H')).chosen?.action).toBe('recall 4H keep');
  });
});

describe('verbs alone', () => {
  it('are whole when they name nothing', () => {
    expect(choose(marching, withVerb(marching, NOTHING, 'done')).chosen?.action).toBe('done');
  });

  it('keep what was pointed at if it fits, and drop it if not', () => {
    const pick = pointing(marching, 'cell:d2');
    expect(withVerb(marching, pick, 'build').targets).toEqual(['cell:d2']);
    expect(withVerb(marching, pick, 'done').targets).toEqual([]);
    expect(choose(marching, withVerb(marching, pick, 'build')).chosen?.action).toBe('build d2');
  });

  it('give way when something else is pointed at', () => {
    const pick = withVerb(marching, NOTHING, 'build');
    expect(add(marching, pick, 'cell:d3')).toEqual({ verb: null, targets: ['cell:d3'] });
  });
});

describe('typing', () => {
  it('finds an action however it is spaced and cased', () => {
    expect(typed(placing, '  Stone   D4 ')?.action).toBe('stone d4');
  });

  it('finds the only one that begins like that, and no other', () => {
    expect(typed(marching, 'bu')?.action).toBe('build d2');
    expect(typed(marching, 'move')).toBeNull();
    expect(typed(marching, '')).toBeNull();
    expect(typed(marching, 'fly')).toBeNull();
  });
});
