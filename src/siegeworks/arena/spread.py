"""Work spread over workers: here, over processes of this machine, or over a cluster (`cluster.py`).

What comes of each job is handed back as soon as it is known, so in no order.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from siegeworks.errors import BadSetup

MOST_WORKERS = 256
AHEAD = 2
"""Jobs handed out for each worker, so that none waits for the next."""

Job = TypeVar("Job")
Done = TypeVar("Done")


class Elsewhere(Protocol):
    """Where jobs can be done besides this machine."""

    def spread(self, work: Callable[[Job], Done], jobs: Iterator[Job]) -> Generator[Done, None, None]: ...


Workers = int | Elsewhere
"""So many processes of this machine (1: this one), or machines elsewhere."""


def spread(work: Callable[[Job], Done], jobs: Iterator[Job], workers: Workers) -> Generator[Done, None, None]:
    """What comes of all jobs. `work` is a function of a module, or a `partial` of one, so that others find it too."""
    if not isinstance(workers, int):
        return workers.spread(work, jobs)
    check(workers)
    return _here(work, jobs) if workers == 1 else _in_processes(work, jobs, workers)


def check(workers: int) -> None:
    """Raise for a number of workers that nobody can mean."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BadSetup("cli.workers-range", most=MOST_WORKERS, workers=workers)


def _here(work: Callable[[Job], Done], jobs: Iterator[Job]) -> Generator[Done, None, None]:
    return (work(job) for job in jobs)


def _in_processes(work: Callable[[Job], Done], jobs: Iterator[Job], workers: int) -> Generator[Done, None, None]:
    """Jobs done by so many processes. They end when `lifeline` does: with this process, or when nobody asks on."""
    context = multiprocessing.get_context("spawn")
    held, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_end_with, initargs=(held,))
    try:
        yield from _as_they_end(pool, work, jobs, AHEAD * workers)
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
    pool: ProcessPoolExecutor, work: Callable[[Job], Done], jobs: Iterator[Job], most: int
) -> Iterator[Done]:
    """Hand out jobs, `most` at a time."""
    waiting: set[Future[Done]] = set()
    while True:
        while len(waiting) < most:
            try:
                waiting.add(pool.submit(work, next(jobs)))
            except StopIteration:
                break
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
