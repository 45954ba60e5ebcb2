"""The connection that hears what other processes tell. When it breaks it is made anew, and says so."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import asyncpg

from siegeworks.server.store.news import CAUGHT_UP, CHANNELS, Hear
from siegeworks.server.store.opening import GONE

RETRY_S = 0.2
UNREAD_MS = 10_000
"""The database closes the connection of a process that has not read for so long: notifications would pile up there."""


class Ear:
    """Hears until it is cancelled. `own`: the connection by which this process commits; what it told is known here."""

    def __init__(self, url: str, own: Callable[[], int], hear: Hear) -> None:
        self._url = url
        self._own = own
        self._hear = hear
        self._broke = asyncio.Event()

    def break_off(self) -> None:
        """It has been silent for too long: it is made anew."""
        self._broke.set()

    async def run(self) -> None:
        while True:
            with contextlib.suppress(*GONE, asyncpg.PostgresError):
                await self._listen()
            await asyncio.sleep(RETRY_S)

    async def _listen(self) -> None:
        self._broke.clear()
        connection = await asyncpg.connect(self._url, timeout=UNREAD_MS / 1000)
        try:
            connection.add_termination_listener(lambda _: self._broke.set())
            await connection.execute(f"SET tcp_user_timeout = {UNREAD_MS}")
            for channel in CHANNELS:
                await connection.add_listener(channel, self._take)
            self._hear(CAUGHT_UP, "")
            await self._broke.wait()
        finally:
            connection.terminate()

    def _take(self, connection: Any, process: int, channel: str, payload: str) -> None:
        if process == self._own():
            return
        for line in payload.split("\n"):
            self._hear(channel, line)
