"""Bots at the table: they think in niced threads, on one core fewer than there are, and nobody waits forever."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

from siegeworks.bots import LEVELS, Bot, Thought, bot
from siegeworks.core.dice import new_dice
from siegeworks.core.views import States
from siegeworks.errors import SiegeworksError
from siegeworks.games import Game

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
NICE = 10
LIMIT_S = 20.0
HINT_LEVEL = max(LEVELS)


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

    async def choose(self, game: Game, level: int, view: States) -> tuple[int, Thought]:
        """The action number a bot of this level plays at a view, and its thought; raises Stuck."""

        def think() -> tuple[int, Thought]:
            idle = self._idle[game.name, f"level{level}"]
            mind = idle.pop() if idle else self.make(game, f"level{level}")
            found = mind.choose(view, None, new_dice(secrets.randbits(62)))
            idle.append(mind)  # one that fails is not used again
            return found

        return await self.run(think, self._limit_s)

    async def run(self, work: Callable[[], T], limit_s: float) -> T:
        """Do something in a niced thread of its own; raises Stuck if it fails, or takes too long."""
        async with self._room:
            done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            threading.Thread(target=_do, args=(work, done), name="siegeworks-bot", daemon=True).start()
            try:
                return await asyncio.wait_for(done, limit_s)
            except TimeoutError:
                raise Stuck("The bot did not answer in time.") from None


def _do(work: Callable[[], T], done: asyncio.Future[T]) -> None:
    """In its own thread."""
    be_nice()
    try:
        found: Any = work()
    except Exception:
        LOG.exception("a bot failed")
        found = Stuck("The bot failed.")
    with contextlib.suppress(RuntimeError):
        done.get_loop().call_soon_threadsafe(_settle, done, found)


def _settle(done: asyncio.Future[Any], found: Any) -> None:
    if done.done():
        return
    if isinstance(found, Exception):
        done.set_exception(found)
    else:
        done.set_result(found)


def be_nice() -> None:
    """This thread gives way to the server. Where threads have no niceness of their own, nothing is done."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id") and os.uname().sysname == "Linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
