/** The log as people would tell it: what only leads up to an event is folded under it, and so are long runs of draws. */
import type { LogLine, Said } from '../api/types';

export interface Piece {
  key: string;
  /** What is told; nothing where a run of draws is counted instead. */
  says: Said[];
  /** What led up to it, or the draws. */
  details: Said[];
  /** The lines it ends before. */
  end: number;
  draws: number;
}

/** Events of any game that come between others: nothing led up to them. */
const BETWEEN = ['resign', 'draw'];
const FOLDED = 24; // so many draws in a row are told in one line

const isDraw = (line: LogLine): boolean => typeof line.seat !== 'number';

/** A line's sentences; what leads up to a later one waits for it. */
function pieceByPiece(lines: readonly LogLine[]): (Piece & { isDraw: boolean })[] {
  const found: (Piece & { isDraw: boolean })[] = [];
  let waiting: [LogLine, Said][] = [];
  for (const line of lines) {
    let isOpen = false;
    line.says.forEach((said, index) => {
      if (said.detail) waiting.push([line, said]);
      else if (isOpen && waiting.length === 0) found.at(-1)!.says.push(said);
      else {
        const isBetween = BETWEEN.includes(said.kind);
        const details = isBetween ? [] : waiting.map(([, each]) => each);
        const isLot = isDraw(line) && details.length === 0;
        found.push({ key: `${line.n}.${index}`, says: [said], details, end: line.n + 1, draws: 0, isDraw: isLot });
        if (!isBetween) waiting = [];
        isOpen = !isBetween;
      }
    });
  }
  // What has not led to anything yet is news.
  for (const [line, said] of waiting)
    found.push({
      key: `${line.n}:${found.length}`,
      says: [said],
      details: [],
      end: line.n + 1,
      draws: 0,
      isDraw: isDraw(line),
    });
  return found;
}

export function toldOf(lines: readonly LogLine[]): Piece[] {
  const runs: (Piece & { isDraw: boolean })[][] = [];
  for (const piece of pieceByPiece(lines)) {
    const run = runs.at(-1);
    if (run?.[0]!.isDraw && piece.isDraw) run.push(piece);
    else runs.push([piece]);
  }
  return runs.flatMap((run): Piece[] => {
    if (run.length < FOLDED) return run;
    const { key } = run[0]!;
    return [{ key, says: [], details: run.flatMap((one) => one.says), end: run.at(-1)!.end, draws: run.length }];
  });
}
