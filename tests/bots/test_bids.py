"""Sealed choices: the search mixes as linear programming says, and nobody can profit from knowing how."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import Budget, bot, judgement
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.views import States, view
from siegeworks.exploit.exact import Exact, Matrix, equilibrium, exploitability, has_saddle, solved

GAME = GAMES["bluffstones"]
TO_MIX = [name for name in GAME.small if name.startswith("last_round")]
MIXED_BY_TWO = "last_round_5"
"""A position whose search gives each of two bids a fair share."""


@cache
def round_to_mix(name: str) -> tuple[States, Matrix]:
    """A position with the exact matrix of its bids."""
    states = Match.from_position(GAME.name, GAME.small[name]).states
    return states, Exact(GAME).matrix(states)


def given_away(name: str, simulations: int) -> float:
    """What the first bidder's mixture costs it, after so many simulations."""
    states, matrix = round_to_mix(name)
    seat = int(states["to_move"][0])
    return exploitability(matrix, mixture(states, seat, simulations), seat)


def mixture(states: States, seat: int, simulations: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How the search mixes the bids of a seat, in the order of their numbers."""
    _, thought = bot(GAME, "search").choose(view(states, seat), Budget(simulations), new_dice(1))
    shares = {each.action: each.share for each in thought.candidates}
    return np.array([shares[action] for action in sorted(shares)])


def test_the_exact_value_of_matrices_known_by_heart() -> None:
    pennies = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert solved(pennies) == pytest.approx(0.5)
    assert equilibrium(pennies)[1] == pytest.approx([0.5, 0.5])
    assert exploitability(pennies, np.array([1.0, 0.0]), 0) == pytest.approx(0.5)
    assert exploitability(pennies, np.array([0.5, 0.5]), 1) == pytest.approx(0.0)
    assert not has_saddle(pennies)
    with_saddle = np.array([[0.2, 0.9], [0.1, 0.3]])
    assert has_saddle(with_saddle)
    assert solved(with_saddle) == pytest.approx(0.2)
    assert equilibrium(with_saddle)[1].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("name", TO_MIX)
def test_in_a_last_round_both_must_mix(name: str) -> None:
    assert not has_saddle(round_to_mix(name)[1])


@pytest.mark.parametrize("name", TO_MIX)
def test_a_bid_gives_less_away_the_longer_it_is_thought_about(name: str) -> None:
    assert given_away(name, 10_000) < 0.03
    assert given_away(name, 10_000) < given_away(name, 20)


def test_the_bid_is_drawn_from_the_mixture() -> None:
    states, _ = round_to_mix(MIXED_BY_TWO)
    seen, player, dice = view(states, int(states["to_move"][0])), bot(GAME, "search"), new_dice(5)
    bids = [player.choose(seen, Budget(400), dice)[0] for _ in range(40)]
    assert {bids.count(bid) > 5 for bid in bids} == {True}
    assert len(set(bids)) == 2


def test_whoever_is_asked_last_knows_no_more_than_the_first() -> None:
    """The second bidder mixes as if the first bid were not in."""
    states, matrix = round_to_mix(MIXED_BY_TWO)
    first = int(states["to_move"][0])
    after, out = states.copy(), np.zeros(200, np.int64)
    step.list_legal(after, 0, out)
    step.step(after, 0, int(out[0]), out)
    seat = int(after["to_move"][0])
    assert seat != first
    assert exploitability(matrix, mixture(after, seat, 10_000), seat) < 0.02


@pytest.mark.parametrize(("held", "ahead"), [(["b", None], 0), ([None, "b"], 1), (["b", "b"], 1), (["b", "r"], None)])
def test_stones_in_hand_are_counted_in_the_order_they_are_used(held: list[str | None], ahead: int | None) -> None:
    """Two blue stones lie beside d4 and seat 1 has the turn tower: it is first, and a red stone is before all."""
    board = "..../.G.B./...b../.G.BbY./....../.B.Y./...."
    pile = {"b": 4, "y": 6, "g": 6, "r": 3}
    phase = "remove" if "r" in held else "place"
    to_move = 1 if held[1] else 0
    place = {"seats": 2, "board": board, "piles": [pile, pile], "turn_tower": 1, "phase": phase, "held": held}
    match = Match.from_position("bluffstones", place | {"to_move": to_move})
    shares = np.zeros(2)
    judgement.value(match.state, shares)
    assert (None if abs(shares[0] - 0.5) < 0.2 else int(np.argmax(shares))) == ahead
