"""The board laid out in rows of eight bits, so that a whole set of cells takes a step with one shift.

Such a set is called wide: row a is its lowest byte, and a cell's number, less one, the place in it. Cells keep their
order. What steps off the board comes to lie on bits that are no cells, and is gone once only cells are kept.
"""

from __future__ import annotations

import numpy as np

from siegeworks.core.bits import count
from siegeworks.core.hexboard import COORDINATES, ROWS
from siegeworks.core.jit import jit

WIDTH = 8
PLACE = tuple(WIDTH * row + number - 1 for row, number in COORDINATES)  # [cells]
BOARD = sum(1 << place for place in PLACE)
STRIDES = (1, WIDTH + 1, WIDTH)  # a step E, NE, NW; W, SW, SE are the same back

_FIRSTS = [[row for row, _ in COORDINATES].index(row) for row in range(len(ROWS))]
ROW = np.array([sum(1 << cell for cell, (at, _) in enumerate(COORDINATES) if at == row) for row in range(len(ROWS))])
SHIFT = np.array([PLACE[first] - first for first in _FIRSTS])  # [rows] how far its cells lie from where they were


@jit
def widened(cells):
    """A set of cells, wide."""
    found = np.int64(0)
    for row in range(len(ROWS)):
        found |= (cells & ROW[row]) << SHIFT[row]
    return found


@jit
def cell_at(place):
    """The cell at a place of a wide set: there are so many before it."""
    return count(BOARD & ((np.int64(1) << place) - 1))
