"""What a seat of Siege cannot see, guessed: every unseen card is laid in an unseen place. Rules S-69 to S-73."""

from __future__ import annotations

from siegeworks.core.bits import count, lowest
from siegeworks.core.cards import JACK, JOKER, KINDS, QUEEN, RANK_COUNT, SUIT_COUNT
from siegeworks.core.dice import roll
from siegeworks.core.jit import jit
from siegeworks.core.rules import NOBODY
from siegeworks.games.siege.attack import fought_by_hand
from siegeworks.games.siege.cities import (
    AT_WINTER,
    FROM_HAND,
    GARRISON_MOST,
    MOST_SEATS,
    ROYALS,
    begin_winter,
    clear_notes,
    fort_at,
    garrison_count,
    hand_count,
    keep_of,
)


@jit
def guess(state, seat, dice):
    """S-69 to S-73. Fill a seat's view: every way to lay the unseen cards in the unseen places is equally likely.

    The unseen cards are gathered in the deck. Places of one suit are filled first, then the rest, and what remains is
    the deck. Hands known to lack suits are filled before the others, those that lack most first, which is not quite
    even if neither of two hands lacks all the other lacks. Another seat's Winter is guessed to be at its beginning.
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
