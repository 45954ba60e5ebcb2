"""One server for the tests that need nothing special of it, and a PostgreSQL for those that run on both stores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from siegeworks.server import guards, live
from siegeworks.server.store.postgres import PostgresStore
from tests.server.cluster import QUICK, Cluster, Databases, cluster
from tests.server.house import STARTED, VISITORS, House, Kept, Time
from tests.server.several import Servers

ON_BOTH = {
    "test_absence",
    "test_acts",
    "test_analyses",
    "test_asgi",
    "test_boards",
    "test_canaries",
    "test_channel",
    "test_clocks",
    "test_coach",
    "test_connections",
    "test_devices",
    "test_durability",
    "test_forget",
    "test_guards",
    "test_hints",
    "test_hooks",
    "test_lists",
    "test_live",
    "test_metrics",
    "test_notices",
    "test_page",
    "test_pools",
    "test_protocol",
    "test_puzzles",
    "test_quotas",
    "test_reading",
    "test_retries",
    "test_room",
    "test_schema",
    "test_secrets",
    "test_serve",
    "test_sharing",
    "test_shelves",
    "test_study_service",
    "test_survival",
    "test_tables",
    "test_talk",
    "test_timing",
    "test_turns",
    "test_upgrades",
}
NOT_ON_BOTH = {
    "test_bench": "the benchmarks start servers of their own, on files; `benchmarks/processes.py` has PostgreSQL",
    "test_damage": "about the bytes of SQLite's files; rows that were changed are in test_survival, on both",
    "test_doctor": "names the store in each test",
    "test_document": "no table is stored",
    "test_eyes": "views of studies alone, without a server",
    "test_history": "several servers, which need PostgreSQL; the checker itself stores nothing",
    "test_moving": "from one store to the other",
    "test_noticing": "several servers, which need PostgreSQL",
    "test_notify": "a command that stores nothing",
    "test_opening": "about databases of PostgreSQL that cannot be used; test_serve has files",
    "test_postgres": "about PostgreSQL",
    "test_processes": "several servers, which need PostgreSQL",
    "test_shared_analyses": "several servers, which need PostgreSQL",
    "test_sockets": "frames alone, without a server",
    "test_starting": "a PostgreSQL that is away; test_serve has files",
    "test_stores": "starts no server",
    "test_warm": "compiling alone, without a server",
    "test_work": "the queue alone, with a stand-in for tables",
    "test_workers": "several processes, which need PostgreSQL",
}
"""The other modules, and why."""
SERVED = {"house", "tmp_path"}


@pytest.fixture(scope="session")
def quick_cluster() -> Iterator[Cluster]:
    with cluster(QUICK) as found:
        yield found


@pytest.fixture(scope="session")
def databases(quick_cluster: Cluster) -> Databases:
    return Databases(quick_cluster)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of these modules that start a server run twice: tables are kept in files, and in databases."""
    is_theirs = metafunc.module.__name__.rpartition(".")[2] in ON_BOTH
    is_about_files = metafunc.definition.get_closest_marker("sqlite") is not None
    if is_theirs and not is_about_files and SERVED.intersection(metafunc.fixturenames):
        metafunc.parametrize("either_store", ["sqlite", "postgres"], indirect=True, scope="session")


@pytest.fixture
def servers(databases: Databases, tmp_path: Path) -> Iterator[Servers]:
    found = Servers(tmp_path, databases.new())
    yield found
    found.close()


@pytest.fixture(scope="session")
def either_store(request: pytest.FixtureRequest) -> Databases | None:
    """Where servers keep their tables: None for files."""
    is_there = getattr(request, "param", "sqlite") == "postgres"
    found: Databases | None = request.getfixturevalue("databases") if is_there else None
    return found


@pytest.fixture(autouse=True)
def closing_time(either_store: Databases | None) -> Iterator[None]:
    Kept.databases = either_store
    yield
    while VISITORS:
        VISITORS.pop().web.close()
    while STARTED:
        server = STARTED.pop()
        if server.process.poll() is None:
            server.kill()
    Kept.databases = None


@pytest.fixture
def unforgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for what counts the requests of an address and the messages of a socket from now on."""
    still = Time()
    monkeypatch.setattr(guards, "Buckets", partial(guards.Buckets, clock=still))
    monkeypatch.setattr(live, "Bucket", partial(guards.Bucket, clock=still))


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, either_store: Databases | None) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with House(folder, store=PostgresStore(either_store.new()) if either_store else None) as found:
        yield found
