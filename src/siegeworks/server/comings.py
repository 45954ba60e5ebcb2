"""Who comes to a table and who goes: what each such event changes there. Plain functions, to which the fold refers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from siegeworks.core import phrases
from siegeworks.core.phrases import said
from siegeworks.server.seats import OPEN, Began

if TYPE_CHECKING:
    from siegeworks.server.store import Event
    from siegeworks.server.table import Table

SEATING = ("sit", "vacate", "take_back", "hand_on")
"""Events with which names and seats change that are stored beside them."""
RESEATING = (*SEATING, "seat_bot", "open_seat", "kick")
"""Events after which somebody may have other seats, or may do more or less; who lost a seat hears none of its news."""


def sit(table: Table, data: dict[str, Any]) -> None:
    """Somebody takes a seat, or takes it up on another device."""
    table.seats[data["seat"]].sit(data["person"])
    table.held.setdefault(data["person"], set()).add(data["seat"])
    table.awaited.discard(data["seat"])


def arrive(table: Table, data: dict[str, Any]) -> None:
    """Somebody whom a clock waits for has looked at the table."""
    table.awaited.discard(data["seat"])


def vacate(table: Table, data: dict[str, Any]) -> None:
    """Somebody is forgotten."""
    seat = table.seats[data["seat"]]
    seat.vacate(data["person"], table.is_over)
    if seat.kind == OPEN:
        _lose(table, [data["seat"]])


def leave(table: Table, data: dict[str, Any]) -> None:
    """Somebody goes away, and may come back."""
    table.seats[data["seat"]].away = True


def sit_in(table: Table, data: dict[str, Any]) -> None:
    """A bot plays for somebody."""
    table.seats[data["seat"]].stand_in = data["level"]


def seat_bot(table: Table, data: dict[str, Any]) -> None:
    """A bot gets a seat for good, and all others of whoever had it (of older events: this one, which was open)."""
    seats = data.get("seats", [data["seat"]])
    _lose(table, [seat for seat in seats if table.seats[seat].people])
    for seat in seats:
        table.seats[seat].give_to_bot(data["level"])
    if "seats" in data:
        table.notice = said("bot-has-seat", seat=phrases.seats([data["seat"]], table.game.name)[0]).data()


def open_seat(table: Table, data: dict[str, Any]) -> None:
    """A seat is open for a person, who takes over what it holds; so are all others of whoever had it."""
    _lose(table, [seat for seat in data["seats"] if table.seats[seat].people])
    for seat in data["seats"]:
        table.seats[seat].open()
    table.notice = said("seat-is-open", seat=phrases.seats([data["seat"]], table.game.name)[0]).data()


def kick(table: Table, data: dict[str, Any]) -> None:
    """The host has sent somebody away from all their seats, perhaps for good. What is over stays as it was."""
    if data["ban"]:
        table.banned |= {person for seat in data["seats"] for person in table.seats[seat].people}
        table.by_link = True
    for number in data["seats"]:
        seat = table.seats[number]
        if table.is_over or number in table.match.gone:
            seat.people, seat.name, seat.round, seat.away = [], None, seat.round + 1, True
        else:
            seat.open()
    _lose(table, data["seats"])
    code = "is-banned" if data["ban"] else "is-sent-away"
    table.notice = said(code, seat=phrases.seats([data["seat"]], table.game.name)[0]).data()


def hand_on(table: Table, data: dict[str, Any]) -> None:
    """Somebody else is the host."""
    table.host = data["person"]
    table.notice = said("is-host-now", seat=phrases.seats([data["seat"]], table.game.name)[0]).data()


def _lose(table: Table, seats: list[int]) -> None:
    """People lose these seats: they decide nothing any more, and what was played with them is not taken back."""
    if seats:
        table.kept_ply, table.offers = table.match.ply, {}
    for seat in seats:
        table.awaited.discard(seat)
        table.flagged.discard(seat)


def take_back(table: Table, data: dict[str, Any]) -> None:
    """Somebody plays again for whom a bot sat in."""
    table.seats[data["seat"]].stand_in = None
    table.seats[data["seat"]].away = False


def note_turns(table: Table, event: Event, acted: Collection[int]) -> None:
    """Whoever is to act now and was not before begins a turn.

    So does whoever has chosen and chooses again at once, and whoever was alone at the table until now. Who is to act is
    known to all, so that private steps change nothing here.
    """
    anew = Began(event.seq, event.at, event.tick)
    ended = acted if event.kind == "seal" else ()
    if event.kind == "sit" and len({one for seat in table.seats for one in seat.people}) == 2:
        ended = table.waiting
    table.turns = {seat: anew if seat in ended else table.turns.get(seat, anew) for seat in table.waiting}


HANDLERS: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    "sit": sit,
    "arrive": arrive,
    "vacate": vacate,
    "leave": leave,
    "sit_in": sit_in,
    "seat_bot": seat_bot,
    "open_seat": open_seat,
    "kick": kick,
    "hand_on": hand_on,
    "take_back": take_back,
}
