/** Siege: from a view to cities, hands, tricks, attacks and the private draft of a Winter. */
import type { Schema, Views } from '../../api/types';
import { words } from '../../text/boards';
import type { LegalAction, LogLine } from '../panel';

export type View = Views['siege'];
export type City = Schema['SiegeCity'];
export type Attack = Schema['SiegeAttack'];
/** A pile that can be seen, or how many cards lie there and which of them are known. */
export type Pile = City['hand'];
/** Where every card of a Winter shall be. */
export type Layout = Required<Schema['SiegeLayout']>;

export type Zone = 'keep' | 'fort' | 'garrison';
export interface Place {
  zone: Zone;
  quarter: string;
}

/** The nine places, row by row from the north-west. */
export const PLACES: readonly Place[] = [
  { zone: 'garrison', quarter: 'C' },
  { zone: 'fort', quarter: 'H' },
  { zone: 'garrison', quarter: 'H' },
  { zone: 'fort', quarter: 'C' },
  { zone: 'keep', quarter: '' },
  { zone: 'fort', quarter: 'D' },
  { zone: 'garrison', quarter: 'S' },
  { zone: 'fort', quarter: 'S' },
  { zone: 'garrison', quarter: 'D' },
];
export const MOST_YEARS = 30;
const WINTER = ['recall', 'stow', 'discard', 'winter'];

/** The cards of a pile; of a hidden one those known, and backs for the rest. */
export function shown(pile: Pile | undefined): string[] {
  if (!pile) return [];
  if (Array.isArray(pile)) return pile;
  return [...pile.known, ...Array<string>(Math.max(0, pile.count - pile.known.length)).fill('?')];
}

export const countOf = (pile: Pile | undefined): number => shown(pile).length;

/** The cards at a place; the Keep begins with its Jack, which never moves. */
export function cardsAt(city: City, { zone, quarter }: Place): string[] {
  if (zone === 'keep') return [...(city.line ? [`J${city.line}`] : []), ...shown(city.keep)];
  if (zone === 'fort') return city.forts[quarter] ? [city.forts[quarter]] : [];
  return shown(city.garrisons[quarter]);
}

export interface Row {
  label: string;
  cards: string[];
}

/** Piles beside a city of which something can be seen: another's hand as far as it is known, and captured cards. */
export function besideCity(city: City, isMine: boolean): Row[] {
  const rows: Row[] = [];
  const isKnown = shown(city.hand).some((card) => card !== '?');
  if (!isMine && isKnown) rows.push({ label: words.siege.hand, cards: sorted(shown(city.hand)) });
  if (countOf(city.captured)) rows.push({ label: words.siege.captured, cards: sorted(shown(city.captured)) });
  return rows;
}

/** The cards of one list that another lacks, counting equal ones. */
export function newIn(cards: readonly string[], before: readonly string[]): string[] {
  const left = [...before];
  return cards.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** How many cards lie in a city's places. */
export const inCity = (city: City): number => PLACES.reduce((sum, place) => sum + cardsAt(city, place).length, 0);

export const placeWords = ({ zone, quarter }: Place): string => words.siege.place(zone, quarter);
export const cardsWords = (cards: readonly string[]): string => cards.map(words.siege.card).join(', ');

/** setup, autumn, winter, spring or summer. */
export function season(view: View): string {
  if (WINTER.includes(view.phase)) return 'winter';
  return ['siege', 'defend', 'assault', 'prize'].includes(view.phase) ? 'spring' : view.phase;
}

export const isMyWinter = (view: View, seat: number | null): boolean =>
  seat !== null && view.to_move === seat && ['recall', 'stow', 'discard'].includes(view.phase);

/** How many tricks of this Autumn are complete. */
export const tricksDone = (view: View): number => view.tricks_won.reduce((sum, won) => sum + won, 0);

export type Source = 'hand' | Zone | 'foreign';

/** The targets that pointing at a card here means, or null if no legal action means it. */
export function cardTargets(legal: readonly LegalAction[], card: string, from: Source): string[] | null {
  const target = `card:${card}`;
  for (const { verb, targets } of legal) {
    if (!targets.includes(target)) continue;
    const place = targets.find((each) => each.startsWith('place:'));
    if (from === 'foreign') {
      if (verb === 'prize') return [target];
    } else if (verb === 'recall' || verb === 'defend') {
      if (place === `place:${from}`) return [target, place];
    } else if (from === 'hand' && verb !== 'prize') {
      return [target];
    }
  }
  return null;
}

/** The targets that pointing at a place of an own city means once a card is picked: only that card's own side. */
export function placeTarget(picked: readonly string[], { zone, quarter }: Place): string | null {
  const card = picked.find((target) => target.startsWith('card:'));
  if (!card) return null;
  return zone === 'keep' || card.endsWith(quarter) ? `place:${zone}` : null;
}

/** Whether the last move played or named this card. */
export const isLast = (last: readonly string[], card: string): boolean => last.includes(`card:${card}`);

/** Whether a quarter of another city can be attacked. */
export function isAttackable(legal: readonly LegalAction[], defender: number, quarter: string): boolean {
  return legal.some(({ targets }) => targets.includes(`seat:${defender}`) && targets.includes(`suit:${quarter}`));
}

export interface Duel {
  defence: string;
  fromKeep: boolean;
  answer: string | null;
}

/** Card against card, in the order fought. */
export const duels = (attack: Attack): Duel[] =>
  attack.fought.map(([defence, from, answer]) => ({ defence, fromKeep: from === 'keep', answer: answer ?? null }));

/** The log lines of the attack that is running, or of the last one. */
export function attackStory(story: readonly LogLine[]): LogLine[] {
  const start = story.findLastIndex((line) => line.says.some((said) => said.kind === 'attack'));
  if (start < 0) return [];
  const kinds = ['attack', 'siege', 'defend', 'assault', 'retreat', 'yield', 'success', 'repulse', 'prize', 'skip'];
  return story.slice(start).filter((line) => line.says.some((said) => kinds.includes(said.kind ?? '')));
}

/** Whether there is an attack to tell of. */
export const hasStory = (view: View, story: readonly LogLine[]): boolean =>
  !!view.attack || attackStory(story).length > 0;

/** Where a card of a Winter draft can lie: "hand", "discard", "keep", "fort:H", "garrison:H". */
export type Spot = string;

/** The draft a Winter begins with: everything where it is. */
export function draftOf(city: City): Layout {
  const known = (pile: Pile | undefined) => shown(pile).filter((card) => card !== '?');
  return {
    hand: known(city.hand),
    keep: known(city.keep),
    forts: { ...city.forts },
    garrisons: Object.fromEntries(Object.entries(city.garrisons).map(([suit, pile]) => [suit, known(pile)])),
    discard: [],
  };
}

function without(cards: readonly string[], card: string): string[] {
  const at = cards.indexOf(card);
  return at < 0 ? [...cards] : cards.toSpliced(at, 1);
}

function taken(draft: Layout, card: string, from: Spot): Layout {
  const [zone, suit = ''] = from.split(':');
  if (zone === 'fort') {
    const { [suit]: _gone, ...forts } = draft.forts;
    return { ...draft, forts };
  }
  if (zone === 'garrison') {
    const left = without(draft.garrisons[suit] ?? [], card);
    const { [suit]: _old, ...others } = draft.garrisons;
    return { ...draft, garrisons: left.length ? { ...others, [suit]: left } : others };
  }
  const pile = zone as 'hand' | 'keep' | 'discard';
  return { ...draft, [pile]: without(draft[pile], card) };
}

/** The draft with a card moved; whoever stood on a wall before goes to the hand. The server says whether it can stand. */
export function moved(draft: Layout, card: string, from: Spot, to: Spot): Layout {
  if (from === to) return draft;
  const next = taken(draft, card, from);
  const [zone, suit = ''] = to.split(':');
  if (zone === 'fort') {
    const old = next.forts[suit];
    return { ...next, hand: old ? [...next.hand, old] : next.hand, forts: { ...next.forts, [suit]: card } };
  }
  if (zone === 'garrison') {
    return { ...next, garrisons: { ...next.garrisons, [suit]: [...(next.garrisons[suit] ?? []), card] } };
  }
  const pile = zone as 'hand' | 'keep' | 'discard';
  return { ...next, [pile]: [...next[pile], card] };
}

/** The cards of a draft at a spot. */
export function cardsIn(draft: Layout, spot: Spot): string[] {
  const [zone, suit = ''] = spot.split(':');
  if (zone === 'fort') return draft.forts[suit] ? [draft.forts[suit]] : [];
  if (zone === 'garrison') return draft.garrisons[suit] ?? [];
  return draft[zone as 'hand' | 'keep' | 'discard'];
}

export const spotOf = ({ zone, quarter }: Place): Spot => (zone === 'keep' ? 'keep' : `${zone}:${quarter}`);

const RANKS = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2'];

/** Cards by suit, high before low, jokers last: as one holds them. */
export function sorted(cards: readonly string[]): string[] {
  const key = (card: string) =>
    card === 'JK' ? 999 : card === '?' ? 1000 : 'HDSC'.indexOf(card.slice(-1)) * 20 + RANKS.indexOf(card.slice(0, -1));
  return [...cards].sort((one, other) => key(one) - key(other));
}
