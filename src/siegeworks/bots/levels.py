"""Opponents for people, from gentle to as strong as we can: a fixed number of simulations and a stated error rate.

A level errs as people do. Now and then it samples from a softmax over the values it found; the gentlest also play at
random now and then. None takes an action that it saw lost while others are not. The rates are data: the table here, or
`LEVELS` in a game's `judgement.py`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from siegeworks.bots import NOTHING_SAID, Budget, Candidate, Named, Thought
from siegeworks.bots.netbot import NetBot
from siegeworks.bots.netfile import path_of, shipped_net
from siegeworks.bots.saying import sentence
from siegeworks.bots.simple import ThumbBot
from siegeworks.bots.solver import Solution, Solver, can_solve
from siegeworks.bots.thinking import SearchBot
from siegeworks.core.dice import Dice
from siegeworks.core.views import States, has_secrets
from siegeworks.games import Game

SOLVER_SHARE = 0.3
"""How much of its time a level with a time limit gives to solving."""


@dataclass(frozen=True)
class Level:
    """How a level chooses: by `thumb` (the heuristic) or `search`, with so many simulations and such error rates."""

    thinks: str = "search"
    simulations: int = 1000
    softmax_rate: float = 0.0
    """How often it samples from a softmax over the values instead of taking the best."""
    temperature: float = 0.1
    """Of that softmax: by how much worse (as a share of the win) an action is taken 2.7 times less often."""
    random_rate: float = 0.0
    """How often it plays uniformly at random among all that it did not see lost, as beginners do."""
    solver_nodes: int = 0
    """Positions the solver may visit to play the rest exactly, in games that can be solved towards their end."""
    contempt: float = 0.0
    """How much less than its share an early win shared with others is worth to it: people came to play."""
    net: Level | None = None
    """Its simulations and error rates where the game's net knows the table; None: it has no use for the net."""

    @property
    def looks(self) -> int:
        """The most simulations for a decision; 0 without search."""
        return max(self.simulations, self.net.looks if self.net else 0) if self.thinks == "search" else 0


TABLE: dict[int, Level] = {
    1: Level(simulations=16, softmax_rate=0.5, temperature=0.15),
    2: Level(simulations=40, softmax_rate=0.2, temperature=0.1),
    3: Level(simulations=200, softmax_rate=0.1, temperature=0.05),
    4: Level(simulations=1000),
    5: Level(simulations=8000, solver_nodes=50_000),
}
"""Where a game's judgement says nothing else."""


def level_of(game: Game, number: int) -> Level:
    """The level of a game: its own, or the one of the table."""
    own: dict[str, Any] = dict(game.judgement.LEVELS.get(number, {}))
    if "net" in own:
        own["net"] = Level(**own["net"])
    return replace(TABLE[number], **own)


def plays_exactly(game: Game, level: Level) -> bool:
    """Whether a level solves the end of a game: only games without secrets can be."""
    return level.solver_nodes > 0 and not has_secrets(game.rules.STATE)


def has_net(game: Game, level: Level) -> bool:
    """Whether a level plays with a net where that knows the table."""
    return level.net is not None and path_of(game).is_file()


def level_bot(game: Game, number: int) -> LevelBot:
    """The opponent of this level."""
    return LevelBot(game, number, level_of(game, number))


class LevelBot(Named):
    """An opponent for people. Its count of simulations is its own; a budget can only cut its time."""

    def __init__(self, game: Game, number: int, level: Level) -> None:
        self.name = f"level{number}"
        self.level = level
        self.game = game
        net = shipped_net(game) if level.net else None
        looks = level.net.simulations if level.net else level.simulations
        self._mind = NetBot(game, self.name, Budget(looks), net, Budget(level.simulations))
        for player in (self._mind.own, self._mind.other):
            player.settings = player.settings._replace(contempt=level.contempt)
        self._thumb = ThumbBot(game) if level.thinks == "thumb" else None
        self._solver: Solver | None = None

    @property
    def simulations(self) -> int:
        """Simulations for a decision."""
        return self.level.looks

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The best action found, or at times another, by the error rates of the level."""
        if self._thumb is not None:
            return self._thumb.choose(view, None, dice)
        seconds, threads = (budget.seconds, budget.threads) if budget else (0.0, 1)
        started = time.perf_counter()
        solution = self._solved(view, seconds * SOLVER_SHARE)
        if solution is not None:
            return solution.action, self._certain(view, solution, time.perf_counter() - started)
        player = self._mind.player(view)
        thought = player.think(view, replace(player.budget, seconds=seconds, threads=threads), dice)
        return player.decide(view, self._erring(player, thought), dice)

    def pick(self, view: States, dice: Dice) -> int:
        """The same without a word: for programs that play very many games."""
        if self._thumb is not None:
            return self._thumb.pick(view, dice)
        solution = self._solved(view, 0.0)
        if solution is not None:
            return solution.action
        player = self._mind.player(view)
        thought = player.think(view, None, dice)
        return player.sample(self._erring(player, thought), dice)

    def _erring(self, player: SearchBot, thought: Thought) -> Thought:
        """The thought with the error rates of the level, which are others with a net."""
        rates = self.level.net if self.level.net and player.weights is not None else self.level
        return replace(thought, candidates=with_errors(thought.candidates, rates))

    def _solved(self, view: States, seconds: float) -> Solution | None:
        """The rest of the game, if the level solves and it is near enough to its end."""
        if self.level.solver_nodes == 0 or not can_solve(view):
            return None
        self._solver = self._solver or Solver(view.dtype)
        return self._solver.solve(view, seconds, self.level.solver_nodes)

    def _certain(self, view: States, solution: Solution, seconds: float) -> Thought:
        """A thought about what is proven."""
        value = (1 + solution.outcome) / 2
        candidates = (Candidate(solution.action, solution.nodes, value, 1.0),)
        seat, line = int(view["to_move"][0]), tuple(solution.line) or (solution.action,)
        thought = Thought(seat, candidates, value, line, solution.nodes, seconds, solution.says, NOTHING_SAID)
        return replace(thought, says=sentence(self.game, view, solution.action, thought))


def with_errors(candidates: tuple[Candidate, ...], level: Level) -> tuple[Candidate, ...]:
    """The same candidates with the shares of a level that errs: by softmax, or at random."""
    if level.softmax_rate == level.random_rate == 0.0:
        return candidates
    softmax, uniform = _softmax_shares(candidates, level.temperature), _random_shares(candidates)
    best = 1 - level.softmax_rate - level.random_rate

    def share(each: Candidate) -> float:
        erring = level.softmax_rate * softmax.get(each.action, 0.0)
        return best * each.share + erring + level.random_rate * uniform[each.action]

    return tuple(replace(each, share=share(each)) for each in candidates)


def _softmax_shares(candidates: tuple[Candidate, ...], temperature: float) -> dict[int, float]:
    """A softmax over the values of what has visits and was not seen lost."""
    playable = [each for each in candidates if each.visits > 0 and each.value > 0.0] or list(candidates[:1])
    best = max(each.value for each in playable)
    weights = {each.action: exp((each.value - best) / temperature) for each in playable}
    total = sum(weights.values())
    return {action: weight / total for action, weight in weights.items()}


def _random_shares(candidates: tuple[Candidate, ...]) -> dict[int, float]:
    """Uniform over all that was not seen lost."""
    lost = {each.action for each in candidates if each.visits > 0 and each.value <= 0.0}
    count = len(candidates) - len(lost) or len(candidates)
    is_any = len(lost) == len(candidates)
    return {each.action: 1 / count if is_any or each.action not in lost else 0.0 for each in candidates}
