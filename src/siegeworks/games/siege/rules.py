"""Siege: win tricks, man a city, take royals from the others, bring your own family home. Rules S-1 to S-73.

A deck has no order. A Winter is worked out on rows only its owner sees and is published by its last `done`. The record
and the cities stand in `cities`, Spring in `attack`, what a seat cannot see in `guessing`.
"""

from __future__ import annotations

from siegeworks.core.bits import count, lowest
from siegeworks.core.cards import (
    ACE,
    JACK,
    JOKER,
    KINDS,
    NATURALS,
    NO_CARD,
    RANK_COUNT,
    SUIT_COUNT,
    TWO,
    height,
)
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.seats import is_in
from siegeworks.games.siege.attack import (
    breaching,
    clear_attack,
    defenders,
    higher,
    list_attacks,
    naturals_left,
    royals_left,
    spring_step,
)
from siegeworks.games.siege.cities import (
    ACES,
    ALL_NATURALS,
    AT_ASSAULT,
    AT_AUTUMN,
    AT_DEAL,
    AT_DEALER,
    AT_DEFEND,
    AT_LINES,
    AT_NEW_YEAR,
    AT_PRIZE,
    AT_REFILL,
    AT_SETUP,
    AT_SIEGE,
    AT_SPRING,
    AT_SUMMER,
    AT_WINTER,
    CLOSING,
    COMPLETE,
    DEAL,
    DEFEND,
    DISCARDING,
    DONE,
    FORT,
    FREE,
    FROM_HAND,
    GARRISON_MOST,
    HAND,
    IN_GARRISON,
    JOKERS,
    LINE,
    MOST_SEATS,
    NAMING,
    PLACES,
    PLAY,
    RECALL,
    RECALLING,
    SOURCES,
    STOW,
    TRICKS,
    begin_winter,
    clear_seat,
    fort_at,
    fort_count,
    garrison_cards,
    garrison_count,
    gather,
    hand_cards,
    hand_count,
    is_complete,
    keep_of,
    put,
    royal_cards,
    spend,
    suit_cards,
    winter_step,
)
from siegeworks.games.siege.cities import ACTIONS as ACTIONS
from siegeworks.games.siege.cities import CHANCES as CHANCES
from siegeworks.games.siege.cities import OPTIONS as OPTIONS
from siegeworks.games.siege.cities import STATE as STATE
from siegeworks.games.siege.cities import VERSION as VERSION
from siegeworks.games.siege.guessing import guess as guess

# The beginning


@jit
def new_game(state, seats, options):
    """S-1 to S-10. All cards are in the deck: S-2, one to three packs, and S-3, a joker for each seat."""
    state.seats = seats
    state.gone = 0
    state.deck_size = 0
    for kind in range(KINDS):
        state.cards[kind] = (seats + 1) // 2 if kind < NATURALS else seats
        state.deck_size += state.cards[kind]
        state.sealed_deck[kind] = state.cards[kind]
        state.sealed_discard[kind] = 0
        state.known_discard[kind] = 0
    for seat in range(MOST_SEATS):
        clear_seat(state, seat)
    clear_attack(state)
    state.discard_size = 0
    state.trick_count = 0
    state.leader = NOBODY
    state.year = 1
    state.dealer = NOBODY
    state.initiator = NOBODY
    state.next_initiator = NOBODY
    state.may_yield = options[0]
    state.one_attack = options[1]
    state.gate_garrison = options[2]
    state.failed_assault = options[3]
    state.joker_discard = options[4]
    state.year_end = options[5]
    state.distinct_lines = options[6]
    state.max_years = options[7]
    state.phase = AT_DEALER
    state.to_move = CHANCE


# Chance


@jit
def receiver(state):
    """S-11, S-13, S-61. The first seat short of five cards, from the dealer's left, in later years in season order."""
    first = state.initiator if state.phase == AT_NEW_YEAR else state.dealer + 1
    for turn in range(state.seats):
        seat = (first + turn) % state.seats
        if state.hand_size[seat] < HAND and state.deck_size > 0:
            return seat
    return NOBODY


@jit
def draw_weight(state, draw):
    """S-9, S-73. Seats alike; Jacks left of the suit, with distinct lines none once one is out; copies in the deck."""
    if draw < LINE:
        return 1
    if draw >= DEAL:
        return int(state.sealed_deck[(draw - DEAL) % KINDS])
    jack = (draw - LINE) % SUIT_COUNT * RANK_COUNT + JACK
    if state.distinct_lines and state.sealed_deck[jack] < state.cards[jack]:
        return 0
    return int(state.sealed_deck[jack])


@jit
def list_draws(state, out):
    """S-73. The dealer, then a line for each seat from seat 0, then cards."""
    n, first, draws = 0, DEAL + receiver(state) * KINDS, KINDS
    if state.phase == AT_DEALER:
        first, draws = 0, int(state.seats)
    elif state.phase == AT_LINES:
        first, draws = LINE, SUIT_COUNT
        while state.line[(first - LINE) // SUIT_COUNT] != NOBODY:
            first += SUIT_COUNT
    for draw in range(first, first + draws):
        if draw_weight(state, draw) > 0:
            out[n] = draw
            n += 1
    return n


@jit
def chances(state, weights):
    """S-73. The weight of each draw."""
    n = list_draws(state, weights)
    for at in range(n):
        weights[at] = draw_weight(state, weights[at])
    return n


@jit
def settle_draw(state, draw):
    """S-8, S-9, S-11. A dealer, a line, or a card."""
    if state.phase == AT_DEALER:
        state.dealer = draw
        state.phase = AT_LINES
        return
    seat, kind = (draw - DEAL) // KINDS, (draw - DEAL) % KINDS
    if state.phase == AT_LINES:
        seat, suit = (draw - LINE) // SUIT_COUNT, (draw - LINE) % SUIT_COUNT
        kind = suit * RANK_COUNT + JACK
        state.line[seat] = suit
        if seat == state.seats - 1:
            state.phase = AT_DEAL
    else:
        state.own_hand[seat, kind] += 1
        state.hand_size[seat] += 1
    state.sealed_deck[kind] -= 1
    state.deck_size -= 1
    if receiver(state) == NOBODY:
        end_deal(state)


@jit
def end_deal(state):
    """S-12, S-14, S-63. What the deal was for: fortifications, or an Autumn; S-19, its Initiator leads."""
    if state.phase == AT_DEAL:
        state.phase = AT_SETUP
        ask_for_fort(state, (state.dealer + 1) % state.seats)
        return
    if state.phase == AT_NEW_YEAR:
        reshuffle(state)
        state.year += 1
        state.initiator = state.next_initiator
    else:
        state.initiator = fewest_forts(state)
    state.phase = AT_AUTUMN
    state.next_initiator = NOBODY
    for seat in range(state.seats):
        state.tricks_won[seat] = 0
    state.leader = state.initiator
    state.to_move = state.initiator


# Set-up


@jit
def fort_suit(state, seat, hand):
    """S-12. The next suit the seat holds and has no fortification of, or FREE."""
    for suit in range(SUIT_COUNT):
        if state.forts[seat, suit] == NO_CARD and hand & suit_cards(suit) != 0:
            return suit
    return FREE


@jit
def ask_for_fort(state, seat):
    """S-12. From this seat round to the dealer, whoever has a card to place; then S-13, everybody draws."""
    while fort_suit(state, seat, hand_cards(state, seat)) == FREE:
        if seat == state.dealer:
            state.phase = AT_REFILL
            state.to_move = CHANCE
            return
        seat = (seat + 1) % state.seats
    state.to_move = seat


@jit
def fewest_forts(state):
    """S-14. The first seat clockwise after the dealer with the fewest fortifications; the dealer is last."""
    best, fewest = NOBODY, SUIT_COUNT + 1
    for turn in range(state.seats):
        seat = (state.dealer + 1 + turn) % state.seats
        if fort_count(state, seat) < fewest:
            best, fewest = seat, fort_count(state, seat)
    return best


# Autumn


@jit
def led_suit(state):
    """S-20, S-21. The suit of a natural card led, else FREE."""
    return (int(state.trick[0]) - 1) // RANK_COUNT if state.trick_count > 0 else FREE


@jit
def play_card(state, kind):
    """S-19. One card each; whoever does not follow suit has none of it (S-72)."""
    seat, led = int(state.to_move), led_suit(state)
    spend(state, seat, kind)
    if led != FREE and kind != JOKER and kind // RANK_COUNT != led:
        state.void[seat] |= 1 << led
    state.trick[state.trick_count] = kind + 1
    state.trick_count += 1
    state.to_move = (seat + 1) % state.seats
    if state.trick_count == state.seats or state.hand_size[state.to_move] == 0:
        end_trick(state)


@jit
def trick_winner(state):
    """S-22. The first joker, else the highest card of the led suit, of equals the first; as a place in the trick."""
    best, led = 0, led_suit(state)
    for at in range(1, state.trick_count):
        kind, top = int(state.trick[at]) - 1, int(state.trick[best]) - 1
        if (kind == JOKER or kind // RANK_COUNT == led) and height(kind) > height(top):
            best = at
    return best


@jit
def end_trick(state):
    """S-22, S-23. The winner takes the cards and leads, until four tricks are played (or no card is left)."""
    winner, played = (state.leader + trick_winner(state)) % state.seats, 1
    for at in range(state.trick_count):
        state.pile[winner, int(state.trick[at]) - 1] += 1
        state.trick[at] = NO_CARD
    for seat in range(state.seats):
        played += int(state.tricks_won[seat])
    state.tricks_won[winner] += 1
    state.trick_count = 0
    state.leader = winner
    state.to_move = winner
    if played == TRICKS or state.hand_size[winner] == 0:
        end_autumn(state)


@jit
def end_autumn(state):
    """S-24, S-25. The title goes to most tricks, if shared to the last; the won cards join the Fields."""
    state.next_initiator = state.leader
    for seat in range(state.seats):
        if state.tricks_won[seat] > state.tricks_won[state.next_initiator]:
            state.next_initiator = seat
        state.void[seat] = 0
        gather(state, seat)
    state.phase = AT_WINTER
    begin_winter(state, int(state.initiator))


# Summer


@jit
def summer_step(state, action):
    """S-59. Place a card in a free place of the city; S-72, one that goes into a garrison is a private step."""
    seat = int(state.to_move)
    if action == DONE:
        end_summer(state, seat)
        return
    kind, place = (action - STOW) // PLACES, (action - STOW) % PLACES
    if state.known_hand[seat, kind] > 0:
        state.known_hand[seat, kind] -= 1
    if place == IN_GARRISON:
        state.garrison_size[seat, kind // RANK_COUNT] += 1
        for other in range(KINDS):
            state.known_hand[seat, other] = 0
    state.hand_size[seat] -= 1
    put(state, seat, kind, place)


@jit
def end_summer(state, seat):
    """S-60. The victory check, then the Field is discarded; after the last seat the year ends."""
    if is_complete(state, seat) and not state.year_end:
        state.to_move = NOBODY
        return
    for kind in range(KINDS):
        cards = state.own_hand[seat, kind]
        state.own_discarded[seat, kind] += cards
        state.sealed_discard[kind] += cards
        state.own_hand[seat, kind] = 0
        state.known_hand[seat, kind] = 0
    state.discards[seat] += state.hand_size[seat]
    state.discard_size += state.hand_size[seat]
    state.hand_size[seat] = 0
    state.to_move = (seat + 1) % state.seats
    if state.to_move == state.initiator:
        end_year(state)


@jit
def end_year(state):
    """S-61, S-66, S-68. The end, or five new cards for each; a deck too short for that (never, S-62) ends it too."""
    state.phase = AT_NEW_YEAR
    state.to_move = CHANCE
    if state.deck_size < HAND * state.seats:
        reshuffle(state)
    is_won = state.year_end and champion(state) != NOBODY
    if is_won or state.year >= state.max_years or state.deck_size < HAND * state.seats:
        state.phase = AT_SUMMER
        state.to_move = NOBODY


@jit
def reshuffle(state):
    """S-61. The discard pile is shuffled into the deck; what was known of it is worth nothing now."""
    for kind in range(KINDS):
        state.sealed_deck[kind] += state.sealed_discard[kind]
        state.sealed_discard[kind] = 0
        state.known_discard[kind] = 0
        for seat in range(state.seats):
            state.own_discarded[seat, kind] = 0
            state.discards[seat] = 0
    state.deck_size += state.discard_size
    state.discard_size = 0


# Victory and end


@jit
def champion(state):
    """S-66. The first seat in season order with a complete family."""
    for turn in range(state.seats):
        seat = (max(state.initiator, 0) + turn) % state.seats
        if is_complete(state, seat):
            return seat
    return NOBODY


@jit
def standing(state, seat):
    """S-66, S-68, SA-65. Still in, winner, royals, their ranks, then cards in the city."""
    if not is_in(state, seat):
        return 0
    keep, wins, city = int(state.keep[seat]), 0, fort_count(state, seat)
    for quarter in range(SUIT_COUNT):
        city += int(state.garrison_size[seat, quarter])
    if champion(state) == seat:
        wins = 1
    return 1 + (((wins << 3 | count(keep)) << 3 | keep) << 5 | city)


@jit
def scores(state, out):
    """S-68. Royals in the Keep; none for a seat that left."""
    for seat in range(state.seats):
        out[seat] = count(int(state.keep[seat])) if is_in(state, seat) else 0


@jit
def leave(state, seat):
    """SA-65. The seat stays in the order on defaults; the last one left wins."""
    state.gone |= 1 << seat
    if count(state.gone) == state.seats - 1:
        state.to_move = NOBODY


# What is legal


@jit
def nameable(state, seat, hand):
    """S-12, S-20, S-31, S-41, S-45, S-47, S-51. The cards that may be named where a card is named."""
    phase = state.phase
    if phase == AT_DEFEND:
        return defenders(state, seat, hand)
    if phase == AT_PRIZE:
        return royal_cards(state, state.defender, royals_left(state)) if hand & JOKERS else 0
    if phase == AT_ASSAULT:
        return hand & higher(int(state.fought[state.fought_count - 1]) - 1)
    if phase == AT_SIEGE:
        wall = int(state.forts[state.defender, state.quarter]) - 1
        return hand if state.failed_assault else hand & breaching(wall)
    if phase == AT_WINTER:
        is_free = state.joker_discard != 0 or (hand == JOKERS and state.own_hand[seat, JOKER] > HAND)
        return hand if is_free else hand & ALL_NATURALS
    suit = led_suit(state) if phase == AT_AUTUMN else fort_suit(state, seat, hand)
    suited = hand & suit_cards(suit) & ALL_NATURALS
    if phase == AT_AUTUMN:
        suited = suited | hand & JOKERS if suited else hand
    return suited


@jit
def list_cards(out, first, one, two, three):
    """The actions of a block, in ascending order: for each card one, or one for each source or place that has it."""
    n, left = 0, one | two | three
    columns = PLACES if RECALL <= first < DEFEND else SOURCES if first == DEFEND else 1
    while left != 0:
        kind = lowest(left)
        left &= left - 1
        for column in range(columns):
            cards = one if column == 0 else two if column == 1 else three
            if cards >> kind & 1:
                out[n] = first + kind * columns + column
                n += 1
    return n


@jit
def list_moves(state, out, seat, hand):
    """S-26 to S-29, S-59. Every card and place to recall from or to stow into; jokers stay in the Field."""
    walls, unwalled, roomy = 0, 0, 0
    for quarter in range(SUIT_COUNT):
        slot = fort_at(state, seat, quarter)
        if slot == NO_CARD:
            unwalled |= suit_cards(quarter)
        else:
            walls |= 1 << slot - 1
        if garrison_count(state, seat, quarter) < GARRISON_MOST:
            roomy |= suit_cards(quarter)
    first, garrisons, royals = RECALL, garrison_cards(state, seat), COMPLETE & keep_of(state, seat)
    if state.own_step[seat] != RECALLING:
        first, royals = STOW, COMPLETE ^ royals
        walls, garrisons = hand & unwalled, hand & roomy
    kept = royal_cards(state, seat, royals)
    return list_cards(out, first, walls, garrisons, kept if first == RECALL else hand & kept)


@jit
def is_closable(state, seat):
    """S-30, S-46. Whether a node that has a closing action may be closed now."""
    if state.phase == AT_DEFEND:
        return state.may_yield != 0 or naturals_left(state) == 0
    return state.phase != AT_WINTER or state.own_step[seat] < DISCARDING or hand_count(state, seat) <= HAND


@jit
def legal(state, out):
    """Section 3. The choices of each node, in ascending order: cards first, then the one that closes it."""
    seat, phase = int(state.to_move), int(state.phase)
    if seat == CHANCE:
        return list_draws(state, out)
    if seat == NOBODY:
        return 0
    if (state.gone >> seat) & 1:
        out[0] = default(state)
        return 1
    hand = hand_cards(state, seat)
    if phase == AT_SPRING:
        n = list_attacks(state, out, seat, hand)
    elif phase == AT_SUMMER or (phase == AT_WINTER and state.own_step[seat] < DISCARDING):
        n = list_moves(state, out, seat, hand)
    else:
        cards = nameable(state, seat, hand)
        royals = royal_cards(state, seat, royals_left(state)) if phase == AT_DEFEND else cards
        n = list_cards(out, NAMING[phase], cards, royals, cards)
    if CLOSING[phase] != NOBODY and is_closable(state, seat):
        out[n] = CLOSING[phase]
        n += 1
    return n


@jit
def first_met(cards, rank, step):
    """The first of the cards on a way through the ranks; a joker if there is no other."""
    while 0 <= rank <= TWO:
        if cards & ACES << rank:
            return lowest(cards & ACES << rank)
        rank += step
    return JOKER


@jit
def default(state):
    """Section 3. The lowest card, at a wall a breaching one if there is any; to defend the highest; else to stop."""
    seat, phase = int(state.to_move), int(state.phase)
    if phase == AT_SPRING or phase >= AT_ASSAULT or (phase == AT_WINTER and is_closable(state, seat)):
        return CLOSING[phase]
    cards, rank, step = nameable(state, seat, hand_cards(state, seat)), TWO, -1
    if phase == AT_DEFEND:
        if cards == 0:
            return CLOSING[phase]
        rank, step = ACE, 1
    if phase == AT_SIEGE:
        strong = cards & breaching(int(state.forts[state.defender, state.quarter]) - 1)
        cards = strong if strong else cards
    kind = first_met(cards, rank, step)
    return NAMING[phase] + (kind * SOURCES + FROM_HAND if phase == AT_DEFEND else kind)


@jit
def apply(state, action):
    """Section 3. Play a legal action."""
    if state.to_move == CHANCE:
        settle_draw(state, action)
    elif state.phase == AT_AUTUMN:
        play_card(state, action - PLAY)
    elif state.phase == AT_SETUP:
        spend(state, state.to_move, action - FORT)
        state.forts[state.to_move, (action - FORT) // RANK_COUNT] = action - FORT + 1
        ask_for_fort(state, state.to_move)
    elif state.phase == AT_WINTER:
        winter_step(state, action)
    elif state.phase == AT_SUMMER:
        summer_step(state, action)
    else:
        spring_step(state, action)
