"""Sealed choices: the search mixes as linear programming says, and nobody can profit from knowing how."""

from __future__ import annotations

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.bots import Budget, bot, judgement
from siegeworks.core.dice import new_dice
from siegeworks.core.views import view
from tests.bots.bids import GAME, given_away, round_to_mix
from tests.bots.exact import exploitability, has_saddle, solved

SEEDS = (3, 11, 22)


def test_the_exact_value_of_matrices_known_by_heart() -> None:
    pennies = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert solved(pennies) == pytest.approx(0.5)
    assert exploitability(pennies, np.array([1.0, 0.0]), 0) == pytest.approx(0.5)
    assert exploitability(pennies, np.array([0.5, 0.5]), 1) == pytest.approx(0.0)
    assert not has_saddle(pennies)
    assert has_saddle(np.array([[0.2, 0.9], [0.1, 0.3]]))
    assert solved(np.array([[0.2, 0.9], [0.1, 0.3]])) == pytest.approx(0.2)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bid_gives_less_away_the_longer_it_is_thought_about(seed: int) -> None:
    found = round_to_mix(seed)
    assert found is not None
    states, matrix = found
    assert given_away(states, matrix, 10_000) < 0.02
    assert given_away(states, matrix, 10_000) < given_away(states, matrix, 50)


def test_the_bid_is_drawn_from_the_mixture() -> None:
    found = round_to_mix(11)
    assert found is not None
    states = found[0]
    seen, player, dice = view(states, int(states["to_move"][0])), bot(GAME, "search"), new_dice(5)
    bids = [player.choose(seen, Budget(400), dice)[0] for _ in range(40)]
    assert {bids.count(bid) > 5 for bid in bids} == {True}
    assert len(set(bids)) == 2


def test_whoever_is_asked_last_knows_no_more_than_the_first() -> None:
    """The second bidder mixes as if the first bid were not in."""
    found = round_to_mix(11)
    assert found is not None
    states, matrix = found
    first = int(states["to_move"][0])
    after = states.copy()
    from siegeworks.core import step

    out = np.zeros(200, np.int64)
    step.list_legal(after, 0, out)
    step.step(after, 0, int(out[0]), out)
    seat = int(after["to_move"][0])
    assert seat != first
    _, thought = bot(GAME, "search").choose(view(after, seat), Budget(10_000), new_dice(3))
    shares = {each.action: each.share for each in thought.candidates}
    assert exploitability(matrix, np.array([shares[action] for action in sorted(shares)]), seat) < 0.02


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
