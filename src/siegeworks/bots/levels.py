"""Opponents for people, from gentle to as strong as we can: a fixed number of simulations and a stated amount of error.

A level errs as people do: now and then it takes another action that looked nearly as good, never one it saw to be lost
while others are not. How much is data: the table here, or `LEVELS` in a game's `judgement.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

from siegeworks.bots import Budget, Candidate, Thought, opinions
from siegeworks.bots.thinking import SearchBot, searcher
from siegeworks.core.dice import Dice, roll
from siegeworks.core.views import States
from siegeworks.games import Game

FINE = 1 << 30


@dataclass(frozen=True)
class Level:
    """How a level thinks: `thumb` (a glance) or `search`, with so many simulations and so much error."""

    thinks: str = "search"
    simulations: int = 1000
    slips: float = 0.0
    """How often it does not take the best but draws among all that looks playable."""
    blur: float = 0.1
    """When it slips: by how much worse (as a share of the win) an action is taken 2.7 times less often."""
    solves: bool = False
    """Whether it plays the last plies exactly, where they can be solved."""


TABLE: dict[int, Level] = {
    1: Level(simulations=16, slips=0.5, blur=0.15),
    2: Level(simulations=40, slips=0.2, blur=0.1),
    3: Level(simulations=200, slips=0.1, blur=0.05),
    4: Level(simulations=1000),
    5: Level(simulations=8000, solves=True),
}
"""Where a game's judgement says nothing else."""


def level_of(game: Game, number: int) -> Level:
    """The level of a game: its own, or the one of the table."""
    judgement = opinions.judgement_of(game.rules.__name__)
    own: dict[int, dict[str, object]] = getattr(judgement, "LEVELS", {})
    return replace(TABLE[number], **own.get(number, {}))  # type: ignore[arg-type]
