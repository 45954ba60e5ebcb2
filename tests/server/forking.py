"""A process that has loaded everything and forks a server when told to: one that is killed is soon replaced.

Each line on its standard input starts a server: a word for what is to go wrong in it, or "well", the file for what it
says, and the arguments of `siegeworks serve`. The answer is the number of the new process.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shlex
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any

from siegeworks.cli import main
from siegeworks.server import room

NOTHING_NEW, SET_FILTER = 38, 22  # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP
SECCOMP, SET_MODE_FILTER, ALL_THREADS = {"x86_64": 317, "aarch64": 277}, 1, 1
SYNCS = {"x86_64": (74, 75), "aarch64": (82, 83)}
"""The numbers of fsync and fdatasync."""
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
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


FAULTS: dict[str, Callable[[], None]] = {"well": well, "silent": silent, "unsynced": unsynced}


def warm() -> None:
    """Load what a table of SiegeStones needs."""
    from siegeworks.games import GAMES
    from siegeworks.server import app, warm

    warm.warm_rules(GAMES["siegestones"])
    warm.warm_table(GAMES["siegestones"])
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
    warm()
    for line in sys.stdin:
        word, file, *given = shlex.split(line)
        print(fork(word, file, given), flush=True)
