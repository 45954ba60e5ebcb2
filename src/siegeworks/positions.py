"""Positions as JSON, both ways: what all games have in common. The rest is in each game's `position.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from siegeworks.choices import changed_options, checked_options, checked_seats
from siegeworks.core.rules import CHANCE, NOBODY, OptionValue, seats_of
from siegeworks.core.views import States
from siegeworks.errors import BadPosition, BadSetup
from siegeworks.games import Game

AGREED = "agreed"
"""A field of positions that ended by agreement, which nothing else in them would tell: who was to move then."""


def describe(game: Game, states: States, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """A state, or a seat's view of it, as JSON."""
    state = states[0]
    seats = int(state.seats)
    mover: int | str | None = int(state.to_move)
    if mover == NOBODY:
        mover = None
    elif mover == CHANCE:
        mover = "chance"
    changed = changed_options(game, options)
    common = {
        "seats": seats,
        "options": changed,
        "to_move": mover,
        "gone": seats_of(state.gone, seats) if state.gone else [],
    }
    return {**common, **game.position.describe(state)}


def table(game: Game, position: Mapping[str, Any]) -> tuple[int, dict[str, OptionValue]]:
    """The seats and options a position names."""
    if not isinstance(position, Mapping):
        raise BadPosition(f"A position is a JSON object, not {type(position).__name__}.")
    try:
        seats = checked_seats(game, position.get("seats", game.seats[0]))
        return seats, checked_options(game, position.get("options", {}), seats)
    except BadSetup as problem:
        raise BadPosition(problem.reason, problem.rule) from None


def written(game: Game, position: Mapping[str, Any]) -> dict[str, Any]:
    """A position as a record keeps it: what is derived from the rest is left out."""
    return {key: value for key, value in position.items() if key not in game.position.DERIVED}


def fill(game: Game, states: States, position: Mapping[str, Any]) -> None:
    """Set a new game's state to a position; whatever it says must agree with the rest of it."""
    state = states[0]
    seats = int(state.seats)
    gone = position.get("gone", [])
    if not isinstance(gone, list) or any(type(seat) is not int or not 0 <= seat < seats for seat in gone):
        raise BadPosition(f"gone lists seats from 0 to {seats - 1} that have left.", game.words.LEAVE_RULE)
    if len(set(gone)) >= seats:
        raise BadPosition("Somebody must still be in the game.", game.words.LEAVE_RULE)
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
        raise BadPosition(f'to_move is a seat from 0 to {seats - 1}, "chance", or null.', game.words.TURN_RULE)
    if mover in gone and not game.position.GONE_STAY:
        raise BadPosition(f"Seat {mover} has left and cannot be to move.", game.words.TURN_RULE)


def _check_agreement(game: Game, states: States, position: Mapping[str, Any]) -> None:
    """Every field that was given must be what the state now says; unknown fields are let through."""
    found = describe(game, states, {option.name: option.default for option in game.rules.OPTIONS})
    for key, value in position.items():
        if key in found and key not in ("options", "gone", *game.position.CHECKED) and found[key] != value:
            rule = game.position.FIELD_RULES.get(key)
            raise BadPosition(
                f"{key} is {_short(value)}, but the rest of the position makes it {_short(found[key])}.", rule
            )


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
