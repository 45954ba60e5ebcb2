"""What a table may ask for, checked: the game, the number of seats, the options, the seed."""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks.core import luck
from siegeworks.core.phrases import listed, phrase
from siegeworks.core.rules import Option, OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game


def whole(value: object) -> int | None:
    """A whole number as Python's own, NumPy's too; None for anything else, and for what is true or false."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # which is what is found out here
    except TypeError:
        return None


def plain(value: Any) -> Any:
    """A number of NumPy's, or its true or false, as Python's own; anything else as it is."""
    return value.item() if isinstance(value, np.integer | np.bool_) else value


def checked_number(name: str, value: object, least: int, most: int) -> int:
    """A whole number within bounds."""
    number = whole(value)
    if number is None or not least <= number <= most:
        raise BadSetup("whole-number", name=name, least=least, most=most, value=_short(value))
    return number


def checked_switch(name: str, value: object) -> bool:
    """Yes or no, Python's or NumPy's."""
    if not isinstance(value, bool | np.bool_):
        raise BadSetup("yes-or-no", name=name, value=_short(value))
    return bool(value)


def checked_game(name: str) -> Game:
    """The game of this name."""
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    near = difflib.get_close_matches(str(name).lower()[:40], GAMES, 1)
    if near:
        raise BadSetup("no-game-near", name=str(name)[:40], near=near[0])
    raise BadSetup("no-game", name=str(name)[:40], games=listed(list(GAMES), "comma"))


def checked_seats(game: Game, seats: object) -> int:
    """A number of seats the game is played with."""
    number = whole(seats)
    if number is None or number not in game.seats:
        least, most = min(game.seats), max(game.seats)
        told = {"title": game.title, "least": least, "most": most, "seats": _short(seats)}
        raise BadSetup("seats-of-game", game.words.SEATS_RULE, **told)
    return number


def checked_options(game: Game, chosen: Mapping[str, OptionValue], seats: int) -> dict[str, OptionValue]:
    """All options of the game: those chosen, and the defaults of the rest."""
    known: dict[str, Option] = {option.name: option for option in game.rules.OPTIONS}
    if not isinstance(chosen, Mapping):
        raise BadSetup("options-are-names", name=type(chosen).__name__)
    given = {name: plain(value) for name, value in chosen.items()}
    for name, value in given.items():
        if name not in known:
            raise BadSetup("no-option", title=game.title, name=str(name)[:40], known=named(known))
        option = known[name]
        if type(value) is not type(option.default) or value not in option.values:
            raise BadSetup("option-is", option.rule, name=name, values=_spoken(option), value=repr(str(value)[:40]))
        if option.seats and value != option.default and seats not in option.seats:
            raise BadSetup("option-for-seats", option.rule, name=name, counts=listed(option.seats, "or"), seats=seats)
    return {name: given.get(name, option.default) for name, option in known.items()}


def _short(value: object) -> str | dict[str, Any]:
    """A value as a sentence can quote it."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return phrase("a-long-number")
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def named(names: Iterable[str]) -> dict[str, Any]:
    """Names to choose from, as a part of a sentence; there may be none."""
    found = list(names)
    return listed(found, "comma") if found else phrase("none-there")


def _spoken(option: Option) -> dict[str, Any]:
    if isinstance(option.default, bool):
        return phrase("true-or-false")
    if isinstance(option.default, int):
        return phrase("a-whole-number", values=listed(option.values, "comma"))
    return listed(option.values, "or")


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
        raise BadSetup("no-option", title=game.title, name=name[:40], known=named(known))
    option = known[name]
    for choice in option.values:
        if str(choice).lower() == (value.lower() if equals else "true"):
            return name, choice
    raise BadSetup("option-is-quoted", option.rule, name=name, values=_spoken(option), value=value[:40])


def option_codes(game: Game, options: Mapping[str, OptionValue]) -> npt.NDArray[np.int64]:
    """The options as the numbers the rules read."""
    return np.array([option.code(options[option.name]) for option in game.rules.OPTIONS], np.int64)


def checked_names(names: object, seats: int) -> list[str]:
    """What the seats are called: a string for each."""
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names) or len(names) != seats:
        raise BadSetup("one-name-a-seat", seats=seats)
    if not all(is_text(name) for name in names):
        raise BadSetup("name-not-text")
    return list(names)


def is_text(name: str) -> bool:
    """Whether a string can be written: half a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def checked_seed(seed: object) -> bytes | None:
    """A seed as 32 bytes."""
    if seed is None:
        return None
    given = seed if isinstance(seed, bytes) else whole(seed)
    if given is None:
        raise BadSetup("seed-is", name=type(seed).__name__)
    try:
        return luck.seed_bytes(given)
    except ValueError:
        if isinstance(seed, bytes):
            raise BadSetup("seed-bytes", bytes=luck.SEED_BYTES, given=len(seed)) from None
        raise BadSetup("seed-too-large", bytes=luck.SEED_BYTES) from None
