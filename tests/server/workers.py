"""The processes below a server that was started with `--workers`."""

from __future__ import annotations

import subprocess


def children(parent: int) -> set[int]:
    """The workers of a server, by their numbers."""
    asked = ["ps", "-ww", "-A", "-o", "pid=", "-o", "ppid=", "-o", "args="]
    told = subprocess.run(asked, capture_output=True, text=True)
    rows = (line.split(None, 2) for line in told.stdout.splitlines())
    return {int(pid) for pid, above, words in rows if int(above) == parent and "spawn_main" in words}
