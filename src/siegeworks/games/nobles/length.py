"""How long Nobles and Peasants can last."""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.hexboard import CELLS
from siegeworks.core.rules import OptionValue
from siegeworks.games.nobles.rules import COLOURS, FREE_STONES


def most_decisions(seats: int, options: Mapping[str, OptionValue]) -> int:
    """N-26 to N-28. Stones fill the board or use up a colour; between two of them quiet turns are limited.

    The game ends with the last stone of `most_stones`, or else by L quiet turns in a row (N-28). A quiet turn is a
    tower action and maybe a change of the Row (N-17), a stone is one decision. So the longest play is L - 1 quiet
    turns before each stone, all but one of these stones, and L quiet turns at the end.
    """
    quiet = int(options["stall_rounds"]) * seats
    stones = most_stones(seats, options) - 1
    return stones * (2 * (quiet - 1) + 1) + 2 * quiet


def most_stones(seats: int, options: Mapping[str, OptionValue]) -> int:
    """N-6, N-26, N-27. The circles there are, or all stones of the Row but one of each other colour."""
    circles = CELLS - 1 if seats == 2 else CELLS
    return min(circles, row_length(seats, options) - (COLOURS - 1))


def row_length(seats: int, options: Mapping[str, OptionValue]) -> int:
    """N-9, N-34. How many stones are laid out."""
    each = int(options["row_per_colour"])
    return COLOURS * each if each else int(FREE_STONES[seats].sum())


def most_draws(seats: int, options: Mapping[str, OptionValue]) -> int:
    """N-32. Who begins, and every stone of the Row."""
    return 1 + row_length(seats, options)
