"""What the bots think of a Nobles and Peasants position: points, the bonus in sight, and the circles towers look at.

Most games end on a full board, so every empty circle in sight of a tower is a stone that will be scored some day.
"""

from __future__ import annotations

import math
from typing import Any

from siegeworks.core.bits import count, lowest
from siegeworks.core.game import Phrase
from siegeworks.core.hexboard import CELLS, turn_each, turned
from siegeworks.core.jit import jit, part
from siegeworks.core.odds import MOST_PRIOR, odds, prior_of
from siegeworks.core.phrases import phrase
from siegeworks.core.seats import is_in
from siegeworks.games.nobles.rules import (
    INSERT,
    MOST_ROW,
    MOVE,
    NO_STONE,
    PEASANT,
    PLACE,
    REMOVE,
    ROW,
    SKIP,
    WORTH,
    bonus,
    reserve,
    seen,
    toggle_tower,
)

ROLLOUT_DEPTH = 0  # by hand
LEVELS = {  # arena levels: see docs/levels.md
    1: {"simulations": 16, "softmax_rate": 0.0, "random_rate": 0.28},
    2: {"simulations": 16, "softmax_rate": 0.0, "random_rate": 0.1},
    3: {"simulations": 44, "softmax_rate": 0.0},
    4: {"simulations": 320, "net": {"simulations": 8}},
    5: {"simulations": 8000, "net": {"simulations": 80}},
}

POINT = 1.0  # by hand
OUTLOOK = 0.9  # points a circle in sight is worth; by hand
RESERVE = 2.0  # points a tower beside the board is worth; by hand
ON_THE_MOVE = 0.5  # of the best stone at hand; by hand
SWING = 2.0  # points that are still open, for the root of the number of empty circles; by hand
LEAST_SWING = 1.5  # by hand

PRIOR_POINT = 0.6  # by hand
PRIOR_OUTLOOK = 0.5  # by hand
PRIOR_TOWER = 2.0  # a tower turn takes no stone away from anybody; by hand
PRIOR_ROW = 0.8  # by hand
LIKELY_SLOTS = 3  # places from either end that matter soon; others are thought of last; by hand
UNLIKELY = 0.02  # by hand


@jit
def bonuses(state, seat):
    """N-29. The bonus the seat would get now."""
    points, towers = 0, state.towers[seat]
    while towers:
        points += bonus(state, seat, lowest(towers))
        towers &= towers - 1
    return float(points)


@jit
def points(state, seat):
    """Points the seat has, with the bonus in sight."""
    return state.points[seat] + bonuses(state, seat)


@jit
def outlook(state, seat):
    """Empty circles in sight of the seat's towers, counted for each tower."""
    circles, towers = 0, state.towers[seat]
    while towers:
        circles += count(seen(state, lowest(towers), state.empty))
        towers &= towers - 1
    return float(circles)


@jit
def in_reserve(state, seat):
    """Towers beside the board, as far as there is time and room to place them."""
    return float(min(reserve(state, seat), count(state.empty) // 4))


@part
def stone_gain(state, seat, colour, cell):
    """N-23, N-29. What a stone there would bring the seat, the bonus included."""
    sights = count(seen(state, cell, state.towers[seat]))
    worth = WORTH[state.seats, seat, colour]
    if colour == PEASANT[state.seats, seat]:
        worth += 2
    return float(worth * sights)


@part
def lead_gain(state, seat, colour, cell):
    """What a stone there would bring the seat more than the best of the others."""
    most = 0.0
    for other in range(state.seats):
        if other != seat and is_in(state, other):
            most = max(most, stone_gain(state, other, colour, cell))
    return stone_gain(state, seat, colour, cell) - most


@jit
def best_stone(state, seat):
    """The greatest lead an end stone of the Row brings the seat if it is to move."""
    if state.to_move != seat or state.phase == ROW:
        return 0.0
    best, cells = -math.inf, state.empty
    while cells:
        for end in range(2):
            colour = int(state.row[0 if end == 0 else state.length - 1])
            best = max(best, lead_gain(state, seat, colour, lowest(cells)))
        cells &= cells - 1
    return best


@jit
def doubt(state):
    """How many points one way or the other the rest of the game may bring."""
    return LEAST_SWING + SWING * math.sqrt(count(state.empty))


FEATURES = {"POINT": points, "OUTLOOK": outlook, "RESERVE": in_reserve, "ON_THE_MOVE": best_stone}


@jit
def value(state, out):
    """Each seat's expected share of the win."""
    for seat in range(state.seats):
        ahead = (
            POINT * points(state, seat)
            + OUTLOOK * outlook(state, seat)
            + RESERVE * in_reserve(state, seat)
            + ON_THE_MOVE * best_stone(state, seat)
        )
        out[seat] = ahead / doubt(state)
    odds(out, state.seats, state.gone)


# What an action promises


@jit
def is_last_stone(state, colour):
    """N-26, N-27. Whether laying a stone of the colour ends the game."""
    return count(state.empty) == 1 or state.in_row[colour] == 1


@part
def is_last_turn(state, cells):
    """N-27, N-28. Whether a turn without a stone that leaves so many circles empty ends the game."""
    staying = state.seats - count(state.gone)
    return cells == 0 or state.quiet + 1 >= state.stall_rounds * staying


@part
def final_lead(state, seat, colour, cell):
    """How far ahead of all others the seat would be if the game ended with this stone; NO_STONE ends it without."""
    most = -math.inf
    for other in range(state.seats):
        if other != seat and is_in(state, other):
            most = max(most, final_points(state, other, colour, cell))
    return final_points(state, seat, colour, cell) - most


@part
def final_points(state, seat, colour, cell):
    """What the seat would have if the game ended with this stone, or without one."""
    return points(state, seat) + (stone_gain(state, seat, colour, cell) if colour != NO_STONE else 0.0)


@part
def final_prior(lead):
    """The prior of an action that ends the game."""
    return MOST_PRIOR if lead > 0 else prior_of(lead - 1.0 if lead < 0 else 0.0)


@part
def stone_prior(state, seat, action):
    """N-19. A stone: points for us less those for the others; if it ends the game, who then wins."""
    colour, cell = int(state.row[0 if action < CELLS else state.length - 1]), action % CELLS
    if is_last_stone(state, colour):
        return final_prior(final_lead(state, seat, colour, cell))
    shut = count(seen(state, cell, state.towers[seat]))  # the circle is then no longer one to look at
    return prior_of(PRIOR_POINT * (lead_gain(state, seat, colour, cell) - shut * OUTLOOK))


@part
def sight_from(state, seat, cell):
    """What a tower on this circle would see: empty circles, and peasants for the bonus."""
    peasants = state.stones[PEASANT[state.seats, seat]]
    return PRIOR_OUTLOOK * OUTLOOK * count(seen(state, cell, state.empty)) + count(seen(state, cell, peasants))


@part
def place_prior(state, seat, cell):
    """N-12. A tower from the reserve; if that ends the game, who then wins."""
    if is_last_turn(state, count(state.empty) - 1):
        toggle_tower(state, cell)
        lead = final_lead(state, seat, NO_STONE, cell)
        toggle_tower(state, cell)
        return final_prior(lead)
    return prior_of(sight_from(state, seat, cell) - PRIOR_TOWER)


@part
def tower_prior(state, seat, action):
    """N-12 to N-14. A tower that comes sees more, one that goes sees nothing."""
    if action < REMOVE:
        return place_prior(state, seat, action - PLACE)
    if action < MOVE:
        return prior_of(-2.0 * PRIOR_TOWER - sight_from(state, seat, action - REMOVE))
    origin, goal = (action - MOVE) // CELLS, (action - MOVE) % CELLS
    before = sight_from(state, seat, origin)
    toggle_tower(state, origin)
    after = sight_from(state, seat, goal)
    toggle_tower(state, origin)
    return prior_of(after - before - PRIOR_TOWER)


@part
def end_worth(state, seat, colour):
    """What a colour at an end of the Row is worth to the seat that moves next, more than to us."""
    following = seat + 1 if seat + 1 < state.seats else 0
    return float(WORTH[state.seats, following, colour] - WORTH[state.seats, seat, colour])


@part
def row_prior(state, seat, action):
    """N-17, N-18. An end that suits the next seat goes back into the Row, and not where nobody will look for long."""
    if is_last_turn(state, count(state.empty)):
        return final_prior(final_lead(state, seat, NO_STONE, 0))
    if action == SKIP:
        return 1.0
    last, slot = state.length - 1, (action - INSERT) % MOST_ROW
    is_left = action < INSERT + MOST_ROW
    old, new = int(state.row[0 if is_left else last]), int(state.row[1 if is_left else last - 1])
    better = end_worth(state, seat, old) - end_worth(state, seat, new)
    is_near = min(slot, last - slot) < LIKELY_SLOTS
    return prior_of(PRIOR_ROW * better) * (1.0 if is_near else UNLIKELY)


@jit
def prior(state, actions, n, out):
    """The points of a stone, the sight of a tower, or the ends of the Row left for the next seat."""
    seat = state.to_move
    for at in range(n):
        action = actions[at]
        if action < PLACE:
            out[at] = stone_prior(state, seat, action)
        elif action < SKIP:
            out[at] = tower_prior(state, seat, action)
        else:
            out[at] = row_prior(state, seat, action)


# The board turned and mirrored


@jit
def turn(state, symmetry):
    """Turn or mirror the whole board in place."""
    turn_each(state.stones, symmetry)
    turn_each(state.towers, symmetry)
    state.blockers = turned(state.blockers, symmetry)
    state.empty = turned(state.empty, symmetry)


# In words


def _stone_remark(view: Any, seat: int, action: int) -> Phrase | None:
    colour, cell = int(view.row[0 if action < CELLS else view.length - 1]), action % CELLS
    worth = WORTH[view.seats, :, colour].tolist()
    gains = [worth[each] * count(seen(view, cell, view.towers[each])) for each in range(view.seats)]
    others = max(gain for other, gain in enumerate(gains) if other != seat)
    ends = "yes" if is_last_stone(view, colour) else "no"
    if gains[seat]:
        return phrase("nobles.scores", points=gains[seat], others=others, ends=ends)
    if others:
        return phrase("nobles.lets-score", points=others, ends=ends)
    return phrase("nobles.scores-nothing") if ends == "yes" else None


def remark(view: Any, action: int) -> Phrase | None:
    """What an action of the seat to move does, as a part of a sentence."""
    seat = int(view.to_move)
    if action < PLACE:
        return _stone_remark(view, seat, action)
    if action == SKIP:
        return None
    if action > SKIP:
        is_left = action < INSERT + MOST_ROW
        ends = (1, view.length - 1) if is_left else (0, view.length - 2)
        left, right = (phrase("colour", colour="bygr"[int(view.row[end])]) for end in ends)
        return phrase("nobles.leaves-ends", left=left, right=right)
    after = view.copy()
    toggle_tower(after, action % CELLS)
    if action >= MOVE:
        toggle_tower(after, (action - MOVE) // CELLS)
    more = int(outlook(after, seat) - outlook(view, seat))
    peasants = int(bonuses(after, seat) - bonuses(view, seat)) // 2
    said = [phrase("nobles.sees-more", count=more)] if more > 0 else []
    if peasants > 0:
        said.append(phrase("nobles.brings-peasants", count=peasants))
    return phrase("all-of", parts=said) if said else None
