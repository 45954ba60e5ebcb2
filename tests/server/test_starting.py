"""Processes that start while their database is away wait for it; what cannot start at all says so by its exit code."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from siegeworks.server.store.opening import DONE
from tests.server.cluster import Cluster, cluster
from tests.server.house import PATIENCE_S, Process, wait_for
from tests.server.workers import children

WAITS = "waiting for the database"


@pytest.fixture
def mortal() -> Iterator[Cluster]:
    with cluster({}) as found:
        yield found


def workers_of(server: Process) -> set[int]:
    found: set[int] = wait_for(lambda: found if len(found := children(server.process.pid)) == 2 else None)
    return found


def without_a_database(server: Process, database: Cluster) -> None:
    """The database is away, and so is one worker; another one has been started in its place."""
    first = workers_of(server)
    database.end(signal.SIGINT)
    os.kill(min(first), signal.SIGKILL)
    wait_for(lambda: says_that_it_waits(server))


def says_that_it_waits(server: Process) -> bool:
    assert server.process.poll() is None, server.said
    return WAITS in server.said


@pytest.mark.slow
def test_a_worker_that_starts_while_the_database_is_away_waits_for_it(tmp_path: Path, mortal: Cluster) -> None:
    name = mortal.new()
    server = Process(tmp_path, "--database", mortal.url(name), "--workers", "2")
    before = workers_of(server)
    without_a_database(server, mortal)
    mortal.start()
    wait_for(lambda: len({row[0] for row in mortal.ask(name, "SELECT process FROM processes")}) >= 2)
    assert len(workers_of(server) - before) == 1
    wait_for(server.is_up)
    assert httpx.get(f"http://127.0.0.1:{server.port}/api/health", timeout=PATIENCE_S).status_code == 200
    assert server.said.count(WAITS) == 1
    server.stop()
    assert server.process.poll() == 0


@pytest.mark.slow
def test_who_waits_for_the_database_ends_when_told_to(tmp_path: Path, mortal: Cluster) -> None:
    server = Process(tmp_path, "--database", mortal.url(mortal.new()), "--workers", "2")
    without_a_database(server, mortal)
    server.process.send_signal(signal.SIGHUP)  # its processes are replaced, which cannot end without the database
    wait_for(lambda: server.said.count(WAITS) == 2)
    server.stop()
    assert server.process.poll() == 0
    for word in ("Traceback", "was not ready in time"):
        assert word not in server.said


@pytest.mark.slow
def test_workers_that_cannot_start_end_the_server_with_an_error(tmp_path: Path, mortal: Cluster) -> None:
    """So that systemd and the like start it again, or say that it has failed."""
    name = mortal.new()
    server = Process(tmp_path, "--database", mortal.url(name), "--workers", "2")
    first = workers_of(server)
    mortal.ask(name, f"UPDATE {DONE} SET version = 999")
    os.kill(min(first), signal.SIGKILL)
    assert server.process.wait(PATIENCE_S) == 1
