"""What a bot would do in one go: a private rearrangement is many small actions, and a hint is about all of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from siegeworks.bots import Bot, Budget, Thought, saying
from siegeworks.core import step, views
from siegeworks.core.dice import Dice
from siegeworks.core.phrases import Sentence
from siegeworks.core.views import States
from siegeworks.games import Game
from siegeworks.targets import picks

MOST_STEPS = 40
NEXT = Budget(seconds=0.3)
"""For each action after the first."""


class Plan(NamedTuple):
    """The actions, each with the view it is played at, and the thought about the first."""

    steps: tuple[tuple[States, int], ...]
    thought: Thought

    def says(self, game: Game) -> Sentence:
        """All of it in one sentence a step; steps that only close a part are left out, but for the last."""
        *before, last = self.steps
        if not before:
            return self.thought.says
        named = [each for each in before if picks(game)[each[1]].targets]
        return saying.plan(game, [*named, last], self.thought)


def plan(game: Game, bot: Bot, view: States, dice: Dice) -> Plan:
    """What the bot would play, and after an action that others do not even read of what it would play then."""
    number, first = bot.choose(view, None, dice)
    steps = [(view, number)]
    while is_private(game, view, number) and len(steps) < MOST_STEPS:
        view = _after(game, view, number)
        number, _ = bot.choose(view, NEXT, dice)
        steps.append((view, number))
    return Plan(tuple(steps), first)


def is_private(game: Game, view: States, number: int) -> bool:
    """Whether others will not even read that the seat to move has played this."""
    words = game.words
    return (
        views.has_secrets(view.dtype)
        and not words.is_open(view[0], number, None)
        and words.twin(view[0], number) is None
    )


def _after(game: Game, view: States, number: int) -> States:
    """The seat's view after a private action of its own."""
    seat, after = int(view["to_move"][0]), views.copied(view)
    step.step(after, 0, number, np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64))
    return views.view(after, seat)
