"""`siegeworks bench server`: this server and, in the same alternating run and by the same client, boardgame.io."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from rich.console import Console

from siegeworks.errors import BadSetup
from siegeworks.server.bench import audience, capacity, fairness
from siegeworks.server.bench.runs import compare, crowd, report, restart, thinking


def bench(what: str, tables: int, rounds: int, against: Path | None = None) -> int:
    """The measurements, printed. `against`: another checkout, measured in the same rounds."""
    out = Console(highlight=False, soft_wrap=True)
    if not sys.platform.startswith("linux"):
        raise BadSetup("cli.linux-only")
    works: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "server": lambda: _moves(rounds, tables, out, against),
        "crowd": lambda: crowd(tables, rounds, out),
        "capacity": lambda: capacity.most_tables(tables, rounds, out, against),
        "thinking": lambda: thinking(tables, out),
        "fairness": lambda: fairness.compare(tables, rounds, out),
        "restart": lambda: restart(tables, out),
        "watching": lambda: audience.watched(tables, rounds, out),
    }
    run(works[what]())
    return 0


async def _moves(rounds: int, tables: int, out: Console, against: Path | None) -> None:
    report(await compare(rounds, tables, out, against), out)


def run(work: Coroutine[Any, Any, None]) -> None:
    """In a quick loop: the client should not be what is measured."""
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(work)


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None
