"""A line of play in words: each action as the seat that looked ahead could tell it, and what it points at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from siegeworks.bots import judgement
from siegeworks.core import step, views
from siegeworks.core.game import Told
from siegeworks.core.phrases import Sentence, said, seats, within
from siegeworks.core.views import States
from siegeworks.games import Game
from siegeworks.targets import picks


class Step(NamedTuple):
    """One action of a line."""

    seat: int
    number: int
    says: Sentence
    targets: tuple[str, ...]
    after: States | None
    """What the seat that looked ahead would see then; None where that rests on secrets."""
    events: tuple[Told, ...]
    """What it changes, as far as that seat can know."""


def steps(game: Game, seen: States, line: Sequence[int], most: int) -> list[Step]:
    """The actions of a line from a view on, until luck falls, a secret matters or somebody's actions are not known."""
    now, found = views.copied(seen), list[Step]()
    out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)
    count = step.list_legal(now, 0, out)
    first = int(now["to_move"][0])
    for number in line[:most]:
        seat = int(now["to_move"][0])
        if seat < 0 or (seat != first and not _is_open(now)) or number not in out[:count]:
            break
        says, targets = _says(game, now, number, first), picks(game)[number].targets
        if views.has_secrets(now.dtype) and game.words.rests_on_secrets(now[0], number):
            found.append(Step(seat, number, says, targets, None, tuple(game.words.own_events(now[0], number))))
            break
        before = views.copied(now)
        count = step.step(now, 0, number, out)
        events = tuple(game.words.events(before[0], number, now[0]))
        found.append(Step(seat, number, says, targets, views.copied(now), events))
    return found


def _is_open(now: States) -> bool:
    """Whether nobody has a secret just now."""
    is_sealed = judgement.kind(now.dtype) == judgement.SEALED
    return not views.has_secrets(now.dtype) or (is_sealed and not judgement.is_sealed_choice(now[0]))


def _says(game: Game, now: States, number: int, first: int) -> Sentence:
    """What the seat does; another than the first is named."""
    seat, words = int(now["to_move"][0]), game.words.instruction(now[0], number)
    if seat == first:
        return said("line-step", words.rule, instruction=within(words))
    return said("line-answer", words.rule, instruction=within(words), seat=seats([seat], game.name)[0])
