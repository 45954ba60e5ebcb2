"""Where many servers on one database break first: `python benchmarks/scale.py`. A simulation, not a measurement.

Moves arrive at random, at 1, 10, 100, 1,000 and 3,000 times a thousand busy tables. Each waits for its server's
processor, for the batch before it, for the database's processors, for the lock under which notifications are queued,
and for the disk that all commits share. The times that each step takes are those measured by
`benchmarks/processes.py` (see docs/scale.md), and every one of them can be given. The last column says what was
busiest.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table as Sheet

TABLES, MOVES_A_MINUTE = 1_000, 6.0
SCALES = (1, 10, 100, 1_000, 3_000)
FEWEST, MOST = 20_000, 200_000
"""Moves that are simulated at each scale."""
SLOW_MS = 250.0
"""A move that takes longer is felt."""


@dataclass(frozen=True)
class Costs:
    """What a move takes, in microseconds but for the first."""

    fill: float
    """How busy a server is meant to be: their number follows from it."""
    server: float
    """CPU time of a server: reading, checking, applying, telling."""
    row: float
    """CPU time of the database for an event."""
    commit: float
    """CPU time of the database for a transaction."""
    lock: float
    """How long a transaction that notifies holds the lock."""
    flush: float
    """How long the disk takes to make everything durable that waits."""
    heard: float
    """CPU time of a server for a line of a notification that is not about its tables."""
    cores: int
    """Processors of the database."""
    channels: int
    """Into how many channels notifications are split; a server listens to those of its tables."""
    databases: int
    """Over how many databases tables are spread."""


@dataclass
class Station:
    """Something that does one thing after the other, with some hands."""

    name: str
    hands: int = 1
    busy_us: float = 0.0
    free_at: list[float] = field(default_factory=list)

    def serve(self, now: float, takes: float) -> float:
        """When something that comes now is done."""
        if len(self.free_at) < self.hands:
            heapq.heappush(self.free_at, 0.0)
        done = max(now, heapq.heappop(self.free_at)) + takes
        heapq.heappush(self.free_at, done)
        self.busy_us += takes
        return done


class Cluster:
    """Servers and one of the databases, at one scale."""

    def __init__(self, rate: float, costs: Costs, dice: random.Random) -> None:
        self.costs, self.dice = costs, dice
        share = rate / costs.databases
        # each server also hears of the moves of all others on its channels
        per_move = costs.server / costs.fill
        self.servers = max(1, math.ceil(share * per_move / 1e6))
        self.heard = share * costs.heard / costs.channels * (self.servers > 1)
        """Microseconds of each second in which a server only hears of others."""
        self.rate = share
        self.cpus = [Station("servers") for _ in range(self.servers)]
        self.waiting: list[list[float]] = [[] for _ in range(self.servers)]
        self.is_writing = [False] * self.servers
        self.database = Station("database CPU", costs.cores)
        self.lock = Station("notification lock")
        self.disk_free, self.flushes = 0.0, 0
        self.events: list[tuple[float, int, Callable[[float], None]]] = []
        self.numbers = itertools.count()
        self.waits: list[float] = []

    def at(self, when: float, what: Callable[[float], None]) -> None:
        heapq.heappush(self.events, (when, next(self.numbers), what))

    def run(self, moves: int) -> float:
        """Simulate so many moves; how long that was, in microseconds."""
        now = 0.0
        for _ in range(moves):
            now += self.dice.expovariate(self.rate / 1e6)
            self.at(now, self.arrive)
        end = 0.0
        while self.events:
            end, _, what = heapq.heappop(self.events)
            what(end)
        return end

    def arrive(self, now: float) -> None:
        """A move comes to a server: half of its work is before the commit."""
        place = self.dice.randrange(self.servers)
        slower = 1.0 / max(0.02, 1.0 - self.heard / 1e6)
        half = self.dice.gammavariate(4.0, self.costs.server * slower / 8.0)
        checked = self.cpus[place].serve(now, half)
        self.at(checked, lambda when: self.queue(place, now, half, when))

    def queue(self, place: int, came: float, half: float, now: float) -> None:
        self.waiting[place].append(came)
        if not self.is_writing[place]:
            self.write(place, now)

    def write(self, place: int, now: float) -> None:
        """All that waits is one transaction."""
        batch, self.waiting[place] = self.waiting[place], []
        self.is_writing[place] = True
        costs = self.costs
        done = self.database.serve(now, costs.commit + costs.row * len(batch))
        self.at(done, lambda when: self.notify(place, batch, when))

    def notify(self, place: int, batch: list[float], now: float) -> None:
        self.at(self.lock.serve(now, self.costs.lock), lambda when: self.flush(place, batch, when))

    def flush(self, place: int, batch: list[float], now: float) -> None:
        """Whoever comes while the disk writes waits for the next time, which makes all of them durable."""
        if now >= self.disk_free:
            began = now
        elif self.disk_free - now < self.costs.flush:
            began = self.disk_free
        else:
            began = self.disk_free - self.costs.flush
        done = began + self.costs.flush
        if done > self.disk_free:
            self.disk_free, self.flushes = done, self.flushes + 1
        self.at(done, lambda when: self.told(place, batch, when))

    def told(self, place: int, batch: list[float], now: float) -> None:
        slower = 1.0 / max(0.02, 1.0 - self.heard / 1e6)
        for came in batch:
            done = self.cpus[place].serve(now, self.dice.gammavariate(4.0, self.costs.server * slower / 8.0))
            self.waits.append(done - came)
        self.is_writing[place] = False
        if self.waiting[place]:
            self.write(place, now)

    def busiest(self, span: float) -> tuple[str, float]:
        """What was busiest, and how busy it was."""
        servers = sum(each.busy_us for each in self.cpus) / span / self.servers
        found = {
            "servers": servers,
            "hearing of others": self.heard / 1e6,
            self.database.name: self.database.busy_us / span / self.database.hands,
            self.lock.name: self.lock.busy_us / span,
            "disk": self.flushes * self.costs.flush / span,
        }
        name = max((each for each in found if each != "disk"), key=lambda each: found[each])
        return name, found[name]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fill", type=float, default=0.5)
    for name, default in (("server", 400), ("row", 25), ("commit", 200), ("lock", 20), ("flush", 1_000), ("heard", 3)):
        parser.add_argument(f"--{name}", type=float, default=float(default), help="microseconds")
    for name, default in (("cores", 16), ("channels", 1), ("databases", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    costs = Costs(**vars(parser.parse_args()))
    sheet = Sheet(box=None)
    for heading in ("busy tables", "moves/s", "servers", "p50", "p99", "busiest"):
        sheet.add_column(heading, justify="left" if heading == "busiest" else "right")
    for scale in SCALES:
        rate = scale * TABLES * MOVES_A_MINUTE / 60.0
        cluster = Cluster(rate, costs, random.Random(scale))
        span = cluster.run(int(min(MOST, max(FEWEST, 5 * cluster.rate))))
        waits = sorted(cluster.waits)
        p50, p99 = (waits[int(share * len(waits))] / 1000 for share in (0.5, 0.99))
        name, share = cluster.busiest(span)
        late = " (too slow)" if p99 > SLOW_MS else ""
        servers = cluster.servers * costs.databases
        row = f"{scale * TABLES:,}", f"{rate:,.0f}", f"{servers:,}", f"{p50:,.1f} ms", f"{p99:,.1f} ms{late}"
        sheet.add_row(*row, f"{name}, {min(share, 9.99):.0%}")
    Console().print(sheet)


if __name__ == "__main__":
    main()
