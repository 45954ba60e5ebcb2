"""Getting games ready before somebody waits for them: everything a table calls is called once, in the background."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable

from siegeworks.bots import Bot
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import is_compiled, mark_compiled
from siegeworks.core.views import view
from siegeworks.errors import SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match
from siegeworks.server.wire import legal_parts, said

MOST_PLIES = 150
LEVELS_TRIED = (1, 3, 5)
MARK = "server"


class Warmth:
    """Which games are ready. `start` gets them ready one after the other, in a thread."""

    def __init__(self, make: Callable[[Game, str], Bot]) -> None:
        self._make = make
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in GAMES}

    def skip(self) -> None:
        """Let games get ready as they are first used."""
        for ready in self._ready.values():
            ready.set()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        threading.Thread(target=self._run, args=(loop,), name="siegeworks-warm", daemon=True).start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for name, game in GAMES.items():
            warm_rules(game)
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._ready[name].set)
        for game in GAMES.values():
            with contextlib.suppress(SiegeworksError):
                warm_bots(game, self._make)

    async def wait(self, game: Game) -> None:
        """Until the rules of a game are ready; unknown games are refused elsewhere."""
        await self._ready[game.name].wait()

    @property
    def waiting(self) -> list[str]:
        return [name for name, ready in self._ready.items() if not ready.is_set()]


def is_cold(game: Game) -> bool:
    """Whether getting the game ready takes a compiler."""
    return not is_compiled(f"{game.name}-{MARK}")


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
