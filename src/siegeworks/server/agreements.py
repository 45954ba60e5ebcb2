"""What people at a table offer each other, and what comes of it: the fold of these events, a part of `table`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from siegeworks.server.seats import Offer

if TYPE_CHECKING:
    from siegeworks.server.table import Table


def offer(table: Table, data: dict[str, Any]) -> None:
    """Somebody offers something."""
    table.offers[data["what"]] = Offer(data["seat"], [data["seat"]], data.get("ply"))


def agree(table: Table, data: dict[str, Any]) -> None:
    """One more agrees; the last one's agreement says what comes of it."""
    what = data["what"]
    if what in table.offers and data["seat"] not in table.offers[what].agreed:
        table.offers[what].agreed.append(data["seat"])
    if "ply" in data:
        asker = table.offers[what].seat if what in table.offers else data["seat"]
        table.take_back_lines(data["ply"], asker)
    elif "table" in data:
        table.next = data["table"]
        table.offers = {}
    elif data.get("draw"):
        table.match.agree_draw(data.get("reason"))
        table.offers, table.sealed = {}, {}


def decline(table: Table, data: dict[str, Any]) -> None:
    """Somebody does not want what is offered."""
    table.offers.pop(data["what"], None)


HANDLERS: dict[str, Callable[[Table, dict[str, Any]], None]] = {"offer": offer, "agree": agree, "decline": decline}
