"""How many tables a server can have before moves take too long to reach the opponent."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from siegeworks.server.bench.clients import Ours
from siegeworks.server.bench.measure import FEWEST_MOVES, Measured, measured, played, seated
from siegeworks.server.bench.runs import FEW_TABLES, OPEN_GAME, THINK_S, WAYS, cold_houses, side_by_side, waited
from siegeworks.server.connections import SPARE_DESCRIPTORS, raised_descriptors

NUMBERS = (100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000)
P99_MS = 100.0
MISSES = 2
"""A way to play that has missed the bound at so many numbers of tables is left out: once may be by chance."""
MOVES = 9
CONNECTIONS = 4
"""At a table of two who hear by socket and act by HTTP."""


async def most_tables(most: int, rounds: int, out: Console, against: Path | None = None) -> None:
    """Growing numbers of tables, each way to play in turn, until p99 passes the bound."""
    versions = cold_houses(against)
    with side_by_side(*versions.values()) as (houses, _):
        ways = [
            Ours(house, OPEN_GAME, way, title) for way in WAYS for title, house in zip(versions, houses, strict=True)
        ]
        for each in ways:
            await each.ready()
            await measured(each, FEW_TABLES, FEWEST_MOVES)
        p99s: dict[str, dict[int, float]] = {each.name: {} for each in ways}
        for number in numbers(most):
            for each in ways:
                if sum(p99 >= P99_MS for p99 in p99s[each.name].values()) < MISSES:
                    found = await _paced(each, number, rounds)
                    p99s[each.name][number] = found.wait_ms(0.99)
                    late = f"the client late by {found.late_ms(0.99):.1f} ms at p99"
                    out.print(f"{number:,} tables: {each.name}: {waited(found)}; {late}", markup=False)
        for name, by_number in p99s.items():
            held = max((number for number, p99 in by_number.items() if p99 < P99_MS), default=0)
            out.print(f"{name}: p99 under {P99_MS:.0f} ms up to {held:,} of {max(by_number):,} tables", markup=False)
        for house in houses:
            await house.close()


def numbers(most: int) -> list[int]:
    """The numbers of tables up to the one that is asked for; fewer where not so many connections can be open."""
    most = min(most, (raised_descriptors() - SPARE_DESCRIPTORS) // CONNECTIONS)
    return [*(number for number in NUMBERS if number < most), most]


async def _paced(each: Ours, tables: int, rounds: int) -> Measured:
    found = Measured()
    for _ in range(rounds):
        found += await played(each, await seated(each, tables), MOVES, think_s=THINK_S)
    return found
