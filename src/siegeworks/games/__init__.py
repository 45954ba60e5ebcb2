"""The games: one folder each, and this, the only list of them."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

NAMES = ("siegestones", "nobles", "bluffstones", "charge", "siege")


class Game:
    """One game's folder. Its parts are imported when they are first needed."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name,)

    def _part(self, part: str) -> ModuleType:
        return import_module(f"{__name__}.{self.name}{part}")

    @cached_property
    def about(self) -> ModuleType:
        """TITLE, CREDIT, KIND, MINUTES, SEATS and, where there is one, SERIES."""
        return self._part("")

    @cached_property
    def rules(self) -> ModuleType:
        return self._part(".rules")

    @cached_property
    def words(self) -> ModuleType:
        return self._part(".words")

    @cached_property
    def position(self) -> ModuleType:
        return self._part(".position")

    @cached_property
    def writing(self) -> ModuleType | None:
        """MOST_LETTERS and write: positions as JSON at once, by compiled code; not every game has that."""
        return self._part(".writing") if find_spec(f"{__name__}.{self.name}.writing") else None

    @cached_property
    def picture(self) -> ModuleType:
        return self._part(".picture")

    @cached_property
    def planes(self) -> ModuleType:
        """What a seat sees as numbers: PLANES, SHAPE, observe."""
        return self._part(".planes")

    @property
    def title(self) -> str:
        return str(self.about.TITLE)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self.about.SEATS)

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """The number of each seat action, by its name."""
        return {name: number for number, name in enumerate(self.words.ACTION_NAMES)}

    @cached_property
    def chance_numbers(self) -> dict[str, int]:
        """The number of each draw, by its name."""
        return {name: number for number, name in enumerate(self.words.CHANCE_NAMES)}


def _named(name: str) -> Game:
    return GAMES[name]


GAMES: dict[str, Game] = {name: Game(name) for name in NAMES}
