"""What a seat sees of a state as numbers for learning programs; each game's `planes.py` says which.

Everything counts from the seat that looks: itself first, then the others clockwise. A board is laid out in 7 rows of 7,
row a first, a circle's number giving its column; twelve of the 49 places are no circles. Numbers are whole, from 0 to
255, so that a byte holds them. Only what is public and the seat's own rows are read, never a hidden field.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

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
    is_fixed: bool = False
    """Always the same, so that a net learns nothing from it."""
    is_board: bool = True
    """Whether its places are the board's, so that they turn with it."""

    @property
    def is_number(self) -> bool:
        """Whether one number stands all over it."""
        return self.says.startswith("all over")


def _row(row: int) -> tuple[int, int, int]:
    """Of a row of the board: its first cell, its circles as bits, and the column of the first."""
    cells = [cell for cell, (at, _) in enumerate(COORDINATES) if at == row]
    return cells[0], (1 << len(cells)) - 1, COORDINATES[cells[0]][1] - 1


PLACE_OF = np.array([row * SIDE + number - 1 for row, number in COORDINATES])  # [cells]: the place of a cell in a plane
ROW = np.array([_row(row) for row in range(SIDE)])  # [rows, 3]

# Eight flags in the bytes of one word: repeat the bits in every byte, keep one in each, make it a 1.
REPEAT, DIAGONAL = np.uint64(0x0101010101010101), np.uint64(0x8040201008040201)
ROUND_UP, TOP = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(7)
BYTE, BYTE_WIDTH = np.uint64(0xFF), np.uint64(8)


@jit
def flags(bits):
    """The lowest eight bits as the eight bytes of a word, each 0 or 1. Arithmetic, since a GPU looks up one by one."""
    return ((np.uint64(bits) * REPEAT & DIAGONAL) + ROUND_UP) >> TOP & REPEAT


def put_word(array, at, word):
    """The eight bytes of a word, the lowest first, into array[at] and the next seven."""
    for place in range(8):
        array[at + place] = int(word) >> 8 * place & 0xFF


@jit
def lay(out, at, cells):
    """A set of cells as plane `at`; returns the number of the next plane."""
    for row in range(SIDE):
        word = flags((cells >> ROW[row, 0] & ROW[row, 1]) << ROW[row, 2])
        for column in range(SIDE):
            out[at, row, column] = word & BYTE
            word >>= BYTE_WIDTH
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
def put(out, at, cell, value):
    """A number on one cell of plane `at`."""
    out[at, PLACE_OF[cell] // SIDE, PLACE_OF[cell] % SIDE] = min(max(int(value), 0), MOST)


@jit
def write(out, at, value):
    """One number at place `at` of a flat vector; returns the next place."""
    out[at] = min(max(int(value), 0), MOST)
    return at + 1


@jit
def flag(mask, first, cells):
    """A set of cells as CELLS flags from mask[first] on, eight at a time: four times faster than one by one."""
    for byte in range(CELLS // 8):
        put_word(mask, first + 8 * byte, flags(cells >> 8 * byte & 0xFF))
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


@jit
def lay_seats(state, seat, out, at, cells):
    """The cells of each seat as a plane, from the seat that looks on; empty planes for seats there are not."""
    for turn in range(len(cells)):
        at = lay(out, at, cells[seat_after(state, seat, turn)] if has_seat(state, turn) else 0)
    return at


def observe(state, seat, out):
    """Write what the seat sees into `out`, an array of the game's SHAPE."""
    return rules.GAME_OF[state.dtype].planes.observe(state, seat, out)


def derive(state, seat, out):
    """Write the game's DERIVED planes into `out`, after those of `observe`; nothing where it has none."""
    planes = rules.GAME_OF[state.dtype].planes
    if planes.derive is not None:
        planes.derive(state, seat, out, planes.SHAPE[0])


def tick(state, out, mask):
    """Write 1 for each legal action of the seat to move into `mask`, [ACTIONS], and 0 for the rest; `out` is scratch.

    A game that can do so without listing the actions has a `tick(state, mask)` of its own.
    """
    own = rules.GAME_OF[state.dtype].planes.tick
    return own(state, mask) if own is not None else tick_listed(state, out, mask)


@jit
def tick_listed(state, out, mask):
    """The legal actions listed, then ticked."""
    for action in range(len(mask)):
        mask[action] = 0
    for at in range(rules.legal(state, out)):
        mask[out[at]] = 1


if not IS_PLAIN:

    @intrinsic
    def _store(typing, array, at, word):
        """One store instead of eight. Little-endian, as every machine Numba compiles for."""

        def emit(context, builder, signature, arguments):
            bytes_of = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(bytes_of.data, [arguments[1]])
            builder.store(arguments[2], builder.bitcast(place, arguments[2].type.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(array, types.int64, types.uint64), emit

    @overload(put_word)
    def _put_word(array, at, word):
        return lambda array, at, word: _store(array, at, word)

    @overload(observe)
    def _observe(state, seat, out):
        seen = rules.GAME_OF_TYPE[state].planes.observe
        return lambda state, seat, out: seen(state, seat, out)

    @overload(derive)
    def _derive(state, seat, out):
        planes = rules.GAME_OF_TYPE[state].planes
        own, at = planes.derive, planes.SHAPE[0]
        if own is None:
            return lambda state, seat, out: None
        return lambda state, seat, out: own(state, seat, out, at)

    @overload(tick)
    def _tick(state, out, mask):
        own = rules.GAME_OF_TYPE[state].planes.tick
        if own is None:
            return lambda state, out, mask: tick_listed(state, out, mask)
        return lambda state, out, mask: own(state, mask)
