"""The board in rows of eight bits: cells keep their order, and a step is a shift."""

from __future__ import annotations

import random

import numpy as np
import pytest

from siegeworks.core.grid import BOARD, PLACE, STRIDES, cell_at, widened
from siegeworks.core.hexboard import CELLS, FULL, OFF, STEP, bit

pytestmark = pytest.mark.plain


def test_each_cell_has_a_place_in_the_same_order() -> None:
    assert list(PLACE) == sorted(set(PLACE))
    assert [cell_at(place) for place in PLACE] == list(range(CELLS))
    assert widened(np.int64(FULL)) == BOARD


def test_a_widened_set_holds_the_places_of_its_cells() -> None:
    chosen = random.Random(3)
    for _ in range(50):
        cells = chosen.getrandbits(CELLS)
        assert widened(np.int64(cells)) == sum(1 << PLACE[cell] for cell in range(CELLS) if cells >> cell & 1)


def test_a_step_is_a_shift_and_leaves_the_cells_at_the_edge() -> None:
    for cell in range(CELLS):
        wide = int(widened(bit(cell)))
        steps = [wide << stride for stride in STRIDES] + [wide >> stride for stride in STRIDES]
        for way, there in enumerate(steps):
            end = STEP[cell, way]
            assert there & BOARD == (0 if end == OFF else 1 << PLACE[end])
