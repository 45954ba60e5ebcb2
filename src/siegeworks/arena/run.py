"""Playing a contest: in this process or several, what is in the store already is not played again."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection

from siegeworks.arena.contest import Contest, Sitting
from siegeworks.arena.store import Store
from siegeworks.arena.table import Played, play_game
from siegeworks.errors import BadSetup

MOST_WORKERS = 256
AHEAD = 2
"""Games handed out for each worker, so that none waits for the next."""

Progress = Callable[[int, int], None]
"""Told how many games are done, of how many."""


def play_contest(
    contest: Contest, games: int, *, store: Store | None = None, workers: int = 1, progress: Progress | None = None
) -> list[Played]:
    """Play every sitting that is not in the store yet; returns all, in the order of the schedule."""
    sittings = list(contest.sittings(games))
    tell = progress or (lambda done, of: None)
    done: dict[Sitting, Played] = {}
    tell(0, len(sittings))
    for game in played_one_by_one(contest, sittings, store=store, workers=workers):
        done[game.sitting] = game
        tell(len(done), len(sittings))
    return [done[sitting] for sitting in sittings]


def played_one_by_one(
    contest: Contest, sittings: Sequence[Sitting], *, store: Store | None = None, workers: int = 1
) -> Generator[Played, None, None]:
    """Games as they end: first those in the store, then the others, each stored before it is told."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BadSetup("cli.workers-range", most=MOST_WORKERS, workers=workers)
    known = {} if store is None else store.played
    yield from [known[sitting] for sitting in sittings if sitting in known]
    missing = [sitting for sitting in sittings if sitting not in known]
    games = _here(contest, missing) if workers == 1 else _in_processes(contest, iter(missing), workers)
    with contextlib.closing(games):
        for game in games:
            if store is not None:
                store.add(game)
            yield game


def in_order(sittings: Sequence[Sitting], games: Generator[Played, None, None]) -> Generator[Played, None, None]:
    """Games in the order of the schedule, in whatever order they end."""
    done: dict[Sitting, Played] = {}
    at = 0
    with contextlib.closing(games):
        for game in games:
            done[game.sitting] = game
            while at < len(sittings) and sittings[at] in done:
                yield done.pop(sittings[at])
                at += 1


def _here(contest: Contest, sittings: Iterable[Sitting]) -> Generator[Played, None, None]:
    return (play_game(contest, sitting) for sitting in sittings)


def _in_processes(contest: Contest, sittings: Iterator[Sitting], workers: int) -> Generator[Played, None, None]:
    """Games played by so many processes. They end when `lifeline` does: with this process, or when nobody asks on."""
    context = multiprocessing.get_context("spawn")
    held, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_end_with, initargs=(held,))
    try:
        yield from _as_they_end(pool, contest, sittings, AHEAD * workers)
    except BrokenProcessPool:
        raise BadSetup("cli.worker-ended-early") from None
    except BaseException:
        lifeline.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        lifeline.close()
        held.close()


def _as_they_end(
    pool: ProcessPoolExecutor, contest: Contest, sittings: Iterator[Sitting], most: int
) -> Iterator[Played]:
    """Hand out games, `most` at a time."""
    waiting: set[Future[Played]] = set()
    while True:
        while len(waiting) < most and (sitting := next(sittings, None)) is not None:
            waiting.add(pool.submit(play_game, contest, sitting))
        if not waiting:
            return
        ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in ended:
            yield future.result()


def _end_with(held: Connection) -> None:
    """A worker goes on until the other end of this pipe is closed, and leaves an interrupt to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        held.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
