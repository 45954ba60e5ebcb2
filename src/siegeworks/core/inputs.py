"""What a net is given: the numbers of the features that are on, derived from a game's planes.

A plane with one number all over has a feature for each value above 0; any other has one for each place and value above
0. So a net needs no description of a game beside its planes. It sees what its seat sees, counted from that seat.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks.core.game import Game
from siegeworks.core.jit import jit, part
from siegeworks.core.planes import PLACE_OF, PLACES, Plane, derive, observe

MOST_ON = 192
"""Features that can be on at once; what is beyond is left out."""
NONE_ON = -1
"""Fills the rest of a list of features."""

Layout = npt.NDArray[np.int32]
"""[places, 3]: a place of the planes, the greatest value there, and the feature of its value 1."""


def planes_of(game: Game) -> tuple[Plane, ...]:
    """All planes a net reads."""
    return (*game.planes.PLANES, *game.planes.DERIVED)


def shape_of(game: Game) -> tuple[int, ...]:
    """The shape of the array that `look` writes."""
    shape, derived = game.planes.SHAPE, game.planes.DERIVED
    added = len(derived) if len(shape) > 1 else sum(plane.size for plane in derived)
    return (shape[0] + added, *shape[1:])


def layout_of(game: Game) -> Layout:
    """Which places of the planes are read, and the features they stand for."""
    rows, place, feature = [], 0, 0
    for plane in planes_of(game):
        read = 0 if plane.is_fixed else 1 if plane.is_number else plane.size
        for at in range(read):
            rows.append((place + at, plane.most, feature))
            feature += plane.most
        place += plane.size
    return np.array(rows, np.int32)


def feature_count(layout: Layout) -> int:
    """How many features there are."""
    return int(layout[-1, 1] + layout[-1, 2])


def digest_of(game: Game) -> str:
    """Names the inputs and outputs of a net: another digest, another net."""
    told = [(plane.name, plane.says, plane.most, plane.size) for plane in planes_of(game)]
    described = repr((told, MOST_ON, game.words.ACTION_NAMES, max(game.seats)))
    return hashlib.blake2b(described.encode(), digest_size=8).hexdigest()


def turned_features(game: Game, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """[features]: what each becomes when the board is turned; `cells`: where each cell goes."""
    goes = np.arange(PLACES)
    goes[PLACE_OF] = PLACE_OF[cells]
    found: list[int] = []
    feature = 0
    for plane in planes_of(game):
        if plane.is_fixed:
            continue
        if plane.is_number:
            found.extend(range(feature, feature + plane.most))
            feature += plane.most
            continue
        for place in range(plane.size):
            first = feature + (int(goes[place]) if plane.is_board else place) * plane.most
            found.extend(range(first, first + plane.most))
        feature += plane.size * plane.most
    return np.array(found, np.int32)


@part
def look(state, seat, seen):
    """Write what the seat sees into `seen`, of the shape `shape_of`."""
    observe(state, seat, seen)
    derive(state, seat, seen)


@part
def list_features(seen, layout, out):
    """Write the features that are on into `out`, the rest of it being NONE_ON; returns how many. `seen` is flat."""
    n = 0
    for at in range(len(layout)):
        value = int(seen[layout[at, 0]])
        if value > 0 and n < len(out):
            out[n] = layout[at, 2] + min(value, int(layout[at, 1])) - 1
            n += 1
    for rest in range(n, len(out)):
        out[rest] = NONE_ON
    return n


@jit
def list_all(states, seen, flat, layout, out):
    """The features of every state as the seat to move there sees it; `flat` and `seen` are the same scratch."""
    for at in range(len(states)):
        if states[at].to_move >= 0:
            look(states[at], states[at].to_move, seen)
            list_features(flat, layout, out[at])


def scratch(game: Game) -> tuple[Any, Any]:
    """What `look` writes to, in its shape and flat."""
    seen = np.zeros(shape_of(game), np.uint8)
    return seen, seen.reshape(-1)
