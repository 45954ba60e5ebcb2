/** The private draft of a Winter: what lies where, and what the server says of it. */
import { words } from '../../text/boards';
import type { Arranged, LegalAction } from '../panel';
import { draftOf, moved, placeWords, spotOf, PLACES, type City, type Layout, type Spot } from './view';

const text = words.siege.winter;

/** The rule of a hand that is still too full: what later steps mend is no reason to take a step back. */
const HAND_RULE = 'S-30';

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

export class Draft {
  layout = $state.raw<Layout | null>(null);
  verdict = $state.raw<Arranged | null>(null);
  isAsking = $state(false);
  /** What was done last, in words. */
  told = $state('');
  /** Where something could not be put, and why. */
  refused = $state.raw<Refused | null>(null);
  #known = '';
  #judged: Arranged | null = null;
  /** What stood before the last step, for when it cannot stand. */
  #before: { layout: Layout; verdict: Arranged | null; card: string; from: Spot; to: Spot } | null = null;
  readonly #ask: (layout: Layout, confirm: boolean) => void;

  constructor(ask: (layout: Layout, confirm: boolean) => void) {
    this.#ask = ask;
  }

  /** Begins with the city as it stands; a draft of the same city goes on. */
  begin(city: City): void {
    const now = JSON.stringify(city);
    if (now === this.#known) return;
    this.#known = now;
    this.told = '';
    this.#set(draftOf(city));
  }

  end(): void {
    this.#known = '';
    this.layout = null;
  }

  reset(city: City): void {
    this.told = '';
    this.#set(draftOf(city));
  }

  #set(layout: Layout): void {
    this.layout = layout;
    this.refused = null;
    this.#before = null;
    this.isAsking = true;
    this.#ask(layout, false);
  }

  put(card: string, from: Spot, to: Spot): void {
    const { layout, verdict } = this;
    if (!layout) return;
    if (from === to) {
      this.told = text.back(words.siege.card(card));
      return;
    }
    this.#set(moved(layout, card, from, to));
    this.#before = { layout, verdict, card, from, to };
    this.told = text.moved(words.capital(words.siege.card(card)), spotWords(to));
  }

  /** What the server says of the newest draft. A step that cannot stand is taken back, and it is said where. */
  judge(verdict: Arranged): void {
    if (verdict === this.#judged) return;
    this.#judged = verdict;
    this.isAsking = false;
    const before = this.#before;
    this.#before = null;
    if (verdict.ok || verdict.rule === HAND_RULE || !before) {
      this.verdict = verdict;
      return;
    }
    this.layout = before.layout;
    this.verdict = before.verdict;
    this.told = '';
    const card = { name: before.card, at: before.from };
    this.refused = { spot: before.to, card, reason: verdict.reason ?? '', rule: verdict.rule ?? null };
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
