"""Opponents for people, from gentle to as strong as we can: a fixed number of simulations and a stated amount of error.

A level errs as people do: now and then it takes another action that looked nearly as good, never one it saw to be lost
while others are not. How much is data: the table here, or `LEVELS` in a game's `judgement.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

from siegeworks.bots import Budget, Candidate, Thought, opinions
from siegeworks.bots.simple import ThumbBot
from siegeworks.bots.thinking import searcher
from siegeworks.core.dice import Dice
from siegeworks.core.views import States
from siegeworks.games import Game


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


def level_bot(game: Game, number: int) -> LevelBot:
    """The opponent of this level."""
    return LevelBot(game, number, level_of(game, number))


class LevelBot:
    """An opponent for people. Its count of simulations is its own; a budget can only cut its time."""

    def __init__(self, game: Game, number: int, level: Level) -> None:
        self.name = f"level{number}"
        self.level = level
        self.game = game
        self._search = searcher(game, self.name, is_plain=False, budget=Budget(level.simulations))
        self._thumb = ThumbBot(game) if level.thinks == "thumb" else None

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The best action found, or at times one that looked nearly as good."""
        if self._thumb is not None:
            return self._thumb.choose(view, None, dice)
        seconds, threads = (budget.seconds, budget.threads) if budget else (0.0, 1)
        thought = self._search.think(view, Budget(self.level.simulations, seconds, threads), dice)
        thought = replace(thought, candidates=slipping(thought.candidates, self.level))
        return self._search.decide(view, thought, dice)


def slipping(candidates: tuple[Candidate, ...], level: Level) -> tuple[Candidate, ...]:
    """The same candidates with the shares of a level that slips: among what it looked at and did not see lost."""
    if level.slips == 0.0:
        return candidates
    playable = [each for each in candidates if each.visits > 0 and each.value > 0.0] or list(candidates[:1])
    best = max(each.value for each in playable)
    weights = {each.action: exp((each.value - best) / level.blur) for each in playable}
    total = sum(weights.values())
    return tuple(
        replace(each, share=(1 - level.slips) * each.share + level.slips * weights.get(each.action, 0.0) / total)
        for each in candidates
    )
