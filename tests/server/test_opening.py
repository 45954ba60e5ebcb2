"""Databases that cannot be used: `serve` says so in one sentence, with an exit code, and never prints a password."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from siegeworks.cli import main
from siegeworks.server.store.opening import DONE, prepare, shown
from tests.server.cluster import OWNER, PASSWORD, Cluster
from tests.server.house import free_port

SECRET = "swordfish"
Refused = Callable[..., str]


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Refused:
    """What `serve` says of a database."""

    def say(*given: str) -> str:
        arguments = ["serve", "--no-browser", "--cold", "--port", str(free_port()), "--data", str(tmp_path)]
        assert main([*arguments, *given]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert len(said.err.strip().splitlines()) == 1
        for word in (SECRET, PASSWORD, "Traceback"):
            assert word not in said.err
            assert word not in caplog.text
        return said.err

    return say


def test_where_nobody_listens_it_is_unreachable(refused) -> None:
    said = refused("--database", f"postgresql://ada:{SECRET}@127.0.0.1:{free_port()}/games")
    assert "postgresql://ada@127.0.0.1" in said
    assert said.endswith("cannot be reached: Connection refused.\n")


def test_the_variable_is_read_where_no_address_is_given(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIEGEWORKS_DATABASE", f"postgresql://ada:{SECRET}@127.0.0.1:{free_port()}/games")
    assert "postgresql://ada@127.0.0.1" in refused()


def test_a_wrong_password_and_an_unknown_user_are_not_let_in(refused: Refused, quick_cluster: Cluster) -> None:
    for user in (OWNER, "nobody"):
        assert "does not let this user in" in refused(
            "--database", quick_cluster.url_on_loopback("postgres", user, SECRET)
        )


def test_a_database_that_is_not_there_has_to_be_created(refused: Refused, quick_cluster: Cluster) -> None:
    assert "There is no database" in refused("--database", quick_cluster.url_on_loopback("atlantis"))


def test_what_the_user_may_not_do_is_named(refused: Refused, quick_cluster: Cluster) -> None:
    name = quick_cluster.new()
    quick_cluster.ask(
        name, f"CREATE ROLE guest LOGIN PASSWORD '{SECRET}'", "REVOKE CREATE ON SCHEMA public FROM public"
    )
    url = quick_cluster.url_on_loopback(name, "guest", SECRET)
    assert "lacks a privilege" in refused("--database", url)
    asyncio.run(prepare(quick_cluster.url(name)))
    grants = (
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest; REVOKE ALL ON {DONE} FROM guest"
    )
    quick_cluster.ask(name, *grants.split(";"))
    assert "lacks a privilege" in refused("--database", url)
    quick_cluster.ask(name, f"GRANT SELECT ON {DONE} TO guest", "REVOKE DELETE ON events FROM guest")
    assert "lacks a privilege: DELETE on events." in refused("--database", url)
    quick_cluster.ask(name, "GRANT DELETE ON events TO guest")
    asyncio.run(prepare(url))


@pytest.mark.parametrize("table", ["events", "people", DONE])
def test_tables_of_another_program_are_left_alone(refused: Refused, quick_cluster: Cluster, table: str) -> None:
    name = quick_cluster.new()
    quick_cluster.ask(name, f"CREATE TABLE {table} (theirs TEXT)", f"INSERT INTO {table} VALUES ('precious')")
    assert "tables of another program" in refused("--database", quick_cluster.url_on_loopback(name))
    assert quick_cluster.ask(name, f"SELECT * FROM {table}") == [("precious",)]
    assert quick_cluster.ask(name, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'") == [(1,)]


def test_one_whose_user_may_not_connect_is_told_in_one_sentence(refused: Refused, quick_cluster: Cluster) -> None:
    name = quick_cluster.new()
    quick_cluster.ask(
        name, f"CREATE ROLE stranger LOGIN PASSWORD '{SECRET}'", f"REVOKE CONNECT ON DATABASE {name} FROM public"
    )
    said = refused("--database", quick_cluster.url_on_loopback(name, "stranger", SECRET))
    assert said.endswith(f'lacks a privilege: permission denied for database "{name}".\n')


def test_one_that_takes_no_changes_is_refused_though_its_tables_are_ours(
    refused: Refused, quick_cluster: Cluster
) -> None:
    name = quick_cluster.new()
    asyncio.run(prepare(quick_cluster.url(name)))
    url = f"{quick_cluster.url_on_loopback(name)}?default_transaction_read_only=on"
    assert "takes no changes" in refused("--database", url)


def test_one_that_lacks_letters_is_refused(refused: Refused, quick_cluster: Cluster) -> None:
    quick_cluster.ask("postgres", "CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0")
    assert "stores text as LATIN1" in refused("--database", quick_cluster.url_on_loopback("latin"))
    assert quick_cluster.ask("latin", "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_a_setting_that_cannot_be_is_named(
    refused: Refused, quick_cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    url = quick_cluster.url_on_loopback("postgres")
    assert "sslmode" in refused("--database", f"{url}?sslmode=perhaps")
    assert f'"{tmp_path}/.postgresql/root.crt" does not exist' in refused("--database", f"{url}?sslmode=verify-full")
    assert "no_such_setting" in refused("--database", f"{url}?no_such_setting=1")


def test_a_database_of_a_newer_version_is_refused(refused: Refused, quick_cluster: Cluster) -> None:
    name = quick_cluster.new()
    asyncio.run(prepare(quick_cluster.url(name)))
    quick_cluster.ask(name, f"UPDATE {DONE} SET version = 999")
    assert "newer Siegeworks" in refused("--database", quick_cluster.url_on_loopback(name))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables.sqlite",
        f"mysql://ada:{SECRET}@host/games",
        f"postgresql://ada:1{SECRET[:1]}/{SECRET}@host/games",
        f"postgresql://ada:12#{SECRET}@host/games",
        f"postgresql://ada:12?{SECRET}@host/games",
        f"postgresql://ada:{SECRET}@host:port/games",
        f"postgresql://ada:{SECRET}@127.0.0.1:99999/games",
        f"postgresql://ada:{SECRET}@127.0.0.1:-1/games",
        f"postgresql://ada:{SECRET}@[host/games",
    ],
)
def test_an_address_that_is_none_is_not_repeated(refused: Refused, url: str) -> None:
    said = refused("--database", url)
    assert "not the address of a database" in said
    assert "games" not in said


def test_without_its_package_it_says_what_to_install(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("opening", "postgres"):
        monkeypatch.delitem(sys.modules, f"siegeworks.server.store.{module}")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert 'pip install "siegeworks[postgres]"' in refused("--database", "postgresql:///games")


def test_an_address_is_shown_without_password_and_settings() -> None:
    assert shown(f"postgresql://ada:{SECRET}@a:1,b:2/games?sslmode=require") == "postgresql://ada@a:1,b:2/games"
    assert shown("postgres:///games?host=/run/postgresql") == "postgres:///games"
