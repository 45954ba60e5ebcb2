"""Looking back at a match where several servers share a database: one of them does it, whichever of them stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from siegeworks.server.peers import ANALYSIS, Job
from siegeworks.server.store import CannotSave
from tests.server.house import PATIENCE_S, House, Person, wait_for
from tests.server.several import Servers, deafen, peers_of, same
from tests.server.test_analyses import Gates, analysed, state_of
from tests.server.test_pools import finished


@pytest.fixture
def gates(monkeypatch: pytest.MonkeyPatch) -> Gates:
    return Gates(monkeypatch)


def owner(servers: Servers, table: str) -> str | None:
    """The name of the process that does the analysis of a table."""
    rows = servers.ask(f"SELECT process FROM jobs WHERE table_id = '{table}' AND what = 'analysis'")
    return str(rows[0][0]) if rows and rows[0][0] else None


def until_owned(servers: Servers, table: str, house: House) -> None:
    wait_for(lambda: owner(servers, table) == peers_of(house).name)


def analyses_stored(servers: Servers, table: str) -> int:
    return len(servers.ask(f"SELECT 1 FROM events WHERE table_id = '{table}' AND kind = 'analysed'"))


def begun(servers: Servers, gates: Gates) -> tuple[House, Person, str]:
    """A server at which somebody has asked for an analysis, which has begun there; the table."""
    one = servers.start()
    ada = one.person()
    table = finished(ada)
    assert analysed(ada, table)["state"] == "running"
    gates.until_begun(1)
    return one, ada, table


@contextlib.contextmanager
def paused(servers: Servers, house: House) -> Iterator[None]:
    """A server stands still for longer than others wait for it: it says nothing, and hears nothing of its work."""

    async def silent(*told: object) -> bool:
        raise CannotSave("database-unreadable")

    peers: Any = peers_of(house)
    peers.beat = peers.note = silent
    servers.ask(f"UPDATE processes SET until = 0 WHERE process = '{peers.name}'")
    yield
    del peers.beat, peers.note  # those of its class again


def test_one_under_way_where_a_server_stops_begins_anew_elsewhere(servers: Servers, gates: Gates) -> None:
    """It was thrown away, and nobody was told."""
    one, ada, table = begun(servers, gates)
    two = servers.start()
    one.close()
    until_owned(servers, table, two)
    there = same(ada, two)
    assert state_of(there, table) == "running"
    gates.let_go(1)
    wait_for(lambda: state_of(there, table) == "done")


def test_one_that_another_server_has_taken_meanwhile_is_left_to_it(servers: Servers, gates: Gates) -> None:
    """After a pause the first one took it for called off, and deleted what the other had begun."""
    one, ada, table = begun(servers, gates)
    two = servers.start()
    study = one.room(table).analysing
    assert study is not None
    with paused(servers, one):
        until_owned(servers, table, two)
    wait_for(lambda: study.is_stopped)
    gates.let_go(0)
    wait_for(lambda: one.room(table).analysing is None)
    wait_for(lambda: not peers_of(one)._held)
    assert owner(servers, table) == peers_of(two).name
    assert [state_of(person, table) for person in (ada, same(ada, two))] == ["running"] * 2
    gates.let_go(1)
    wait_for(lambda: state_of(ada, table) == "done")
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs") == [])


def test_one_that_two_servers_finish_is_stored_once(servers: Servers, gates: Gates) -> None:
    one, ada, table = begun(servers, gates)
    two = servers.start()
    there = same(ada, two)
    with paused(servers, one):
        until_owned(servers, table, two)
        one.call(deafen(one))
        gates.let_go(1)
        wait_for(lambda: state_of(there, table) == "done")
        gates.let_go(0)
        wait_for(lambda: one.room(table).analysing is None)
    wait_for(lambda: state_of(ada, table) == "done")
    assert analyses_stored(servers, table) == 1


def test_a_server_that_hears_that_it_is_done_stops(servers: Servers, gates: Gates) -> None:
    one, ada, table = begun(servers, gates)
    there = same(ada, servers.start())
    study = one.room(table).analysing
    assert study is not None
    with paused(servers, one):
        gates.let_go(1)
        wait_for(lambda: state_of(there, table) == "done")
    wait_for(lambda: study.is_stopped)
    gates.let_go(0)


def test_one_called_off_and_asked_for_again_elsewhere_is_not_called_off_with_the_first(
    servers: Servers, gates: Gates
) -> None:
    """The first server deleted what another had begun, as soon as it heard that its own was called off."""
    one, ada, table = begun(servers, gates)
    two = servers.start()
    there = same(ada, two)
    assert there.call("DELETE", f"/tables/{table}/analysis").json()["state"] == "none"
    assert analysed(there, table)["state"] == "running"
    until_owned(servers, table, two)
    gates.let_go(0)
    wait_for(lambda: one.room(table).analysing is None)
    wait_for(lambda: not peers_of(one)._held)
    assert owner(servers, table) == peers_of(two).name
    gates.let_go(1)
    wait_for(lambda: state_of(ada, table) == "done")


def test_one_called_off_elsewhere_can_be_asked_for_again_where_nobody_has_heard_of_that(
    servers: Servers, gates: Gates, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server said that it is under way, and a moment later that it is called off."""
    monkeypatch.setattr("siegeworks.server.analyses.NOTED_S", PATIENCE_S)
    _, ada, table = begun(servers, gates)
    two = servers.start()
    assert same(ada, two).call("DELETE", f"/tables/{table}/analysis").json()["state"] == "none"
    assert analysed(ada, table)["state"] == "running"
    until_owned(servers, table, two)
    assert state_of(ada, table) == "running"
    gates.let_go(0)
    gates.let_go(1)
    wait_for(lambda: state_of(ada, table) == "done")


def test_that_one_failed_is_told_by_all(servers: Servers, gates: Gates) -> None:
    """Only the server that had tried it knew; the others said that nobody had asked."""
    gates.problem = ValueError("unforeseen")
    _, ada, table = begun(servers, gates)
    two = servers.start()
    there = same(ada, two)
    gates.let_go(0)
    for person in (ada, there):
        wait_for(lambda person=person: state_of(person, table) == "failed")
        assert person.get(f"/tables/{table}/analysis")["reason"]["code"] == "bot-failed"
    gates.problem = None
    assert analysed(there, table)["state"] == "running"
    gates.let_go(1)
    for person in (ada, there):
        wait_for(lambda person=person: state_of(person, table) == "done")


def test_one_that_was_done_elsewhere_is_told_where_nobody_has_heard_of_it(servers: Servers, gates: Gates) -> None:
    """Between the commit and its notification a server said that nobody had asked, and the page stopped asking."""
    _, ada, table = begun(servers, gates)
    two = servers.start()
    there = same(ada, two)
    assert state_of(there, table) == "running"
    two.call(deafen(two))
    gates.let_go(0)
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs") == [])
    assert state_of(there, table) == "done"


def test_one_that_is_asked_for_again_after_it_failed_may_fail_as_often_as_at_first(servers: Servers) -> None:
    one = servers.start()
    peers_of(one).places = {}
    servers.ask("INSERT INTO processes VALUES ('other', 'server', 0, 1000000000)")  # one that does nothing by itself
    shared, job = peers_of(one).shared, Job("t", ANALYSIS, 0, 0, "ada", "ada")

    async def main() -> list[object]:
        told = list[object]()
        for _ in range(2):
            told.append(await shared.offer(job, "other", 0))
            for tick in range(2):
                told.append(await shared.put_off(job, "other", 0, 0, 1))
                if tick == 0:
                    await shared.take(ANALYSIS, "other", 1)
            await shared.fail(job, "other", b"{}")
        return told

    assert one.call(asyncio.wait_for(main(), PATIENCE_S)) == 2 * [0, True, False]


def test_only_who_holds_a_job_ends_it_and_anybody_calls_it_off(servers: Servers) -> None:
    one = servers.start()
    peers_of(one).places = {}
    servers.ask("INSERT INTO processes VALUES ('other', 'server', 0, 1000000000)")
    shared, job = peers_of(one).shared, Job("t", ANALYSIS, 0, 0, "ada", "ada")

    async def main() -> list[object]:
        now = 0
        await shared.offer(job, None, now)
        assert await shared.take(ANALYSIS, "other", now) == job._replace(person="")
        await shared.done(job, "mine")
        await shared.put_back(job, "mine")
        await shared.fail(job, "mine", b"{}")
        held = servers.ask("SELECT process FROM jobs")
        await shared.call_off(job)
        return [row[0] for row in held]

    assert one.call(asyncio.wait_for(main(), PATIENCE_S)) == ["other"]
    assert servers.ask("SELECT 1 FROM jobs") == []
