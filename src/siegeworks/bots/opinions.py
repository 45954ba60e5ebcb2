"""Calls any game's judgement: the type of the state's record picks the game, as in `core.rules`.

A game's `judgement.py` may offer `value`, `urge`, `thumb`, `is_early` and ROLLOUT. What it leaves out has a default
that needs no opinion, so that a new game can be searched before anybody has thought about it. Two more questions go to
the rules: whether a choice is sealed until all have made theirs, and how to go back to before the first of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from siegeworks.core.game import Game
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.rules import GAME_OF, GAME_OF_TYPE
from siegeworks.core.views import has_secrets

OPEN, SEALED, HIDDEN = "open", "sealed", "hidden"
"""Kinds of games: nothing is secret; only choices that all make at once are; other things are too."""
TO_THE_END = -1
"""A rollout without a cut: play until the game is over."""


def _kind(game: Game) -> str:
    if game.rules.is_sealed_choice is not None:
        return SEALED
    return HIDDEN if has_secrets(game.rules.STATE) else OPEN


def kind(dtype: np.dtype[Any]) -> str:
    """What the game of this record keeps secret."""
    return _kind(GAME_OF[dtype])


def kind_of_type(record: Any) -> str:
    """The same for compiled code."""
    return _kind(GAME_OF_TYPE[record])


def cut(dtype: np.dtype[Any]) -> int:
    """After how many decisions a rollout is judged; TO_THE_END where nobody can judge."""
    judgement = GAME_OF[dtype].judgement
    return judgement.ROLLOUT if judgement.value is not None else TO_THE_END


def value(state, out):
    """Each seat's expected share of the win; without an opinion all seats are alike."""
    opinion = GAME_OF[state.dtype].judgement.value
    if opinion is not None:
        return opinion(state, out)
    for seat in range(state.seats):
        out[seat] = 1.0 / state.seats
    return None


def urge(state, actions, n, out):
    """How promising each of the first n actions looks before any search; without an opinion all alike."""
    opinion = GAME_OF[state.dtype].judgement.urge
    if opinion is not None:
        return opinion(state, actions, n, out)
    for at in range(n):
        out[at] = 1.0
    return None


def thumb(state, actions, n, out):
    """The place in `actions` of what a rule of thumb plays: the game's own, else whatever has the greatest urge."""
    opinion = GAME_OF[state.dtype].judgement.thumb
    if opinion is not None:
        return opinion(state, actions, n)
    urge(state, actions, n, out)
    best = 0
    for at in range(n):
        if out[at] > out[best]:
            best = at
    return best


def is_early(state: Any) -> bool:
    """Whether a result that is shared here comes too early for a proud seat; without an opinion it always does."""
    opinion = GAME_OF[state.dtype].judgement.is_early
    return opinion is None or bool(opinion(state))


def is_sealed_choice(state: Any) -> bool:
    """Whether what the seat to move chooses stays hidden until all have chosen."""
    rule = GAME_OF[state.dtype].rules.is_sealed_choice
    return rule is not None and bool(rule(state))


def is_open(state):
    """Whether nothing is hidden from the seat to move: a game with sealed choices has no other secrets."""
    return kind(state.dtype) == OPEN or (kind(state.dtype) == SEALED and not is_sealed_choice(state))


def reopen(state):
    """Go back to before the first of the sealed choices that are being made."""
    rule = GAME_OF[state.dtype].rules.reopen
    if rule is not None:
        rule(state)


if not IS_PLAIN:

    @overload(value)
    def _value(state, out):
        opinion = GAME_OF_TYPE[state].judgement.value
        if opinion is not None:
            return lambda state, out: opinion(state, out)

        def alike(state, out):
            for seat in range(state.seats):
                out[seat] = 1.0 / state.seats

        return alike

    @overload(urge)
    def _urge(state, actions, n, out):
        opinion = GAME_OF_TYPE[state].judgement.urge
        if opinion is not None:
            return lambda state, actions, n, out: opinion(state, actions, n, out)

        def alike(state, actions, n, out):
            for at in range(n):
                out[at] = 1.0

        return alike

    @overload(thumb)
    def _thumb(state, actions, n, out):
        opinion = GAME_OF_TYPE[state].judgement.thumb
        if opinion is not None:
            return lambda state, actions, n, out: opinion(state, actions, n)

        def most_urgent(state, actions, n, out):
            urge(state, actions, n, out)
            best = 0
            for at in range(n):
                if out[at] > out[best]:
                    best = at
            return best

        return most_urgent

    @overload(is_early)
    def _is_early(state):
        opinion = GAME_OF_TYPE[state].judgement.is_early
        if opinion is None:
            return lambda state: True
        return lambda state: opinion(state)

    @overload(is_sealed_choice)
    def _is_sealed_choice(state):
        rule = GAME_OF_TYPE[state].rules.is_sealed_choice
        if rule is None:
            return lambda state: False
        return lambda state: rule(state)

    @overload(reopen)
    def _reopen(state):
        rule = GAME_OF_TYPE[state].rules.reopen
        if rule is None:
            return lambda state: None
        return lambda state: rule(state)

    @overload(is_open)
    def _is_open(state):
        if kind_of_type(state) == SEALED:
            return lambda state: not is_sealed_choice(state)
        opens = kind_of_type(state) == OPEN
        return lambda state: opens
