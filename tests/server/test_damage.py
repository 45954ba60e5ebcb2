"""Files that were cut short or changed: what is read is what was stored, or is reported; nothing else is ever told."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from siegeworks.errors import SiegeworksError
from siegeworks.server.store import CannotSave, Damaged, Entry, Event, Shelf, Sitting, Stored, sqlite
from siegeworks.server.store.sqlite import SqliteStore

STEP = 512
MOST_HIDDEN = 0.05
TABLES, MOVES = 3, 6
Found = dict[str, list[Event] | None]
"""The events of each table, as far as they can be read: None if it is damaged."""


def events_of(table: str) -> list[Event]:
    acts = [{"seat": seq % 2, "actions": [f"{table} {seq}"]} for seq in range(1, MOVES)]
    moves = [Event(table, seq, 0, 0, "act", act) for seq, act in enumerate(acts, 1)]
    return [Event(table, 0, 0, 0, "made", {"game": "siegestones", "filler": table * 100}), *moves]


STORED = {f"table{number}": events_of(f"table{number}") for number in range(TABLES)}


async def fill(path: Path) -> None:
    """All tables, one event after the other, as play goes on at them."""
    store = SqliteStore(path)
    for seq in range(MOVES):
        for name, events in STORED.items():
            shelves = [Shelf(name, "siegestones", None, False, 0, False, None)] if seq == 0 else []
            sittings = [Sitting(name, 0, "ada")] if seq == 0 else []
            await store.append(Entry([events[seq]], sittings, shelves))
    if path.name == "closed.sqlite":
        await store.close()
        return
    for name in ("", "-wal"):  # as they are when the server is killed
        shutil.copy(f"{path}{name}", path.with_name(f"killed.sqlite{name}"))
    await store.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that was closed, and one whose server was killed, all of it still in the log."""
    folder = tmp_path_factory.mktemp("stored")
    for name in ("closed.sqlite", "open.sqlite"):
        asyncio.run(fill(folder / name))
    log = folder / "killed.sqlite-wal"
    log.write_bytes(log.read_bytes().rstrip(b"\0"))  # what follows is room for more
    return folder


def read(main: bytes, log: bytes, path: Path) -> Found:
    """What a server finds in these files."""
    path.write_bytes(main)
    Path(f"{path}-wal").write_bytes(log)
    Path(f"{path}-shm").unlink(missing_ok=True)

    async def load() -> Found:
        store = SqliteStore(path)
        found: Found = {}
        try:
            for name in STORED:
                try:
                    stored: Stored | None = await store.load(name)
                    found[name] = [] if stored is None else stored.events
                except Damaged:
                    found[name] = None
        finally:
            await store.close()
        return found

    return asyncio.run(load())


@pytest.fixture
def unreserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """No room is set aside for the log: it would be as long as ever."""
    monkeypatch.setattr(sqlite, "_reserve", lambda path, size: None)


def cuts(data: bytes) -> Iterator[bytes]:
    for size in range(0, len(data), STEP):
        yield data[:size]
    yield data


@pytest.mark.usefixtures("unreserved")
def test_a_log_cut_at_every_512_bytes_costs_its_tail_and_nothing_else(files: Path, tmp_path: Path) -> None:
    main, log = ((files / f"killed.sqlite{name}").read_bytes() for name in ("", "-wal"))
    before = 0
    for number, cut in enumerate(cuts(log)):
        found = read(main, cut, tmp_path / f"{number % 2}.sqlite")
        for name, events in found.items():
            assert events is not None
            assert events == STORED[name][: len(events)]
        counts = [len(events or ()) for events in found.values()]
        assert max(counts) - min(counts) <= 1  # all tables as they were at one moment
        assert sum(counts) >= before
        before = sum(counts)
    assert before == TABLES * MOVES


@pytest.mark.usefixtures("unreserved")
def test_a_database_cut_at_every_512_bytes_is_read_as_it_was_or_reported(files: Path, tmp_path: Path) -> None:
    main = (files / "closed.sqlite").read_bytes()
    check_damage(list(cuts(main))[1:], tmp_path)  # an empty file is a new database
    assert read(main, b"", tmp_path / "whole.sqlite") == STORED


@pytest.mark.usefixtures("unreserved")
def test_a_byte_flipped_in_every_512_is_read_as_it_was_or_reported(files: Path, tmp_path: Path) -> None:
    main = (files / "closed.sqlite").read_bytes()
    flipped = [flip(main, at + at // STEP % STEP) for at in range(0, len(main), STEP)]
    served = check_damage(flipped, tmp_path)
    assert served > 0.9  # of all tables in all these files


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]


def check_damage(variants: list[bytes], folder: Path) -> float:
    """Whatever is read of a table is what was stored; the share of tables that are whole.

    SQLite keeps no checksum of its own pages: a byte in the head of one may hide the events at its end.
    """
    whole = hidden = 0
    for number, data in enumerate(variants):
        try:
            found = read(data, b"", folder / f"{number % 2}.sqlite")
        except (sqlite3.DatabaseError, CannotSave, OSError, SiegeworksError):
            continue  # `serve` refuses to start, and says why
        for name, events in found.items():
            assert events is None or events == STORED[name][: len(events)], (number, name)
            whole += events == STORED[name]
            hidden += events is not None and len(events) < MOVES
    assert hidden <= MOST_HIDDEN * len(variants)
    return whole / (len(variants) * TABLES)
