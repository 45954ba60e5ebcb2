"""What people can set of a SiegeStones Charge! position."""

from __future__ import annotations

from siegeworks.core.fields import Field, board, number, numbers, seat, stones, topped_towers, words
from siegeworks.games.charge.position_view import PHASES, STONE_LETTERS


def fields(seats: int) -> list[Field]:
    """The fields of an editor."""
    letters = STONE_LETTERS[:seats]
    return [
        board({**stones(letters), **topped_towers(letters)}),
        words("charge", "phase", PHASES),
        seat("charge", "start", seats),
        *(number("charge", name) for name in ("stock", "budget", "quiet", "passes")),
        *numbers("charge", "supply", seats),
        *numbers("charge", "discard", seats),
    ]
