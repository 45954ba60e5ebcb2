"""How long BluffStones can last."""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.rules import OptionValue
from siegeworks.games.bluffstones.rules import (
    EACH_OF_THREE,
    EACH_OF_TWO,
    PLACEABLE,
    RED_OF_THREE,
    RED_OF_TWO,
    TOWERS,
)


def most_decisions(seats: int, options: Mapping[str, OptionValue]) -> int:
    """B-7 to B-9. A round is a bid of each seat; all but the last spend a stone or more, which never comes back (B-8).

    So there is at most one round for each stone of the piles, and one in which all bid nothing. A stone is used at
    most once, to remove or to place (B-12, B-14). This is reached: one stone a round, all used.
    """
    stones = seats * stones_each(seats)
    return seats * (stones + 1) + stones


def stones_each(seats: int) -> int:
    """B-4. The size of a pile."""
    if seats == 2:
        return PLACEABLE * EACH_OF_TWO + RED_OF_TWO
    return PLACEABLE * EACH_OF_THREE + RED_OF_THREE


def most_draws(seats: int, options: Mapping[str, OptionValue]) -> int:
    """B-27. A top for each tower, and who gets the turn tower."""
    return TOWERS + 1
