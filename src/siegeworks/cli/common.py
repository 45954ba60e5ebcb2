"""What several commands need: options from the command line, records from files, a console, compiled rules."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from siegeworks.choices import checked_game, parsed_option
from siegeworks.compiling.processes import compiled_beside
from siegeworks.compiling.ready import compiled_kinds, has_bots, is_compiled, searches_of
from siegeworks.compiling.works import choose_once, compile_rules, compile_telling
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.sentences import ENGLISH, word

if TYPE_CHECKING:
    from siegeworks.match import Match
    from siegeworks.studies import Study

MOST_BYTES = 8_000_000
LOADED: set[tuple[str, str]] = set()
"""The bots, by game and kind, that this process has loaded."""


class Screen(Console):
    """A console that leaves a closed pipe to `main`, which says so."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(plain: bool) -> Console:
    """Where to draw. Without colours the letters tell everything."""
    return Screen(no_color=plain or None, highlight=False, soft_wrap=True)


@contextmanager
def bar(what: str) -> Iterator[Callable[..., None]]:
    """A line on standard error that shows how far it is; told how many are done, of how many, and of what."""
    from rich import progress

    out = Console(stderr=True)
    columns = (progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn())
    times = (progress.TimeElapsedColumn(), progress.TimeRemainingColumn())
    with progress.Progress(*columns, *times, console=out, transient=True, disable=not out.is_terminal) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, of, now=what: shown.update(task, description=now, completed=done, total=of)


def tell(line: str) -> None:
    """Say on standard error how work goes on."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def prepared_game(name: str, language: str = ENGLISH) -> Game:
    """The game, its rules compiled; the first time on a machine somebody is told why it takes a moment."""
    game = checked_game(name)
    if not is_compiled(game, game.name):
        tell(word("cli.compiling-rules", language, title=game.title))
        compile_rules(game)
    return game


def prepared_bots(
    name: str, bots: Iterable[str] = ("search",), *, alone: bool = False, language: str = ENGLISH
) -> Game:
    """The game, and those of its bots that are asked for, compiled and loaded; others wait until they are wanted.

    `alone`: no other process helps. It would know only what stands in the files, not what was changed in this one.
    """
    game = checked_game(name)
    new = [kind for kind in compiled_kinds(bots) if (game.name, kind) not in LOADED]
    is_new, searches = not has_bots(game, new), searches_of(game, new)
    missing = [work for work in searches if not is_compiled(game, f"{game.name}-{work}")]
    with compiled_beside(game, [] if alone else missing):
        prepared_game(name, language)
        if is_new:
            tell(word("cli.compiling-bots", language, title=game.title))
        if missing:
            compile_telling(game)
    for kind in new:
        choose_once(game, kind)
        LOADED.add((game.name, kind))
    if new:
        gc.collect()  # garbage would be kept too
        gc.freeze()  # what is loaded by now stays: the collector need not go through it in the middle of a thought
    return game


def parsed_options(game: Game, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Options written NAME=VALUE; a yes/no option may be named alone."""
    return dict(parsed_option(game, text) for text in texts)


def read_record(path: str) -> Match:
    """The match in a file, or on standard input."""
    from siegeworks.match import Match

    return Match.from_record(_text_in(path))


def read_study(path: str) -> Study:
    """The same with variations and comments."""
    from siegeworks.studies import Study

    return Study.from_record(_text_in(path))


def _text_in(path: str) -> str:
    if path == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadSetup("cli.file-too-large", path=path, most=MOST_BYTES)
    return data.decode("utf-8")


def meant(match: Match, text: str) -> str:
    """The action a text names; a place alone will do where only one action goes there."""
    legal = match.legal()
    name = " ".join(text.split())
    if name in legal or name.lower() in legal:
        return name if name in legal else name.lower()
    near = [action for action in legal if action.lower().endswith(f" {name.lower()}")]
    if len(near) == 1:
        return near[0]
    if near:
        raise BadSetup("cli.could-be", name=name, near=listed(near[:6], "or"))
    return name


def own_command() -> str:
    """How a person calls this program here."""
    return os.environ.get("SIEGEWORKS_COMMAND", "siegeworks")


def write_new(path: str, text: str) -> None:
    """Write a file whole or not at all."""
    target = Path(path)
    if not target.name or "\0" in path or target.is_dir():
        raise BadSetup("cli.not-a-file-name", path=path)
    part = target.with_name(target.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, target)
