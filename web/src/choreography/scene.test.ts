import { describe, expect, it } from 'vitest';
import { said } from '../api/samples';
import type { LogLine } from '../api/types';
import { panelOf, panels } from '../games/panel';
import told from './events.json';
import { COMMON, nothing, scenesOf, toldBy, type Scenes } from './scene';

const { '': common, ...events } = told;

const line = (n: number, ...kinds: string[]): LogLine => ({
  n,
  seat: 0,
  action: 'x',
  says: kinds.map((kind) => said(kind, { kind })),
});

describe.each(Object.entries(events))('%s', (game, kinds) => {
  it('has a scene, or a reason for none, for every kind of event the server can tell of', async () => {
    const { scenes } = (await panelOf(game))!;
    expect(Object.keys(scenes).toSorted()).toEqual([...kinds].toSorted());
    for (const stage of Object.values(scenes)) {
      if (typeof stage !== 'function') expect(stage.nothing.length).toBeGreaterThan(10);
    }
  });
});

it('every game with a board has its events', () => {
  expect(Object.keys(panels).toSorted()).toEqual(Object.keys(events).toSorted());
  expect(Object.keys(COMMON)).toEqual(common);
});

const table: Scenes = {
  many: (run) => ({ ms: run.length }),
  early: () => ({ ms: 5, view: 'before' }),
  late: () => ({ ms: 6 }),
  none: nothing('there is nothing to see'),
  not: () => null,
};
const shown = (lines: LogLine[]) => scenesOf(lines, table, {}, {}).map(({ kind, n, ms, view }) => [kind, n, ms, view]);

describe('the scenes of lines', () => {
  it('come in the order of the events, those of one kind in a row together', () => {
    expect(shown([line(3, 'many', 'many', 'late', 'many'), line(4, 'many')])).toEqual([
      ['many', 3, 2, 'after'],
      ['late', 3, 6, 'after'],
      ['many', 3, 1, 'after'],
      ['many', 4, 1, 'after'],
    ]);
  });

  it('never go back to the old position once the new one was shown', () => {
    expect(shown([line(1, 'early', 'late', 'early')]).map((each) => each[3])).toEqual(['before', 'after', 'after']);
  });

  it('leave out what has nothing to show, and what no table knows', () => {
    expect(shown([line(1, 'none', 'not', 'unheard', 'end')])).toEqual([]);
    expect(shown([line(1, 'resign')])).toHaveLength(1);
  });
});

it('what is being shown is told afterwards', () => {
  const log = [line(1, 'late'), line(2, 'late')];
  const [scene] = scenesOf([log[1]!], table, {}, {});
  expect(toldBy(scene!, log).map(({ n }) => n)).toEqual([1]);
  expect(toldBy(null, log).map(({ n }) => n)).toEqual([1, 2]);
});
