"""Work for many tables at once: what is asked for while some of it is done is done next, all together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from itertools import islice
from typing import Any

from siegeworks.errors import SiegeworksError

LOG = logging.getLogger("siegeworks.server")
MOST = 1000
"""Tables that one statement is about."""
RETRY_S = 1.0


class Batches:
    """Tables that wait for `work`, which is done by one task at a time, so that the latest wins.

    If the database refuses it, those tables wait for the next try. `spawn` starts what nobody waits for.
    """

    def __init__(
        self, work: Callable[[list[str]], Awaitable[None]], spawn: Callable[[Coroutine[Any, Any, Any]], None]
    ) -> None:
        self._work = work
        self._spawn = spawn
        self._waiting: dict[str, None] = {}
        self._is_busy = False

    def add(self, *tables: str) -> None:
        """These too, soon."""
        self._waiting.update(dict.fromkeys(tables))
        if self._waiting and not self._is_busy:
            self._is_busy = True
            self._spawn(self._run())

    async def _run(self) -> None:
        try:
            while self._waiting:
                tables = list(islice(self._waiting, MOST))
                for table in tables:
                    del self._waiting[table]
                await self._try(tables)
        finally:
            self._is_busy = False

    async def _try(self, tables: list[str]) -> None:
        try:
            await self._work(tables)
        except SiegeworksError:  # the store has said that the database is away
            self._waiting.update(dict.fromkeys(tables))
            await asyncio.sleep(RETRY_S)
        except Exception:
            LOG.exception("work for %d tables has failed", len(tables))
