"""Where a game of an environment begins, if not as games begin: at a position, given whole or by its name.

Small positions that ship with a game have names (`GAMES[name].small`): the rest of such a game can be enumerated, so
that exact methods can be tried on it.
"""

from __future__ import annotations

from collections.abc import Mapping

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


def beginning(options: object, game: Game, seats: int, chosen: Mapping[str, OptionValue]) -> Match | None:
    """Where the options of a `reset` say that a game begins, at a table with these seats and options; None as ever."""
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise BadSetup("cli.reset-options-are", given=repr(options)[:40])
    position = options.get("position")
    if position is None:
        return None
    match = match_at(game, position)
    if (match.seats, match.options) != (seats, dict(chosen)):
        raise BadSetup("cli.match-of-other-table", told=repr(match))
    return match
