"""Getting games ready before somebody waits for them: everything a table calls is called once, in the background.

A game that was never compiled on this machine is played by plain Python until other processes have compiled it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

from siegeworks.bots import Bot
from siegeworks.bots.levels import level_of
from siegeworks.compiling.queue import Queue
from siegeworks.compiling.ready import PLAIN_SIMULATIONS, is_cold, mark_warm
from siegeworks.core.dice import new_dice
from siegeworks.errors import SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match
from siegeworks.server.pools import be_nice
from siegeworks.server.store import Event
from siegeworks.server.table import BOT, Table
from siegeworks.server.thinkers import NICE
from siegeworks.server.wire import Page, info, legal_parts, said, told

LOG = logging.getLogger("siegeworks.server")
MOST_PLIES, FEW_PLIES = 150, 6
LEVELS_TRIED = (1, 3, 5)
ANY_TABLE = "any"
"""What the table is called that only this process knows."""
WORKS = ((f"{__name__}:compile_tables", "telling"), ("search",), ("net",))
"""What each process does that compiles a game for a server."""
FIRST_COMERS_S = 2.0
"""After a restart people want their tables back at once; compiling, and loading bots, can wait so long."""


class Readiness:
    """Which games are ready, and which have their machine code. `start` sees to it one after the other, in a thread."""

    def __init__(self, make: Callable[[Game, str], Bot]) -> None:
        self._make = make
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in GAMES}
        self._compiled: dict[str, asyncio.Event] = {name: asyncio.Event() for name in GAMES}
        self._kept = [game for game in GAMES.values() if not is_cold(game)]
        self._queue = Queue((game for game in GAMES.values() if game not in self._kept), WORKS, load=warm_table)

    def skip(self) -> None:
        """Let games get ready as they are first used."""
        for event in (*self._ready.values(), *self._compiled.values()):
            event.set()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._queue.begin()
        for game in self._queue.games:
            self._ready[game.name].set()
        threading.Thread(target=self._run, args=(loop,), name="siegeworks-warm", daemon=True).start()

    def close(self) -> None:
        """Those who still compile are told to end."""
        self._queue.close()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for game in self._kept:
            with self._made_ready(loop, game):
                warm_table(game)
        gc.freeze()  # compiled code stays, and need not be looked through again and again
        be_nice(NICE)
        self._queue.run(done=lambda game: self._say(loop, self._compiled[game.name]))
        time.sleep(FIRST_COMERS_S)
        if self._queue.closed.is_set():
            return
        for game in GAMES.values():
            with self._made_ready(loop, game):
                self._queue.persist(partial(warm_rules, game))
        for game in GAMES.values():
            with self._made_ready(loop, game), contextlib.suppress(SiegeworksError):
                self._queue.persist(partial(self._warm_bots, game))

    def _warm_bots(self, game: Game) -> None:
        warm_bots(game, self._make)
        mark_warm(game)

    @contextlib.contextmanager
    def _made_ready(self, loop: asyncio.AbstractEventLoop, game: Game) -> Iterator[None]:
        """A game that cannot be made ready is tried again by whoever asks for it, and keeps no other from it."""
        try:
            yield
        except Exception:
            LOG.exception("%s could not be made ready", game.title)
        finally:
            self._say(loop, self._ready[game.name], self._compiled[game.name])

    def _say(self, loop: asyncio.AbstractEventLoop, *events: asyncio.Event) -> None:
        for event in events:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)

    async def wait(self, game: Game) -> None:
        """Until the rules of a game are ready; unknown games are refused elsewhere."""
        self._queue.ask_for(game)
        await self._ready[game.name].wait()

    async def wait_for_code(self, game: Game, level: int | None = None) -> None:
        """Until a game has its machine code; a bot of a level that does not look far can do without."""
        compiled = self._compiled[game.name]
        if not compiled.is_set() and (level is None or level_of(game, level).looks > PLAIN_SIMULATIONS):
            self._queue.ask_for(game)
            await compiled.wait()

    async def wait_for_kept(self) -> None:
        """Until the games that were compiled before are in memory; no compiler is waited for."""
        for game in self._kept:
            await self._ready[game.name].wait()

    @property
    def waiting(self) -> list[str]:
        return [name for name, ready in self._ready.items() if not ready.is_set()]


def compile_tables(game: Game) -> None:
    """All that tables of a game call, as another process compiles it."""
    warm_rules(game)
    warm_table(game)


def warm_table(game: Game) -> None:
    """Make a table, play a little and write what its readers are told: all that the first who come back wait for."""
    seats = [{"kind": BOT, "level": LEVELS_TRIED[0]}] * game.seats[0]
    setup = {"game": game.name, "seats": seats, "seed": "00" * 32, "options": {}, "public": False}
    table = Table(Event(ANY_TABLE, 0, 0, 0, "made", setup))
    dice = random.Random(0)
    for seq in range(1, FEW_PLIES + 1):
        if table.is_over:
            break
        seat = table.waiting[0]
        action = dice.choice(table.seen_by(seat).legal())
        kind = "seal" if seat in table.choosing() else "act"
        table.apply(Event(ANY_TABLE, seq, 0, 0, kind, {"seat": seat, "action": action, "actions": [action]}))
    for reader in (0, None):
        told(info(table, 0, (), None))
        Page(table).seat(reader, 0)


def warm_rules(game: Game) -> None:
    """Play at random and ask everything a table asks."""
    dice = random.Random(0)
    match = Match.new(game.name, game.seats[0], seed=0)
    legal_parts(game)
    for _ in range(MOST_PLIES):
        if match.result is not None:
            break
        action = dice.choice(match.legal())
        said(match, match.preview(action))
        match.why_not(dice.choice(game.words.ACTION_NAMES))
        match.default()
        match.play(action)
    for seat in (*range(match.seats), None):
        match.view(seat)
        match.log_from(seat, 0)
    while match.result is None:
        match.resign(match.staying[0])


def warm_bots(game: Game, make: Callable[[Game, str], Bot], levels: tuple[int, ...] = LEVELS_TRIED) -> None:
    """Let bots of these levels think about a first move, and the first of them play on: an end is thought about too."""
    match, dice = Match.new(game.name, game.seats[0], seed=0), new_dice(1)
    minds = [make(game, f"level{level}") for level in levels]
    if isinstance(match.to_move, int):
        for mind in minds[1:]:
            mind.choose(match.seat_view(match.to_move), None, dice)
    for _ in range(MOST_PLIES):
        if not isinstance(match.to_move, int):
            break
        action, _thought = minds[0].choose(match.seat_view(match.to_move), None, dice)
        match.play(game.words.ACTION_NAMES[action])
