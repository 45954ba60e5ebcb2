"""Sockets: what people at a table hear as it happens, and what they do there. Plain ASGI."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from pydantic import ValidationError

from siegeworks.errors import SiegeworksError
from siegeworks.server import wire
from siegeworks.server.guards import BURST, MOST_FRAME, PER_SECOND, Bucket, Receive, Scope, Send, header, refusal
from siegeworks.server.messages import ACT
from siegeworks.server.people import COOKIE
from siegeworks.server.tables import Room, Tables

MOST_WAITING = 1024 * 1024
"""Bytes a slow reader may leave unread."""
MOST_STRIKES = 100
"""Refusals for haste before the door is shut."""
MOST_SOCKETS = 32
"""Sockets one person or address may have at a table."""
POLICY, SLOW, GONE = 1008, 1013, 1001
GOODBYE_S = 1.0
"""How long somebody who is shown out may take to hear it."""


def cookie_of(scope: Scope) -> str | None:
    """The token in a request's cookie."""
    found = header(scope, b"cookie")
    if found is None or len(found) > 4096:
        return None
    try:
        cookie = SimpleCookie(found).get(COOKIE)
    except CookieError:
        return None
    return None if cookie is None else cookie.value


class Socket:
    """One socket: a bounded outbox with its own sender, so that nobody waits for a slow reader."""

    def __init__(self, send: Send, person: str | None) -> None:
        self.person = person
        self.seats: list[int] = []
        self.close_code: int | None = None
        self._send = send
        self._outbox: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self.closing = asyncio.Event()

    def hear(self, message: bytes) -> None:
        if self.close_code is not None:
            return
        self._size += len(message)
        if self._size > MOST_WAITING and self._outbox:
            self.close(SLOW)
            return
        self._outbox.append(message.decode())
        self._wake.set()

    def close(self, code: int) -> None:
        """Close once the present message is out."""
        self.close_code = code
        self._outbox.clear()
        self._wake.set()
        self.closing.set()

    async def deliver(self) -> None:
        """Send what is in the outbox, for as long as the socket is open."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                text = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": text})
                self._size -= len(text)
            if self.close_code is not None:
                await self._send({"type": "websocket.close", "code": self.close_code})
                return


class Live:
    """The door for sockets: /api/tables/{id}/live?since=SEQ."""

    def __init__(self, tables: Tables, rate: float = 1.0) -> None:
        self.tables = tables
        self.rate = max(1.0, rate)
        self.sockets: set[Socket] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        try:
            room = await self.tables.room(scope["path_params"]["table"])
        except SiegeworksError as problem:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": refusal(problem.code, problem.reason).decode()})
            await send({"type": "websocket.close", "code": POLICY})
            return
        socket = Socket(send, self.tables.doors.person(cookie_of(scope)))
        await send({"type": "websocket.accept"})
        await self._attend(room, socket, receive, _since(scope))

    async def _attend(self, room: Room, socket: Socket, receive: Receive, since: int | None) -> None:
        """From the first sync to the last word."""
        socket.seats = room.table.seats_of(socket.person)
        crowd = sum(other.person == socket.person for other in room.listeners)
        sender = asyncio.get_running_loop().create_task(socket.deliver())
        arrived = not set(socket.seats) <= room.here()
        self.sockets.add(socket)
        room.listeners.add(socket)
        socket.hear(wire.told(self.tables.sync(room, socket.person, since)))
        if crowd >= MOST_SOCKETS:
            socket.close(POLICY)
        elif arrived:
            self.tables.show(room)
        reader = asyncio.get_running_loop().create_task(self._read(room, socket, receive))
        closing = asyncio.get_running_loop().create_task(socket.closing.wait())
        try:
            await asyncio.wait({sender, reader, closing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave(room, socket)
            if closing.done() and not reader.done():
                await asyncio.wait({sender}, timeout=GOODBYE_S)
            for task in (reader, sender, closing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    def _leave(self, room: Room, socket: Socket) -> None:
        self.sockets.discard(socket)
        room.listeners.discard(socket)
        if room.listeners and not set(socket.seats) <= room.here():
            self.tables.show(room)

    async def _read(self, room: Room, socket: Socket, receive: Receive) -> None:
        bucket, strikes = Bucket(PER_SECOND * self.rate, BURST * self.rate), 0
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if socket.close_code is not None:
                continue
            if not bucket.take():
                strikes += 1
                socket.hear(refusal("slow_down", "That was too fast; wait a moment."))
                if strikes > MOST_STRIKES:
                    socket.close(POLICY)
                await asyncio.sleep(0.05)
                continue
            await self._answer(room, socket, message)

    async def _answer(self, room: Room, socket: Socket, message: Any) -> None:
        data = message.get("text")
        data = message.get("bytes") if data is None else data
        act = parsed(data)
        if isinstance(act, bytes):
            socket.hear(act)
        elif act.type == "hint":
            self.tables._spawn(self._do(room, socket, act))
        else:
            await self._do(room, socket, act)

    async def _do(self, room: Room, socket: Socket, act: Any) -> None:
        try:
            socket.hear(wire.told(await self.tables.act(room.table.id, socket.person, act)))
        except SiegeworksError as problem:
            socket.hear(refused(problem, act.action_id))

    def close(self) -> None:
        """The server is going down: everybody is told to come back."""
        for socket in list(self.sockets):
            socket.close(GONE)


def _since(scope: Scope) -> int | None:
    given = parse_qs(scope.get("query_string", b"")[:200].decode("latin-1")).get("since", [""])[0]
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 16 else None


def parsed(data: bytes | str | None) -> Any:
    """An act, or the refusal of what is none, as bytes."""
    if data is None or len(data) > MOST_FRAME:
        return refusal("malformed", f"A message has at most {MOST_FRAME:,} bytes.")
    try:
        return ACT.validate_json(data)
    except ValidationError as problem:
        return refusal("malformed", malformed(problem.errors(include_url=False, include_input=False)))
    except (ValueError, RecursionError):
        return refusal("malformed", "This cannot be read as a message.")


def malformed(problems: Any) -> str:
    """One sentence about what is wrong with a message."""
    first = problems[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if part != "body")
    if first["type"] == "json_invalid":
        return "This is not JSON."
    said = str(first["msg"])[:120].rstrip(".")
    return f"{where}: {said}." if where else f"{said}."


def refused(problem: SiegeworksError, action_id: str | None) -> bytes:
    return wire.told(
        {
            "type": "refused",
            "code": problem.code,
            "reason": problem.reason,
            "rule": problem.rule,
            "action_id": action_id,
            "seq": None,
        }
    )
