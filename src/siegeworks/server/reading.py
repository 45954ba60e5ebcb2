"""What takes long and is asked by strangers, off the event loop: reading records, and writing replays and reasons.

The threads share one interpreter with the server, which gets its turn every few milliseconds. What they work on is
theirs alone: a copy, or something that nobody else has seen yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from siegeworks.server.askers import Asker
from siegeworks.server.limits import Limits
from siegeworks.server.pools import Bounds, Pool, Stuck

T = TypeVar("T")
NICE = 0
"""Whoever holds the interpreter holds up the server, so nobody here gives way to other programs."""
PLACES, LOADING_PLACES = 2, 4
LIMIT_S = 60.0


class Readers:
    """Two pools: `ask` for what people bring or want, fair between them and bounded; `load` for tables of ours."""

    def __init__(self, limits: Limits) -> None:
        bounds = Bounds(limits.requests, limits.requests_address, limits.waiting // 2, limits.waiting)
        self._asked = Pool("requests", PLACES, NICE, bounds)
        self._loading = Pool("tables", LOADING_PLACES, NICE)
        self.pools = self._asked, self._loading

    async def ask(self, asker: Asker, work: Callable[[], T]) -> T:
        """What comes of some work, for somebody; raises what it raises, or TooMany."""
        return await _done(self._asked, asker, work)

    async def load(self, table: str, work: Callable[[], T]) -> T:
        """The same for a table."""
        return await _done(self._loading, Asker(table), work)

    def close(self) -> None:
        """Nobody is waited for any more."""
        for pool in self.pools:
            pool.close()


async def _done(pool: Pool, asker: Asker, work: Callable[[], T]) -> T:
    try:
        found = await pool.run(lambda: _outcome(work), LIMIT_S, asker)
    except Stuck:
        raise Stuck("takes-too-long") from None
    if isinstance(found, Failed):
        raise found.problem
    return found


class Failed:
    """What was raised in a thread, on its way to whoever waits."""

    def __init__(self, problem: Exception) -> None:
        self.problem = problem


def _outcome(work: Callable[[], T]) -> T | Failed:
    try:
        return work()
    except Exception as problem:
        return Failed(problem)
