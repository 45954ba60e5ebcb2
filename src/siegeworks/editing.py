"""Positions that people set up: what can be set, where they begin, and what they need not say."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from siegeworks.core import luck
from siegeworks.core.fields import Choice, Field, seat_choices
from siegeworks.core.phrases import said
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadPosition
from siegeworks.games import Game
from siegeworks.match import Match

MOVER = "to_move"


def fields(game: Game, seats: int) -> list[Field]:
    """What can be set of a game's positions."""
    chance = [Choice("chance", said("field-chance"))] if game.rules.CHANCES else []
    movers = (*seat_choices(game.name, seats), *chance, Choice(None, said("field-over")))
    own = game.fields.fields(seats) if game.fields else []
    return [*own, Field((MOVER,), "choice", said("field-to_move"), movers, follows=True)]


def beginning(game: Game, seats: int, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """A position to begin with: a new game whose first draws are made, the very first in the first way."""
    match = Match.new(game.name, seats, options=options)
    if match.to_move == "chance":
        match.play(match.legal()[0])
        match.draw_from(secrets.token_bytes(luck.SEED_BYTES))
    return match.position()


def tidied(game: Game, position: Mapping[str, Any]) -> dict[str, Any]:
    """The same position without what follows from the rest, so that a change of the rest needs no other."""
    whole = Match.from_position(game.name, position).position()
    kept = {"seats", "options", *(field.path[0] for field in fields(game, whole["seats"]) if not field.follows)}
    left = dict(position)
    for name in (MOVER, *position):
        if name in kept or name not in left:
            continue
        rest = {key: value for key, value in left.items() if key != name}
        if _is_position(game, rest, whole):
            left = rest
    return left


def _is_position(game: Game, position: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """Whether a position is this one. What cannot be is not."""
    try:
        return Match.from_position(game.name, position).position() == whole
    except BadPosition:
        return False
