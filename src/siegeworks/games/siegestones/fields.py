"""What people can set of a SiegeStones position."""

from __future__ import annotations

from siegeworks.core.fields import Field, board, seat, stones
from siegeworks.core.phrases import said
from siegeworks.games.siegestones.position import LETTERS, TOWER_LETTER


def fields(seats: int) -> list[Field]:
    """The fields of an editor."""
    return [
        board({**stones(LETTERS[:seats]), TOWER_LETTER: said("piece-tower")}),
        seat("siegestones", "start", seats),
    ]
