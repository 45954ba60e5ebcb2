/**
 * The picker: from what was pointed at to an action. It knows no game, only the legal actions the server sent, each
 * with a verb and the targets it names.
 *
 * Targets of one kind count in order (a move names first the stone, then where it goes); targets of different kinds
 * may be picked in any order. A target that no action begins with is tried in any place, so that pointing first at
 * where something shall go works too.
 */
import type { LegalAction } from '../games/panel';

export interface Pick {
  verb: string | null;
  targets: readonly string[];
}

export interface Choice {
  /** The action that is picked, if there is one. */
  chosen: LegalAction | null;
  /** Other whole actions with the same targets. */
  others: LegalAction[];
  /** What may be pointed at next, with the verbs it would lead to. */
  open: Map<string, string[]>;
  /** Verbs that are still possible, in the server's order. */
  verbs: string[];
  /** Actions that can still be meant. */
  matching: LegalAction[];
}

export const NOTHING: Pick = { verb: null, targets: [] };

const kindOf = (target: string): string => target.slice(0, target.indexOf(':'));

/** Takes the picked targets out of an action's, each from the front of its kind; null where that cannot be. */
function restInOrder(targets: readonly string[], picked: readonly string[]): string[] | null {
  const rest = [...targets];
  for (const target of picked) {
    const place = rest.findIndex((other) => kindOf(other) === kindOf(target));
    if (place < 0 || rest[place] !== target) return null;
    rest.splice(place, 1);
  }
  return rest;
}

/** The same, from anywhere. */
function restInAnyOrder(targets: readonly string[], picked: readonly string[]): string[] | null {
  const rest = [...targets];
  for (const target of picked) {
    const place = rest.indexOf(target);
    if (place < 0) return null;
    rest.splice(place, 1);
  }
  return rest;
}

type Rest = (targets: readonly string[], picked: readonly string[]) => string[] | null;

interface Match {
  action: LegalAction;
  rest: string[];
}

function matches(legal: readonly LegalAction[], pick: Pick, rest: Rest): Match[] {
  const found: Match[] = [];
  for (const action of legal) {
    if (pick.verb !== null && action.verb !== pick.verb) continue;
    const left = rest(action.targets, pick.targets);
    if (left !== null) found.push({ action, rest: left });
  }
  return found;
}

function matching(legal: readonly LegalAction[], pick: Pick): Match[] {
  const inOrder = matches(legal, pick, restInOrder);
  return inOrder.length > 0 || pick.targets.length === 0 ? inOrder : matches(legal, pick, restInAnyOrder);
}

/** The targets that could come next in an action: the first left of each kind. */
function nextOf(rest: readonly string[]): string[] {
  const kinds = new Set<string>();
  return rest.filter((target) => !kinds.has(kindOf(target)) && kinds.add(kindOf(target)));
}

function openTargets(found: readonly Match[]): Map<string, string[]> {
  const open = new Map<string, string[]>();
  for (const { action, rest } of found) {
    for (const target of nextOf(rest)) {
      const verbs = open.get(target);
      if (!verbs) open.set(target, [action.verb]);
      else if (!verbs.includes(action.verb)) verbs.push(action.verb);
    }
  }
  return open;
}

const unique = (words: string[]): string[] => [...new Set(words)];

/**
 * What a pick means now. `liked` is the verb used last, which wins where several whole actions fit.
 */
export function choose(legal: readonly LegalAction[], pick: Pick, liked: string | null = null): Choice {
  const found = matching(legal, pick);
  const started = pick.targets.length > 0 || pick.verb !== null;
  const whole = started ? found.filter((match) => match.rest.length === 0).map((match) => match.action) : [];
  const unfinished = found.some((match) => match.rest.length > 0);
  const decided =
    whole.length > 0 && (!unfinished || (pick.verb !== null && whole.length === 1 && pick.targets.length > 0));
  const chosen = decided ? (whole.find((action) => action.verb === liked) ?? whole[0]!) : null;
  return {
    chosen,
    others: whole.filter((action) => action !== chosen),
    open: openTargets(found),
    verbs: unique(found.map((match) => match.action.verb)),
    matching: found.map((match) => match.action),
  };
}

/**
 * The pick after pointing at a target: it is added if something fits, else it begins a new pick, else null: there is
 * nothing to pick here, and the server knows why.
 */
export function add(legal: readonly LegalAction[], pick: Pick, target: string): Pick | null {
  const tries: Pick[] = [
    { verb: pick.verb, targets: [...pick.targets, target] },
    { verb: null, targets: [...pick.targets, target] },
    { verb: pick.verb, targets: [target] },
    { verb: null, targets: [target] },
  ];
  return tries.find((next) => matching(legal, next).length > 0) ?? null;
}

/** The pick after choosing a verb: what was pointed at stays if it still fits. */
export function withVerb(legal: readonly LegalAction[], pick: Pick, verb: string | null): Pick {
  const next = { verb, targets: pick.targets };
  return matching(legal, next).length > 0 ? next : { verb, targets: [] };
}

/** What may be pointed at when everything picked so far were dropped: for drawing what is open at all. */
export function anywhere(legal: readonly LegalAction[]): Map<string, string[]> {
  return openTargets(matching(legal, NOTHING));
}

const tidy = (words: string): string =>
  words
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim()
    .toLowerCase();

/**
 * A typed action, however it is spaced or cased: in its notation, in the words by which the page calls it, or as the
 * beginning of one alone.
 */
export function typed(
  legal: readonly LegalAction[],
  words: string,
  inWords: (action: LegalAction) => string = ({ action }) => action,
): LegalAction | null {
  const wanted = tidy(words);
  if (wanted === '') return null;
  for (const spelled of [({ action }: LegalAction) => action, inWords]) {
    const same = legal.find((action) => tidy(spelled(action)) === wanted);
    if (same) return same;
  }
  const like = legal.filter((action) => [action.action, inWords(action)].some((one) => tidy(one).startsWith(wanted)));
  return like.length === 1 ? like[0]! : null;
}
