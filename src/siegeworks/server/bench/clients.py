"""The servers that are measured, and the clients that play at them: ours in several ways, and boardgame.io's."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar

import orjson

from siegeworks.errors import BadSetup
from siegeworks.server.bench.measure import Pair

PEER = Path(__file__).resolve().parents[4] / "benchmarks" / "boardgameio"
WAIT_S = 120.0
TRIES = 50
UNHURRIED = "1e6"
SERVE = ("-m", "siegeworks", "serve")
VISITORS = ip_network("198.18.0.0/15")
"""Addresses that are reserved for benchmarks."""
CELLS = 9
PRIVATE = ("recall", "stow", "discard")
"""Phases in which the opponent hears nothing of a step."""
TITLE = "Siegeworks"
ALONE, BY_SOCKET, BY_HTTP = "play alone", "preview and play by socket", "preview and play by HTTP"
"""Ways to play. The page previews every move; programs need not."""
Headers = dict[str, str]
T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _text(message: Any) -> str:
    return orjson.dumps(message).decode()


async def opened(address: str, headers: Headers | None = None) -> Any:
    """A socket. A busy system may refuse a connection when many come at once; then again."""
    from websockets.asyncio.client import connect

    for _ in range(TRIES):
        with contextlib.suppress(ConnectionRefusedError):
            return await connect(address, additional_headers=headers, compression=None, max_size=None)
        await asyncio.sleep(0.1)
    raise BadSetup("cli.nobody-answers", address=address)


# This server


class Site:
    """A server of ours, as its visitors find it. Behind a proxy each of them has an address of their own."""

    def __init__(self, port: int, is_proxied: bool = False) -> None:
        self.port = port
        self._addresses = VISITORS.hosts() if is_proxied else None

    @cached_property
    def web(self) -> Any:
        """Remembers no cookie: whoever asks brings their own."""
        import httpx

        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=()))
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api", timeout=WAIT_S, cookies=no_cookies)

    async def ready(self) -> None:
        import httpx

        async with asyncio.timeout(WAIT_S):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await self.web.get("/ready")).status_code == 200:
                        return
                await asyncio.sleep(0.1)

    async def close(self) -> None:
        await self.web.aclose()

    async def person(self) -> Headers:
        """Somebody new: the headers of their requests."""
        headers = {} if self._addresses is None else {"x-forwarded-for": str(next(self._addresses))}
        cookie = (await self.web.get("/me", headers=headers)).cookies["siegeworks"]
        return {**headers, "cookie": f"siegeworks={cookie}"}

    async def made(self, owner: Headers, game: str, *seats: dict[str, Any]) -> dict[str, Any]:
        """A new table, as whoever made it is told of it."""
        answer = await self.web.post("/tables", json={"game": game, "seats": seats}, headers=owner)
        found: dict[str, Any] = answer.json()
        check(found)
        return found

    async def table(self, game: str) -> tuple[str, list[Headers]]:
        """A table of two, and the headers of those who sit there."""
        people = [await self.person(), await self.person()]
        made = await self.made(people[0], game, {"kind": "me"}, {"kind": "open"})
        table, key = made["table"]["id"], made["links"]["seats"]["1"].split("key=")[1]
        await self.web.post(f"/tables/{table}/join", json={"key": key}, headers=people[1])
        return table, people


class House(Site):
    """A process of this server. `command` starts it, if not `siegeworks serve`; `checkout` is where another version of
    the project lies."""

    def __init__(
        self, folder: str, *arguments: str, command: tuple[str, ...] = SERVE, checkout: Path | None = None
    ) -> None:
        super().__init__(free_port())
        whole = [sys.executable, *command, "--port", str(self.port), "--data", folder, "--no-browser"]
        whole += ["--rate", UNHURRIED, *arguments]
        elsewhere = {} if checkout is None else {"PYTHONPATH": str(checkout / "src")}
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(whole, stdout=quiet, stderr=quiet, env={**os.environ, **elsewhere})


class Ours:
    """This server, with one game played in one way."""

    at_once = 1

    def __init__(self, house: House, game: str, way: str = ALONE, title: str = TITLE) -> None:
        self.house = house
        self.game = game
        self.way = way
        self.name = f"{title}, {game}, {way}"
        self.dice = random.Random(1)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        return self.house.process

    async def ready(self) -> None:
        await self.house.ready()

    async def close(self) -> None:
        await self.house.close()

    async def sit_down(self) -> Pair:
        return await seated_pair(self.house, self.game, self.way, self.dice)


async def seated_pair(site: Site, game: str, way: str, dice: random.Random) -> Pair:
    """Two people at a new table of one of our servers."""
    table, people = await site.table(game)
    players = [Player(site.port, table, headers, way) for headers in people]
    for player in players:
        await player.open()

    async def move() -> bool:
        return await moved(players, dice)

    async def close() -> None:
        for player in players:
            await player.close()

    return Pair(move, close)


class Player:
    """Somebody at one of our tables, who hears by socket and acts in one of the ways."""

    def __init__(self, port: int, table: str, headers: Headers, way: str) -> None:
        self._address, self._headers = f"ws://127.0.0.1:{port}/api/tables/{table}/live", headers
        self._previews = way != ALONE
        self._caller = Caller(port, f"/api/tables/{table}/act", headers) if way == BY_HTTP else None
        self._count = 0
        self.last: dict[str, Any] = {}

    async def open(self) -> None:
        self._socket = await opened(self._address, self._headers)
        self.last = orjson.loads(await self._socket.recv())

    async def close(self) -> None:
        await self._socket.close()
        if self._caller is not None:
            self._caller.close()

    async def play(self, seat: int, action: str) -> None:
        """Whoever previews waits for each answer; else the news of the move is answer enough."""
        act = {"type": "play", "seat": seat, "action": action, "seq": self.last["seq"]}
        if not self._previews:
            await self._socket.send(_text(act))
            return
        await self.ask({"type": "preview", "seat": seat, "action": action})
        await self.ask(act)

    async def ask(self, act: dict[str, Any]) -> None:
        """Something that is answered."""
        self._count += 1
        asked = {**act, "action_id": str(self._count)}
        if self._caller is not None:
            check(await self._caller.call(orjson.dumps(asked)))
            return
        await self._socket.send(_text(asked))
        told: dict[str, Any] = {}
        while told.get("action_id") != asked["action_id"] or told["type"] == "waiting":
            told = await self.hear()

    async def hear(self) -> dict[str, Any]:
        told: dict[str, Any] = orjson.loads(await self._socket.recv())
        if told["type"] in ("sync", "update"):
            self.last = told
        check(told)
        return told

    async def hear_of(self, seq: int) -> None:
        while self.last["seq"] < seq:
            await self.hear()


def check(told: dict[str, Any]) -> None:
    if told.get("type") == "refused":
        raise BadSetup("cli.bench-refused", reason=told["reason"])


async def moved(players: list[Player], dice: random.Random) -> bool:
    """One move at random, until both have heard of it; False if the match is over."""
    waiting = players[0].last["table"]["waiting"]
    if not waiting:
        return False
    seat = waiting[0]
    mine, other = players[seat], players[1 - seat]
    seq, others_seq, part = mine.last["seq"], other.last["seq"], mine.last["seats"][str(seat)]
    action = dice.choice(part["legal"])["action"]
    phase = part["view"].get("phase")
    await mine.play(seat, action)
    if phase not in PRIVATE or (phase == PRIVATE[-1] and action == "done"):
        await other.hear_of(others_seq + 1)
    await mine.hear_of(seq + 1)
    return True


class Caller:
    """A connection that is kept open for one call after the other, as a browser does it."""

    def __init__(self, port: int, path: str, headers: Headers) -> None:
        self._port = port
        given = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{given}"
            "content-type: application/json\r\ncontent-length: "
        ).encode()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, body: bytes) -> dict[str, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(self._head + b"%d\r\n\r\n%b" % (len(body), body))
        headers = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(headers.split(b"content-length:")[1].split(b"\r\n")[0])
        found: dict[str, Any] = orjson.loads(await reader.readexactly(size))
        return found

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


# The other server


class Peer:
    """boardgame.io with tic-tac-toe, in memory or on disk."""

    title = "boardgame.io"
    at_once = 50

    def __init__(self, folder: str | None) -> None:
        self.name = f"{self.title}, tic-tac-toe, {'on disk' if folder else 'in memory'}"
        self.port = free_port()
        command = ["node", str(PEER / "serve.js"), str(self.port), *([folder] if folder else [])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=PEER)
        self.count = 0

    async def ready(self) -> None:
        assert self.process.stdout is not None
        await asyncio.get_running_loop().run_in_executor(None, self.process.stdout.readline)

    async def close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()

    async def sit_down(self) -> Pair:
        self.count += 1
        match, space = f"match{self.count}", "/tic-tac-toe,"
        address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        sockets = [await opened(address) for _ in range(2)]
        for seat, each in enumerate(sockets):
            await each.recv()
            await each.send(f"40{space}")
            await each.recv()
            await each.send(f"42{space}" + _text(["sync", match, str(seat), None, 2]))
            await _hear(each, "sync")
        played = 0

        async def move() -> bool:
            nonlocal played
            if played == CELLS:
                return False
            seat = played % 2
            payload = {"type": "clickCell", "args": [played], "playerID": str(seat), "credentials": None}
            act = {"type": "MAKE_MOVE", "payload": payload}
            await sockets[seat].send(f"42{space}" + _text(["update", act, played, match, str(seat)]))
            played += 1
            await _hear(sockets[1 - seat], "update", played)
            return True

        async def close() -> None:
            for each in sockets:
                await each.close()

        return Pair(move, close)


async def _hear(each: Any, kind: str, state: int | None = None) -> None:
    """Wait for a message of a kind and, with `state`, of that number; pings are answered."""
    while True:
        text = await each.recv()
        if text == "2":
            await each.send("3")
            continue
        told: list[Any] = orjson.loads(text[text.index("[") :]) if "[" in text else [""]
        if told[0] == kind and (state is None or told[2]["_stateID"] >= state):
            return


# Running them


@contextlib.contextmanager
def serving(*makers: Callable[[], T]) -> Iterator[list[T]]:
    """Servers that run meanwhile, and are ended afterwards."""
    found: list[Any] = []
    try:
        found.extend(make() for make in makers)
        yield found
    finally:
        for served in found:
            served.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                served.process.wait(10)
            if served.process.poll() is None:
                served.process.kill()
                served.process.wait()


def has_peer() -> bool:
    return (PEER / "node_modules" / "boardgame.io").is_dir()
