"""Games that other processes compile, one after the other, while this one plays them in plain Python."""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from siegeworks.compiling.awaiting import await_code, code_ahead, use_code
from siegeworks.compiling.processes import Compilers
from siegeworks.compiling.ready import alone_with, mark_warm
from siegeworks.core.cache import CACHE
from siegeworks.games import Game

LOG = logging.getLogger("siegeworks.compiling")
NICER = 5
"""Those who compile give way to bots too, who think in threads as nice as the one that starts them."""
SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
"""What the system says when it has no descriptor, memory or process to give just now."""
RETRY_S, LONGEST_RETRY_S = 1.0, 60.0
"""How long is waited then before the next try; each time twice as long, up to a minute."""


class Queue:
    """What is left to compile. `games` are those that await their machine code; none if it cannot be kept.

    `works` says what each process does for a game, as `Compilers` takes it. `load` then brings the machine code into
    this process.
    """

    def __init__(self, games: Iterable[Game], works: Sequence[Sequence[str]], load: Callable[[Game], None]) -> None:
        self.games = list(games) if CACHE is not None else []
        self.closed = threading.Event()
        self._works = works
        self._load = load
        self._asked_for = ""
        self._compilers: Compilers | None = None

    def begin(self) -> None:
        """From now on plain Python plays these games."""
        for game in self.games:
            await_code(game.rules.STATE)

    def ask_for(self, game: Game) -> None:
        """Somebody waits for this game: it comes next."""
        self._asked_for = game.name

    def run(self, done: Callable[[Game], None]) -> None:
        """Compile one game after the other, first what was asked for last. What fails is left to this process."""
        left = list(self.games)
        while left and not self.closed.is_set():
            game = next((game for game in left if game.name == self._asked_for), left[0])
            left.remove(game)
            try:
                self.persist(partial(self._compile, game))
                if not self.closed.is_set():
                    self.persist(partial(self._load_ahead, game))
            except Exception:
                LOG.exception("%s could not be made ready", game.title)
            finally:
                use_code(game.rules.STATE)
                done(game)

    def persist(self, work: Callable[[], None]) -> None:
        """Do something. While the system has too little of something, which passes, wait and try again."""
        pause = RETRY_S
        while not self.closed.is_set():
            try:
                return work()
            except OSError as problem:
                if problem.errno not in SCARCE:
                    raise
                LOG.warning("games cannot be made ready now, and are tried again in %g s: %s", pause, problem)
            self.closed.wait(pause)
            pause = min(2 * pause, LONGEST_RETRY_S)
        return None

    def close(self) -> None:
        """Those who still compile are told to end."""
        self.closed.set()
        if self._compilers is not None:
            self._compilers.terminate()

    def _compile(self, game: Game) -> None:
        """Start those who compile a game, and wait until they have ended; of several servers only one does."""
        with alone_with(game) as is_done:
            if is_done:
                return
            self._compilers = Compilers(game, self._works, nice=NICER, apart=True)
            if self.closed.is_set():
                self.close()
            if self._compilers.wait():
                mark_warm(game)

    def _load_ahead(self, game: Game) -> None:
        with code_ahead():
            self._load(game)
