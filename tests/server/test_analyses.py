"""Looking back at a match: nothing of it is lost, whatever else goes on, and how far it is is told truly."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from siegeworks.server import analyses, studies
from siegeworks.server.store import Entry, postgres, sqlite
from tests.server.house import PATIENCE_S, House, Kept, Person, ask_store, wait_for
from tests.server.test_pools import finished

AWAY_S = 0.2
"""How soon a store gives up here."""


class Gates:
    """Analyses that wait until they are let go, one by one, in the order in which they began."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._gates: list[threading.Event] = []
        self.problem: Exception | None = None
        """What goes wrong in those that are let go."""
        run, gates = studies.Study.run, self

        def wait(self: studies.Study) -> dict[str, Any]:
            may_go_on = threading.Event()
            gates._gates.append(may_go_on)
            assert may_go_on.wait(PATIENCE_S)
            if gates.problem is not None:
                raise gates.problem
            return run(self)

        monkeypatch.setattr(studies.Study, "run", wait)
        monkeypatch.setattr(analyses, "NOTED_S", 0.05)

    def until_begun(self, number: int) -> None:
        """Until so many have begun."""
        wait_for(lambda: len(self._gates) >= number)

    def let_go(self, number: int) -> None:
        """The first is number 0."""
        self.until_begun(number + 1)
        self._gates[number].set()


def analysed(person: Person, table: str) -> dict[str, Any]:
    """What somebody is told who asks for an analysis."""
    answer = person.call("POST", f"/tables/{table}/analysis")
    assert answer.status_code == 202
    told: dict[str, Any] = answer.json()
    return told


def state_of(person: Person, table: str) -> str:
    return str(person.get(f"/tables/{table}/analysis")["state"])


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody can store an event meanwhile."""
    if Kept.databases is None:
        with contextlib.closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            yield
        return
    with ThreadPoolExecutor(1) as aside, asyncio.Runner() as loop:  # this thread may have a loop that runs

        def do(work: Any) -> Any:
            return aside.submit(loop.run, work).result()

        async def connected(url: str) -> Any:
            return await asyncpg.connect(url)

        database = do(connected(Kept.databases.of(folder)))
        do(database.execute("BEGIN; LOCK TABLE events IN EXCLUSIVE MODE"))
        try:
            yield
        finally:
            do(database.close())


def test_what_was_found_while_nothing_can_be_stored_is_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half an hour of thinking was thrown away, and the page said that nobody had asked."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", AWAY_S)
    monkeypatch.setattr(postgres, "ANSWER_S", AWAY_S)
    monkeypatch.setattr(analyses, "RETRY_S", AWAY_S)
    gates, refused = Gates(monkeypatch), list[Exception]()
    with House(tmp_path) as house:
        ada = house.person()
        table, append = finished(ada), house.inside.store.append

        async def noted(entry: Entry) -> None:
            try:
                await append(entry)
            except Exception as problem:
                refused.append(problem)
                raise

        assert analysed(ada, table)["state"] == "running"
        monkeypatch.setattr(house.inside.store, "append", noted)
        with locked(tmp_path):
            gates.let_go(0)
            wait_for(lambda: len(refused) > 1)
            assert house.room(table).table.analysis is None
        wait_for(lambda: state_of(ada, table) == "done")
    assert ask_store(tmp_path, "SELECT COUNT(*) FROM events WHERE kind = 'analysed'")[0][0] == 1


def test_one_that_failed_says_why_until_it_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = Gates(monkeypatch)
    with House(tmp_path) as house:
        ada = house.person()
        table, gates.problem = finished(ada), ValueError("unforeseen")
        analysed(ada, table)
        gates.let_go(0)
        wait_for(lambda: state_of(ada, table) == "failed")
        told = ada.get(f"/tables/{table}/analysis")
        assert (told["reason"]["code"], told["place"]) == ("bot-failed", 0)
        gates.problem = None
        assert analysed(ada, table)["state"] == "running"
        gates.let_go(1)
        wait_for(lambda: state_of(ada, table) == "done")


def test_one_that_is_called_off_and_asked_for_again_at_once_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the first one has ended; that it ends early is no failure of anything."""
    gates = Gates(monkeypatch)
    with House(tmp_path) as house:
        ada = house.person()
        table = finished(ada)
        analysed(ada, table)
        gates.until_begun(1)
        assert ada.call("DELETE", f"/tables/{table}/analysis").json()["state"] == "none"
        assert analysed(ada, table)["state"] == "running"
        gates.let_go(0)
        gates.let_go(1)
        wait_for(lambda: state_of(ada, table) == "done")
    assert caplog.records == []
