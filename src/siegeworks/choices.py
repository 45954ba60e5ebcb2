"""What a table may ask for, checked: the game, the number of seats, the options, the seed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from siegeworks.core import luck
from siegeworks.core.rules import Option, OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game


def checked_game(name: str) -> Game:
    """The game of this name."""
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    near = difflib.get_close_matches(str(name).lower()[:40], GAMES, 1)
    hint = f'did you mean "{near[0]}"' if near else f"there is {', '.join(GAMES)}"
    raise BadSetup(f'No game is called "{str(name)[:40]}"; {hint}.')


def checked_seats(game: Game, seats: int) -> int:
    """A number of seats the game is played with."""
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in game.seats:
        least, most = min(game.seats), max(game.seats)
        raise BadSetup(f"{game.title} is for {least} to {most} seats, not {_short(seats)}.", game.words.SEATS_RULE)
    return seats


def checked_options(game: Game, chosen: Mapping[str, OptionValue], seats: int) -> dict[str, OptionValue]:
    """All options of the game: those chosen, and the defaults of the rest."""
    known: dict[str, Option] = {option.name: option for option in game.rules.OPTIONS}
    if not isinstance(chosen, Mapping):
        raise BadSetup(f"Options are names with values, not {type(chosen).__name__}.")
    for name, value in chosen.items():
        if name not in known:
            raise BadSetup(f'{game.title} has no option "{str(name)[:40]}"; it has {", ".join(known) or "none"}.')
        option = known[name]
        if type(value) is not type(option.default) or value not in option.values:
            raise BadSetup(f"Option {name} is {_spoken(option)}, not {str(value)[:40]!r}.", option.rule)
        if option.seats and value != option.default and seats not in option.seats:
            raise BadSetup(f"Option {name} is for {_listed(option.seats)} seats, not {seats}.", option.rule)
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def _short(value: object) -> str:
    """A value as a sentence can quote it."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _listed(seats: tuple[int, ...]) -> str:
    return " or ".join(map(str, seats))


def _spoken(option: Option) -> str:
    values = option.values
    if isinstance(option.default, bool):
        return "true or false"
    if isinstance(option.default, int):
        return f"a whole number: {', '.join(map(str, values))}"
    return " or ".join(str(value) for value in values)


def changed_options(game: Game, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Those that are not the default."""
    defaults = _defaults(game)
    return {name: value for name, value in options.items() if name in defaults and value != defaults[name]}


@cache
def _defaults(game: Game) -> dict[str, OptionValue]:
    return {option.name: option.default for option in game.rules.OPTIONS}


def spelled_option(option: Option, value: OptionValue) -> str:
    """An option as it is written in records and on the command line."""
    return option.name if value is True else f"{option.name}={str(value).lower()}"


def parsed_option(game: Game, text: str) -> tuple[str, OptionValue]:
    """An option written NAME=VALUE, or by its name alone if it is yes or no."""
    known: dict[str, Option] = {option.name: option for option in game.rules.OPTIONS}
    name, equals, value = (part.strip() for part in text.partition("="))
    if name not in known:
        raise BadSetup(f'{game.title} has no option "{name[:40]}"; it has {", ".join(known) or "none"}.')
    option = known[name]
    for choice in option.values:
        if str(choice).lower() == (value.lower() if equals else "true"):
            return name, choice
    raise BadSetup(f'Option {name} is {_spoken(option)}, not "{value[:40]}".', option.rule)


def option_codes(game: Game, options: Mapping[str, OptionValue]) -> npt.NDArray[np.int64]:
    """The options as the numbers the rules read."""
    return np.array([option.code(options[option.name]) for option in game.rules.OPTIONS], np.int64)


def checked_names(names: object, seats: int) -> list[str]:
    """What the seats are called: a string for each."""
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names) or len(names) != seats:
        raise BadSetup(f"Names are a list of {seats} strings, one for each seat.")
    return list(names)


def checked_seed(seed: int | bytes | None) -> bytes | None:
    """A seed as 32 bytes."""
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, int | bytes):
        raise BadSetup(f"A seed is a whole number or 32 bytes, not {type(seed).__name__}.")
    try:
        return luck.seed_bytes(seed)
    except ValueError as problem:
        raise BadSetup(f"{str(problem).capitalize()}.") from None
