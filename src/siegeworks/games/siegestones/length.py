"""How long SiegeStones can last."""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.hexboard import CELLS
from siegeworks.core.rules import OptionValue


def most_decisions(seats: int, options: Mapping[str, OptionValue]) -> int:
    """T-27. Every turn is one placement (T-8, T-9) and fills a circle for good (T-12)."""
    return CELLS


def most_draws(seats: int, options: Mapping[str, OptionValue]) -> int:
    """T-6, T-29. Who begins."""
    return 1
