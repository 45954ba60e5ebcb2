"""Measuring servers: moves that reached the opponent, against the CPU time the server's process used meanwhile."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import subprocess
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

OPENING = 18
"""Moves of ours in a match; no match is over by then."""
FEWEST_MOVES, WARMING_MOVES = 1_000, 2_000
"""Moves in a round, and before the first one: compilers on both sides have done their work by then."""
CLOCK_BITS, PROCESS_CLOCK = 3, 2


@dataclass
class Pair:
    """Two players at a table: `move` makes one move and returns when the opponent has heard of it; False at the end."""

    move: Callable[[], Awaitable[bool]]
    close: Callable[[], Awaitable[None]]


class Served(Protocol):
    """A server being measured, and how its players play."""

    name: str
    at_once: int

    @property
    def process(self) -> subprocess.Popen[bytes]: ...

    async def ready(self) -> None: ...
    async def sit_down(self) -> Pair: ...
    async def close(self) -> None: ...


@dataclass
class Measured:
    """Moves, the server's CPU seconds, how long each move took to reach the opponent, and how late the client was."""

    moves: int = 0
    cpu_s: float = 0.0
    waits: list[float] = field(default_factory=list)
    lates: list[float] = field(default_factory=list)
    """By how much each pause for thought was too long: a client that is late itself measures itself."""

    def __add__(self, other: Measured) -> Measured:
        waits, lates = self.waits + other.waits, self.lates + other.lates
        return Measured(self.moves + other.moves, self.cpu_s + other.cpu_s, waits, lates)

    @property
    def rate(self) -> float:
        return self.moves / self.cpu_s if self.cpu_s else 0.0

    def wait_ms(self, share: float) -> float:
        return quantile_ms(self.waits, share)

    def late_ms(self, share: float) -> float:
        return quantile_ms(self.lates, share)


def quantile_ms(seconds: list[float], share: float) -> float:
    """The time, in milliseconds, that such a share of some times do not pass."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """CPU seconds a process has used, all threads together, by the clock that Linux keeps for it."""
    return time.clock_gettime((~process.pid << CLOCK_BITS) | PROCESS_CLOCK)


def memory_of(process: subprocess.Popen[bytes]) -> int:
    """Bytes of memory a process holds."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def median_rate(rounds: list[Measured]) -> float:
    return statistics.median(each.rate for each in rounds)


def ratio(rounds: list[Measured], others: list[Measured]) -> str:
    """How many times the other's moves one makes, round by round: the median, the least and the most."""
    return spread([one.rate / other.rate for one, other in zip(rounds, others, strict=True)])


def spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.2f} x ({min(ratios):.2f} to {max(ratios):.2f})"


async def seated(served: Served, tables: int) -> list[Pair]:
    """All sit down, as many at once as the server's client can: who is seated should not fall asleep."""
    found: list[Pair] = []
    while len(found) < tables:
        crowd = min(served.at_once, tables - len(found))
        found += await asyncio.gather(*(served.sit_down() for _ in range(crowd)))
    return found


async def played(served: Served, pairs: list[Pair], moves: int, think_s: float = 0.0) -> Measured:
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
                began = time.perf_counter()
                await asyncio.sleep(think_s)
                found.lates.append(time.perf_counter() - began - think_s)

    before = cpu_of(served.process)
    await asyncio.gather(*(play(pair) for pair in pairs))
    found.cpu_s = cpu_of(served.process) - before
    for pair in pairs:
        await pair.close()
    return found


async def measured(served: Served, tables: int, moves: int) -> Measured:
    """So many matches, each at a new table, as it takes to make so many moves."""
    found = Measured()
    while found.moves < moves:
        found += await played(served, await seated(served, tables), OPENING)
    return found
