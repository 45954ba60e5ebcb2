"""Bots at the table: they think in niced threads, on one core fewer than there are, and nobody waits forever."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import secrets
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

import numpy as np

from siegeworks.bots import LEVELS, Bot, Thought, bot
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import is_awaited
from siegeworks.errors import SiegeworksError
from siegeworks.games import Game
from siegeworks.match import Match

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
NICE = 10
LIMIT_S, PLAIN_LIMIT_S = 20.0, 120.0
"""How long a bot may think, and how long while its machine code is awaited."""
HINT_LEVEL = max(LEVELS)
CLOSING = "The server is closing."
MOST_REMEMBERED = 16
"""How many of the last choices of each level are remembered by how long they took."""


class Stuck(SiegeworksError):
    """A bot did not answer in time, or failed."""

    code = "bot_failed"


class Thinkers:
    """Threads that bots think in. `make` is the door to the bots."""

    def __init__(self, make: Callable[[Game, str], Bot] = bot, limit_s: float = LIMIT_S) -> None:
        self.make = make
        self._limit_s = limit_s
        self._room = asyncio.Semaphore(max(1, (os.cpu_count() or 2) - 1))
        self._idle: dict[tuple[str, str], list[Bot]] = defaultdict(list)
        self._one_by_one = asyncio.Lock()
        """Held by whoever thinks in plain Python: two of them would only be in each other's way."""
        self._took: dict[tuple[str, int, bool], deque[float]] = defaultdict(lambda: deque(maxlen=MOST_REMEMBERED))
        """How long choices took, by game, level, and whether plain Python made them."""
        self._jobs: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._free = 0
        """Threads that wait for something to do."""
        self._threads = 0
        self._awaited: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    async def choose(self, game: Game, level: int, view: views.States) -> tuple[int, Thought]:
        """The action number a bot of this level plays at a view, and its thought; raises Stuck."""

        def think() -> tuple[int, Thought]:
            idle = self._idle[game.name, f"level{level}"]
            mind = idle.pop() if idle else self.make(game, f"level{level}")
            found = mind.choose(view, None, new_dice(secrets.randbits(62)))
            idle.append(mind)  # one that fails is not used again
            return found

        is_plain = is_awaited(game.rules.STATE)
        async with self._turn(is_plain):
            began = time.monotonic()
            found = await self.run(think, PLAIN_LIMIT_S if is_plain else self._limit_s)
        if step.list_legal(view, 0, np.zeros(game.rules.ACTIONS, np.int64)) > 1:
            self._took[game.name, level, is_plain].append(time.monotonic() - began)
        return found

    async def pretend(self, game: Game, level: int, seats: int) -> None:
        """Take as long as one of the last choices did: how soon a bot acts must not tell that it had none.

        The first time there is nothing to go by, so the bot thinks about the first choice of some match.
        """
        is_plain = is_awaited(game.rules.STATE)
        took = self._took[game.name, level, is_plain]
        if took:
            async with self._turn(is_plain):
                await asyncio.sleep(random.choice(took))
        else:
            await self.choose(game, level, first_choice(game, seats))

    def _turn(self, is_plain: bool) -> contextlib.AbstractAsyncContextManager[Any]:
        """Whoever thinks in plain Python, or pretends to, waits for those before."""
        return self._one_by_one if is_plain else contextlib.nullcontext()

    async def run(self, work: Callable[[], T], limit_s: float) -> T:
        """Do something in a niced thread; raises Stuck if it fails, or takes too long: it is then left to itself."""
        async with self._room:
            if self._is_closed:
                raise Stuck(CLOSING)
            self._find_thread()
            done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            self._jobs.put((work, done))
            self._awaited.add(done)
            try:
                return await asyncio.wait_for(done, limit_s)
            except TimeoutError:
                raise Stuck("The bot did not answer in time.") from None
            finally:
                self._awaited.discard(done)

    def _find_thread(self) -> None:
        """One that is free, or a new one, before there is something for it to do; raises Stuck if there is none."""
        if self._free:
            self._free -= 1
            return
        try:
            threading.Thread(target=self._serve, name="siegeworks-bot", daemon=True).start()
        except RuntimeError as problem:
            raise Stuck("There was no room for the bot to think.") from problem
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
        be_nice()
        with contextlib.suppress(RuntimeError):  # the server has gone
            while (job := self._jobs.get()) is not None:
                work, done = job
                found = _outcome(work)
                done.get_loop().call_soon_threadsafe(self._settle, done, found)
                del job, work, done, found

    def _settle(self, done: asyncio.Future[Any], found: Any) -> None:
        """In the loop: the thread is free again, even if nobody waits for it any more."""
        self._free += 1
        if done.done():
            return
        if isinstance(found, Exception):
            done.set_exception(found)
        else:
            done.set_result(found)


def first_choice(game: Game, seats: int) -> views.States:
    """What the seat to move sees where a match first gives it more than one action."""
    match = Match.new(game.name, seats, seed=0)
    while len(match.legal_numbers()) == 1:
        match.play(match.default())
    assert isinstance(match.to_move, int)
    return views.view(match._states, match.to_move)


def _outcome(work: Callable[[], Any]) -> Any:
    """What came of it, or Stuck."""
    try:
        return work()
    except Exception:
        LOG.exception("a bot failed")
        return Stuck("The bot failed.")


def be_nice() -> None:
    """This thread gives way to the server. Where threads have no niceness of their own, nothing is done."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id") and os.uname().sysname == "Linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
