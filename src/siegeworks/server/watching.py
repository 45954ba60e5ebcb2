"""Who may look at a table without a seat there."""

from __future__ import annotations

from siegeworks.server.table import Table


def may_look(table: Table, person: str | None) -> bool:
    """Whether somebody sees the table at all: whom the host has banned does only where everybody may."""
    return table.setup["public"] or person not in table.banned
