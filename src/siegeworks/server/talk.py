"""What people may say to each other at a table: a closed list, so that nobody has to watch over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from siegeworks.server.guards import TooMany

if TYPE_CHECKING:
    from siegeworks.server.table import Table

Phrase = Literal[
    "hello",
    "good-luck",
    "have-fun",
    "thanks",
    "you-are-welcome",
    "sorry",
    "well-played",
    "good-move",
    "clever",
    "close",
    "unlucky",
    "good-game",
    "one-minute",
    "back",
    "thinking",
    "take-your-time",
    "connection",
    "later",
    "must-go",
    "last-one",
    "misclick",
    "what-rule",
    "who-leads",
    "draw",
    "again",
    "bravo",
    "oh",
    "ha",
    "phew",
    "ouch",
]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
TOLD = 8
"""The last phrases, which are told with the table."""
MOST_A_MINUTE, MINUTE_MS = 6, 60_000
MOST = 200
"""Phrases of one seat at a table, so that nobody fills its story for the others."""


class Spoken(NamedTuple):
    """A phrase, who said it, the number of those before it, and when (as servers count time, in ms)."""

    n: int
    seat: int
    phrase: str
    tick: int


class Talk:
    """What was said at a table."""

    def __init__(self) -> None:
        self.spoken: list[Spoken] = []

    def say(self, seat: int, phrase: str, tick: int) -> None:
        self.spoken.append(Spoken(len(self.spoken), seat, phrase, tick))

    def check(self, seat: int, now: int) -> None:
        """Raises TooMany if a seat has to wait before it says more."""
        mine = [each.tick for each in self.spoken if each.seat == seat]
        if len(mine) >= MOST:
            raise TooMany("said-enough", most=MOST)
        recent = mine[-MOST_A_MINUTE:]
        wait_ms = recent[0] + MINUTE_MS - now if len(recent) == MOST_A_MINUTE else 0
        if wait_ms > 0:
            raise TooMany("said-too-fast", most=MOST_A_MINUTE, retry_s=-(-wait_ms // 1000))

    def told(self) -> Sequence[dict[str, Any]]:
        """The last phrases, as everybody reads them."""
        return [{"n": each.n, "seat": each.seat, "phrase": each.phrase} for each in self.spoken[-TOLD:]]


def say(table: Table, data: dict[str, Any]) -> None:
    """What the event changes at its table."""
    table.talk.say(data["seat"], data["phrase"], data["tick"])
