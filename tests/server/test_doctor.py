"""`siegeworks doctor`: each thing that can be wrong with a server's folder or database is a line, and an exit code."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from siegeworks.cli import doctor, main
from siegeworks.server.store.opening import prepare
from siegeworks.server.store.postgres import PostgresStore
from siegeworks.server.store.schema import MIGRATIONS, MOVE
from tests.server.cluster import PASSWORD, Cluster
from tests.server.house import House, free_port, pair

SECRET = "swordfish"
Findings = dict[str, tuple[bool, str]]
Examined = Callable[..., Findings]


@pytest.fixture
def examined(capsys: pytest.CaptureFixture[str]) -> Examined:
    """What the doctor finds: for each thing whether it is well, and the words."""

    def look(folder: Path, *given: str) -> Findings:
        code = main(["doctor", "--data", str(folder), *given])
        said = capsys.readouterr()
        assert said.err == ""
        assert SECRET not in said.out
        assert PASSWORD not in said.out
        lines = [line.split(None, 2) for line in said.out.splitlines()]
        found = {what: (verdict == "ok", words) for verdict, what, words in lines}
        assert code == (0 if all(is_well for is_well, _ in found.values()) else 1)
        return found

    return look


def bad(found: Findings) -> dict[str, str]:
    return {what: words for what, (is_well, words) in found.items() if not is_well}


def change(folder: Path, script: str) -> None:
    database = sqlite3.connect(folder / "tables.sqlite", isolation_level=None)
    database.executescript(script)
    database.close()


def test_before_the_first_start_nothing_is_wrong(tmp_path: Path, examined: Examined) -> None:
    assert bad(examined(tmp_path)) == {}
    assert "which the first start makes" in examined(tmp_path / "later")["disk"][1]
    assert not (tmp_path / "later").exists()


def test_a_server_that_runs_and_one_that_has_stopped_are_well(tmp_path: Path, examined: Examined) -> None:
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        ada.play(table, 0, "stone d4")
        found = examined(tmp_path)
        assert bad(found) == {}
        assert found["migrations"][1] == f"version {len(MIGRATIONS)}, all done"
        assert "s old" in found["clock"][1]
        assert "a commit takes" in found["lag"][1]
        assert ben.play(table, 1, "stone e4")["type"] == "answer"  # nobody was locked out
    assert bad(examined(tmp_path)) == {}


def test_what_is_wrong_with_a_folder_is_named(tmp_path: Path, examined: Examined) -> None:
    with House(tmp_path) as house:
        pair(house)
    ahead = int(time.time() * 1000) + 3_600_000
    change(tmp_path, f"UPDATE events SET at = {ahead} WHERE seq = 0")
    os.chmod(tmp_path / "secret", 0o644)
    found = bad(examined(tmp_path))
    assert set(found) == {"clock", "secret"}
    assert "s in the future" in found["clock"]
    os.chmod(tmp_path / "secret", 0o600)
    change(tmp_path, f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    assert list(bad(examined(tmp_path))) == ["migrations"]
    for path in tmp_path.glob("tables.sqlite*"):
        path.write_bytes(b"no database at all" * 100)
    assert list(bad(examined(tmp_path))) == ["database"]


def test_an_older_database_has_migrations_to_come(tmp_path: Path, examined: Examined) -> None:
    change(tmp_path, MIGRATIONS[0] + "; PRAGMA user_version = 1")
    assert examined(tmp_path)["migrations"] == (True, f"{len(MIGRATIONS) - 1} to come with the next start")


def test_a_postgresql_that_is_new_away_or_none(tmp_path: Path, examined: Examined, quick_cluster: Cluster) -> None:
    found = examined(tmp_path, "--database", quick_cluster.url_on_loopback(quick_cluster.new()))
    assert bad(found) == {}
    assert "PostgreSQL" in found["database"][1]
    assert "to come" in found["migrations"][1]
    away = examined(tmp_path, "--database", f"postgresql://ada:{SECRET}@127.0.0.1:{free_port()}/games")
    assert "cannot be reached" in bad(away)["database"]
    wrong = examined(tmp_path, "--database", f"mysql://ada:{SECRET}@127.0.0.1/games")
    assert "not the address of a database" in bad(wrong)["database"]


def test_what_would_stop_a_server_is_found_and_nothing_is_changed(
    tmp_path: Path, examined: Examined, quick_cluster: Cluster
) -> None:
    name = quick_cluster.new()
    quick_cluster.ask(
        name, f"CREATE ROLE visitor LOGIN PASSWORD '{SECRET}'", "REVOKE CREATE ON SCHEMA public FROM public"
    )
    given = "--database", quick_cluster.url_on_loopback(name, "visitor", SECRET)
    assert "lacks a privilege" in bad(examined(tmp_path, *given))["database"]
    owner = "--database", quick_cluster.url_on_loopback(name)
    assert bad(examined(tmp_path, *owner)) == {}
    assert quick_cluster.ask(name, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]
    asyncio.run(prepare(quick_cluster.url(name)))
    quick_cluster.ask(name, "GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO visitor")
    assert "DELETE on events" in bad(examined(tmp_path, *given))["database"]
    quick_cluster.ask(name, f"CREATE TABLE {MOVE} (source TEXT)")
    assert "Not all has been moved" in bad(examined(tmp_path, *owner))["database"]
    theirs = quick_cluster.new()
    quick_cluster.ask(theirs, "CREATE TABLE events (theirs TEXT)")
    found = bad(examined(tmp_path, "--database", quick_cluster.url_on_loopback(theirs)))
    assert "tables of another program" in found["database"]


def test_files_that_are_not_all_moved_are_no_database_yet(tmp_path: Path, examined: Examined) -> None:
    change(tmp_path, f"{';'.join(MIGRATIONS)}; PRAGMA user_version = {len(MIGRATIONS)}; CREATE TABLE {MOVE} (source)")
    assert "Not all has been moved" in bad(examined(tmp_path))["database"]


def test_the_clock_and_lag_of_a_postgresql_in_use(tmp_path: Path, examined: Examined, quick_cluster: Cluster) -> None:
    url = quick_cluster.url(quick_cluster.new())
    with House(tmp_path, store=PostgresStore(url)) as house:
        ada, _, table = pair(house)
        ada.play(table, 0, "stone d4")
        found = examined(tmp_path, "--database", url)
    assert bad(found) == {}
    assert "s old" in found["clock"][1]
    assert "a commit takes" in found["lag"][1]
    assert "a notification takes" in found["notify"][1]
    assert "the database's" in found["drift"][1]


def test_a_clock_that_is_wrong_and_notifications_that_get_lost(
    tmp_path: Path, examined: Examined, quick_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = quick_cluster.url(quick_cluster.new())
    with House(tmp_path, store=PostgresStore(url)) as house:
        pair(house)
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() - 7.0)
    monkeypatch.setattr(doctor, "CHANNEL", "siegeworks_Doctor")  # NOTIFY spells it in small letters
    monkeypatch.setattr(doctor, "HEARD_S", 0.5)
    found = bad(examined(tmp_path, "--database", url))
    assert set(found) == {"drift", "notify"}
    assert "behind the database's" in found["drift"]
    assert "has not come within" in found["notify"]
