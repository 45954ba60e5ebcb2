"""Furrow: lay three stones in a row. Rules F-1 to F-7."""

from __future__ import annotations

import numpy as np

from siegeworks.core.bits import count, lowest
from siegeworks.core.hexboard import CELLS, FULL, OFF, STEP, bit
from siegeworks.core.jit import jit
from siegeworks.core.rules import NOBODY, record
from siegeworks.core.seats import is_in, next_in
from siegeworks_furrow import GAME

VERSION = 1
MOST_SEATS = 3
ACTIONS = CELLS  # a stone on each cell
DIRECTIONS = 3  # the other three lead back

STATE = record(
    GAME,
    [
        ("stones", "i8", (MOST_SEATS,)),  # [seats] circles with a stone of the seat
        ("to_move", "i8"),
        ("seats", "i8"),
        ("gone", "i8"),
    ],
)


def _rows() -> list[int]:
    """F-5. Every three circles in a row, as a set."""
    steps, found = STEP.tolist(), []
    for first in range(CELLS):
        for way in range(DIRECTIONS):
            second = steps[first][way]
            third = steps[second][way] if second != OFF else OFF
            if third != OFF:
                found.append(1 << first | 1 << second | 1 << third)
    return found


ROWS = np.array(_rows())


@jit
def new_game(state, seats, options):
    """F-1, F-3. An empty board; seat 0 begins."""
    state.stones[:] = 0
    state.to_move = 0
    state.seats = seats
    state.gone = 0


@jit
def empty(state):
    """F-4. The circles with nothing on them."""
    return FULL & ~(state.stones[0] | state.stones[1] | state.stones[2])


@jit
def legal(state, out):
    """F-4. A stone on any empty circle."""
    cells, n = empty(state) if state.to_move != NOBODY else 0, 0
    while cells:
        out[n] = lowest(cells)
        n += 1
        cells &= cells - 1
    return n


@jit
def has_row(state, seat):
    """F-5. Whether three stones of the seat lie in a row."""
    for at in range(len(ROWS)):
        if state.stones[seat] & ROWS[at] == ROWS[at]:
            return True
    return False


@jit
def apply(state, action):
    """F-3 to F-6. The stone, then the end or the next turn."""
    seat = state.to_move
    state.stones[seat] |= bit(action)
    over = has_row(state, seat) or empty(state) == 0
    state.to_move = NOBODY if over else next_in(state, seat)


@jit
def leave(state, seat):
    """F-7. Its stones stay; the last one left wins."""
    state.gone |= 1 << seat
    if count(state.gone) == state.seats - 1:
        state.to_move = NOBODY
    elif state.to_move == seat:
        state.to_move = next_in(state, seat)


@jit
def scores(state, out):
    """F-5. One point for a row."""
    for seat in range(state.seats):
        out[seat] = 1 if has_row(state, seat) else 0


@jit
def standing(state, seat):
    """F-5 to F-7. A row, then still in, then gone."""
    if not is_in(state, seat):
        return 0
    return 2 if has_row(state, seat) else 1


@jit
def default(state):
    """The lowest empty circle."""
    return lowest(empty(state))
