"""What the bots think of a SiegeStones position: towers held, towers that can be taken, and which way the rest lean.

Trying a piece means putting it on the board, looking, and taking it back: the rules decide what it changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.bits import count, lowest
from siegeworks.core.game import Phrase
from siegeworks.core.hexboard import CELLS, bit, cells_of, names_of, neighbours, turn_each, turned, within_two
from siegeworks.core.jit import jit, part
from siegeworks.core.odds import MOST_PRIOR, odds, prior_of
from siegeworks.core.phrases import phrase
from siegeworks.core.seats import following, is_in, next_in
from siegeworks.games.siegestones.rules import (
    BASE_THREAT,
    STONE,
    THREAT_TO_CONTROL,
    TOWER,
    TOWERS_TO_WIN,
    may_place_tower,
    pool,
    put_stone,
    put_tower,
    threat_against,
)

ROLLOUT_DEPTH = -1  # to the end
# Moving second with 45,000 simulations against plain UCT with 112,000: 10 % of 20 games before, without these and with
# older weights; of 40 games each 54 % with rave_equivalence 1,000, 62 % with 300, 68 % with 100.
SEARCH_SETTINGS = {"rave_equivalence": 100.0, "evaluation_weight": 0.5}
# 158 games at 0.2 s against `search`: 65 % with 2.0, 62 % of 166 with 1.4; more in docs/nets.md
NET_SETTINGS = {"prior_temperature": 2.0}
LEVELS = {  # arena levels: see docs/levels.md
    1: {"simulations": 16, "softmax_rate": 0.0, "random_rate": 0.35},
    2: {"simulations": 16, "softmax_rate": 0.0, "random_rate": 0.12},
    3: {"simulations": 160, "softmax_rate": 0.0, "random_rate": 0.03},
    4: {"simulations": 700},
    5: {"simulations": 10_000, "net": {"simulations": 64}},
}

HELD = 2.0  # fit: 640 games of search:2000
LEANING = 0.5  # fit: 640 games of search:2000
TAKEABLE = 1.15  # fit: 640 games of search:2000
SITES = 0.11  # fit: 640 games of search:2000
TEMPO = 0.5  # fit: 640 games of search:2000
WINNING = 6.6  # fit: 640 games of search:2000
AHEAD = 1.7  # fit: 640 games of search:2000
DOUBT = 0.03  # fit: 640 games of search:2000
SURE = 2.0  # margins are measured against this, and as much again for each free circle; by hand

PRIOR_HELD = 1.5  # by hand
PRIOR_LEANING = 1.5  # by hand
PRIOR_STONE = 0.3  # by hand
PRIOR_SITES = 0.2  # by hand
BLOCK = 1e4  # by hand


@part
def best_rating(state, cells):
    """T-14. The rating a stone would have on the best of these circles, each of which touches a tower; 0 if none."""
    ones, twos, fours = cells & state.touched[0], cells & state.touched[1], cells & state.touched[2]
    few = cells & ~fours
    if few & ones & ~twos:
        return BASE_THREAT - 1
    if few & twos & ~ones:
        return BASE_THREAT - 2
    if few & ones & twos:
        return BASE_THREAT - 3
    return BASE_THREAT - 4 if fours & ~ones & ~twos else 0


@part
def rival_threat(state, tower, seat):
    """The greatest threat of the other seats, or just too little for control if that is more."""
    most = THREAT_TO_CONTROL - 1
    for other in range(state.seats):
        if other != seat:
            most = max(most, threat_against(state, tower, other))
    return most


@jit
def held(state, seat):
    """Towers the seat controls."""
    return float(count(state.held[seat]))


@part
def leans(margin, room):
    """From -1 to 1, what a margin of threat means with so many free circles beside the tower; a tie is not enough."""
    margin -= 0.5
    return margin / (abs(margin) + SURE * room)


@part
def lean(state, tower, seat):
    """From -1 to 1, how surely a tower is or will be the seat's: its margin against the room left beside it."""
    margin = threat_against(state, tower, seat) - rival_threat(state, tower, seat)
    return leans(margin, count(neighbours(tower) & state.empty))


@part
def leanings(state, seat, towers):
    """How far these towers lean towards the seat, in all."""
    total = 0.0
    while towers:
        total += lean(state, lowest(towers), seat)
        towers &= towers - 1
    return total


@jit
def leaning(state, seat):
    """How far all towers lean towards the seat."""
    return leanings(state, seat, state.towers)


@jit
def takeable(state, seat):
    """Towers of others, or nobody's, that one more stone of the seat would take."""
    found, towers = 0.0, state.towers & ~state.held[seat]
    while towers:
        tower = lowest(towers)
        rating = best_rating(state, neighbours(tower) & state.empty)
        if rating and threat_against(state, tower, seat) + rating > rival_threat(state, tower, seat):
            found += 1.0
        towers &= towers - 1
    return found


@part
def around(stones):
    """The circles beside one or more of these stones."""
    found = np.int64(0)
    while stones:
        found |= neighbours(lowest(stones))
        stones &= stones - 1
    return found


@part
def around_twice(stones):
    """The circles beside two or more of these stones."""
    once, twice = np.int64(0), np.int64(0)
    while stones:
        twice |= once & neighbours(lowest(stones))
        once |= neighbours(lowest(stones))
        stones &= stones - 1
    return twice


@jit
def sites(state, seat):
    """Empty circles where the seat has more stones beside it than the others: a tower there would be its own."""
    if pool(state) <= 0:
        return 0.0
    others = np.int64(0)
    for other in range(state.seats):
        if other != seat:
            others |= state.stones[other]
    mine, more = around(state.stones[seat]), around_twice(state.stones[seat])
    return float(count(state.empty & ((mine & ~around(others)) | (more & ~around_twice(others)))))


@jit
def tempo(state, seat):
    """1 if it is the seat's turn."""
    return 1.0 if state.to_move == seat else 0.0


@part
def is_nearly_won(state, seat, reach):
    """1 if one stone would give the seat its fourth tower on its turn, or two towers await it after the next."""
    wanted = 1 if state.to_move == seat else 2
    return 1.0 if count(state.held[seat]) >= TOWERS_TO_WIN - 1 and reach >= wanted else 0.0


@jit
def winning(state, seat):
    """1 if the seat can hardly be kept from its fourth tower."""
    return is_nearly_won(state, seat, takeable(state, seat))


@part
def stones_to_come(state, seat):
    """How many stones the seat would have if all went on in turn with stones alone until the board is full."""
    seats, before, at = 0, 0, state.to_move
    for _ in range(state.seats):
        if is_in(state, at):
            before = seats if at == seat else before
            seats += 1
        at = following(state, at)
    return count(state.stones[seat]) + (count(state.empty) + seats - 1 - before) // seats


@jit
def ahead(state, seat):
    """T-25. 1 if the seat would have the most stones on a full board, which decides between as many towers."""
    mine = stones_to_come(state, seat)
    for other in range(state.seats):
        if other != seat and is_in(state, other) and stones_to_come(state, other) >= mine:
            return 0.0
    return 1.0


@jit
def doubt(state):
    """The more circles are empty, the less a lead is worth."""
    return 1.0 + DOUBT * count(state.empty)


FEATURES = {
    "HELD": held,
    "LEANING": leaning,
    "TAKEABLE": takeable,
    "SITES": sites,
    "TEMPO": tempo,
    "WINNING": winning,
    "AHEAD": ahead,
}


@jit
def value(state, out):
    """Each seat's expected share of the win."""
    for seat in range(state.seats):
        reach = takeable(state, seat)
        out[seat] = (
            HELD * held(state, seat)
            + LEANING * leaning(state, seat)
            + TAKEABLE * reach
            + SITES * sites(state, seat)
            + TEMPO * tempo(state, seat)
            + WINNING * is_nearly_won(state, seat, reach)
            + AHEAD * ahead(state, seat)
        ) / doubt(state)
    odds(out, state.seats, state.gone)


# Trying a piece


@part
def remember(state):
    """What a piece may change besides its own circle."""
    held, touched = state.held, state.touched
    return held[0], held[1], held[2], held[3], touched[0], touched[1], touched[2]


@jit
def put(state, seat, action):
    """Put the piece of an action on the board as the seat's; nobody's turn passes."""
    if action < TOWER:
        put_stone(state, action - STONE, seat)
    else:
        put_tower(state, action - TOWER)


@part
def take_back(state, seat, action, memory):
    """Undo `put`."""
    place = bit(action % CELLS)
    if action < TOWER:
        state.stones[seat] ^= place
    else:
        state.towers ^= place
    state.empty ^= place
    state.held[0], state.held[1], state.held[2], state.held[3] = memory[0], memory[1], memory[2], memory[3]
    state.touched[0], state.touched[1], state.touched[2] = memory[4], memory[5], memory[6]


@jit
def has_won(state, seat):
    """T-23. Whether the seat alone leads with four towers or more."""
    mine = count(state.held[seat])
    for other in range(state.seats):
        if other != seat and is_in(state, other) and count(state.held[other]) >= mine:
            return False
    return mine >= TOWERS_TO_WIN


@part
def wins_with(state, seat, action):
    """Whether this piece would win for the seat."""
    memory = remember(state)
    put(state, seat, action)
    is_won = has_won(state, seat)
    take_back(state, seat, action, memory)
    return is_won


@jit
def winning_cells(state, seat, first, cells):
    """Those of the empty circles where a stone (or, by `first`, a tower) would win for the seat."""
    found, left = np.int64(0), cells
    while left:
        if wins_with(state, seat, first + lowest(left)):
            found |= left & -left
        left &= left - 1
    return found


@part
def standing(state, seat, foe, towers):
    """How far these towers lean towards the seat rather than the foe: both leanings, each threat reckoned once."""
    total = 0.0
    while towers:
        tower = lowest(towers)
        mine, theirs = threat_against(state, tower, seat), threat_against(state, tower, foe)
        most = THREAT_TO_CONTROL - 1
        for other in range(state.seats):
            if other not in (seat, foe):
                most = max(most, threat_against(state, tower, other))
        room = count(neighbours(tower) & state.empty)
        total += leans(mine - max(theirs, most), room) - leans(theirs - max(mine, most), room)
        towers &= towers - 1
    return total


@part
def gain(state, seat, foe, action):
    """How much better the towers near the piece stand for the seat with it than without; MOST_PRIOR if it wins."""
    place, memory = action % CELLS, remember(state)
    near = (neighbours(place) if action < TOWER else within_two(place)) & state.towers
    before = standing(state, seat, foe, near)
    mine, theirs = count(state.held[seat]), count(state.held[foe])
    put(state, seat, action)
    is_won = has_won(state, seat)
    if action >= TOWER:
        near |= bit(place)
    after = standing(state, seat, foe, near)
    towers = count(state.held[seat]) - mine - count(state.held[foe]) + theirs
    take_back(state, seat, action, memory)
    if is_won:
        return MOST_PRIOR
    return PRIOR_HELD * towers + PRIOR_LEANING * (after - before) + (PRIOR_STONE if action < TOWER else 0.0)


@part
def is_idle(state, action):
    """Whether the piece touches nothing it could change: a stone beside no tower, a tower beside nothing."""
    near = neighbours(action % CELLS)
    return near & state.towers == 0 if action < TOWER else near & ~state.empty == 0


@part
def blocks(state, seat, foe, action, stones, towers):
    """Whether none of the places where the next seat would win does so after this action."""
    memory = remember(state)
    put(state, seat, action)
    is_safe = (
        winning_cells(state, foe, STONE, stones & state.empty) == 0
        and winning_cells(state, foe, TOWER, towers & state.empty) == 0
        and not has_won(state, foe)
    )
    take_back(state, seat, action, memory)
    return is_safe


@jit
def prior(state, actions, n, out):
    """A win before all, then what keeps the next seat from winning, then towers gained and leaning our way."""
    seat, foe = state.to_move, next_in(state, state.to_move)
    stones, towers = np.int64(0), np.int64(0)
    if count(state.held[foe]) >= TOWERS_TO_WIN - 2:
        stones = winning_cells(state, foe, STONE, state.empty)
        towers = winning_cells(state, foe, TOWER, state.empty) if may_place_tower(state) else towers
    fresh = state.empty & ~around(state.stones[seat]) if pool(state) > 0 else np.int64(0)
    for at in range(n):
        action = actions[at]
        sites_won = count(fresh & neighbours(action)) if action < TOWER else 0
        idle, gained = is_idle(state, action), PRIOR_STONE if action < TOWER else 0.0
        if not idle:
            gained = gain(state, seat, foe, action)
        out[at] = prior_of(gained + PRIOR_SITES * sites_won)
        if gained == MOST_PRIOR:
            out[at] = MOST_PRIOR
        elif stones | towers and blocks(state, seat, foe, action, stones, towers):
            out[at] *= BLOCK


# The board turned and mirrored


@jit
def turn(state, symmetry):
    """Turn or mirror the whole board in place."""
    turn_each(state.stones, symmetry)
    turn_each(state.held, symmetry)
    turn_each(state.touched, symmetry)
    state.towers = turned(state.towers, symmetry)
    state.empty = turned(state.empty, symmetry)


# In words


def _with(view: Any, seat: int, action: int) -> Any:
    """The board with the piece of an action on it."""
    after = view.copy()
    put(after, seat, action)
    return after


def _within_reach(view: Any, seat: int) -> int:
    """The towers that one stone of the seat would take."""
    found = 0
    for cell in cells_of(view.empty):
        found |= int(_with(view, seat, STONE + cell).held[seat] & ~view.held[seat])
    return found


def _could_win(view: Any, seat: int) -> bool:
    """Whether the seat would win if it were to place a piece now."""
    towers = winning_cells(view, seat, TOWER, view.empty) if may_place_tower(view) else 0
    return bool(towers or winning_cells(view, seat, STONE, view.empty))


def remark(view: Any, action: int) -> Phrase | None:
    """What an action of the seat to move does, as a part of a sentence."""
    seat, foe = int(view.to_move), int(next_in(view, view.to_move))
    after = _with(view, seat, action)
    gained = int(after.held[seat] & ~view.held[seat])
    if has_won(after, seat):
        return (
            phrase("siegestones.takes-and-wins", cells=names_of(gained)) if gained else phrase("siegestones.breaks-tie")
        )
    said = [phrase("siegestones.takes", cells=names_of(gained))] if gained else []
    if _could_win(view, foe) and not _could_win(after, foe):
        said.append(phrase("siegestones.keeps-from-winning"))
    lost = sum(int(view.held[other] & ~after.held[other] & ~gained) for other in range(view.seats) if other != seat)
    if lost:
        said.append(phrase("siegestones.frees", cells=names_of(lost)))
    reach = _within_reach(after, seat) & ~_within_reach(view, seat) & ~gained
    if reach:
        said.append(phrase("siegestones.threatens", cells=names_of(reach)))
    return phrase("all-of", parts=said) if said else None
