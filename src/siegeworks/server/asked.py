"""An act that somebody asks for at a table, as those who judge it are given it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.server.room import Room, Rooms
from siegeworks.server.store import Claim
from siegeworks.server.table import Table


class NotYourSeat(SiegeworksError):
    """The asker does not hold this seat."""

    code = "not_your_seat"


@dataclass(frozen=True, slots=True)
class Asked:
    """An act, who asks for it, and where."""

    rooms: Rooms
    room: Room
    person: str
    act: Any
    claim: Claim | None = None
    """For whom a table counts that comes of it."""
    most_events: int = 0
    """How long the table's story may become by what people do; 0 is any length."""
    actions: tuple[str, ...] = ()
    """What leads to the layout that is wished for, found before."""

    @property
    def table(self) -> Table:
        return self.room.table

    def data(self, **more: Any) -> dict[str, Any]:
        """What is stored of every act: the seat, and the id by which it is known if it is sent again."""
        return {"seat": self.act.seat, "id": self.act.action_id, **more}
