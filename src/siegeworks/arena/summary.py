"""What a contest showed: ratings, pairs and seats, as data that JSON can hold and the report draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from siegeworks.arena.contest import Contest
from siegeworks.arena.ratings import Pair, Rating, bots_of, pairs, ratings
from siegeworks.arena.shares import Share, wilson
from siegeworks.arena.table import Played


@dataclass(frozen=True)
class Pace:
    """How long a bot thinks for one decision, on the machine that played."""

    bot: str
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Balance:
    """Who wins from which seat, and from which place in the order of play."""

    seats: tuple[Share, ...]
    turns: tuple[Share, ...]
    """Of the seat that begins, the next one, and so on."""
    drawn: int
    """Games with more than one winner."""


@dataclass(frozen=True)
class Summary:
    """All that is told of a contest."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    ratings: tuple[Rating, ...]
    pairs: tuple[Pair, ...]
    balance: Balance
    pace: tuple[Pace, ...]
    even: bool = False
    """Whether only even openings were played."""

    @property
    def fair(self) -> float:
        """What a seat would win if all were alike."""
        return 1 / self.seats

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def summary(contest: Contest, played: Sequence[Played]) -> Summary:
    """Everything about these games."""
    return Summary(
        contest.game,
        contest.seats,
        contest.changed,
        contest.seed,
        len(played),
        tuple(ratings(played)),
        tuple(pairs(played)),
        balance(played, contest.seats),
        tuple(pace(name, played) for name in bots_of(played)),
        contest.even,
    )


def balance(played: Sequence[Played], seats: int) -> Balance:
    """Wins by seat and by turn. Rotation gives every bot every seat, so that what is left is the seat's own."""
    by_seat = [wilson(sum(game.value(seat) for game in played), len(played)) for seat in range(seats)]
    by_turn = [
        wilson(sum(game.value((game.first + turn) % seats) for game in played), len(played)) for turn in range(seats)
    ]
    return Balance(tuple(by_seat), tuple(by_turn), sum(len(game.winners) > 1 for game in played))


def pace(bot: str, played: Sequence[Played]) -> Pace:
    """The mean time of a bot's decisions."""
    seats = [(game, seat) for game in played for seat, name in enumerate(game.seating) if name == bot]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    return Pace(bot, decisions, sum(game.seconds[seat] for game, seat in seats) / max(1, decisions))
