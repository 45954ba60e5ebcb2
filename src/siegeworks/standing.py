"""Where a match stands: everything that can be asked of its lines, and of the state they lead to, without the gate."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from siegeworks import gate, lines
from siegeworks.choices import checked_names, whole
from siegeworks.core import step, views
from siegeworks.core.rules import OptionValue
from siegeworks.games import Game
from siegeworks.gate import Name
from siegeworks.lines import RESIGN, TIME, Ending, Line, Result
from siegeworks.logs import Logs


class Standing:
    """A game, its options, some lines and the state after them. `Match` makes them, and adds what changes them."""

    game: Game
    seats: int
    options: dict[str, OptionValue]
    _names: list[str] | None
    _seed: bytes | None
    _seed_hash: str | None
    _fixed: int
    _agreed_at: int | str | None
    _position: dict[str, Any] | None
    _lines: list[Line]
    _logs: Logs
    _states: views.States
    _out: np.ndarray[Any, Any]
    _count: int
    _mover: int | Literal["chance"] | None
    _gone: list[int]
    _numbers: list[int] | None

    @property
    def state(self) -> Any:
        """The record of the rules. Everything is in it, secrets too."""
        return self._states[0]

    @property
    def states(self) -> views.States:
        """A copy of it in an array of one, as compiled functions take it. Everything is in it, secrets too."""
        return views.copied(self._states)

    @property
    def names(self) -> list[str] | None:
        """What the seats are called, in a list of one's own; None if nobody has said. They are checked when set."""
        return None if self._names is None else list(self._names)

    @names.setter
    def names(self, names: list[str] | None) -> None:
        self._names = None if names is None else checked_names(names, self.seats)

    @property
    def to_move(self) -> int | Literal["chance"] | None:
        """A seat, "chance", or None when the match is over."""
        return self._mover

    def awaited(self) -> list[int]:
        """The seats that are to act: the one to move or, where all choose in secret at once, those that have not."""
        if not isinstance(self.to_move, int):
            return []
        choosing = self.game.words.choosing_at_once
        return list(choosing(self.state) if choosing else ()) or [self.to_move]

    @property
    def ply(self) -> int:
        """How many lines there are, chance included."""
        return len(self._lines)

    @property
    def lines(self) -> list[Line]:
        """Who did what, complete and private."""
        return list(self._lines)

    def line(self, ply: int) -> Line:
        """One of the lines."""
        return self._lines[ply]

    @property
    def actions(self) -> list[str]:
        """The names of all lines, complete and private."""
        return [line.name for line in self._lines]

    @property
    def seed(self) -> bytes | None:
        """The seed of this match's luck; a secret until the match is over."""
        return self._seed

    @property
    def seed_hash(self) -> str | None:
        """What may be told of the seed before the end."""
        return self._seed_hash

    @property
    def fixed(self) -> int:
        """How many of the first draws a host chose."""
        return self._fixed

    @property
    def first_position(self) -> dict[str, Any] | None:
        """The position this match began from, secrets too, as a record keeps it; None if it began as a new game."""
        return None if self._position is None else dict(self._position)

    @property
    def gone(self) -> list[int]:
        """The seats that have left."""
        return list(self._gone)

    @property
    def staying(self) -> list[int]:
        """The seats that may still resign: neither gone nor about to go."""
        resigned = {line.who for line in self._lines if line.name == RESIGN}
        return [seat for seat in range(self.seats) if seat not in self.gone and seat not in resigned]

    def legal(self) -> list[str]:
        """The names of the legal actions, in the order of their numbers."""
        names = self._tables()[0]
        return [names[number] for number in self.legal_numbers()]

    def legal_numbers(self) -> list[int]:
        """The numbers of the legal actions, ascending."""
        if self._numbers is None:
            self._numbers = self._out[: self._count].tolist()
        return list(self._numbers)

    def number_of(self, action: Name) -> int | None:
        """The number of an action, by its name or itself, among those of whoever is to move; None if there is none."""
        names, numbers = self._tables()
        if isinstance(action, str):
            return numbers.get(action)
        number = whole(action)
        return number if number is not None and 0 <= number < len(names) else None

    def weights(self) -> list[int]:
        """How likely each legal draw is, in the order of `legal`; empty unless a draw comes next."""
        if self.to_move != "chance":
            return []
        weights = np.zeros_like(self._out)
        return list(weights[: step.weigh(self._states, 0, weights)].tolist())

    def _tables(self) -> tuple[tuple[str, ...], dict[str, int]]:
        """Names by number and numbers by name, of whoever is to move: chance has a space of its own."""
        if self.to_move == "chance":
            return self.game.words.CHANCE_NAMES, self.game.chance_numbers
        return self.game.words.ACTION_NAMES, self.game.action_numbers

    @property
    def result(self) -> Result | None:
        """None, or who won."""
        if self.to_move is not None:
            return None
        return lines.result_of(self.game, self._states, self.is_agreed)

    @property
    def is_agreed(self) -> bool:
        """Whether the match ended in a draw that all agreed on."""
        return self._agreed_at is not None

    def _check_reader(self, seat: int | None) -> None:
        problem = None if seat is None else gate.seat_problem(self, seat)
        if problem is not None:
            raise problem

    def seen(self, seat: int | None) -> views.States:
        """The state as a seat or a spectator sees it, for those who only read: it may be the state itself."""
        known = self._logs.seen(seat, self.ply)
        if known is not None:
            return known
        return views.view(self._states, seat) if views.has_secrets(self._states.dtype) else self._states

    @property
    def ending(self) -> Ending | None:
        """How the match ended, where its rules alone did not end it; None while it goes on."""
        if self.is_agreed:
            return TIME if self._lines and self._lines[-1].reason == TIME else "agreed"
        leaving = self._last_leaving()
        if leaving is None:
            return None
        return TIME if leaving.reason == TIME else "resigned"

    @property
    def last_leaver(self) -> int | None:
        """The seat whose leaving ended the match."""
        leaving = self._last_leaving()
        return None if leaving is None else int(leaving.who)

    def _last_leaving(self) -> Line | None:
        """The resignation that ended the match, if one did: it may have taken effect some lines later."""
        if self.to_move is not None or (self._lines and self._lines[-1].name != RESIGN and len(self.staying) > 1):
            return None
        return next((line for line in reversed(self._lines) if line.name == RESIGN), None)
