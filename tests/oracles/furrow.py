"""Furrow, slowly and plainly: an oracle written from the rules alone. Rule numbers are those of its rules.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ROWS = "abcdefg"
NUMBERS = {row: range(max(1, r - 2), min(7, r + 4) + 1) for r, row in enumerate(ROWS)}
CELLS = [f"{row}{number}" for row in ROWS for number in NUMBERS[row]]
DIRECTIONS = [(0, 1), (1, 0), (1, 1)]  # east, north-west, north-east, as (row, number)
COLOURS = "byg"

Event = dict[str, Any]


def event(seat: int, kind: str, rule: str, **args: Any) -> Event:
    return {"seat": seat, "kind": kind, "args": args, "rule": rule}


class Oracle:
    """A game: who has a stone on which circle."""

    def __init__(self, seats: int, options: Mapping[str, object]) -> None:
        self.seats = seats
        self.to_move: int | None = 0  # F-3
        self.gone: set[int] = set()
        self.board: dict[str, int] = {}
        self.result: dict[str, Any] | None = None

    def legal(self) -> list[str]:
        """F-4."""
        return [f"stone {cell}" for cell in CELLS if cell not in self.board]

    def default(self) -> str:
        return self.legal()[0]

    def play(self, name: str) -> list[Event]:
        seat, cell = self.to_move, name.split()[1]
        assert seat is not None
        self.board[cell] = seat
        return [event(seat, "stone", "F-4", cell=cell), *self.go_on(seat, (seat + 1) % self.seats)]

    def resign(self, seat: int) -> list[Event]:
        assert self.to_move is not None
        self.gone.add(seat)
        return [event(seat, "resign", "F-7"), *self.go_on(seat, self.to_move)]

    def has_row(self, seat: int) -> bool:
        """F-5."""
        own = {(ROWS.index(cell[0]), int(cell[1])) for cell, owner in self.board.items() if owner == seat}
        return any(
            {(row + n * up, number + n * along) for n in range(3)} <= own
            for row, number in own
            for up, along in DIRECTIONS
        )

    def go_on(self, actor: int, upcoming: int) -> list[Event]:
        """The end, or whose turn it is."""
        rows = [seat for seat in range(self.seats) if self.has_row(seat)]
        if rows or len(self.gone) == self.seats - 1 or not self.legal():
            rule = "F-5" if rows else "F-7" if len(self.gone) == self.seats - 1 else "F-6"
            staying = [seat for seat in range(self.seats) if seat not in self.gone]
            ranks = [0 if seat in rows else 1 if seat in staying else 2 for seat in range(self.seats)]
            places = [1 + sum(other < rank for other in ranks) for rank in ranks]
            winners = [seat for seat, place in enumerate(places) if place == 1]
            told = {"winners": winners, "scores": [int(seat in rows) for seat in range(self.seats)], "places": places}
            self.to_move, self.result = None, {**told, "rule": rule}
            return [event(actor, "end", rule, **told)]
        while upcoming in self.gone:
            upcoming = (upcoming + 1) % self.seats
        self.to_move = upcoming
        return []

    def position(self) -> dict[str, Any]:
        signs = {cell: COLOURS[seat] for cell, seat in self.board.items()}
        groups = ["".join(signs.get(f"{row}{number}", ".") for number in NUMBERS[row]) for row in reversed(ROWS)]
        return {"to_move": self.to_move, "gone": sorted(self.gone), "board": "/".join(groups)}
