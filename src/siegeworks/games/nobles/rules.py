"""Nobles and Peasants: towers look along the lines and score the stones laid in their sight. Rules N-1 to N-35.

Sets of circles are bitboards. The Selection Row lies left-justified in an array, so that its places are array places.
"""

from __future__ import annotations

import numpy as np

from siegeworks.core.bits import count, lowest, nth
from siegeworks.core.hexboard import CELLS, CENTRE, FULL, RAY, bit
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY, Option, record
from siegeworks.core.seats import is_in, list_starts, next_in, weigh_starts
from siegeworks.games.nobles import GAME

VERSION = 1
MOST_SEATS = 4
BLUE, YELLOW, GREEN, RED = range(4)
COLOURS = 4
NO_STONE = -1
NOBLE = np.array(  # N-3, [number of seats, seat] a colour
    [
        [NO_STONE] * 4,
        [NO_STONE] * 4,
        [BLUE, GREEN, NO_STONE, NO_STONE],
        [BLUE, YELLOW, GREEN, NO_STONE],
        [BLUE, YELLOW, GREEN, RED],
    ]
)
PEASANT = np.array(  # N-3, [number of seats, seat] a colour
    [
        [NO_STONE] * 4,
        [NO_STONE] * 4,
        [YELLOW, YELLOW, NO_STONE, NO_STONE],
        [YELLOW, GREEN, BLUE, NO_STONE],
        [YELLOW, GREEN, RED, BLUE],
    ]
)
TOWERS_EACH = np.array([0, 0, 4, 3, 2])  # N-5, [number of seats]
FREE_STONES = np.array([[0] * 4, [0] * 4, [16, 20, 16, 19], [17, 17, 17, 20], [18] * 4])  # N-9, [seats, colours]
NEUTRAL_COLOUR = RED  # N-6
NOBLE_POINTS, PEASANT_POINTS, FOREIGN_POINTS = 4, 2, 1  # N-23
BONUS_POINTS = 2  # N-29
MOST_ROW = 72  # N-9

STONE, PLACE, REMOVE, MOVE = 0, 2 * CELLS, 3 * CELLS, 4 * CELLS  # action numbers; a stone from each end on each cell,
SKIP = MOVE + CELLS * CELLS  # a move from each cell to each cell,
INSERT = SKIP + 1  # and each end of the Row to each of its places
ACTIONS = INSERT + 2 * MOST_ROW
DEAL = MOST_SEATS  # start k, then row c
CHANCES = MOST_SEATS + COLOURS
LEFT, RIGHT = 0, 1  # the ends of the Row

TURN, ROW = 0, 1  # phases
AFTER_MOVE, AFTER_ANY = 0, 1  # N-33
COLOUR_GONE, BOARD_FULL, STALL, LAST_SEAT = 1, 2, 3, 4  # N-26, N-27, N-28, and all others have left

OPTIONS = (
    Option("insert_after", ("move", "any_tower_action"), "N-33"),
    Option("row_per_colour", (0, *range(4, 17)), "N-34"),
    Option("stall_rounds", (6, 5, *range(7, 21)), "N-35"),
)

STATE = record(
    GAME,
    [
        ("stones", "i8", (COLOURS,)),  # [colours] circles with a stone of the colour
        ("towers", "i8", (MOST_SEATS,)),  # [seats] circles with a tower of the seat
        ("blockers", "i8"),  # circles with a tower, the neutral one included (N-22)
        ("empty", "i8"),  # circles with nothing on them
        ("points", "i8", (MOST_SEATS,)),  # [seats]
        ("boxed", "i8", (COLOURS,)),  # [colours] stones still to be laid out in the Row (N-9)
        ("in_row", "i8", (COLOURS,)),  # [colours] stones in the Row
        ("row", "i1", (MOST_ROW,)),  # [places] colours from the left, then NO_STONE
        ("length", "i8"),  # of the Row
        ("phase", "i8"),
        ("quiet", "i8"),  # completed turns since the last stone (N-28)
        ("ended", "i8"),  # what ended the game, 0 while it goes on
        ("to_move", "i8"),
        ("seats", "i8"),
        ("start", "i8"),
        ("gone", "i8"),  # one bit a seat that has left
        ("insert_after", "i8"),
        ("row_per_colour", "i8"),
        ("stall_rounds", "i8"),
    ],
)


def _worth(seats: int, seat: int, colour: int) -> int:
    """N-3, N-4, N-23. What a stone brings to a tower of the seat."""
    if colour == NOBLE[seats, seat]:
        return NOBLE_POINTS
    return PEASANT_POINTS if colour == PEASANT[seats, seat] else FOREIGN_POINTS


def _between(one: int, other: int) -> int:
    """The circles strictly between two that are in line; none for others."""
    return sum(ray & back for ray in RAYS[one] if ray >> other & 1 for back in RAYS[other] if back >> one & 1)


WORTH = np.array(  # [number of seats, seat, colours] points
    [[[_worth(n, seat, colour) for colour in range(COLOURS)] for seat in range(MOST_SEATS)] for n in range(5)]
)
RAYS = RAY.tolist()
LINES = np.array([sum(rays) for rays in RAYS])  # [cells] the circles in line (N-21)
BETWEEN = np.array([[_between(one, other) for other in range(CELLS)] for one in range(CELLS)])  # [cells, cells]


@jit
def new_game(state, seats, options):
    """N-1 to N-10. Towers in reserve, the neutral one for two seats on d4; who begins and the Row are drawn first."""
    for place in range(MOST_ROW):
        state.row[place] = NO_STONE
    for colour in range(COLOURS):
        state.stones[colour] = 0
        state.in_row[colour] = 0
        state.boxed[colour] = options[1] if options[1] else FREE_STONES[seats, colour]
    for seat in range(MOST_SEATS):
        state.towers[seat] = 0
        state.points[seat] = 0
    state.blockers = bit(CENTRE) if seats == 2 else 0
    state.empty = FULL ^ state.blockers
    state.length = 0
    state.phase = TURN
    state.quiet = 0
    state.ended = 0
    state.to_move = CHANCE
    state.seats = seats
    state.start = NOBODY
    state.gone = 0
    state.insert_after = options[0]
    state.row_per_colour = options[1]
    state.stall_rounds = options[2]


@jit
def legal(state, out):
    """N-11 to N-19. A stone or a tower action; after a move a change of the Row.

    One function with one way out, because Numba counts references wherever `out` is handed on or dropped early.
    """
    n, room, own = 0, 0, 0
    if state.to_move == CHANCE:
        n = list_draws(state, out)
    elif state.phase == ROW:
        out[0] = SKIP
        n = 1
        for slot in range(1, state.length):
            out[n] = INSERT + slot
            n += 1
        for slot in range(state.length - 1):
            out[n] = INSERT + MOST_ROW + slot
            n += 1
    elif state.to_move != NOBODY:
        cells, own = state.empty, state.towers[state.to_move]
        room = count(cells)
        for at in range(room):
            out[at] = lowest(cells)  # the left stone's actions have the numbers of the cells
            out[room + at] = CELLS + out[at]
            cells &= cells - 1
        n = 2 * room
        if reserve(state, state.to_move):
            for at in range(room):
                out[n + at] = PLACE + out[at]
            n += room
        cells = own
        while cells:
            out[n] = REMOVE + lowest(cells)
            n += 1
            cells &= cells - 1
    while own:
        move = MOVE + CELLS * lowest(own)
        for at in range(room):
            out[n + at] = move + out[at]
        n += room
        own &= own - 1
    return n


@jit
def legal_count(state):
    """How many actions a seat has; with `legal_at` a random one is found without listing them all."""
    if state.phase == ROW:
        return 2 * state.length - 1
    towers = count(state.towers[state.to_move])
    return count(state.empty) * (groups(state) + towers) + towers


@jit
def legal_at(state, n):
    """The action that `legal` would write at place n."""
    if state.phase == ROW:
        if n == 0:
            return SKIP
        return INSERT + n if n < state.length else INSERT + MOST_ROW + n - state.length
    own, room = state.towers[state.to_move], count(state.empty)
    removals = groups(state) * room
    moves = removals + count(own)
    if n < removals:
        return n // room * CELLS + nth(state.empty, n % room)
    if n < moves:
        return REMOVE + nth(own, n - removals)
    return MOVE + CELLS * nth(own, (n - moves) // room) + nth(state.empty, (n - moves) % room)


@jit
def groups(state):
    """N-12, N-19. What can come to an empty circle: the left stone, the right one, and a tower while there is one."""
    return 3 if reserve(state, state.to_move) else 2


@jit
def list_draws(state, out):
    """N-9, N-10. Any seat may be the one that begins; then any colour still in the box may come next in the Row."""
    if state.start == NOBODY:
        return list_starts(state, out, 0)
    n = 0
    for colour in range(COLOURS):
        if state.boxed[colour]:
            out[n] = DEAL + colour
            n += 1
    return n


@jit
def chances(state, weights):
    """N-32. All seats are equally likely to begin, and all orders of the Row are equally likely."""
    if state.start == NOBODY:
        return weigh_starts(state, weights)
    n = 0
    for colour in range(COLOURS):
        if state.boxed[colour]:
            weights[n] = state.boxed[colour]
            n += 1
    return n


@jit
def reserve(state, seat):
    """N-5, N-8. Towers the seat has beside the board."""
    return TOWERS_EACH[state.seats] - count(state.towers[seat])


@jit
def seen(state, place, cells):
    """N-20 to N-22. Those of these circles that are in line with the place and have no tower strictly between."""
    found = cells & LINES[place]
    cells = found
    while cells:
        if BETWEEN[place, lowest(cells)] & state.blockers:
            found ^= bit(lowest(cells))
        cells &= cells - 1
    return found


@jit
def apply(state, action):
    """N-11, N-17. One action; a move is followed by the same seat's decision about the Row, all else ends the turn."""
    if state.to_move == CHANCE:
        deal(state, action)
        return
    if action < PLACE:
        play_stone(state, action // CELLS, action % CELLS)
    elif action < SKIP:
        toggle_tower(state, action % CELLS)
        if action >= MOVE:
            toggle_tower(state, (action - MOVE) // CELLS)
    elif action > SKIP:
        slide(state, 0 if action < INSERT + MOST_ROW else state.length - 1, (action - INSERT) % MOST_ROW)
    if PLACE <= action < SKIP and (action >= MOVE or state.insert_after == AFTER_ANY):
        state.phase = ROW
    else:
        state.quiet = 0 if action < PLACE else state.quiet + 1
        close_turn(state)


@jit
def deal(state, draw):
    """N-9, N-10. Who begins, then the Row from its left end; after its last stone play begins."""
    if draw < DEAL:
        state.start = draw
        return
    state.row[state.length] = draw - DEAL
    state.length += 1
    state.in_row[draw - DEAL] += 1
    state.boxed[draw - DEAL] -= 1
    if state.boxed[BLUE] + state.boxed[YELLOW] + state.boxed[GREEN] + state.boxed[RED] == 0:
        state.to_move = state.start


@jit
def play_stone(state, end, cell):
    """N-19, N-23, N-24. The stone scores for every tower that sees it, whoever laid it."""
    colour = take_stone(state, end)
    state.stones[colour] |= bit(cell)
    state.empty ^= bit(cell)
    for seat in range(state.seats):
        state.points[seat] += WORTH[state.seats, seat, colour] * count(seen(state, cell, state.towers[seat]))


@jit
def take_stone(state, end):
    """N-19. The stone at an end leaves the Row; returns its colour."""
    last = state.length - 1
    if end == LEFT:
        slide(state, 0, last)
    colour = int(state.row[last])
    state.row[last] = NO_STONE
    state.length = last
    state.in_row[colour] -= 1
    return colour


@jit
def slide(state, origin, goal):
    """N-18. A stone goes from one place of the Row to another, and those between close up."""
    colour = state.row[origin]
    for at in range(origin, goal):
        state.row[at] = state.row[at + 1]
    for at in range(origin, goal, -1):
        state.row[at] = state.row[at - 1]
    state.row[goal] = colour


@jit
def toggle_tower(state, cell):
    """N-12 to N-16. A tower of the seat to move comes to the circle or goes from it; nothing is scored."""
    state.towers[state.to_move] ^= bit(cell)
    state.blockers ^= bit(cell)
    state.empty ^= bit(cell)


@jit
def close_turn(state):
    """N-10. The end of the game, or the next seat clockwise that has not left."""
    state.phase = TURN
    check_end(state)
    if not state.ended:
        state.to_move = next_in(state, state.to_move)


@jit
def ending(state):
    """N-26 to N-28. What ends the game now, 0 if nothing does; a full board only once the turn is complete."""
    staying = state.seats - count(state.gone)
    if staying == 1:
        return LAST_SEAT
    for colour in range(COLOURS):
        if state.in_row[colour] == 0:
            return COLOUR_GONE
    if state.empty == 0 and state.phase == TURN:
        return BOARD_FULL
    return STALL if state.quiet >= state.stall_rounds * staying else 0


@jit
def check_end(state):
    """N-26 to N-29. If the game is over, each seat gets its bonus."""
    state.ended = ending(state)
    if state.ended:
        state.to_move = NOBODY
        state.phase = TURN
        for seat in range(state.seats):
            towers = state.towers[seat]
            while towers:
                state.points[seat] += bonus(state, seat, lowest(towers))
                towers &= towers - 1


@jit
def bonus(state, seat, tower):
    """N-29. Two points for each peasant stone of the seat that its tower sees."""
    return BONUS_POINTS * count(seen(state, tower, state.stones[PEASANT[state.seats, seat]]))


@jit
def leave(state, seat):
    """The seat drops out; its towers stay and score. A turn it had begun is broken off and does not count."""
    state.gone |= 1 << seat
    if state.to_move == seat:
        close_turn(state)
    else:
        check_end(state)


@jit
def scores(state, out):
    """N-30. The points, also of seats that have left."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@jit
def standing(state, seat):
    """N-30. What is compared at the end: still in, then points."""
    return 1 + state.points[seat] if is_in(state, seat) else 0


@jit
def default(state):
    """The left stone on the lowest empty circle, the Row left alone; of draws the first that can happen."""
    if state.to_move != CHANCE:
        return SKIP if state.phase == ROW else STONE + lowest(state.empty)
    draw = 0 if state.start == NOBODY else DEAL
    while draw >= DEAL and state.boxed[draw - DEAL] == 0:
        draw += 1
    return draw
