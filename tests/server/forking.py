"""A process that has loaded everything and forks a server when told to: one that is killed is soon replaced.

Each line on its standard input starts a server: a word for what is to go wrong in it, or "well", the file for what it
says, and the arguments of `siegeworks serve`. The answer is the number of the new process.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import platform
import shlex
import signal
import struct
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

from siegeworks.cli import main
from siegeworks.server import room
from siegeworks.server.store import Entry, Event
from siegeworks.server.store.sql import SqlStore
from siegeworks.server.table import MOVES

NOTHING_NEW, SET_FILTER = 38, 22  # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP
SECCOMP, SET_MODE_FILTER, ALL_THREADS = {"x86_64": 317, "aarch64": 277}, 1, 1
SYNCS = {"x86_64": (74, 75), "aarch64": (82, 83)}
"""The numbers of fsync and fdatasync."""
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
HASTE_S = 0.3
EVERY, MOVED = 10, count(1)
ALLOW, FAIL_WITH_EIO = 0x7FFF0000, 0x00050000 | 5


def well() -> None:
    """Nothing goes wrong."""


def silent() -> None:
    """The server is killed once it has stored a move, before it tells anybody."""

    def die(*asked: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    room.Rooms._told = die  # type: ignore[method-assign,assignment]


def unsynced() -> None:
    """When the server gets a signal, the kernel lets no sync succeed from then on, in none of its threads."""
    signal.signal(signal.SIGUSR1, lambda *_: fail_syncs())


def fail_syncs() -> None:
    """A filter of system calls (seccomp): fsync and fdatasync fail with EIO, as on a disk that is breaking."""
    fsync, fdatasync = SYNCS[platform.machine()]
    steps = [
        (LOAD_NUMBER, 0, 0, 0),
        (JUMP_IF_EQUAL, 1, 0, fsync),
        (JUMP_IF_EQUAL, 0, 1, fdatasync),
        (RETURN, 0, 0, FAIL_WITH_EIO),
        (RETURN, 0, 0, ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
    system = ctypes.CDLL(None, use_errno=True)
    done = system.prctl(NOTHING_NEW, 1, 0, 0, 0)
    done = done or system.syscall(SECCOMP[platform.machine()], SET_MODE_FILTER, ALL_THREADS, program)
    sys.stderr.write("syncs fail from now on\n" if done == 0 else f"no filter: {os.strerror(ctypes.get_errno())}\n")
    sys.stderr.flush()


def losing() -> None:
    """Now and then an event is not stored, and everybody is told that it was."""
    append = SqlStore.append

    async def forget(store: SqlStore, entry: Entry) -> None:
        if not is_unlucky(entry):
            await append(store, entry)

    SqlStore.append = forget  # type: ignore[method-assign,assignment]


def doubling() -> None:
    """Now and then an event is stored twice, one after the other."""
    append = SqlStore.append

    async def repeat(store: SqlStore, entry: Entry) -> None:
        await append(store, entry)
        if is_unlucky(entry):
            await append(store, Entry([event._replace(seq=event.seq + 1) for event in entry.events]))

    SqlStore.append = repeat  # type: ignore[method-assign,assignment]


def hasty() -> None:
    """Everybody is told of an event a moment before it is stored."""
    commit = room.Rooms.commit

    async def tell_first(rooms: room.Rooms, place: room.Room, change: room.Change) -> Event:
        if change.kind not in MOVES:
            return await commit(rooms, place, change)
        event = rooms.event(place.table.id, place.table.seq + 1, change.kind, change.data)
        place.table.apply(event)
        rooms._told(place, room._only(place.table))
        await asyncio.sleep(HASTE_S)
        await rooms.store.append(Entry([event]))
        rooms._settled(place)
        return event

    room.Rooms.commit = tell_first  # type: ignore[method-assign,assignment]


def is_unlucky(entry: Entry) -> bool:
    """Whether this is what goes wrong: every tenth move that somebody sent."""
    return any(event.kind in MOVES and "id" in event.data for event in entry.events) and next(MOVED) % EVERY == 0


FAULTS: dict[str, Callable[[], None]] = {
    "well": well,
    "silent": silent,
    "unsynced": unsynced,
    "losing": losing,
    "doubling": doubling,
    "hasty": hasty,
}


def warm(*games: str) -> None:
    """Load what a table of SiegeStones needs, or of some games with their gentlest bots."""
    from siegeworks.bots import bot
    from siegeworks.games import GAMES
    from siegeworks.server import app, warm

    for game in games or ("siegestones",):
        warm.warm_rules(GAMES[game])
        warm.warm_table(GAMES[game])
    for game in games:
        warm.warm_bots(GAMES[game], bot, (1,))
    assert app


def fork(fault: str, log: str, arguments: list[str]) -> int:
    child = os.fork()
    if child == 0:
        try:
            serve(fault, log, arguments)
        finally:
            os._exit(0)
    return child


def serve(fault: str, log: str, arguments: list[str]) -> None:
    """What the new process does."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(said, stream)
    sys.stdin = open(os.devnull)  # noqa: SIM115  the words on the other one are not for the server
    FAULTS[fault]()
    main(["serve", *arguments])


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    warm(*sys.argv[1:])
    for line in sys.stdin:
        word, file, *given = shlex.split(line)
        print(fork(word, file, given), flush=True)
