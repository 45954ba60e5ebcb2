"""The long tests of the server, by one command: python -m tests.server.long

Twenty kills under load; a thousand states of every game with secrets, all readers. One of the two: kills or states.
The states come in ten parts, which can be run one by one: states 0, states 1, ...
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.server.load import Load
from tests.server.test_secrets import SECRET_GAMES, compare_states

KILLS, TABLES, MOVES = 20, 12, 500
STATES, PARTS = 100, 10


def kills() -> str:
    """Kill the server under load again and again; what it had promised must be there."""
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(folder), TABLES)
        try:
            for number in range(KILLS):
                load.play_and_kill(MOVES)
                print(f"  kill {number + 1} of {KILLS}: {load.promised()} moves kept", flush=True)
            return f"{KILLS} kills under load, {load.check():,} acknowledged moves, none lost"
        finally:
            load.close()


def states(*parts: str) -> str:
    """What every seat and a spectator is sent, for states they cannot tell apart."""
    told = []
    for game in SECRET_GAMES:
        seen = 0
        for part in map(int, parts or range(PARTS)):
            with tempfile.TemporaryDirectory() as folder:
                seen += compare_states(game, Path(folder), STATES, part)
            print(f"  {game}: {seen:,} states", flush=True)
        told.append(f"{game} {seen:,}")
    return f"states compared, all readers, byte for byte: {', '.join(told)}"


def main(words: list[str]) -> int:
    works = {"kills": kills, "states": states}
    for name in words[:1] or works:
        began = time.monotonic()
        print(f"{name} ...", flush=True)
        print(f"{name}: {works[name](*words[1:])} ({time.monotonic() - began:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
