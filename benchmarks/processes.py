"""Several servers on one PostgreSQL: `python benchmarks/processes.py`, from the root of a checkout. Linux only.

Alternating rounds of one run, SiegeStones without a pause: moves that reached the opponent, per second and per
CPU-second of all servers together, with the CPU time of the database beside. Both players of a table are at the
same server ("together"), or at two ("apart"). Then how long a move takes from one server to a listener at another,
and the memory of idle sockets. A PostgreSQL of its own is started unless `--database` names one that is empty.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from siegeworks.server.bench.clients import ALONE, House, Player, Site, moved, serving
from siegeworks.server.bench.measure import cpu_of, memory_of, quantile_ms
from siegeworks.server.bench.runs import OPEN_GAME

COUNTS = (1, 2, 4)
OPENING = 18
WARMING, THINK_S = 1_000, 1.0
IDLE_SOCKETS, AT_ONCE = 10_000, 100
TICKS_A_SECOND = 100


@dataclass
class Setup:
    """Some servers on one database, and where the two players of a table are."""

    name: str
    houses: list[House]
    is_apart: bool
    postmaster: int | None
    url: str | None = None

    async def logged(self) -> int:
        """Bytes the database has written to its log so far."""
        if self.url is None:
            return 0
        import asyncpg

        db = await asyncpg.connect(self.url)
        found = await db.fetchval("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
        await db.close()
        return int(found)

    def cpu_s(self) -> float:
        return sum(cpu_of(house.process) for house in self.houses)

    def database_s(self) -> float:
        return 0.0 if self.postmaster is None else cpu_below(self.postmaster)


@dataclass
class Round:
    """What was measured in a round."""

    moves: int
    seconds: float
    cpu_s: float
    database_s: float
    logged: int = 0

    @property
    def rate(self) -> float:
        return self.moves / self.cpu_s


def cpu_below(pid: int) -> float:
    """CPU seconds of a process and all below it, those that have ended too."""
    spent = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = path.read_text()
            fields = text[text.rindex(")") + 2 :].split()
            own = int(text.split(None, 1)[0])
            if own == pid:
                spent += sum(map(int, fields[11:15]))  # of its children that have ended too
            elif int(fields[1]) == pid:
                spent += sum(map(int, fields[11:13]))
    return spent / TICKS_A_SECOND


# Playing


async def sit_down(setup: Setup, number: int, dice: random.Random) -> list[Player]:
    """Two people at a new table, at one server or two."""
    houses = setup.houses
    first = houses[number % len(houses)]
    second = houses[(number + 1) % len(houses)] if setup.is_apart else first
    people = [await first.person(), await second.person()]
    made = await first.made(people[0], OPEN_GAME, {"kind": "me"}, {"kind": "open"})
    table, key = made["table"]["id"], made["links"]["seats"]["1"].split("key=")[1]
    await second.web.post(f"/tables/{table}/join", json={"key": key}, headers=people[1])
    players = [Player(site.port, table, who, ALONE) for site, who in ((first, people[0]), (second, people[1]))]
    for player in players:
        await player.open()
        await player.hear_of(1)  # the second has sat down
    return players


async def played(setup: Setup, tables: int, moves: int, dice: random.Random) -> Round:
    """So many moves, at tables that are new for every match."""
    found = Round(0, 0.0, 0.0, 0.0)
    while found.moves < moves:
        seated = [await sit_down(setup, number, dice) for number in range(tables * len(setup.houses))]
        logged = await setup.logged()
        before = setup.cpu_s(), setup.database_s(), time.perf_counter()

        async def play(players: list[Player]) -> None:
            for _ in range(OPENING):
                await moved(players, dice)
                found.moves += 1

        await asyncio.gather(*map(play, seated))
        found.seconds += time.perf_counter() - before[2]
        found.cpu_s += setup.cpu_s() - before[0]
        found.database_s += setup.database_s() - before[1]
        found.logged += await setup.logged() - logged
        for player in (each for players in seated for each in players):
            await player.close()
    return found


async def delays(setup: Setup, tables: int, moves: int, dice: random.Random) -> list[float]:
    """How long after it was sent a move is heard by the opponent, where people think for a second."""
    waits: list[float] = []
    seated = [await sit_down(setup, number, dice) for number in range(tables)]

    async def play(players: list[Player]) -> None:
        await asyncio.sleep(dice.random() * THINK_S)
        for _ in range(moves):
            seat = players[0].last["table"]["waiting"][0]
            action = dice.choice(players[seat].last["seats"][str(seat)]["legal"])["action"]
            seq, began = players[1 - seat].last["seq"], time.perf_counter()
            await players[seat].play(seat, action)
            await players[1 - seat].hear_of(seq + 1)
            waits.append(time.perf_counter() - began)
            await players[seat].hear_of(seq + 1)
            await asyncio.sleep(THINK_S)

    await asyncio.gather(*map(play, seated))
    for player in (each for players in seated for each in players):
        await player.close()
    return waits


# What is measured


async def compare(setups: list[Setup], rounds: int, tables: int, moves: int, out: Console) -> None:
    dice = random.Random(1)
    found: dict[str, list[Round]] = {setup.name: [] for setup in setups}
    for setup in setups:
        for house in setup.houses:
            await house.ready()
        await played(setup, tables, WARMING, dice)
    for number in range(rounds):
        for setup in setups:
            one = await played(setup, tables, moves, dice)
            found[setup.name].append(one)
            out.print(f"round {number + 1}: {setup.name}: {one.rate:,.0f} moves per CPU-second", markup=False)
    sheet = Sheet(box=None)
    for heading in (
        "servers",
        "moves/s",
        "moves per CPU-second",
        "beside one",
        "database: CPU ms a move",
        "log: bytes a move",
    ):
        sheet.add_column(heading, justify="left" if heading == "servers" else "right")
    one = found[setups[1].name]
    for name, each in found.items():
        ratios = [mine.rate / other.rate for mine, other in zip(each, one, strict=True)]
        told = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        database = 1000 * sum(r.database_s for r in each) / sum(r.moves for r in each)
        logged = sum(r.logged for r in each) / sum(r.moves for r in each)
        speed, rate = (
            statistics.median(values) for values in ([r.moves / r.seconds for r in each], [r.rate for r in each])
        )
        sheet.add_row(name, f"{speed:,.0f}", f"{rate:,.0f}", told, f"{database:.3f}", f"{logged:,.0f}")
    out.print(sheet)


async def tell_delays(setups: list[Setup], tables: int, out: Console) -> None:
    for setup in setups:
        waits = await delays(setup, tables, 9, random.Random(2))
        told = f"p50 {quantile_ms(waits, 0.5):.1f} ms, p99 {quantile_ms(waits, 0.99):.1f} ms"
        out.print(f"{setup.name}: {tables} tables, people think for a second: a move is heard after {told}")


async def idle(house: House, count: int, out: Console) -> None:
    """What an idle socket takes in memory. The other ends are in processes of their own."""
    await house.ready()
    tables = [(await house.table(OPEN_GAME))[0] for _ in range(max(1, count // AT_ONCE))]
    before = memory_of(house.process)
    command = [sys.executable, __file__, "--watch", str(house.port), str(AT_ONCE), *tables]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as watching:
        assert watching.stdout is not None
        line = await asyncio.to_thread(watching.stdout.readline)
        used = (memory_of(house.process) - before) / count / 1024
        whole = memory_of(house.process) / 1e6
        out.print(f"{int(line):,} sockets at one process: {used:.1f} kB each, {whole:,.0f} MB in all")
        began = time.perf_counter()
        await house.web.get("/ready")
        out.print(f"with them, a request takes {1000 * (time.perf_counter() - began):.0f} ms")
        watching.terminate()


async def watch(port: int, each: int, tables: list[str]) -> None:
    """Open sockets, say how many are open, and keep them."""
    from websockets.asyncio.client import connect

    from siegeworks.server.connections import raised_descriptors

    raised_descriptors()
    sockets: list[Any] = []
    for table in tables:
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        opening = (connect(address, compression=None, open_timeout=60, ping_interval=None) for _ in range(each))
        sockets += await asyncio.gather(*opening)
    print(len(sockets), flush=True)
    await asyncio.Event().wait()


@contextlib.contextmanager
def database(given: str | None) -> Iterator[tuple[list[str], int | None]]:
    """Addresses of empty databases, and the process of their server if it is ours."""
    if given:
        yield [given], None
        return
    from tests.server.cluster import cluster

    with cluster({"shared_buffers": "256MB", "autovacuum": "on"}) as found:
        yield [found.url(found.new()) for _ in range(2 * len(COUNTS))], found.process.pid


async def main(chosen: argparse.Namespace) -> None:
    out = Console(width=160)
    with contextlib.ExitStack() as stack:
        urls, postmaster = stack.enter_context(database(chosen.database))

        def folder() -> str:
            return stack.enter_context(tempfile.TemporaryDirectory())

        def houses(count: int, *arguments: str) -> list[House]:
            return stack.enter_context(serving(*(lambda: House(folder(), "--cold", *arguments) for _ in range(count))))

        setups = [Setup("SQLite, one process", houses(1), False, None)]
        for count, url in zip(chosen.counts, urls, strict=False):
            served = houses(count, "--database", url)
            for is_apart in (False, True)[: 1 if count == 1 else 2]:
                where = f", players {'apart' if is_apart else 'together'}" if count > 1 else ""
                name = f"PostgreSQL, {count} process{'es' * (count > 1)}{where}"
                setups.append(Setup(name, served, is_apart, postmaster, url))
        await compare(setups, chosen.rounds, chosen.tables, chosen.moves, out)
        await tell_delays([each for each in setups if len(each.houses) <= 2], chosen.tables, out)
        await idle(setups[1].houses[0], chosen.sockets, out)
        for site in {id(house): house for each in setups for house in each.houses}.values():
            await Site.close(site)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        asyncio.run(watch(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
        sys.exit()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database (default: one of its own)")
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS, help="numbers of processes, 1 first")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=25, help="for each process")
    parser.add_argument("--moves", type=int, default=1_000, help="of a round")
    parser.add_argument("--sockets", type=int, default=IDLE_SOCKETS)
    asyncio.run(main(parser.parse_args()))
