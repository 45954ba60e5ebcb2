"""A process of sockets that watch a table, for `siegeworks bench watching`."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from siegeworks.server.bench.clients import opened

AT_ONCE = 20
"""Sockets that are opened at the same time."""


async def watch(port: int, table: str, watchers: int) -> None:
    """Open the sockets, say so, and read whatever comes until the input ends."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
    sockets: list[Any] = []
    while len(sockets) < watchers:
        sockets += await asyncio.gather(*(opened(address) for _ in range(min(AT_ONCE, watchers - len(sockets)))))

    async def read(socket: Any) -> None:
        async for _ in socket:
            pass

    tasks = [asyncio.create_task(read(socket)) for socket in sockets]
    print("all here", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
