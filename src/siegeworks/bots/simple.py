"""Bots that do not search: one plays at random, one by the game's rule of thumb."""

from __future__ import annotations

import time

import numpy as np

from siegeworks.bots import Budget, Candidate, Named, Thought, heuristic
from siegeworks.bots.saying import forced, instruction
from siegeworks.core import step
from siegeworks.core.dice import Dice, roll
from siegeworks.core.phrases import said
from siegeworks.core.views import States
from siegeworks.games import Game


class RandomBot(Named):
    """Every legal action is equally likely."""

    name = "random"
    simulations = 0

    def __init__(self, game: Game) -> None:
        self.game = game
        self._out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)

    def pick(self, view: States, dice: Dice) -> int:
        """A legal action, at random, without a word."""
        return int(self._out[roll(dice, step.list_legal(view, 0, self._out))])

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """A legal action, at random."""
        started = time.perf_counter()
        count = step.list_legal(view, 0, self._out)
        actions = self._out[:count].tolist()
        action = actions[roll(dice, count)]
        fair = 1.0 / int(view["seats"][0])
        candidates = tuple(Candidate(each, 0, fair, 1.0 / count) for each in actions)
        says = forced(self.game, view, action)
        if count > 1:
            says = said("picked-at-random", instruction=instruction(self.game, view, action), count=count)
        seat = int(view["to_move"][0])
        return action, Thought(seat, candidates, fair, (action,), 0, time.perf_counter() - started, None, says)


class ThumbBot(Named):
    """Plays by the game's rule of thumb, without looking ahead."""

    name = "thumb"
    simulations = 0

    def __init__(self, game: Game) -> None:
        self.game = game
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self._actions, self._priors = np.zeros(width, np.int64), np.zeros(width)

    def pick(self, view: States, dice: Dice) -> int:
        """The action the heuristic ranks first, without a word."""
        seat = int(view["to_move"][0])
        at, _ = heuristic.rule_of_thumb(view.copy(), seat, dice, self._actions, self._priors)
        return int(self._actions[at])

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The action the heuristic ranks first."""
        started = time.perf_counter()
        seat = int(view["to_move"][0])
        at, count = heuristic.rule_of_thumb(view.copy(), seat, dice, self._actions, self._priors)
        action, fair = int(self._actions[at]), 1.0 / int(view["seats"][0])
        order = [at, *(other for other in (-self._priors[:count]).argsort(kind="stable").tolist() if other != at)]
        candidates = tuple(Candidate(int(self._actions[each]), 0, fair, float(each == at)) for each in order)
        says = forced(self.game, view, action)
        if count > 1:
            says = said("best-at-a-glance", instruction=instruction(self.game, view, action))
        return action, Thought(seat, candidates, fair, (action,), 0, time.perf_counter() - started, None, says)
