"""The games, and the only list of them: ours, one folder each, and those that other installed packages offer.

Another package offers a game through an entry point of the group `siegeworks.games`, which names its `Game`. One that
cannot be used is left out, with one sentence that says why; the others are not affected.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from siegeworks.core.game import Game as Game
from siegeworks.games.bluffstones import GAME as BLUFFSTONES
from siegeworks.games.charge import GAME as CHARGE
from siegeworks.games.nobles import GAME as NOBLES
from siegeworks.games.siege import GAME as SIEGE
from siegeworks.games.siegestones import GAME as SIEGESTONES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OURS = (SIEGESTONES, NOBLES, BLUFFSTONES, CHARGE, SIEGE)
GROUP = "siegeworks.games"
NAME = re.compile(r"[a-z][a-z0-9_]*")


class Games(Mapping[str, Game]):
    """All games by name. Other packages are asked when somebody first looks."""

    @cached_property
    def _found(self) -> dict[str, Game]:
        from importlib.metadata import entry_points  # not before: it would make every start slower

        found = {game.name: game for game in OURS}
        for offer in sorted(entry_points(group=GROUP), key=lambda offer: (offer.name, offer.value)):
            try:
                game = _loaded(offer)
                _check_name(game, found)
            except Exception as problem:
                _warn(f'The game "{offer.name}" ({offer.value}) is left out: {_said(problem)}.')
            else:
                found[game.name] = game
        return found

    def __getitem__(self, name: str) -> Game:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"Games({', '.join(self)})"


def _loaded(offer: EntryPoint) -> Game:
    """The game another package offers, all its parts imported; ours come first, so that a clash is its fault."""
    for ours in OURS:
        _ = ours.rules
    game = offer.load()
    if not isinstance(game, Game):
        raise TypeError(f"it is a {type(game).__name__}, not a Game")
    game.parts()
    return game


def _check_name(game: Game, found: Mapping[str, Game]) -> None:
    if not NAME.fullmatch(game.name):
        raise ValueError(f'"{game.name[:40]}" is not a name of small letters, digits and underscores')
    if game.name in found:
        raise ValueError(f'there is a game called "{game.name}" already')


def _said(problem: Exception) -> str:
    """What went wrong, on one line and without the full stop."""
    text = " ".join(str(problem).split()) or type(problem).__name__
    return text[:300].rstrip(".")


def _warn(sentence: str) -> None:
    import logging

    logging.getLogger("siegeworks").warning(sentence)


def _named(name: str) -> Game:
    return GAMES[name]


GAMES: Mapping[str, Game] = Games()
copyreg.pickle(Game, lambda game: (_named, (game.name,)))
