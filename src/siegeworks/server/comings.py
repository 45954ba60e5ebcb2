"""Who comes to a table and who goes: what each such event changes there. Plain functions, to which the fold refers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siegeworks.server.table import Table


def sit(table: Table, data: dict[str, Any]) -> None:
    """Somebody takes a seat, or takes it up on another device."""
    table.seats[data["seat"]].sit(data["person"])
    table.awaited.discard(data["seat"])


def arrive(table: Table, data: dict[str, Any]) -> None:
    """Somebody whom a clock waits for has looked at the table."""
    table.awaited.discard(data["seat"])


def vacate(table: Table, data: dict[str, Any]) -> None:
    """Somebody is forgotten."""
    table.seats[data["seat"]].vacate(data["person"], table.is_over)


def leave(table: Table, data: dict[str, Any]) -> None:
    """Somebody goes away, and may come back."""
    table.seats[data["seat"]].away = True


def sit_in(table: Table, data: dict[str, Any]) -> None:
    """A bot plays for somebody."""
    table.seats[data["seat"]].stand_in = data["level"]


def seat_bot(table: Table, data: dict[str, Any]) -> None:
    """A bot gets a seat for good."""
    table.seats[data["seat"]].give_to_bot(data["level"])


def take_back(table: Table, data: dict[str, Any]) -> None:
    """Somebody plays again for whom a bot sat in."""
    table.seats[data["seat"]].stand_in = None
    table.seats[data["seat"]].away = False


HANDLERS: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    "sit": sit,
    "arrive": arrive,
    "vacate": vacate,
    "leave": leave,
    "sit_in": sit_in,
    "seat_bot": seat_bot,
    "take_back": take_back,
}
