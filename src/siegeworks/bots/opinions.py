"""Calls any game's judgement: the type of the state's record picks the game, as in `core.rules`.

A game's `judgement.py` may offer `value`, `urge`, `thumb`, `is_early` and ROLLOUT. What it leaves out has a default
that needs no opinion, so that a new game can be searched before anybody has thought about it. Two more questions go to
the rules: whether a choice is sealed until all have made theirs, and how to go back to before the first of them.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload

from siegeworks.core import rules
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.views import has_secrets

OPEN, SEALED, HIDDEN = "open", "sealed", "hidden"
"""Kinds of games: nothing is secret; only choices that all make at once are; other things are too."""
TO_THE_END = -1
"""A rollout without a cut: play until the game is over."""


@cache
def judgement_of(owner: str) -> ModuleType | None:
    """The judgement beside the rules module of this name; None if the game has none."""
    name = owner.removesuffix(".rules") + ".judgement"
    return import_module(name) if find_spec(name) else None


def _opinion(owner: str, name: str) -> Any:
    return getattr(judgement_of(owner), name, None)


def _rule(owner: str, name: str) -> Any:
    return getattr(sys.modules[owner], name, None)


def _owner(state: Any) -> str:
    return rules._OWNER_OF[state.dtype]


def _owner_of_type(kind: Any) -> str:
    return rules._OWNER_OF_TYPE[kind]


def _kind(owner: str) -> str:
    if _rule(owner, "is_sealed_choice") is not None:
        return SEALED
    return HIDDEN if has_secrets(sys.modules[owner].STATE) else OPEN


def kind(dtype: np.dtype[Any]) -> str:
    """What the game of this record keeps secret."""
    return _kind(rules._OWNER_OF[dtype])


def kind_of_type(record: Any) -> str:
    """The same for compiled code."""
    return _kind(_owner_of_type(record))


def cut(dtype: np.dtype[Any]) -> int:
    """After how many decisions a rollout is judged; TO_THE_END where nobody can judge."""
    owner = rules._OWNER_OF[dtype]
    return int(_opinion(owner, "ROLLOUT") or 0) if _opinion(owner, "value") else TO_THE_END


def value(state, out):
    """Each seat's expected share of the win; without an opinion all seats are alike."""
    opinion = _opinion(_owner(state), "value")
    if opinion is not None:
        return opinion(state, out)
    for seat in range(state.seats):
        out[seat] = 1.0 / state.seats
    return None


def urge(state, actions, n, out):
    """How promising each of the first n actions looks before any search; without an opinion all alike."""
    opinion = _opinion(_owner(state), "urge")
    if opinion is not None:
        return opinion(state, actions, n, out)
    for at in range(n):
        out[at] = 1.0
    return None


def thumb(state, actions, n, out):
    """The place in `actions` of what a rule of thumb plays: the game's own, else whatever has the greatest urge."""
    opinion = _opinion(_owner(state), "thumb")
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
    opinion = _opinion(_owner(state), "is_early")
    return opinion is None or bool(opinion(state))


def is_sealed_choice(state: Any) -> bool:
    """Whether what the seat to move chooses stays hidden until all have chosen."""
    rule = _rule(_owner(state), "is_sealed_choice")
    return rule is not None and bool(rule(state))


def is_open(state):
    """Whether nothing is hidden from the seat to move: a game with sealed choices has no other secrets."""
    return kind(state.dtype) == OPEN or (kind(state.dtype) == SEALED and not is_sealed_choice(state))


def reopen(state):
    """Go back to before the first of the sealed choices that are being made."""
    rule = _rule(_owner(state), "reopen")
    if rule is not None:
        rule(state)


if not IS_PLAIN:

    @overload(value)
    def _value(state, out):
        opinion = _opinion(_owner_of_type(state), "value")
        if opinion is not None:
            return lambda state, out: opinion(state, out)

        def alike(state, out):
            for seat in range(state.seats):
                out[seat] = 1.0 / state.seats

        return alike

    @overload(urge)
    def _urge(state, actions, n, out):
        opinion = _opinion(_owner_of_type(state), "urge")
        if opinion is not None:
            return lambda state, actions, n, out: opinion(state, actions, n, out)

        def alike(state, actions, n, out):
            for at in range(n):
                out[at] = 1.0

        return alike

    @overload(thumb)
    def _thumb(state, actions, n, out):
        opinion = _opinion(_owner_of_type(state), "thumb")
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
        opinion = _opinion(_owner_of_type(state), "is_early")
        if opinion is None:
            return lambda state: True
        return lambda state: opinion(state)

    @overload(is_sealed_choice)
    def _is_sealed_choice(state):
        rule = _rule(_owner_of_type(state), "is_sealed_choice")
        if rule is None:
            return lambda state: False
        return lambda state: rule(state)

    @overload(reopen)
    def _reopen(state):
        rule = _rule(_owner_of_type(state), "reopen")
        if rule is None:
            return lambda state: None
        return lambda state: rule(state)

    @overload(is_open)
    def _is_open(state):
        if kind_of_type(state) == SEALED:
            return lambda state: not is_sealed_choice(state)
        opens = kind_of_type(state) == OPEN
        return lambda state: opens
