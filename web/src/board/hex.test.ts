// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { between, boardText, CELLS, centre, letters, neighbour, neighbours, rimLabels, walk } from './hex';

describe('the board of 37 circles', () => {
  it('names them from the far row to the near one', () => {
    expect(CELLS).toHaveLength(37);
    expect(CELLS.slice(0, 5)).toEqual(['g4', 'g5', 'g6', 'g7', 'f3']);
    expect(CELLS.at(-1)).toBe('a4');
  });

  it('knows neighbours as the rules do', () => {
    expect(neighbours('d4').sort()).toEqual(['c3', 'c4', 'd3', 'd5', 'e4', 'e5']);
    expect(neighbours('a1').sort()).toEqual(['a2', 'b1', 'b2']);
    expect(neighbours('g7').sort()).toEqual(['f6', 'f7', 'g6']);
    const pairs = CELLS.reduce((sum, cell) => sum + neighbours(cell).length, 0) / 2;
    expect(pairs).toBe(90);
  });

  it('walks straight lines only', () => {
    expect(between('d2', 'd5')).toEqual(['d3', 'd4', 'd5']);
    expect(between('g4', 'a4')).toEqual(['f4', 'e4', 'd4', 'c4', 'b4', 'a4']);
    expect(between('d4', 'f5')).toEqual([]);
  });

  it('writes what it reads', () => {
    const board = '.TTy/T.y.b/....../......./Tb.T.y/y..T./...y';
    expect(boardText(letters(board))).toBe(board);
  });

  it('reads a board string', () => {
    expect(letters('.TTy/T.y.b/....../......./Tb.T.y/y..T./...y')).toEqual({
      g5: 'T',
      g6: 'T',
      g7: 'y',
      f3: 'T',
      f5: 'y',
      f7: 'b',
      c1: 'T',
      c2: 'b',
      c4: 'T',
      c6: 'y',
      b1: 'y',
      b4: 'T',
      a4: 'y',
    });
  });

  it('keeps the centre in the middle and the distances equal, however it is turned', () => {
    for (let turned = 0; turned < 6; turned++) {
      const [x, y] = centre('d4', turned);
      expect(Math.hypot(x, y)).toBeLessThan(1e-9);
      for (const cell of CELLS) {
        const here = centre(cell, turned);
        expect(CELLS.some((other) => Math.hypot(here[0] - centre(other)[0], here[1] - centre(other)[1]) < 1e-6)).toBe(
          true,
        );
      }
    }
  });

  it('turns counter-clockwise by sixths', () => {
    const near = (cell: string, turned: number) =>
      CELLS.find(
        (other) =>
          Math.hypot(centre(cell, turned)[0] - centre(other)[0], centre(cell, turned)[1] - centre(other)[1]) < 1e-6,
      );
    expect(near('d7', 1)).toBe('g7');
    expect(near('g4', 3)).toBe('a4');
    expect(near('d7', 5)).toBe('a4');
    expect(near('a1', 1)).toBe('a4');
  });

  it('moves the focus along the lines, and on where the board ends', () => {
    expect(walk('d4', 'ArrowRight')).toBe('d5');
    expect(walk('d4', 'ArrowLeft')).toBe('d3');
    expect(walk('d4', 'ArrowUp')).toBe('e4');
    expect(walk('d4', 'ArrowDown')).toBe('c4');
    expect(walk('d4', 'PageUp')).toBe('e5');
    expect(walk('d4', 'PageDown')).toBe('c3');
    expect(walk('d1', 'ArrowUp')).toBe('e2');
    expect(walk('d4', 'Home')).toBe('d1');
    expect(walk('d4', 'End')).toBe('d7');
    expect(walk('g7', 'ArrowUp')).toBeNull();
    expect(walk('d4', 'x')).toBeNull();
  });

  it('walks as the screen shows it on a turned board', () => {
    for (let turned = 0; turned < 6; turned++) {
      const next = walk('d4', 'ArrowRight', turned)!;
      const [x, y] = centre(next, turned);
      expect(x).toBeGreaterThan(80);
      expect(Math.abs(y)).toBeLessThan(1e-6);
    }
  });

  it('reaches every circle by arrow keys alone', () => {
    const seen = new Set(['d4']);
    for (const cell of seen) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = walk(cell, key);
        if (next) seen.add(next);
      }
    }
    expect(seen.size).toBe(37);
  });

  it('labels every row and line once, on the rim', () => {
    const labels = rimLabels(2);
    expect(labels.map(({ text }) => text).sort()).toEqual([...'1234567abcdefg']);
    for (const { at } of labels) expect(Math.hypot(...at)).toBeGreaterThan(250);
    expect(neighbour('g4', 2)).toBeNull();
  });
});
