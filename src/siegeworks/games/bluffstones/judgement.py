"""What the bots think of a BluffStones position: towers scored, towers ready to be scored, and what the piles can do.

A tower is ready when two stones of its colour lie beside it and a circle is free for the third. That is worth most to
whoever uses a stone of the colour first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.bits import count, lowest
from siegeworks.core.game import Phrase
from siegeworks.core.hexboard import bit, names_of, neighbours, turn_each, turned
from siegeworks.core.jit import jit, part
from siegeworks.core.odds import odds, prior_of
from siegeworks.core.phrases import phrase
from siegeworks.core.seats import following, is_in
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
    standing,
    standing_towers,
)

ROLLOUT_DEPTH = -1  # to the end
# Against plain UCT with 15,000 simulations, after two random decisions: without rollouts 54 % of 81 games (with 7,000
# simulations), with evaluation_weight 0.7 60 % of 74, with 0.85 70 % of 59 (with 5,000); 64 % of 63 with
# rave_equivalence 100, 67 % of 68 with 400 (with 9,000). Less exploration and a greater epsilon were worse.
SEARCH_SETTINGS = {"evaluation_weight": 0.85, "rave_equivalence": 200.0}
CONTEMPT = 0.5  # with 0.15 all of 30 games were shared at once, with 0.25 half of them; an early trial
LEVELS = {  # arena levels: see docs/levels.md
    1: {"simulations": 16, "softmax_rate": 1.0, "temperature": 1.0, "contempt": CONTEMPT},
    2: {"simulations": 16, "softmax_rate": 0.6, "temperature": 0.2, "contempt": CONTEMPT},
    3: {"simulations": 24, "softmax_rate": 0.15, "temperature": 0.1, "contempt": CONTEMPT},
    4: {"simulations": 140, "contempt": CONTEMPT},
    5: {"simulations": 6000, "contempt": CONTEMPT},
}

SCORED = 2.95  # fit: 500 games of search:2000 and uct:4000, as are those below
MORE = 0.75  # fit
PILE = 3.25  # of all stones, divided by one more than the standing towers; fit
REDS = 0.25  # fit
TWO_FOR_READY = 1.35  # fit
FIRST_AT_READY = 0.7  # fit
COUNT_BITS, MOST_COUNT = 2, 3  # a colour is on three towers at most

PRIOR_SCORE = 5.0  # by hand
PRIOR_READY = 1.2  # a bid's, for each tower it could score; by hand
PRIOR_BEGUN = 0.25  # by hand
PRIOR_DENY = 1.5  # by hand
PRIOR_HELP = 2.0  # by hand
PRIOR_WAIT = 3.0  # nothing, for a seat that wins if all do the same; by hand
PRIOR_COST = 0.3  # of each stone bid; by hand
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


# What a position is worth


@jit
def outlook(state):
    """How the round will end: packed counts of the towers then ready in each colour, and of those each seat scores."""
    counts = 0
    for colour in range(PLACEABLE):
        counts |= count(ready(state, colour)) << (COUNT_BITS * colour)
    return counts if state.phase == BIDDING else played_out(state, counts)


@part
def played_out(state, counts):
    """B-12, B-14. Red stones spoil what another seat could score; then each stone takes a tower that is ready."""
    user = int(state.turn_tower)
    for _ in range(state.seats):
        if state.held[user] == RED:
            counts = spoilt(state, user, counts)
        user = following(state, user)
    for _ in range(state.seats):
        colour = int(state.held[user])
        if colour < PLACEABLE and counted(counts, colour):
            counts += (1 << COUNT_BITS * (PLACEABLE + user)) - (1 << COUNT_BITS * colour)
        user = following(state, user)
    return counts


@part
def spoilt(state, seat, counts):
    """The counts once a red stone was used: one tower less in a colour that another seat holds."""
    for colour in range(PLACEABLE):
        if counted(counts, colour) and others_holding(state, seat, colour):
            return counts - (1 << COUNT_BITS * colour)
    return counts


@part
def counted(counts, at):
    """One of the packed counts: the ready towers of a colour, or after the colours, what a seat will score."""
    return (counts >> COUNT_BITS * at) & MOST_COUNT


@part
def to_score(counts, seat):
    """Towers the seat will score this round."""
    return counted(counts, PLACEABLE + seat)


@jit
def scored(state, seat, counts):
    """Towers the seat has scored once the round is over."""
    return float(state.scored[seat] + to_score(counts, seat))


@jit
def more(state, seat, counts):
    """B-24. 1 if nobody has as many stones left, which breaks a tie."""
    for other in range(state.seats):
        if other != seat and is_in(state, other) and pile_size(state, other) >= pile_size(state, seat):
            return 0.0
    return 1.0


@jit
def pile(state, seat, counts):
    """B-24. Stones left: the fewer towers stand, the more they count."""
    towers = count(standing_towers(state))
    for other in range(state.seats):
        towers -= to_score(counts, other)
    return pile_size(state, seat) / (1.0 + towers)


@jit
def reds(state, seat, counts):
    """Red stones left."""
    return float(state.piles[seat, RED])


@jit
def two_for_ready(state, seat, counts):
    """Ready towers the pile has two stones for, of which a pair of another seat's leaves one."""
    towers = 0
    for colour in range(PLACEABLE):
        if state.piles[seat, colour] >= 2:
            towers += counted(counts, colour)
    return float(towers)


@jit
def first_at_ready(state, seat, counts):
    """Colours with a ready tower the seat has a stone for, if it is the first to use one in the next bids."""
    first = state.turn_tower if state.phase == BIDDING else following(state, state.turn_tower)
    if seat != first:
        return 0.0
    colours = 0
    for colour in range(PLACEABLE):
        colours += counted(counts, colour) > 0 and state.piles[seat, colour] > 0
    return float(colours)


def _told(feature: Any) -> Any:
    """A feature that is told the outlook, as one that asks for it."""
    return lambda state, seat: feature(state, seat, outlook(state))


FEATURES = {
    "SCORED": _told(scored),
    "MORE": _told(more),
    "PILE": _told(pile),
    "REDS": _told(reds),
    "TWO_FOR_READY": _told(two_for_ready),
    "FIRST_AT_READY": _told(first_at_ready),
}


@jit
def value(state, out):
    """Each seat's expected share of the win."""
    counts = outlook(state)
    for seat in range(state.seats):
        out[seat] = (
            SCORED * scored(state, seat, counts)
            + MORE * more(state, seat, counts)
            + PILE * pile(state, seat, counts)
            + REDS * reds(state, seat, counts)
            + TWO_FOR_READY * two_for_ready(state, seat, counts)
            + FIRST_AT_READY * first_at_ready(state, seat, counts)
        )
    odds(out, state.seats, state.gone)


@jit
def is_early(state):
    """Whether all towers still stand: a seat that can play does not share the win before anything was tried."""
    return standing_towers(state) == state.layout


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
def is_ahead(state, seat):
    """B-9. Whether the seat alone wins if all bid nothing."""
    for other in range(state.seats):
        if other != seat and standing(state, other) >= standing(state, seat):
            return False
    return True


@part
def bid_prior(state, seat, bid):
    """B-7. A colour that can score, red against those who can, or nothing once nothing can be won."""
    if standing_towers(state) == 0:
        return prior_of(LAST_NOTHING if bid == NOTHING else 0.0)
    if bid == NOTHING:
        return prior_of(PRIOR_WAIT if is_ahead(state, seat) else 0.0)
    cost = PRIOR_COST * (2 if bid >= PAIR else 1)
    colour, targets, begun = colour_of(bid), 0, 0
    for other in range(PLACEABLE):
        if other == colour or colour == RED:
            targets += count(ready(state, other))
            begun += count(state.towers[other])
    if colour == RED:
        return prior_of(PRIOR_READY * 0.5 * targets - cost)
    return prior_of(PRIOR_READY * targets + PRIOR_BEGUN * begun - cost)


@part
def removal_prior(state, seat, cell):
    """B-12. A stone beside a ready tower, most of all when another seat has the stone that would score it."""
    gain = 0.0
    for colour in range(PLACEABLE):
        if state.stones[colour] & bit(cell):
            towers = count(neighbours(cell) & ready(state, colour))
            gain += PRIOR_DENY * towers * (1 + 2 * others_holding(state, seat, colour))
            gain += PRIOR_BEGUN * count(neighbours(cell) & state.towers[colour])
    return prior_of(gain)


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
def placement_prior(state, seat, cell):
    """B-14, B-16. A tower scored; a second stone beside one only where nobody has the third at hand."""
    colour, gain = state.held[seat], 0.0
    rivals = others_holding(state, seat, colour)
    towers = neighbours(cell) & state.towers[colour]
    while towers:
        beside = matching(state, lowest(towers), colour)
        if beside >= STONES_TO_SCORE - 1:
            gain += PRIOR_SCORE
        elif beside == STONES_TO_SCORE - 2:
            gain -= PRIOR_HELP * rivals - PRIOR_BEGUN
        else:
            gain += PRIOR_BEGUN
        towers &= towers - 1
    return prior_of(gain + PRIOR_DENY * denial(state, seat, cell))


@jit
def prior(state, actions, n, out):
    """How promising a bid, a removal or a placement looks."""
    seat = state.to_move
    for at in range(n):
        action = actions[at]
        if state.phase == BIDDING:
            out[at] = bid_prior(state, seat, action)
        elif action < PLACE:
            out[at] = removal_prior(state, seat, action - REMOVE)
        else:
            out[at] = placement_prior(state, seat, action - PLACE)


# The board turned and mirrored


@jit
def turn(state, symmetry):
    """Turn or mirror the whole board in place, and where the towers stood at first with it."""
    turn_each(state.stones, symmetry)
    turn_each(state.towers, symmetry)
    state.empty = turned(state.empty, symmetry)
    state.layout = turned(state.layout, symmetry)


# In words


def _scoring(view: Any, colour: int, cell: int) -> int:
    """The towers a stone of the colour would score from a circle."""
    beside = int(neighbours(cell) & view.towers[colour])
    return beside & int(ready(view, colour))


def remark(view: Any, action: int) -> Phrase | None:
    """What an action of the seat to move does, as a part of a sentence."""
    if view.phase == BIDDING:
        return _bid_remark(view, action)
    if action < PLACE:
        cell = action - REMOVE
        colour = next(colour for colour in range(PLACEABLE) if view.stones[colour] & bit(cell))
        spoilt = int(neighbours(cell) & ready(view, colour))
        return phrase("bluffstones.leaves-short", cells=names_of(spoilt)) if spoilt else None
    cell, colour = action - PLACE, int(view.held[view.to_move])
    scoring = _scoring(view, colour, cell)
    if scoring:
        return phrase("bluffstones.scores", cells=names_of(scoring))
    after = view.copy()
    after.stones[colour] |= bit(cell)
    after.empty ^= bit(cell)
    made = int(ready(after, colour) & ~ready(view, colour))
    return phrase("bluffstones.makes-ready", cells=names_of(made)) if made else None


def _bid_remark(view: Any, bid: int) -> Phrase | None:
    if bid == NOTHING:
        return None if standing_towers(view) else phrase("bluffstones.keeps-stones")
    if colour_of(bid) == RED:
        targets = sum(int(ready(view, colour)) for colour in range(PLACEABLE))
        return phrase("bluffstones.can-spoil", cells=names_of(targets)) if targets else None
    targets = int(ready(view, colour_of(bid)))
    return phrase("bluffstones.goes-for", cells=names_of(targets)) if targets else None
