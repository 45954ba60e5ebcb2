"""Whether those who watch cost those who play: how soon a move reaches the opponent, with nobody and with many."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator

from rich.console import Console

from siegeworks.server.bench.clients import ALONE, House, Player, moved, serving
from siegeworks.server.bench.measure import Measured
from siegeworks.server.bench.runs import OPEN_GAME, cold_house, waited

MOVES, THINK_S = 40, 0.25


async def watched(watchers: int, rounds: int, out: Console) -> None:
    """Rounds of a match that nobody watches and of one that many do, in turn, at one server."""
    nobody, many = Measured(), Measured()
    with tempfile.TemporaryDirectory() as folder, serving(lambda: cold_house(folder)) as (house,):
        await house.ready()
        await _match(house, 0)  # everything is loaded then
        for number in range(rounds):
            for count, found in ((0, nobody), (watchers, many)):
                last = await _match(house, count)
                found.waits += last.waits
                out.print(f"round {number + 1}: {count} watchers: {waited(last)}", markup=False)
        await house.close()
    for count, found in ((0, nobody), (watchers, many)):
        out.print(f"all rounds: {count} watchers: {waited(found)}", markup=False)
    share = many.wait_ms(0.99) / nobody.wait_ms(0.99)
    out.print(f"p99 with {watchers} watchers is {share:.2f} times that with none", markup=False)


async def _match(house: House, watchers: int) -> Measured:
    """Two people play for a while at a new table."""
    table, people = await house.table(OPEN_GAME)
    players = [Player(house.port, table, headers, ALONE) for headers in people]
    for player in players:
        await player.open()
    found, dice = Measured(), random.Random(1)
    async with _audience(house.port, table, watchers):
        while players[0].last["table"]["watchers"] != watchers:
            await players[0].hear()
        for _ in range(MOVES):
            await asyncio.sleep(THINK_S)
            began = time.perf_counter()
            if not await moved(players, dice):
                break
            found.waits.append(time.perf_counter() - began)
    for player in players:
        await player.close()
    return found


@contextlib.asynccontextmanager
async def _audience(port: int, table: str, watchers: int) -> AsyncIterator[None]:
    """So many sockets that watch, in a process of their own: what they read is no work of those who are measured."""
    if watchers == 0:
        yield
        return
    command = [sys.executable, "-m", "siegeworks.server.bench.onlookers", str(port), table, str(watchers)]
    process = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        await process.stdout.readline()
        yield
    finally:
        process.stdin.close()
        await process.wait()
