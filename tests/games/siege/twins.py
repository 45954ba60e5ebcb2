"""Two matches that one seat cannot tell apart: the same to its eyes, dealt anew behind its back."""

from __future__ import annotations

import random
from typing import Any

from siegeworks import Match
from siegeworks.core import views
from siegeworks.core.cards import KINDS, RANK_COUNT
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import NOBODY
from siegeworks.games.siege import rules
from siegeworks.games.siege.cities import AT_SUMMER
from tests.oracles.agree import told


def from_here(match: Match, states: views.States) -> Match:
    """A match that begins at a state of this one."""
    other = match.copy()
    other._lines, other._events = [], []
    other._states[:] = states
    other._restart()
    return other


def redealt(match: Match, seat: int, seed: int) -> Match:
    """The same match as far as the seat can tell, every hidden card dealt anew."""
    states = match.seat_view(seat)
    rules.guess(states[0], seat, new_dice(seed))
    return from_here(match, states)


def exchanged(match: Match, seat: int, rng: random.Random) -> Match:
    """The same match as far as the seat can tell: a few hidden cards of the others' hands and the deck changed places.

    Nearly everything is still possible for the others, so that the two matches can go on alike for long. While cards
    fight, or if no exchange is found, all is dealt anew.
    """
    states = match.states
    row = states[0]
    others = [other for other in range(match.seats) if other != seat]
    for _ in range(20 if row.attacker == NOBODY else 0):
        other, place = rng.choice(others), rng.choice([*others, None])
        hand = row.own_hand[other]
        pile = row.sealed_deck if place is None else row.own_hand[place]
        given, taken = rng.randrange(KINDS), rng.randrange(KINDS)
        free = hand[given] > row.known_hand[other, given]
        free &= pile[taken] > (0 if place is None else row.known_hand[place, taken])
        lacks = int(row.void[other]) >> taken // RANK_COUNT & 1
        lacks |= 0 if place is None else int(row.void[place]) >> given // RANK_COUNT & 1
        if free and not lacks and place != other:
            hand[given] -= 1
            hand[taken] += 1
            pile[taken] -= 1
            pile[given] += 1
    return redealt(match, seat, rng.randrange(1 << 30)) if states == match.states else from_here(match, states)


REVEALING = ("fort", "attack", "siege", "assault", "retreat", "yield")
"""After these, all may learn what was hidden: who builds next, what a defender has left, where its cards return to."""


def hidden_lines(match: Match, seat: int) -> dict[str, list[str]]:
    """What may be played now without the seat's learning which card it is, by what the seat does learn."""
    found: dict[str, list[str]] = {}
    for name in match.legal() if match.to_move != seat else ():
        verb, *objects = name.split()
        if (verb == "deal" and objects[0] != str(seat)) or verb == "discard":
            found.setdefault(verb, []).append(name)
        if verb == "stow" and objects[1] == "garrison" and match.state.phase == AT_SUMMER:
            found.setdefault(objects[0][-1], []).append(name)
    return found


def choose_alike(one: Match, two: Match, seat: int, rng: random.Random) -> tuple[str, str] | None:
    """A line for each match that reads the same to the seat; None if there is none."""
    common = [name for name in one.legal() if name in set(two.legal())]
    if one.to_move == seat:
        assert common == one.legal() == two.legal()
    mine, others = hidden_lines(one, seat), hidden_lines(two, seat)
    apart = [heading for heading in mine if heading in others]
    if apart and (not common or rng.random() < 0.5):
        heading = rng.choice(apart)
        return rng.choice(mine[heading]), rng.choice(others[heading])
    return ((name := rng.choice(common)), name) if common else None


def winters(match: Match) -> list[Any]:
    """How far all seats have got with their Winters, but not which cards they hold, guard with or have discarded."""
    row = match.state
    counts = [field.sum(axis=1).tolist() for field in (row.own_hand, row.own_garrison, row.own_discarded)]
    return [row.own_step.tolist(), row.own_draft_fort.tolist(), row.own_draft_keep.tolist(), counts]


def go_on_alike(one: Match, two: Match, seat: int, rng: random.Random, lines: int) -> int:
    """Play on in both matches so that the seat cannot tell them apart, and see that its logs do not either.

    Returns how many lines were played, less one that told what was hidden and so parted the two. Somebody's Winter that
    stands at another point in each cannot end alike.
    """
    if winters(one) != winters(two):
        return 0
    for _ in range(lines):
        names = choose_alike(one, two, seat, rng)
        if names is None:
            break
        one.play(names[0])
        two.play(names[1])
        if one.to_move is None is two.to_move:  # then nothing is hidden any more
            break
        if one.seat_view(seat).tobytes() != two.seat_view(seat).tobytes():
            assert names[0].startswith(REVEALING), names
            assert one.log(seat)[:-1] == two.log(seat)[:-1]
            return one.ply - 1
    assert one.log(seat) == two.log(seat)
    return one.ply


def shown(match: Match, seat: int, previews: int = 12) -> dict[str, Any]:
    """All a seat can ask for."""
    seen = {"bytes": match.seat_view(seat).tobytes(), "view": match.view(seat), "log": match.log(seat)}
    if match.to_move == seat:
        legal = match.legal()
        shown = [told(match.preview(name)) for name in legal[:previews]]
        seen |= {"legal": legal, "default": match.default(), "preview": shown}
    return seen
