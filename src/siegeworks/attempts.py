"""One action beside the best one, and what it gives away: for whoever tries again, or is warned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.analysis import LEAST_LOSS
from siegeworks.bots import Budget
from siegeworks.core.phrases import Sentence
from siegeworks.core.views import States
from siegeworks.decisions import Decision, Promise, judge_of
from siegeworks.games import Game
from siegeworks.given import Choices, given


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


def attempt(game: Game, seen: States, ply: int, action: int, budget: Budget, known: Sequence[Promise] = ()) -> Attempt:
    """Judge an action of the seat to move, from its view, as an analysis with this budget would.

    `known` is what an analysis has found of this decision, the best action first: that is taken as it is.
    """
    found = {each.line[0]: each for each in known}
    if action not in found:
        decision = Decision(judge_of(game, seen, budget), seen, ply)
        known = known or [decision.best]
        found[action] = decision.of(action)
    best, tried = known[0], found[action]
    kept = min(tried.value, best.value)
    if best.value - kept < LEAST_LOSS:
        return Attempt(action, best.value, kept, None)
    choices = Choices(tried.line, best.line, kept, best.value)
    return Attempt(action, best.value, kept, given(game, seen, choices).says)
