"""What environments are called: the game, and the version of what programs meet in it, `siegestones-v0`.

The rule for raising a version is on the page docs/research.md.
"""

from __future__ import annotations

import re

from siegeworks.choices import checked_game
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game

VERSIONED = re.compile(r"(.+?)[-_]v(\d+)")


def id_of(game: Game) -> str:
    """The game with its version: what a paper should name."""
    return f"{game.name}-v{game.planes.VERSION}"


def named_game(name: str) -> Game:
    """The game of a name, with a version or without. A version that is not the present one is refused."""
    found = None if not isinstance(name, str) or name in GAMES else VERSIONED.fullmatch(name)
    game = checked_game(name if found is None else found[1])
    if found is not None and int(found[2]) != game.planes.VERSION:
        raise BadSetup("cli.other-version", name=name[:40], present=id_of(game))
    return game
