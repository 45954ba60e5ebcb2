"""Shares of games that were won, with their intervals: plain arithmetic, which needs no extra."""

from __future__ import annotations

import math
from dataclasses import dataclass

CONFIDENCE_Z = 1.959964  # 95 % of a normal distribution lies within so many standard deviations


@dataclass(frozen=True)
class Share:
    """Wins out of games, with the interval in which the true share lies (Wilson)."""

    wins: float
    games: int
    share: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Share:
    """A share with its Wilson interval, which is honest for few games and near 0 and 1 too."""
    if games == 0:
        return Share(0.0, 0, 0.0, 0.0, 1.0)
    share, slack = wins / games, CONFIDENCE_Z**2 / games
    middle = (share + slack / 2) / (1 + slack)
    reach = CONFIDENCE_Z * math.sqrt(share * (1 - share) / games + slack / (4 * games)) / (1 + slack)
    return Share(wins, games, share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))
