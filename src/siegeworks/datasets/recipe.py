"""How a data set is made: all that its games follow from, as data. Same recipe and same bots, same games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from siegeworks.bots import bot, parsed_budget
from siegeworks.choices import changed_options, checked_game, checked_number, checked_options, checked_seats
from siegeworks.core.rules import OptionValue
from siegeworks.envs.batch import MOST_SEED
from siegeworks.errors import BadSetup
from siegeworks.games import Game

MOST_GAMES = 10_000_000
MOST_OPENING = 100
MOST_BOTS = 255
BOTS = ("random", "random", "thumb", "thumb", "thumb", "thumb", "level1", "level2")
"""Every seat of every game draws one of these: the cheap ones more often."""
OPENING = 4
"""Decisions at random at the beginning of each game: bots without luck would repeat a few games."""


@dataclass(frozen=True)
class Recipe:
    """A game, its table, who plays, and the seed of all luck."""

    game: str
    seats: int
    count: int
    seed: int = 1
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Those that are not the default."""
    bots: tuple[str, ...] = BOTS
    """Each seat of each game has one of these, every entry as likely as another."""
    opening: int = OPENING
    """So many decisions of each game, the first ones, are made at random, whoever sits there."""

    def __post_init__(self) -> None:
        game = checked_game(self.game)
        told: dict[str, Any] = {"seats": checked_seats(game, self.seats)}
        options = checked_options(game, self.options, told["seats"])
        told["options"] = {name: options[name] for name in self.options}
        for name, least, most in (("count", 1, MOST_GAMES), ("seed", 0, MOST_SEED), ("opening", 0, MOST_OPENING)):
            told[name] = checked_number(name, getattr(self, name), least, most)
        if not isinstance(self.bots, list | tuple):
            raise BadSetup("cli.data-bots-are", given=repr(self.bots)[:40])
        checked_number("bots", len(self.bots), 1, MOST_BOTS)
        for bot_name in self.bots:
            check_bot(game, bot_name)
        for name, value in {**told, "bots": tuple(self.bots)}.items():
            object.__setattr__(self, name, value)  # NumPy's numbers as Python's: they are written as JSON

    @property
    def rules(self) -> Game:
        """The game itself."""
        return checked_game(self.game)

    @property
    def chosen(self) -> dict[str, OptionValue]:
        """All options, the defaults included."""
        return checked_options(self.rules, self.options, self.seats)

    def as_json(self) -> dict[str, Any]:
        """The recipe as it stands in a file."""
        return {**asdict(self), "options": changed_options(self.rules, self.chosen), "bots": list(self.bots)}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Recipe:
        """The recipe a file tells; TypeError, KeyError or BadSetup if it is none."""
        held = {each.name: told[each.name] for each in fields(cls)}
        return cls(**{**held, "bots": tuple(held["bots"])})


def check_bot(game: Game, name: str) -> None:
    """A bot that plays the same from the same dice: one with simulations, not seconds."""
    bot(game, name)
    kind, _, budget = name.partition(":")
    if kind in ("uct", "search", "net") and (not budget or parsed_budget(budget).seconds):
        raise BadSetup("cli.data-bot-by-seconds", name=name)
