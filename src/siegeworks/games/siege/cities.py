"""Siege's cities: the record, what lies in a city and in its owner's Field, and Winter. Rules S-5 to S-7, S-26 to S-34.

Cards are kinds (core.cards) and bags of cards are counts. Where only the kinds matter, a set of cards is the bits of
one int64: bit 0 the Ace of Hearts, bit 52 the joker.
"""

from __future__ import annotations

import numpy as np

from siegeworks.core.cards import (
    JOKER,
    KINDS,
    NATURALS,
    NO_CARD,
    QUEEN,
    RANK_COUNT,
    SUIT_COUNT,
    TWO,
)
from siegeworks.core.jit import jit
from siegeworks.core.rules import NOBODY, Option, record
from siegeworks.core.seats import is_in
from siegeworks.games.siege import GAME

VERSION = 1
MOST_SEATS = 6
HAND = 5  # S-11, S-18, S-30
TRICKS = 4  # S-18
GARRISON_MOST = 2  # S-28
ROYALS = 3  # S-65
COMPLETE = (1 << ROYALS) - 1  # all of A (4), K (2) and Q (1)
FREE = SUIT_COUNT  # no suit need be followed
MOST_FOUGHT = HAND + SUIT_COUNT * GARRISON_MOST + ROYALS  # cards one defender can play in an attack

# Sets of cards
HEARTS = (1 << RANK_COUNT) - 1
ACES = sum(1 << suit * RANK_COUNT for suit in range(SUIT_COUNT))
TWOS = ACES << TWO
ALL_NATURALS = (1 << NATURALS) - 1
JOKERS = 1 << JOKER

# Phases; Winter's three steps are the owner's secret.
(
    AT_DEALER,
    AT_LINES,
    AT_DEAL,
    AT_SETUP,
    AT_REFILL,
    AT_AUTUMN,
    AT_WINTER,
    AT_SPRING,
    AT_SIEGE,
    AT_DEFEND,
    AT_ASSAULT,
    AT_PRIZE,
    AT_SUMMER,
    AT_NEW_YEAR,
) = PHASES = range(14)
NO_WINTER, RECALLING, STOWING, DISCARDING = range(4)

# Places in a city, and where a defender's card comes from.
IN_FORT, IN_GARRISON, IN_KEEP = range(3)
PLACES = 3
FROM_HAND, FROM_KEEP = range(2)
SOURCES = 2

# Action numbers, each block by kind of card.
PLAY = 0
DISCARD = PLAY + KINDS
SIEGE = DISCARD + KINDS
ASSAULT = SIEGE + KINDS
PRIZE = ASSAULT + KINDS
RECALL = PRIZE + KINDS  # kind x place
STOW = RECALL + KINDS * PLACES
DEFEND = STOW + KINDS * PLACES  # kind x source
ATTACK = DEFEND + KINDS * SOURCES  # defender x quarter
FORT = ATTACK + MOST_SEATS * SUIT_COUNT
DONE = FORT + NATURALS
PASS, YIELD, RETREAT, SKIP = DONE + 1, DONE + 2, DONE + 3, DONE + 4
ACTIONS = SKIP + 1

# [phases] The block of actions that names a card, and the action that closes a node.
NAMING, CLOSING = np.full(len(PHASES), NOBODY), np.full(len(PHASES), NOBODY)
NAMING[[AT_SETUP, AT_AUTUMN, AT_WINTER, AT_SIEGE]] = FORT, PLAY, DISCARD, SIEGE
NAMING[[AT_DEFEND, AT_ASSAULT, AT_PRIZE]] = DEFEND, ASSAULT, PRIZE
CLOSING[[AT_WINTER, AT_SPRING, AT_DEFEND, AT_ASSAULT, AT_PRIZE, AT_SUMMER]] = DONE, PASS, YIELD, RETREAT, SKIP, DONE

# Draws: the dealer, a line for each seat, a card for each seat.
LINE = MOST_SEATS
DEAL = LINE + MOST_SEATS * SUIT_COUNT
CHANCES = DEAL + MOST_SEATS * KINDS

OPTIONS = (
    Option("defence", ("all", "may_yield"), "S-46", kept=lambda state: state.may_yield),
    Option("attacks", ("multi", "one"), "S-35", kept=lambda state: state.one_attack),
    Option("gate", ("any", "garrison"), "S-37", kept=lambda state: state.gate_garrison),
    Option("failed_assault", (True, False), "S-38"),
    Option("joker_discard", (False, True), "S-31"),
    Option("victory", ("immediate", "year_end"), "S-66", kept=lambda state: state.year_end),
    Option("distinct_lines", (False, True), "S-9", (2, 3, 4)),
    Option("max_years", (30, *range(1, 30), *range(31, 61)), "S-68"),
)

STATE = record(
    GAME,
    [  # widest first: a record without gaps
        ("to_move", "i8"),
        ("seats", "i8"),
        ("gone", "i8"),  # one bit a seat that has left
        ("phase", "i8"),
        ("year", "i8"),
        ("dealer", "i8"),
        ("initiator", "i8"),
        ("next_initiator", "i8"),
        ("leader", "i8"),  # of the running trick
        ("trick_count", "i8"),
        ("deck_size", "i8"),
        ("discard_size", "i8"),
        ("may_yield", "i8"),  # the options
        ("one_attack", "i8"),
        ("gate_garrison", "i8"),
        ("failed_assault", "i8"),
        ("joker_discard", "i8"),
        ("year_end", "i8"),
        ("distinct_lines", "i8"),
        ("max_years", "i8"),
        ("attacker", "i8"),  # the running attack
        ("defender", "i8"),
        ("quarter", "i8"),
        ("sortie_size", "i8"),
        ("siege_card", "i8"),  # slot
        ("fought_count", "i8"),
        ("fought_royals", "i8"),  # of the defender's Keep
        ("attacked", "i8", (MOST_SEATS,)),  # [attackers] one bit for defender x 4 + quarter (S-39)
        ("barred", "i8", (MOST_SEATS,)),  # [attackers] one bit a defender (S-43)
        ("hand_size", "i2", (MOST_SEATS,)),
        ("garrison_size", "i2", (MOST_SEATS, SUIT_COUNT)),
        ("tricks_won", "i2", (MOST_SEATS,)),
        ("void", "i2", (MOST_SEATS,)),  # one bit a suit the hand is known to lack, in Autumn
        ("discards", "i2", (MOST_SEATS,)),  # [seats] how many were discarded face-down this year
        # Secrets; a slot holds a kind plus one.
        ("own_hand", "i1", (MOST_SEATS, KINDS)),  # the Field
        ("own_garrison", "i1", (MOST_SEATS, KINDS)),  # a card's suit is its quarter
        ("own_discarded", "i1", (MOST_SEATS, KINDS)),  # what the seat discarded face-down this year
        ("own_step", "i1", (MOST_SEATS,)),  # where a seat is in its Winter
        ("own_draft_fort", "i1", (MOST_SEATS, SUIT_COUNT)),  # slots, in one's Winter only
        ("own_draft_keep", "i1", (MOST_SEATS,)),  # royals, in one's Winter only
        ("own_sortie", "i1", (MOST_SEATS, GARRISON_MOST)),  # slots: what the attacker's garrison brought
        ("own_taken", "i1", (MOST_SEATS, MOST_SEATS, SUIT_COUNT, GARRISON_MOST)),  # [captor, victim, quarter] slots
        ("own_lost", "i1", (MOST_SEATS, MOST_SEATS, SUIT_COUNT, GARRISON_MOST)),  # [victim, captor, quarter] slots
        ("sealed_deck", "i1", (KINDS,)),
        ("sealed_discard", "i1", (KINDS,)),
        # Face-up, or known to everybody until the owner's next private step (S-72).
        ("cards", "i1", (KINDS,)),  # how many of each kind there are
        ("forts", "i1", (MOST_SEATS, SUIT_COUNT)),  # slots
        ("keep", "i1", (MOST_SEATS,)),  # royals: A 4, K 2, Q 1
        ("line", "i1", (MOST_SEATS,)),  # suit, NOBODY before it is drawn
        ("pile", "i1", (MOST_SEATS, KINDS)),  # won tricks
        ("captured", "i1", (MOST_SEATS, KINDS)),  # face-up
        ("hidden", "i1", (MOST_SEATS, MOST_SEATS, SUIT_COUNT)),  # [captor, victim, quarter] captured face-down
        ("known_hand", "i1", (MOST_SEATS, KINDS)),
        ("known_garrison", "i1", (MOST_SEATS, KINDS)),
        ("known_discard", "i1", (KINDS,)),
        ("trick", "i1", (MOST_SEATS,)),  # slots in order of play
        ("fought", "i1", (MOST_FOUGHT,)),  # slots in order of play
        ("fought_from", "i1", (MOST_FOUGHT,)),
        ("answers", "i1", (MOST_FOUGHT,)),  # slots
    ],
)


# What lies where


@jit
def suit_cards(suit):
    """All naturals of a suit."""
    return HEARTS << suit * RANK_COUNT


@jit
def hand_cards(state, seat):
    """The cards of the Field, as its owner sees it."""
    cards = 0
    for below in range(KINDS):
        cards *= 2
        if state.own_hand[seat, KINDS - 1 - below] > 0:
            cards += 1
    return cards


@jit
def garrison_cards(state, seat):
    """The cards of all four garrisons, as their owner sees them."""
    cards = 0
    for below in range(NATURALS):
        cards *= 2
        if state.own_garrison[seat, NATURALS - 1 - below] > 0:
            cards += 1
    return cards


@jit
def hand_count(state, seat):
    """How many cards the Field has, counted by its owner."""
    cards = 0
    for kind in range(KINDS):
        cards += int(state.own_hand[seat, kind])
    return cards


@jit
def garrison_count(state, seat, quarter):
    """S-28. How many cards the garrison has, counted by its owner."""
    cards = 0
    for kind in range(quarter * RANK_COUNT, quarter * RANK_COUNT + RANK_COUNT):
        cards += int(state.own_garrison[seat, kind])
    return cards


@jit
def fort_at(state, seat, quarter):
    """The fortification (a slot) as the seat sees it: in its own Winter the draft's."""
    return int(state.own_draft_fort[seat, quarter] if state.own_step[seat] > NO_WINTER else state.forts[seat, quarter])


@jit
def fort_count(state, seat):
    """How many fortifications stand."""
    forts = 0
    for quarter in range(SUIT_COUNT):
        if state.forts[seat, quarter] != NO_CARD:
            forts += 1
    return forts


@jit
def keep_of(state, seat):
    """The royals in the Keep as the seat sees them: in its own Winter the draft's."""
    return int(state.own_draft_keep[seat] if state.own_step[seat] > NO_WINTER else state.keep[seat])


@jit
def royal(state, seat, kind):
    """S-29. The bit of an own royal: A 4, K 2, Q 1; 0 for any other card."""
    rank = kind - state.line[seat] * RANK_COUNT
    return 1 << (QUEEN - rank) if 0 <= rank <= QUEEN else 0


@jit
def royal_cards(state, seat, royals):
    """The cards of some of a seat's royals."""
    ranks = royals >> QUEEN & 1 | royals & 2 | (royals & 1) << QUEEN
    return ranks << int(state.line[seat]) * RANK_COUNT


@jit
def is_complete(state, seat):
    """S-65. A, K and Q of the own line in the Keep of a seat still in."""
    return state.keep[seat] == COMPLETE and is_in(state, seat)


# What moves


@jit
def spend(state, seat, kind):
    """A card leaves the Field for all to see."""
    state.own_hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    if state.known_hand[seat, kind] > 0:
        state.known_hand[seat, kind] -= 1


@jit
def gather(state, seat):
    """S-25, S-58. Won tricks and captured cards join the Field; those captured face-down stay unknown to others."""
    gathered = 0
    for kind in range(KINDS):
        cards = int(state.pile[seat, kind]) + int(state.captured[seat, kind])
        gathered += cards
        state.own_hand[seat, kind] += cards
        state.known_hand[seat, kind] += cards
        state.pile[seat, kind] = 0
        state.captured[seat, kind] = 0
    for victim in range(state.seats):
        for quarter in range(SUIT_COUNT):
            for at in range(state.hidden[seat, victim, quarter]):
                state.own_hand[seat, int(state.own_taken[seat, victim, quarter, at]) - 1] += 1
                gathered += 1
                state.own_taken[seat, victim, quarter, at] = NO_CARD
                state.own_lost[victim, seat, quarter, at] = NO_CARD
            state.hidden[seat, victim, quarter] = 0
    state.hand_size[seat] += gathered


@jit
def put(state, seat, kind, place):
    """S-26, S-59. Put a card into the place or, while recalling, take it from there: in Winter in the seat's draft."""
    cards = -1 if state.own_step[seat] == RECALLING else 1
    state.own_hand[seat, kind] -= cards
    if place == IN_GARRISON:
        state.own_garrison[seat, kind] += cards
    elif place == IN_FORT and state.phase == AT_WINTER:
        state.own_draft_fort[seat, kind // RANK_COUNT] = kind + 1 if cards > 0 else NO_CARD
    elif place == IN_FORT:
        state.forts[seat, kind // RANK_COUNT] = kind + 1
    elif state.phase == AT_WINTER:
        state.own_draft_keep[seat] ^= royal(state, seat, kind)
    else:
        state.keep[seat] |= royal(state, seat, kind)


@jit
def clear_seat(state, seat):
    """S-5. A seat with nothing in any zone."""
    for kind in range(KINDS):
        state.own_hand[seat, kind] = 0
        state.own_garrison[seat, kind] = 0
        state.own_discarded[seat, kind] = 0
        state.pile[seat, kind] = 0
        state.captured[seat, kind] = 0
        state.known_hand[seat, kind] = 0
        state.known_garrison[seat, kind] = 0
    for quarter in range(SUIT_COUNT):
        state.garrison_size[seat, quarter] = 0
        state.forts[seat, quarter] = NO_CARD
        for other in range(MOST_SEATS):
            state.hidden[seat, other, quarter] = 0
    state.hand_size[seat] = 0
    state.discards[seat] = 0
    state.keep[seat] = 0
    state.line[seat] = NOBODY
    state.void[seat] = 0
    state.trick[seat] = NO_CARD
    state.tricks_won[seat] = 0
    state.attacked[seat] = 0
    state.barred[seat] = 0
    clear_notes(state, seat)


@jit
def clear_notes(state, seat):
    """No draft, no sortie, nothing taken or lost face-down."""
    state.own_step[seat] = NO_WINTER
    state.own_draft_keep[seat] = 0
    for at in range(GARRISON_MOST):
        state.own_sortie[seat, at] = NO_CARD
    for quarter in range(SUIT_COUNT):
        state.own_draft_fort[seat, quarter] = NO_CARD
        for other in range(MOST_SEATS):
            for at in range(GARRISON_MOST):
                state.own_taken[seat, other, quarter, at] = NO_CARD
                state.own_lost[seat, other, quarter, at] = NO_CARD


# Winter


@jit
def begin_winter(state, seat):
    """S-26, S-33. The seat works on a draft of its own, which begins as the city stands."""
    state.to_move = seat
    state.own_step[seat] = RECALLING
    state.own_draft_keep[seat] = state.keep[seat]
    for quarter in range(SUIT_COUNT):
        state.own_draft_fort[seat, quarter] = state.forts[seat, quarter]


@jit
def winter_step(state, action):
    """S-26. Recall, stow, discard, each closed by `done`."""
    seat = int(state.to_move)
    if action == DONE:
        state.own_step[seat] += 1
        if state.own_step[seat] > DISCARDING:
            publish(state, seat)
    elif action < RECALL:
        state.own_hand[seat, action - DISCARD] -= 1
        state.own_discarded[seat, action - DISCARD] += 1
        state.sealed_discard[action - DISCARD] += 1
    else:
        number = action - STOW if action >= STOW else action - RECALL
        put(state, seat, number // PLACES, number % PLACES)


@jit
def publish(state, seat):
    """S-33, S-34. What all may see of the draft; the victory check; the next seat's Winter, at last Spring."""
    state.keep[seat] = state.own_draft_keep[seat]
    state.own_draft_keep[seat] = 0
    state.own_step[seat] = NO_WINTER
    for quarter in range(SUIT_COUNT):
        state.forts[seat, quarter] = state.own_draft_fort[seat, quarter]
        state.own_draft_fort[seat, quarter] = NO_CARD
        state.garrison_size[seat, quarter] = garrison_count(state, seat, quarter)
    state.hand_size[seat] = hand_count(state, seat)
    state.discard_size -= state.discards[seat]
    state.discards[seat] = 0
    for kind in range(KINDS):
        state.discards[seat] += state.own_discarded[seat, kind]
        state.known_hand[seat, kind] = 0
        state.known_garrison[seat, kind] = 0
    state.discard_size += state.discards[seat]
    following = (seat + 1) % state.seats
    if is_complete(state, seat) and not state.year_end:
        state.to_move = NOBODY
    elif following != state.initiator:
        begin_winter(state, following)
    else:
        state.phase = AT_SPRING
        state.to_move = following
