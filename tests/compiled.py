"""`python -m tests.compiled`: the machine code that most tests call, made once before workers start who all need it."""

from __future__ import annotations

import functools
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from siegeworks.bots import bot
from siegeworks.games import GAMES
from siegeworks.server.warm import warm_bots, warm_rules


@functools.cache
def compile_game(name: str) -> None:
    """Rules and bots of a game into the cache, and into the memory of this process."""
    warm_rules(GAMES[name])
    warm_bots(GAMES[name], bot)


def main() -> None:
    """All games, each in a process; the one with the most code is begun first."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        list(processes.map(compile_game, list(GAMES)[::-1]))


if __name__ == "__main__":
    main()
