"""Games in which towers wander as long as they may."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.lengths import bound, played
from tests.tables import Table


def stall(state: Any, legal: list[str], rng: random.Random) -> str:
    """Tower moves, each with a change of the Row, and a stone just before the game would end by them."""
    if not legal[0].startswith("stone"):
        return rng.choice(legal)
    is_last = state.quiet == state.stall_rounds * state.seats - 1
    crowded = int(state.empty).bit_count() <= 2
    verbs = ["stone"] if is_last else ["remove", "stone"] if crowded else ["move", "place", "stone"]
    return rng.choice(next(found for verb in verbs if (found := [name for name in legal if name.startswith(verb)])))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"stall_rounds": 20}, {"row_per_colour": 4}])
def test_n28_towers_can_wander_nearly_as_long_as_the_bound_says(seats: int, options: dict[str, Any]) -> None:
    table = Table("nobles", seats, options)
    found = max(played(table, seed, stall).decisions for seed in range(3))
    assert 0.6 * bound(table).decisions < found <= bound(table).decisions


def test_n26_a_short_row_makes_a_short_game() -> None:
    short, full = bound(Table("nobles", 2, {"row_per_colour": 4})), bound(Table("nobles", 2, {}))
    assert short.decisions < full.decisions / 2
    assert (short.draws, full.draws) == (17, 72)
