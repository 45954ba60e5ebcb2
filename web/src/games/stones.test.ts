// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { stone, tower } from '../board/pieces';
import type { LegalAction, PanelProps } from './panel';
import { describeCell, marksOf, mergeBadges, openNow, point, previewed } from './stones';

const legal: LegalAction[] = [
  { action: 'stone d4', verb: 'stone', targets: ['cell:d4'] },
  { action: 'tower d4', verb: 'tower', targets: ['cell:d4'] },
];

describe('what stone games share', () => {
  it('marks open circles by what lies there', () => {
    const open = new Map([
      ['cell:d4', ['move']],
      ['cell:d5', ['move']],
      ['cell:d6', ['move']],
      ['end:L', ['stone']],
    ]);
    const pieces = { d5: stone('blue'), d6: stone('yellow') };
    expect(marksOf(open, pieces, (cell) => cell === 'd6')).toEqual({ d4: 'dot', d5: 'ring', d6: 'cross' });
  });

  it('names a circle in words', () => {
    const open = openNow({ open: new Map(), legal });
    const about = { what: 'empty', open, picked: [], last: [], verbs: { stone: 'stone', tower: 'tower' } };
    expect(describeCell('d4', about)).toBe('d4, empty, possible: stone or tower');
    expect(describeCell('d5', { ...about, last: ['cell:d5'] })).toBe('d5, empty, last move');
    expect(describeCell('d4', { ...about, picked: ['cell:d4'], ghost: tower(null) })).toBe(
      'd4, empty, possible: stone or tower, picked, would become tower',
    );
  });

  it('hands on what some action names and asks about the rest', () => {
    const props = { open: new Map(), legal, onpick: vi.fn(), onrefuse: vi.fn() } as unknown as PanelProps;
    point(props, 'cell:d4');
    point(props, 'cell:a1');
    expect(props.onpick).toHaveBeenCalledExactlyOnceWith('cell:d4');
    expect(props.onrefuse).toHaveBeenCalledExactlyOnceWith('cell:a1');
  });

  it('shows no change without a view from the server', () => {
    const read = () => ({ d4: stone('blue') });
    expect(previewed({ action: 'stone d4', says: [], view: null }, {}, read)).toEqual({ ghosts: {}, leaving: [] });
    expect(previewed({ action: 'stone d4', says: [], view: {} }, {}, read).ghosts).toEqual({ d4: stone('blue') });
  });

  it('marks badges that would change', () => {
    const badge = (text: string) => ({ parts: [{ text, tone: 'blue' as const }] });
    const merged = mergeBadges({ d4: badge('B5'), e5: badge('B6') }, { d4: badge('B5'), e5: badge('B5') });
    expect(merged.d4!.isNew).toBeUndefined();
    expect(merged.e5!.isNew).toBe(true);
  });
});
