"""Who knows what: views, guesses, logs and previews (S-69 to S-73)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games.siege import rules
from tests.games.siege.play import BUDGET, walk
from tests.games.siege.table import city, play, table
from tests.games.siege.twins import exchanged, from_here, go_on_alike, redealt, shown
from tests.games.siege.zones import whole

STATES = 4 if IS_PLAIN else 200
"""A seat count's share of the 1,000 states that are dealt anew for every seat."""


@pytest.mark.plain
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_new_deal_of_what_is_hidden_changes_nothing_in_sight(seats: int) -> None:
    """View bytes, JSON view, legal list, default and previews, for every seat; then the log of what happens next."""
    rng = random.Random(seats)
    for number, match in enumerate(sampled(seats, rng)):
        for seat in range(seats):
            other = redealt(match, seat, rng.randrange(1 << 30))
            assert shown(other, seat) == shown(from_here(match, match.states), seat)
            assert np.array_equal(whole(other.state), match.state.cards)
            go_on_alike(from_here(match, match.states), other, seat, rng, lines=3)
            if number % seats == seat:
                twin = exchanged(match, seat, rng)
                go_on_alike(from_here(match, match.states), twin, seat, rng, lines=8 if number % 8 else 80)


def sampled(seats: int, rng: random.Random) -> Iterator[Match]:
    """Random points of random matches."""
    left = STATES
    for seed in itertools.count(100 * seats):
        for match in walk(seed, seats, resign=0.002):
            if left and match.to_move is not None and rng.random() < 0.1:
                left -= 1
                yield match
        if not left:
            return


def guesses(match: Match, seat: int, count: int) -> Counter[Any]:
    """How often each way to fill seat 1's hand, seat 1's garrison and the deck is guessed."""
    found: Counter[Any] = Counter()
    seen = match.seat_view(seat)
    dice = new_dice(11)
    for _ in range(count):
        states = seen.copy()
        rules.guess(states[0], seat, dice)
        row = states[0]
        found[row.own_hand[1].tobytes(), row.own_garrison[1].tobytes(), row.sealed_deck.tobytes()] += 1
    return found


def test_guesses_fit_the_exact_distribution() -> None:
    """S-73. Hand of two, a garrison of one and a deck of two from KH 5H 7S 9C JK: 48 orders for 24 ways, chi-square."""
    match = table("spring", city("S", "3D"), city("D", "7S 9C", garrisons="KH"), deck=["5H", "JK"], discard=[])
    cards, exact = ["KH", "5H", "7S", "9C", "JK"], Counter[Any]()
    for order in permutations(cards):
        if order[0].endswith("H"):
            exact[order[0], frozenset(order[1:3])] += 1
    count = 250 * BUDGET**4
    found = guesses(match, 0, count)
    assert len(found) == len(exact)
    expected = count / len(exact)
    assert len(set(exact.values())) == 1
    chi_square = sum((seen - expected) ** 2 / expected for seen in found.values())
    assert chi_square < 32  # 11 degrees of freedom, one in a thousand


def test_a_fighting_card_may_be_of_garrison_or_hand() -> None:
    """S-40. The 9 that fights was in the garrison (1 way of 3 by the cards left) or in the hand."""
    match = table("spring", city("S", "3H"), city("D", "9H 2C", garrisons="KH"), deck=["8H", "5H"], discard=[])
    play(match, "attack 1 H, defend 9H hand")
    count = 200 * BUDGET**4
    inside = 0
    seen = match.seat_view(0)
    dice = new_dice(5)
    for _ in range(count):
        states = seen.copy()
        rules.guess(states[0], 0, dice)
        inside += int(states[0].own_garrison[1, 5])
        assert states[0].own_hand[1].sum() == 2
    # Unseen besides the 9: KH 5H 8H 2C. If it was in the garrison: 4 * 3 hands in order; if in the hand: 2 places,
    # 3 hearts for the garrison, 3 cards for the other place.
    assert abs(inside / count - 12 / 30) < 0.12


def test_logs_tell_no_hidden_card() -> None:
    """S-70, S-71. Others read `deal 1 ?`, one `winter` line, and `stow ? garrison`."""
    match = Match.new("siege", 3, seed=5)
    rng = random.Random(5)
    for _ in range(150):
        if match.to_move is None:
            break
        match.play(rng.choice(match.legal()))
    for line in match.log(0):
        verb, *objects = line["action"].split()
        if verb == "deal":
            assert (objects[1] == "?") == (objects[0] != "0")
        if verb in ("recall", "discard"):
            assert line["seat"] == 0
        if line["action"] == "winter":
            assert [event["kind"] for event in line["events"]] == ["winter"]
    assert [line["ply"] for line in match.log(0)] == list(range(len(match.log(0))))


def test_preview_stops_at_the_first_secret() -> None:
    """Whether the defender has a card left is not told before the attack."""
    match = table("spring", city("S", "3H AC"), city("D", "JK"))
    assert [event["kind"] for event in match.preview("attack 1 H")] == ["attack"]
    known = table("spring", city("S", "3H AC"), city("D", "JK", forts="9H"))
    known.play("attack 1 H")
    assert [event["kind"] for event in known.preview("siege 3H")] == ["siege", "repulse"]
    assert [event["kind"] for event in known.preview("siege AC")] == ["siege"]


def test_preview_of_a_retreat_shows_no_view_when_a_card_may_go_back_to_the_garrison() -> None:
    """S-52. Whether a heart that fought at the hearts' side stood in the hand or in the garrison is seen only then."""
    for card, is_hidden in (("9H", True), ("9C", False)):
        match = table("spring", city("S", "3H AC"), city("D", f"{card} 4S", garrisons="2H"))
        play(match, f"attack 1 H, defend {card} hand")
        assert [event["kind"] for event in match.preview("retreat")] == ["retreat", "repulse"]
        seen = match.view_after(match.game.action_numbers["retreat"], 0)
        match.play("retreat")
        assert seen == (None if is_hidden else match.view(0))


def test_preview_counts_no_royal_twice() -> None:
    """S-45. The only royal has fought: whether another card follows hangs on the defender's hand."""
    match = table("spring", city("S", "3H AC AS"), city("D", "JK", keep="QD"))
    play(match, "attack 1 H, defend QD keep")
    assert [event["kind"] for event in match.preview("assault AC")] == ["assault"]
    assert match.view_after(match.game.action_numbers["assault AC"], 0) is None
