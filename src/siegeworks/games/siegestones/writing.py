"""What is told of a SiegeStones record: JSON, written by compiled code."""

from __future__ import annotations

from siegeworks.core.bits import count, lowest
from siegeworks.core.hexboard import BOARD_ORDER, CELLS, NAMES, bit
from siegeworks.core.jit import jit
from siegeworks.core.rules import NOBODY
from siegeworks.core.writing import letters, put, put_comma, put_number, put_row, put_seat, rows_of_letters
from siegeworks.games.siegestones.rules import STONES_EACH, pool, threat_against

MOST_LETTERS = 4096
PIECES = letters("bygr")
NOTHING, TOWER, SLASH = b".T/"
BOARD, START, CONTROL, THREAT, POOL, SUPPLY, END = map(
    letters, ('"board":"', '","start":', ',"control":{', '},"threat":{', '},"pool":', ',"supply":[', "]")
)
TOWERS = rows_of_letters(tuple(f'"{name}":' for name in NAMES))
OPENED, CLOSED = b"[]"


@jit
def write(states, at, out):
    """The fields of states[at], without the braces around them; returns how many letters they take."""
    state = states[at]
    n = put(out, 0, BOARD)
    for place in range(len(BOARD_ORDER) - 1):
        out[n] = letter(state, BOARD_ORDER[place])
        n += 1
    n = put_seat(out, put(out, n, START), state.start)
    n = write_control(state, out, put(out, n, CONTROL))
    n = write_threats(state, out, put(out, n, THREAT))
    n = put_number(out, put(out, n, POOL), pool(state))
    n = put(out, n, SUPPLY)
    for seat in range(state.seats):
        n = put_number(out, put_comma(out, n, seat == 0), STONES_EACH - count(state.stones[seat]))
    return put(out, n, END)


@jit
def letter(state, cell):
    """What stands on a cell; behind the last cell, what separates rows."""
    if cell == CELLS:
        return SLASH
    if state.towers & bit(cell):
        return TOWER
    for seat in range(state.seats):
        if state.stones[seat] & bit(cell):
            return PIECES[seat]
    return NOTHING


@jit
def write_control(state, out, n):
    """T-21. Who controls each tower."""
    towers = state.towers
    while towers:
        tower, holder = lowest(towers), NOBODY
        for seat in range(state.seats):
            if state.held[seat] & bit(tower):
                holder = seat
        n = put_seat(out, put_row(out, put_comma(out, n, towers == state.towers), TOWERS, tower), holder)
        towers &= towers - 1
    return n


@jit
def write_threats(state, out, n):
    """T-16. The threat of every seat against each tower."""
    towers = state.towers
    while towers:
        tower = lowest(towers)
        n = put_row(out, put_comma(out, n, towers == state.towers), TOWERS, tower)
        out[n] = OPENED
        n += 1
        for seat in range(state.seats):
            n = put_number(out, put_comma(out, n, seat == 0), threat_against(state, tower, seat))
        out[n] = CLOSED
        n += 1
        towers &= towers - 1
    return n
