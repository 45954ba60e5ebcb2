"""Calls any game's rules: the type of the state's record picks the game.

Each function here is a plain look-up when uncompiled and, inside compiled code, the game's own function: a search that
calls `legal` and `apply` is compiled once for each game and found again in the cache by the next process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import from_dtype
from numba.extending import overload

from siegeworks.core.cache import digest_of, own_sources
from siegeworks.core.dice import roll
from siegeworks.core.game import Game
from siegeworks.core.jit import IS_PLAIN, part
from siegeworks.core.record import plain_layout, record_type

NOBODY = -1
"""`to_move` when the game is over; also the owner of what nobody owns."""
CHANCE = -2
"""`to_move` when a draw comes next."""

OptionValue = bool | int | str

GAME_OF: dict[np.dtype[Any], Game] = {}
"""The game a record belongs to: each stands here once its rules are imported."""
GAME_OF_TYPE: dict[Any, Game] = {}
"""The same by the Numba type of the record."""
_GAME_OF_LAYOUT: dict[np.dtype[Any], Game] = {}  # without the titles, which say nothing of the fields
_TAKEN_NAMES = frozenset(dir(np.ndarray)) | frozenset(dir(np.record))


@dataclass(frozen=True)
class Option:
    """A choice a table may make: its values, the first being the default, and the rule that offers it.

    What it means is in the game's catalogue: `option-name`.
    """

    name: str
    values: tuple[OptionValue, ...]
    rule: str
    seats: tuple[int, ...] = ()
    """The seat counts it is for; empty means all."""
    kept: Callable[[Any], int] | None = None
    """Reads its number from a state; only where no field of the state has its name."""

    @property
    def default(self) -> OptionValue:
        return self.values[0]

    def code(self, value: OptionValue) -> int:
        """The number the rules read: whole numbers and yes/no as they are, words by their place."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def code_in(self, state: Any) -> int:
        """The number behind which a state, or a view of it, keeps what was chosen."""
        return int(self.kept(state) if self.kept else state[self.name])

    def value(self, code: int) -> OptionValue:
        """The value behind a number the rules keep."""
        if isinstance(self.default, str):
            return self.values[code]
        return bool(code) if isinstance(self.default, bool) else int(code)


def seats_of(bits: int, seats: int) -> list[int]:
    """The seats whose bits are set."""
    return [seat for seat in range(seats) if int(bits) >> seat & 1] if bits else []


def record(game: Game, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The STATE of a game. Its fields say which game a state belongs to, so no two games can have the same."""
    for name in (field[0] for field in fields):
        if name in _TAKEN_NAMES:
            raise TypeError(f"{game.title}: a field cannot be called {name!r}, NumPy has a method of that name")
    state = record_type(fields, game, _sources_of(game))
    known = _GAME_OF_LAYOUT.setdefault(plain_layout(state), game)
    if known is not game:
        raise TypeError(f"the record of {game.title} has the same fields as that of {known.title}; games must differ")
    GAME_OF[state] = game
    if not IS_PLAIN:
        GAME_OF_TYPE[from_dtype(state)] = game
    return state


def _sources_of(game: Game) -> str:
    """Names the compiled sources of a game; nothing if none is compiled."""
    return "" if IS_PLAIN else f"sources {digest_of(own_sources(game.folder))}"


def _of(state: Any) -> Any:
    """The rules of the game a state belongs to."""
    return GAME_OF[state.dtype].rules


def _of_type(kind: Any) -> Any:
    """The same by the Numba type of its record."""
    return GAME_OF_TYPE[kind].rules


def new_game(state, seats, options):
    """Fill `state` with the beginning of a game; `options` holds a number for each of the game's OPTIONS."""
    return _of(state).new_game(state, seats, options)


def legal(state, out):
    """Write the legal actions of whoever is to move, in ascending order, and return how many; 0 once over."""
    return _of(state).legal(state, out)


def apply(state, action):
    """Play a legal action."""
    return _of(state).apply(state, action)


def chances(state, weights):
    """The weight of each legal action of CHANCE, in the order of `legal`; returns how many."""
    rules = _of(state)
    return rules.chances(state, weights) if rules.chances is not None else 0


def scores(state, out):
    """The points of each seat."""
    return _of(state).scores(state, out)


def standing(state, seat):
    """How a seat stands at the end, as a number: the greater one came before the other, and equal ones share."""
    return _of(state).standing(state, seat)


@part
def places(state, out):
    """Who came where: one more than the number of seats that stand better."""
    for seat in range(state.seats):
        out[seat] = 1
        for other in range(state.seats):
            if standing(state, other) > standing(state, seat):
                out[seat] += 1


def leave(state, seat):
    """A seat resigns."""
    return _of(state).leave(state, seat)


def default(state):
    """The action an expired clock plays."""
    return _of(state).default(state)


def guess(state, seat, dice):
    """Fill what `seat` cannot see with something possible; nothing to do in a game without secrets."""
    rules = _of(state)
    return rules.guess(state, seat, dice) if rules.guess is not None else None


def random_action(state, dice, out):
    """A legal action of a seat, every one equally likely; a game that can count and pick without listing does so."""
    rules = _of(state)
    if rules.pick is not None:
        return rules.pick(state, dice)
    if rules.legal_at is not None:
        return rules.legal_at(state, roll(dice, rules.legal_count(state)))
    return out[roll(dice, rules.legal(state, out))]


if not IS_PLAIN:

    @overload(new_game)
    def _new_game(state, seats, options):
        return _of_type(state).new_game.py_func

    @overload(legal)
    def _legal(state, out):
        return _of_type(state).legal.py_func

    @overload(apply)
    def _apply(state, action):
        return _of_type(state).apply.py_func

    @overload(chances)
    def _chances(state, weights):
        rules = _of_type(state)
        return rules.chances.py_func if rules.chances is not None else lambda state, weights: 0

    @overload(scores)
    def _scores(state, out):
        return _of_type(state).scores.py_func

    @overload(standing)
    def _standing(state, seat):
        return _of_type(state).standing.py_func

    @overload(leave)
    def _leave(state, seat):
        return _of_type(state).leave.py_func

    @overload(default)
    def _default(state):
        return _of_type(state).default.py_func

    @overload(random_action)
    def _random_action(state, dice, out):
        rules = _of_type(state)
        if rules.pick is not None:
            pick = rules.pick
            return lambda state, dice, out: pick(state, dice)
        if rules.legal_at is not None:
            legal_at, legal_count = rules.legal_at, rules.legal_count
            return lambda state, dice, out: legal_at(state, roll(dice, legal_count(state)))
        listed = rules.legal
        return lambda state, dice, out: out[roll(dice, listed(state, out))]

    @overload(guess)
    def _guess(state, seat, dice):
        rules = _of_type(state)
        return rules.guess.py_func if rules.guess is not None else lambda state, seat, dice: None
