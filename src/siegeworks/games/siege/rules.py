"""Siege: win tricks, man a city, take royals from the others, bring your own family home. Rules S-1 to S-73.

Cards are kinds (core.cards), bags of cards are counts, a deck has no order. A Winter is worked out on rows only its
owner sees and is published by its last `done`. A defender's garrison stays where it is during an attack: its cards
count as part of the Field until the attack is decided (S-40), so that a repulse has nothing to put back (S-52).
"""

from __future__ import annotations

from siegeworks.core.bits import count, lowest
from siegeworks.core.cards import (
    JACK,
    JOKER,
    KINDS,
    NATURALS,
    NO_CARD,
    QUEEN,
    RANK_COUNT,
    SUIT_COUNT,
    height,
)
from siegeworks.core.dice import roll
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY, Option, record

VERSION = 1
SEATS = (2, 3, 4, 5, 6)  # S-1
MOST_SEATS = 6
HAND = 5  # S-11, S-18, S-30
TRICKS = 4  # S-18
GARRISON_MOST = 2  # S-28
ROYALS = 3  # S-65
COMPLETE = (1 << ROYALS) - 1  # all of A (4), K (2) and Q (1)
FREE = SUIT_COUNT  # no suit need be followed
MOST_FOUGHT = HAND + SUIT_COUNT * GARRISON_MOST + ROYALS  # cards one defender can play in an attack

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
) = range(14)
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

# Draws: the dealer, a line for each seat, a card for each seat.
LINE = MOST_SEATS
DEAL = LINE + MOST_SEATS * SUIT_COUNT
CHANCES = DEAL + MOST_SEATS * KINDS

OPTIONS = (
    Option("defence", ("all", "may_yield"), "S-46", "whether a defender may yield with cards left"),
    Option("attacks", ("multi", "one"), "S-35", "how many attacks a seat may make in a Spring"),
    Option("gate", ("any", "garrison"), "S-37", "whether a hand card of the quarter's suit is enough to attack it"),
    Option("failed_assault", (True, False), "S-38", "a wall may be attacked with cards that do not breach it"),
    Option("joker_discard", (False, True), "S-31", "jokers may be discarded in Winter"),
    Option("victory", ("immediate", "year_end"), "S-66", "when a complete family wins"),
    Option("distinct_lines", (False, True), "S-9", "no two seats get the same line", (2, 3, 4)),
    Option("max_years", (30, *range(1, 30), *range(31, 61)), "S-68", "the year limit"),
)

STATE = record(
    __name__,
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
    for quarter in range(SUIT_COUNT):
        state.own_draft_fort[seat, quarter] = NO_CARD
        for other in range(MOST_SEATS):
            for at in range(GARRISON_MOST):
                state.own_taken[seat, other, quarter, at] = NO_CARD
                state.own_lost[seat, other, quarter, at] = NO_CARD
    for at in range(GARRISON_MOST):
        state.own_sortie[seat, at] = NO_CARD


@jit
def clear_attack(state):
    """No attack is running."""
    state.attacker = NOBODY
    state.defender = NOBODY
    state.quarter = NOBODY
    state.sortie_size = 0
    state.siege_card = NO_CARD
    state.fought_count = 0
    state.fought_royals = 0
    for at in range(MOST_FOUGHT):
        state.fought[at] = NO_CARD
        state.fought_from[at] = 0
        state.answers[at] = NO_CARD


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
    """S-12, S-14, S-63. What the deal was for: fortifications, the first year, or the next one."""
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
    begin_autumn(state)


# Set-up


@jit
def holds_suit(state, seat, suit):
    """S-20, S-37. Whether the Field has a natural card of the suit."""
    for kind in range(suit * RANK_COUNT, suit * RANK_COUNT + RANK_COUNT):
        if state.own_hand[seat, kind] > 0:
            return True
    return False


@jit
def fort_suit(state, seat):
    """S-12. The next suit the seat holds and has no fortification of, or FREE."""
    for suit in range(SUIT_COUNT):
        if state.forts[seat, suit] == NO_CARD and holds_suit(state, seat, suit):
            return suit
    return FREE


@jit
def ask_for_fort(state, seat):
    """S-12. From this seat round to the dealer, whoever has a card to place; then S-13, everybody draws."""
    while seat != state.dealer and fort_suit(state, seat) == FREE:
        seat = (seat + 1) % state.seats
    state.to_move = seat
    if fort_suit(state, seat) == FREE:
        state.phase = AT_REFILL
        state.to_move = CHANCE


@jit
def fort_count(state, seat):
    """How many fortifications stand."""
    forts = 0
    for quarter in range(SUIT_COUNT):
        if state.forts[seat, quarter] != NO_CARD:
            forts += 1
    return forts


@jit
def fewest_forts(state):
    """S-14. The first seat clockwise after the dealer with the fewest fortifications; the dealer is last."""
    best = (state.dealer + 1) % state.seats
    for turn in range(state.seats):
        seat = (state.dealer + 1 + turn) % state.seats
        if fort_count(state, seat) < fort_count(state, best):
            best = seat
    return best


# Autumn


@jit
def begin_autumn(state):
    """S-18, S-19. The Initiator leads the first trick."""
    state.phase = AT_AUTUMN
    state.next_initiator = NOBODY
    for seat in range(state.seats):
        state.tricks_won[seat] = 0
    state.leader = state.initiator
    state.to_move = state.initiator


@jit
def led_suit(state):
    """S-20, S-21. The suit of a natural card led, else FREE."""
    return (int(state.trick[0]) - 1) // RANK_COUNT if state.trick_count > 0 else FREE


@jit
def spend(state, seat, kind):
    """A card leaves the Field for all to see."""
    state.own_hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    if state.known_hand[seat, kind] > 0:
        state.known_hand[seat, kind] -= 1


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
        for kind in range(KINDS):
            state.own_hand[seat, kind] += state.pile[seat, kind]
            state.known_hand[seat, kind] += state.pile[seat, kind]
            state.hand_size[seat] += state.pile[seat, kind]
            state.pile[seat, kind] = 0
    state.phase = AT_WINTER
    begin_winter(state, int(state.initiator))


# Winter, and what it shares with Summer


@jit
def begin_winter(state, seat):
    """S-26, S-33. The seat works on a draft of its own, which begins as the city stands."""
    state.to_move = seat
    state.own_step[seat] = RECALLING
    state.own_draft_keep[seat] = state.keep[seat]
    for quarter in range(SUIT_COUNT):
        state.own_draft_fort[seat, quarter] = state.forts[seat, quarter]


@jit
def fort_at(state, seat, quarter):
    """The fortification (a slot) as the seat sees it: in its own Winter the draft's."""
    return int(state.own_draft_fort[seat, quarter] if state.own_step[seat] > NO_WINTER else state.forts[seat, quarter])


@jit
def keep_of(state, seat):
    """The royals in the Keep as the seat sees them: in its own Winter the draft's."""
    return int(state.own_draft_keep[seat] if state.own_step[seat] > NO_WINTER else state.keep[seat])


@jit
def garrison_count(state, seat, quarter):
    """S-28. How many cards the garrison has, counted by its owner."""
    cards = 0
    for kind in range(quarter * RANK_COUNT, quarter * RANK_COUNT + RANK_COUNT):
        cards += int(state.own_garrison[seat, kind])
    return cards


@jit
def hand_count(state, seat):
    """How many cards the Field has, counted by its owner."""
    cards = 0
    for kind in range(KINDS):
        cards += int(state.own_hand[seat, kind])
    return cards


@jit
def royal(state, seat, kind):
    """S-29. The bit of an own royal: A 4, K 2, Q 1; 0 for any other card."""
    rank = kind - state.line[seat] * RANK_COUNT
    return 1 << (QUEEN - rank) if 0 <= rank <= QUEEN else 0


@jit
def may_recall(state, seat, kind, place):
    """S-26. Whether the card lies there; the Jack never moves (S-6)."""
    if place == IN_GARRISON:
        return state.own_garrison[seat, kind] > 0
    if place == IN_FORT:
        return fort_at(state, seat, kind // RANK_COUNT) == kind + 1
    return royal(state, seat, kind) & keep_of(state, seat) != 0


@jit
def may_stow(state, seat, kind, place):
    """S-27 to S-29, S-59. Whether a natural card held has room there; jokers stay in the Field."""
    if state.own_hand[seat, kind] <= 0:
        return False
    if place == IN_GARRISON:
        return garrison_count(state, seat, kind // RANK_COUNT) < GARRISON_MOST
    if place == IN_FORT:
        return fort_at(state, seat, kind // RANK_COUNT) == NO_CARD
    return royal(state, seat, kind) & ~keep_of(state, seat) != 0


@jit
def put(state, seat, kind, place):
    """S-26, S-59. Put a card into the place or, while recalling, take it from there, as the seat sees it."""
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
def discard_own(state, seat, kind):
    """S-30, S-60. A card leaves the Field face-down."""
    state.own_hand[seat, kind] -= 1
    state.own_discarded[seat, kind] += 1
    state.sealed_discard[kind] += 1


@jit
def winter_step(state, action):
    """S-26. Recall, stow, discard, each closed by `done`."""
    seat = int(state.to_move)
    if action == DONE:
        state.own_step[seat] += 1
        if state.own_step[seat] > DISCARDING:
            publish(state, seat)
    elif action < RECALL:
        discard_own(state, seat, action - DISCARD)
    else:
        number = action - STOW if action >= STOW else action - RECALL
        put(state, seat, number // PLACES, number % PLACES)


@jit
def publish(state, seat):
    """S-33, S-34. What all may see of the draft; the victory check; the next seat's Winter, at last Spring."""
    state.keep[seat] = state.own_draft_keep[seat]
    for quarter in range(SUIT_COUNT):
        state.forts[seat, quarter] = state.own_draft_fort[seat, quarter]
        state.garrison_size[seat, quarter] = garrison_count(state, seat, quarter)
    state.hand_size[seat] = hand_count(state, seat)
    state.discard_size -= state.discards[seat]
    state.discards[seat] = 0
    for kind in range(KINDS):
        state.discards[seat] += state.own_discarded[seat, kind]
        state.known_hand[seat, kind] = 0
        state.known_garrison[seat, kind] = 0
    state.discard_size += state.discards[seat]
    clear_notes(state, seat)
    following = (seat + 1) % state.seats
    if is_complete(state, seat) and not state.year_end:
        state.to_move = NOBODY
    elif following != state.initiator:
        begin_winter(state, following)
    else:
        state.phase = AT_SPRING
        state.to_move = following


# Spring: declaring


@jit
def breaches(kind, wall):
    """S-41. A 2 breaches everything, any other card what is lower than it."""
    return height(kind) == 1 or height(kind) > height(wall)


@jit
def is_gate_open(state, seat, quarter):
    """S-37. A natural card of the quarter's suit in the Field or the matching garrison (or only there)."""
    return garrison_count(state, seat, quarter) > 0 or (state.gate_garrison == 0 and holds_suit(state, seat, quarter))


@jit
def has_breach(state, seat, quarter, wall):
    """S-38. Whether the Field or the matching garrison has a card that breaches the wall."""
    for kind in range(KINDS):
        at_hand = state.own_hand[seat, kind]
        if kind // RANK_COUNT == quarter:
            at_hand += state.own_garrison[seat, kind]
        if at_hand > 0 and breaches(kind, wall):
            return True
    return False


@jit
def may_attack(state, seat, defender, quarter):
    """S-35 to S-39, S-43."""
    spent = state.attacked[seat] >> (defender * SUIT_COUNT + quarter) | state.barred[seat] >> defender
    if defender == seat or spent & 1 or (state.one_attack and state.attacked[seat]):
        return False
    if not is_gate_open(state, seat, quarter):
        return False
    wall = int(state.forts[defender, quarter]) - 1
    return wall < 0 or state.failed_assault != 0 or has_breach(state, seat, quarter, wall)


@jit
def declare(state, seat, defender, quarter):
    """S-36, S-40. The matching garrison joins the attacker's Field; the wall comes first, if one stands."""
    state.attacked[seat] |= 1 << (defender * SUIT_COUNT + quarter)
    state.attacker = seat
    state.defender = defender
    state.quarter = quarter
    state.sortie_size = state.garrison_size[seat, quarter]
    n = 0
    for kind in range(quarter * RANK_COUNT, quarter * RANK_COUNT + RANK_COUNT):
        while state.own_garrison[seat, kind] > 0:
            state.own_garrison[seat, kind] -= 1
            state.own_hand[seat, kind] += 1
            state.own_sortie[seat, n] = kind + 1
            n += 1
        state.known_hand[seat, kind] += state.known_garrison[seat, kind]
        state.known_garrison[seat, kind] = 0
    state.hand_size[seat] += state.sortie_size
    state.garrison_size[seat, quarter] = 0
    state.phase = AT_SIEGE
    if state.forts[defender, quarter] == NO_CARD:
        enter_streets(state)


# Spring: fighting


@jit
def besiege(state, seat, kind):
    """S-41, S-43. One card against the wall; one that fails is lost and bars the defender."""
    spend(state, seat, kind)
    state.siege_card = kind + 1
    if breaches(kind, int(state.forts[state.defender, state.quarter]) - 1):
        enter_streets(state)
    else:
        state.barred[seat] |= 1 << state.defender
        end_attack(state)


@jit
def fought_by_hand(state, kind, before):
    """How many of the first so many cards the defender played are of this kind and from the Field."""
    cards = 0
    for at in range(before):
        if state.fought[at] == kind + 1 and state.fought_from[at] == FROM_HAND:
            cards += 1
    return cards


@jit
def defenders(state, seat, kind):
    """S-40, S-45. How many cards of the kind the defender can still play: Field and attacked garrison."""
    cards = int(state.own_hand[seat, kind])
    if kind // RANK_COUNT == state.quarter:
        cards += int(state.own_garrison[seat, kind])
    return cards - fought_by_hand(state, kind, state.fought_count) if cards > 0 else 0


@jit
def naturals_left(state):
    """S-46. How many natural cards the defender's Field has left, garrison included."""
    seat = state.defender
    field = int(state.hand_size[seat]) - int(state.own_hand[seat, JOKER])
    return field + int(state.garrison_size[seat, state.quarter]) - state.fought_count + count(state.fought_royals)


@jit
def royals_left(state):
    """S-45. Royals of the defender's Keep that have not fought in this attack."""
    return int(state.keep[state.defender]) & ~int(state.fought_royals)


@jit
def enter_streets(state):
    """S-44, S-46. The defender plays a card; with nothing left at all the attack succeeds."""
    if naturals_left(state) > 0 or royals_left(state) != 0:
        state.phase = AT_DEFEND
        state.to_move = state.defender
    else:
        succeed(state, int(state.attacker), int(state.defender))


@jit
def defend(state, seat, kind, source):
    """S-45. A card steps into the street; it lies there until the attack is decided."""
    state.fought[state.fought_count] = kind + 1
    state.fought_from[state.fought_count] = source
    state.fought_count += 1
    if source == FROM_KEEP:
        state.fought_royals |= royal(state, seat, kind)
    state.phase = AT_ASSAULT
    state.to_move = state.attacker


# Spring: outcome


@jit
def succeed(state, attacker, defender):
    """S-49, S-50. What fought is captured, and the wall; S-51, the prize is asked while the Keep holds a royal."""
    state.keep[defender] = royals_left(state)
    for at in range(state.fought_count):
        kind = int(state.fought[at]) - 1
        state.captured[attacker, kind] += 1
        if state.fought_from[at] == FROM_HAND:
            lose(state, defender, kind)
    capture_wall(state)
    capture_garrison(state, attacker, defender, int(state.quarter))
    quarter = state.quarter
    end_attack(state)
    if state.keep[defender] != 0:
        state.phase = AT_PRIZE
        state.attacker = attacker
        state.defender = defender
        state.quarter = quarter


@jit
def lose(state, seat, kind):
    """SA-41. A card that fought leaves the garrison first, else the Field."""
    if kind // RANK_COUNT == state.quarter and state.own_garrison[seat, kind] > 0:
        state.own_garrison[seat, kind] -= 1
        state.garrison_size[seat, state.quarter] -= 1
        if state.known_hand[seat, kind] > 0:
            state.known_hand[seat, kind] -= 1
    else:
        spend(state, seat, kind)


@jit
def capture_wall(state):
    """S-50, S-53. The fortification of the quarter goes to the attacker."""
    slot = int(state.forts[state.defender, state.quarter])
    if slot != NO_CARD:
        state.captured[state.attacker, slot - 1] += 1
        state.forts[state.defender, state.quarter] = NO_CARD


@jit
def capture_garrison(state, attacker, defender, quarter):
    """S-55, SA-41. What is left of the garrison (after a yield) goes to the attacker face-down."""
    n = 0
    for kind in range(quarter * RANK_COUNT, quarter * RANK_COUNT + RANK_COUNT):
        state.known_garrison[defender, kind] = 0
        while state.own_garrison[defender, kind] > 0:
            state.own_garrison[defender, kind] -= 1
            state.own_taken[attacker, defender, quarter, n] = kind + 1
            state.own_lost[defender, attacker, quarter, n] = kind + 1
            n += 1
    state.hidden[attacker, defender, quarter] = state.garrison_size[defender, quarter]
    state.garrison_size[defender, quarter] = 0


@jit
def retreat(state, defender):
    """S-48, S-52, S-53. Repulsed; a wall breached by a sapper or a joker is captured all the same.

    S-72. Cards seen going back to the garrison (those first, SA-41) and to the Field stay known there.
    """
    siege = state.siege_card - 1
    if siege == JOKER or (siege >= 0 and height(siege) == 1):
        capture_wall(state)
    for at in range(state.fought_count):
        kind = int(state.fought[at]) - 1
        fought, garrisoned = fought_by_hand(state, kind, state.fought_count), 0
        if kind // RANK_COUNT == state.quarter:
            garrisoned = min(fought, int(state.own_garrison[defender, kind]))
            state.known_garrison[defender, kind] = max(garrisoned, int(state.known_garrison[defender, kind]))
        state.known_hand[defender, kind] = max(fought - garrisoned, int(state.known_hand[defender, kind]))
    end_attack(state)


@jit
def discard_played(state, kind):
    """S-54. A card the attacker played is discarded, known to all."""
    if kind >= 0:
        state.sealed_discard[kind] += 1
        state.known_discard[kind] += 1
        state.discard_size += 1


@jit
def end_attack(state):
    """S-35, S-54. The attacker's cards are discarded, and the attacker goes on with the Spring."""
    discard_played(state, state.siege_card - 1)
    for at in range(state.fought_count):
        discard_played(state, int(state.answers[at]) - 1)
    for at in range(GARRISON_MOST):
        state.own_sortie[state.attacker, at] = NO_CARD
    state.phase = AT_SPRING
    state.to_move = state.attacker
    clear_attack(state)


@jit
def take_prize(state, seat, kind):
    """S-51. A joker from the Field buys a royal from the Keep."""
    state.own_hand[seat, JOKER] -= 1
    state.hand_size[seat] -= 1
    state.siege_card = JOKER + 1  # on the table, to be discarded
    state.keep[state.defender] ^= royal(state, state.defender, kind)
    state.captured[seat, kind] += 1


@jit
def spring_step(state, action):
    """S-35 to S-51. Everything an attack is made of."""
    seat = int(state.to_move)
    if action == PASS:
        pass_spring(state, seat)
    elif action == YIELD:
        succeed(state, int(state.attacker), seat)
    elif action == RETREAT:
        retreat(state, int(state.defender))
    elif ATTACK <= action < FORT:
        declare(state, seat, (action - ATTACK) // SUIT_COUNT, (action - ATTACK) % SUIT_COUNT)
    elif DEFEND <= action < ATTACK:
        defend(state, seat, (action - DEFEND) // SOURCES, (action - DEFEND) % SOURCES)
    elif SIEGE <= action < ASSAULT:
        besiege(state, seat, action - SIEGE)
    elif ASSAULT <= action < PRIZE:
        spend(state, seat, action - ASSAULT)
        state.answers[state.fought_count - 1] = action - ASSAULT + 1
        enter_streets(state)
    else:
        if action != SKIP:
            take_prize(state, seat, action - PRIZE)
        end_attack(state)


@jit
def pass_spring(state, seat):
    """S-35, S-58. The next seat's Spring; after the last all captured cards join the Fields."""
    state.to_move = (seat + 1) % state.seats
    if state.to_move == state.initiator:
        state.phase = AT_SUMMER
        for other in range(state.seats):
            gather(state, other)
            clear_notes(state, other)
            state.attacked[other] = 0
            state.barred[other] = 0


# Summer


@jit
def gather(state, seat):
    """S-58. The captured cards join the Field; those captured face-down stay unknown to others."""
    for kind in range(KINDS):
        state.own_hand[seat, kind] += state.captured[seat, kind]
        state.known_hand[seat, kind] += state.captured[seat, kind]
        state.hand_size[seat] += state.captured[seat, kind]
        state.captured[seat, kind] = 0
    for victim in range(state.seats):
        for quarter in range(SUIT_COUNT):
            for at in range(state.hidden[seat, victim, quarter]):
                state.own_hand[seat, int(state.own_taken[seat, victim, quarter, at]) - 1] += 1
                state.hand_size[seat] += 1
            state.hidden[seat, victim, quarter] = 0


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
        while state.own_hand[seat, kind] > 0:
            discard_own(state, seat, kind)
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
def is_complete(state, seat):
    """S-65. A, K and Q of the own line in the Keep of a seat still in."""
    return state.keep[seat] == COMPLETE and (state.gone >> seat) & 1 == 0


@jit
def champion(state):
    """S-66. The first seat in season order with a complete family."""
    for turn in range(state.seats):
        seat = (max(state.initiator, 0) + turn) % state.seats
        if is_complete(state, seat):
            return seat
    return NOBODY


@jit
def strength(state, seat):
    """S-66, S-68, SA-65. Still in, winner, royals, their ranks, then cards in the city."""
    if (state.gone >> seat) & 1:
        return 0
    keep, wins, city = int(state.keep[seat]), 0, fort_count(state, seat)
    for quarter in range(SUIT_COUNT):
        city += int(state.garrison_size[seat, quarter])
    if champion(state) == seat:
        wins = 1
    return 1 + (((wins << 3 | count(keep)) << 3 | keep) << 5 | city)


@jit
def places(state, out):
    """S-68. One more than the number of stronger seats."""
    for seat in range(state.seats):
        out[seat] = 1
        for other in range(state.seats):
            if strength(state, other) > strength(state, seat):
                out[seat] += 1


@jit
def scores(state, out):
    """S-68. Royals in the Keep; none for a seat that left."""
    for seat in range(state.seats):
        out[seat] = 0 if (state.gone >> seat) & 1 else count(state.keep[seat])


@jit
def leave(state, seat):
    """SA-65. The seat stays in the order on defaults; the last one left wins."""
    state.gone |= 1 << seat
    if count(state.gone) == state.seats - 1:
        state.to_move = NOBODY


# What is legal


@jit
def wanted_suit(state, seat):
    """S-12, S-20. The suit of the next fortification, or the one to be followed; else FREE."""
    if state.phase == AT_SETUP:
        return fort_suit(state, seat)
    led = led_suit(state)
    return led if led != FREE and holds_suit(state, seat, led) else FREE


@jit
def is_allowed(state, seat, kind, suit):
    """Whether a card may be named where one is named: S-12, S-20, S-31, S-41, S-47, S-51."""
    if state.phase == AT_PRIZE:
        return state.own_hand[seat, JOKER] > 0 and royal(state, state.defender, kind) & royals_left(state) != 0
    if state.own_hand[seat, kind] <= 0:
        return False
    if state.phase == AT_ASSAULT:
        return height(kind) > height(int(state.fought[state.fought_count - 1]) - 1)
    if state.phase == AT_SIEGE:
        return state.failed_assault != 0 or breaches(kind, int(state.forts[state.defender, state.quarter]) - 1)
    if state.phase == AT_WINTER:
        jokers = state.own_hand[seat, JOKER]
        return kind != JOKER or state.joker_discard != 0 or (jokers > HAND and hand_count(state, seat) == jokers)
    return kind // RANK_COUNT == suit or suit == FREE or (kind == JOKER and state.phase == AT_AUTUMN)


@jit
def list_cards(state, out, seat, first):
    """The cards that may be named at this node, as actions from `first` on."""
    suit, n = wanted_suit(state, seat), 0
    for kind in range(KINDS):
        if is_allowed(state, seat, kind, suit):
            out[n] = first + kind
            n += 1
    return n


@jit
def list_moves(state, out, seat):
    """S-26, S-59. Every card and place to recall from or to stow into."""
    n, recalling = 0, state.own_step[seat] == RECALLING
    for number in range(NATURALS * PLACES):
        kind, place = number // PLACES, number % PLACES
        if may_recall(state, seat, kind, place) if recalling else may_stow(state, seat, kind, place):
            out[n] = (RECALL if recalling else STOW) + number
            n += 1
    return n


@jit
def list_attacks(state, out, seat):
    """S-35 to S-39. Every attack that may be declared."""
    n = 0
    for number in range(state.seats * SUIT_COUNT):
        if may_attack(state, seat, number // SUIT_COUNT, number % SUIT_COUNT):
            out[n] = ATTACK + number
            n += 1
    return n


@jit
def list_defences(state, out, seat):
    """S-45. Natural cards of the Field and royals of the Keep."""
    n = 0
    for kind in range(NATURALS):
        if defenders(state, seat, kind) > 0:
            out[n] = DEFEND + kind * SOURCES + FROM_HAND
            n += 1
        if royal(state, seat, kind) & royals_left(state) != 0:
            out[n] = DEFEND + kind * SOURCES + FROM_KEEP
            n += 1
    return n


@jit
def legal(state, out):
    """Section 3. The choices of each node, in ascending order: cards first, then the one that closes it."""
    seat, phase = int(state.to_move), state.phase
    if seat == CHANCE:
        return list_draws(state, out)
    if seat == NOBODY:
        return 0
    if (state.gone >> seat) & 1:
        out[0] = default(state)
        return 1
    first, last = PLAY, NOBODY
    if phase == AT_SPRING:
        n, last = list_attacks(state, out, seat), PASS
    elif phase == AT_DEFEND:
        n = list_defences(state, out, seat)
        if state.may_yield or naturals_left(state) == 0:
            last = YIELD
    elif phase == AT_SUMMER or (phase == AT_WINTER and state.own_step[seat] < DISCARDING):
        n, last = list_moves(state, out, seat), DONE
    else:
        if phase == AT_WINTER:
            first, last = DISCARD, DONE if hand_count(state, seat) <= HAND else NOBODY
        elif phase == AT_ASSAULT:
            first, last = ASSAULT, RETREAT
        elif phase == AT_PRIZE:
            first, last = PRIZE, SKIP
        elif phase != AT_AUTUMN:
            first = SIEGE if phase == AT_SIEGE else FORT
        n = list_cards(state, out, seat, first)
    if last != NOBODY:
        out[n] = last
        n += 1
    return n


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


@jit
def default(state):
    """Section 3. The lowest card, at a wall a breaching one if there is any; to defend the highest; else to stop."""
    seat, phase, best, least = int(state.to_move), state.phase, NOBODY, 2 * KINDS
    if phase == AT_SPRING or phase >= AT_ASSAULT:
        return PASS if phase == AT_SPRING else RETREAT if phase == AT_ASSAULT else SKIP if phase == AT_PRIZE else DONE
    if phase == AT_WINTER and (state.own_step[seat] < DISCARDING or hand_count(state, seat) <= HAND):
        return DONE
    suit = wanted_suit(state, seat)
    for kind in range(KINDS):
        rank = height(kind)
        if phase == AT_DEFEND:
            rank = KINDS - rank if kind != JOKER and defenders(state, seat, kind) > 0 else 2 * KINDS
        elif not is_allowed(state, seat, kind, suit):
            rank = 2 * KINDS
        elif phase == AT_SIEGE and not breaches(kind, int(state.forts[state.defender, state.quarter]) - 1):
            rank += KINDS
        if rank < least:
            best, least = kind, rank
    if phase == AT_DEFEND:
        return YIELD if best == NOBODY else DEFEND + best * SOURCES + FROM_HAND
    first = SIEGE if phase == AT_SIEGE else DISCARD if phase == AT_WINTER else FORT if phase == AT_SETUP else PLAY
    return first + best


# What a seat cannot see


@jit
def guess(state, seat, dice):
    """S-69 to S-73. Fill a seat's view: every way to lay the unseen cards in the unseen places is equally likely.

    The unseen cards are gathered in the deck. Places of one suit are filled first, then the rest, and what remains is
    the deck. Hands known to lack suits are filled before the others, which is nearly but not quite even. Another
    seat's Winter is guessed to be at its beginning.
    """
    if state.to_move == NOBODY:
        return
    collect_unseen(state, seat)
    for other in range(state.seats):
        if other != seat:
            guess_suited(state, seat, other, dice)
    if state.defender != NOBODY and state.defender != seat:
        guess_origins(state, state.defender, dice)
    cards = state.deck_size * 0
    for kind in range(KINDS):
        cards += int(state.sealed_deck[kind])
    for lacking in range(SUIT_COUNT + 1):
        for other in range(state.seats):
            if other != seat and count(state.void[other]) == SUIT_COUNT - lacking:
                cards = guess_hand(state, other, cards, dice)
    guess_discards(state, seat, cards, dice)


@jit
def collect_unseen(state, seat):
    """Every card the seat cannot place goes to the deck; the other seats keep what is known of them."""
    for kind in range(KINDS):
        state.sealed_discard[kind] = state.known_discard[kind] + state.own_discarded[seat, kind]
        state.sealed_deck[kind] = state.cards[kind] - state.sealed_discard[kind]
    for other in range(MOST_SEATS):
        if other != seat:
            clear_notes(state, other)
            for kind in range(KINDS):
                state.own_hand[other, kind] = state.known_hand[other, kind]
                state.own_garrison[other, kind] = state.known_garrison[other, kind]
                state.own_discarded[other, kind] = 0
        for kind in range(KINDS):
            placed = state.own_hand[other, kind] + state.own_garrison[other, kind]
            state.sealed_deck[kind] -= placed + state.pile[other, kind] + state.captured[other, kind]
        if state.line[other] != NOBODY:
            see_city(state, seat, other)
    see(state, state.siege_card - 1)
    for at in range(state.seats):
        see(state, int(state.trick[at]) - 1)
    for at in range(state.fought_count):
        see(state, int(state.answers[at]) - 1)
        if state.defender != seat and is_news(state, at):
            see(state, int(state.fought[at]) - 1)
    if state.phase == AT_WINTER and state.to_move != seat:
        begin_winter(state, state.to_move)


@jit
def see(state, kind):
    """A card in sight is not in the deck."""
    if kind >= 0:
        state.sealed_deck[kind] -= 1


@jit
def see_city(state, seat, other):
    """The face-up cards of a city, and what the seat captured from it or lost to it face-down, which both now know."""
    see(state, state.line[other] * RANK_COUNT + JACK)
    for rank in range(ROYALS):
        if keep_of(state, other) >> (QUEEN - rank) & 1:
            see(state, state.line[other] * RANK_COUNT + rank)
    for quarter in range(SUIT_COUNT):
        see(state, fort_at(state, other, quarter) - 1)
        for at in range(GARRISON_MOST):
            state.own_lost[other, seat, quarter, at] = state.own_taken[seat, other, quarter, at]
            state.own_taken[other, seat, quarter, at] = state.own_lost[seat, other, quarter, at]
            see(state, int(state.own_taken[seat, other, quarter, at]) - 1)
            see(state, int(state.own_lost[seat, other, quarter, at]) - 1)


@jit
def unseen(state, suit):
    """How many unseen cards there are of the suit."""
    cards = 0
    for kind in range(suit * RANK_COUNT, suit * RANK_COUNT + RANK_COUNT):
        cards += int(state.sealed_deck[kind])
    return cards


@jit
def draw_suited(state, suit, dice):
    """One of the unseen cards of the suit, all equally likely."""
    left, kind = roll(dice, unseen(state, suit)), suit * RANK_COUNT
    while left >= state.sealed_deck[kind] and kind < JOKER:
        left -= int(state.sealed_deck[kind])
        kind += 1
    state.sealed_deck[kind] -= 1
    return kind


@jit
def draw_any(state, void, cards, dice):
    """One of the `cards` unseen cards that are of no void suit (should there be none, of any), all equally likely."""
    for suit in range(SUIT_COUNT):
        if void >> suit & 1:
            cards -= unseen(state, suit)
    if cards <= 0:
        return draw_suited(state, lowest(void), dice)
    left, kind = roll(dice, cards), 0
    while kind < JOKER and (left >= state.sealed_deck[kind] or void >> (kind // RANK_COUNT) & 1):
        if void >> (kind // RANK_COUNT) & 1 == 0:
            left -= int(state.sealed_deck[kind])
        kind += 1
    state.sealed_deck[kind] -= 1
    return kind


@jit
def guess_suited(state, seat, other, dice):
    """S-28, S-55. The garrisons of another seat, and what it captured face-down."""
    for quarter in range(SUIT_COUNT):
        if other != state.defender or quarter != state.quarter:
            for _ in range(state.garrison_size[other, quarter] - garrison_count(state, other, quarter)):
                state.own_garrison[other, draw_suited(state, quarter, dice)] += 1
        for victim in range(state.seats):
            for at in range(state.hidden[other, victim, quarter]):
                if victim != seat:
                    slot = draw_suited(state, quarter, dice) + 1
                    state.own_taken[other, victim, quarter, at] = slot
                    state.own_lost[victim, other, quarter, at] = slot
    if other == state.attacker:
        guess_sortie(state, other, state.quarter, dice)


@jit
def guess_sortie(state, attacker, quarter, dice):
    """S-40. What the garrison brought: cards of its suit that were played since or are known, the rest guessed."""
    n = 0
    for at in range(-1, state.fought_count):
        kind = (state.siege_card if at < 0 else int(state.answers[at])) - 1
        if kind >= 0 and kind // RANK_COUNT == quarter and n < state.sortie_size:
            state.own_sortie[attacker, n] = kind + 1
            n += 1
    for kind in range(quarter * RANK_COUNT, quarter * RANK_COUNT + RANK_COUNT):
        for _ in range(min(int(state.known_hand[attacker, kind]), state.sortie_size - n)):
            state.own_sortie[attacker, n] = kind + 1
            n += 1
    for at in range(n, state.sortie_size):
        kind = draw_suited(state, quarter, dice)
        state.own_hand[attacker, kind] += 1
        state.own_sortie[attacker, at] = kind + 1


@jit
def is_news(state, at):
    """Whether this defender's card is one that was not known to be there before it fought."""
    kind = int(state.fought[at]) - 1
    known = int(state.known_hand[state.defender, kind])
    if kind // RANK_COUNT == state.quarter:
        known += int(state.known_garrison[state.defender, kind])
    return state.fought_from[at] == FROM_HAND and fought_by_hand(state, kind, at) >= known


@jit
def guess_origins(state, defender, dice):
    """S-40. Each of the defender's cards on the table was in the hand or, if of its suit, maybe in the garrison."""
    quarter, doubtful = state.quarter, state.fought_count * 0
    for at in range(state.fought_count):
        kind = int(state.fought[at]) - 1
        if is_news(state, at):
            if kind // RANK_COUNT == quarter:
                doubtful += 1
            else:
                state.own_hand[defender, kind] += 1
    room = int(state.garrison_size[defender, quarter]) - garrison_count(state, defender, quarter)
    garrisoned = guess_garrisoned(state, defender, doubtful, room, dice)
    for at in range(state.fought_count):
        kind = int(state.fought[at]) - 1
        if kind // RANK_COUNT == quarter and is_news(state, at):
            if roll(dice, doubtful) < garrisoned:
                state.own_garrison[defender, kind] += 1
                garrisoned -= 1
                room -= 1
            else:
                state.own_hand[defender, kind] += 1
            doubtful -= 1
    for _ in range(room):
        state.own_garrison[defender, draw_suited(state, quarter, dice)] += 1


@jit
def guess_garrisoned(state, defender, doubtful, room, dice):
    """How many of the doubtful cards came from the garrison, weighted by the ways to lay all unseen cards then."""
    hand = int(state.hand_size[defender]) - hand_count(state, defender)
    suited, cards = unseen(state, state.quarter), int(state.sealed_deck[JOKER])
    for suit in range(SUIT_COUNT):
        cards += unseen(state, suit)
    most = min(room, doubtful)
    total, weight, chosen = 0, 0, 0
    for garrisoned in range(most + 1):
        weight = 1
        for at in range(garrisoned):  # which cards, in which garrison places; one more card is left for other places
            weight = weight * (doubtful - at) * (room - at) * (cards - room + at + 1) // (at + 1)
        for at in range(most - garrisoned):  # hand places for the others
            weight *= max(hand - doubtful + most - at, 0)
        for at in range(room - garrisoned):  # cards for the garrison places left
            weight *= max(suited - at, 0)
        total += weight
        if weight > 0 and roll(dice, total) < weight:
            chosen = garrisoned
    return chosen


@jit
def guess_hand(state, other, cards, dice):
    """S-70. Any cards, in Autumn of no suit the hand is known to lack; returns how many are left unseen."""
    for _ in range(int(state.hand_size[other]) - hand_count(state, other)):
        state.own_hand[other, draw_any(state, int(state.void[other]) + 0, cards, dice)] += 1
        cards -= 1
    return cards


@jit
def guess_discards(state, seat, cards, dice):
    """S-71. What the others discarded face-down, and what nobody remembers discarding."""
    nameless = state.discard_size
    for kind in range(KINDS):
        nameless -= state.known_discard[kind]
    for other in range(state.seats):
        nameless -= state.discards[other]
        for _ in range(state.discards[other] if other != seat else 0):
            kind = draw_any(state, state.gone & 0, cards, dice)
            state.own_discarded[other, kind] += 1
            state.sealed_discard[kind] += 1
            cards -= 1
    for _ in range(nameless):
        state.sealed_discard[draw_any(state, state.gone & 0, cards, dice)] += 1
        cards -= 1
