"""Attacks on a server beside honest players: `python benchmarks/attack.py`. Only this machine is attacked. Linux only.

Honest people play at 50 tables by sockets, from the loopback address, and think for a second before each move. The
attacker comes from another address of the same machine, which counts as elsewhere: without cookies, with as many
connections as he gets, one kind of attack after the other. He runs at a low priority, since a real one would bring a
machine of his own. For each attack: how long moves took to reach the opponent, and what the server's memory and disk
grew by. The exit code is 1 if a bound does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from siegeworks import Match
from siegeworks.server.bench import run
from siegeworks.server.bench.clients import House, Ours, serving
from siegeworks.server.bench.measure import Measured, Pair, cpu_of, memory_of, seated
from siegeworks.server.bench.runs import OPEN_GAME, SECRET_GAME
from siegeworks.server.guards import MOST_RECORD

P99_MS = 100.0
MEMORY_MB, DISK_MB = 300.0, 300.0
"""What one attack may cost for a minute; longer ones end at the limits of an address (docs/operate.md)."""
THINK_S = 1.0
SAMPLE_S = 0.25
MEGABYTE = 1e6
AT_ONCE, MOST_OPEN = 40, 2_000
LOW_PRIORITY = 15
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
    host, port = chosen.at.rsplit(":", 1)
    run(attack(chosen.attack, Target(host, int(port), chosen.table, time.monotonic() + chosen.seconds)))
    return 0


# The honest, and what is measured


@dataclass
class Toll:
    """What one attack cost: how long moves took, and what grew."""

    waits: Measured = field(default_factory=Measured)
    memory_mb: float = 0.0
    disk_mb: float = 0.0
    cpu_s: float = 0.0

    @property
    def holds(self) -> bool:
        return self.waits.wait_ms(0.99) < P99_MS and self.memory_mb < MEMORY_MB and self.disk_mb < DISK_MB


async def honest(ours: Ours, pair: Pair, until: float, found: Measured) -> None:
    """A move a second; when a match is over, another."""
    await asyncio.sleep(random.random() * THINK_S)
    while time.monotonic() < until:
        began = time.perf_counter()
        if await pair.move():
            found.waits.append(time.perf_counter() - began)
        else:
            await pair.close()
            pair = await ours.sit_down()
        await asyncio.sleep(THINK_S)
    await pair.close()


def disk_of(folder: str) -> float:
    return sum(file.stat().st_size for file in Path(folder).iterdir()) / MEGABYTE


async def watched(house: House, folder: str, until: float, toll: Toll) -> None:
    """The most that memory and disk grow by."""
    memory, disk = memory_of(house.process), disk_of(folder)
    while time.monotonic() < until:
        await asyncio.sleep(SAMPLE_S)
        toll.memory_mb = max(toll.memory_mb, (memory_of(house.process) - memory) / MEGABYTE)
        toll.disk_mb = max(toll.disk_mb, disk_of(folder) - disk)


async def endured(house: House, folder: str, name: str | None, tables: int, seconds: float) -> Toll:
    """Honest tables beside one attack, or beside none."""
    toll, ours = Toll(), Ours(house, OPEN_GAME)
    table, _ = await house.table(OPEN_GAME)
    pairs = await seated(ours, tables)
    attacker = None
    if name is not None:
        arguments = [
            "--attack",
            name,
            "--at",
            f"{own_address()}:{house.port}",
            "--table",
            table,
            "--seconds",
            str(seconds),
        ]
        attacker = await asyncio.create_subprocess_exec(sys.executable, __file__, *arguments)
    until, before = time.monotonic() + seconds, cpu_of(house.process)
    await asyncio.gather(
        watched(house, folder, until, toll), *(honest(ours, pair, until, toll.waits) for pair in pairs)
    )
    toll.cpu_s = cpu_of(house.process) - before
    if attacker is not None:
        await attacker.wait()
    return toll


def own_address() -> str:
    """An address of this machine that is not its loopback address: traffic to it stays here too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        found.connect(("192.0.2.1", 9))  # nothing is sent
        return str(found.getsockname()[0])


def house_at(folder: str) -> House:
    """A server with its usual limits, at all addresses of this machine."""
    return House(folder, "--rate", "1", "--host", "0.0.0.0")


async def measure(names: list[str], tables: int, seconds: float, out: Console) -> bool:
    sheet = Sheet("attack", "honest moves", "p50", "p99", "memory", "disk", "server's CPU", "holds", box=None)
    all_hold = True
    for name in (None, *names):
        with tempfile.TemporaryDirectory() as folder, serving(partial(house_at, folder)) as (house,):
            await house.ready()
            await endured(house, folder, None, tables, 3 * THINK_S)  # what is loaded late is loaded now
            toll = await endured(house, folder, name, tables, seconds)
            await house.close()
        waits = [f"{toll.waits.wait_ms(share):.1f} ms" for share in (0.5, 0.99)]
        grown = [f"{toll.memory_mb:.0f} MB", f"{toll.disk_mb:.0f} MB", f"{toll.cpu_s:.1f} s"]
        sheet.add_row(name or "none", str(len(toll.waits.waits)), *waits, *grown, "yes" if toll.holds else "no")
        out.print(f"{name or 'none'}: {', '.join((*waits, *grown))}", markup=False)
        all_hold = all_hold and toll.holds
    out.print(sheet)
    out.print(f"Bounds: p99 {P99_MS:.0f} ms, memory {MEMORY_MB:.0f} MB, disk {DISK_MB:.0f} MB")
    return all_hold


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each attack lasts")
    parser.add_argument("--tables", type=int, default=50, help="honest tables")
    parser.add_argument("--only", default=",".join(ATTACKS), help="which attacks, separated by commas")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    parser.add_argument("--table", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.attack:
        return be_the_attacker(chosen)
    holds: list[bool] = []

    async def work() -> None:
        out = Console(highlight=False, soft_wrap=True)
        holds.append(await measure(chosen.only.split(","), chosen.tables, chosen.seconds, out))

    run(work())
    return 0 if holds[0] else 1


if __name__ == "__main__":
    raise SystemExit(main())
