"""Where all cards of a Siege match are, read off the record itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks.core.cards import JACK, KINDS, QUEEN, RANK_COUNT
from siegeworks.games.siege.cities import ROYALS

Bag = npt.NDArray[np.int64]


def bag_of_slots(*slots: Any) -> Bag:
    """[kinds] The cards in places for one card each."""
    filled = np.concatenate([np.ravel(slot) for slot in slots]).astype(int)
    return np.bincount(filled[filled > 0] - 1, minlength=KINDS)


def walls(row: Any, seat: int) -> Bag:
    """[quarters] The seat's own fortifications (slots), in its Winter those it is working on."""
    found: Bag = row["own_draft_fort" if row["own_step"][seat] else "forts"][seat].astype(int)
    return found


def keep(row: Any, seat: int) -> list[int]:
    """The Jack and the royals in the Keep, in its Winter as the seat works on it."""
    first = int(row["line"][seat]) * RANK_COUNT
    royals = int(row["own_draft_keep" if row["own_step"][seat] else "keep"][seat])
    return [first + JACK] * (first >= 0) + [first + rank for rank in range(ROYALS) if royals >> QUEEN - rank & 1]


def whole(row: Any) -> Bag:
    """[kinds] Every card, wherever it lies. A card that defends is still in its hand, garrison or Keep."""
    seats = range(int(row["seats"]))
    bags = ("own_hand", "own_garrison", "pile", "captured")
    found = sum(row[name].sum(axis=0, dtype=int) for name in bags) + row["sealed_deck"] + row["sealed_discard"]
    found = found + bag_of_slots(row["trick"], row["siege_card"], row["answers"], row["own_taken"])
    found = found + bag_of_slots(*(walls(row, seat) for seat in seats))
    for seat in seats:
        np.add.at(found, keep(row, seat), 1)
    return np.asarray(found)
