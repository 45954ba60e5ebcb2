"""`siegeworks bench server`: this server and, in the same alternating run and by the same client, boardgame.io.

Moves are counted when the opponent hears of them, and set against the CPU time the server's process used meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import orjson
from rich.console import Console
from rich.table import Table as Sheet

from siegeworks.bots import LEVELS
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, OURS

PEER = Path(__file__).resolve().parents[3] / "benchmarks" / "boardgameio"
WAIT_S = 120.0
UNHURRIED = "1e6"
CELLS = 9
OPENING = 18
"""Moves of ours in a match; no match is over by then."""
FEWEST_MOVES, WARMING_MOVES = 1_000, 2_000
"""Moves in a round, and before the first one: compilers on both sides have done their work by then."""
FEW_TABLES = 20
CLOCK_BITS, PROCESS_CLOCK = 3, 2
STRONGEST, BOT_TABLES, BOTS_BEGIN_S = max(LEVELS), 6, 3.0
OPEN_GAME, SECRET_GAME = OURS[0].name, OURS[-1].name
"""Our first game, in which all is open, and our last, in which much is hidden."""


class Seat(Protocol):
    """One player's connection."""

    async def close(self) -> None: ...


class Served(Protocol):
    """A server being measured."""

    name: str
    process: subprocess.Popen[bytes]
    at_once: int

    async def sit_down(self) -> Pair: ...


@dataclass
class Pair:
    """Two players at a table: `move` makes one move and returns when the opponent has heard of it; False at the end."""

    move: Callable[[], Awaitable[bool]]
    close: Callable[[], Awaitable[None]]


@dataclass
class Measured:
    """Moves, the server's CPU seconds, and how long each move took to reach the opponent."""

    moves: int = 0
    cpu_s: float = 0.0
    waits: list[float] = field(default_factory=list)

    def __add__(self, other: Measured) -> Measured:
        return Measured(self.moves + other.moves, self.cpu_s + other.cpu_s, self.waits + other.waits)

    @property
    def rate(self) -> float:
        return self.moves / self.cpu_s if self.cpu_s else 0.0

    def wait_ms(self, share: float) -> float:
        ordered = sorted(self.waits)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """CPU seconds a process has used, all threads together, by the clock that Linux keeps for it."""
    return time.clock_gettime((~process.pid << CLOCK_BITS) | PROCESS_CLOCK)


def memory_of(process: subprocess.Popen[bytes]) -> int:
    """Bytes of memory a process holds."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _text(message: Any) -> str:
    return orjson.dumps(message).decode()


# The two servers


class Ours:
    """This server, with one game."""

    at_once = 1

    def __init__(self, game: str, folder: str, *arguments: str) -> None:
        self.name = f"Siegeworks, {game}"
        self.game = game
        self.port = free_port()
        command = [sys.executable, "-m", "siegeworks", "serve", "--port", str(self.port), "--data", folder]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([*command, "--no-browser", "--rate", UNHURRIED, *arguments], **quiet)  # type: ignore[call-overload]
        self.dice = random.Random(1)

    async def ready(self) -> None:
        import httpx

        self.web = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api", timeout=WAIT_S)
        async with asyncio.timeout(WAIT_S):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await self.web.get("/ready")).status_code == 200:
                        return
                await asyncio.sleep(0.1)

    async def close(self) -> None:
        await self.web.aclose()

    async def _person(self) -> str:
        self.web.cookies.clear()
        return str((await self.web.get("/me")).cookies["siegeworks"])

    async def sit_down(self) -> Pair:
        from websockets.asyncio.client import connect

        cookies = [await self._person(), await self._person()]
        headers = [{"cookie": f"siegeworks={cookie}"} for cookie in cookies]
        self.web.cookies.clear()
        wish = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = (await self.web.post("/tables", json=wish, headers=headers[0])).json()
        table, key = made["table"]["id"], made["links"]["seats"]["1"].split("key=")[1]
        await self.web.post(f"/tables/{table}/join", json={"key": key}, headers=headers[1])
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        doors = [connect(address, additional_headers=each, compression=None, max_size=None) for each in headers]
        sockets = [await door.__aenter__() for door in doors]
        return await self._seated(doors, sockets)

    async def _seated(self, doors: list[Any], sockets: list[Any]) -> Pair:
        last: list[dict[str, Any]] = [orjson.loads(await each.recv()) for each in sockets]

        async def hear(seat: int, seq: int) -> None:
            while last[seat]["seq"] < seq:
                told = orjson.loads(await sockets[seat].recv())
                if told["type"] in ("sync", "update"):
                    last[seat] = told
                elif told["type"] == "refused":
                    raise BadSetup(told["reason"])

        async def move() -> bool:
            waiting = last[0]["table"]["waiting"]
            if not waiting:
                return False
            seat = waiting[0]
            action = self.dice.choice(last[seat]["seats"][str(seat)]["legal"])["action"]
            seq = last[seat]["seq"]
            await sockets[seat].send(_text({"type": "play", "seat": seat, "action": action, "seq": seq}))
            private = last[seat]["seats"][str(seat)]["view"].get("phase") in PRIVATE
            is_last = private and last[seat]["seats"][str(seat)]["view"]["phase"] == PRIVATE[-1] and action == "done"
            if not private or is_last:
                await hear(1 - seat, last[1 - seat]["seq"] + 1)
            await hear(seat, seq + 1)
            return True

        async def close() -> None:
            for door in doors:
                await door.__aexit__(None, None, None)

        return Pair(move, close)


PRIVATE = ("recall", "stow", "discard")
"""Phases in which the opponent hears nothing of a step."""


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
        from websockets.asyncio.client import connect

        self.count += 1
        match, space = f"match{self.count}", "/tic-tac-toe,"
        address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        doors = [connect(address, compression=None, max_size=None) for _ in range(2)]
        sockets = [await door.__aenter__() for door in doors]
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
            for door in doors:
                await door.__aexit__(None, None, None)

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


# Measuring


async def seated(served: Any, tables: int) -> list[Pair]:
    """All sit down, as many at once as the server's client can: who is seated should not fall asleep."""
    found: list[Pair] = []
    while len(found) < tables:
        crowd = min(served.at_once, tables - len(found))
        found += await asyncio.gather(*(served.sit_down() for _ in range(crowd)))
    return found


async def played(served: Any, pairs: list[Pair], moves: int, think_s: float = 0.0) -> Measured:
    """All play at once, and only that is measured; then they leave."""
    found = Measured()

    async def play(pair: Pair) -> None:
        if think_s:
            await asyncio.sleep(random.random() * think_s)
        for _ in range(moves):
            began = time.perf_counter()
            if not await pair.move():
                return
            found.waits.append(time.perf_counter() - began)
            found.moves += 1
            if think_s:
                await asyncio.sleep(think_s)

    before = cpu_of(served.process)
    await asyncio.gather(*(play(pair) for pair in pairs))
    found.cpu_s = cpu_of(served.process) - before
    for pair in pairs:
        await pair.close()
    return found


async def measured(served: Any, tables: int, moves: int = FEWEST_MOVES) -> Measured:
    """So many matches, each at a new table, as it takes to make so many moves."""
    found = Measured()
    while found.moves < moves:
        found += await played(served, await seated(served, tables), OPENING)
    return found


@contextlib.contextmanager
def serving(*makers: Callable[[], Any]) -> Iterator[list[Any]]:
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


def has_peer() -> bool:
    return (PEER / "node_modules" / "boardgame.io").is_dir()


async def compare(rounds: int, tables: int, out: Console) -> dict[str, list[Measured]]:
    """Rounds of all servers in turn."""
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(3)]
        makers: list[Callable[[], Any]] = [
            lambda: Ours(OPEN_GAME, folders[0], "--cold"),
            lambda: Ours(SECRET_GAME, folders[1], "--cold"),
        ]
        if has_peer():
            makers += [lambda: Peer(None), lambda: Peer(folders[2])]
        served = stack.enter_context(serving(*makers))
        for each in served:
            await each.ready()
            await measured(each, tables, WARMING_MOVES)
        found: dict[str, list[Measured]] = {each.name: [] for each in served}
        for number in range(rounds):
            for each in served:
                found[each.name].append(await measured(each, tables))
                last = found[each.name][-1]
                out.print(f"round {number + 1}: {each.name}: {last.rate:,.0f} moves per CPU-second", markup=False)
        for each in served:
            await each.close()
        return found


def report(found: dict[str, list[Measured]], out: Console) -> None:
    """All rounds in one table, beside the peer's rates."""
    sheet = Sheet(box=None)
    for heading in (
        "server",
        "moves per CPU-second",
        "to the opponent, p50",
        "p99",
        "x peer in memory",
        "x peer on disk",
    ):
        sheet.add_column(heading, justify="left" if heading == "server" else "right")
    peers = [_rate(each) for name, each in found.items() if name.startswith(Peer.title)]
    for name, each in found.items():
        whole = Measured(waits=[wait for one in each for wait in one.waits])
        beside = [f"{_rate(each) / peer:.2f}" for peer in peers] or ["-", "-"]
        ms = f"{whole.wait_ms(0.5):.1f} ms", f"{whole.wait_ms(0.99):.1f} ms"
        sheet.add_row(name, f"{_rate(each):,.0f}", *ms, *beside)
    out.print(sheet)
    if not peers:
        out.print(f"boardgame.io is not installed: run npm ci in {PEER} to measure it too.", markup=False)


def _rate(rounds: list[Measured]) -> float:
    return statistics.median(each.rate for each in rounds)


async def crowd(tables: int, rounds: int, out: Console) -> None:
    """Many tables with people who think for a second: how long a move takes to reach the opponent, and what memory a
    table with its two sockets takes (in the first round, when none has been given back)."""
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(2)]
        makers: list[Callable[[], Any]] = [lambda: Ours(OPEN_GAME, folders[0], "--cold")]
        if has_peer():
            makers += [lambda: Peer(None), lambda: Peer(folders[1])]
        served = stack.enter_context(serving(*makers))
        waits: dict[str, list[float]] = {each.name: [] for each in served}
        for each in served:
            await each.ready()
            await measured(each, FEW_TABLES)
        for number in range(rounds):
            for each in served:
                before = memory_of(each.process)
                pairs = await seated(each, tables)
                used = (memory_of(each.process) - before) / tables / 1024
                found = await played(each, pairs, CELLS, think_s=1.0)
                waits[each.name] += found.waits
                memory = f"; {used:.0f} kB a table" if number == 0 else ""
                out.print(f"round {number + 1}: {each.name}: {tables} tables, {_waited(found)}{memory}", markup=False)
        for each in served:
            out.print(f"all rounds: {each.name}: {_waited(Measured(waits=waits[each.name]))}", markup=False)
            await each.close()


def _waited(found: Measured) -> str:
    return f"p50 {found.wait_ms(0.5):.1f} ms, p99 {found.wait_ms(0.99):.1f} ms"


async def thinking(tables: int, out: Console) -> None:
    """How long a move takes to reach the opponent while bots think without a pause at other tables."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        (each,) = stack.enter_context(serving(lambda: Ours(OPEN_GAME, folder, "--bot-pause", "0")))
        await each.ready()
        await measured(each, FEW_TABLES)
        alone = await played(each, await seated(each, tables), CELLS, think_s=1.0)
        pairs = await seated(each, tables)
        bots = asyncio.create_task(_keep_bots_thinking(each))
        await asyncio.sleep(BOTS_BEGIN_S)  # the first thought may still load the search
        beside = await played(each, pairs, CELLS, think_s=1.0)
        bots.cancel()
        out.print(f"{tables} tables, nobody thinks: {_waited(alone)}", markup=False)
        spent = f"{beside.cpu_s:.1f} s of CPU against {alone.cpu_s:.1f}"
        out.print(f"{tables} tables, bots think: {_waited(beside)} ({spent})", markup=False)
        await each.close()


async def _keep_bots_thinking(each: Ours) -> None:
    """Tables where the strongest bots play each other, and new ones for those that are over."""
    wish = {"game": each.game, "seats": [{"kind": "bot", "level": STRONGEST}] * 2}
    tables: list[str] = []
    while True:
        looked = [(await each.web.get(f"/tables/{table}")).json()["table"] for table in tables]
        tables = [table["id"] for table in looked if not table["over"]]
        while len(tables) < BOT_TABLES:
            tables.append((await each.web.post("/tables", json=wish)).json()["table"]["id"])
        await asyncio.sleep(1)


async def restart(tables: int, out: Console) -> None:
    """A server that finds many unfinished tables: how soon it is ready, and the first sync."""
    from siegeworks.server.seating import blank
    from siegeworks.server.store import Entry, Event, Shelf, Sitting
    from siegeworks.server.store.sqlite import SqliteStore

    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "tables.sqlite")
        actions = GAMES[OPEN_GAME].words.ACTION_NAMES[:10]
        entries: list[Entry] = []
        for number in range(tables):
            name, seats = f"t{number:06}", [{"kind": "person", "people": [f"p{number}"]}] * 2
            setup = {**blank(GAMES[OPEN_GAME], seats, f"p{number}"), "options": {}, "start": 0}
            events = [Event(name, 0, int(time.time() * 1000), 0, "made", setup)]
            for seq, action in enumerate(actions, 1):
                data = {"seat": (seq - 1) % 2, "actions": [action]}
                events.append(Event(name, seq, int(time.time() * 1000), 0, "act", data))
            shelf = Shelf(name, OPEN_GAME, f"p{number}", False, 0, False, None)
            entries.append(Entry(events, [Sitting(name, 0, f"p{number}")], [shelf]))
        await asyncio.gather(*(store.append(entry) for entry in entries))
        await store.close()
        began = time.perf_counter()
        with serving(lambda: Ours(OPEN_GAME, folder)) as (each,):
            await each.ready()
            ready = time.perf_counter() - began
            waits = []
            for number in range(0, tables, max(1, tables // 50)):
                began = time.perf_counter()
                answer = await each.web.get(f"/tables/t{number:06}")
                waits.append(time.perf_counter() - began)
                assert answer.status_code == 200, answer.text
            await each.close()
        first = f"first sync {1000 * waits[0]:.0f} ms, then {1000 * statistics.median(waits):.1f} ms"
        out.print(f"{tables:,} unfinished tables: ready after {ready:.1f} s; {first}", markup=False)


def bench(rounds: int, tables: int, what: str = "server") -> int:
    """The measurements, printed."""
    out = Console(highlight=False, soft_wrap=True)
    if not sys.platform.startswith("linux"):
        raise BadSetup("This benchmark reads the CPU time of processes as Linux tells it.")
    works: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "crowd": lambda: crowd(tables, rounds, out),
        "thinking": lambda: thinking(tables, out),
        "restart": lambda: restart(tables, out),
        "server": lambda: _moves(rounds, tables, out),
    }
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(works[what]())
    return 0


async def _moves(rounds: int, tables: int, out: Console) -> None:
    report(await compare(rounds, tables, out), out)


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The client should not be what is measured."""
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None
