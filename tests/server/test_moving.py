"""`siegeworks move`: all that is stored, from SQLite to PostgreSQL and back, also after a kill in the middle."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from siegeworks.cli import main
from siegeworks.server.store import CannotSave, Claim, Entry, Event, Shelf, Sitting, moving
from siegeworks.server.store.moving import COMMITTED
from siegeworks.server.store.opening import prepare
from siegeworks.server.store.postgres import PostgresStore
from siegeworks.server.store.schema import MOVE, PASSING, TABLES
from siegeworks.server.store.sqlite import SqliteStore
from tests.server.cluster import PASSWORD, Cluster, ask
from tests.server.house import PATIENCE_S, House, Person, Process, free_port, pair, wait_for

SECRET = "swordfish"
LONG, EVENTS = "table-a", 3 * COMMITTED
NAMES = ["Zoë", "ada", "Ada", "a-b", "a_b", "Ab", "\U0001f3f0", "ﬀ"]
"""In the order of bytes they stand otherwise than in a dictionary."""
LOCALE = "SELECT collname FROM pg_collation WHERE collname IN ('en-x-icu', 'en_US.utf8', 'C') ORDER BY 1 DESC LIMIT 1"

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def moved(capsys: pytest.CaptureFixture[str]) -> Said:
    """Runs the command: its exit code, and what it said. No password is ever in it, and a refusal is one sentence."""

    def run(source: str, target: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["move", "--from", source, "--to", target])
        said = capsys.readouterr()
        for secret in (SECRET, PASSWORD):
            assert secret not in said.out + said.err
        assert said.err.count("\n") == (code != 0)
        return code, said.out, said.err

    return run


def filled(folder: Path, events: int = 3) -> str:
    """Rows in every table, and one long table of events; the address of the folder."""

    async def fill() -> None:
        store = SqliteStore(folder / "tables.sqlite")
        for name in (LONG, *NAMES):
            told = [Event(name, seq, seq, seq, "act", {"é": seq}) for seq in range(events if name == LONG else 2)]
            shelf = Shelf(name, "siegestones", "ada", True, 1, False, None)
            seated = [Sitting(name, 0, "ada"), Sitting(name, 1, f"of {name}", name)]
            await store.append(Entry(told, seated, [shelf], [Claim("ada", "origin", "tables", 7)]))
            await store.set_name(f"of {name}", name)
        await store.forget("of ada")
        await store.keep_tick(12345)
        await store.ready()
        await store.close()

    folder.mkdir(exist_ok=True)
    asyncio.run(fill())
    return f"sqlite:{folder}"


def all_rows(place: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored in a folder or at an address, without what was only written to try."""
    found = {}
    for table in {*TABLES} - {*PASSING, "secrets"}:
        if isinstance(place, Path):
            with contextlib.closing(sqlite3.connect(place / "tables.sqlite")) as db:
                found[table] = db.execute(f"SELECT * FROM {table}").fetchall()
        else:
            found[table] = [tuple(row) for row in ask(place, f"SELECT * FROM {table}")]
    found["facts"] = [row for row in found["facts"] if row[0] != "ready"]
    return {table: sorted(rows, key=repr) for table, rows in found.items()}


def has_mark(place: Path | str) -> bool:
    if isinstance(place, Path):
        with contextlib.closing(sqlite3.connect(place / "tables.sqlite")) as db:
            return bool(db.execute(f"SELECT 1 FROM sqlite_master WHERE name = '{MOVE}'").fetchall())
    return bool(ask(place, f"SELECT 1 FROM pg_tables WHERE tablename = '{MOVE}'"))


# There and back


def test_people_play_on_after_a_move_there_and_back(tmp_path: Path, quick_cluster: Cluster, moved: Said) -> None:
    url, home, other = quick_cluster.url(quick_cluster.new()), tmp_path / "home", tmp_path / "other"
    home.mkdir()
    with House(home) as house:
        ada, ben, table = pair(house)
        ada.play(table, 0, "stone d4")
        cookies = ada.cookie, ben.cookie
    code, out, _ = moved(f"sqlite:{home}", url)
    assert code == 0
    events = len(all_rows(home)["events"])
    assert out.startswith(f"Moved 1 table with {events} events, and ")
    assert f"the checksums of all {events} events are right." in out
    assert all_rows(url) == all_rows(home)
    (tmp_path / "new").mkdir()
    with House(tmp_path / "new", store=PostgresStore(url)) as house:
        ada, ben = (Person(house.port, cookie) for cookie in cookies)
        assert ben.play(table, 1, "stone e4")["type"] == "answer"
    assert moved(url, f"sqlite:{other}/tables.sqlite")[0] == 0
    assert all_rows(other) == all_rows(url) != all_rows(home)
    secrets = [(folder / "secret").read_bytes() for folder in (home, other, tmp_path / "new")]
    assert secrets[0] == secrets[1] != secrets[2]
    assert (other / "secret").stat().st_mode & 0o077 == 0
    with House(other) as house:
        ada, ben = (Person(house.port, cookie) for cookie in cookies)
        told = [line["action"] for line in ada.sync(table)["seats"]["0"]["log"]]
        assert told == ["start 0", "stone d4", "stone e4"]
        assert ada.play(table, 0, ada.legal(table)[0])["type"] == "answer"


def test_the_order_of_keys_does_not_depend_on_the_language_of_a_database(
    tmp_path: Path, quick_cluster: Cluster, moved: Said
) -> None:
    url, source = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a")
    asyncio.run(prepare(url))
    locale = ask(url, LOCALE)[0][0]
    for table, name in (("events", "table_id"), ("people", "person"), ("sittings", "person")):
        ask(url, f'ALTER TABLE {table} ALTER COLUMN {name} TYPE TEXT COLLATE "{locale}"')
    for _ in range(2):
        assert moved(source, url)[0] == 0
        assert all_rows(url) == all_rows(tmp_path / "a")
        ask(url, f"CREATE TABLE {MOVE} AS SELECT '{tmp_path.resolve()}/a/tables.sqlite' AS identity, '' AS source")
    assert moved(url, f"sqlite:{tmp_path / 'b'}")[2] == (
        'siegeworks: Not all has been moved into this database yet. Run the same "siegeworks move" again.\n'
    )


# Killed in the middle


@contextlib.contextmanager
def killed_at(source: str, target: str, is_there: Callable[[], object]) -> Iterator[None]:
    """A move that is killed as soon as something is so; meanwhile something holds it up."""
    command = [sys.executable, "-m", "siegeworks", "move", "--from", source, "--to", target]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait_for(lambda: running.poll() is not None or is_there())
        assert running.poll() is None, running.communicate()[0]
        yield
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate(timeout=PATIENCE_S)


def test_a_move_that_was_killed_goes_on_where_it_was(tmp_path: Path, quick_cluster: Cluster, moved: Said) -> None:
    """Somebody who is about to store an event of the second thousand keeps it waiting there."""
    url, source = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a", EVENTS)
    asyncio.run(prepare(url))

    async def hold_up() -> None:
        other = await asyncpg.connect(url)
        transaction = other.transaction()
        await transaction.start()
        values = f"'{LONG}', {2 * COMMITTED}, 0, 0, '', '', ''"
        await other.execute(f"INSERT INTO events VALUES ({values})")
        with killed_at(source, url, lambda: ask(url, "SELECT COUNT(*) FROM events")[0][0]):
            pass
        await transaction.rollback()
        await other.close()

    asyncio.run(hold_up())
    stored = ask(url, "SELECT COUNT(*) FROM events")[0][0]
    assert 0 < stored < EVENTS
    with pytest.raises(CannotSave, match="Not all has been moved"):
        asyncio.run(prepare(url))
    assert "Another move" in moved(filled(tmp_path / "b"), url)[2]
    assert main(["tables", "--database", url]) == 2
    code, out, _ = moved(source, url)
    assert code == 0
    assert f"; {stored:,} of all these rows were there already." in out
    assert all_rows(url) == all_rows(tmp_path / "a")
    assert not has_mark(url)
    asyncio.run(prepare(url))


def test_the_way_back_can_be_killed_too_and_what_changed_meanwhile_is_put_right(
    tmp_path: Path, quick_cluster: Cluster, moved: Said
) -> None:
    url, back = quick_cluster.url(quick_cluster.new()), tmp_path / "back"
    assert moved(filled(tmp_path / "a", EVENTS), url)[0] == 0

    def rows_there() -> int:
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(f"{back}/tables.sqlite")) as db:
            return int(db.execute("SELECT COUNT(*) FROM events").fetchone()[0])
        return 0

    async def hold_up() -> None:
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.execute("LOCK TABLE people")
            with killed_at(url, f"sqlite:{back}", lambda: rows_there() >= EVENTS):
                pass
        await other.close()

    back.mkdir()
    asyncio.run(hold_up())
    assert has_mark(back)
    with pytest.raises(CannotSave, match="Not all has been moved"):
        SqliteStore(back / "tables.sqlite")
    ask(url, "DELETE FROM events WHERE table_id = 'Ab'", "UPDATE sittings SET hidden = 1 WHERE seat = 0")
    assert moved(url, f"sqlite:{back}")[0] == 0
    assert all_rows(back) == all_rows(url)
    assert not has_mark(back)


# What is found out


def test_what_is_not_the_same_afterwards_is_found_and_put_right_by_another_run(
    tmp_path: Path, quick_cluster: Cluster, moved: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, source = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a")
    commit = moving._commit

    async def forgetful(each: moving.Columns, target: Any, put: list[Any], gone: list[Any]) -> int:
        return await commit(each, target, put[:-1] if each.table == "counts" else put, gone)

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_commit", forgetful)
        code, _, err = moved(source, url)
    assert (code, "differ after all, in counts at ('origin', 'tables', 7)" in err) == (2, True)
    assert has_mark(url)
    assert moved(source, url)[0] == 0
    assert all_rows(url) == all_rows(tmp_path / "a")


def test_an_event_that_was_damaged_before_is_copied_as_it_is_and_named(
    tmp_path: Path, quick_cluster: Cluster, moved: Said
) -> None:
    url, source = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a")
    with contextlib.closing(sqlite3.connect(tmp_path / "a" / "tables.sqlite")) as db, db:
        db.execute("UPDATE events SET tick = 99 WHERE table_id = 'Ab'")
    code, out, _ = moved(source, url)
    assert code == 0
    assert "The events of Ab were damaged before." in out
    assert "checksums" not in out
    assert all_rows(url) == all_rows(tmp_path / "a")


# What is refused


def test_games_of_others_are_never_touched(tmp_path: Path, quick_cluster: Cluster, moved: Said) -> None:
    url, one, two = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a"), filled(tmp_path / "b", 5)
    assert moved(one, url)[0] == 0
    before = all_rows(url)
    for source, target in ((two, url), (one, url), (url, two)):
        code, _, err = moved(source, target)
        assert (code, "There are games already in" in err) == (2, True)
    assert all_rows(url) == before
    assert not has_mark(url)


@pytest.mark.parametrize("table", sorted({*TABLES} - {*PASSING, "secrets", "facts"}))
def test_nothing_that_anybody_has_is_taken_for_an_empty_database(tmp_path: Path, moved: Said, table: str) -> None:
    """Whoever only solved puzzles there has no name and no table."""
    source, theirs = filled(tmp_path / "a"), tmp_path / "theirs"
    filled(theirs)
    with contextlib.closing(sqlite3.connect(theirs / "tables.sqlite")) as db:
        for other in {*TABLES} - {"facts", table}:
            db.execute(f"DELETE FROM {other}")
        if not db.execute(f"SELECT 1 FROM {table}").fetchone():
            columns = db.execute(f"PRAGMA table_info({table})").fetchall()
            db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", [1 for _ in columns])
        db.commit()
    before = all_rows(theirs)
    code, _, err = moved(source, f"sqlite:{theirs}")
    assert (code, "There are games already in" in err) == (2, True)
    assert all_rows(theirs) == before


def test_a_database_that_a_server_uses_is_left_alone(tmp_path: Path, quick_cluster: Cluster, moved: Said) -> None:
    used, free = (quick_cluster.url(quick_cluster.new()) for _ in range(2))
    (tmp_path / "one").mkdir()
    filled(tmp_path / "a")
    with House(tmp_path / "one", store=PostgresStore(used)) as house:
        house.person().make("siegestones", "me", "me")
        assert "Stop it first." in moved(used, free)[2]
        assert "Stop it first." in moved(f"sqlite:{tmp_path / 'a'}", used)[2]
        assert main(["tables", "--database", used, "--delete", "any"]) == 2
    serving = Process(tmp_path / "a")
    assert "Stop it first." in moved(f"sqlite:{tmp_path / 'a'}", free)[2]
    serving.stop()
    assert moved(f"sqlite:{tmp_path / 'a'}", free)[0] == 0


def test_every_bad_input_is_one_sentence(
    tmp_path: Path, quick_cluster: Cluster, moved: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIEGEWORKS_DATABASE", raising=False)
    source, name = filled(tmp_path / "a"), quick_cluster.new()
    url = quick_cluster.url_on_loopback(name)
    (tmp_path / "rubbish").mkdir()
    (tmp_path / "rubbish" / "tables.sqlite").write_bytes(b"rubbish" * 100)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "tables.sqlite").touch()
    away = f"postgresql://ada:{SECRET}@127.0.0.1:{free_port()}/games"
    for one, other, says in (
        (f"mysql://ada:{SECRET}@127.0.0.1/games", source, "--from takes sqlite"),
        (source, f"{tmp_path}/other", "--to takes sqlite"),
        (source, "postgres", "SIEGEWORKS_DATABASE names, and it names none"),
        (source, source, "the same database"),
        (quick_cluster.url(name), url, "There are no tables of Siegeworks"),
        (f"sqlite:{tmp_path}/missing", url, "There is no"),
        (f"sqlite:{tmp_path}/rubbish", url, "cannot be used: file is not a database"),
        (f"sqlite:{tmp_path}/empty", url, "no tables of Siegeworks"),
        (source, f"sqlite:{tmp_path}/rubbish", "cannot be used: file is not a database"),
        (source, f"sqlite:{tmp_path}/rubbish/tables.sqlite/deeper", "Not a directory"),
        (source, away, "cannot be reached"),
        (away, source, "cannot be reached"),
        (source, quick_cluster.url_on_loopback(name, password=SECRET), "does not let this user in"),
        (source, f"postgresql://ada:{SECRET}@127.0.0.1:none/games", "not the address of a database"),
    ):
        code, _, err = moved(one, other)
        assert (code, says in err) == (2, True), err
    assert not (tmp_path / "missing").exists()
    monkeypatch.setenv("SIEGEWORKS_DATABASE", url)
    assert moved(source, "postgres")[0] == 0
    assert moved(url, quick_cluster.url(name))[2] == "siegeworks: Both are the same database.\n"


def test_one_move_at_a_time(
    tmp_path: Path, quick_cluster: Cluster, moved: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.server.store.places.WAIT", "10ms")
    url, source = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a")
    move = moving.move

    async def and_another(*given: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr("siegeworks.cli.move.moved_between", move)
            other = await asyncio.to_thread(main, ["move", "--from", filled_other, "--to", url])
        assert other == 2
        return await move(*given)

    filled_other = filled(tmp_path / "b")
    monkeypatch.setattr("siegeworks.cli.move.moved_between", and_another)
    assert main(["move", "--from", source, "--to", url]) == 0
    assert all_rows(url) == all_rows(tmp_path / "a")


def test_a_database_that_dies_in_the_middle_is_one_sentence(
    tmp_path: Path, quick_cluster: Cluster, moved: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, source = quick_cluster.url(quick_cluster.new()), filled(tmp_path / "a")
    commit, cut = moving._commit, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
    ours = "WHERE datname = current_database() AND pid <> pg_backend_pid()"

    async def cut_off(*given: Any) -> int:
        ask(url, f"{cut} {ours}")
        return await commit(*given)

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_commit", cut_off)
        code, _, err = moved(source, url)
    assert code == 2
    assert "cannot be used" in err or "cannot be reached" in err
    assert moved(source, url)[0] == 0


# The list of what is stored


def test_tables_of_a_postgresql_are_listed_and_deleted(
    tmp_path: Path, quick_cluster: Cluster, moved: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    url = quick_cluster.url_on_loopback(quick_cluster.new())
    assert moved(filled(tmp_path / "a"), url)[0] == 0
    assert main(["tables", "--database", url]) == 0
    said = capsys.readouterr().out
    main(["tables", "--data", str(tmp_path / "a")])
    assert sorted(said.splitlines()) == sorted(capsys.readouterr().out.splitlines())
    assert said.startswith(f"{1 + len(NAMES)} tables, 0 records")
    assert main(["tables", "--database", url, "--delete", "nothing"]) == 2
    assert main(["tables", "--database", url, "--delete", "Ab", "ada"]) == 0
    assert {row[0] for row in all_rows(url)["events"]} == {LONG, *NAMES} - {"Ab", "ada"}
    assert os.environ.get("SIEGEWORKS_DATABASE") is None
