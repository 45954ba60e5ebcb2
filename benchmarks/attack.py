"""Attacks on a server beside honest players: `python benchmarks/attack.py`. Only this machine is attacked. Linux only.

Honest people play at 50 tables by sockets, 40 of them against each other and 10 against bots, and think for a second
before each move. They are a process of their own. Each has an address of their own, as a proxy on this machine tells
it, and the usual limits. The attacker comes from another address of the same machine, which counts as elsewhere:
without cookies, with as many connections as he gets, one kind of attack after the other. He runs at a low priority and
the honest people at a high one, since all of them would have machines of their own.

For each attack, and before and after them without one: how long moves took to reach the opponent and bots to answer,
and what the server's memory and disk grew by. The exit code is 1 if a bound does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from siegeworks import Match
from siegeworks.server.bench import run
from siegeworks.server.bench.clients import ALONE, House, Site, seated_pair, serving
from siegeworks.server.bench.fairness import AgainstBot
from siegeworks.server.bench.measure import Pair, cpu_of, memory_of, quantile_ms
from siegeworks.server.bench.runs import OPEN_GAME, SECRET_GAME
from siegeworks.server.guards import MOST_RECORD

P99_MS = 100.0
MEMORY_MB, DISK_MB = 300.0, 300.0
"""What one attack may cost for a minute; longer ones end at the limits of an address (docs/operate.md)."""
THINK_S = 1.0
BOT_SHARE, BOT_LEVEL = 5, 4
"""At every fifth honest table a bot of this level plays."""
SHARES = (0.5, 0.99)
HEADINGS = ("moves", "p50", "p99", "bots' p50", "bots' p99", "memory", "at most", "disk", "server's CPU", "holds")
WIDTH = 130
SAMPLE_S = 0.25
MOST_TOLD = 1 << 24
"""Bytes of the line in which the honest tell how long everything took."""
MEGABYTE = 1e6
AT_ONCE, MOST_OPEN = 40, 2_000
LOW_PRIORITY, HIGH_PRIORITY = 15, -5
PAUSE_S = 0.02
"""After a refusal; an attacker who does not wait gets no further."""
REFUSED_S = 5.0
PING = b"\x89\x80\x00\x00\x00\x00"


# The attacker


@dataclass
class Target:
    """The server under attack, and a table there for whoever needs one."""

    host: str
    port: int
    table: str
    until: float

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port)

    async def posted(self, path: str, body: bytes, headers: str = "") -> bytes:
        """The whole answer to one POST on a connection of its own."""
        reader, writer = await self.connected()
        try:
            head = f"POST {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\nconnection: close\r\n{headers}"
            writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
            return await asyncio.wait_for(reader.read(), REFUSED_S)
        finally:
            writer.close()

    async def socket(self, table: str = "", headers: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket at a table, without a client that would keep to the rules."""
        reader, writer = await self.connected()
        writer.write(
            f"GET /api/tables/{table or self.table}/live HTTP/1.1\r\nhost: {self.host}:{self.port}\r\n{headers}"
            "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), REFUSED_S)
        return reader, writer


def frame(text: bytes) -> bytes:
    """A text from a client, with a mask that changes nothing."""
    size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + text


async def flood(target: Target, data: bytes, reads: bool) -> None:
    """One socket that sends the same again and again until it is thrown out."""
    reader, writer = await target.socket()
    try:
        while target.goes_on and not writer.is_closing():
            writer.write(data)
            await asyncio.wait_for(writer.drain(), REFUSED_S)
            if reads:
                await asyncio.wait_for(reader.read(65_536), REFUSED_S)
    finally:
        writer.close()


async def frames(target: Target) -> None:
    """Messages: small ones in heaps, and the largest there may be."""
    small = frame(b'{"type": "ping"}') * 200
    large = frame(b'{"type": "' + b"x" * 16_300 + b'"}') * 4
    await flood(target, random.choice((small, large)), reads=random.random() < 0.5)


async def pings(target: Target) -> None:
    """Pings, whose answers nobody reads."""
    await flood(target, PING * 2_000, reads=False)


async def half_open(target: Target) -> None:
    """Connections that never finish their request, or their handshake."""
    begun = (
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nhost: x\r\nx: ",
        b"POST /api/tables HTTP/1.1\r\ncontent-length: 99\r\n\r\n{",
    )
    reader, writer = await target.connected()
    try:
        writer.write(random.choice(begun))
        while target.goes_on and await asyncio.wait_for(reader.read(1_000), 30):
            pass
    finally:
        writer.close()


def large_record() -> bytes:
    """A match with as many comments as fit."""
    match, dice = Match.new(OPEN_GAME, 2, seed=1), random.Random(1)
    while match.result is None:
        match.play(dice.choice(match.legal()))
    text = match.record()
    return (text + "# nothing\n" * ((MOST_RECORD - len(text)) // 10)).encode()


async def records(target: Target) -> None:
    """Uploads by somebody new each time: true ones, true ones as large as may be, and nonsense."""
    text = RECORD or large_record()
    await target.posted(
        "/api/records", random.choice((text, text[: text.index(b"# nothing")], b"Siegeworks: 1\n" * 9_000))
    )


RECORD = b""


async def tables(target: Target) -> None:
    """Tables by somebody new each time, public ones and ones where only bots play."""
    seats = random.choice(
        ('{"kind": "me"}, {"kind": "open"}', '{"kind": "bot", "level": 5}, {"kind": "bot", "level": 5}')
    )
    wish = f'{{"game": "{random.choice((OPEN_GAME, SECRET_GAME))}", "seats": [{seats}], "public": true}}'
    await target.posted("/api/tables", wish.encode(), "content-type: application/json\r\n")


async def hints(target: Target) -> None:
    """Hints, many at a time, at a table of one's own."""
    wish = f'{{"game": "{OPEN_GAME}", "seats": [{{"kind": "me"}}, {{"kind": "me"}}]}}'
    answer = await target.posted("/api/tables", wish.encode(), "content-type: application/json\r\n")
    if b" 201 " not in answer[:20]:
        return
    cookie = answer.split(b"set-cookie: ")[1].split(b";")[0].decode()
    table = answer.split(b'"id":"')[1].split(b'"')[0].decode()
    reader, writer = await target.socket(table, f"cookie: {cookie}\r\n")
    asked = frame(b'{"type": "hint", "seat": 0}') + frame(b'{"type": "hint", "seat": 1}')
    try:
        for _ in range(100):
            writer.write(asked * 5)
            await asyncio.wait_for(writer.drain(), REFUSED_S)
            if not target.goes_on or not await asyncio.wait_for(reader.read(65_536), REFUSED_S):
                return
            await asyncio.sleep(PAUSE_S)
    finally:
        writer.close()


ATTACKS: dict[str, tuple[Callable[[Target], Awaitable[None]], int]] = {
    "frames": (frames, AT_ONCE),
    "pings": (pings, AT_ONCE),
    "half_open": (half_open, MOST_OPEN),
    "records": (records, AT_ONCE),
    "hints": (hints, AT_ONCE),
    "tables": (tables, AT_ONCE),
}


async def attack(name: str, target: Target) -> None:
    """Many at once, each again as soon as it is over."""
    one, at_once = ATTACKS[name]

    async def again() -> None:
        while target.goes_on:
            with contextlib.suppress(OSError, TimeoutError, EOFError, IndexError):
                await one(target)
            await asyncio.sleep(PAUSE_S)

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(again() for _ in range(at_once))), target.until - time.monotonic())


def be_the_attacker(chosen: argparse.Namespace) -> int:
    global RECORD
    os.nice(LOW_PRIORITY)
    RECORD = large_record() if chosen.attack == "records" else b""
    run(attack(chosen.attack, Target(own_address(), chosen.port, chosen.table, time.monotonic() + chosen.seconds)))
    return 0


# The honest


async def paced(move: Callable[[], Awaitable[float | None]], until: float) -> list[float]:
    """A move, and then a second of thought, until then: how long what was waited for took."""
    found = []
    await asyncio.sleep(random.random() * THINK_S)
    while time.monotonic() < until:
        found.append(await move())
        await asyncio.sleep(THINK_S)
    return [took for took in found if took is not None]


class Couple:
    """Two people who play each other, one match after the other."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._pair: Pair | None = None
        self._dice = random.Random()

    async def sit_down(self) -> None:
        self._pair = await seated_pair(self._site, OPEN_GAME, ALONE, self._dice)

    async def move(self) -> float | None:
        """How long a move took to reach the opponent; None if the match was over."""
        assert self._pair is not None
        began = time.perf_counter()
        if await self._pair.move():
            return time.perf_counter() - began
        await self._pair.close()
        await self.sit_down()
        return None


async def be_honest(port: int, tables: int, seconds: float) -> None:
    """Sit down, say so, begin when told to, and tell how long everything took."""
    site = Site(port, is_proxied=True)
    bots = tables // BOT_SHARE
    couples = [Couple(site) for _ in range(tables - bots)]
    for couple in couples:
        await couple.sit_down()
    players = [AgainstBot(site, BOT_LEVEL, seed) for seed in range(bots)]
    for player in players:
        await player.answer()
    print("seated", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    until = time.monotonic() + seconds
    moves, answers = await asyncio.gather(
        asyncio.gather(*(paced(couple.move, until) for couple in couples)),
        asyncio.gather(*(paced(player.answer, until) for player in players)),
    )
    found = {"moves": moves, "answers": answers}
    print(json.dumps({what: list(itertools.chain(*times)) for what, times in found.items()}), flush=True)


# What is measured


@dataclass
class Toll:
    """What one attack cost: how long moves and answers took, and what grew."""

    moves: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    memory_mb: float = 0.0
    peak_mb: float = 0.0
    disk_mb: float = 0.0
    cpu_s: float = 0.0

    @property
    def holds(self) -> bool:
        return quantile_ms(self.moves, 0.99) < P99_MS and self.memory_mb < MEMORY_MB and self.disk_mb < DISK_MB

    def cells(self) -> list[str]:
        """As HEADINGS have it."""
        times = [f"{quantile_ms(each, share):.1f} ms" for each in (self.moves, self.answers) for share in SHARES]
        grown = [f"{mb:.0f} MB" for mb in (self.memory_mb, self.peak_mb, self.disk_mb)]
        return [str(len(self.moves)), *times, *grown, f"{self.cpu_s:.1f} s", "yes" if self.holds else "no"]


def disk_of(folder: str) -> float:
    return sum(file.stat().st_size for file in Path(folder).iterdir()) / MEGABYTE


async def watched(house: House, folder: str, seconds: float, toll: Toll) -> None:
    """The most that memory and disk grow by."""
    memory, disk, until = memory_of(house.process), disk_of(folder), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(SAMPLE_S)
        now = memory_of(house.process)
        toll.memory_mb = max(toll.memory_mb, (now - memory) / MEGABYTE)
        toll.peak_mb = max(toll.peak_mb, now / MEGABYTE)
        toll.disk_mb = max(toll.disk_mb, disk_of(folder) - disk)


@contextlib.asynccontextmanager
async def another(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """This file as a process of its own, which is ended if it has not come to its end."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, __file__, *arguments)
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=MOST_TOLD)
    try:
        yield process
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


async def endured(house: House, folder: str, name: str | None, tables: int, seconds: float) -> Toll:
    """Honest tables beside one attack, or beside none."""
    toll, common = Toll(), ("--port", str(house.port), "--seconds", str(seconds))
    table, _ = await house.table(OPEN_GAME)
    async with contextlib.AsyncExitStack() as stack:
        honest = await stack.enter_async_context(another("--honest", "--tables", str(tables), *common))
        assert honest.stdin is not None
        assert honest.stdout is not None
        if await honest.stdout.readline() != b"seated\n":
            raise SystemExit("The honest people could not sit down.")
        if name is not None:
            await stack.enter_async_context(
                another("--attack", name, f"--table={table}", *common)
            )  # it may begin with a dash
        before = cpu_of(house.process)
        honest.stdin.write(b"begin\n")
        await watched(house, folder, seconds, toll)
        told = json.loads(await honest.stdout.readline())
        toll.moves, toll.answers, toll.cpu_s = told["moves"], told["answers"], cpu_of(house.process) - before
    return toll


def own_address() -> str:
    """An address of this machine that is not its loopback address: traffic to it stays here too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        found.connect(("192.0.2.1", 9))  # nothing is sent
        return str(found.getsockname()[0])


def house_at(folder: str, *arguments: str) -> House:
    """A server with its usual limits, at all addresses of this machine; its bots answer as soon as they can."""
    usual = ("--rate", "1", "--host", "0.0.0.0", "--proxy", "127.0.0.1", "--bot-pause", "0")
    return House(folder, *usual, *arguments)


async def measure(chosen: argparse.Namespace, out: Console) -> bool:
    arguments = ("--cold",) if chosen.cold else ()
    sheet = Sheet("attack", *HEADINGS, box=None)
    all_hold = True
    for name in (None, *chosen.only.split(","), None):
        with tempfile.TemporaryDirectory() as folder, serving(partial(house_at, folder, *arguments)) as (house,):
            await house.ready()
            toll = await endured(house, folder, name, chosen.tables, chosen.seconds)
            await house.close()
        cells = [name or "none", *toll.cells()]
        sheet.add_row(*cells)
        out.print(", ".join(cells), markup=False)
        all_hold = all_hold and toll.holds
    out.print(sheet)
    out.print(f"Bounds: p99 of moves {P99_MS:.0f} ms, memory +{MEMORY_MB:.0f} MB, disk +{DISK_MB:.0f} MB")
    return all_hold


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each attack lasts")
    parser.add_argument("--tables", type=int, default=50, help="honest tables")
    parser.add_argument("--only", default=",".join(ATTACKS), help="which attacks, separated by commas")
    parser.add_argument("--cold", action="store_true", help="games are made ready when first asked for: to try it out")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--honest", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--table", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.attack:
        return be_the_attacker(chosen)
    if chosen.honest:
        with contextlib.suppress(PermissionError):
            os.nice(HIGH_PRIORITY)
        run(be_honest(chosen.port, chosen.tables, chosen.seconds))
        return 0
    holds: list[bool] = []

    async def work() -> None:
        out = Console(highlight=False, soft_wrap=True, width=WIDTH)
        holds.append(await measure(chosen, out))

    run(work())
    return 0 if holds[0] else 1


if __name__ == "__main__":
    raise SystemExit(main())
