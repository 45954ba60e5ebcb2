"""Bots at the table, hints and analyses: each thinks in places of its own, so that none holds up another."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np

from siegeworks.bots import LEVELS, Bot, Thought, bot
from siegeworks.compiling.awaiting import is_awaited
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.pools import Pool

NICE, HINT_NICE, STUDY_NICE = 10, 13, 19
"""Bots give way to the server, hints to bots, and analyses to all."""
LIMIT_S, PLAIN_LIMIT_S = 20.0, 120.0
"""How long a bot may think, and how long while its machine code is awaited."""
HINT_LEVEL = max(LEVELS)
MOST_REMEMBERED = 16
"""How many of the last choices of each level are remembered by how long they took."""


class Thinkers:
    """Where bots think. `make` makes them."""

    def __init__(
        self, make: Callable[[Game, str], Bot] = bot, limit_s: float = LIMIT_S, limits: Limits = DEFAULTS
    ) -> None:
        self.make = make
        self._limit_s = limit_s
        self.bots = Pool("bots", max(1, (os.cpu_count() or 2) - 1), NICE)
        self.hints = Pool("hints", 1, HINT_NICE, limits.hints or None, limits.waiting or None)
        self.studies = Pool("analyses", 1, STUDY_NICE, limits.analyses or None, limits.waiting or None)
        self._idle: dict[tuple[str, str], list[Bot]] = defaultdict(list)
        self._one_by_one = asyncio.Lock()
        """Held by whoever thinks in plain Python: two of them would only be in each other's way."""
        self._took: dict[tuple[str, int, bool], deque[float]] = defaultdict(lambda: deque(maxlen=MOST_REMEMBERED))
        """How long bots took to choose, by game, level, and whether plain Python chose."""

    async def choose(self, game: Game, level: int, view: views.States, asker: str = "") -> tuple[int, Thought]:
        """The action number a bot of this level plays at a view, and its thought; raises Stuck."""
        is_plain = is_awaited(game.rules.STATE)
        think, seconds = self._thinking(game, level, view), [0.0]

        def timed() -> tuple[int, Thought]:
            began = time.monotonic()  # here: how long it waited for its turn is no part of it
            found = think()
            seconds[0] = time.monotonic() - began
            return found

        async with self._turn(is_plain):
            found = await self.bots.run(timed, self._limit(is_plain), asker)
        if step.list_legal(view, 0, np.zeros(game.rules.ACTIONS, np.int64)) > 1:
            self._took[game.name, level, is_plain].append(seconds[0])
        return found

    async def hint(
        self, game: Game, view: views.States, asker: str, before: Callable[[], Awaitable[None]]
    ) -> tuple[int, Thought]:
        """What the strongest level would play, and its thought; raises Stuck, or TooMany."""
        return await self.hints.run(self._thinking(game, HINT_LEVEL, view), self._limit_s, asker, before)

    def _limit(self, is_plain: bool) -> float:
        return PLAIN_LIMIT_S if is_plain else self._limit_s

    def _thinking(self, game: Game, level: int, view: views.States) -> Callable[[], tuple[int, Thought]]:
        """What a thread has to do for a bot to choose."""

        def think() -> tuple[int, Thought]:
            idle = self._idle[game.name, f"level{level}"]
            mind = idle.pop() if idle else self.make(game, f"level{level}")
            found = mind.choose(view, None, new_dice(secrets.randbits(62)))
            idle.append(mind)  # one that fails is not used again
            return found

        return think

    async def pretend(self, game: Game, level: int, seats: int, asker: str = "") -> None:
        """Take as long as one of the last choices did: how soon a bot acts must not tell that it had none.

        It waits for its turn as a choice does, so that a busy server tells nothing either. The first time there is
        nothing to go by, so the bot thinks about the first choice of some match.
        """
        is_plain = is_awaited(game.rules.STATE)
        took = self._took[game.name, level, is_plain]
        if took:
            seconds = random.choice(took)
            async with self._turn(is_plain):
                await self.bots.run(lambda: time.sleep(seconds), self._limit(is_plain), asker)
        else:
            await self.choose(game, level, first_choice(game, seats), asker)

    def _turn(self, is_plain: bool) -> contextlib.AbstractAsyncContextManager[Any]:
        """Whoever thinks in plain Python, or pretends to, waits for those before."""
        return self._one_by_one if is_plain else contextlib.nullcontext()

    def close(self) -> None:
        """Nobody is waited for any more."""
        for pool in (self.bots, self.hints, self.studies):
            pool.close()


def first_choice(game: Game, seats: int) -> views.States:
    """What the seat to move sees where a match first gives it more than one action."""
    match = Match.new(game.name, seats, seed=0)
    while len(match.legal_numbers()) == 1:
        match.play(match.default())
    assert isinstance(match.to_move, int)
    return match.seat_view(match.to_move)
