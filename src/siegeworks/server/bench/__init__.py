"""`siegeworks bench server`: this server and, in the same alternating run and by the same client, boardgame.io."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from rich.console import Console

from siegeworks.errors import BadSetup
from siegeworks.server.bench.runs import compare, crowd, report, restart, thinking


def bench(rounds: int, tables: int, what: str = "server") -> int:
    """The measurements, printed."""
    out = Console(highlight=False, soft_wrap=True)
    if not sys.platform.startswith("linux"):
        raise BadSetup("cli.linux-only")
    works: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "crowd": lambda: crowd(tables, rounds, out),
        "thinking": lambda: thinking(tables, out),
        "restart": lambda: restart(tables, out),
        "server": lambda: _moves(rounds, tables, out),
    }
    run(works[what]())
    return 0


async def _moves(rounds: int, tables: int, out: Console) -> None:
    report(await compare(rounds, tables, out), out)


def run(work: Coroutine[Any, Any, None]) -> None:
    """In a quick loop: the client should not be what is measured."""
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(work)


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None
