"""The row by which a table is found: what a server could not write before it died, the next one writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from siegeworks.server.store import Entry, Shelf, Standing, Store, Stored
from tests.server.house import House, ask_store, pair, store_of, wait_for

MOVE_S = 60


@pytest.fixture
def dying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that dies after the first time an event was written, and before its row is."""
    store = store_of(tmp_path)
    real = store.append

    async def append(entry: Entry) -> None:
        if entry.events:
            await real(entry)

    monkeypatch.setattr(store, "append", append)
    return store


def stored(house: House, table: str) -> Stored:
    found = house.call(house.inside.store.load(table))
    assert found is not None
    return found


def shelf(house: House, table: str) -> Shelf:
    found = stored(house, table).shelf
    assert found is not None
    return found


def test_a_clock_whose_row_was_lost_runs_out_though_nobody_looks(tmp_path: Path, dying: Store) -> None:
    with House(tmp_path, store=dying) as house:
        clock = {"kind": "move", "seconds": MOVE_S, "increment": 0}
        _, _, table = pair(house, clock=clock)
        assert shelf(house, table).due is None
    with House(tmp_path) as house:
        wait_for(lambda: shelf(house, table).due)
        before = len(stored(house, table).events)
        house.let_pass(MOVE_S * 1000 + 1)
        wait_for(lambda: len(stored(house, table).events) > before)
        assert stored(house, table).events[before].data["note"]["code"] == "resign-time"


def test_a_finished_table_whose_row_was_lost_counts_as_finished(tmp_path: Path, dying: Store) -> None:
    with House(tmp_path, store=dying) as house:
        ada, _, table = pair(house)
        ada.act(table, "resign", 0)
        assert ada.sync(table)["table"]["over"]
        assert not shelf(house, table).over
    with House(tmp_path) as house:
        wait_for(lambda: shelf(house, table).over)


def test_how_a_table_stood_before_never_replaces_how_it_stands(tmp_path: Path) -> None:
    """Of two processes that have the table one may not have heard of the last move."""
    with House(tmp_path) as house:
        _, _, table = pair(house)
        for standing in (Standing(2, 20, 7, b""), Standing(1, 30, 6, b"")):
            house.call(house.inside.store.note({table: standing}))
        assert ask_store(tmp_path, f"SELECT waiting, changed FROM shelves WHERE table_id = '{table}'") == [(2, 20)]


def test_tables_long_unused_are_not_read_at_a_start(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        _, _, old = pair(house)
        house.let_pass(11 * 60 * 1000)
        _, _, new = pair(house)
    with House(tmp_path) as house:
        wait_for(lambda: house.inside.rooms.get(new))
        assert house.inside.rooms.get(old) is None
