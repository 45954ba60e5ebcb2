"""`move`: all that a server has stored, from one database to another."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from siegeworks.cli.common import bar
from siegeworks.cli.serve import data_folder, locked
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.sentences import word
from siegeworks.server.store import places
from siegeworks.server.store.moving import Moved
from siegeworks.server.store.moving import move as moved_between

SQLITE, POSTGRES = "sqlite", ("postgresql", "postgres")
VARIABLE = "SIEGEWORKS_DATABASE"


def move(chosen: argparse.Namespace) -> int:
    """Copy everything, compare it, and say how much it was."""
    source, target = parsed("--from", chosen.source), parsed("--to", chosen.target)
    if isinstance(source, Path) and not (source / places.FILE).exists():
        raise BadSetup("cli.nothing-to-move", path=source / places.FILE)
    if isinstance(source, Path) and isinstance(target, Path) and source.resolve() == target.resolve():
        raise BadSetup("cli.move-to-itself")
    with contextlib.ExitStack() as held:
        for folder in (source, target):
            if isinstance(folder, Path):
                folder.mkdir(parents=True, exist_ok=True)
                held.enter_context(alone(folder))
        told = asyncio.run(_moved(source, target))
    _print(told, chosen.language)
    return 0


def parsed(option: str, text: str) -> Path | str:
    """A folder for `sqlite` or `sqlite:FOLDER`, else an address; `postgres` alone is that of the variable."""
    kind, _, rest = text.partition(":")
    if kind == SQLITE:
        found = data_folder(rest or None)
        return found.parent if found.name == places.FILE else found
    if text in POSTGRES:
        given = os.environ.get(VARIABLE)
        if not given:
            raise BadSetup("cli.database-not-named", option=option, variable=VARIABLE)
        return given
    if kind in POSTGRES:
        return text
    raise BadSetup("cli.no-such-database", option=option)  # what was given may have a password in it


def alone(folder: Path) -> Any:
    """The lock of a folder; raises if a server has it."""
    try:
        return locked(folder)
    except BadSetup:
        raise BadSetup("cli.stop-the-server", where=folder) from None


async def _moved(source: Path | str, target: Path | str) -> Moved:
    async with _unserved(source, "ro") as ours, _unserved(target, "rwc") as theirs:
        with bar("moving") as progress:
            return await moved_between(ours, theirs, lambda table, done, of: progress(done, of, table))


@contextlib.asynccontextmanager
async def _unserved(address: Path | str, mode: str) -> AsyncIterator[places.Place]:
    async with places.opened(address, mode) as place:
        if place.is_served:
            raise BadSetup("cli.stop-the-server", where=place.where)
        yield place


def _print(told: Moved, language: str) -> None:
    events, rows = told.compared["events"], told.compared.total()
    before, others = max(0, rows - told.written), rows - events
    print(word("cli.moved", language, tables=told.tables, events=events, others=others, before=before))
    print(word("cli.compared", language, rows=rows, events=events, wrong=len(told.damaged)))
    if told.damaged:
        print(word("cli.damaged-before", language, tables=listed(told.damaged, "comma")))
    if told.has_secret:
        print(word("cli.secret-moved", language))
