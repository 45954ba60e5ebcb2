"""What people can set of a Nobles and Peasants position."""

from __future__ import annotations

from siegeworks.core.fields import Field, board, number, numbers, seat, stones, words
from siegeworks.core.phrases import said
from siegeworks.games.nobles.position import NEUTRAL_LETTER, PHASES, TOWER_LETTERS
from siegeworks.games.nobles.words import LETTERS


def fields(seats: int) -> list[Field]:
    """The fields of an editor."""
    towers = {TOWER_LETTERS[at]: said("nobles.piece-tower", seat={"seat": at}) for at in range(seats)}
    neutral = {NEUTRAL_LETTER: said("nobles.piece-neutral")} if seats == 2 else {}
    return [
        board({**stones(LETTERS), **towers, **neutral}),
        Field(("row",), "letters", said("nobles.field-row"), hint=said("nobles.row-written")),
        words("nobles", "phase", PHASES),
        number("nobles", "quiet"),
        seat("nobles", "start", seats),
        *numbers("nobles", "scores", seats),
    ]
