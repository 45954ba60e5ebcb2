import { expect, it } from 'vitest';
import { labelOf } from './label';

it('never shows the notation of a game without a panel', () => {
  const stone = { action: 'stone d4', verb: 'stone', targets: ['cell:d4'] };
  const pass = { action: 'pass', verb: 'pass', targets: [] };
  expect(labelOf(stone, undefined, null as never, [], 'Place a stone on d4')).toBe('Place a stone on d4');
  expect(labelOf(stone, undefined, null as never, [])).toBe('d4');
  expect(labelOf(pass, undefined, null as never, [])).toBe('…');
});
