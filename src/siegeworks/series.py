"""Series play: match after match until one total leads alone past the target (T-31 to T-34).

Which games have series, and their targets, is in the games' own folders.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TypedDict

from siegeworks.choices import checked_game, named
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadSetup, GameOver, IllegalAction
from siegeworks.games import GAMES
from siegeworks.match import Match, Result

HALVES = 2
"""Totals are kept in half towers, so that the winner's half is a whole number."""
MOST_MATCHES = 50  # T-33
TARGET_RULE, BONUS_RULE, END_RULE = "T-31", "T-32", "T-33"


class SeriesResult(TypedDict):
    """Who won the series, with the totals in half towers."""

    winners: list[int]
    totals: list[int]
    places: list[int]
    rule: str


def added(totals: list[int], result: Result | None) -> list[int]:
    """Totals with one more match: its towers, and half a tower for winning it alone (T-32)."""
    if result is None:
        return list(totals)
    alone = result["winners"] if len(result["winners"]) == 1 else []
    return [
        total + HALVES * towers + (seat in alone)
        for seat, (total, towers) in enumerate(zip(totals, result["scores"], strict=True))
    ]


def leaders(totals: list[int], target: int, played: int) -> list[int] | None:
    """None while the series goes on, or who won it: a single leader at the target or past it, or after 50 matches all
    who lead (T-33)."""
    best = max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    reached = best >= target and len(winners) == 1
    return winners if reached or played >= MOST_MATCHES else None


def standing(totals: list[int], result: Result | None, target: int, played: int) -> tuple[list[int], list[int] | None]:
    """The totals with the match being played, and who has won the series, if that is decided."""
    now = added(totals, result)
    return now, None if result is None else leaders(now, target, played)


class Series:
    """A series; `match` is the one being played, `matches` are all of them."""

    def __init__(self, game: str, length: str, seats: int, options: Mapping[str, OptionValue], start: int) -> None:
        self.game = game
        self.length = length
        self.options = dict(options)
        self.target: int = GAMES[game].series[length] * HALVES
        self.start = start
        self.matches = [self._begin(seats)]

    @classmethod
    def new(
        cls,
        length: str = "village",
        seats: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        start: int | None = None,
        game: str | None = None,
    ) -> Series:
        """A series of this length; who begins the first match is drawn unless it is given."""
        name = game or next(name for name, found in GAMES.items() if found.series)
        lengths = checked_game(name).series
        if not isinstance(length, str) or length not in lengths:
            raise BadSetup("no-series", TARGET_RULE, length=str(length)[:40], lengths=named(lengths))
        Match.new(name, seats, options=options)
        if start is None:
            start = secrets.randbelow(seats)
        if type(start) is not int or not 0 <= start < seats:
            raise BadSetup("seat-that-begins", "T-6", last=seats - 1, start=repr(start))
        return cls(name, length, seats, options or {}, start)

    def _begin(self, seats: int) -> Match:
        return Match.new(self.game, seats, options=self.options, chance=(f"start {self.start}",))

    @property
    def match(self) -> Match:
        """The match being played. When it is over and the series is not, this begins the next one."""
        if self.matches[-1].result is not None and self.result is None:
            self.next()
        return self.matches[-1]

    @property
    def totals(self) -> list[int]:
        """Half towers so far: the towers of every finished match, and half a tower for winning it alone (T-32)."""
        totals = [0] * self.matches[0].seats
        for match in self.matches:
            totals = added(totals, match.result)
        return totals

    @property
    def result(self) -> SeriesResult | None:
        """None, or who won: a single leader at the target or past it, or whoever leads after 50 matches (T-33)."""
        if self.matches[-1].result is None:
            return None
        totals = self.totals
        winners = leaders(totals, self.target, len(self.matches))
        if winners is None:
            return None
        places = [1 + sum(other > total for other in totals) for total in totals]
        return {"winners": winners, "totals": totals, "places": places, "rule": END_RULE}

    def next(self) -> Match:
        """Begin the next match: seats stay, the one after the last starter begins (T-34)."""
        if self.result is not None:
            raise GameOver("series-over", END_RULE)
        if self.matches[-1].result is None:
            raise IllegalAction("match-not-over", END_RULE)
        seats = self.matches[-1].seats
        self.start = (self.start + 1) % seats
        self.matches.append(self._begin(seats))
        return self.matches[-1]
