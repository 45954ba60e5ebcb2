"""The board of the stone games: 37 circles in a hexagon of side 4.

Rows are a (bottom) to g (top); the number names the slanting line, so rows e to g do not start at 1. Cells are numbered
0 to 36 in reading order a1..a4, b1..b5, ... g4..g7. A set of cells is an int64 with one bit a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from siegeworks.core.bits import lowest
from siegeworks.core.jit import jit
from siegeworks.core.misread import Misread

ROWS = "abcdefg"
CELLS = 37
FULL = (1 << CELLS) - 1
OFF = CELLS  # the neighbour of an edge cell, off the board
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # (row, number) a step in each direction


def _on_board(row: int, number: int) -> bool:
    return 0 <= row < len(ROWS) and max(1, row - 2) <= number <= min(7, row + 4)


COORDINATES = tuple((row, number) for row in range(7) for number in range(1, 8) if _on_board(row, number))
NAMES = tuple(f"{ROWS[row]}{number}" for row, number in COORDINATES)
_LINES = [[at for at, (r, _) in enumerate(COORDINATES) if r == row] for row in range(len(ROWS))]
BOARD_ORDER = np.array([at for line in reversed(_LINES) for at in (*line, CELLS)])
"""The cells in the order of a board string; CELLS stands for what separates the rows."""
_in_text = itemgetter(*BOARD_ORDER.tolist())
_NUMBER_OF = {name: at for at, name in enumerate(NAMES)}
_AT = {place: at for at, place in enumerate(COORDINATES)}

Bits = npt.NDArray[np.int64]


def _walk(cell: int, direction: int) -> Iterator[int]:
    """The cells met on the way from `cell` to the edge, nearest first."""
    row, number = COORDINATES[cell]
    up, right = STEPS[direction]
    while (row := row + up, number := number + right) in _AT:
        yield _AT[row, number]


def _bits(cells: Iterator[int]) -> int:
    return sum(1 << cell for cell in cells)


def _steps() -> npt.NDArray[np.int64]:
    return np.array([[next(_walk(cell, way), OFF) for way in range(6)] for cell in range(CELLS)])


STEP = _steps()  # [cells, directions]: the next cell, OFF at the edge
RAY = np.array([[_bits(_walk(cell, way)) for way in range(6)] for cell in range(CELLS)])  # [cells, directions]
NEIGHBOURS = np.array([_bits(c for c in STEP[cell].tolist() if c != OFF) for cell in range(CELLS)])  # [cells]


def distance_between(one: int, other: int) -> int:
    """Steps from one cell to another."""
    up, right = (a - b for a, b in zip(COORDINATES[one], COORDINATES[other], strict=True))
    return max(abs(up), abs(right)) if up * right >= 0 else abs(up) + abs(right)


DISTANCE = np.array([[distance_between(one, other) for other in range(CELLS)] for one in range(CELLS)])
WITHIN_TWO = np.array([_bits(c for c in range(CELLS) if DISTANCE[cell, c] <= 2) for cell in range(CELLS)])
CENTRE = _NUMBER_OF["d4"]


def _turned(row: int, number: int) -> tuple[int, int]:
    """A sixth of a full turn about the centre: east becomes north-east."""
    up, right = row - 3, number - 4
    return right + 3, right - up + 4


def _mirrored(row: int, number: int) -> tuple[int, int]:
    """The reflection that swaps rows and lines."""
    return number - 1, row + 1


def _symmetries() -> npt.NDArray[np.int64]:
    found = []
    for mirror in (False, True):
        places = [_mirrored(*place) if mirror else place for place in COORDINATES]
        for _ in range(6):
            found.append([_AT[place] for place in places])
            places = [_turned(*place) for place in places]
    return np.array(found)


SYMMETRIES = _symmetries()  # [12, cells]: where each cell goes


@jit
def bit(cell):
    """The set that holds one cell."""
    return np.int64(1) << np.int64(cell)


@jit
def neighbours(cell):
    """The cells that touch this one, at most six."""
    return NEIGHBOURS[cell]


@jit
def within_two(cell):
    """The cell itself and all that are one or two steps away."""
    return WITHIN_TWO[cell]


@jit
def turned(cells, symmetry):
    """Where a set of cells goes under one of the twelve symmetries."""
    found = np.int64(0)
    while cells:
        found |= bit(SYMMETRIES[symmetry, lowest(cells)])
        cells &= cells - 1
    return found


@jit
def turn_each(sets, symmetry):
    """Move each of some sets of cells to where it goes under one of the twelve symmetries."""
    for at in range(len(sets)):
        sets[at] = turned(sets[at], symmetry)


def cell(name: str) -> int:
    """The number of a cell: cell("d4") is 18. KeyError if there is no such cell."""
    return _NUMBER_OF[name]


def is_cell(name: str) -> bool:
    """Whether the board has a cell of this name."""
    return name in _NUMBER_OF


def cells_of(bits: int) -> list[int]:
    """The cells of a set, lowest first."""
    left, found = int(bits), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def names_of(bits: int) -> list[str]:
    """The names of a set's cells, lowest first."""
    return [NAMES[at] for at in cells_of(bits)]


def parse_board(text: str, letters: str) -> dict[int, str]:
    """A board string, rows g down to a, as the letter on each cell that is not empty. Misread says what is wrong."""
    groups = text.split("/") if isinstance(text, str) else []
    if len(groups) != len(ROWS):
        raise Misread("board-has-rows", rows=len(groups))
    board = {}
    for row, group in zip(range(6, -1, -1), groups, strict=True):
        places = _LINES[row]
        if len(group) != len(places):
            raise Misread("row-has-circles", row=ROWS[row], circles=len(places), given=len(group))
        for at, letter in zip(places, group, strict=True):
            if letter != "." and letter not in letters:
                raise Misread("no-such-letter", letter=repr(letter), cell=NAMES[at], letters=" ".join(letters))
            if letter != ".":
                board[at] = letter
    return board


def board_text(board: Mapping[int, str]) -> str:
    """The board string of the letters on each cell."""
    letters = [*("." * CELLS), "/"]
    for at, letter in board.items():
        letters[at] = letter
    return "".join(_in_text(letters))[:-1]
