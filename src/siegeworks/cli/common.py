"""What several commands need: options from the command line, records from files, a console, compiled rules."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console

from siegeworks.choices import checked_game, parsed_option
from siegeworks.core.jit import CACHE, is_compiled, mark_compiled
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import Game

if TYPE_CHECKING:
    from siegeworks.match import Match

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
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A line on standard error that shows how far it is; told how many are done, of how many."""
    from rich import progress

    out = Console(stderr=True)
    columns = (progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn())
    times = (progress.TimeElapsedColumn(), progress.TimeRemainingColumn())
    with progress.Progress(*columns, *times, console=out, transient=True, disable=not out.is_terminal) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of)


def prepared_game(name: str) -> Game:
    """The game, its rules compiled; the first time on a machine somebody is told why it takes a moment."""
    game = checked_game(name)
    if not is_compiled(game.name):
        sys.stderr.write(f"Compiling {game.title} for this machine: a few seconds, this once ...\n")
        sys.stderr.flush()
        _compile(game)
        mark_compiled(game.name)
    return game


def prepared_bots(name: str, bots: Iterable[str] = ("search",), *, alone: bool = False) -> Game:
    """The game, and those of its bots that are asked for, compiled and loaded; others wait until they are wanted.

    `alone`: no other process helps. It would know only what stands in the files, not what was changed in this one.
    """
    from siegeworks.bots import KINDS

    game = checked_game(name)
    kinds = sorted({bot.partition(":")[0] for bot in bots}.intersection(KINDS) - {"random"})
    new = [kind for kind in kinds if (game.name, kind) not in LOADED]
    is_new = not all(is_compiled(f"{game.name}-{kind}") for kind in new)
    is_searching = is_new and new != ["thumb"]
    with _search_compiled_beside(game, is_searching and not alone):
        prepared_game(name)
        if is_new:
            sys.stderr.write(f"Compiling the bots of {game.title} for this machine: some seconds, this once ...\n")
            sys.stderr.flush()
        if is_searching:
            compile_telling(game)
    for kind in new:
        _choose_once(game, kind)
        mark_compiled(f"{game.name}-{kind}")
        LOADED.add((game.name, kind))
    if new:
        gc.collect()  # garbage would be kept too
        gc.freeze()  # what is loaded by now stays: the collector need not go through it in the middle of a thought
    return game


@contextmanager
def _search_compiled_beside(game: Game, is_wanted: bool) -> Iterator[None]:
    """Another process compiles the search meanwhile, if it is wanted. What it does not manage is left to this one."""
    if not is_wanted or CACHE is None or (os.cpu_count() or 1) < 2:
        yield
        return
    program = f"from siegeworks.cli.common import compile_search\ncompile_search({game.name!r})"
    nowhere = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, "-c", program], stdin=nowhere, stdout=nowhere, stderr=nowhere) as other:
        try:
            yield
            other.wait()
        finally:
            other.terminate()


def compile_search(name: str) -> None:
    """The search of a game into the cache, by asking it to look ahead not at all."""
    from siegeworks.bots import DEFAULT_BUDGET, search
    from siegeworks.bots.thinking import Mind, searcher
    from siegeworks.core.dice import new_dice

    game = checked_game(name)
    mind, manner = Mind(game, game.seats[0]), searcher(game, "search", is_plain=False, budget=DEFAULT_BUDGET).manner
    mind.begin(np.zeros(1, game.rules.STATE), 1)
    search.grow(mind.tree, mind.states, mind.words, mind.masks, 0, manner, new_dice(0), 0)


def compile_telling(game: Game) -> None:
    """What reads a tree and puts it into words: all a search needs besides itself, so it need not wait for it."""
    from siegeworks.bots import Thought, search
    from siegeworks.bots.thinking import Mind, sentence
    from siegeworks.core.dice import new_dice
    from siegeworks.core.views import view
    from siegeworks.match import Match

    match, mind = Match.new(game.name, game.seats[0], seed=0), Mind(game, game.seats[0])
    if isinstance(match.to_move, int):
        seat, action = match.to_move, game.words.ACTION_NAMES.index(match.legal()[0])
        seen = view(match._states, seat)
        for _ in range(2):  # the second time the tree is emptied
            mind.begin(seen, 1)
        tree: Any = mind.tree
        tree.edges["action"][0] = action
        search.own_node(tree, mind.states, mind.words, mind.masks, seat, new_dice(0))
        search.follow(tree, mind.states, mind.words, mind.masks, seat, 0)
        sentence(game, seen, action, Thought(seat, (), 0.0, (action,), 0, 0.0, None, ""))


def _choose_once(game: Game, kind: str) -> None:
    """Let a bot choose, so that all it needs is compiled or loaded."""
    from siegeworks.bots import Budget, bot
    from siegeworks.core.dice import new_dice
    from siegeworks.core.views import view
    from siegeworks.match import Match

    match = Match.new(game.name, game.seats[0], seed=0)
    if isinstance(match.to_move, int):
        bot(game, kind).choose(view(match._states, match.to_move), Budget(20), new_dice(0))


def _compile(game: Game) -> None:
    """Play, resign and count once, so that everything a match calls is in the cache."""
    from siegeworks.match import Match

    match = Match.new(game.name, game.seats[0], seed=0)
    match.play(match.default())
    match.undo()
    while match.result is None:
        match.resign(match.staying[0])
    match.view()


def parsed_options(game: Game, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Options written NAME=VALUE; a yes/no option may be named alone."""
    return dict(parsed_option(game, text) for text in texts)


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


def own_command() -> str:
    """How a person calls this program here."""
    return os.environ.get("SIEGEWORKS_COMMAND", "siegeworks")


def write_new(path: str, text: str) -> None:
    """Write a file whole or not at all."""
    target = Path(path)
    if not target.name or "\0" in path or target.is_dir():
        raise BadSetup(f'"{path}" is not the name of a file.')
    part = target.with_name(target.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, target)
