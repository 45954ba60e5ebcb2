"""Sockets at a table: what people hear as it happens, and what they do there."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Coroutine
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

import orjson
from pydantic import ValidationError

from siegeworks.core.phrases import Sentence, phrase, said
from siegeworks.errors import SiegeworksError
from siegeworks.server import wire
from siegeworks.server.asgi import Channel
from siegeworks.server.askers import is_loopback, network_of
from siegeworks.server.guards import (
    ADDRESS_BURST,
    ADDRESS_PER_SECOND,
    BURST,
    FLOOD,
    MOST_FRAME,
    PER_SECOND,
    Bucket,
    Buckets,
    Receive,
    Scope,
    Send,
    header,
    refusal,
    too_fast,
    turn_away,
)
from siegeworks.server.house import House
from siegeworks.server.letters import MOST_READER, READER, Seen
from siegeworks.server.messages import ACT, MOST_ID
from siegeworks.server.people import COOKIE, NO_HOLDER, Holder
from siegeworks.server.quotas import Audience
from siegeworks.server.room import NoTable, Room
from siegeworks.server.sockets import EXTENSION, Connection
from siegeworks.server.watching import may_look

MOST_UNREAD = 16
"""Messages that may wait to be read; more are left to wait in the network."""
MOST_STRIKES = 100
"""Refusals for haste before the socket is closed."""
HASTE_S = 0.05
FAULT = 1011
OUR_FAULT = said("our-fault")
LOG = logging.getLogger("siegeworks.server")
DRAIN_S = 3.0


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
    """One socket at a table: what it sends is done in order, and nobody waits for a slow reader."""

    __slots__ = (
        "_bucket",
        "_live",
        "_strikes",
        "_unread",
        "address",
        "connection",
        "is_host",
        "mark",
        "person",
        "room",
        "seats",
    )

    connection: Connection | Channel

    def __init__(self, live: Live, room: Room, holder: Holder, address: str) -> None:
        self.room = room
        self.address = address
        self.person, self.mark = holder.person, holder.mark
        self.look_up()
        self._live = live
        self._bucket = Bucket(PER_SECOND * live.rate, BURST * live.rate)
        self._strikes = 0
        self._unread: list[bytes] | None = None  # what came while something was being done; None when nothing is

    def look_up(self) -> None:
        """Which seats the person has now, and whether they are the host."""
        table = self.room.table
        self.seats = table.seats_of(self.person)
        self.is_host = self.person is not None and self.person == table.chair

    def hear(self, message: bytes) -> None:
        self.connection.say(message)

    def turn_out(self) -> None:
        self.connection.close(FLOOD)

    def lost(self) -> None:
        if self._unread:
            self._unread.clear()  # what is being done is finished, what waited is not begun
        self._live.leave(self)

    def take(self, message: bytes) -> None:
        """Something came in."""
        if self._unread is None:
            self._unread = []
            self._live.spawn(self._work(message))
            return
        self._unread.append(message)
        if len(self._unread) >= MOST_UNREAD:
            self.connection.pause()

    async def _work(self, message: bytes) -> None:
        """Do what was asked, and whatever came meanwhile. Other sockets have their turn after each message."""
        try:
            await self._answer(message)
            while self._unread:
                following = self._unread.pop(0)
                if len(self._unread) == MOST_UNREAD - 1:
                    self.connection.resume()
                await self._answer(following)
                await asyncio.sleep(0)
            self._unread = None
        except Exception:
            LOG.exception("a socket failed")
            self.connection.close(FAULT)

    async def _answer(self, message: bytes) -> None:
        hasty = self._hasty()
        if hasty is not None:
            self._strikes += 1
            self.hear(too_fast(*hasty, action_id_of(message)))
            if self._strikes > MOST_STRIKES:
                self.connection.close(FLOOD)
            await asyncio.sleep(HASTE_S)
            return
        act = parsed(message)
        if isinstance(act, bytes):
            self.hear(act)
        elif act.type in ("hint", "weigh"):
            self._live.spawn(self._do(act))
        else:
            await self._do(act)

    def _hasty(self) -> tuple[str, float, int] | None:
        """Of what there is too much, how much of it may come in a second, and how long to wait."""
        if not self._bucket.take():
            return "messages", self._bucket.rate, self._bucket.retry_s()
        return self._live.hasty(self.address)

    def _say(self, message: dict[str, Any]) -> None:
        self.hear(wire.told(message))

    async def _do(self, act: Any) -> None:
        """Each act is answered, whatever becomes of it: the other side waits, and would send it again."""
        try:
            self._say(await self._live.house.act(self.room.table.id, self.person, act, self.address, self._say))
        except SiegeworksError as problem:
            self.hear(refused(problem, act.action_id))
        except Exception:
            LOG.exception("an act failed")
            self.hear(refusal("fault", OUR_FAULT, act.action_id))


class Live:
    """The route for sockets: /api/tables/{id}/live?since=SEQ&seats=READER&watch=true."""

    def __init__(self, house: House, rate: float = 1.0) -> None:
        self.house = house
        self.rate = max(1.0, rate)
        self.audience = Audience(house.quotas.limits)
        self._addresses = Buckets(ADDRESS_PER_SECOND * self.rate, ADDRESS_BURST * self.rate)
        self._working: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        address = (scope.get("client") or ("",))[0]
        try:
            holder = self._holder(scope)
            room = await self.house.find(scope["path_params"]["table"], holder.person, seen_by(scope))
            await self.house.greet(room, holder.person)
            socket = Socket(self, room, self._holder(scope), address)
            self.audience.check(socket, room.listeners)
        except SiegeworksError as problem:
            await turn_away(send, refused(problem, None))
            return
        await send({"type": "websocket.accept"})
        handshake = scope.get("extensions", {}).get(EXTENSION)
        if handshake is not None:
            socket.connection = handshake.take_over(socket)
            self._welcome(socket, seen_by(scope))
            return
        socket.connection = channel = Channel(socket, send)
        self._welcome(socket, seen_by(scope))
        await channel.run(receive)

    def _holder(self, scope: Scope) -> Holder:
        """Who listens: nobody, where the socket is only to watch, whatever cookie comes with it."""
        return NO_HOLDER if is_watch(scope) else self.house.identities.holder(cookie_of(scope))

    def _welcome(self, socket: Socket, seen: Seen | None) -> None:
        """The first sync; the others hear who has come. Seats may have been lost while the socket was opened."""
        room = socket.room
        socket.look_up()
        self.audience.enter(socket)
        if not may_look(room.table, socket.person):
            socket.hear(refusal(NoTable.code, NoTable().says))
            socket.turn_out()
            return
        arrived = not set(socket.seats) <= room.here()
        room.listeners.add(socket)
        socket.hear(wire.told(self.house.letters.sync(room, socket.person, seen)))
        if arrived:
            self.house.letters.show(room)
        self.house.letters.count(room)

    def hasty(self, address: str) -> tuple[str, float, int] | None:
        """What an address has too much of, with one more message: to open more sockets gives no more messages."""
        if is_loopback(address) or self._addresses.take(network_of(address)):
            return None
        return "messages-address", self._addresses.rate, self._addresses.retry_s(network_of(address))

    def leave(self, socket: Socket) -> None:
        """A socket is gone; the others hear who has left."""
        room = socket.room
        room.listeners.discard(socket)
        self.audience.leave(socket)
        self.house.letters.note_presence(room, socket.seats)
        if room.listeners and not set(socket.seats) <= room.here():
            self.house.letters.show(room)
        self.house.letters.count(room)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.house.loop.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def close(self) -> None:
        """The server is going down, and all sockets are closed: what is under way is finished, unless it takes long."""
        if self._working:
            _, late = await asyncio.wait(self._working, timeout=DRAIN_S)
            for task in late:
                task.cancel()


def seen_by(scope: Scope) -> Seen | None:
    """What the address of a socket says that was seen."""
    asked = _query(scope)
    since, seats = asked.get("since", [""])[0], asked.get("seats", [""])[0]
    if not (since.isascii() and since.isdecimal() and len(since) < 16):
        return None
    return Seen(int(since), seats if len(seats) <= MOST_READER and re.match(READER, seats) else None)


def is_watch(scope: Scope) -> bool:
    """Whether a socket is only to watch: it hears what a stranger hears, and does nothing."""
    return _query(scope).get("watch", [""])[0] == "true"


def _query(scope: Scope) -> dict[str, list[str]]:
    return parse_qs(scope.get("query_string", b"")[:200].decode("latin-1"))


def parsed(data: bytes | str | None) -> Any:
    """An act, or the refusal of what is none, as bytes."""
    if data is None or len(data) > MOST_FRAME:
        return refusal("malformed", said("message-too-long", most=MOST_FRAME))
    try:
        return ACT.validate_json(data)
    except ValidationError as problem:
        says = malformed(problem.errors(include_url=False, include_input=False))
    except (ValueError, RecursionError):
        says = said("no-message")
    return refusal("malformed", says, action_id_of(data))


def action_id_of(data: bytes | str) -> str | None:
    """The id in a message that is not done, if it has one: whoever sent it knows then which it was."""
    try:
        return named_in(orjson.loads(data))
    except ValueError:
        return None


def named_in(message: Any) -> str | None:
    """The id that a message gives itself, if it is one that an act could have."""
    found = message.get("action_id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= MOST_ID and found.isprintable() else None


def malformed(problems: Any) -> Sentence:
    """One sentence about what is wrong with a message."""
    first = problems[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if part != "body")
    if first["type"] == "json_invalid":
        return said("not-json")
    problem = phrase(_problem_code(first["type"]))
    return said("malformed-at", where=where, problem=problem) if where else said("malformed", problem=problem)


PROBLEMS = {
    "missing": "is-missing",
    "extra_forbidden": "is-unknown",
    "literal_error": "is-none-of-those",
    "union_tag_invalid": "is-none-of-those",
    "union_tag_not_found": "is-missing",
    "string_too_long": "is-too-long",
    "too_long": "is-too-long",
    "string_too_short": "is-too-short",
    "too_short": "is-too-short",
    "greater_than_equal": "is-out-of-range",
    "greater_than": "is-out-of-range",
    "less_than_equal": "is-out-of-range",
    "less_than": "is-out-of-range",
}
"""What the kinds of problems that a model finds are called here; any other is a value of the wrong kind."""


def _problem_code(kind: str) -> str:
    return PROBLEMS.get(kind, "is-of-wrong-kind")


def refused(problem: SiegeworksError, action_id: str | None) -> bytes:
    """An error as the wire has it."""
    return refusal(problem.code, problem.says, action_id, getattr(problem, "retry_s", None))
