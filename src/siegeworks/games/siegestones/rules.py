"""SiegeStones: place stones and towers, threaten towers, control four. Rules T-1 to T-36.

Sets of circles are bitboards. Control is a function of the position alone (T-21), so only the towers a placement can
touch are judged again after it.
"""

from __future__ import annotations

from typing import Any

from siegeworks.core.bits import count, lowest, nth
from siegeworks.core.hexboard import CELLS, CENTRE, FULL, NEIGHBOURS, bit, neighbours, within_two
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY, Option, record
from siegeworks.core.seats import is_in, list_starts, next_in, weigh_starts
from siegeworks.games.siegestones import GAME

VERSION = 1
MOST_SEATS = 4
STONES_EACH = 20  # T-3
TOWERS_OF_TWO, TOWERS_OF_MORE = 8, 9  # T-4
BASE_THREAT = 6  # T-14
THREAT_TO_CONTROL = 5  # T-17
TOWERS_TO_WIN = 4  # T-23

CENTRE_SEVEN = int(NEIGHBOURS[CENTRE]) | 1 << CENTRE  # T-35b

STONE, TOWER = 0, CELLS  # action numbers: a stone on each cell, then a tower on each cell
ACTIONS = 2 * CELLS
CHANCES = MOST_SEATS  # start k


def _pool_chosen(state: Any) -> int:
    """T-36. The pool of a table; 0 where it is the usual one."""
    usual = TOWERS_OF_TWO if state.seats == 2 else TOWERS_OF_MORE
    return 0 if state.tower_pool == usual else int(state.tower_pool)


OPTIONS = (
    Option("balanced", (False, True), "T-30"),
    Option("no_first_tower", (False, True), "T-35a"),
    Option("centre_opening", (False, True), "T-35b"),
    Option("tower_pool", (0, *range(4, 13)), "T-36", kept=_pool_chosen),
)

STATE = record(
    GAME,
    [
        ("stones", "i8", (MOST_SEATS,)),  # [seats] circles with a stone of the seat
        ("towers", "i8"),  # circles with a tower
        ("empty", "i8"),  # circles with nothing on them (T-12)
        ("touched", "i8", (3,)),  # [ones, twos, fours]: for every circle, in binary, how many towers touch it
        ("held", "i8", (MOST_SEATS,)),  # [seats] towers the seat controls
        ("to_move", "i8"),
        ("seats", "i8"),
        ("start", "i8"),
        ("gone", "i8"),  # one bit a seat that has left
        ("balanced", "i8"),
        ("no_first_tower", "i8"),
        ("centre_opening", "i8"),
        ("tower_pool", "i8"),  # towers in the game, on the board or not
    ],
)


@jit
def new_game(state, seats, options):
    """T-1 to T-6. An empty board; who begins is drawn first."""
    state.stones[:] = 0
    state.held[:] = 0
    state.towers = 0
    state.empty = FULL
    state.touched[:] = 0
    state.to_move = CHANCE
    state.seats = seats
    state.start = NOBODY
    state.gone = 0
    state.balanced = options[0]
    state.no_first_tower = options[1]
    state.centre_opening = options[2]
    state.tower_pool = options[3]
    if state.tower_pool == 0:
        state.tower_pool = TOWERS_OF_TWO if seats == 2 else TOWERS_OF_MORE


@jit
def legal(state, out):
    """T-8 to T-12. A stone or, while the pool lasts, a tower on any empty circle. Stones never run out (T-27)."""
    if state.to_move == NOBODY:
        return 0
    if state.to_move == CHANCE:
        return list_starts(state, out, 0)  # T-6
    cells = room(state)
    stones = count(cells)
    towers = stones if may_place_tower(state) else 0
    for at in range(stones):
        cell = lowest(cells)
        out[at] = STONE + cell
        if towers:
            out[stones + at] = TOWER + cell
        cells &= cells - 1
    return stones + towers


@jit
def legal_count(state):
    """How many actions a seat has; with `legal_at` a random one is found without listing them all."""
    stones = count(room(state))
    return 2 * stones if may_place_tower(state) else stones


@jit
def legal_at(state, n):
    """The action that `legal` would write at place n."""
    cells = room(state)
    stones = count(cells)
    return STONE + nth(cells, n) if n < stones else TOWER + nth(cells, n - stones)


@jit
def chances(state, weights):
    """T-6. All seats are equally likely to begin."""
    return weigh_starts(state, weights)


@jit
def room(state):
    """T-8. Where the seat to move may place; T-35b keeps the very first piece near the centre."""
    if state.centre_opening and state.empty == FULL and state.to_move == state.start:
        return CENTRE_SEVEN
    return state.empty


@jit
def pool(state):
    """T-4. Towers not yet placed."""
    return state.tower_pool - count(state.towers)


@jit
def may_place_tower(state):
    """T-10, T-11. While the pool lasts; T-35a keeps the first tower from the seat that began."""
    if state.no_first_tower and state.towers == 0 and state.to_move == state.start:
        return False
    return pool(state) > 0


@jit
def towers_touching(state, stones):
    """T-14. How many towers touch these stones, counted for each stone."""
    ones, twos, fours = state.touched[0], state.touched[1], state.touched[2]
    return count(stones & ones) + 2 * count(stones & twos) + 4 * count(stones & fours)


@jit
def rating(state, stone):
    """T-14. A stone threatens with 6, less one for each tower touching it."""
    return BASE_THREAT - towers_touching(state, bit(stone))


@jit
def threat_against(state, tower, seat):
    """T-15, T-16. The ratings of the seat's stones touching the tower, each in full."""
    stones = neighbours(tower) & state.stones[seat]
    return BASE_THREAT * count(stones) - towers_touching(state, stones)


@jit
def list_threats(state, out):
    """T-16. The threat of every seat against every tower: out[cell, seat]."""
    towers = state.towers
    while towers:
        tower = lowest(towers)
        for seat in range(state.seats):
            out[tower, seat] = threat_against(state, tower, seat)
        towers &= towers - 1


@jit
def controller(state, tower):
    """T-17 to T-19. The seat with the greatest threat, if it is 5 or more and no other equals it."""
    best, owner = THREAT_TO_CONTROL - 1, NOBODY
    for seat in range(state.seats):
        threat = threat_against(state, tower, seat)
        if state.balanced and is_matched(state, tower, seat, threat):
            continue
        if threat > best:
            best, owner = threat, seat
        elif threat == best:
            owner = NOBODY
    return owner


@jit
def is_matched(state, tower, seat, threat):
    """T-30. Whether another seat threatens the tower just as much."""
    for other in range(state.seats):
        if other != seat and threat_against(state, tower, other) == threat:
            return True
    return False


@jit
def apply(state, action):
    """T-8. Place the piece; then T-21, control; then T-23 to T-26, the end or the next turn."""
    if state.to_move == CHANCE:
        state.start = action
        state.to_move = action
        return
    if action < TOWER:
        put_stone(state, action - STONE, state.to_move)
    else:
        put_tower(state, action - TOWER)
    state.to_move = next_in(state, state.to_move)  # T-7
    check_end(state)


@jit
def put_stone(state, cell, seat):
    """T-8. It can change control of the towers it touches."""
    state.stones[seat] |= bit(cell)
    state.empty ^= bit(cell)
    judge(state, neighbours(cell) & state.towers)


@jit
def put_tower(state, cell):
    """T-8. It weakens the stones it touches (T-14) and so can change control two steps away."""
    state.towers |= bit(cell)
    state.empty ^= bit(cell)
    carry = neighbours(cell)
    for place in range(3):
        overflow = state.touched[place] & carry
        state.touched[place] ^= carry
        carry = overflow
    judge(state, within_two(cell) & state.towers)


@jit
def judge(state, towers):
    """T-21. Decide anew who controls these towers; a former owner has no privilege."""
    while towers:
        tower = lowest(towers)
        owner = controller(state, tower)
        for seat in range(state.seats):
            state.held[seat] &= ~bit(tower)
        if owner != NOBODY:
            state.held[owner] |= bit(tower)
        towers &= towers - 1


@jit
def check_end(state):
    """T-23 to T-25. A single leader with four towers or more, or a full board, ends the game."""
    most = most_towers(state)
    if (most >= TOWERS_TO_WIN and seats_with(state, most) == 1) or state.empty == 0:
        state.to_move = NOBODY


@jit
def most_towers(state):
    """T-23. The most towers a seat still in controls."""
    most = 0
    for seat in range(state.seats):
        towers = count(state.held[seat])
        if towers > most and is_in(state, seat):
            most = towers
    return most


@jit
def seats_with(state, towers):
    """T-24. How many seats still in control exactly so many towers."""
    sharing = 0
    for seat in range(state.seats):
        if is_in(state, seat) and count(state.held[seat]) == towers:
            sharing += 1
    return sharing


@jit
def leave(state, seat):
    """T-A30. The seat drops out of the turn order; its stones stay and go on threatening."""
    state.gone |= 1 << seat
    if state.to_move == seat:
        state.to_move = next_in(state, seat)
    check_end(state)
    if count(state.gone) == state.seats - 1:
        state.to_move = NOBODY


@jit
def scores(state, out):
    """T-23. Towers controlled; those of a seat that left count for nobody (T-A30)."""
    for seat in range(state.seats):
        out[seat] = count(state.held[seat]) if is_in(state, seat) else 0


@jit
def standing(state, seat):
    """T-25. What is compared at the end: still in, then towers, then stones on circles."""
    if not is_in(state, seat):
        return 0
    return 1 + CELLS * count(state.held[seat]) + count(state.stones[seat])


@jit
def default(state):
    """A stone on the lowest empty circle."""
    return STONE + lowest(room(state))
