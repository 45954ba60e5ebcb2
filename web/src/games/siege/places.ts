/** Siege: the nine places of a city as they are drawn, from what is seen or from the draft of a Winter. */
import { words } from '../../text/boards';
import type { LegalAction } from '../panel';
import type { Carried } from './carry.svelte';
import {
  cardsAt,
  cardsIn,
  cardsWords,
  cardTargets,
  isAttackable,
  isLast,
  newIn,
  PLACES,
  placeTarget,
  placeWords,
  spotOf,
  type City,
  type Layout,
  type Place,
  type Spot,
  type View,
} from './view';

export interface Shown {
  place: Place;
  cards: string[];
  /** Cards the move under consideration would bring here. */
  coming: string[];
  /** Which cards can be pointed at by themselves. */
  each: boolean[];
  picked: boolean[];
  /** Whether the place is pointed at as a whole. */
  isWhole: boolean;
  /** Something can be put here, or attacked. */
  isOpen: boolean;
  isPicked: boolean;
  isUnderAttack: boolean;
  /** The last move was about this place. */
  isLast: boolean;
}

interface Seen {
  view: View;
  seat: number;
  isMine: boolean;
  legal: LegalAction[];
  picked: readonly string[];
  /** The view after the move under consideration. */
  after: View | null;
  last: readonly string[];
  carried: Carried | null;
}

/** What pointing at a place as a whole means. */
export function wholeTargets(place: Place, seat: number, isMine: boolean, picked: readonly string[]): string[] {
  if (!isMine) return [`seat:${seat}`, ...(place.quarter ? [`suit:${place.quarter}`] : [])];
  return [placeTarget(picked, place) ?? `place:${place.zone}`];
}

function isOpen({ legal, seat, isMine, picked, carried }: Seen, place: Place): boolean {
  if (!isMine) return !!place.quarter && isAttackable(legal, seat, place.quarter);
  const meant = carried ? [`card:${carried.card}`] : picked;
  const target = placeTarget(meant, place);
  return !!target && legal.some(({ targets }) => [target, ...meant].every((each) => targets.includes(each)));
}

export function seenPlaces(seen: Seen): Shown[] {
  const { view, seat, isMine, legal, picked, after, last } = seen;
  const city = view.cities[seat]!;
  return PLACES.map((place) => {
    const cards = cardsAt(city, place);
    const each = cards.map((card) => (isMine ? cardTargets(legal, card, place.zone) : null));
    const isPlaceOpen = isOpen(seen, place);
    const whole = wholeTargets(place, seat, isMine, picked);
    return {
      place,
      cards,
      coming: after ? newIn(cardsAt(after.cities[seat]!, place), cards) : [],
      each: each.map(Boolean),
      picked: each.map((targets) => !!targets?.every((target) => picked.includes(target))),
      isWhole: !each.some(Boolean),
      isOpen: isPlaceOpen,
      isPicked: isPlaceOpen && whole.every((target) => picked.includes(target)),
      isUnderAttack: view.attack?.defender === seat && view.attack.quarter === place.quarter,
      isLast:
        (last.includes(`seat:${seat}`) && last.includes(`suit:${place.quarter}`)) ||
        cards.some((card) => isLast(last, card)),
    };
  });
}

/** The places of a draft; which are open to the card that is carried is the server's to tell. */
export function draftPlaces(
  city: City,
  layout: Layout,
  carried: Carried | null,
  isOpen: (spot: Spot) => boolean,
): Shown[] {
  return PLACES.map((place) => {
    const spot = spotOf(place);
    const jack = place.zone === 'keep' && city.line ? [`J${city.line}`] : [];
    const own = cardsIn(layout, spot);
    const isGoal = !!carried && carried.from !== spot;
    return {
      place,
      cards: [...jack, ...own],
      coming: [],
      each: [...jack.map(() => false), ...own.map(() => true)],
      picked: [...jack, ...own].map((card) => carried?.from === spot && carried.card === card),
      isWhole: isGoal || own.length === 0,
      isOpen: isOpen(spot),
      isPicked: false,
      isUnderAttack: false,
      isLast: false,
    };
  });
}

const ROYALS = 3;

/** What the Keep says: how many royals are there, and that they win. */
export function keepSays(view: View, shown: readonly Shown[], isMine: boolean): string {
  const keep = shown.find(({ place }) => place.zone === 'keep')!;
  const count = keep.cards.length + keep.coming.length - 1;
  const isPlacing = isMine && ['recall', 'stow', 'discard', 'summer'].includes(view.phase);
  if (count < ROYALS || !isPlacing) return words.siege.royals(Math.max(0, count));
  return view.options.victory === 'year_end' ? words.siege.winsAtYearEnd : words.siege.winsByFinishing;
}

export const placeLabel = ({ place, cards, isOpen, isUnderAttack, isLast }: Shown, isMine: boolean): string =>
  [
    placeWords(place),
    words.siege.holds(cardsWords(cards)),
    ...(isOpen ? [isMine ? words.siege.verbs.stow! : words.siege.attackHere] : []),
    ...(isUnderAttack ? [words.siege.verbs.attack!] : []),
    ...(isLast ? [words.last] : []),
  ].join(', ');
