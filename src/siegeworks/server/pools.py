"""Threads to think in, and the queue before them: fair between people, bounded, and left in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from siegeworks.errors import SiegeworksError
from siegeworks.server.askers import NOBODY, Asker
from siegeworks.server.guards import TooMany

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
CLOSING = "server-closing"
RETRY_S = 10


class Stuck(SiegeworksError):
    """A bot did not answer in time, or failed."""

    code = "bot_failed"


class Bounds(NamedTuple):
    """What may be asked for at a time; 0 means any number."""

    person: int = 0
    """By one person elsewhere."""
    address: int = 0
    """By all at one address."""
    here: int = 0
    """By one person at this machine."""
    waiting: int = 0
    """By all, besides what is under way."""


UNBOUNDED = Bounds()


class Pool:
    """Threads for one purpose. `places` of them work at a time, all of one niceness.

    Whoever waits is served in turn, one place after the other, however much is asked for from each of them: people
    elsewhere by their address, those at this machine one by one.
    """

    def __init__(self, what: str, places: int, nice: int, bounds: Bounds = UNBOUNDED) -> None:
        self.what = what
        self.places = self._free_places = places
        self._nice = nice
        self._bounds = bounds
        self._asked: Counter[str] = Counter()
        """[place] how much is under way or waits."""
        self._asked_by: Counter[str] = Counter()
        """[person] the same."""
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """[place] what waits, in the order in which places are served next."""
        self._jobs: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._idle_threads = 0
        self._threads = 0
        self._awaited: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    def check(self, asker: Asker, of_place: int = 0, of_person: int = 0, of_all: int = 0) -> None:
        """Raises TooMany if this asker may ask for nothing more now; other processes may have more than this one."""
        bounds = self._bounds
        of_one = bounds.here if asker.is_exempt else bounds.person if asker.person else 0
        if 0 < of_one <= max(self._asked_by[asker.person], of_person):
            raise TooMany("too-many-of-yours", count=of_one, what=self.what, retry_s=RETRY_S)
        if not asker.is_exempt and 0 < bounds.address <= max(self._asked[asker.by_place], of_place):
            raise TooMany("too-many-of-address", count=bounds.address, what=self.what, retry_s=RETRY_S)
        if 0 < bounds.waiting < max(self.asked, of_all):
            raise TooMany("too-many-waiting", count=max(self.asked, of_all), what=self.what)

    @property
    def asked(self) -> int:
        """How much is under way or waits in all."""
        return sum(self._asked.values())

    def place_in_line(self, asker: Asker) -> int:
        """When the last wish from an asker's place is served: 1 is next, 0 says that nothing from there waits."""
        own = len(self._lines.get(asker.by_place, ()))
        return self._place_of(asker, own) if own else 0

    def next_place(self, asker: Asker) -> int:
        """The place in the line of one more wish from there: 0 says that it need not wait."""
        own = len(self._lines.get(asker.by_place, ()))
        return 0 if self._free_places else self._place_of(asker, own + 1)

    def _place_of(self, asker: Asker, wishes: int) -> int:
        """When the last of so many wishes from an asker's place is served, as things are."""
        place, is_before = wishes, True
        for other, line in self._lines.items():
            if other == asker.by_place:
                is_before = False
            else:
                place += min(len(line), wishes if is_before else wishes - 1)
        return place

    async def run(
        self,
        work: Callable[[], T],
        limit_s: float,
        asker: Asker = NOBODY,
        before: Callable[[], Awaitable[None]] | None = None,
        waits: Callable[[int], None] = lambda place: None,
    ) -> T:
        """Do something in a thread; raises Stuck if it fails, or takes too long: it is then left to itself.

        `before`: what is waited for first. It counts as asked for meanwhile. `waits` is told the place in the line, if
        there is one.
        """
        self.check(asker)
        with self._counted(asker):
            if before is not None:
                await before()
            async with self._turn(asker, waits):
                return await self._done(work, limit_s)

    @contextlib.contextmanager
    def _counted(self, asker: Asker) -> Iterator[None]:
        self._asked[asker.by_place] += 1
        self._asked_by[asker.person] += 1
        try:
            yield
        finally:
            _count_down(self._asked, asker.by_place)
            _count_down(self._asked_by, asker.person)

    @contextlib.asynccontextmanager
    async def _turn(self, asker: Asker, waits: Callable[[int], None]) -> AsyncIterator[None]:
        """A thread to work in, in turn."""
        if self._free_places:
            self._free_places -= 1
        else:
            await self._wait(asker, waits)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, asker: Asker, waits: Callable[[int], None]) -> None:
        """Until it is the turn of this place."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker.by_place, deque()).append(turn)
        waits(self.place_in_line(asker))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """A thread is free: the next place gets it, and comes last after that."""
        while self._lines:
            place, line = next(iter(self._lines.items()))
            turn = line.popleft()
            self._lines.move_to_end(place)
            if not line:
                del self._lines[place]
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


def _count_down(asked: Counter[str], who: str) -> None:
    asked[who] -= 1
    if not asked[who]:
        del asked[who]


def _outcome(work: Callable[[], Any]) -> Any:
    """What came of it, or Stuck."""
    try:
        return work()
    except Stuck as known:
        return known
    except Exception:
        LOG.exception("a bot failed")
        return Stuck("bot-failed")


def be_nice(nice: int) -> None:
    """This thread gives way to the server. Where threads have no niceness of their own, nothing is done."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id") and os.uname().sysname == "Linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
