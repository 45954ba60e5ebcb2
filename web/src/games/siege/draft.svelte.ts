/** The private draft of a Winter: what lies where, and what the server says of it. */
import { words } from '../../text/boards';
import type { Arranged, LegalAction } from '../panel';
import type { Carried } from './carry.svelte';
import { draftOf, moved, placeWords, spotOf, PLACES, type City, type Layout, type Spot } from './view';

const text = words.siege.winter;

export interface Refused {
  spot: Spot;
  /** The card and where it lies again. */
  card?: { name: string; at: Spot };
  reason: string;
  rule: string | null;
}

export function spotWords(spot: Spot): string {
  const place = PLACES.find((each) => spotOf(each) === spot);
  return place ? (text.place[spot] ?? placeWords(place)) : text.place[spot]!;
}

/** The places of a draft where a card lies. */
export function spotsOf(layout: Layout, card: string): Spot[] {
  const piles: [Spot, readonly string[]][] = [
    ['hand', layout.hand],
    ['keep', layout.keep],
    ['discard', layout.discard],
    ...Object.entries(layout.forts).map(([suit, one]): [Spot, string[]] => [`fort:${suit}`, [one]]),
    ...Object.entries(layout.garrisons).map(([suit, some]): [Spot, string[]] => [`garrison:${suit}`, some]),
  ];
  return piles.filter(([, cards]) => cards.includes(card)).map(([spot]) => spot);
}

/** A card moved, and the draft before that. */
interface Step extends Carried {
  to: Spot;
  before: Layout;
}

export class Draft {
  layout = $state.raw<Layout | null>(null);
  /** What the server said of the newest draft that it has let stand. */
  verdict = $state.raw<Arranged | null>(null);
  isAsking = $state(false);
  /** What was done last, in words. */
  told = $state('');
  /** Where something could not be put, and why. */
  refused = $state.raw<Refused | null>(null);
  #known = '';
  #judged: Arranged | null = null;
  /** The steps since that draft. */
  #steps: Step[] = [];
  readonly #ask: (layout: Layout, confirm: boolean) => void;

  constructor(ask: (layout: Layout, confirm: boolean) => void) {
    this.#ask = ask;
  }

  /**
   * Begins with the city as it stands; a draft of the same city in the same phase goes on, and without a city it ends.
   * Says whether that changed anything.
   */
  follow(city: City | null, phase: string): boolean {
    const now = JSON.stringify([city, phase]);
    if (now === this.#known) return false;
    this.#known = now;
    if (city) this.reset(city);
    else this.layout = null;
    return true;
  }

  reset(city: City): void {
    this.told = '';
    this.refused = null;
    this.verdict = null;
    this.#steps = [];
    this.#set(draftOf(city));
  }

  #set(layout: Layout): void {
    this.layout = layout;
    this.isAsking = true;
    this.#ask(layout, false);
  }

  /** Whether the server told that a card may go to a place; of a draft that it has not judged yet nothing is known. */
  isOpen(carried: Carried | null, spot: Spot): boolean {
    if (!carried || this.isAsking) return false;
    const place = this.verdict?.open?.find(({ thing, at }) => thing === carried.card && at === carried.from);
    return !!place?.to.includes(spot);
  }

  /** It stands, and more has to be done before it can be played. */
  get isUnfinished(): boolean {
    return !!this.verdict?.open && !this.verdict.ok;
  }

  put(card: string, from: Spot, to: Spot): void {
    const { layout } = this;
    if (!layout) return;
    if (from === to) {
      this.told = text.back(words.siege.card(card));
      return;
    }
    this.refused = null;
    this.#steps.push({ card, from, to, before: layout });
    this.#set(moved(layout, card, from, to));
    this.told = text.moved(words.capital(words.siege.card(card)), spotWords(to));
  }

  /** What the server says of the newest draft. A step with which it cannot stand is taken back, and it is said where. */
  judge(verdict: Arranged): void {
    if (verdict === this.#judged) return;
    this.#judged = verdict;
    this.isAsking = false;
    const step = verdict.open ? undefined : this.#steps.pop();
    if (step) return this.#takeBack(step, verdict);
    this.verdict = verdict;
    this.#steps = [];
  }

  #takeBack({ card, from, to, before }: Step, { reason, rule }: Arranged): void {
    this.told = '';
    this.refused = { spot: to, card: { name: card, at: from }, reason: reason ?? '', rule: rule ?? null };
    if (this.#steps.length) this.#set(before);
    else this.layout = before;
  }

  finish(): void {
    if (this.layout) this.#ask(this.layout, true);
  }

  /** A hint, put into the draft card by card; the rest of the draft stays. */
  propose(plan: readonly LegalAction[]): void {
    const moved = plan.filter(({ targets }) => targets.some((target) => target.startsWith('card:')));
    if (moved.length === 0) this.told = text.hintDone;
    for (const action of moved) this.#propose(action);
  }

  #propose({ verb, targets }: LegalAction): void {
    const named = (kind: string) => targets.find((target) => target.startsWith(kind))?.slice(kind.length);
    const card = named('card:');
    if (!card || !this.layout) return;
    const zone = named('place:') ?? '';
    const place = zone === 'keep' ? zone : `${zone}:${card.slice(-1)}`;
    const to = verb === 'recall' ? 'hand' : verb === 'discard' ? 'discard' : place;
    const lies = spotsOf(this.layout, card);
    const from = verb === 'recall' && lies.includes(place) ? place : lies[0];
    if (from === undefined || lies.includes(to)) this.told = text.hintStands(words.siege.card(card), spotWords(to));
    else this.put(card, from, to);
  }
}
