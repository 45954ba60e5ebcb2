"""Siege as numbers, for learning programs: one flat vector of card counts and facts, from the seat that looks.

Cards are counted by kind in the order of `core.cards`: hearts from the Ace down to the 2, then diamonds, spades, clubs,
and the joker last.
"""

from __future__ import annotations

from siegeworks.core.cards import KINDS, SUIT_COUNT
from siegeworks.core.jit import jit
from siegeworks.core.planes import MOST, Plane, write
from siegeworks.core.seats import following, is_in
from siegeworks.games.siege.cities import (
    AT_NEW_YEAR,
    DISCARDING,
    FROM_KEEP,
    GARRISON_MOST,
    MOST_SEATS,
    ROYALS,
    TRICKS,
    fort_at,
    keep_of,
)

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))
COPIES = 6
"""The most cards of one kind: jokers at a table of six."""


def _cards(name: str, says: str) -> Plane:
    return Plane(name, says, COPIES, KINDS)


def _each(name: str, says: str, most: int = 1) -> Plane:
    return Plane(name, f"{says}, for each seat from me on", most, MOST_SEATS)


PLANES = (
    _cards("my hand", "my Field, by kind"),
    _cards("my garrisons", "by kind; a card's suit is its quarter"),
    _cards("my discards", "what I discarded face-down this year"),
    _cards("my sortie", "what my garrison brought to the running attack (S-40)"),
    _cards("my captives", "what I captured face-down this Spring (S-55)"),
    _cards("my losses", "what I lost face-down this Spring (S-55)"),
    Plane("my Winter", "one of four: none, recalling, stowing, discarding", 1, DISCARDING + 1),
    _cards("all cards", "how many of each kind there are in the game (S-2)"),
    _cards("known discards", "cards of the discard pile that everybody has seen"),
    _cards("wall attack", "the card played against the wall (S-41)"),
    _cards("defence from hand", "cards the defender has played from the Field (S-45)"),
    _cards("defence from Keep", "royals the defender has played from the Keep (S-45)"),
    _cards("defender now", "the defender's last card"),
    _cards("assault", "the attacker's answers (S-47)"),
    *(_cards(f"walls of {seat}", "fortifications; in my own Winter mine as I mean them") for seat in SEATS),
    *(_cards(f"known hand of {seat}", "cards everybody knows to be there (S-72)") for seat in SEATS),
    *(_cards(f"known garrisons of {seat}", "cards everybody knows to be there (S-72)") for seat in SEATS),
    *(_cards(f"tricks of {seat}", "cards won in this Autumn") for seat in SEATS),
    *(_cards(f"captured by {seat}", "face-up (S-50)") for seat in SEATS),
    *(_cards(f"in the trick by {seat}", "what the seat has played to the running trick") for seat in SEATS),
    *(Plane(f"Keep of {seat}", "Queen, King, Ace of its line", 1, ROYALS) for seat in SEATS),
    *(Plane(f"line of {seat}", "one of H, D, S, C", 1, SUIT_COUNT) for seat in SEATS),
    *(Plane(f"garrison sizes of {seat}", "by quarter", GARRISON_MOST, SUIT_COUNT) for seat in SEATS),
    *(Plane(f"void of {seat}", "suits the hand is known to lack (S-72)", 1, SUIT_COUNT) for seat in SEATS),
    *(
        Plane(
            f"hidden captives of {seat}", "by victim from me on, then quarter", GARRISON_MOST, MOST_SEATS * SUIT_COUNT
        )
        for seat in SEATS
    ),
    *(
        Plane(
            f"attacks of {seat}", "made this Spring, by defender from me on, then quarter", 1, MOST_SEATS * SUIT_COUNT
        )
        for seat in SEATS
    ),
    *(
        Plane(f"bars of {seat}", "defenders from me on whom it may not attack any more (S-43)", 1, MOST_SEATS)
        for seat in SEATS
    ),
    _each("hand sizes", "cards in the Field", MOST),
    _each("tricks won", "this Autumn", TRICKS),
    _each("discard counts", "cards discarded face-down this year", MOST),
    _each("to move", "1 for the seat to move"),
    _each("playing", "1 for a seat that has not left"),
    _each("dealer", "1 for the dealer"),
    _each("Initiator", "1 for this year's"),
    _each("next Initiator", "1 for the one whose title it will be"),
    _each("leader", "1 for the leader of the running trick"),
    _each("attacker", "1 for the attacker"),
    _each("defender", "1 for the defender"),
    Plane("quarter", "the quarter under attack, one of H, D, S, C", 1, SUIT_COUNT),
    Plane("phase", "one of fourteen, in the order of the rules", 1, AT_NEW_YEAR + 1),
    Plane("sortie size", "cards the attacker's garrison brought", GARRISON_MOST, 1),
    Plane("deck size", "cards in the deck", MOST, 1),
    Plane("discard size", "cards in the discard pile", MOST, 1),
    Plane("year", "from 1", 60, 1),
    Plane("max_years", "the option (S-68)", 60, 1),
    Plane(
        "options",
        "may yield, one attack, gate by garrison, failed assault, joker discard, year end, distinct lines",
        1,
        7,
    ),
)
SHAPE: tuple[int, ...] = (sum(plane.size for plane in PLANES),)


@jit
def observe(state, seat, out):
    """The seat's own cards, then what all can see. All is 0 at first, so that only what is there is written."""
    for place in range(len(out)):
        out[place] = 0
    at = observe_own(state, seat, out)
    at = observe_table(state, out, at)
    at = observe_cards(state, seat, out, at)
    at = observe_cities(state, seat, out, at)
    at = observe_attacks(state, seat, out, at)
    at = observe_counts(state, seat, out, at)
    at = observe_roles(state, seat, out, at)
    observe_facts(state, out, at)


@jit
def count_slot(out, at, slot):
    """A card in a slot, if there is one, is counted in the block that begins at `at`."""
    if slot > 0:
        out[at + int(slot) - 1] += 1


@jit
def copy_cards(out, at, bag):
    """A bag of cards; returns the next place."""
    block = out[at : at + KINDS]
    for kind in range(KINDS):
        write(block, kind, bag[kind])
    return at + KINDS


@jit
def copy_bags(state, seat, out, at, bags):
    """The bag of each seat from the one that looks on; returns the place after those of six."""
    other = seat
    for turn in range(state.seats):
        copy_cards(out, at + turn * KINDS, bags[other])
        other = following(state, other)
    return at + MOST_SEATS * KINDS


@jit
def copy_numbers(state, seat, out, at, numbers):
    """The number of each seat from the one that looks on; returns the place after those of six."""
    other = seat
    for turn in range(state.seats):
        write(out, at + turn, numbers[other])
        other = following(state, other)
    return at + MOST_SEATS


@jit
def mark(out, at, choice, choices):
    """1 at the place of the choice, if there is one; returns the next place."""
    if choice >= 0:
        out[at + int(choice)] = 1
    return at + choices


@jit
def mark_seat(state, seat, chosen, out, at):
    """1 at the chosen seat, if there is one, counted from the seat that looks; returns the next place."""
    if chosen >= 0:
        out[at + (chosen - seat if chosen >= seat else chosen - seat + state.seats)] = 1
    return at + MOST_SEATS


@jit
def mark_bits(out, at, bits, places):
    """The lowest bits, one a place; returns the next place."""
    for place in range(places):
        out[at + place] = bits >> place & 1
    return at + places


@jit
def observe_own(state, seat, out):
    """Only the rows of the seat that looks."""
    at = copy_cards(out, 0, state.own_hand[seat])
    at = copy_cards(out, at, state.own_garrison[seat])
    at = copy_cards(out, at, state.own_discarded[seat])
    sortie, taken, lost = at, at + KINDS, at + 2 * KINDS
    for card in range(GARRISON_MOST):
        count_slot(out, sortie, state.own_sortie[seat, card])
        for other in range(state.seats):
            for quarter in range(SUIT_COUNT):
                count_slot(out, taken, state.own_taken[seat, other, quarter, card])
                count_slot(out, lost, state.own_lost[seat, other, quarter, card])
    return mark(out, at + 3 * KINDS, state.own_step[seat], DISCARDING + 1)


@jit
def observe_table(state, out, at):
    """Cards that lie open on the table."""
    at = copy_cards(out, at, state.cards)
    at = copy_cards(out, at, state.known_discard)
    wall, hand, keep, now, answers = at, at + KINDS, at + 2 * KINDS, at + 3 * KINDS, at + 4 * KINDS
    count_slot(out, wall, state.siege_card)
    for card in range(state.fought_count):
        count_slot(out, keep if state.fought_from[card] == FROM_KEEP else hand, state.fought[card])
        count_slot(out, answers, state.answers[card])
    if state.fought_count > 0:
        count_slot(out, now, state.fought[state.fought_count - 1])
    return at + 5 * KINDS


@jit
def observe_cards(state, seat, out, at):
    """What each seat shows, by kind."""
    other = seat
    for turn in range(state.seats):
        for quarter in range(SUIT_COUNT):
            fort = fort_at(state, seat, quarter) if turn == 0 else int(state.forts[other, quarter])
            count_slot(out, at + turn * KINDS, fort)
        other = following(state, other)
    at += MOST_SEATS * KINDS
    at = copy_bags(state, seat, out, at, state.known_hand)
    at = copy_bags(state, seat, out, at, state.known_garrison)
    at = copy_bags(state, seat, out, at, state.pile)
    at = copy_bags(state, seat, out, at, state.captured)
    for card in range(state.trick_count):
        turn = (state.leader + card + state.seats - seat) % state.seats
        count_slot(out, at + turn * KINDS, state.trick[card])
    return at + MOST_SEATS * KINDS


@jit
def observe_cities(state, seat, out, at):
    """Keeps, lines, the sizes of garrisons, and suits that hands are known to lack."""
    lines = at + MOST_SEATS * ROYALS
    garrisons, voids = lines + MOST_SEATS * SUIT_COUNT, lines + 2 * MOST_SEATS * SUIT_COUNT
    other = seat
    for turn in range(state.seats):
        royals = keep_of(state, seat) if turn == 0 else int(state.keep[other])
        mark_bits(out, at + turn * ROYALS, royals, ROYALS)
        mark(out, lines + turn * SUIT_COUNT, int(state.line[other]), SUIT_COUNT)
        for quarter in range(SUIT_COUNT):
            write(out, garrisons + turn * SUIT_COUNT + quarter, state.garrison_size[other, quarter])
        mark_bits(out, voids + turn * SUIT_COUNT, int(state.void[other]), SUIT_COUNT)
        other = following(state, other)
    return voids + MOST_SEATS * SUIT_COUNT


@jit
def observe_attacks(state, seat, out, at):
    """What was captured face-down, what was attacked, who is barred: for every seat against every other."""
    pairs = MOST_SEATS * MOST_SEATS
    attacked, barred = at + pairs * SUIT_COUNT, at + 2 * pairs * SUIT_COUNT
    captor = seat
    for turn in range(state.seats):
        victim = seat
        for target in range(state.seats):
            pair = turn * MOST_SEATS + target
            for quarter in range(SUIT_COUNT):
                write(out, at + pair * SUIT_COUNT + quarter, state.hidden[captor, victim, quarter])
            made = int(state.attacked[captor]) >> SUIT_COUNT * victim
            mark_bits(out, attacked + pair * SUIT_COUNT, made, SUIT_COUNT)
            mark_bits(out, barred + pair, int(state.barred[captor]) >> victim, 1)
            victim = following(state, victim)
        captor = following(state, captor)
    return barred + pairs


@jit
def observe_counts(state, seat, out, at):
    """How many cards each seat has."""
    at = copy_numbers(state, seat, out, at, state.hand_size)
    at = copy_numbers(state, seat, out, at, state.tricks_won)
    return copy_numbers(state, seat, out, at, state.discards)


@jit
def observe_roles(state, seat, out, at):
    """Who is to move, who plays, who is what."""
    at = mark_seat(state, seat, state.to_move, out, at)
    other = seat
    for turn in range(state.seats):
        write(out, at + turn, is_in(state, other))
        other = following(state, other)
    at = mark_seat(state, seat, state.dealer, out, at + MOST_SEATS)
    at = mark_seat(state, seat, state.initiator, out, at)
    at = mark_seat(state, seat, state.next_initiator, out, at)
    at = mark_seat(state, seat, state.leader, out, at)
    at = mark_seat(state, seat, state.attacker, out, at)
    return mark_seat(state, seat, state.defender, out, at)


@jit
def observe_facts(state, out, at):
    """The attack's quarter, the season, the piles, the year, the options."""
    at = mark(out, at, state.quarter, SUIT_COUNT)
    at = mark(out, at, state.phase, AT_NEW_YEAR + 1)
    at = write(out, at, state.sortie_size)
    at = write(out, at, state.deck_size)
    at = write(out, at, state.discard_size)
    at = write(out, at, state.year)
    at = write(out, at, state.max_years)
    at = write(out, at, state.may_yield)
    at = write(out, at, state.one_attack)
    at = write(out, at, state.gate_garrison)
    at = write(out, at, state.failed_assault)
    at = write(out, at, state.joker_discard)
    at = write(out, at, state.year_end)
    write(out, at, state.distinct_lines)
