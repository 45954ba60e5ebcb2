"""Sockets by plain ASGI, for servers that let nobody take a connection over.

Frames, pings and how long a silent client is waited for are the server's own then; messages, and what may wait for a
slow reader, are bounded here as in `server/sockets.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from siegeworks.server.guards import MOST_FRAME, Message, Receive, Send
from siegeworks.server.sockets import GOODBYE_S, MOST_WAITING, SLOW, TOO_LONG, Ear


class Channel:
    """An open socket. Somebody must `run` it until it ends."""

    def __init__(self, ear: Ear, send: Send) -> None:
        self._send = send
        self._ear: Ear | None = ear
        self._to_say: deque[bytes] = deque()
        self._waiting = 0  # bytes to say
        self._has_news = asyncio.Event()
        self._is_heard = asyncio.Event()
        self._is_heard.set()
        self._code: int | None = None
        self._ending: asyncio.Timeout | None = None

    def say(self, message: bytes) -> None:
        """Send a text; who leaves too much unread is let go."""
        if self._code is not None:
            return
        self._to_say.append(message)
        self._waiting += len(message)
        self._has_news.set()
        if self._waiting > MOST_WAITING:
            self._to_say.clear()
            self.close(SLOW)

    def close(self, code: int) -> None:
        """Say goodbye, and do not wait for long."""
        if self._code is not None:
            return
        self._code = code
        self._has_news.set()
        self._is_heard.set()
        if self._ending is not None:
            self._ending.reschedule(asyncio.get_running_loop().time() + GOODBYE_S)
        self._lose()

    def pause(self) -> None:
        """Read no more."""
        self._is_heard.clear()

    def resume(self) -> None:
        self._is_heard.set()

    async def run(self, receive: Receive) -> None:
        """Until the other side has gone, or has had a moment to hear the goodbye."""
        speaking = asyncio.create_task(self._speak())
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if self._code is None else GOODBYE_S) as self._ending:
                    while (message := await receive())["type"] == "websocket.receive":
                        self._take(message)
                        await self._is_heard.wait()
        finally:
            self._ending = None
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)
            self._lose()

    async def _speak(self) -> None:
        while self._code is None or self._to_say:
            while self._to_say:
                message = self._to_say.popleft()
                await self._send({"type": "websocket.send", "text": message.decode()})
                self._waiting -= len(message)
            if self._code is None:
                self._has_news.clear()
                await self._has_news.wait()
        await self._send({"type": "websocket.close", "code": self._code})

    def _take(self, message: Message) -> None:
        given = message.get("bytes")
        data: bytes = message["text"].encode() if given is None else given
        if len(data) > MOST_FRAME:
            self.close(TOO_LONG)
        elif self._ear is not None:
            self._ear.take(data)

    def _lose(self) -> None:
        if self._ear is not None:
            ear, self._ear = self._ear, None
            ear.lost()
