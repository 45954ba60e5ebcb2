"""How long Furrow can last."""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.hexboard import CELLS
from siegeworks.core.rules import OptionValue


def most_decisions(seats: int, options: Mapping[str, OptionValue]) -> int:
    """F-4. Every turn fills a circle."""
    return CELLS


def most_draws(seats: int, options: Mapping[str, OptionValue]) -> int:
    """F-3. Nothing is drawn."""
    return 0
