"""What an action points at, for pages and programs that let people pick: its verb, and targets such as `cell:d4`.

Made from the shapes a game's words declare. A shape's placeholder gives the kind of its target (CELL: `cell:`); words
to choose from ("fort|keep") and fixed words are places. A game that means something else says so in TARGET_KINDS.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from siegeworks.games import Game

PLACE = "place"


class Pick(NamedTuple):
    """An action as a person picks it."""

    action: str
    verb: str
    targets: tuple[str, ...]


@cache
def picks(game: Game) -> tuple[Pick, ...]:
    """One for each seat action of the game, by number."""
    return tuple(_pick(game, name) for name in game.words.ACTION_NAMES)


def _pick(game: Game, name: str) -> Pick:
    verb, *objects = name.split()
    kinds = _kinds(game, verb, objects)
    return Pick(name, verb, tuple(f"{kind}:{word}" for kind, word in zip(kinds, objects, strict=True)))


def _kinds(game: Game, verb: str, objects: list[str]) -> list[str]:
    """The kind of each object, from the shape that fits best."""
    named = game.words.TARGET_KINDS
    for shape in sorted(game.words.SHAPES, key=lambda shape: shape.split()[1:] != objects):
        spelled = shape.split()
        if spelled[0] == verb and len(spelled) == len(objects) + 1:
            pairs = list(zip(spelled[1:], objects, strict=True))
            if all(_fits(word, given) for word, given in pairs):
                return [named.get(word) or (word.lower() if word.isupper() else PLACE) for word, _ in pairs]
    raise LookupError(f"{game.name}: no shape of an action fits {verb!r} with {objects}")


def _fits(word: str, given: str) -> bool:
    """Whether a word of a shape can stand for a word of a name."""
    return given in word.split("|") or (word.isalpha() and word.isupper())
