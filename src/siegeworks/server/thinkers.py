"""Bots at the table, hints and analyses: each thinks in places of its own, so that none holds up another."""

from __future__ import annotations

import os
import random
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import numpy as np

from siegeworks.bots import LEVELS, Bot, Thought, bot
from siegeworks.bots.plans import Plan, plan
from siegeworks.compiling.awaiting import is_awaited
from siegeworks.core import step, views
from siegeworks.core.dice import Dice, new_dice
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.server.askers import NOBODY, Asker
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.pools import Bounds, Pool

NICE, HINT_NICE, STUDY_NICE = 10, 13, 19
"""Bots give way to the server, hints to bots, and analyses to all."""
LIMIT_S, PLAIN_LIMIT_S = 20.0, 120.0
"""How long a bot may think, and how long while its machine code is awaited."""
HINT_LEVEL = max(LEVELS)
Found = TypeVar("Found")
MOST_REMEMBERED = 16
"""How many of the last choices of each level are remembered by how long they took."""


class Thinkers:
    """Where bots think. `make` makes them; `clock` and `sleep` are the time they take, in their threads."""

    def __init__(
        self,
        make: Callable[[Game, str], Bot] = bot,
        limit_s: float = LIMIT_S,
        limits: Limits = DEFAULTS,
        places: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.make = make
        self._limit_s = limit_s
        self._clock = clock
        self._sleep = sleep
        few = Bounds(address=limits.bots, here=limits.bots)
        self.places = max(1, (os.cpu_count() or 2) - 1) if places is None else places
        """How many bots think at a time; where other processes think, perhaps none but for clocks that ran out."""
        self.bots = Pool("bots", max(1, self.places), NICE, few)
        self.plain_bots = Pool("bots", 1, NICE, few)
        """For those that think in plain Python: two of them would only be in each other's way."""
        half, most = limits.waiting // 2, limits.waiting
        self.hints = Pool("hints", 1, HINT_NICE, Bounds(limits.hints, limits.hints_address, half, most))
        self.studies = Pool("analyses", 1, STUDY_NICE, Bounds(limits.analyses, limits.analyses_address, half, most))
        self.lines = Pool("lines", 1, STUDY_NICE, Bounds(limits.analyses, limits.analyses_address, half, most))
        """For the engine beside studies: a whole analysis would hold it up."""
        self._idle: dict[tuple[str, str], list[Bot]] = defaultdict(list)
        self._took: dict[tuple[str, int, bool], deque[float]] = defaultdict(lambda: deque(maxlen=MOST_REMEMBERED))
        """How long bots took to choose, by game, level, and whether plain Python chose."""

    async def choose(self, game: Game, level: int, view: views.States, asker: Asker = NOBODY) -> tuple[int, Thought]:
        """The action number a bot of this level plays at a view, and its thought; raises Stuck."""
        is_plain = is_awaited(game.rules.STATE)
        think, seconds = self._thinking(game, level, view), [0.0]

        def timed() -> tuple[int, Thought]:
            began = self._clock()  # here: how long it waited for its turn is no part of it
            found = think()
            seconds[0] = self._clock() - began
            return found

        found = await self._pool(is_plain).run(timed, self._limit(is_plain), asker)
        if step.list_legal(view, 0, np.zeros(game.rules.ACTIONS, np.int64)) > 1:
            self._took[game.name, level, is_plain].append(seconds[0])
        return found

    def next_place(self, game: Game, asker: Asker) -> int:
        """The place in the line of a bot that begins to think now: 0 says that it need not wait."""
        return self._pool(is_awaited(game.rules.STATE)).next_place(asker)

    async def hint(
        self,
        game: Game,
        view: views.States,
        asker: Asker,
        before: Callable[[], Awaitable[None]],
        waits: Callable[[int], None],
    ) -> Plan:
        """What the strongest level would play, a private rearrangement as a whole; raises Stuck, or TooMany."""
        work = partial(self._with_mind, game, HINT_LEVEL, plan, view)
        return await self.hints.run(work, self._limit_s, asker, before, waits)

    def _limit(self, is_plain: bool) -> float:
        return PLAIN_LIMIT_S if is_plain else self._limit_s

    def _thinking(self, game: Game, level: int, view: views.States) -> Callable[[], tuple[int, Thought]]:
        """What a thread has to do for a bot to choose."""

        return lambda: self._with_mind(game, level, lambda _, mind, view, dice: mind.choose(view, None, dice), view)

    def _with_mind(self, game: Game, level: int, think: Callable[[Game, Bot, Any, Dice], Found], view: Any) -> Found:
        """Let a bot think that is idle, or a new one; one that fails is not used again."""
        idle = self._idle[game.name, f"level{level}"]
        mind = idle.pop() if idle else self.make(game, f"level{level}")
        found = think(game, mind, view, new_dice(secrets.randbits(62)))
        idle.append(mind)
        return found

    async def pretend(self, game: Game, level: int, seats: int, asker: Asker = NOBODY) -> None:
        """Take as long as one of the last choices did: how soon a bot acts must not tell that it had none.

        It waits for its turn as a choice does, so that a busy server tells nothing either. The first time there is
        nothing to go by, so the bot thinks about the first choice of some match.
        """
        is_plain = is_awaited(game.rules.STATE)
        took = self._took[game.name, level, is_plain]
        if took:
            seconds = random.choice(took)
            await self._pool(is_plain).run(partial(self._sleep, seconds), self._limit(is_plain), asker)
        else:
            await self.choose(game, level, first_choice(game, seats), asker)

    def _pool(self, is_plain: bool) -> Pool:
        return self.plain_bots if is_plain else self.bots

    def close(self) -> None:
        """Nobody is waited for any more."""
        for pool in (self.bots, self.plain_bots, self.hints, self.studies, self.lines):
            pool.close()


def first_choice(game: Game, seats: int) -> views.States:
    """What the seat to move sees where a match first gives it more than one action."""
    match = Match.new(game.name, seats, seed=0)
    while len(match.legal_numbers()) == 1:
        match.play(match.default())
    assert isinstance(match.to_move, int)
    return match.seat_view(match.to_move)
