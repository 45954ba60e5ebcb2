"""Other processes that compile a game, while this one plays on in plain Python.

On a new machine a game begins before it is compiled: the same functions run as they are written until their machine
code is in the cache. Only a bot that looks far ahead has to wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pkgutil import resolve_name

from siegeworks.choices import checked_game
from siegeworks.compiling import ready
from siegeworks.compiling.awaiting import await_code, is_awaited, use_code
from siegeworks.compiling.ready import compiled_kinds, searches_of
from siegeworks.compiling.works import WORKS, choose_once, is_of_use
from siegeworks.core.cache import CACHE
from siegeworks.games import Game

NICE = 5
"""Those who compile give way to those who play."""
RULES, READING = ("rules",), ("rules", "telling")
"""What one process does: for the rules alone, and beside others that compile a search each."""


def started(game: Game, *works: str, nice: int = 0, apart: bool = False) -> subprocess.Popen[bytes]:
    """Another process that compiles something of a game; `apart`: an interrupt typed at the terminal is not for it."""
    command = [sys.executable, "-m", "siegeworks.compiling", game.name, str(nice), *works]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=apart)


def main() -> None:
    """What such a process does, by the words it was started with: works of WORKS, or functions as `module:name`."""
    name, nice, *asked = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(int(nice))
    for work in asked:
        do = WORKS[work] if work in WORKS else resolve_name(work)
        do(checked_game(name))


class Compilers:
    """Processes that compile a game, one for each group of works. All are started, or none if one cannot be."""

    def __init__(self, game: Game, works: Sequence[Sequence[str]], *, nice: int = NICE, apart: bool = False) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            for group in works:
                if any(is_of_use(game, work) for work in group):
                    self._processes.append(started(game, *group, nice=nice, apart=apart))
        except OSError:
            self.stop()
            raise

    def have_ended(self) -> bool:
        """Whether none of them works any more."""
        return all(process.poll() is not None for process in self._processes)

    def wait(self) -> bool:
        """Until all have ended; returns whether all did their work."""
        for process in self._processes:
            process.wait()
        return all(process.returncode == 0 for process in self._processes)

    def terminate(self) -> None:
        """Tell those that still work to end."""
        for process in self._processes:
            process.terminate()

    def stop(self) -> None:
        """Tell them to end, and wait until they have."""
        self.terminate()
        self.wait()


class Making:
    """The machine code of a game while other processes make it; this one plays in plain Python until they are done."""

    def __init__(self, game: Game, kinds: list[str]) -> None:
        self.game = game
        self.kinds = kinds
        self._compilers: Compilers | None = None
        await_code(game.rules.STATE)
        searches = [(work,) for work in searches_of(game, kinds)]
        try:
            self._compilers = Compilers(game, [READING if searches else RULES, *searches])
        except OSError:  # no room for another process: what it would have done is done here
            use_code(game.rules.STATE)

    def is_done(self) -> bool:
        """Whether the others have ended; then their work is used from now on, and what they left out is done here."""
        state = self.game.rules.STATE
        if is_awaited(state) and (self._compilers is None or self._compilers.have_ended()):
            use_code(state)
            for kind in self.kinds:
                choose_once(self.game, kind)
        return not is_awaited(state)

    def wait(self) -> None:
        """Until they are done."""
        if self._compilers is not None:
            self._compilers.wait()
        self.is_done()

    def stop(self) -> None:
        """End those that still work; whatever is called after that is compiled here."""
        if self._compilers is not None:
            self._compilers.stop()
        use_code(self.game.rules.STATE)


def begun(game: Game, bots: Iterable[str]) -> Making | None:
    """Have others make the machine code of a game and of its bots; None if that is not needed, or of no use."""
    kinds = compiled_kinds(bots)
    return None if ready.is_ready(game, kinds) or CACHE is None else Making(game, kinds)


@contextmanager
def compiled_beside(game: Game, searches: Sequence[str]) -> Iterator[None]:
    """Other processes compile these meanwhile, one each. What they do not manage is left to this one."""
    if not searches or CACHE is None or (os.cpu_count() or 1) < 2:
        yield
        return
    with ExitStack() as others:
        processes = [others.enter_context(started(game, work)) for work in searches]
        try:
            yield
            for other in processes:
                other.wait()
        finally:
            for other in processes:
                other.terminate()
