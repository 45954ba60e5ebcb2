"""Where a game of an environment begins, if not as games begin: at a position, given whole or by its name.

Small positions that ship with a game have names (`GAMES[name].small`): the rest of such a game can be enumerated, so
that exact methods can be tried on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from siegeworks.choices import named
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.match import Match


def match_at(game: Game, position: object) -> Match:
    """A match that begins at the position. Nothing may be left to draw, and it may not be over."""
    given = position
    if isinstance(position, str):
        given = game.small.get(position)
        if given is None:
            raise BadSetup("cli.no-such-position", name=position[:40], title=game.title, names=named(game.small))
    if not isinstance(given, Mapping):
        raise BadSetup("cli.no-such-position", name=str(position)[:40], title=game.title, names=named(game.small))
    match = Match.from_position(game.name, given)
    if not isinstance(match.to_move, int):
        raise BadSetup("cli.nobody-to-move")
    return match


def match_of_table(game: Game, position: object, seats: int, options: Mapping[str, OptionValue]) -> Match:
    """The same for an environment that has seats and options of its own."""
    match = match_at(game, position)
    if (match.seats, match.options) != (seats, dict(options)):
        raise BadSetup("cli.match-of-other-table", told=repr(match))
    return match


def position_in(options: dict[str, Any] | None) -> object | None:
    """What the options of a `reset` say of where to begin."""
    return None if options is None else options.get("position")
