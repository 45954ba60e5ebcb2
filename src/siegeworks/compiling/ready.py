"""Whether machine code is there: a mark in the cache for each part of a game's code that was made on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from siegeworks.bots import KINDS, Bot
from siegeworks.bots.levels import has_net, level_of, plays_exactly
from siegeworks.bots.netfile import path_of
from siegeworks.core.cache import IS_PLAIN, cache_of
from siegeworks.games import Game

PLAIN_SIMULATIONS = 300
"""A bot that looks ahead no more often than this manages in plain Python, in seconds at most."""
TABLES = "server"
"""The mark of all that the tables of a server call, and their bots."""


def _mark(game: Game, name: str) -> Path | None:
    """The file that says so, in the folder of the game's machine code."""
    kept = cache_of(game.folder)
    return None if kept is None else kept / f"{name}.ready"


def is_compiled(game: Game, name: str) -> bool:
    """Whether this part of a game's code was compiled on this machine before, from the same sources."""
    mark = _mark(game, name)
    return IS_PLAIN or (mark is not None and mark.exists())


def mark_compiled(game: Game, name: str) -> None:
    """Remember that a part of a game's code is in the cache, so that nobody is told to wait for it again."""
    mark = _mark(game, name)
    if mark is not None:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def is_cold(game: Game) -> bool:
    """Whether getting a game ready for the tables of a server takes a compiler."""
    return not is_compiled(game, f"{game.name}-{TABLES}")


def mark_warm(game: Game) -> None:
    """Remember that it takes none."""
    mark_compiled(game, f"{game.name}-{TABLES}")


@contextmanager
def alone_with(game: Game) -> Iterator[bool]:
    """One process at a time compiles a game, where the system can lock files. Whether another one has just done it."""
    kept = cache_of(game.folder)
    if kept is None or os.name == "nt":
        yield False
        return
    import fcntl

    kept.mkdir(parents=True, exist_ok=True)
    with open(kept / f"{game.name}.lock", "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            has_waited = False
        except BlockingIOError:
            fcntl.flock(file, fcntl.LOCK_EX)
            has_waited = True
        yield has_waited and not is_cold(game)


def marks_of(game: Game, kind: str) -> list[str]:
    """The names of the machine code that bots of a kind use besides the rules: levels share theirs."""
    net = f"{game.name}-net"
    if not kind.startswith("level"):
        thinks = "thumb" if kind == "thumb" else "search"
        return [f"{game.name}-{thinks}", *([net] if kind == "net" and path_of(game).is_file() else [])]
    level = level_of(game, int(kind.removeprefix("level")))
    solver = [f"{game.name}-solver"] if plays_exactly(game, level) else []
    return [f"{game.name}-{level.thinks}", *([net] if has_net(game, level) else []), *solver]


def compiled_kinds(bots: Iterable[str]) -> list[str]:
    """The kinds among these names of seats whose bots are compiled."""
    return sorted({name.partition(":")[0] for name in bots}.intersection(KINDS) - {"random"})


def has_bots(game: Game, kinds: Iterable[str]) -> bool:
    """Whether the machine code of bots of these kinds was made on this machine before."""
    return all(is_compiled(game, mark) for kind in kinds for mark in marks_of(game, kind))


def is_ready(game: Game, kinds: Iterable[str]) -> bool:
    """Whether the machine code of the rules, and of bots of these kinds, was made on this machine before."""
    return is_compiled(game, game.name) and has_bots(game, kinds)


def searches_of(game: Game, kinds: Iterable[str]) -> list[str]:
    """Which searches bots of these kinds look ahead with, by the name of the work that compiles them."""
    marks = {mark for kind in kinds for mark in marks_of(game, kind)}
    return [work for work in ("search", "net") if f"{game.name}-{work}" in marks]


def looks_far(player: Bot) -> bool:
    """Whether a bot looks ahead too often for plain Python."""
    return player.simulations > PLAIN_SIMULATIONS
