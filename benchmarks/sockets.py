"""What taking connections over from uvicorn saves: `python benchmarks/sockets.py`.

The same server serves sockets in two ways, by its own `Connection` and by plain ASGI on uvicorn's own protocol, in
alternating rounds of one run: moves per CPU-second, and the memory of an idle socket. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from websockets.asyncio.client import connect

from siegeworks.cli import main as siegeworks
from siegeworks.server.bench import run
from siegeworks.server.bench.clients import SERVE, Headers, House, Ours, serving
from siegeworks.server.bench.measure import median_rate, memory_of, ratio
from siegeworks.server.bench.runs import OPEN_GAME, SECRET_GAME, in_turn

TAKEN, PLAIN = "taken over", "plain ASGI"
IDLE_SOCKETS = 1_000
AT_ONCE = 50


def serve_plainly(arguments: list[str]) -> int:
    """`siegeworks serve` with uvicorn's own protocol for sockets."""
    import uvicorn

    from siegeworks.cli import serve

    ours = serve.config

    def plain(app: Any, crowd: Any) -> uvicorn.Config:
        made = ours(app, crowd)
        made.ws = "websockets-sansio"
        return made

    serve.config = plain
    return siegeworks(["serve", *arguments])


def house(folder: str, way: str) -> House:
    command = SERVE if way == TAKEN else (str(Path(__file__).resolve()), "--serve-plainly")
    return House(folder, "--cold", command=command)


async def compare(rounds: int, tables: int, out: Console) -> None:
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(2)]
        taken, plain = stack.enter_context(serving(lambda: house(folders[0], TAKEN), lambda: house(folders[1], PLAIN)))
        await idle(taken, plain, out)
        for game in (OPEN_GAME, SECRET_GAME):
            served = [Ours(taken, game, title=TAKEN), Ours(plain, game, title=PLAIN)]
            found = list((await in_turn(served, rounds, tables, out)).values())
            rates = " against ".join(f"{median_rate(each):,.0f}" for each in found)
            out.print(f"{game}: {rates} moves per CPU-second; taken over {ratio(*found)}")
        await taken.close()
        await plain.close()


async def idle(taken: House, plain: House, out: Console) -> None:
    """What an idle socket takes, in memory."""
    for title, each in ((TAKEN, taken), (PLAIN, plain)):
        await each.ready()
        table, people = await each.table(OPEN_GAME)
        await watch(each, table, people, 2 * AT_ONCE)
        before = memory_of(each.process)
        tables = [await each.table(OPEN_GAME) for _ in range(IDLE_SOCKETS // AT_ONCE)]
        made = memory_of(each.process)
        for table, people in tables:
            await watch(each, table, people, AT_ONCE)
        used = (memory_of(each.process) - made) / IDLE_SOCKETS / 1024
        out.print(f"{title}: {used:.1f} kB for an idle socket ({(made - before) / 1024:,.0f} kB for the tables)")


OPEN: list[Any] = []
"""Sockets that stay open until the end."""


async def watch(each: House, table: str, people: list[Headers], count: int) -> None:
    address = f"ws://127.0.0.1:{each.port}/api/tables/{table}/live"
    headers = [people[number % 2] for number in range(count)]
    found = await asyncio.gather(*(connect(address, additional_headers=h, compression=None) for h in headers))
    for socket in found:
        await socket.recv()
    OPEN.extend(found)


def main() -> int:
    if sys.argv[1:2] == ["--serve-plainly"]:
        return serve_plainly(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tables", type=int, default=50)
    chosen = parser.parse_args()
    run(compare(chosen.rounds, chosen.tables, Console(highlight=False, soft_wrap=True)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
