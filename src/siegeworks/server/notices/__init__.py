"""Notices: whoever is not at a table hears that it is their turn there, by the channels they have asked for.

A notice names the game, the table and whose turn it is, which all who have the table's link can see, and nothing else.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from siegeworks.core.phrases import Sentence, said, seats
from siegeworks.errors import SiegeworksError
from siegeworks.sentences import ENGLISH, render
from siegeworks.server.store.noticing import Channel
from siegeworks.server.table import Table

MOST_URL = 1000
MOST_LISTED = 20
"""Tables that one message names."""


class NotSent(SiegeworksError):
    """A notice could not be sent. `is_final`: it is of no use to try again. `is_gone`: nor with anything else."""

    code = "not_sent"

    def __init__(self, says: str, is_final: bool = False, is_gone: bool = False, **args: Any) -> None:
        super().__init__(says, None, **args)
        self.is_final = is_final
        self.is_gone = is_gone


class BadAddress(SiegeworksError):
    """Nothing can be sent there."""

    code = "bad_address"


class Wait(NamedTuple):
    """A table that waits for somebody: its game, and who is to act as the game, or the table, calls them."""

    table: str
    title: str
    seat: str

    @classmethod
    def at(cls, table: Table, seat: int) -> Wait:
        names = [table.name_of(each) for each in range(len(table.seats))]
        called = render(said("notice-seat", seat=seats([seat], table.game.name)), ENGLISH, names)
        return cls(table.id, table.game.title, called)


class Message(NamedTuple):
    """What is told by one channel at once: the tables that wait, or, where there are none, that the channel works.

    `base` is where the server is found; a link is that and a path.
    """

    waits: list[Wait]
    base: str

    def link(self, path: str) -> str:
        return self.base + path

    @property
    def subject(self) -> str:
        """One line about it."""
        return render(self._subject())

    def _subject(self) -> Sentence:
        if not self.waits:
            return said("notice-test")
        if len(self.waits) == 1:
            return said("notice-turn", title=self.waits[0].title)
        return said("notice-turns", count=len(self.waits))

    @property
    def lines(self) -> list[str]:
        """A line for each table with its link, for whoever it waits for."""
        return [f"{wait.title}: {self.link(f'/t/{wait.table}')}" for wait in self.waits[:MOST_LISTED]]

    @property
    def lines_for_all(self) -> list[str]:
        """The same for a room in which others read it too: who is to act is named."""
        told = [
            render(said("notice-turn-of", seat=wait.seat, title=wait.title, link=self.link(f"/t/{wait.table}")))
            for wait in self.waits[:MOST_LISTED]
        ]
        return told or [self.subject]


class Sender(Protocol):
    """Sends by one kind of channel; raises NotSent."""

    def check(self, address: str) -> None:
        """Raises BadAddress unless it is an address of this kind."""

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message by a channel."""
