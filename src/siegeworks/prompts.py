"""What a person is asked: one sentence for every decision, and for whoever waits for one. Made from a view alone."""

from __future__ import annotations

from collections.abc import Sequence

from siegeworks.core.phrases import Sentence, said, seats, within
from siegeworks.core.views import States
from siegeworks.games import Game


def prompt(game: Game, seen: States, seat: int | None, waiting: Sequence[int], legal: Sequence[int]) -> Sentence:
    """What a seat (None: a spectator) is asked to decide while the match goes on, or for whom it waits.

    `seen` is its view, `waiting` are the seats that are to act, `legal` the actions the seat has if it is one of them.
    """
    words = game.words
    if not waiting:
        return said("turn-nobody")
    if len(legal) == 1:
        only = words.instruction(seen[0], legal[0])
        return said("ask-forced", only.rule, instruction=within(only))
    if words.prompt is not None:
        return words.prompt(seen[0], seat, waiting, legal)
    if legal:
        return said("ask-anything", words.TURN_RULE)
    return said("await-anything", words.TURN_RULE, seats=seats(list(waiting), game.name))
