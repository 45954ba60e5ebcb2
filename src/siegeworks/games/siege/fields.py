"""What people can set of a Siege position."""

from __future__ import annotations

from siegeworks.core.cards import SUITS
from siegeworks.core.fields import Choice, Field, cards, number, numbers, seat, words
from siegeworks.core.phrases import said
from siegeworks.games.siege.position import PLACED

SUIT_CHOICES = tuple(Choice(suit, said("suit", suit=suit)) for suit in SUITS)
PILES = {
    "hand": "siege.field-hand",
    "keep": "siege.field-keep",
    "tricks": "siege.field-tricks",
    "captured": "siege.field-captured",
}
QUARTERS = {"forts": "siege.field-forts", "garrisons": "siege.field-garrisons"}


def fields(seats: int) -> list[Field]:
    """The fields of an editor."""
    return [
        words("siege", "phase", PLACED),
        number("siege", "year"),
        *(seat("siege", name, seats, optional=True) for name in ("dealer", "initiator", "next_initiator")),
        *numbers("siege", "tricks_won", seats),
        *(each for at in range(seats) for each in _city(at)),
        cards(("discard",), said("siege.field-discard")),
    ]


def _city(at: int) -> list[Field]:
    """One city: its line, its piles, and its quarters."""
    line = (Choice(None, said("field-none")), *SUIT_CHOICES)
    return [
        Field(("cities", at, "line"), "choice", said("siege.field-line"), line, at),
        *(cards(("cities", at, name), said(says), at) for name, says in PILES.items()),
        *(
            cards(("cities", at, name, suit), said(says, suit=suit), at, is_one=name == "forts")
            for name, says in QUARTERS.items()
            for suit in SUITS
        ),
    ]
