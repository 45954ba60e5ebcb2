"""Tables to test at: every game with every seat count and every value of every option."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from siegeworks import GAMES, Match, SiegeworksError
from siegeworks.choices import checked_options
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.views import has_secrets
from siegeworks.games import Game

QUICK: dict[str, dict[str, Any]] = {"siege": {"max_years": 2}}
"""Options that keep a random game short, unless a test asks for another value."""


class Table(NamedTuple):
    """What a match is played with."""

    game: str
    seats: int
    options: dict[str, Any]

    def new(self, seed: int | None = 0) -> Match:
        return Match.new(self.game, self.seats, seed=seed, options=QUICK.get(self.game, {}) | self.options)

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.seats}" + (f"-{chosen}" if chosen else "")


def _tables() -> Iterator[Table]:
    """Every value of every option on its own; in plain Python, to save time, all options together in each game."""
    for game in GAMES.values():
        for seats in game.seats:
            yield Table(game.name, seats, {})
            singles = [{name: value} for name, values in _other_values(game).items() for value in values]
            for options in _all_at_once(game) if IS_PLAIN else singles:
                offered = {
                    name: value for name, value in options.items() if _is_offered(game.name, seats, {name: value})
                }
                if offered:
                    yield Table(game.name, seats, offered)


def _other_values(game: Game) -> dict[str, tuple[Any, ...]]:
    """What each option can be besides its default; of a long range its ends."""
    options = [option for option in game.rules.OPTIONS if option.name not in QUICK.get(game.name, {})]
    return {o.name: o.values[1:] if len(o.values) <= 4 else (o.values[1], o.values[-1]) for o in options}


def _all_at_once(game: Game) -> list[dict[str, Any]]:
    """As few tables as show every value: the first values of all options, the second ones, and so on."""
    others = _other_values(game)
    count = max(map(len, others.values()), default=0)
    return [{name: values[at % len(values)] for name, values in others.items()} for at in range(count)]


def _is_offered(game: str, seats: int, options: Mapping[str, Any]) -> bool:
    try:
        checked_options(GAMES[game], dict(options), seats)
    except SiegeworksError:
        return False
    return True


TABLES = tuple(_tables())
BARE_TABLES = tuple(table for table in TABLES if not table.options)
SECRET_TABLES = tuple(table for table in BARE_TABLES if has_secrets(GAMES[table.game].rules.STATE))
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
OPEN_TABLES = tuple(table for table in BARE_TABLES if table not in SECRET_TABLES)
every_open_table = pytest.mark.parametrize("table", OPEN_TABLES, ids=str)
every_seat_count = pytest.mark.parametrize("table", BARE_TABLES, ids=str)
every_secret_table = pytest.mark.parametrize("table", SECRET_TABLES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def mixed_options(game: str, seats: int, rng: random.Random) -> dict[str, Any]:
    """A random value for every option."""
    while True:
        options = {option.name: rng.choice(option.values) for option in GAMES[game].rules.OPTIONS}
        options |= QUICK.get(game, {})
        if _is_offered(game, seats, options):
            return options


def budget(compiled: int, plain: int) -> int:
    """How often to try: plain Python is two hundred times slower."""
    return plain if IS_PLAIN else compiled


def play_out(
    match: Match, rng: random.Random, each: Callable[[Match], None] | None = None, resign: float = 0.0
) -> Match:
    """Random play to the end; `each` looks at every point before a line, `resign` is how often somebody leaves."""
    while match.result is None:
        if each is not None:
            each(match)
        if match.to_move != "chance" and match.staying and rng.random() < resign:
            match.resign(rng.choice(match.staying))
        else:
            match.play(rng.choice(match.legal()))
    return match
