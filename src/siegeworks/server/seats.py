"""Who sits at a table, what is offered there, and what was taken back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from siegeworks.lines import LogLine

PERSON, BOT, OPEN = "person", "bot", "open"


@dataclass(slots=True)
class Seat:
    """Who sits there. A person may have several devices, each a person to us; `round` changes its key."""

    kind: str
    level: int | None = None
    people: list[str] = field(default_factory=list)
    round: int = 0
    away: bool = False
    stand_in: int | None = None
    """The level of the bot that sits in."""
    name: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.kind == BOT or self.stand_in is not None

    def sit(self, person: str) -> None:
        """Somebody sits down, or takes up another device."""
        if self.kind == OPEN:
            self.kind = PERSON
            self.round += 1
        self.people.append(person)
        self.away = False

    def vacate(self, person: str, is_over: bool) -> None:
        """Somebody is forgotten: no old key opens the seat, and unless another device holds it, it is open again."""
        self.people = [one for one in self.people if one != person]
        self.round += 1
        if not self.people and not is_over:
            self.kind, self.stand_in, self.away, self.name = OPEN, None, False, None

    def give_to_bot(self, level: int) -> None:
        """A bot gets the seat for good."""
        self.kind, self.level = BOT, level
        self.round += 1


class Began(NamedTuple):
    """Since when a seat is to act: the event, and when that was, in ms and as a tick."""

    seq: int
    at: int
    tick: int


@dataclass(slots=True)
class Offer:
    """An offer and the seats that agreed to it, the one that made it included; of an undo, the line to go back to."""

    seat: int
    agreed: list[int]
    ply: int | None = None


@dataclass(slots=True)
class TakenBack:
    """Lines of a reader's log that were taken back, who did that, and where in the log they stood."""

    seat: int
    at: int
    lines: list[LogLine]
