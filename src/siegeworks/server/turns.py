"""What the house plays: the turns of bots, of seats that have left, and of clocks that ran out.

Steps that only their owner may know of are chosen one after the other and stored together with the first step that
others see. How long that takes must not tell how many there were.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple, TypeVar

from siegeworks.compiling.awaiting import is_awaited
from siegeworks.core import views
from siegeworks.core.phrases import Sentence, said, seats, within
from siegeworks.games import Game
from siegeworks.lines import TIME, Reason
from siegeworks.match import Match
from siegeworks.server.askers import Asker
from siegeworks.server.guards import TooMany
from siegeworks.server.pools import Stuck
from siegeworks.server.seating import DEFAULT_LEVEL
from siegeworks.server.table import Table, is_unseen
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.warm import Readiness

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
PRIVATE_PAUSES, LEAST_PRIVATE_S = 4, 0.2
"""A turn with private steps takes so many pauses, or so long where bots do not pause; or twice that, and so on."""
MOST_REMEMBERED = 16
OUTSIDE_S = 1.0
"""How long a bot waits before it asks for a place again, where those of one asker have as many as they may."""
CLOCK_LEVEL = 1
"""Of the bot that plays for people whose time ran out."""


class Turn(NamedTuple):
    """Actions to be stored together, and a line about them if there is something to say."""

    actions: list[str]
    note: Sentence | None = None
    reason: Reason | None = None


class Turns:
    """Chooses for bots. `clock` and `sleep` are the time they take."""

    def __init__(
        self,
        thinkers: Thinkers,
        readiness: Readiness,
        pause_s: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._thinkers = thinkers
        self._readiness = readiness
        self._pause_s = pause_s
        self._clock = clock
        self._sleep = sleep
        self._took: dict[tuple[str, int, bool], deque[float]] = defaultdict(lambda: deque(maxlen=MOST_REMEMBERED))
        """How long bots thought about the last turns with private steps, as in `Thinkers`."""

    def place_in_line(self, table: Table, seat: int) -> int:
        """Where in the line a bot stands that begins its turn now, 0 if it need not wait: told by who else waits alone.

        What the bot may choose has no part in it, so that this tells nothing about its hand.
        """
        return 0 if seat in table.match.gone else self._thinkers.next_place(table.game, asker_of(table))

    async def of(self, table: Table, seat: int) -> Turn:
        """The turn of a bot, or of a seat that has left."""
        match = table.seen_by(seat)
        if seat in table.match.gone:
            return Turn(defaults(match))
        level = table.seats[seat].stand_in or table.seats[seat].level or DEFAULT_LEVEL
        return await self._chosen(match, level, asker_of(table))

    async def of_clock(self, table: Table, seat: int) -> Turn:
        """What the clock plays for a person: what the gentlest bot would, or the rules' default should that fail."""
        turn = await self._chosen(table.seen_by(seat), CLOCK_LEVEL, asker_of(table))
        return Turn(turn.actions, said("time-ran-out", seat=seats([seat], table.game.name)[0]), TIME)

    async def _chosen(self, match: Match, level: int, asker: Asker) -> Turn:
        choose = self._private_turn if has_private_steps(match) else self._open_turn
        return await choose(match, level, asker)

    async def _open_turn(self, match: Match, level: int, asker: Asker) -> Turn:
        """One action. The match may go on while the bot thinks, so what it needs of it is found before."""
        started, seat, default = self._clock(), mover(match), match.default()
        try:
            view, legal = match.seat_view(seat), match.legal_numbers()
            number = await self.thought(match.game, level, view, legal, asker)
        except Stuck as problem:
            return _replaced(match.game, seat, [default], problem)
        await self._sleep(max(0.0, self._pause_s - (self._clock() - started)))
        return Turn([match.game.words.ACTION_NAMES[number]])

    async def thought(self, game: Game, level: int, view: views.States, legal: list[int], asker: Asker) -> int:
        """What a bot chooses for whoever made its table. Where there are secrets, having no choice is one."""
        await self._readiness.wait_for_code(game, level)
        if len(legal) == 1 and views.has_secrets(view.dtype):
            await self._let_in(partial(self._thinkers.pretend, game, level, int(view["seats"][0]), asker))
            return legal[0]
        number, _ = await self._let_in(partial(self._thinkers.choose, game, level, view, asker))
        if number not in legal:  # as it was then: the table may go on meanwhile
            raise Stuck("bot-chose-illegal")
        return number

    async def _let_in(self, think: Callable[[], Awaitable[T]]) -> T:
        """What comes of thinking, as soon as there is room in the line for one more of this asker."""
        while True:
            try:
                return await think()
            except TooMany:
                await self._sleep(OUTSIDE_S)

    async def _private_turn(self, match: Match, level: int, asker: Asker) -> Turn:
        """All steps up to the first that others see."""
        await self._readiness.wait_for_code(match.game, level)
        started, actions, trial, seat = self._clock(), list[str](), match.copy(), mover(match)
        while not actions or is_unseen(trial, actions[-1]):
            if actions:
                trial.play(actions[-1])
            legal = trial.legal_numbers()
            number = legal[0]
            try:
                if len(legal) > 1:
                    view = trial.seat_view(seat)
                    number = await self.thought(match.game, level, view, legal, asker)
            except Stuck as problem:
                return _replaced(match.game, seat, [*actions, *defaults(trial)], problem)
            actions.append(match.game.words.ACTION_NAMES[number])
        took = self._took[match.game.name, level, is_awaited(match.game.rules.STATE)]
        took.append(self._clock() - started)
        await self._sleep(max(0.0, self._even(max(took)) - took[-1]))
        return Turn(actions)

    def _even(self, seconds: float) -> float:
        """How long a turn takes that, like some of the last ones, was thought about for so long."""
        length = max(PRIVATE_PAUSES * self._pause_s, LEAST_PRIVATE_S)
        while length < seconds:
            length *= 2
        return length


def _replaced(game: Game, seat: int, actions: list[str], problem: Stuck) -> Turn:
    """What is played for a bot that failed, and a line that says so."""
    LOG.warning("a bot of %s: %s", game.name, problem.reason)
    whose = seats([seat], game.name)[0]
    return Turn(actions, said("clock-played", problem=within(problem.says), seat=whose))


def mover(match: Match) -> int:
    """The seat to move."""
    assert isinstance(match.to_move, int)
    return match.to_move


def has_private_steps(match: Match) -> bool:
    """Whether some step that can be taken now is known to nobody else."""
    return views.has_secrets(match.state.dtype) and any(is_unseen(match, name) for name in match.legal())


def asker_of(table: Table) -> Asker:
    """For whom the bots of a table think: its host, at the address it was made from."""
    return Asker(table.host or table.id, table.origin or "")


def defaults(match: Match) -> list[str]:
    """What an expired clock plays, up to the first step that others see."""
    trial, actions = match.copy(), [match.default()]
    while is_unseen(trial, actions[-1]):
        trial.play(actions[-1])
        actions.append(trial.default())
    return actions
