"""Positions as JSON, both ways: what all games have in common. The rest is in each game's `position.py`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from siegeworks.choices import changed_options, checked_options, checked_seats
from siegeworks.core.phrases import phrase
from siegeworks.core.rules import CHANCE, NOBODY, OptionValue, seats_of
from siegeworks.core.views import States
from siegeworks.errors import BadPosition, BadSetup
from siegeworks.games import Game

AGREED = "agreed"
"""A field of positions that ended by agreement, which nothing else in them would tell: who was to move then."""
MOST_DEPTH = 8
MOST_VALUES = 2_000
MOST_LETTERS = 20_000
MOST_WHOLE = 999_999_999
"""What a position may hold: a few times as much as the largest of any game."""
HALF_PAIRS = re.compile(r"[\ud800-\udfff]")


class Common(TypedDict):
    """What every view tells; the rest is the `View` of the game's `position.py`."""

    seats: int
    options: dict[str, OptionValue]
    to_move: int | Literal["chance"] | None
    gone: list[int]
    agreed: NotRequired[int | Literal["chance"] | None]


def describe(game: Game, states: States, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """A state, or a seat's view of it, as JSON."""
    state = states[0]
    seats = int(state.seats)
    mover = int(state.to_move)
    common: Common = {
        "seats": seats,
        "options": changed_options(game, options),
        "to_move": None if mover == NOBODY else "chance" if mover == CHANCE else mover,
        "gone": seats_of(state.gone, seats) if state.gone else [],
    }
    return {**common, **game.position.describe(state)}


def table(game: Game, position: Mapping[str, Any]) -> tuple[int, dict[str, OptionValue]]:
    """The seats and options a position names."""
    if not isinstance(position, Mapping):
        raise BadPosition("position-not-object", name=type(position).__name__)
    check_data(game, position)
    try:
        seats = checked_seats(game, position.get("seats", game.seats[0]))
        return seats, checked_options(game, position.get("options", {}), seats)
    except BadSetup as problem:
        raise BadPosition.of(problem.says) from None


def check_data(game: Game, position: Mapping[str, Any]) -> None:
    """Whether all of it is data of the kind that positions are made of, and no more of it than any position has."""
    letters = 0
    for values, (field, depth, value) in enumerate(_all_in(position), 1):
        letters += len(value) if isinstance(value, str) else 0
        problem = _problem(value)
        if depth > MOST_DEPTH or values > MOST_VALUES or letters > MOST_LETTERS:
            problem = phrase("too-much-data")
        if problem:
            name = field[:40] if isinstance(field, str) else phrase("a-position")
            raise BadPosition("bad-position-field", game.position.FIELD_RULES.get(field), name=name, problem=problem)


def _all_in(position: Mapping[str, Any]) -> Iterator[tuple[Any, int, Any]]:
    """Every name and value of a position, with the field it belongs to and how deep it lies."""
    left: list[tuple[Any, int, Any]] = [(None, 0, position)]
    while left:
        field, depth, value = left.pop()
        yield field, depth, value
        if depth <= MOST_DEPTH and isinstance(value, Mapping):
            for key, inside in value.items():
                left += [(field if depth else key, depth + 1, part) for part in (inside, key)]
        elif depth <= MOST_DEPTH and isinstance(value, list):
            left += [(field, depth + 1, part) for part in value]


def _problem(value: object) -> dict[str, Any] | None:
    """What a position cannot hold."""
    if isinstance(value, str):
        return phrase("letters-that-are-none") if HALF_PAIRS.search(value) else None
    if isinstance(value, int):
        return None if -MOST_WHOLE <= value <= MOST_WHOLE else phrase("number-too-large")
    if isinstance(value, float):
        return None if math.isfinite(value) else phrase("number-that-is-none")
    if isinstance(value, Mapping) and not all(isinstance(key, str) for key in value):
        return phrase("name-no-string")
    if value is None or isinstance(value, list | Mapping):
        return None
    return phrase("not-in-json", type=type(value).__name__)


def written(game: Game, position: Mapping[str, Any]) -> dict[str, Any]:
    """A position as a record keeps it: what is derived from the rest is left out."""
    return {key: value for key, value in position.items() if key not in game.position.DERIVED}


def fill(game: Game, states: States, position: Mapping[str, Any]) -> None:
    """Set a new game's state to a position; whatever it says must agree with the rest of it."""
    state = states[0]
    seats = int(state.seats)
    gone = position.get("gone", [])
    if not isinstance(gone, list) or any(type(seat) is not int or not 0 <= seat < seats for seat in gone):
        raise BadPosition("gone-not-seats", game.words.LEAVE_RULE, last=seats - 1)
    if len(set(gone)) >= seats:
        raise BadPosition("everybody-gone", game.words.LEAVE_RULE)
    if "to_move" in position:
        _check_mover(game, position["to_move"], seats, gone)
    state.gone = sum(1 << seat for seat in set(gone))
    if AGREED in position:
        _check_mover(game, position[AGREED], seats, gone)
        game.position.fill(state, {**position, "to_move": position[AGREED]})
        state.to_move = NOBODY
    else:
        game.position.fill(state, position)
    _check_agreement(game, states, position)


def _check_mover(game: Game, mover: object, seats: int, gone: list[int]) -> None:
    if mover is None or mover == "chance":
        return
    if type(mover) is not int or not 0 <= mover < seats:
        raise BadPosition("no-such-mover", game.words.TURN_RULE, last=seats - 1)
    if mover in gone and not game.position.GONE_STAY:
        raise BadPosition("mover-has-left", game.words.TURN_RULE, mover={"seat": mover, "of": game.name})


def _check_agreement(game: Game, states: States, position: Mapping[str, Any]) -> None:
    """Every field that was given must be what the state now says; unknown fields are let through."""
    found = describe(game, states, {option.name: option.default for option in game.rules.OPTIONS})
    for key, value in position.items():
        if key in found and key not in ("options", "gone", *game.position.CHECKED) and not _is_same(found[key], value):
            rule = game.position.FIELD_RULES.get(key)
            raise BadPosition("field-does-not-fit", rule, key=key, given=_short(value), wanted=_short(found[key]))


def _is_same(one: object, other: object) -> bool:
    """Whether both are the same JSON: there true is not 1."""
    return one == other and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
