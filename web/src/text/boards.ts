/** The words of the boards and game panels. Another language is another file with the same shape, named in BOARDS. */
import type { Colour } from '../games/panel';
import { inAccents, isPseudo, language } from './language';

const SUITS: Record<string, string> = { H: 'Hearts', D: 'Diamonds', S: 'Spades', C: 'Clubs' };
const RANKS: Record<string, string> = { A: 'Ace', K: 'King', Q: 'Queen', J: 'Jack' };

/** "1 stone", "4 stones". */
export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
/** "a, b and c". */
export const list = (parts: readonly string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const en = {
  keys: 'Arrow keys, Page Up and Page Down walk along the lines of circles. Enter picks a circle.',
  board: 'Board of 37 circles',
  Colours: { blue: 'Blue', yellow: 'Yellow', green: 'Green', red: 'Red' } satisfies Record<Colour, string>,
  seat: (seat: number) => `Seat ${seat + 1}`,
  empty: 'empty',
  stone: (colour: Colour) => `${colour} stone`,
  tower: (colour: Colour | null) => (colour ? `tower with a ${colour} stone` : 'tower'),
  legal: (verbs: readonly string[]) => `possible: ${list(verbs, 'or')}`,
  picked: 'picked',
  last: 'last move',
  would: (piece: string) => `would become ${piece}`,
  wouldGo: 'would be cleared',
  letters: 'Letters on the stones',
  names: 'Names of the circles',
  capital,

  siegestones: {
    tip: {
      text: "You control a tower if your threat against it is 5 or more and nobody else's is as big.",
      rule: 'T-17',
    },
    threat: 'Threat at the towers',
    towers: 'Towers controlled',
    ofFour: (count: number) => `${count} of 4`,
    supply: 'Stones left',
    pool: (count: number) => (count ? `${many(count, 'tower')} left for everybody` : 'No tower is left'),
    control: (name: string | null, threats: string) =>
      `tower, ${name ? `controlled by ${name}` : 'controlled by nobody'}${threats ? `, threat ${threats}` : ''}`,
    verbs: { stone: 'Place a stone', tower: 'Place a tower' } as Record<string, string>,
    short: { stone: 'stone', tower: 'tower' } as Record<string, string>,
  },

  nobles: {
    tip: {
      text: 'A tower sees along its lines until another tower stands in the way; stones hide nothing.',
      rule: 'N-22',
    },
    sight: 'What towers see',
    points: 'Points',
    reserve: 'Towers in reserve',
    roles: 'Colours',
    others: 'others',
    rolesText: (noble: Colour, peasant: Colour) => `${noble} nobles (4), ${peasant} peasants (2), others 1`,
    row: 'Selection Row',
    between: 'The Row between its ends',
    middle: (colours: readonly Colour[]) => colours.join(', '),
    end: (end: string) => (end === 'L' ? 'Left end' : 'Right end'),
    endStone: (end: string, colour: Colour) => `${end === 'L' ? 'Left' : 'Right'} end of the Row: ${colour} stone`,
    gaps: 'Gaps of the Row',
    gap: (gap: number, before: Colour, after: Colour) => `Gap ${gap}: between a ${before} and a ${after} stone`,
    beyond: (end: string) => `Beyond the ${end === 'L' ? 'left' : 'right'} end of the Row`,
    beyondShort: 'Beyond it',
    leftInRow: (left: Partial<Record<Colour, number>>) =>
      `Left in the Row: ${list((Object.entries(left) as [Colour, number][]).map(([colour, count]) => `${count} ${colour}`))}`,
    ends: (colour: Colour | undefined, count: number, quiet: number, most: number) =>
      `The game ends when a colour has left the Row${colour ? ` (${many(count, `${colour} stone`)} to go)` : ''} or after ${many(most, 'turn')} without a stone (${quiet} so far).`,
    slotHelp: 'Take the stone at an end, then choose the gap it goes into.',
    atEnd: 'The end: points for peasants in sight',
    noBonus: 'No tower sees a peasant of its owner.',
    neutral: 'neutral tower',
    own: (name: string) => `tower of ${name}`,
    sees: (count: number) => (count ? `seen by ${many(count, 'tower')}` : 'seen by no tower'),
    verbs: {
      stone: 'Lay a stone',
      place: 'Place a tower',
      move: 'Move a tower',
      remove: 'Take a tower back',
      insert: 'Put an end stone elsewhere',
      skip: 'Leave the Row',
    } as Record<string, string>,
    short: { stone: 'stone', place: 'tower', move: 'move', remove: 'take back' } as Record<string, string>,
  },

  bluffstones: {
    tip: { text: "Whoever lays the third stone of a tower's colour beside it scores the tower.", rule: 'B-16' },
    matching: 'Matching stones at the towers',
    round: 'The round, step by step',
    scored: 'Towers scored',
    pile: 'Pile',
    turnTower: 'Turn tower',
    turnTowerText: 'goes first this round',
    holds: 'To use',
    bidding: 'Your bid',
    bids: 'Bids',
    bidText: (bid: string, colour: Colour | null) =>
      !colour ? 'Bid nothing' : `Bid ${bid.length === 1 ? 'one' : 'two'} ${colour}`,
    pileText: (counts: Record<Colour, number>) =>
      (Object.entries(counts) as [Colour, number][]).map(([colour, count]) => `${count} ${colour}`).join(', '),
    left: (count: number) => `${count} in your pile`,
    bidShort: (bid: string, colour: Colour | null) =>
      !colour ? 'Nothing' : `${bid.length === 1 ? 'one' : 'two'} ${colour}`,
    first: 'goes first',
    toUse: (colour: Colour) => `Has a ${colour} stone to use`,
    nobody: (scored: readonly number[]) =>
      `If nobody bids a stone, the game ends at once, with towers at ${scored.join(' : ')}.`,
    hidden: 'A bid, in a closed fist',
    waiting: 'Has still to bid',
    sealed: (bid: string) => `${bid}, sealed until all bids are in`,
    tower: (colour: Colour, matching: number) => `${colour} tower, ${matching} of 3 matching stones`,
    steps: 'This round',
    lastSteps: 'The last round',
    nothingYet: 'Everybody bids in secret; then the bids are shown.',
    verbs: { bid: 'Bid', remove: 'Remove a stone', place: 'Place your stone' } as Record<string, string>,
    short: { remove: 'remove', place: 'place' } as Record<string, string>,
  },

  charge: {
    tip: {
      text: 'A charge is as strong as the way it ran; a stone can hold if that many stones support it.',
      rule: 'C-32',
    },
    groups: 'Groups and what can pay for them',
    supply: 'Supply',
    discard: 'Discarded',
    out: 'Out of the game',
    outText: 'no tower left',
    stock: (count: number) => (count ? `${many(count, 'tower')} can still be built` : 'No tower is left to build'),
    spaces: (count: number) => `${many(count, 'space')} left to move`,
    supplyButton: (count: number) => `Pay from the supply (${count} there)`,
    tower: (name: string) => `tower of ${name}`,
    stone: (name: string) => `stone of ${name}`,
    support: (count: number, linked: boolean) =>
      `${count ? `supported by ${many(count, 'stone')}` : 'alone'}${linked ? ', linked to a tower' : ''}`,
    moved: 'has moved',
    charges: (attacker: string, from: string, target: string, strength: number) =>
      `${attacker} charges ${target} from ${from} with strength ${strength}.`,
    yieldPrice: (price: number) => `Yield: lose ${many(price, 'stone')} and the circle.`,
    holdPrice: (price: number | null) =>
      price === null
        ? 'Hold: not enough support.'
        : `Hold: pay ${many(price, 'supporting stone')}; the charger is lost.`,
    answer: 'Hold or yield',
    holdAt: (cell: string) => `Hold ${cell}`,
    yieldAt: (cell: string) => `Yield ${cell}`,
    holdCosts: (price: number | null) =>
      price === null ? 'Too few stones support it.' : `Pay ${many(price, 'supporting stone')}; the charger is lost.`,
    yieldCosts: (price: number) => `Lose ${many(price, 'stone')}; the charger takes its circle.`,
    quiet: (count: number, most: number) => `${many(count, 'quiet turn')} of ${most}: then it is a draw`,
    owed: (name: string, count: number) => `${name} holds and has still to pay ${many(count, 'stone')}.`,
    cutOff: (cells: readonly string[]) => `${cells.join(', ')}: cut off from the supply.`,
    weak: (name: string, supply: number) =>
      `${name} has only ${many(supply, 'stone')} in supply: a strong charge on a tower ends it.`,
    verbs: {
      move: 'Move or charge',
      build: 'Build a tower',
      deploy: 'Deploy a stone',
      done: 'End your turn',
      yield: 'Yield',
      hold: 'Hold',
      drop: 'Pay with a stone',
      pass: 'Pass',
    } as Record<string, string>,
    short: { move: 'move', build: 'build', deploy: 'deploy', drop: 'pay with it', charge: 'charge' } as Record<
      string,
      string
    >,
  },

  siege: {
    tip: { text: 'The highest card of the suit led wins a trick, and the first joker wins in any case.', rule: 'S-22' },
    suits: SUITS,
    sides: { H: 'North', D: 'East', S: 'South', C: 'West' } as Record<string, string>,
    card: (card: string) =>
      card === 'JK'
        ? 'joker'
        : card === '?'
          ? 'hidden card'
          : `${RANKS[card.slice(0, -1)] ?? card.slice(0, -1)} of ${SUITS[card.slice(-1)]}`,
    joker: 'JOKER',
    calendar: 'The year',
    story: 'The attack as a story',
    season: {
      setup: 'Before the first year',
      autumn: 'Autumn',
      winter: 'Winter',
      spring: 'Spring',
      summer: 'Summer',
    } as Record<string, string>,
    seasonSays: {
      setup: 'Everybody puts one card of each suit held on the matching wall.',
      autumn: 'Four tricks: follow suit; the highest card or the first joker takes the trick.',
      winter: 'Rearrange your city in private; keep at most five cards in hand.',
      spring: 'Attack other cities, quarter by quarter.',
      summer: 'Put cards into free places; the rest of the hand is discarded.',
    } as Record<string, string>,
    year: (year: number, most: number) => `Year ${year} of at most ${most}`,
    city: (name: string) => `City of ${name}`,
    place: (zone: string, quarter: string) =>
      zone === 'keep'
        ? 'Keep'
        : `${{ H: 'North', D: 'East', S: 'South', C: 'West' }[quarter]} ${zone === 'fort' ? 'wall' : 'garrison'}`,
    zones: { fort: 'wall', garrison: 'garrison', keep: 'Keep' } as Record<string, string>,
    holds: (cards: string) => (cards ? `holds ${cards}` : 'empty'),
    attackHere: 'can be attacked',
    hand: 'Hand',
    hands: (count: number) => many(count, 'card'),
    keepLabel: 'Royals in the Keep',
    keepText: (count: number) => `${count} of 3`,
    line: 'Line',
    tricks: 'Tricks won',
    captured: 'Captured',
    initiator: 'Initiator',
    initiatorText: 'goes first this year',
    nextInitiator: (name: string) => `${name} goes first next year.`,
    deck: (count: number) => `Deck ${count}`,
    discards: (count: number) => `Discard pile ${count}`,
    trick: 'Trick',
    takes: (name: string) => `${name} takes the trick`,
    trickNumber: (number: number) => `Trick ${number} of 4`,
    trickEmpty: (name: string) => `${name} leads.`,
    youHold: 'Your hand',
    noCards: 'No cards',
    legalCard: 'can be played',
    attack: (attacker: string, defender: string, side: string) =>
      `${attacker} attacks the ${side} quarter of ${defender}.`,
    wallStands: (wall: string) => `A wall stands in the way: ${wall}.`,
    wallFell: (siege: string, wall: string) => `${siege} breaks the wall, ${wall}.`,
    against: 'against',
    waitsFor: (name: string) => `${name} has to answer.`,
    noAnswer: 'no answer yet',
    noAttack: 'No attack yet this Spring.',
    prize: 'Take a royal as prize',
    royals: (count: number) => `${count} of 3 royals`,
    winsByFinishing: 'Three royals: you win when you finish',
    winsAtYearEnd: 'Three royals: you win when the year ends',
    otherSide: (card: string, place: string) => `The ${card} cannot stand here: the ${place} is of another suit.`,
    fromKeep: 'from the Keep',
    winter: {
      title: 'Your Winter',
      keys: 'W wall · G garrison · K Keep · H hand · D discard',
      discardHere: 'Cards you give up go here.',
      pickFirst: 'Pick a card first.',
      hintDone: 'The hint: leave everything as it stands.',
      hintStands: (card: string, place: string) => `The hint is there already: ${card}, ${place}.`,
      finish: 'Finish Winter',
      reset: 'Reset',
      pickCard: (card: string) => `Move ${card}`,
      putHere: (place: string) => `Put it here: ${place}`,
      moved: (card: string, place: string) => `${card} to ${place}.`,
      back: (card: string) => `${card} stays where it was.`,
      hand: (count: number) => `Hand: ${count} of at most 5`,
      discard: (count: number) => `Discard: ${many(count, 'card')}`,
      ok: 'This arrangement is allowed.',
      checking: 'Checking this arrangement…',
      place: { hand: 'hand', keep: 'Keep', discard: 'discard pile' } as Record<string, string>,
    },
    verbs: {
      fort: 'Put on the wall',
      play: 'Play',
      recall: 'Take back into the hand',
      stow: 'Put into the city',
      discard: 'Discard',
      done: 'Finish',
      attack: 'Attack',
      siege: 'Break the wall with',
      defend: 'Defend with',
      yield: 'Yield',
      assault: 'Beat it with',
      retreat: 'Retreat',
      prize: 'Take as prize',
      skip: 'Take no prize',
      pass: 'End your Spring',
    } as Record<string, string>,
  },
};

/** Rule numbers are no words. */
const KEPT = new Set(['rule']);
export type BoardWords = typeof en;
const BOARDS: Record<string, BoardWords> = { en };
export const words: BoardWords = isPseudo ? inAccents(en, KEPT) : (BOARDS[language] ?? en);
