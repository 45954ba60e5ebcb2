"""Calls any game's judgement: the type of the state's record picks the game, as in `core.rules`.

A game's `judgement.py` may offer `value`, `prior`, `thumb`, `is_early` and ROLLOUT_DEPTH. What it leaves out has a
default that needs no knowledge of the game, so that a new game can be searched at once. Two more questions go to the
rules: whether a choice is sealed until all have made theirs, and how to go back to before the first of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from siegeworks.core.game import Game
from siegeworks.core.jit import IS_PLAIN, part
from siegeworks.core.odds import odds
from siegeworks.core.rules import GAME_OF, GAME_OF_TYPE
from siegeworks.core.views import has_secrets

OPEN, SEALED, HIDDEN = "open", "sealed", "hidden"
"""Kinds of games: nothing is secret; only choices that all make at once are; other things are too."""
TO_THE_END = -1
"""The depth of a rollout that plays until the game is over."""


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


def rollout_depth(dtype: np.dtype[Any]) -> int:
    """After how many decisions a rollout stops and is evaluated; TO_THE_END in games without an evaluation."""
    own = GAME_OF[dtype].judgement
    return own.ROLLOUT_DEPTH if own.value is not None else TO_THE_END


@part
def equal_shares(state, out):
    """The same share for every seat that is still in."""
    for seat in range(state.seats):
        out[seat] = 0.0
    odds(out, state.seats, state.gone)


def value(state, out):
    """Static evaluation: each seat's expected share of the win; by default all seats still in have the same."""
    own = GAME_OF[state.dtype].judgement.value
    return own(state, out) if own is not None else equal_shares(state, out)


def prior(state, actions, n, out):
    """The prior of each of the first n actions, on any scale above 0; uniform by default."""
    own = GAME_OF[state.dtype].judgement.prior
    if own is not None:
        return own(state, actions, n, out)
    for at in range(n):
        out[at] = 1.0
    return None


def thumb(state, actions, n, out):
    """The index in `actions` of what the rule of thumb plays: the game's own, else the highest prior."""
    own = GAME_OF[state.dtype].judgement.thumb
    if own is not None:
        return own(state, actions, n)
    prior(state, actions, n, out)
    best = 0
    for at in range(n):
        if out[at] > out[best]:
            best = at
    return best


def is_early(state: Any) -> bool:
    """Whether a result that is shared here is early, so that `contempt` applies to it; by default it always is."""
    own = GAME_OF[state.dtype].judgement.is_early
    return own is None or bool(own(state))


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
        own = GAME_OF_TYPE[state].judgement.value
        if own is not None:
            return lambda state, out: own(state, out)
        return lambda state, out: equal_shares(state, out)

    @overload(prior)
    def _prior(state, actions, n, out):
        own = GAME_OF_TYPE[state].judgement.prior
        if own is not None:
            return lambda state, actions, n, out: own(state, actions, n, out)

        def uniform(state, actions, n, out):
            for at in range(n):
                out[at] = 1.0

        return uniform

    @overload(thumb)
    def _thumb(state, actions, n, out):
        own = GAME_OF_TYPE[state].judgement.thumb
        if own is not None:
            return lambda state, actions, n, out: own(state, actions, n)

        def highest_prior(state, actions, n, out):
            prior(state, actions, n, out)
            best = 0
            for at in range(n):
                if out[at] > out[best]:
                    best = at
            return best

        return highest_prior

    @overload(is_early)
    def _is_early(state):
        own = GAME_OF_TYPE[state].judgement.is_early
        if own is None:
            return lambda state: True
        return lambda state: own(state)

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
