"""People and watchers at a table, over sockets and HTTP: they note all they send, are answered and are shown.

As the page does, they connect elsewhere when a server is silent or gone, and send again what was not answered, with
the same `action_id`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable, Collection, Coroutine
from itertools import count, cycle
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.history.check import PASSING
from tests.server.history.notes import ANSWER, LOST, Notes, Reader, Seats, Sent, Shown

LIMIT_S = 120.0
"""Whatever is waited for has come to pass by then, on however busy a machine and whatever goes wrong meanwhile."""
SILENT_S = 4.0
"""Who has not answered for so long is left; the page waits as long."""
AGAIN_S = 0.25
"""How long somebody waits before the next attempt to connect."""
CUT, TWICE, BY_HTTP = 0.02, 0.08, 0.1
"""How often a client drops its connection with an act under way, sends one twice, or sends it by HTTP."""
GONE = (OSError, WebSocketException, EOFError, httpx.TransportError)
"""What a connection says when its server is no more, or silent."""
Act = dict[str, Any]
Message = dict[str, Any]


class GivenUp(Exception):
    """What was waited for did not come to pass in time, or never will."""

    def __init__(self, says: str, table: str = "") -> None:
        super().__init__(says)
        self.table = table


class World:
    """What all clients share: where servers are, what is noted, and whether play is about to end."""

    def __init__(
        self, ports: list[int], notes: Notes, seed: int, must_settle: bool = True, limit_s: float = LIMIT_S
    ) -> None:
        """`must_settle`: whether all tables must be played on in the end. `limit_s`: see LIMIT_S."""
        self.ports = ports
        self.must_settle = must_settle
        self.limit_s = limit_s
        self.notes = notes
        self.dice = random.Random(seed)
        self.is_closing = False
        self.looks: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        """Tables and numbers that were just shown, for whoever looks into the database."""
        self.sockets = count()
        self.at: dict[int, set[Session]] = {port: set() for port in ports}
        """Who is connected to each server."""
        self._aside: set[asyncio.Task[None]] = set()

    def aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for before the end."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def finish(self) -> None:
        await self.end_of(self._aside, "", "acts that were sent twice")

    async def end_of(self, tasks: Collection[asyncio.Task[None]], table: str, what: str) -> None:
        """Wait until something has ended; what does not end in time is called off, and is a problem."""
        if not tasks:
            return
        done, late = await asyncio.wait(list(tasks), timeout=self.limit_s)
        for task in late:
            task.cancel()
        if late:
            self.notes.problems.append((table, f"{len(late)} {what} did not end in {self.limit_s:.0f} s"))
        for task in done:
            task.result()


class Person:
    """Somebody with a cookie, known to all servers."""

    def __init__(self, world: World, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.world = world
        self.dice = random.Random(world.dice.random())
        self.web = httpx.AsyncClient(timeout=SILENT_S, transport=transport)

    @property
    def headers(self) -> dict[str, str]:
        cookie = self.web.cookies.get("siegeworks")
        return {"cookie": f"siegeworks={cookie}"} if cookie else {}

    async def post(self, path: str, *contents: Any) -> Message:
        """Something that has to be done before play. Whoever does it is somebody before: an answer may be lost."""
        if not self.headers:
            await self._ask("GET", "/me", None)
        return await self._ask("POST", path, *contents)

    async def _ask(self, method: str, path: str, *contents: Any) -> Message:
        """Ask any server, in one way or another, until one does it."""
        until, last = time.monotonic() + self.world.limit_s, "no answer"
        for content in cycle(contents):
            if time.monotonic() > until:
                break
            address = f"http://127.0.0.1:{self.dice.choice(self.world.ports)}/api{path}"
            with contextlib.suppress(*GONE):
                answer = await self.web.request(method, address, json=content)
                if answer.status_code in (200, 201):
                    found: Message = answer.json()
                    return found
                last = answer.text
                if answer.status_code < 500 and answer.status_code != 404:
                    break
            await asyncio.sleep(AGAIN_S)
        raise GivenUp(f"{method} {path} was not done: {last}")


class Session:
    """Somebody at a table, by one socket after the other. `choose` says what to do next, given what was shown last."""

    def __init__(self, person: Person, table: str, choose: Callable[[Session], Act | None], pace_s: float) -> None:
        self.person, self.world, self.dice = person, person.world, person.dice
        self.table = table
        self.choose = choose
        self.pace_s = pace_s
        self.last: Message | None = None
        self.seats: Seats = ()
        self.done_at = 0.0
        """When something was last answered."""
        self.is_ended = False
        self.left_at: tuple[str, float] | None = None
        """By which fault, and when, the server ended that it was connected to."""
        self._pending: Act | None = None
        self._reader = Reader()
        self._news = asyncio.Event()
        self._awaited: tuple[str, asyncio.Future[Message]] | None = None
        """What is to be answered on the socket."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return self._pending is None

    @property
    def is_waiting(self) -> bool:
        """Whether its socket owes it an answer."""
        return self._awaited is not None

    def end(self) -> None:
        self.is_ended = True
        self._news.set()

    async def run(self) -> None:
        """Until it is told to end."""
        port = 0
        while not self.is_ended:
            port = self.dice.choice([other for other in self.world.ports if other != port])
            with contextlib.suppress(*GONE):
                await self._visit(port)
            await asyncio.sleep(self.dice.random() * AGAIN_S)

    async def _visit(self, port: int) -> None:
        """One socket."""
        since = None if self.last is None else int(self.last["seq"])
        query = "" if since is None else f"?since={since}&seats={','.join(map(str, self.seats)) or 'watch'}"
        address = f"ws://127.0.0.1:{port}/api/tables/{self.table}/live{query}"
        patience: dict[str, Any] = {"open_timeout": SILENT_S, "close_timeout": 0.5, "ping_interval": None}
        plain: dict[str, Any] = {"max_size": None, "compression": None, "proxy": None}
        async with connect(address, additional_headers=self.person.headers, **patience, **plain) as socket:
            hearing = asyncio.create_task(self._hear(socket, port, since))
            try:
                await self._stay(socket, port, hearing)
            finally:
                self.world.at[port].discard(self)
                hearing.cancel()
                with contextlib.suppress(asyncio.CancelledError, *GONE):
                    await hearing

    async def _hear(self, socket: ClientConnection, port: int, since: int | None) -> None:
        """Everything that comes, noted as it comes."""
        number, known = next(self.world.sockets), self.seats
        try:
            async for text in socket:
                told: Message = orjson.loads(text)
                if told["type"] in ("sync", "update"):
                    self._take(told, number, since if self.seats == known else None)
                    since = None
                    self._note_back(port)
                elif self._awaited is not None and told.get("action_id") == self._awaited[0]:
                    self._awaited[1].set_result(told)
                    self._awaited = None
                elif told["type"] == "refused" and told["action_id"] is None:
                    return
        finally:
            self._news.set()

    def _take(self, told: Message, socket: int, since: int | None) -> None:
        now = time.monotonic()
        seats, parts = self._reader.take(told)
        since = since if seats == self.seats or self.last is None else None
        self.last, self.seats = told, seats
        self.world.looks.put_nowait((self.table, told["seq"]))
        self.world.notes.show(Shown(self.table, socket, now, told["seq"], seats, parts, since))
        self._news.set()

    def _note_back(self, port: int) -> None:
        """It is connected; how long that took, if its server had ended."""
        self.world.at[port].add(self)
        if self.left_at is not None:
            self.world.notes.back_s[self.left_at[0]].append(time.monotonic() - self.left_at[1])
            self.left_at = None

    async def _stay(self, socket: ClientConnection, port: int, hearing: asyncio.Task[None]) -> None:
        """Do something whenever there is something to do, until the socket is lost."""
        async with asyncio.timeout(SILENT_S):
            await self._news.wait()
        while not (hearing.done() or self.is_ended):
            self._news.clear()
            if self._pending is None:
                await asyncio.sleep(self.dice.random() * self.pace_s)
                self._pending = self._chosen()
            if self._pending is not None and not await self._send(socket, port, hearing):
                return
            if self._pending is None and not hearing.done():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1 + self.dice.random()):
                        await self._news.wait()

    def _chosen(self) -> Act | None:
        act = None if self.is_ended or self.last is None else self.choose(self)
        return None if act is None else {**act, "action_id": secrets.token_hex(12)}

    # Acts

    async def _send(self, socket: ClientConnection, port: int, hearing: asyncio.Task[None]) -> bool:
        """Send what is pending; whether this socket is still good."""
        assert self._pending is not None
        act = self._pending
        if self.dice.random() < TWICE:
            self.world.aside(self._post(act, self.dice.choice(self.world.ports)))
        if self.dice.random() < BY_HTTP:
            await self._post(act, port)
            return self._pending is None
        sent = time.monotonic()
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._awaited = act["action_id"], answer
        ends: list[asyncio.Future[Any]] = [answer, hearing]
        try:
            await socket.send(orjson.dumps(act).decode())
            if self.dice.random() < CUT:
                socket.transport.abort()
            await asyncio.wait(ends, timeout=SILENT_S, return_when=asyncio.FIRST_COMPLETED)
        except GONE:
            pass
        self._awaited = None
        told = answer.result() if answer.done() else None
        self._note(act, port, sent, told, None if self.last is None else int(self.last["seq"]))
        return told is not None and self._pending is None

    async def _post(self, act: Act, port: int) -> None:
        """The same by HTTP."""
        sent, told, address = time.monotonic(), None, f"http://127.0.0.1:{port}/api/tables/{self.table}/act"
        with contextlib.suppress(*GONE, orjson.JSONDecodeError):
            answer = await self.person.web.post(address, json=act)
            told = orjson.loads(answer.content)
        self._note(act, port, sent, told, None)

    def _note(self, act: Act, port: int, sent: float, told: Message | None, shown: int | None) -> None:
        """What became of a try. What was answered or refused for good is not pending any more."""
        now = time.monotonic()
        outcome = LOST if told is None else ANSWER if told["type"] == ANSWER else str(told["code"])
        seq, says = (None, "") if told is None else (told.get("seq"), (told.get("says") or {}).get("code", ""))
        head = self.table, act["action_id"], act["type"], self.seats, port
        self.world.notes.sent.append(Sent(*head, sent, now, outcome, seq, says, shown))
        if act is self._pending and (outcome == ANSWER or outcome not in (LOST, *PASSING)):
            self._pending = None
            self.done_at = now if outcome == ANSWER else self.done_at
