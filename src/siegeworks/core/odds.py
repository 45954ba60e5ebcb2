"""From how strong each seat looks to its share of the win."""

from __future__ import annotations

import math

from siegeworks.core.jit import part

MOST_PRIOR = 1e9
"""The prior of a winning action: far above that of any other."""
STEEPEST = 12.0  # a prior is between exp(-12) and exp(12), far from MOST_PRIOR and never 0


@part
def odds(out, seats, gone):
    """Turn the strengths in out[seat] into shares of the win that add up to 1; a seat that has left has none."""
    top, total = -math.inf, 0.0
    for seat in range(seats):
        if (gone >> seat) & 1 == 0 and out[seat] > top:
            top = out[seat]
    for seat in range(seats):
        out[seat] = math.exp(out[seat] - top) if (gone >> seat) & 1 == 0 else 0.0
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


@part
def prior_of(gain):
    """The prior of an action by what it gains: one more is e times as promising."""
    return math.exp(min(max(gain, -STEEPEST), STEEPEST))
