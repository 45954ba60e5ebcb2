"""One action judged by the search of an analysis, and what it gives away: for whoever tries again, or is warned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.analysis import LEAST_LOSS, searched
from siegeworks.bots import Budget, Thought
from siegeworks.bots.judgement import is_sealed_choice
from siegeworks.bots.thinking import SearchBot, searcher
from siegeworks.core.dice import new_dice
from siegeworks.core.phrases import Sentence
from siegeworks.core.views import States
from siegeworks.games import Game
from siegeworks.given import Choices, given


class Better(NamedTuple):
    """What an analysis found: the best line from a view on, and the share of the win that it promises."""

    line: Sequence[int]
    value: float


class Attempt(NamedTuple):
    """An action beside the best one. What it gives away is said by what the seat to move could know."""

    action: int
    value: float
    """The share of the win that the best action promises."""
    kept: float
    """And this one."""
    gave: Sentence | None
    """None where it is as good."""

    @property
    def loss(self) -> float:
        return self.value - self.kept


def attempt(game: Game, seen: States, action: int, budget: Budget, known: Better | None = None) -> Attempt:
    """Judge an action of the seat to move, from its view; `known` is what was found of it before."""
    judge = searcher(game, "search", is_uct=False, budget=budget)
    thought = None
    if known is None or is_sealed_choice(seen[0]):
        _, thought = judge.choose(seen, None, new_dice(action))
    better = known or _best(judge, thought)
    if action == better.line[0]:
        return Attempt(action, better.value, better.value, None)
    kept, line = _tried(judge, seen, action, thought)
    kept = min(kept, better.value)
    if better.value - kept < LEAST_LOSS:
        return Attempt(action, better.value, kept, None)
    choices = Choices(line, better.line, kept, better.value)
    return Attempt(action, better.value, kept, given(game, seen, choices).says)


def _best(judge: SearchBot, thought: Thought | None) -> Better:
    assert thought is not None
    best = thought.candidates[0]
    return Better(judge.line_after(best.action), best.value)


def _tried(judge: SearchBot, seen: States, action: int, thought: Thought | None) -> tuple[float, list[int]]:
    """What the action promises, and its line. A choice in secret has its value from the search of all of them."""
    if thought is not None and is_sealed_choice(seen[0]):
        return next(each.value for each in thought.candidates if each.action == action), judge.line_after(action)
    return searched(judge, seen, action)
