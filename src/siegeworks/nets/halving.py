"""Sequential halving at the root of a tree: which of its edges each simulation goes to, as a table."""

from __future__ import annotations

from math import ceil, log2

import numpy as np
import numpy.typing as npt

CANDIDATES = 16
"""Actions that sequential halving begins with."""


def considered_visits(candidates: int, simulations: int) -> list[int]:
    """Sequential halving as a list: how many visits the edge has that each simulation goes to."""
    if candidates <= 1:
        return list(range(simulations))
    found: list[int] = []
    visits, left, rounds = [0] * candidates, candidates, ceil(log2(candidates))
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found.extend(visits[:left])
            visits[:left] = [each + 1 for each in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


def considered_table(simulations: int) -> npt.NDArray[np.int32]:
    """The list for every number of candidates."""
    return np.array([considered_visits(count, simulations) for count in range(CANDIDATES + 1)], np.int32)
