"""Who sits at a table, what is offered there, and what was taken back."""

from __future__ import annotations

from dataclasses import dataclass, field

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
