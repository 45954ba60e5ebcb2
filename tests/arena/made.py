"""Results that were never played, to test statistics with."""

from __future__ import annotations

from collections.abc import Sequence

from siegeworks.arena.table import Played


def result(deal: int, seating: Sequence[str], *winners: int, first: int = 0) -> Played:
    """A game with these winners."""
    seats = len(seating)
    places = tuple(1 if seat in winners else len(winners) + 1 for seat in range(seats))
    return Played(deal, tuple(seating), winners, (0,) * seats, places, first, (1,) * seats, (0.5,) * seats)


def table_of(wins: dict[tuple[str, str], int]) -> list[Played]:
    """Games in which the first of each two beat the second so often, from both seats."""
    games: list[Played] = []
    for (winner, loser), count in wins.items():
        for at in range(count):
            seating = (winner, loser) if at % 2 else (loser, winner)
            games.append(result(len(games), seating, seating.index(winner)))
    return games
