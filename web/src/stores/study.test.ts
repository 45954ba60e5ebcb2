import { expect, it } from 'vitest';
import type { StudyInfo, StudyNode } from '../api/types';
import { isPassing, rows } from './study.svelte';

const node = (number: number, parent: number | null, children: number[], seat: StudyNode['seat'] = 0): StudyNode => ({
  node: number,
  parent,
  children,
  seat,
  action: `move ${number}`,
  says: [],
  comment: '',
  marks: [],
  arrows: [],
});
const study = (nodes: StudyNode[]): StudyInfo => ({
  id: 's',
  game: 'siegestones',
  name: '',
  seats: 2,
  options: {},
  names: null,
  yours: true,
  cells: true,
  nodes,
  can_undo: false,
  can_redo: false,
});

it('lists a variation after the move it replaces, one step further in', () => {
  const tree = study([
    node(0, null, [1, 2, 3], null),
    node(1, 0, [4]),
    node(2, 0, [5]),
    node(3, 0, []),
    node(4, 1, []),
    node(5, 2, []),
  ]);
  expect(rows(tree).map((row) => [row.node.node, row.depth])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [5, 1],
    [4, 0],
  ]);
});

it('leaves out draws between draws, unless there is something at them', () => {
  const draws = [
    node(0, null, [1], null),
    node(1, 0, [2], 'chance'),
    node(2, 1, [3], 'chance'),
    node(3, 2, [], 'chance'),
  ];
  expect(rows(study(draws)).map((row) => row.node.node)).toEqual([3]);
  draws[2] = { ...draws[2]!, comment: 'A lucky one.' };
  expect(rows(study(draws)).map((row) => row.node.node)).toEqual([2, 3]);
  expect(isPassing(study(draws), draws[1]!)).toBe(true);
  draws[0] = node(0, null, [1, 4], null);
  expect(isPassing(study(draws), draws[1]!)).toBe(false);
});
