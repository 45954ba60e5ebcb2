"""One decision of a seat, judged by what it could know: who judges it, and what each of its actions promises.

An analysis, trying again, the coach and the engine beside a study all ask here, so that they agree: the same view, ply
and simulations give the same figures.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from siegeworks.bots import Budget
from siegeworks.bots.judgement import is_sealed_choice
from siegeworks.bots.netbot import net_bot
from siegeworks.bots.thinking import MOST_LINE, SearchBot
from siegeworks.bots.tree import LOSS, UNPROVEN, WIN
from siegeworks.core.dice import new_dice
from siegeworks.core.views import States
from siegeworks.games import Game

LEAST_VISITS = 0.25
"""An action with less than this share of the best one's visits is searched again, alone."""
HOPELESS = -1e6
"""The value that keeps the search from ever trying an action."""
MOST_SIMULATIONS = 200_000
"""The size of the tree when the budget is in seconds."""


class Promise(NamedTuple):
    """What an action promises its seat: the share of the win, and how the game would go on, that action first."""

    value: float
    line: Sequence[int]


def judge_of(game: Game, seen: States, budget: Budget) -> SearchBot:
    """Who judges at a table: the search with the game's net where that knows the table, else with its judgement."""
    return net_bot(game, "net", budget).player(seen)


class Decision:
    """The search of one decision. It is asked before its judge searches anything else."""

    def __init__(self, judge: SearchBot, seen: States, ply: int) -> None:
        self._judge = judge
        self._seen = seen
        _, self.thought = judge.choose(seen, None, new_dice(ply))

    @property
    def best(self) -> Promise:
        """The best action."""
        found, line = self.thought.candidates[0], self.thought.line
        return Promise(found.value, line if line[0] == found.action else (found.action,))

    def of(self, action: int) -> Promise:
        """Another one; searched once more if it had few visits."""
        best = self.thought.candidates[0]
        tried = next(each for each in self.thought.candidates if each.action == action)
        is_known = tried.visits >= LEAST_VISITS * best.visits and best.value < 1.0
        if tried == best or is_known or is_sealed_choice(self._seen[0]):
            return Promise(tried.value, self._judge.line_after(action))
        return _searched(self._judge, self._seen, action)


def _searched(judge: SearchBot, seen: States, action: int) -> Promise:
    """One action: a search in which the seat plays nothing else at the root."""
    seat, dice = int(seen["to_move"][0]), new_dice(action)
    own, budget = judge.new_search(int(seen["seats"][0])), judge.budget
    simulations = budget.simulations or MOST_SIMULATIONS
    deadline = time.perf_counter() + budget.seconds if budget.seconds else None
    own.reset(seen, simulations)
    own.run(seat, judge.settings, dice, 1, None)
    tree: Any = own.tree
    edges = _only(tree, action)
    own.run(seat, judge.settings, dice, simulations, deadline)
    at = int(tree.nodes["first"][0]) + int((edges["action"] == action).argmax())
    proof = int(tree.edges["proof"][at])
    value = float(tree.edges["average"][at]) if proof == UNPROVEN else proof / WIN
    return Promise(value, own.line(seat, action, MOST_LINE, dice)[0])


def _only(tree: Any, action: int) -> Any:
    """Mark every other action at the root as lost; returns the edges of the root."""
    first = int(tree.nodes["first"][0])
    edges = tree.edges[first : first + int(tree.nodes["count"][0])]
    others = edges["action"] != action
    edges["proof"][others] = LOSS
    edges["average"][others] = HOPELESS
    edges["visits"][others] = 1
    tree.nodes["proof"][0] = UNPROVEN
    return edges
