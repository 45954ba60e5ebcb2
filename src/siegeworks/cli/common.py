"""What several commands need: options from the command line, records from files, a console, compiled rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from siegeworks.choices import checked_game
from siegeworks.core.jit import is_compiled, mark_compiled
from siegeworks.core.rules import Option, OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import Game

if TYPE_CHECKING:
    from siegeworks.match import Match

MOST_BYTES = 8_000_000


class Screen(Console):
    """A console that leaves a closed pipe to `main`, which says so."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(plain: bool) -> Console:
    """Where to draw. Without colours the letters tell everything."""
    return Screen(no_color=plain or None, highlight=False, soft_wrap=True)


def prepared_game(name: str) -> Game:
    """The game, its rules compiled; the first time on a machine somebody is told why it takes a moment."""
    game = checked_game(name)
    if not is_compiled(game.name):
        sys.stderr.write(f"Compiling {game.title} for this machine: a few seconds, this once ...\n")
        sys.stderr.flush()
        _compile(game)
        mark_compiled(game.name)
    return game


def _compile(game: Game) -> None:
    """Play, resign and count once, so that everything a match calls is in the cache."""
    from siegeworks.match import Match

    match = Match.new(game.name, game.seats[0], seed=0)
    match.play(match.default())
    match.undo()
    while match.result is None:
        match.resign(next(seat for seat in range(match.seats) if seat not in match.gone))
    match.view()


def parsed_options(game: Game, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Options written NAME=VALUE; a yes/no option may be named alone."""
    known: dict[str, Option] = {option.name: option for option in game.rules.OPTIONS}
    chosen: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in known:
            raise BadSetup(f'{game.title} has no option "{name[:40]}"; it has {", ".join(known) or "none"}.')
        chosen[name] = _parsed(known[name], value if equals else "true")
    return chosen


def _parsed(option: Option, text: str) -> OptionValue:
    """The value a text stands for; one that fits nothing is passed on, to be refused with its rule."""
    for value in option.values:
        if text.lower() == str(value).lower():
            return value
    return text


def read_record(path: str) -> Match:
    """The match in a file, or on standard input."""
    from siegeworks.match import Match

    if path == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadSetup(f"{path} is larger than any record ({MOST_BYTES:,} bytes).")
    return Match.from_record(data.decode("utf-8"))


def write_new(path: str, text: str) -> None:
    """Write a file whole or not at all."""
    target = Path(path)
    if not target.name or "\0" in path or target.is_dir():
        raise BadSetup(f'"{path}" is not the name of a file.')
    part = target.with_name(target.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, target)
