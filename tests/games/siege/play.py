"""Random Siege matches for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from siegeworks import Match
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games.siege import rules

BUDGET = 1 if IS_PLAIN else 2
"""How much more compiled runs look at."""
BOLD = ("stow", "attack", "assault", "defend", "siege", "prize")


def options(rng: random.Random, seats: int) -> dict[str, Any]:
    """Any table options, over by the third year."""
    chosen: dict[str, Any] = {option.name: rng.choice(option.values) for option in rules.OPTIONS}
    chosen["max_years"] = rng.randint(1, 3)
    if seats > 4:
        chosen["distinct_lines"] = False
    return chosen


def choose(rng: random.Random, legal: list[str]) -> str:
    """Play that fills cities and fights more than chance would."""
    if legal[0].startswith("recall") and rng.random() < 0.5:
        return "done"
    royals = [name for name in legal if name.startswith("stow") and name.endswith("keep")]
    if royals and rng.random() < 0.7:
        return rng.choice(royals)
    bold = [name for name in legal if name.startswith(BOLD)]
    return rng.choice(bold if bold and rng.random() < 0.6 else legal)


def walk(seed: int, seats: int, resign: float = 0.0) -> Iterator[Match]:
    """A random match, shown before each of its lines and once it is over."""
    rng = random.Random(seed)
    match = Match.new("siege", seats, options=options(rng, seats))
    while match.to_move is not None:
        yield match
        if match.to_move != "chance" and rng.random() < resign:
            match.resign(rng.choice([seat for seat in range(seats) if seat not in match.gone]))
        else:
            match.play(choose(rng, match.legal()))
    yield match
