"""What people can set of a BluffStones position."""

from __future__ import annotations

from siegeworks.core.fields import Choice, Field, board, choices, numbers, seat, stones, topped_towers
from siegeworks.core.phrases import Sentence, said
from siegeworks.games.bluffstones.position import STONE_LETTERS
from siegeworks.games.bluffstones.words import BID_NAMES, LETTERS, spoken


def fields(seats: int) -> list[Field]:
    """The fields of an editor."""
    bids = [Choice(name, _spoken_bid(name)) for name in BID_NAMES]
    held = [Choice(letter, said("piece-stone", colour=letter)) for letter in LETTERS]
    return [
        board({**stones(STONE_LETTERS), **topped_towers(STONE_LETTERS)}),
        seat("bluffstones", "turn_tower", seats),
        *(_pile(at, letter) for at in range(seats) for letter in LETTERS),
        *numbers("bluffstones", "scored", seats),
        *choices("bluffstones", "bids", seats, bids),
        *choices("bluffstones", "revealed", seats, bids),
        *choices("bluffstones", "held", seats, held),
    ]


def _pile(at: int, letter: str) -> Field:
    return Field(("piles", at, letter), "number", said("bluffstones.field-pile", colour=letter), seat=at, follows=True)


def _spoken_bid(name: str) -> Sentence:
    told = spoken(name)
    return said(told["say"], **told["args"])
