"""Siege's Spring: attacks from the declaration to the spoils. Rules S-35 to S-58.

A defender's garrison stays where it is during an attack: its cards count as part of the Field until the attack is
decided (S-40), so that a repulse has nothing to put back (S-52). Played cards lie on the table in `fought` and
`answers`.
"""

from __future__ import annotations

from siegeworks.core.bits import count
from siegeworks.core.cards import JOKER, NO_CARD, RANK_COUNT, SUIT_COUNT, height
from siegeworks.core.jit import jit
from siegeworks.core.rules import NOBODY
from siegeworks.games.siege.cities import (
    ACES,
    ALL_NATURALS,
    ASSAULT,
    AT_ASSAULT,
    AT_DEFEND,
    AT_PRIZE,
    AT_SIEGE,
    AT_SPRING,
    AT_SUMMER,
    ATTACK,
    DEFEND,
    FORT,
    FROM_HAND,
    FROM_KEEP,
    GARRISON_MOST,
    JOKERS,
    MOST_FOUGHT,
    PASS,
    PRIZE,
    RETREAT,
    SIEGE,
    SKIP,
    SOURCES,
    TWOS,
    YIELD,
    garrison_cards,
    gather,
    royal,
    spend,
    suit_cards,
)

# Declaring


@jit
def higher(kind):
    """S-4, S-47. The cards that beat a natural card."""
    return ACES * ((1 << kind % RANK_COUNT) - 1) | JOKERS


@jit
def breaching(wall):
    """S-41. The cards that breach a wall: the 2s, and all that are higher."""
    return higher(wall) | TWOS


@jit
def breaches(kind, wall):
    """S-41. Whether a card breaches a wall."""
    return breaching(wall) >> kind & 1 != 0


@jit
def list_attacks(state, out, seat, hand):
    """S-35 to S-39, S-43. Every attack that may be declared."""
    n, garrison = 0, garrison_cards(state, seat)
    gates = garrison if state.gate_garrison else garrison | hand
    attacks = 0 if state.one_attack and state.attacked[seat] else state.seats * SUIT_COUNT
    for number in range(attacks):
        defender, suit = number // SUIT_COUNT, suit_cards(number % SUIT_COUNT)
        spent = state.attacked[seat] >> number | state.barred[seat] >> defender
        if defender != seat and spent & 1 == 0 and gates & suit:
            wall = int(state.forts[defender, number % SUIT_COUNT]) - 1
            if wall < 0 or state.failed_assault or (hand | garrison & suit) & breaching(wall) != 0:
                out[n] = ATTACK + number
                n += 1
    return n


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
        for _ in range(state.own_garrison[seat, kind]):
            state.own_sortie[seat, n] = kind + 1
            n += 1
        state.own_hand[seat, kind] += state.own_garrison[seat, kind]
        state.own_garrison[seat, kind] = 0
        state.known_hand[seat, kind] += state.known_garrison[seat, kind]
        state.known_garrison[seat, kind] = 0
    state.hand_size[seat] += state.sortie_size
    state.garrison_size[seat, quarter] = 0
    state.phase = AT_DEFEND if state.forts[defender, quarter] == NO_CARD else AT_SIEGE


# Fighting


@jit
def fought_by_hand(state, kind, before):
    """How many of the first so many cards the defender played are of this kind and from the Field."""
    cards = 0
    for at in range(before):
        if state.fought[at] == kind + 1 and state.fought_from[at] == FROM_HAND:
            cards += 1
    return cards


@jit
def defenders(state, seat, hand):
    """S-40, S-45. The naturals the defender can still play from the Field, the attacked garrison included."""
    quarter = int(state.quarter)
    cards = hand & ALL_NATURALS | garrison_cards(state, seat) & suit_cards(quarter)
    for at in range(state.fought_count):
        kind = int(state.fought[at]) - 1
        held = int(state.own_hand[seat, kind])
        if kind // RANK_COUNT == quarter:
            held += int(state.own_garrison[seat, kind])
        if held <= fought_by_hand(state, kind, state.fought_count):
            cards &= ~(1 << kind)
    return cards


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
def defend(state, seat, kind, source):
    """S-45. A card steps into the street; it lies there until the attack is decided."""
    state.fought[state.fought_count] = kind + 1
    state.fought_from[state.fought_count] = source
    state.fought_count += 1
    if source == FROM_KEEP:
        state.fought_royals |= royal(state, seat, kind)
    state.phase = AT_ASSAULT
    state.to_move = state.attacker


@jit
def besiege(state, seat, kind):
    """S-41, S-43. One card against the wall; one that fails is lost and bars the defender."""
    spend(state, seat, kind)
    state.siege_card = kind + 1
    state.phase = AT_DEFEND
    if not breaches(kind, int(state.forts[state.defender, state.quarter]) - 1):
        state.barred[seat] |= 1 << state.defender
        end_attack(state)


# Outcome


@jit
def succeed(state, attacker, defender):
    """S-49, S-50. What fought is captured, and the wall; S-51, the prize is asked while the Keep holds a royal."""
    quarter = int(state.quarter)
    state.keep[defender] = royals_left(state)
    for at in range(state.fought_count):
        kind = int(state.fought[at]) - 1
        state.captured[attacker, kind] += 1
        if state.fought_from[at] == FROM_HAND:
            lose(state, defender, kind)
    capture_wall(state)
    capture_garrison(state, attacker, defender, quarter)
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
        state.own_hand[seat, kind] += 1
        state.hand_size[seat] += 1
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
        for _ in range(state.own_garrison[defender, kind]):
            state.own_taken[attacker, defender, quarter, n] = kind + 1
            state.own_lost[defender, attacker, quarter, n] = kind + 1
            n += 1
        state.own_garrison[defender, kind] = 0
        state.known_garrison[defender, kind] = 0
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
def end_attack(state):
    """S-35, S-54. The attacker's cards are discarded, known to all, and the attacker goes on with the Spring."""
    for at in range(-1, state.fought_count):
        kind = (state.siege_card if at < 0 else int(state.answers[at])) - 1
        if kind >= 0:
            state.sealed_discard[kind] += 1
            state.known_discard[kind] += 1
            state.discard_size += 1
    for at in range(GARRISON_MOST):
        state.own_sortie[state.attacker, at] = NO_CARD
    state.phase = AT_SPRING
    state.to_move = state.attacker
    clear_attack(state)


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


@jit
def take_prize(state, seat, kind):
    """S-51. A joker from the Field buys a royal from the Keep."""
    state.own_hand[seat, JOKER] -= 1
    state.hand_size[seat] -= 1
    state.siege_card = JOKER + 1  # on the table, to be discarded
    state.keep[state.defender] ^= royal(state, state.defender, kind)
    state.captured[seat, kind] += 1


# Step by step


@jit
def spring_step(state, action):
    """S-35 to S-51. Everything an attack is made of; S-44, S-46, in the streets the defender plays or it succeeds."""
    seat = int(state.to_move)
    if action == PASS:
        pass_spring(state, seat)
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
        state.phase = AT_DEFEND
    elif action != YIELD:
        if action != SKIP:
            take_prize(state, seat, action - PRIZE)
        end_attack(state)
    if state.phase == AT_DEFEND:
        if action != YIELD and (naturals_left(state) > 0 or royals_left(state) != 0):
            state.to_move = state.defender
        else:
            succeed(state, int(state.attacker), int(state.defender))


@jit
def pass_spring(state, seat):
    """S-35, S-58. The next seat's Spring; after the last all captured cards join the Fields."""
    state.to_move = (seat + 1) % state.seats
    if state.to_move == state.initiator:
        state.phase = AT_SUMMER
        for other in range(state.seats):
            gather(state, other)
            state.attacked[other] = 0
            state.barred[other] = 0
