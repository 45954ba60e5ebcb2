"""A server that starts while its database is away waits for it, and ends when it is told to stop meanwhile.

A command has looked at its database once before it starts anything, and refuses one that it cannot use. From then on a
database that cannot be reached is waited for: a worker that takes the place of a dead one must not end all others.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from siegeworks.server.store import Unreachable

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
RETRY_S = 0.5
STOPS = (signal.SIGINT, signal.SIGTERM)


async def once_reached(work: Callable[[], Awaitable[T]]) -> T:
    """What comes of work, tried again until its database can be reached."""
    is_told = False
    while True:
        try:
            return await work()
        except Unreachable as problem:
            if not is_told:
                LOG.warning("waiting for the database: %s", problem)
            is_told = True
            await asyncio.sleep(RETRY_S)


async def unless_stopped(work: Coroutine[Any, Any, T]) -> T | None:
    """What comes of work; None if this process was told to stop before. Who handles that signal is told too."""
    task = asyncio.ensure_future(work)
    if threading.current_thread() is not threading.main_thread():  # which alone may handle signals
        return await task
    loop, others = asyncio.get_running_loop(), {number: signal.getsignal(number) for number in STOPS}
    is_stopped = False

    def stop(number: int, frame: Any) -> None:
        nonlocal is_stopped
        is_stopped = True
        loop.call_soon_threadsafe(task.cancel)
        other = others[signal.Signals(number)]
        if callable(other):
            other(number, frame)

    for number in STOPS:
        signal.signal(number, stop)
    try:
        return await task
    except asyncio.CancelledError:
        if not is_stopped:
            raise
        return None
    finally:
        for number, other in others.items():
            signal.signal(number, other)
