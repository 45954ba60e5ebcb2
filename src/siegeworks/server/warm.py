"""Getting games ready before somebody waits for them: everything a table calls is called once, in the background."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import threading
import time
from collections.abc import Callable

from siegeworks.bots import Bot
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import is_compiled, mark_compiled
from siegeworks.core.views import view
from siegeworks.errors import SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match
from siegeworks.server.store import Event
from siegeworks.server.table import BOT, Table
from siegeworks.server.thinkers import be_nice
from siegeworks.server.wire import Page, info, legal_parts, said, told

MOST_PLIES, FEW_PLIES = 150, 6
LEVELS_TRIED = (1, 3, 5)
MARK = "server"
FIRST_COMERS_S = 2.0
"""After a restart people want their tables back at once; compiling, and loading bots, can wait so long."""


class Warmth:
    """Which games are ready. `start` gets them ready one after the other, in a thread."""

    def __init__(self, make: Callable[[Game, str], Bot]) -> None:
        self._make = make
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in GAMES}
        self._kept = [game for game in GAMES.values() if not is_cold(game)]

    def skip(self) -> None:
        """Let games get ready as they are first used."""
        for ready in self._ready.values():
            ready.set()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        threading.Thread(target=self._run, args=(loop,), name="siegeworks-warm", daemon=True).start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for game in self._kept:
            warm_table(game)
            self._say_ready(game, loop)
        gc.freeze()  # compiled code stays, and need not be looked through again and again
        be_nice()
        time.sleep(FIRST_COMERS_S)
        for game in GAMES.values():
            warm_rules(game)
            self._say_ready(game, loop)
        for game in GAMES.values():
            with contextlib.suppress(SiegeworksError):
                warm_bots(game, self._make)

    def _say_ready(self, game: Game, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._ready[game.name].set)

    async def wait(self, game: Game) -> None:
        """Until the rules of a game are ready; unknown games are refused elsewhere."""
        await self._ready[game.name].wait()

    async def wait_for_kept(self) -> None:
        """Until the games that were compiled before are in memory; no compiler is waited for."""
        for game in self._kept:
            await self.wait(game)

    @property
    def waiting(self) -> list[str]:
        return [name for name, ready in self._ready.items() if not ready.is_set()]


def is_cold(game: Game) -> bool:
    """Whether getting the game ready takes a compiler."""
    return not is_compiled(f"{game.name}-{MARK}")


def warm_table(game: Game) -> None:
    """Make a table, play a little and write what its readers are told: all that the first who come back wait for."""
    seats = [{"kind": BOT, "level": LEVELS_TRIED[0]}] * game.seats[0]
    setup = {"game": game.name, "seats": seats, "seed": "00" * 32, "options": {}, "public": False}
    table = Table(Event(MARK, 0, 0, 0, "made", setup))
    dice = random.Random(0)
    for seq in range(1, FEW_PLIES + 1):
        if table.is_over:
            break
        seat = table.waiting[0]
        action = dice.choice(table.seen_by(seat).legal())
        kind = "seal" if seat in table.choosing() else "act"
        table.apply(Event(MARK, seq, 0, 0, kind, {"seat": seat, "action": action, "actions": [action]}))
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
    mark_compiled(f"{game.name}-{MARK}")


def warm_bots(game: Game, make: Callable[[Game, str], Bot], levels: tuple[int, ...] = LEVELS_TRIED) -> None:
    """Let bots of these levels think about a first move, and the first of them play on: an end is thought about too."""
    match, dice = Match.new(game.name, game.seats[0], seed=0), new_dice(1)
    minds = [make(game, f"level{level}") for level in levels]
    if isinstance(match.to_move, int):
        for mind in minds[1:]:
            mind.choose(view(match._states, match.to_move), None, dice)
    for _ in range(MOST_PLIES):
        if not isinstance(match.to_move, int):
            break
        action, _thought = minds[0].choose(view(match._states, match.to_move), None, dice)
        match.play(game.words.ACTION_NAMES[action])
