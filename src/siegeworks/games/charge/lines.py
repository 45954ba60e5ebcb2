"""C-17 to C-22: the straight ways of Charge! stones. A move's number is its stone, its way and its spaces.

A stone goes over empty circles and ends on one of `ends`, which is empty or an enemy's. Whatever can go so far can also
go less far, so a stone has as many moves in a way as spaces it can go.
"""

from __future__ import annotations

import numpy as np

from siegeworks.core.bits import count, lowest
from siegeworks.core.grid import STRIDES, cell_at
from siegeworks.core.hexboard import CELLS, OFF, STEP
from siegeworks.core.jit import jit

SPACES = 3  # C-17
WAYS = 6  # E NE NW W SW SE
AXES = WAYS // 2
LINES = WAYS * SPACES  # moves of one stone


def _walk(stone: int, way: int) -> list[int]:
    """The circles one, two and three spaces from here; OFF beyond the edge."""
    walk = [stone]
    for _ in range(SPACES):
        walk.append(OFF if walk[-1] == OFF else int(STEP[walk[-1], way]))
    return walk[1:]


END = np.array([[_walk(stone, way) for way in range(WAYS)] for stone in range(CELLS)])  # [cells, ways, spaces - 1]


@jit
def list_lines(stones, ends, empty, budget, out):
    """Write the moves of these stones; returns how many.

    All three lengths are written, and those that can be reached are kept: faster than asking one by one.
    """
    n = 0
    ends_two = ends if budget > 1 else 0
    ends_three = ends if budget == SPACES else 0
    while stones:
        stone = lowest(stones)
        stones &= stones - 1
        for way in range(WAYS):
            one, two, three = END[stone, way, 0], END[stone, way, 1], END[stone, way, 2]
            past_one = empty >> one & 1
            past_two = past_one & empty >> two
            line = stone * LINES + way * SPACES
            out[n] = line
            out[n + 1] = line + 1
            out[n + 2] = line + 2
            n += (ends >> one & 1) + (ends_two >> two & past_one) + (ends_three >> three & past_two)
    return n


# The same without listing, all stones at once, in wide sets


@jit
def stepped(wide, way):
    """The circles from which one step this way leads into the set."""
    return wide >> STRIDES[way] if way < AXES else wide << STRIDES[way - AXES]


@jit
def goers(stones, ends, empty, budget, way):
    """The stones that can go one, two and three spaces this way."""
    one = stepped(ends, way)
    two = stepped(one & empty, way) if budget > 1 else 0
    three = stepped(two & empty, way) if budget == SPACES else 0
    return one & stones, two & stones, three & stones


@jit
def added(one, two, three):
    """Three sets added up cell by cell, in binary: where the sum is odd, and where it is two or more."""
    return one ^ two ^ three, one & two | three & (one ^ two)


@jit
def tally(stones, ends, empty, budget):
    """How many moves each stone has, in binary: the stones with a 1 in each of the five places of that number.

    Of a way with one, two or three moves, the odd ones count 1 and those of two or more count 2.
    """
    ones, twos, fours, eights, sixteens = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for way in range(AXES):
        one, two, three = goers(stones, ends, empty, budget, way)
        back_one, back_two, back_three = goers(stones, ends, empty, budget, way + AXES)
        ones, carry = added(ones, one ^ two ^ three, back_one ^ back_two ^ back_three)
        twos, four = added(twos, two, back_two)
        twos, carry = twos ^ carry, twos & carry
        fours, carry = added(fours, four, carry)
        eights, carry = eights ^ carry, eights & carry
        sixteens |= carry
    return ones, twos, fours, eights, sixteens


@jit
def total(tallied, stones):
    """How many moves these stones have together."""
    ones, twos, fours, eights, sixteens = tallied
    small = count(ones & stones) + 2 * count(twos & stones) + 4 * count(fours & stones)
    return small + 8 * count(eights & stones) + 16 * count(sixteens & stones)


@jit
def line_at(tallied, stones, ends, empty, budget, n):
    """The move that `list_lines` would write at place n: first its stone, then its way."""
    moves = total(tallied, stones & -stones)
    while n >= moves:
        n -= moves
        stones &= stones - 1
        moves = total(tallied, stones & -stones)
    stone = stones & -stones
    best, before, after = 0, 0, 0
    for way in range(WAYS):
        one, two, three = goers(stone, ends, empty, budget, way)
        after += count(one) + count(two) + count(three)
        if after <= n:
            best, before = way + 1, after
    return cell_at(lowest(stone)) * LINES + best * SPACES + n - before
