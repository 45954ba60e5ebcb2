"""What is told of a Siege record, or of a seat's view of it: JSON, written by compiled code."""

from __future__ import annotations

from siegeworks.core.cards import KINDS, NAMES, RANK_COUNT, SUIT_COUNT, SUITS
from siegeworks.core.jit import jit
from siegeworks.core.rules import NOBODY
from siegeworks.core.views import UNKNOWN
from siegeworks.core.writing import NULL, letters, put, put_comma, put_number, put_row, put_seat, rows_of_letters
from siegeworks.games.siege.attack import fought_by_hand
from siegeworks.games.siege.cities import (
    AT_PRIZE,
    AT_WINTER,
    DISCARDING,
    FROM_HAND,
    GARRISON_MOST,
    MOST_SEATS,
    NO_WINTER,
    ROYALS,
)

MOST_LETTERS = 1 << 15
"""More than all cards, twice, and all that can be said of six cities."""
CARDS = rows_of_letters(tuple(f'"{name}"' for name in NAMES))
SUIT = rows_of_letters(tuple(f'"{suit}"' for suit in SUITS))
SOURCE = rows_of_letters(('"hand"', '"keep"'))
SETUP, SUMMER = ("setup",) * 5, ("summer",) * 2
PHASES = (*SETUP, "autumn", "winter", "spring", "siege", "defend", "assault", "prize", *SUMMER)
WINTER_PHASES = ("winter", "recall", "stow", "discard")  # by own_step; others see the first
PHASE, WINTER = rows_of_letters(PHASES), rows_of_letters(WINTER_PHASES)

OPENED, CLOSED, BRACE, COLON = map(letters, ("[", "]", "}", ":"))
COUNT, KNOWN = map(letters, ('{"count":', ',"known":'))
TRUE, FALSE = map(letters, ("true", "false"))
AT, YEAR, DEALER, INITIATOR, NEXT, TRICK, WON, DECK, DISCARD, ATTACK, ATTACKED, BARRED, CITIES, VOID, HIDDEN = map(
    letters,
    (
        '"phase":"',
        '","year":',
        ',"dealer":',
        ',"initiator":',
        ',"next_initiator":',
        ',"trick":[',
        '],"tricks_won":[',
        '],"deck":',
        ',"discard":',
        ',"attack":',
        ',"attacked":[',
        '],"barred":[',
        '],"cities":[',
        '],"void":[',
        '],"hidden":[',
    ),
)
ATTACKER, DEFENDER, QUARTER, SIEGE, WALL, SORTIE, GARRISON, FOUGHT, PRIZE = map(
    letters,
    (
        '{"attacker":',
        ',"defender":',
        ',"quarter":',
        ',"siege":',
        ',"wall":',
        ',"taken":{"attacker":',
        ',"defender":',
        '},"fought":[',
        '],"prize":',
    ),
)
OF_LINE, HAND, KEEP, FORTS, GARRISONS, TRICKS, CAPTURED = map(
    letters,
    ('{"line":', ',"hand":', ',"keep":[', '],"forts":{', '},"garrisons":{', '},"tricks":', ',"captured":'),
)


@jit
def write(states, at, out):
    """The fields of states[at], without the braces around them; returns how many letters they take."""
    state = states[at]
    n = write_phase(state, out, put(out, 0, AT))
    n = put_number(out, put(out, n, YEAR), state.year)
    n = put_seat(out, put(out, n, DEALER), state.dealer)
    n = put_seat(out, put(out, n, INITIATOR), state.initiator)
    n = put_seat(out, put(out, n, NEXT), state.next_initiator)
    n = write_trick(state, out, put(out, n, TRICK))
    n = put(out, n, WON)
    for seat in range(state.seats):
        n = put_number(out, put_comma(out, n, seat == 0), state.tricks_won[seat])
    n = write_deck(state, out, put(out, n, DECK))
    n = write_discard(state, out, put(out, n, DISCARD))
    n = write_attack(state, out, put(out, n, ATTACK))
    n = write_attacked(state, out, put(out, n, ATTACKED))
    n = write_barred(state, out, put(out, n, BARRED))
    n = put(out, n, CITIES)
    for seat in range(state.seats):
        n = write_city(state, seat, out, put_comma(out, n, seat == 0))
    n = write_void(state, out, put(out, n, VOID))
    return put(out, write_hidden(state, out, put(out, n, HIDDEN)), CLOSED)


# Cards


@jit
def put_card(out, n, slot):
    """The card in a slot, or null."""
    return put_row(out, n, CARDS, slot - 1) if slot > 0 else put(out, n, NULL)


@jit
def put_cards(out, n, kind, cards, is_first):
    """So many cards of a kind, as a part of a list."""
    for _ in range(cards):
        n = put_row(out, put_comma(out, n, is_first), CARDS, kind)
        is_first = False
    return n


@jit
def put_bag(out, n, bag, first, end):
    """A list of the cards of a bag, of these kinds."""
    n = start = put(out, n, OPENED)
    for kind in range(first, end):
        if bag[kind] > 0:
            n = put_cards(out, n, kind, int(bag[kind]), n == start)
    return put(out, n, CLOSED)


@jit
def put_slots(out, n, one, other):
    """The cards of two slots, in order of kind."""
    n = put(out, n, OPENED)
    least, most = min(one, other), max(one, other)
    if least > 0:
        n = put_row(out, n, CARDS, least - 1)
    if most > 0:
        n = put_row(out, put_comma(out, n, least <= 0), CARDS, most - 1)
    return put(out, n, CLOSED)


@jit
def put_unknown(out, n, cards):
    """So many cards of which nothing is known."""
    n = put_number(out, put(out, n, COUNT), cards)
    return put(out, put(out, put(out, put(out, n, KNOWN), OPENED), CLOSED), BRACE)


@jit
def is_seen(state, seat):
    """Whether the reader may see what is the seat's own."""
    return state.own_hand[seat, 0] != UNKNOWN


@jit
def reader_of(state):
    """The seat that reads a view; NOBODY for a spectator."""
    for seat in range(state.seats):
        if is_seen(state, seat):
            return seat
    return NOBODY


# Around the cities


@jit
def write_phase(state, out, n):
    """The node; another seat's Winter is just winter."""
    if state.phase != AT_WINTER:
        return put_row(out, n, PHASE, state.phase)
    step = 0
    for seat in range(state.seats):
        step = max(step, state.own_step[seat])
    return put_row(out, n, WINTER, DISCARDING if step == 0 and state.to_move == NOBODY else step)


@jit
def write_trick(state, out, n):
    """S-19. Who played what so far."""
    for at in range(state.trick_count):
        n = put(out, put_comma(out, n, at == 0), OPENED)
        n = put_number(out, n, (state.leader + at) % state.seats)
        n = put(out, put_card(out, put_comma(out, n, False), state.trick[at]), CLOSED)
    return n


@jit
def write_deck(state, out, n):
    """What is left to draw: when it is hidden, how much."""
    if state.sealed_deck[0] == UNKNOWN:
        return put_unknown(out, n, state.deck_size)
    return put_bag(out, n, state.sealed_deck, 0, KINDS)


@jit
def write_discard(state, out, n):
    """S-71. Hidden but for what was played openly and one's own discards."""
    if state.sealed_discard[0] != UNKNOWN:
        return put_bag(out, n, state.sealed_discard, 0, KINDS)
    reader, size = reader_of(state), int(state.discard_size)
    if reader != NOBODY:  # in one's own Winter some are not published yet
        size -= int(state.discards[reader])
        for kind in range(KINDS):
            size += int(state.own_discarded[reader, kind])
    n = put(out, put_number(out, put(out, n, COUNT), size), KNOWN)
    n = start = put(out, n, OPENED)
    for kind in range(KINDS):
        cards = int(state.known_discard[kind])
        if reader != NOBODY:
            cards += int(state.own_discarded[reader, kind])
        if cards:
            n = put_cards(out, n, kind, cards, n == start)
    return put(out, put(out, n, CLOSED), BRACE)


@jit
def write_attack(state, out, n):
    """The running attack; what the garrisons brought is their owners' secret."""
    if state.attacker == NOBODY:
        return put(out, n, NULL)
    attacker, defender, quarter = int(state.attacker), int(state.defender), int(state.quarter)
    n = put_number(out, put(out, n, ATTACKER), attacker)
    n = put_number(out, put(out, n, DEFENDER), defender)
    n = put_row(out, put(out, n, QUARTER), SUIT, quarter)
    n = put_card(out, put(out, n, SIEGE), state.siege_card)
    n = put_card(out, put(out, n, WALL), int(state.forts[defender, quarter]) if state.siege_card > 0 else 0)
    n = put(out, n, SORTIE)
    if is_seen(state, attacker):
        n = put_slots(out, n, state.own_sortie[attacker, 0], state.own_sortie[attacker, 1])
    else:
        n = put_unknown(out, n, state.sortie_size)
    n = put(out, n, GARRISON)
    if state.phase == AT_PRIZE:
        n = put(out, put(out, n, OPENED), CLOSED)
    else:
        n = write_garrison(state, defender, quarter, out, n)
    n = put(out, n, FOUGHT)
    for at in range(state.fought_count):
        n = put_card(out, put(out, put_comma(out, n, at == 0), OPENED), state.fought[at])
        n = put_row(out, put_comma(out, n, False), SOURCE, state.fought_from[at])
        n = put(out, put_card(out, put_comma(out, n, False), state.answers[at]), CLOSED)
    return put(out, put(out, put(out, n, PRIZE), TRUE if state.phase == AT_PRIZE else FALSE), BRACE)


@jit
def write_attacked(state, out, n):
    """S-39. Who attacked which quarter of whom."""
    start = n
    for seat in range(state.seats):
        for quarter in range(state.seats * SUIT_COUNT if state.attacked[seat] else 0):
            if state.attacked[seat] >> quarter & 1:
                n = put_number(out, put(out, put_comma(out, n, n == start), OPENED), seat)
                n = put_number(out, put_comma(out, n, False), quarter // SUIT_COUNT)
                n = put(out, put_row(out, put_comma(out, n, False), SUIT, quarter % SUIT_COUNT), CLOSED)
    return n


@jit
def write_barred(state, out, n):
    """S-43. Who may not attack whom any more."""
    start = n
    for seat in range(state.seats):
        for other in range(state.seats):
            if state.barred[seat] >> other & 1:
                n = put_number(out, put(out, put_comma(out, n, n == start), OPENED), seat)
                n = put(out, put_number(out, put_comma(out, n, False), other), CLOSED)
    return n


@jit
def write_void(state, out, n):
    """S-72. The suits each hand is known to lack."""
    for seat in range(state.seats):
        n = start = put(out, put_comma(out, n, seat == 0), OPENED)
        for suit in range(SUIT_COUNT):
            if state.void[seat] >> suit & 1:
                n = put_row(out, put_comma(out, n, n == start), SUIT, suit)
        n = put(out, n, CLOSED)
    return n


@jit
def write_hidden(state, out, n):
    """S-55. Cards captured face-down: captor, victim, quarter, and the cards for these two."""
    start = n
    for captor in range(state.seats):
        for victim in range(MOST_SEATS):
            for quarter in range(SUIT_COUNT):
                cards = int(state.hidden[captor, victim, quarter])
                if cards:
                    n = put_number(out, put(out, put_comma(out, n, n == start), OPENED), captor)
                    n = put_number(out, put_comma(out, n, False), victim)
                    n = put_comma(out, put_row(out, put_comma(out, n, False), SUIT, quarter), False)
                    one, other = taken(state, captor, victim, quarter, 0), taken(state, captor, victim, quarter, 1)
                    n = put_unknown(out, n, cards) if one == UNKNOWN else put_slots(out, n, one, other)
                    n = put(out, n, CLOSED)
    return n


@jit
def taken(state, captor, victim, quarter, at):
    """S-55. A slot of what was captured face-down, for captor and victim; UNKNOWN for the others."""
    slot = int(state.own_taken[captor, victim, quarter, at])
    return int(state.own_lost[victim, captor, quarter, at]) if slot == UNKNOWN else slot


# A city


@jit
def is_attacked(state, seat):
    """S-40. Whether the seat's garrison is with the hand."""
    return state.defender == seat and state.phase != AT_PRIZE


@jit
def write_city(state, seat, out, n):
    """A city: in the owner's Winter the draft, if it is seen; under attack the garrison is with the hand (S-40)."""
    is_draft = state.own_step[seat] > NO_WINTER
    n = put(out, n, OF_LINE)
    n = put(out, n, NULL) if state.line[seat] == NOBODY else put_row(out, n, SUIT, state.line[seat])
    n = write_hand(state, seat, out, put(out, n, HAND))
    n = write_keep(state, seat, is_draft, out, put(out, n, KEEP))
    n = start = put(out, n, FORTS)
    for suit in range(SUIT_COUNT):
        slot = int(state.own_draft_fort[seat, suit]) if is_draft else int(state.forts[seat, suit])
        if slot > 0:
            n = put(out, put_row(out, put_comma(out, n, n == start), SUIT, suit), COLON)
            n = put_card(out, n, slot)
    n = start = put(out, n, GARRISONS)
    for suit in range(SUIT_COUNT):
        if has_garrison(state, seat, suit) and not (is_attacked(state, seat) and state.quarter == suit):
            n = put(out, put_row(out, put_comma(out, n, n == start), SUIT, suit), COLON)
            n = write_garrison(state, seat, suit, out, n)
    n = put_bag(out, put(out, n, TRICKS), state.pile[seat], 0, KINDS)
    return put(out, write_captured(state, seat, out, put(out, n, CAPTURED)), BRACE)


@jit
def write_hand(state, seat, out, n):
    """The Field; of another's its size and what is known of it."""
    seen = is_seen(state, seat)
    hand = state.own_hand[seat] if seen else state.known_hand[seat]
    if not seen:
        n = put(out, put_number(out, put(out, n, COUNT), hand_size(state, seat)), KNOWN)
    n = put_defence(state, seat, hand, out, n) if is_attacked(state, seat) else put_bag(out, n, hand, 0, KINDS)
    return n if seen else put(out, n, BRACE)


@jit
def hand_size(state, seat):
    """S-40, S-45. The cards of a Field; under attack with the garrison's, less those that fight."""
    size = int(state.hand_size[seat])
    if is_attacked(state, seat):
        size += int(state.garrison_size[seat, state.quarter])
        for at in range(state.fought_count):
            if state.fought_from[at] == FROM_HAND:
                size -= 1
    return size


@jit
def put_defence(state, seat, hand, out, n):
    """S-40, S-45. The same cards by name, as far as the reader knows them."""
    seen = is_seen(state, seat)
    n = start = put(out, n, OPENED)
    for kind in range(KINDS):
        cards = int(hand[kind]) - fought_by_hand(state, kind, state.fought_count)
        if kind // RANK_COUNT == state.quarter:
            cards += garrisoned(state, seat, kind, seen)
        if cards > 0:
            n = put_cards(out, n, kind, cards, n == start)
    return put(out, n, CLOSED)


@jit
def write_keep(state, seat, is_draft, out, n):
    """The royals beside the Jack; those that fight are in the street."""
    royals = int(state.own_draft_keep[seat]) if is_draft else int(state.keep[seat])
    if is_attacked(state, seat):
        royals &= ~int(state.fought_royals)
    start = n
    for rank in range(ROYALS):
        if royals >> (ROYALS - 1 - rank) & 1:
            n = put_row(out, put_comma(out, n, n == start), CARDS, state.line[seat] * RANK_COUNT + rank)
    return n


@jit
def garrisoned(state, seat, kind, seen):
    """How many cards of a kind the reader knows in a garrison."""
    return int(state.own_garrison[seat, kind]) if seen else int(state.known_garrison[seat, kind])


@jit
def has_garrison(state, seat, suit):
    """Whether there is anything to tell of a garrison."""
    seen = is_seen(state, seat)
    if not seen and state.garrison_size[seat, suit] != 0:
        return True
    for kind in range(suit * RANK_COUNT, (suit + 1) * RANK_COUNT):
        if garrisoned(state, seat, kind, seen) > 0:
            return True
    return False


@jit
def write_garrison(state, seat, suit, out, n):
    """What stands in a quarter; of another's garrison its size and what is known of it."""
    first, end = suit * RANK_COUNT, (suit + 1) * RANK_COUNT
    if is_seen(state, seat):
        return put_bag(out, n, state.own_garrison[seat], first, end)
    n = put(out, put_number(out, put(out, n, COUNT), state.garrison_size[seat, suit]), KNOWN)
    return put(out, put_bag(out, n, state.known_garrison[seat], first, end), BRACE)


@jit
def write_captured(state, seat, out, n):
    """Face-up, and face-down where captor or victim looks (S-55)."""
    down, unknown = 0, 0
    for victim in range(MOST_SEATS):
        for quarter in range(SUIT_COUNT):
            cards = int(state.hidden[seat, victim, quarter])
            down += cards
            if cards and taken(state, seat, victim, quarter, 0) == UNKNOWN:
                unknown += cards
    if down == 0:
        return put_bag(out, n, state.captured[seat], 0, KINDS)
    if unknown:
        for kind in range(KINDS):
            down += int(state.captured[seat, kind])
        n = put(out, put_number(out, put(out, n, COUNT), down), KNOWN)
    n = start = put(out, n, OPENED)
    for kind in range(KINDS):
        n = put_cards(out, n, kind, captured_known(state, seat, kind), n == start)
    n = put(out, n, CLOSED)
    return put(out, n, BRACE) if unknown else n


@jit
def captured_known(state, seat, kind):
    """How many cards of a kind the reader knows among those captured."""
    cards = int(state.captured[seat, kind])
    for victim in range(MOST_SEATS):
        for quarter in range(SUIT_COUNT):
            if state.hidden[seat, victim, quarter]:
                for at in range(GARRISON_MOST):
                    if taken(state, seat, victim, quarter, at) == kind + 1:
                        cards += 1
    return cards
