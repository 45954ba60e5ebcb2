"""Threads to think in, and the queue before them: fair between people, bounded, and left in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from siegeworks.errors import SiegeworksError
from siegeworks.server.guards import TooMany

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
CLOSING = "server-closing"


class Stuck(SiegeworksError):
    """A bot did not answer in time, or failed."""

    code = "bot_failed"


class Pool:
    """Threads for one purpose. `places` of them work at a time, all of one niceness.

    Whoever waits is served in turn, one asker after the other, however much each of them asks for. `each` and `waiting`
    bound what one asker and all of them may ask for; None means no bound.
    """

    def __init__(self, what: str, places: int, nice: int, each: int | None = None, waiting: int | None = None) -> None:
        self.what = what
        self._free_places = places
        self._nice = nice
        self._each = each
        self._most_waiting = waiting
        self._asked: Counter[str] = Counter()
        """[asker] how much is under way or waits."""
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """[asker] what waits, in the order in which askers are served next."""
        self._jobs: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._idle_threads = 0
        self._threads = 0
        self._awaited: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    def check(self, asker: str) -> None:
        """Raises TooMany if this asker may ask for nothing more now."""
        if self._each is not None and self._asked[asker] >= self._each:
            raise TooMany("too-many-of-yours", count=self._each, what=self.what)
        all_asked = sum(self._asked.values())
        if self._most_waiting is not None and all_asked > self._most_waiting:
            raise TooMany("too-many-waiting", count=all_asked, what=self.what)

    def place_in_line(self, asker: str) -> int:
        """When an asker's last wish is served: 1 is next, 0 says that nothing of this asker waits."""
        own = len(self._lines.get(asker, ()))
        place, is_before = 0, True
        for other, line in self._lines.items():
            is_before = is_before and other != asker
            place += own if other == asker else min(len(line), own if is_before else own - 1)
        return place if own else 0

    async def run(
        self,
        work: Callable[[], T],
        limit_s: float,
        asker: str = "",
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> T:
        """Do something in a thread; raises Stuck if it fails, or takes too long: it is then left to itself.

        `before`: what is waited for first. It counts as asked for meanwhile.
        """
        self.check(asker)
        self._asked[asker] += 1
        try:
            if before is not None:
                await before()
            async with self._place(asker):
                return await self._done(work, limit_s)
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]

    @contextlib.asynccontextmanager
    async def _place(self, asker: str) -> AsyncIterator[None]:
        """A place to work, in turn."""
        if self._free_places:
            self._free_places -= 1
        else:
            await self._turn(asker)
        try:
            yield
        finally:
            self._pass_on()

    async def _turn(self, asker: str) -> None:
        """Wait until a place is passed on to this asker."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """A place is free: the next asker gets it, and comes last after that."""
        while self._lines:
            asker, line = next(iter(self._lines.items()))
            turn = line.popleft()
            self._lines.move_to_end(asker)
            if not line:
                del self._lines[asker]
            if not turn.done():
                turn.set_result(None)
                return
        self._free_places += 1

    async def _done(self, work: Callable[[], T], limit_s: float) -> T:
        if self._is_closed:
            raise Stuck(CLOSING)
        self._find_thread()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, done))
        self._awaited.add(done)
        try:
            return await asyncio.wait_for(done, limit_s)
        except TimeoutError:
            raise Stuck("bot-too-slow") from None
        finally:
            self._awaited.discard(done)

    def _find_thread(self) -> None:
        """One that is free, or a new one, before there is something for it to do; raises Stuck if there is none."""
        if self._idle_threads:
            self._idle_threads -= 1
            return
        try:
            threading.Thread(target=self._serve, name="siegeworks-bot", daemon=True).start()
        except RuntimeError as problem:
            raise Stuck("no-room-to-think") from problem
        self._threads += 1

    def close(self) -> None:
        """Nobody is waited for any more; all threads go, those that still think once they are done."""
        self._is_closed = True
        for done in self._awaited:
            if not done.done():
                done.set_exception(Stuck(CLOSING))
        for _ in range(self._threads):
            self._jobs.put(None)
        self._threads = 0

    def _serve(self) -> None:
        """A thread: one job after the other."""
        be_nice(self._nice)
        with contextlib.suppress(RuntimeError):  # the server has gone
            while (job := self._jobs.get()) is not None:
                work, done = job
                found = _outcome(work)
                done.get_loop().call_soon_threadsafe(self._settle, done, found)
                del job, work, done, found

    def _settle(self, done: asyncio.Future[Any], found: Any) -> None:
        """In the loop: the thread is free again, even if nobody waits for it any more."""
        self._idle_threads += 1
        if done.done():
            return
        if isinstance(found, Exception):
            done.set_exception(found)
        else:
            done.set_result(found)


def _outcome(work: Callable[[], Any]) -> Any:
    """What came of it, or Stuck."""
    try:
        return work()
    except Exception:
        LOG.exception("a bot failed")
        return Stuck("bot-failed")


def be_nice(nice: int) -> None:
    """This thread gives way to the server. Where threads have no niceness of their own, nothing is done."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id") and os.uname().sysname == "Linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
