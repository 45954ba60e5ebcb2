"""What goes wrong in a run, one thing after the other, in an order that a seed gives.

Servers are killed, stopped for a while, and restarted in order. The database is restarted while it stores something,
in order, at once, or as if its machine had died. Its connections are cut. Clients cut theirs themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from tests.server.cluster import Cluster
from tests.server.history.clients import World
from tests.server.history.looking import connected
from tests.server.history.notes import Fault
from tests.server.house import PATIENCE_S, Forker, Process, free_port

SERVERS = 3
BLOCKED_S = 5.0
"""How long we wait for somebody to be storing something when the database is to die."""
ASKED_S = 2.0
TRIES = 5
MOST_SAID = 4_000
BOT_PAUSE_S = 0.2
BLOCKED = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO events%'"
CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'siegeworks'
    AND random() < 0.6"""


@dataclass
class Servers:
    """Servers on one database. `fault`: what goes wrong in each of them on purpose, see `tests.server.forking`."""

    folder: Path
    url: str
    forker: Forker
    fault: str = "well"

    def __post_init__(self) -> None:
        self.ports = [free_port() for _ in range(SERVERS)]
        self.running: dict[int, Process] = {}

    def start(self, port: int) -> None:
        """Start a server; tried again should the database be away just then."""
        folder = self.folder / str(port)
        folder.mkdir(exist_ok=True)
        given = "--database", self.url, "--bot-pause", str(BOT_PAUSE_S)
        for left in reversed(range(TRIES)):
            try:
                self.running[port] = Process(folder, *given, port=port, forker=self.forker, fault=self.fault)
                return
            except AssertionError:
                if not left:
                    raise
                time.sleep(1)

    def stop_all(self) -> None:
        """In order."""
        for process in self.running.values():
            process.stop()

    def said(self) -> str:
        """All that servers have said."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("*/log")))


class Nemesis:
    """Lets things go wrong. `stopped_s`: how long a server stands still."""

    def __init__(
        self, world: World, servers: Servers, cluster: Cluster, seed: int, stopped_s: float, tell: Callable[[str], None]
    ) -> None:
        self.world, self.servers, self.cluster = world, servers, cluster
        self.stopped_s = stopped_s
        self._dice = random.Random(seed)
        self._tell = tell
        self._kinds: dict[str, Callable[[], Awaitable[int | None]]] = {
            "kill": self._kill,
            "stop": self._stop,
            "restart": self._restart,
            "cut": self._cut,
            "database": self._database,
            "kill two": self._kill_two,
        }

    async def run(self, until: float) -> None:
        """Each kind once, in a random order, again and again until a time; on a slow machine at least once."""
        kinds: list[str] = []
        while time.monotonic() < until or len(self.world.notes.faults) <= len(self._kinds):
            kinds = kinds or self._dice.sample([*self._kinds, "kill"], len(self._kinds) + 1)
            kind = kinds.pop()
            began, wall = time.monotonic(), int(time.time() * 1000)
            self._tell(kind)
            port = await self._kinds[kind]()
            self._tell(f"{kind} done")
            self.world.notes.faults.append(Fault(kind, began, time.monotonic(), port, wall))
            await asyncio.sleep(1 + 6 * self._dice.random())

    def _any(self) -> int:
        return self._dice.choice(self.servers.ports)

    async def _kill(self) -> int:
        """A server dies, and another takes its place after a while."""
        port = self._any()
        await self._until_asked(port)
        await self._end(port, signal.SIGKILL, "kill")
        await asyncio.sleep(5 * self._dice.random())
        await asyncio.to_thread(self.servers.start, port)
        return port

    async def _kill_two(self) -> None:
        for port in self._dice.sample(self.servers.ports, 2):
            await self._until_asked(port)
            await self._end(port, signal.SIGKILL, "kill two")
            await asyncio.sleep(self._dice.random())
        await self._start_missing()

    async def _start_missing(self) -> None:
        for port, process in list(self.servers.running.items()):
            if process.process.poll() is not None:
                await asyncio.to_thread(self.servers.start, port)

    async def _until_asked(self, port: int) -> None:
        """Until somebody waits for an answer of a server: that is when it dies."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ASKED_S):
                while not any(session.is_waiting for session in self.world.at[port]):
                    await asyncio.sleep(0)

    async def _end(self, port: int, number: signal.Signals, kind: str) -> None:
        server = self.servers.running[port]
        process = server.process
        assert process.poll() is None, f"the server at {port} has ended by itself: {server.said[-MOST_SAID:]}"
        process.send_signal(number)
        now = time.monotonic()
        for session in self.world.at[port]:
            session.left_at = kind, now
        await asyncio.to_thread(process.wait, PATIENCE_S)

    async def _stop(self) -> int:
        """A server stands still for longer than its lease, and then goes on as if nothing had happened."""
        port = self._any()
        process = self.servers.running[port].process
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(self.stopped_s)
        finally:
            process.send_signal(signal.SIGCONT)
        return port

    async def _restart(self) -> int:
        port = self._any()
        await self._end(port, signal.SIGTERM, "restart")
        await asyncio.to_thread(self.servers.start, port)
        return port

    async def _cut(self) -> None:
        """Connections between servers and the database break."""
        for _ in range(3):
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                await asyncio.to_thread(self.cluster.ask, "postgres", CUT)
            await asyncio.sleep(self._dice.random())

    async def _database(self) -> None:
        """The database ends while it stores something, and comes back."""
        number = self._dice.choice([signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
        async with connected(self.servers.url) as db:
            await db.execute("BEGIN; LOCK TABLE events IN SHARE MODE")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BLOCKED_S):
                    while not await db.fetchval(BLOCKED):
                        await asyncio.sleep(0.01)
            await asyncio.to_thread(self.cluster.end, number)
        await asyncio.sleep(self._dice.choice([0, 0, 1, 4]) * self._dice.random())
        await asyncio.to_thread(self.cluster.start)
