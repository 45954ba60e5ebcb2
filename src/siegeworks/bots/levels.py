"""Opponents for people, from gentle to as strong as we can: a fixed number of simulations and a stated amount of error.

A level errs as people do: now and then it takes another action that looked nearly as good, and the gentlest take any
action at a whim; never one that was seen to be lost while others are not. How much is data: the table here, or `LEVELS`
in a game's `judgement.py`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import exp

from siegeworks.bots import Budget, Candidate, Thought
from siegeworks.bots.simple import ThumbBot
from siegeworks.bots.solver import Solution, Solver, can_solve
from siegeworks.bots.thinking import searcher, sentence
from siegeworks.core.dice import Dice
from siegeworks.core.views import States, has_secrets
from siegeworks.games import Game

SOLVER_SHARE = 0.3
"""How much of its time a level with a time limit gives to solving."""


@dataclass(frozen=True)
class Level:
    """How a level thinks: `thumb` (a glance) or `search`, with so many simulations and so much error."""

    thinks: str = "search"
    simulations: int = 1000
    slips: float = 0.0
    """How often it does not take the best but draws among all that looks playable."""
    blur: float = 0.1
    """When it slips: by how much worse (as a share of the win) an action is taken 2.7 times less often."""
    whims: float = 0.0
    """How often it plays anything at all that it did not see to lose, as people do who are new to a game."""
    solves: int = 0
    """Positions it may look at to play the rest exactly, in games that can be solved towards their end."""
    pride: float = 0.0
    """How much less than its share an early win shared with others is worth to it: people came to play."""

    @property
    def looks(self) -> int:
        """How often it looks ahead for a decision."""
        return self.simulations if self.thinks == "search" else 0


TABLE: dict[int, Level] = {
    1: Level(simulations=16, slips=0.5, blur=0.15),
    2: Level(simulations=40, slips=0.2, blur=0.1),
    3: Level(simulations=200, slips=0.1, blur=0.05),
    4: Level(simulations=1000),
    5: Level(simulations=8000, solves=50_000),
}
"""Where a game's judgement says nothing else."""


def level_of(game: Game, number: int) -> Level:
    """The level of a game: its own, or the one of the table."""
    return replace(TABLE[number], **game.judgement.LEVELS.get(number, {}))  # type: ignore[arg-type]


def plays_exactly(game: Game, level: Level) -> bool:
    """Whether a level solves the end of a game: only games without secrets can be."""
    return level.solves > 0 and not has_secrets(game.rules.STATE)


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
        self._search.manner = self._search.manner._replace(pride=level.pride)
        self._thumb = ThumbBot(game) if level.thinks == "thumb" else None
        self._solver: Solver | None = None

    @property
    def simulations(self) -> int:
        """How often it looks ahead for a decision."""
        return self.level.looks

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The best action found, or at times one that looked nearly as good."""
        if self._thumb is not None:
            return self._thumb.choose(view, None, dice)
        seconds, threads = (budget.seconds, budget.threads) if budget else (0.0, 1)
        started = time.perf_counter()
        solution = self._solved(view, seconds * SOLVER_SHARE)
        if solution is not None:
            return solution.action, self._certain(view, solution, time.perf_counter() - started)
        thought = self._search.think(view, Budget(self.level.simulations, seconds, threads), dice)
        thought = replace(thought, candidates=slipping(thought.candidates, self.level))
        return self._search.decide(view, thought, dice)

    def _solved(self, view: States, seconds: float) -> Solution | None:
        """The rest of the game, if the level solves and it is near enough to its end."""
        if self.level.solves == 0 or not can_solve(view):
            return None
        self._solver = self._solver or Solver(view.dtype)
        return self._solver.solve(view, seconds, self.level.solves)

    def _certain(self, view: States, solution: Solution, seconds: float) -> Thought:
        """A thought about what is proven."""
        value = (1 + solution.outcome) / 2
        candidates = (Candidate(solution.action, solution.nodes, value, 1.0),)
        seat, line = int(view["to_move"][0]), tuple(solution.line) or (solution.action,)
        thought = Thought(seat, candidates, value, line, solution.nodes, seconds, solution.says, "")
        return replace(thought, says=sentence(self.game, view, solution.action, thought))


def slipping(candidates: tuple[Candidate, ...], level: Level) -> tuple[Candidate, ...]:
    """The same candidates with the shares of a level that errs: by a slip, among what looked playable, or by a whim."""
    if level.slips == level.whims == 0.0:
        return candidates
    slips, whims = _slip_shares(candidates, level.blur), _whim_shares(candidates)
    best = 1 - level.slips - level.whims
    return tuple(
        replace(
            each, share=best * each.share + level.slips * slips.get(each.action, 0.0) + level.whims * whims[each.action]
        )
        for each in candidates
    )


def _slip_shares(candidates: tuple[Candidate, ...], blur: float) -> dict[int, float]:
    """Among what it looked at and did not see lost, what looked nearly as good as the best."""
    playable = [each for each in candidates if each.visits > 0 and each.value > 0.0] or list(candidates[:1])
    best = max(each.value for each in playable)
    weights = {each.action: exp((each.value - best) / blur) for each in playable}
    total = sum(weights.values())
    return {action: weight / total for action, weight in weights.items()}


def _whim_shares(candidates: tuple[Candidate, ...]) -> dict[int, float]:
    """Anything that was not seen to be lost, all alike."""
    lost = {each.action for each in candidates if each.visits > 0 and each.value <= 0.0}
    count = len(candidates) - len(lost) or len(candidates)
    is_any = len(lost) == len(candidates)
    return {each.action: 1 / count if is_any or each.action not in lost else 0.0 for each in candidates}
