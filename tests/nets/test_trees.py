"""The walk of the trees: sequential halving, and positions that are what was played."""

from __future__ import annotations

import numpy as np
import pytest

from siegeworks.nets.trees import CANDIDATES, considered_table, considered_visits


@pytest.mark.parametrize("candidates", range(1, CANDIDATES + 1))
@pytest.mark.parametrize("simulations", [4, 16, 32, 64])
def test_sequential_halving_always_finds_an_action_with_so_many_visits(candidates: int, simulations: int) -> None:
    visits = [0] * candidates
    for wanted in considered_visits(candidates, simulations):
        visits[visits.index(wanted)] += 1
    assert sum(visits) == simulations


def test_half_of_the_candidates_are_dropped_again_and_again() -> None:
    """Of four with sixteen simulations: two visits each, then four more for each of the best two, and so on."""
    assert considered_visits(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert considered_visits(1, 3) == [0, 1, 2]
    assert considered_table(8).shape == (CANDIDATES + 1, 8)
    assert np.array_equal(considered_table(8)[4], considered_visits(4, 8))
