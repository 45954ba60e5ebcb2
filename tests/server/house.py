"""A server to test, in a thread or as a process of its own, and people who talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, ClassVar, Self, TypeVar
from urllib.parse import urlencode

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from siegeworks.cli.serve import config
from siegeworks.server.answers import TOLD
from siegeworks.server.app import create_app
from siegeworks.server.clocks import Ticks
from siegeworks.server.connections import ConnectionCount
from siegeworks.server.house import House as Inside
from siegeworks.server.room import Room
from siegeworks.server.settings import Settings
from siegeworks.server.store import Store
from siegeworks.server.store.postgres import PostgresStore
from siegeworks.server.store.sqlite import SqliteStore
from siegeworks.server.thinkers import Thinkers
from tests.patience import PATIENCE_S as PATIENCE_S
from tests.patience import Stopwatch

if TYPE_CHECKING:
    from tests.server.cluster import Databases

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
STARTED: list[Process] = []
"""Servers that were started in this test: those that still run when it ends, because it failed, are killed."""
VISITORS: list[Person] = []
"""Everybody who came in this test; they are shown out when it ends."""
PROXY = frozenset({"127.0.0.1"})
"""A setting under which people in tests come from the addresses they name."""
ALONE: Any = SimpleNamespace(shared=None)
"""What a house needs to know of its store as long as nothing is stored."""
FAST = 1000.0
"""A rate that no test reaches by accident."""


PORTS = range(20_000, 32_000)
"""None of them is given to outgoing connections, so that a port stays free until a server listens there, or again."""
CLAIMS: list[IO[str]] = []


def free_port() -> int:
    """A port at which nobody listens, and which no other process of tests gets as long as this one lives."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            CLAIMS.append(claim(port))
            return port


def claim(port: int) -> IO[str]:
    """A file that is locked until this process ends; an error if another one has locked it."""
    folder = Path(tempfile.gettempdir()) / "siegeworks-ports"
    folder.mkdir(exist_ok=True)
    file = open(folder / str(port), "a")  # noqa: SIM115  it stays open
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise
    return file


class Time:
    """The clock of a server under test: it stands still until it is put forward."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Kept:
    """Where servers keep their tables in this test: in files, or in databases of PostgreSQL."""

    databases: ClassVar[Databases | None] = None


def store_of(folder: Path) -> Store:
    """A store of its own over what a server in this folder has stored."""
    return PostgresStore(Kept.databases.of(folder)) if Kept.databases else SqliteStore(folder / "tables.sqlite")


def ask_store(folder: Path, *statements: str) -> list[Any]:
    """What the last of some statements finds in what is stored, behind the server's back."""
    if Kept.databases:
        return Kept.databases.ask(folder, *statements)
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite")) as database, database:
        return [database.execute(statement).fetchall() for statement in statements][-1]


class House:
    """A server in a thread of this process."""

    def __init__(
        self,
        folder: Path,
        count: ConnectionCount | None = None,
        store: Store | None = None,
        thinkers: Thinkers | None = None,
        ticks: Ticks | None = None,
        is_plain: bool = False,
        **chosen: Any,
    ) -> None:
        """`is_plain`: uvicorn as it comes, with nothing of ours but the application."""
        self.folder = folder
        self.count = count or ConnectionCount()
        self.time = Time()
        settings = Settings(**{"bot_pause_s": 0.0, "warm": False, "rate": FAST, **chosen})
        self.app = create_app(folder, settings, store or store_of(folder), thinkers, ticks or Ticks(self.time))
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        stock = uvicorn.Config(self.app, ws="websockets-sansio", log_config=None, access_log=False)
        self.server = uvicorn.Server(stock if is_plain else config(self.app, self.count))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]}, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        self.listening.close()
        assert not self.thread.is_alive()

    def __enter__(self) -> House:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def person(self, address: str | None = None) -> Person:
        """Somebody new; with an address, as the proxy of a house with PROXY says it."""
        return Person(self.port, address=address)

    @property
    def inside(self) -> Inside:
        """The house that the server serves."""
        found: Inside = self.app.state.house
        return found

    def room(self, table: str) -> Room:
        """The room of a table that is in use."""
        found = self.inside.rooms.get(table)
        assert found is not None
        return found

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of something done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.inside.loop).result(PATIENCE_S)

    def let_pass(self, ms: int) -> None:
        """Time passes for the clocks of all tables."""
        self.time.now += ms / 1000


class Process:
    """A server as a process of its own, which can be killed."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        port: int | None = None,
        cache: Path | None = None,
        forker: Forker | None = None,
        fault: str = "well",
        within: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.port = port or free_port()
        given = ["--port", str(self.port), "--data", str(folder)]
        given += ["--no-browser", "--bot-pause", "0", "--rate", str(FAST), *arguments]
        given += [] if cache else ["--cold"]
        given += ["--database", Kept.databases.of(folder)] if Kept.databases else []
        environment = {**os.environ, "SIEGEWORKS_CACHE": str(cache)} if cache else None
        self.process: subprocess.Popen[bytes] | Forked
        if forker is None:
            command = [*within, sys.executable, "-m", "siegeworks", "serve", *given]
            with open(folder / "log", "a") as log:
                self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        else:
            self.process = forker.start(fault, folder / "log", given)
        STARTED.append(self)
        wait_for(self.is_up)

    @property
    def said(self) -> str:
        """All that servers in this folder have said so far."""
        return (self.folder / "log").read_text()

    def is_up(self) -> bool:
        assert self.process.poll() is None, self.said
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/api/ready", timeout=PATIENCE_S).status_code == 200
        except httpx.TransportError:
            return False

    def person(self) -> Person:
        return Person(self.port)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_S)

    def stop(self) -> None:
        """SIGTERM, until it has ended."""
        self.process.terminate()
        self.process.wait(PATIENCE_S)

    def stop_within(self, seconds: float) -> None:
        """The same; it has so much time for it."""
        with Stopwatch() as watch:
            self.stop()
        assert watch.seconds < seconds


class Forker:
    """Starts servers that have everything loaded; see `tests.server.forking`."""

    def __init__(self, *games: str) -> None:
        """`games`: those that are loaded; SiegeStones if none is named."""
        command, pipe = [sys.executable, "-m", "tests.server.forking", *games], subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)

    def start(self, fault: str, log: Path, arguments: list[str]) -> Forked:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(shlex.join([fault, str(log), *arguments]) + "\n")
        self._process.stdin.flush()
        return Forked(int(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE_S)


class Forked:
    """A process that another one forked, as `Popen` would show it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def wait(self, seconds: float) -> None:
        wait_for(lambda: self.poll() is not None, seconds)


def wait_for(is_so: Callable[..., Any], seconds: float = PATIENCE_S) -> Any:
    """Until something is so; fails if it never is."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = is_so()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it never came to pass")


class Person:
    """Somebody with a browser: a cookie, calls, and sockets. Everything heard is checked against the models."""

    def __init__(self, port: int, cookie: str | None = None, address: str | None = None) -> None:
        self.port = port
        self.headers = {"x-forwarded-for": address} if address else {}
        cookies = {"siegeworks": cookie} if cookie else None
        self.web = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/api", timeout=PATIENCE_S, cookies=cookies, headers=self.headers
        )
        self.heard: list[str] = []
        VISITORS.append(self)

    @property
    def cookie(self) -> str:
        return str(self.web.cookies["siegeworks"])

    def call(self, method: str, path: str, **content: Any) -> httpx.Response:
        answer = self.web.request(method, path, **content)
        self.heard.append(answer.text)
        return answer

    def get(self, path: str) -> Any:
        answer = self.call("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def make(self, game: str, *seats: str, **wish: Any) -> dict[str, Any]:
        """A new table; seats are me, open, or a level. What the server said of it."""
        kinds = [{"kind": "bot", "level": int(seat)} if seat.isdigit() else {"kind": seat} for seat in seats]
        answer = self.call("POST", "/tables", json={"game": game, "seats": kinds, **wish})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def join(self, made: dict[str, Any], seat: int, name: str | None = None) -> None:
        key = made["links"]["seats"][str(seat)].split("key=")[1]
        answer = self.call("POST", f"/tables/{made['table']['id']}/join", json={"key": key, "name": name})
        assert answer.status_code == 200, answer.text

    def act(self, table: str, kind: str, seat: int = 0, **rest: Any) -> dict[str, Any]:
        """An act over REST: the answer, or the refusal."""
        answer = self.call("POST", f"/tables/{table}/act", json={"type": kind, "seat": seat, **rest})
        told: dict[str, Any] = answer.json()
        TOLD.validate_python(told)
        assert (told["type"] == "refused") == (answer.status_code != 200)
        return told

    def play(self, table: str, seat: int, action: str, **rest: Any) -> dict[str, Any]:
        return self.act(table, "play", seat, action=action, **rest)

    def sync(self, table: str, since: int | None = None, **asked: Any) -> dict[str, Any]:
        known = {} if since is None else {"since": since}
        answer = self.call("GET", f"/tables/{table}", params={**known, **asked})
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        TOLD.validate_python(told)
        return told

    def legal(self, table: str, seat: int = 0) -> list[str]:
        return [each["action"] for each in self.sync(table)["seats"][str(seat)]["legal"]]

    def sit_down(self, table: str, since: int | None = None, seats: str | None = None) -> Live:
        return Live(self, table, since, seats)

    def look_on(self, table: str, since: int | None = None) -> Onlooker:
        """A socket that is only to watch, as a screen for all has it."""
        return Onlooker(self, table, since)


class Live:
    """A socket at a table."""

    more: ClassVar[dict[str, str]] = {}
    """What else its address says."""

    def __init__(
        self, person: Person, table: str, since: int | None = None, seats: str | None = None, **headers: str
    ) -> None:
        self.person = person
        cookie = person.web.cookies.get("siegeworks")
        sent = {**person.headers, **headers, **({"cookie": f"siegeworks={cookie}"} if cookie else {})}
        known = {} if since is None else {"since": str(since), **({"seats": seats} if seats else {})}
        query = urlencode({**known, **self.more})
        address = f"ws://127.0.0.1:{person.port}/api/tables/{table}/live?{query}"
        patience: dict[str, Any] = {"open_timeout": PATIENCE_S, "ping_interval": None}  # it may be busy compiling
        self._door = connect(address, additional_headers=sent, max_size=None, compression=None, **patience)
        self.socket: ClientConnection = self._door.__enter__()
        self.last: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._door.__exit__(None, None, None)

    def send(self, **act: Any) -> None:
        self.socket.send(json.dumps(act))

    def hear(self, *kinds: str, seconds: float = PATIENCE_S) -> dict[str, Any]:
        """The next message, or the next of some kinds."""
        while True:
            text = self.socket.recv(timeout=seconds)
            assert isinstance(text, str)
            self.person.heard.append(text)
            told: dict[str, Any] = json.loads(text)
            TOLD.validate_python(told)
            if told["type"] in ("sync", "update"):
                self.last = told
            if not kinds or told["type"] in kinds:
                return told

    def ask(self, **act: Any) -> dict[str, Any]:
        """Send an act and wait for its answer."""
        act.setdefault("action_id", f"{random.random()}")
        self.send(**act)
        while True:
            told = self.hear()
            if told.get("action_id") == act["action_id"]:
                return told


class Onlooker(Live):
    """A socket that is only to watch, whoever's browser it is."""

    more: ClassVar[dict[str, str]] = {"watch": "true"}


def pair(house: House | Process, game: str = "siegestones", **wish: Any) -> tuple[Person, Person, str]:
    """Two people at a table of two; the first begins where that can be chosen."""
    ada, ben = house.person(), house.person()
    made = ada.make(game, "me", "open", **{"start": 0, **wish})
    ben.join(made, 1, "Ben")
    return ada, ben, made["table"]["id"]


def play_out(people: dict[int, Person], table: str, seed: int = 0, most: int = 400) -> dict[str, Any]:
    """Random play over REST until the match is over, or long enough; the last sync of the first person."""
    dice = random.Random(seed)
    for _ in range(most):
        told = next(iter(people.values())).sync(table)
        if told["table"]["over"]:
            return told
        for seat in told["table"]["waiting"]:
            legal = people[seat].legal(table, seat)
            people[seat].play(table, seat, dice.choice(legal))
    return next(iter(people.values())).sync(table)
