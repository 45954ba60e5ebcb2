"""`tables`: what a server has stored, for its operator. Nothing secret is shown, and tables can be deleted."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from siegeworks.cli.serve import data_folder, locked
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.server.store import Kept, listing
from siegeworks.server.store.database import at_once
from siegeworks.server.store.schema import MIGRATIONS
from siegeworks.server.store.sqlite import Connected

MARK = 8
"""Letters that tell addresses apart."""


def tables(chosen: argparse.Namespace) -> int:
    """List what is stored, or delete some of it."""
    folder = data_folder(chosen.data)
    path = folder / "tables.sqlite"
    if not path.exists():
        raise BadSetup("cli.no-tables-file", path=path)
    if chosen.delete:
        return _delete(folder, path, chosen.delete)
    with contextlib.closing(_opened(path, "ro")) as database:
        found = at_once(listing.kept(Connected(database)))
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


def _delete(folder: Path, path: Path, names: list[str]) -> int:
    """A server that runs would go on with what it has in memory, so there must be none."""
    with contextlib.closing(locked(folder)), contextlib.closing(_opened(path, "rw")) as database:
        connected = Connected(database)
        known = {kept.table for kept in at_once(listing.kept(connected))}
        unknown = [name for name in names if name not in known]
        if unknown:
            raise BadSetup("cli.no-such-table", tables=listed(unknown, "comma"))
        with database:
            at_once(listing.delete(connected, names))
    print(f"Deleted: {', '.join(names)}.")
    return 0


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError as problem:
        raise BadSetup("cli.cannot-read", path=path, problem=problem) from None
    if version != len(MIGRATIONS):
        database.close()
        raise BadSetup("cli.data-of-other-version", path=path)
    return database
