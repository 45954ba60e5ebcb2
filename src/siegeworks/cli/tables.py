"""`tables`: what a server has stored, for its operator. Nothing secret is shown, and tables can be deleted."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from siegeworks.cli.move import alone
from siegeworks.cli.serve import data_folder, database_of
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.server.store import Kept, listing, places

MARK = 8
"""Letters that tell addresses apart."""


def tables(chosen: argparse.Namespace) -> int:
    """List what is stored, or delete some of it."""
    database = database_of(chosen)
    address = data_folder(chosen.data) if database is None else database
    if isinstance(address, Path) and not (address / places.FILE).exists():
        raise BadSetup("cli.no-tables-file", path=address / places.FILE)
    if chosen.delete:
        return _delete(address, chosen.delete)
    found = asyncio.run(_kept(address))
    _print_all(found)
    for kept in [kept for kept in found if chosen.kind in (None, kept.kind)][: max(0, chosen.most)]:
        made = datetime.fromtimestamp(kept.made / 1000, UTC)
        origin = (kept.origin or "-")[:MARK]
        print(
            f"{kept.table:14} {kept.kind:7} {kept.game:12} {made:%Y-%m-%d %H:%M} "
            f"{kept.events:6,} events {kept.size:9,} bytes  from {origin:{MARK}} {'over' if kept.over else ''}".rstrip()
        )
    return 0


def _print_all(found: list[Kept]) -> None:
    counts = Counter(kept.kind for kept in found)
    each = ", ".join(f"{counts[kind]:,} {kind}s" for kind in ("table", "record", "lesson"))
    print(f"{each}; {sum(kept.size for kept in found):,} bytes of events.")


async def _kept(address: Path | str) -> list[Kept]:
    async with places.opened(address, "ro") as place:
        return await listing.kept(place.db)


def _delete(address: Path | str, names: list[str]) -> int:
    """A server that runs would go on with what it has in memory, so there must be none."""
    with alone(address) if isinstance(address, Path) else contextlib.nullcontext():
        asyncio.run(_deleted(address, names))
    print(f"Deleted: {', '.join(names)}.")
    return 0


async def _deleted(address: Path | str, names: list[str]) -> None:
    async with places.opened(address, "rw") as place:
        if place.is_served:
            raise BadSetup("cli.stop-the-server", where=place.where)
        known = {kept.table for kept in await listing.kept(place.db)}
        unknown = [name for name in names if name not in known]
        if unknown:
            raise BadSetup("cli.no-such-table", tables=listed(unknown, "comma"))
        await place.db.all("BEGIN")
        await listing.delete(place.db, names)
        await place.db.all("COMMIT")
