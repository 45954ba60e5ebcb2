"""What the bots think of a BluffStones position: towers scored, towers ready to be scored, and what the piles can do.

A tower is ready when two stones of its colour lie beside it and a circle is free for the third. That is worth most to
whoever uses a stone of the colour first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.bits import count, lowest
from siegeworks.core.hexboard import bit, names_of, neighbours
from siegeworks.core.jit import jit, part
from siegeworks.core.odds import odds, urge_of
from siegeworks.core.phrases import listed
from siegeworks.games.bluffstones.rules import (
    BIDDING,
    NOTHING,
    PAIR,
    PLACE,
    PLACEABLE,
    RED,
    REMOVE,
    STONES_TO_SCORE,
    colour_of,
    matching,
    pile_size,
    standing_towers,
)

ROLLOUT = 0  # by hand
LEVELS = {  # arena levels: see docs/levels.md
    1: {"simulations": 16, "slips": 1.0, "blur": 1.0},
    2: {"simulations": 16, "slips": 0.75, "blur": 0.2},
    3: {"simulations": 16, "slips": 0.4, "blur": 0.12},
    4: {"simulations": 32, "slips": 0.1, "blur": 0.1},
    5: {"simulations": 4000},
}

SCORED = 1.3  # fit: 2,000 games of self-play
PILE = 0.06  # by hand: the fit gives more, and a bot that then bids nothing at all
LAST_PILE = 0.6  # once no tower stands, only ties are left to decide; by hand
USABLE = 0.06  # by hand, likewise
AT_HAND = 1.4  # fit: 2,000 games of self-play
UNDECIDED = 0.12  # each standing tower makes a lead less certain; by hand
DECIDED = 0.25  # by hand

URGE_SCORE = 5.0  # by hand
URGE_READY = 1.2  # a bid's, for each tower it could score; by hand
URGE_BEGUN = 0.25  # by hand
URGE_DENY = 1.5  # by hand
URGE_HELP = 2.0  # by hand
URGE_COST = 0.3  # of each stone bid; by hand
LAST_NOTHING = 6.0  # by hand


@jit
def ready(state, colour):
    """Towers with two stones of their colour beside them and a free circle for the third."""
    found, towers = np.int64(0), state.towers[colour]
    while towers:
        tower = lowest(towers)
        if neighbours(tower) & state.empty and matching(state, tower, colour) >= STONES_TO_SCORE - 1:
            found |= bit(tower)
        towers &= towers - 1
    return found


@jit
def scored(state, seat):
    """Towers the seat has scored."""
    return float(state.scored[seat])


@jit
def pile(state, seat):
    """B-24. Stones left, which break ties."""
    return float(pile_size(state, seat))


@jit
def last_pile(state, seat):
    """The same once no tower stands."""
    return 0.0 if standing_towers(state) else float(pile_size(state, seat))


@jit
def usable(state, seat):
    """Stones of the pile in colours of standing towers, at most three a tower, and red ones while towers stand."""
    stones = 0
    for colour in range(PLACEABLE):
        stones += min(state.piles[seat, colour], STONES_TO_SCORE * count(state.towers[colour]))
    return float(stones + (state.piles[seat, RED] if standing_towers(state) else 0))


@jit
def at_hand(state, seat):
    """Towers the stone the seat holds can score now; half as many if another seat is to use its stone first."""
    colour = state.held[seat]
    if colour >= PLACEABLE or ready(state, colour) == 0:
        return 0.0
    return 1.0 if state.to_move == seat else 0.5


@jit
def doubt(state):
    """What a lead of one tower is divided by: little is certain while many towers stand."""
    return DECIDED + UNDECIDED * count(standing_towers(state))


FEATURES = {"SCORED": scored, "PILE": pile, "LAST_PILE": last_pile, "USABLE": usable, "AT_HAND": at_hand}


@jit
def value(state, out):
    """Each seat's expected share of the win."""
    for seat in range(state.seats):
        ahead = (
            SCORED * scored(state, seat)
            + PILE * pile(state, seat)
            + LAST_PILE * last_pile(state, seat)
            + USABLE * usable(state, seat)
            + AT_HAND * at_hand(state, seat)
        )
        out[seat] = ahead / doubt(state)
    odds(out, state.seats, state.gone)


# What an action promises


@part
def others_holding(state, seat, colour):
    """How many other seats still have a stone of the colour to use this round."""
    found = 0
    for other in range(state.seats):
        if other != seat and state.held[other] == colour:
            found += 1
    return found


@part
def bid_urge(state, seat, bid):
    """B-7. A colour that can score, red against those who can, or nothing once nothing can be won."""
    if standing_towers(state) == 0:
        return urge_of(LAST_NOTHING if bid == NOTHING else 0.0)
    if bid == NOTHING:
        return urge_of(0.0)
    cost = URGE_COST * (2 if bid >= PAIR else 1)
    colour, targets, begun = colour_of(bid), 0, 0
    for other in range(PLACEABLE):
        if other == colour or colour == RED:
            targets += count(ready(state, other))
            begun += count(state.towers[other])
    if colour == RED:
        return urge_of(URGE_READY * 0.5 * targets - cost)
    return urge_of(URGE_READY * targets + URGE_BEGUN * begun - cost)


@part
def removal_urge(state, seat, cell):
    """B-12. A stone beside a ready tower, most of all when another seat has the stone that would score it."""
    gain = 0.0
    for colour in range(PLACEABLE):
        if state.stones[colour] & bit(cell):
            towers = count(neighbours(cell) & ready(state, colour))
            gain += URGE_DENY * towers * (1 + 2 * others_holding(state, seat, colour))
            gain += URGE_BEGUN * count(neighbours(cell) & state.towers[colour])
    return urge_of(gain)


@part
def denial(state, seat, cell):
    """Towers another seat could score this round if this circle, the last free one, were not taken."""
    towers = 0
    for colour in range(PLACEABLE):
        if others_holding(state, seat, colour):
            threatened = ready(state, colour) & neighbours(cell)
            while threatened:
                if neighbours(lowest(threatened)) & state.empty == bit(cell):
                    towers += 1
                threatened &= threatened - 1
    return towers


@part
def placement_urge(state, seat, cell):
    """B-14, B-16. A tower scored; a second stone beside one only where nobody has the third at hand."""
    colour, gain = state.held[seat], 0.0
    rivals = others_holding(state, seat, colour)
    towers = neighbours(cell) & state.towers[colour]
    while towers:
        beside = matching(state, lowest(towers), colour)
        if beside >= STONES_TO_SCORE - 1:
            gain += URGE_SCORE
        elif beside == STONES_TO_SCORE - 2:
            gain -= URGE_HELP * rivals - URGE_BEGUN
        else:
            gain += URGE_BEGUN
        towers &= towers - 1
    return urge_of(gain + URGE_DENY * denial(state, seat, cell))


@jit
def urge(state, actions, n, out):
    """How promising a bid, a removal or a placement looks."""
    seat = state.to_move
    for at in range(n):
        action = actions[at]
        if state.phase == BIDDING:
            out[at] = bid_urge(state, seat, action)
        elif action < PLACE:
            out[at] = removal_urge(state, seat, action - REMOVE)
        else:
            out[at] = placement_urge(state, seat, action - PLACE)


# In words


def _scoring(view: Any, colour: int, cell: int) -> int:
    """The towers a stone of the colour would score from a circle."""
    beside = int(neighbours(cell) & view.towers[colour])
    return beside & int(ready(view, colour))


def remark(view: Any, action: int) -> str | None:
    """What an action of the seat to move does, in words."""
    if view.phase == BIDDING:
        return _bid_remark(view, action)
    if action < PLACE:
        cell = action - REMOVE
        colour = next(colour for colour in range(PLACEABLE) if view.stones[colour] & bit(cell))
        spoilt = int(neighbours(cell) & ready(view, colour))
        return f"leaves {listed(names_of(spoilt))} one stone short" if spoilt else None
    cell, colour = action - PLACE, int(view.held[view.to_move])
    scoring = _scoring(view, colour, cell)
    if scoring:
        return f"scores {listed(names_of(scoring))}"
    after = view.copy()
    after.stones[colour] |= bit(cell)
    after.empty ^= bit(cell)
    made = int(ready(after, colour) & ~ready(view, colour))
    return f"makes {listed(names_of(made))} ready for a third stone" if made else None


def _bid_remark(view: Any, bid: int) -> str | None:
    if bid == NOTHING:
        return None if standing_towers(view) else "keeps the stones that break a tie"
    if colour_of(bid) == RED:
        targets = sum(int(ready(view, colour)) for colour in range(PLACEABLE))
        return f"can spoil {listed(names_of(targets))}" if targets else None
    targets = int(ready(view, colour_of(bid)))
    return f"goes for {listed(names_of(targets))}, where two stones lie already" if targets else None
