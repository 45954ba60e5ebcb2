/** Charge!: what is shown of each event. */
import { nothing, wordsOf, type Moment, type Scenes, type Stage } from '../../choreography/scene';
import { words } from '../../text/boards';
import type { Said } from '../panel';
import { pieces, type View } from './view';

const CHARGE_MS = 1000;
const TAKEN_MS = 900;
const TOLD_MS = 1500;
const LIT_MS = 500;
const SUPPLY = 'supply';

const cells = (run: readonly Said[], name: string): string[] =>
  run.map(({ args }) => String(args[name])).filter((cell) => cell !== SUPPLY);
const targets = (found: readonly string[]): string[] => found.map((cell) => `cell:${cell}`);

/** Pieces that stood here before. */
function lost(at: readonly string[], view: View) {
  const stood = pieces(view);
  return at.flatMap((cell) => (stood[cell] && !stood[cell].faint ? [{ at: cell, piece: stood[cell] }] : []));
}

/** A charge: its arrow, and what it strikes. */
const strikes: Stage<View> = (run) => ({
  view: 'before',
  ms: CHARGE_MS,
  rays: run.map(({ args }) => ({ from: String(args.from), to: String(args.target), tone: 'plain', isArrow: true })),
  lit: targets(cells(run, 'target')),
  says: wordsOf(run),
  sound: 'charge',
});

/** Stones that a move has cut off from their supply. */
function cutOff({ before, after }: { before: View; after: View }): string[] {
  const named = ({ seat, cells }: View['groups'][number]) => cells.map((cell) => `${seat} ${cell}`);
  const linked = new Set(before.groups.filter((group) => group.linked).flatMap(named));
  const loose = after.groups.filter((group) => !group.linked).flatMap(named);
  return loose.filter((stone) => linked.has(stone)).map((stone) => stone.split(' ')[1]!);
}

/** What became of it, and with it the stones whose supply is cut. */
function ended(run: readonly Said[], moment: Moment<View>, at: readonly string[]) {
  const cut = cutOff(moment);
  const said = [wordsOf(run), ...(cut.length > 0 ? [words.charge.cutOff(cut)] : [])];
  return { lit: targets([...at, ...cut]), says: said.join(' ') };
}

const told: Stage<View> = (run) => ({ ms: TOLD_MS, says: wordsOf(run), sound: 'capture' });
const lit: Stage<View> = (run) => ({ ms: LIT_MS, lit: targets(cells(run, 'cell')) });

export const scenes: Scenes<View> = {
  start: nothing('the headline says who begins'),
  move: (_run, moment) => {
    const cut = cutOff(moment);
    return cut.length > 0 ? { ms: TAKEN_MS, lit: targets(cut), says: words.charge.cutOff(cut) } : null;
  },
  charge: strikes,
  assault: strikes,
  pay: told,
  eliminated: (run, { before, after }) => {
    const left = pieces(after);
    const gone = Object.keys(pieces(before)).filter((cell) => !left[cell]);
    return { ms: TOLD_MS, taken: lost(gone, before), says: wordsOf(run), sound: 'capture' };
  },
  spoils: told,
  build: lit,
  deploy: lit,
  drop: (run, { before }) => ({
    ms: TAKEN_MS,
    taken: lost(cells(run, 'cell'), before),
    says: wordsOf(run),
    sound: 'capture',
  }),
  repelled: (run, moment) => ({ ms: CHARGE_MS, ...ended(run, moment, cells(run, 'cell')) }),
  yield: (run, moment) => ({
    ms: CHARGE_MS,
    taken: lost(cells(run, 'cell'), moment.before),
    ...ended(run, moment, cells(run, 'cell')),
    sound: 'capture',
  }),
  hold: (run) => ({ ms: TAKEN_MS, lit: targets(cells(run, 'cell')), says: wordsOf(run) }),
  done: nothing('the headline says who is next'),
  pass: (run) => ({ ms: LIT_MS, says: wordsOf(run) }),
};
