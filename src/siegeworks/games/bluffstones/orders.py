"""What can be ordered beforehand in BluffStones: the next bid, and where a stone goes when its turn comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from siegeworks.core.hexboard import NAMES, bit, cells_of, names_of
from siegeworks.core.orders import Choice, OrderField, Reaction
from siegeworks.core.phrases import Sentence, phrase, said
from siegeworks.games.bluffstones.rules import (
    BIDDING,
    PLACE,
    PLACING,
    REMOVE,
    REMOVING,
    STONES_TO_SCORE,
    on_circles,
    payable_bids,
)
from siegeworks.games.bluffstones.words import AROUND, BID_NAMES, spoken

ALWAYS, SCORES = "always", "scores"
CONDITIONS = {SCORES: "bluffstones.order-scores", ALWAYS: "bluffstones.order-always"}
SHOWN = frozenset({"bid", "reveal", "discard"})
"""All bids are shown, and a pair is paid for."""
USED = frozenset({*SHOWN, "fizzle", "remove", "place"})
"""The same, and others use their stones without scoring."""
ROUND = frozenset({*USED, "round"})


def _bids(view: Any, seat: int) -> list[Choice]:
    """B-7. What the pile can pay."""
    payable = int(payable_bids(view, seat))
    return [
        Choice(name, said("bluffstones.order-bid-of", bid=spoken(name)))
        for number, name in enumerate(BID_NAMES)
        if payable >> number & 1
    ]


def _circles(cells: int) -> list[Choice]:
    return [Choice(name, said("bluffstones.order-cell", cell=name)) for name in names_of(cells)]


def _conditions(view: Any, seat: int) -> list[Choice]:
    return [Choice(word, said(code)) for word, code in CONDITIONS.items()]


def _bid(view: Any, seat: int, words: Sequence[str]) -> int | None:
    """B-7. The bid of the next round."""
    return BID_NAMES.index(words[0]) if view.phase == BIDDING and words[0] in BID_NAMES else None


def _remove(view: Any, seat: int, words: Sequence[str]) -> int | None:
    """B-12. The stone that the red one takes away."""
    return REMOVE + NAMES.index(words[0]) if view.phase == REMOVING else None


def _place(view: Any, seat: int, words: Sequence[str]) -> int | None:
    """B-14, B-16. Where the stone is put, perhaps only if that scores a tower."""
    if view.phase != PLACING:
        return None
    cell = NAMES.index(words[0])
    return PLACE + cell if words[1] == ALWAYS or _is_scored(view, cell, int(view.held[seat])) else None


def _is_scored(view: Any, cell: int, colour: int) -> bool:
    """B-16. Whether a stone on this circle is the third beside a tower of its colour."""
    stones = int(view.stones[colour]) | bit(cell)
    beside = [tower for tower in cells_of(int(view.towers[colour])) if AROUND[tower] & bit(cell)]
    return any((AROUND[tower] & stones).bit_count() >= STONES_TO_SCORE for tower in beside)


def _says_bid(words: Sequence[str]) -> Sentence:
    return said("bluffstones.order-says-bid", "B-7", bid=spoken(words[0]))


def _says_remove(words: Sequence[str]) -> Sentence:
    return said("bluffstones.order-says-remove", "B-12", cell=words[0])


def _says_place(words: Sequence[str]) -> Sentence:
    return said("bluffstones.order-says-place", "B-14", cell=words[0], when=phrase(CONDITIONS[words[1]]))


REACTIONS = (
    Reaction(
        "bid",
        said("bluffstones.order-bid"),
        (OrderField("bid", said("bluffstones.order-what"), _bids),),
        _says_bid,
        _bid,
        ROUND,
        said("bluffstones.order-stands-bid"),
        once=True,
    ),
    Reaction(
        "place",
        said("bluffstones.order-place"),
        (
            OrderField("cell", said("bluffstones.order-where"), lambda view, seat: _circles(int(view.empty))),
            OrderField("when", said("bluffstones.order-when"), _conditions),
        ),
        _says_place,
        _place,
        USED,
        said("bluffstones.order-stands-place"),
        once=True,
    ),
    Reaction(
        "remove",
        said("bluffstones.order-remove"),
        (OrderField("cell", said("bluffstones.order-where"), lambda view, seat: _circles(int(on_circles(view)))),),
        _says_remove,
        _remove,
        SHOWN,
        said("bluffstones.order-stands-remove"),
        once=True,
    ),
)
