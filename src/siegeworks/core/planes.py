"""What a seat sees of a state as numbers for learning programs; each game's `planes.py` says which.

Everything counts from the seat that looks: itself first, then the others clockwise. A board is laid out in 7 rows of 7,
row a first, a circle's number giving its column; twelve of the 49 places are no circles. Numbers are whole, from 0 to
255, so that a byte holds them. Only what is public and the seat's own rows are read, never a hidden field.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

import numpy as np
from numba.extending import overload

from siegeworks.core import rules
from siegeworks.core.hexboard import CELLS, COORDINATES
from siegeworks.core.jit import IS_PLAIN, jit

SIDE = 7
PLACES = SIDE * SIDE
MOST = 255


@dataclass(frozen=True)
class Plane:
    """One plane of a board, or one block of a flat vector: its name, what it says, its greatest value and its size."""

    name: str
    says: str
    most: int = 1
    size: int = PLACES


def _row(row: int) -> tuple[int, int, int]:
    """Of a row of the board: its first cell, its circles as bits, and the column of the first."""
    cells = [cell for cell, (at, _) in enumerate(COORDINATES) if at == row]
    return cells[0], (1 << len(cells)) - 1, COORDINATES[cells[0]][1] - 1


ROW = np.array([_row(row) for row in range(SIDE)])  # [rows, 3]
FLAGS = np.array([[bits >> place & 1 for place in range(8)] for bits in range(256)], np.uint8)  # [bytes, bits]


@jit
def lay(out, at, cells):
    """A set of cells as plane `at`; returns the number of the next plane."""
    for row in range(SIDE):
        bits = (cells >> ROW[row, 0] & ROW[row, 1]) << ROW[row, 2]
        for column in range(SIDE):
            out[at, row, column] = FLAGS[bits, column]
    return at + 1


@jit
def fill(out, at, value):
    """One number all over plane `at`; returns the number of the next plane."""
    number = min(max(int(value), 0), MOST)
    for row in range(SIDE):
        for column in range(SIDE):
            out[at, row, column] = number
    return at + 1


@jit
def write(out, at, value):
    """One number at place `at` of a flat vector; returns the next place."""
    out[at] = min(max(int(value), 0), MOST)
    return at + 1


@jit
def flag(mask, first, cells):
    """A set of cells as CELLS flags from mask[first] on, eight at a time: four times faster than one by one."""
    for byte in range(CELLS // 8):
        bits = cells >> 8 * byte & 0xFF
        for place in range(8):
            mask[first + 8 * byte + place] = FLAGS[bits, place]
    for cell in range(CELLS - CELLS % 8, CELLS):
        mask[first + cell] = cells >> cell & 1


@jit
def has_seat(state, turn):
    """Whether there is a seat so many turns away."""
    return turn < state.seats


@jit
def seat_after(state, seat, turn):
    """The seat so many turns clockwise from this one; the seat itself where there are not so many."""
    return (seat + turn) % state.seats if turn < state.seats else seat


def planes_of(owner: str) -> ModuleType:
    """The planes of the game whose rules stand in the module `owner`."""
    return import_module(owner.removesuffix(".rules") + ".planes")


def observe(state, seat, out):
    """Write what the seat sees into `out`, an array of the game's SHAPE."""
    return planes_of(rules.owner_of(state)).observe(state, seat, out)


def tick(state, out, mask):
    """Write 1 for each legal action of the seat to move into `mask`, [ACTIONS], and 0 for the rest; `out` is scratch.

    A game that can do so without listing the actions has a `tick(state, mask)` of its own.
    """
    own = getattr(planes_of(rules.owner_of(state)), "tick", None)
    return own(state, mask) if own else tick_listed(state, out, mask)


@jit
def tick_listed(state, out, mask):
    """The legal actions listed, then ticked."""
    for action in range(len(mask)):
        mask[action] = 0
    for at in range(rules.legal(state, out)):
        mask[out[at]] = 1


if not IS_PLAIN:

    @overload(observe)
    def _observe(state, seat, out):
        seen = planes_of(rules.owner_of_type(state)).observe
        return lambda state, seat, out: seen(state, seat, out)

    @overload(tick)
    def _tick(state, out, mask):
        own = getattr(planes_of(rules.owner_of_type(state)), "tick", None)
        if own is None:
            return lambda state, out, mask: tick_listed(state, out, mask)
        return lambda state, out, mask: own(state, mask)
