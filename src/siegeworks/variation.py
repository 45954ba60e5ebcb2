"""A line of play in words: each action as the seat that looked ahead could tell it, and what it points at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from siegeworks.core import step, views
from siegeworks.core.phrases import Sentence, said, seats, within
from siegeworks.core.views import States
from siegeworks.games import Game
from siegeworks.targets import picks


class Step(NamedTuple):
    """One action of a line."""

    seat: int
    says: Sentence
    targets: tuple[str, ...]
    after: States | None
    """What the seat that looked ahead would see then; None where that rests on secrets."""


def steps(game: Game, seen: States, line: Sequence[int], most: int) -> list[Step]:
    """The actions of a line from a view on, until luck falls, a secret matters or somebody's actions are not known."""
    now, found = views.copied(seen), list[Step]()
    out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)
    count = step.list_legal(now, 0, out)
    first = int(now["to_move"][0])
    for number in line[:most]:
        seat = int(now["to_move"][0])
        if seat < 0 or (seat != first and views.has_secrets(now.dtype)) or number not in out[:count]:
            break
        found.append(Step(seat, _says(game, now, number, first), picks(game)[number].targets, None))
        if views.has_secrets(now.dtype) and game.words.rests_on_secrets(now[0], number):
            break
        count = step.step(now, 0, number, out)
        found[-1] = found[-1]._replace(after=views.copied(now))
    return found


def _says(game: Game, now: States, number: int, first: int) -> Sentence:
    """What the seat does; another than the first is named."""
    seat, words = int(now["to_move"][0]), game.words.instruction(now[0], number)
    if seat == first:
        return said("line-step", words.rule, instruction=within(words))
    return said("line-answer", words.rule, instruction=within(words), seat=seats([seat], game.name)[0])
