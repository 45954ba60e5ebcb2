"""Nothing that anybody was told is lost: servers that are killed, stopped and starved, and disks that fail."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.forking import SYNCS
from tests.server.house import Forker, Person, Process, free_port, pair, wait_for
from tests.server.load import Load

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")
DRAIN_S = 5.0


@pytest.fixture(scope="module")
def forker() -> Iterator[Forker]:
    found = Forker()
    yield found
    found.close()


@pytest.mark.slow
def test_killed_twenty_times_under_load_nothing_is_lost_that_anybody_was_told(tmp_path: Path, forker: Forker) -> None:
    """Neither what was answered, nor what an opponent saw; `python -m tests.server.long` plays longer."""
    load = Load(tmp_path, 4, forker)
    try:
        for _ in range(20):
            load.play_and_kill(moves=20)
        assert load.check() >= 400
        assert sum(map(len, load.told.values())) > 400
    finally:
        load.close()


def test_told_to_stop_under_load_a_server_ends_in_five_seconds_and_loses_nothing(
    tmp_path: Path, forker: Forker
) -> None:
    def stop(server: Process) -> None:
        server.stop_within(DRAIN_S)
        assert not (tmp_path / "tables.sqlite-wal").exists()  # the database was closed in order
        assert "Traceback" not in server.said

    load = Load(tmp_path, 4, forker)
    try:
        for _ in range(3):
            load.play_and_kill(20, stop)
        load.check()
    finally:
        load.close()


def test_killed_between_storing_and_telling_a_move_is_delivered_once_on_return(tmp_path: Path, forker: Forker) -> None:
    port = free_port()
    server = Process(tmp_path, port=port, forker=forker)
    ada, ben, table = pair(server)
    seq = ben.sync(table)["seq"]
    server.kill()
    server = Process(tmp_path, port=port, forker=forker, fault="silent")
    act: dict[str, Any] = {"type": "play", "seat": 0, "action": "stone d4", "seq": seq, "action_id": "once"}
    with ada.sit_down(table) as here, ben.sit_down(table) as there:
        here.send(**act)
        wait_for(lambda: server.process.poll() is not None)
        heard = [*messages(here), *messages(there)]
    assert [told for told in heard if told["seq"] > seq or told["type"] == "answer"] == []
    server = Process(tmp_path, port=port, forker=forker)
    with ben.sit_down(table, since=seq) as there, ada.sit_down(table, since=seq) as here:
        assert [line["action"] for line in there.hear("sync")["seats"]["1"]["log"]] == ["stone d4"]
        assert here.ask(**act)["seq"] == seq + 1
        assert there.ask(type="ping")["type"] == "pong"
        assert there.last["seq"] == ben.sync(table)["seq"] == seq + 1
    server.stop()


def messages(socket: Any) -> list[dict[str, Any]]:
    """What had come over a socket before it was closed."""
    found = []
    with contextlib.suppress(Exception):
        while True:
            found.append(socket.hear())
    return found


# Disks that are full, or fail


def refusals(person: Person, table: str) -> dict[str, Any]:
    """Records are brought, and moves made and taken back, until the server can store no more; what it says then."""
    for _ in range(2000):
        answer = person.call("POST", "/records", content=RECORD)
        if answer.status_code != 201:
            break
    for _ in range(2000):
        said = person.play(table, 0, "stone d4")
        if said["type"] == "answer":
            said = person.act(table, "offer", 0, what="undo")
        if said["type"] == "refused":
            return said
    raise AssertionError("the disk was never full")


RECORD = b"Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n\nchance start 0\n" + b"# filler\n" * 5000


def check_full_disk(server: Process, make_room: Any) -> None:
    """Refused with a code while the disk is full, read meanwhile, and stored again once there is room."""
    ada = server.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    other = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    said = refusals(ada, table)
    assert said["code"] == "not_saved"
    assert "disk is full" in said["reason"]
    before = ada.sync(table)
    assert ada.call("POST", "/tables", json={"game": "siegestones", "seats": [{"kind": "me"}] * 2}).status_code == 503
    assert ada.call("GET", "/ready").status_code == 503
    assert ada.sync(other)["table"]["waiting"] == [0]
    assert ada.call("GET", f"/tables/{other}/record").status_code == 200
    with ada.sit_down(table) as here:
        assert here.hear("sync")["seq"] == before["seq"]
        make_room()
        wait_for(lambda: ada.call("GET", "/ready").status_code == 200)
        seat = before["table"]["waiting"][0]
        assert here.ask(type="play", seat=seat, action="stone e5", seq=before["seq"])["type"] == "answer"
    assert ada.sync(table)["seq"] == before["seq"] + 1
    assert "Traceback" not in server.said


@pytest.mark.sqlite
def test_where_files_may_not_grow_moves_are_refused_until_they_may(tmp_path: Path, forker: Forker) -> None:
    """The kernel's limit for a process: it works everywhere, and writing fails as on a full disk."""
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of another process cannot be changed here")
    server = Process(tmp_path, forker=forker)
    pid, most = server.process.pid, resource.RLIM_INFINITY
    log = max((tmp_path / name).stat().st_size for name in ("tables.sqlite", "tables.sqlite-wal", "log"))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (min(log, 500_000), most))
    check_full_disk(server, lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most)))
    server.stop()


def has_small_disks(folder: Path) -> bool:
    """Whether a file system of a few megabytes can be mounted, in a namespace of our own."""
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*MOUNTED, str(folder), "true"], capture_output=True).returncode == 0


MOUNTED = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
MOUNTED.append('mount -t tmpfs -o size=3m tmpfs "$0" && exec "$@"')


@pytest.mark.sqlite
def test_on_a_full_file_system_moves_are_refused_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if not has_small_disks(disk):
        pytest.skip("no file system may be mounted here")
    server = Process(disk, within=[*MOUNTED, str(disk)])
    inside = Path(f"/proc/{server.process.pid}/root{disk}")
    filler = inside / "filler"
    filler.write_bytes(b"x" * 1_000_000)
    check_full_disk(server, filler.unlink)
    server.stop()


@pytest.mark.sqlite
def test_where_syncing_fails_moves_are_refused_and_what_was_told_is_there_after_a_restart(
    tmp_path: Path, forker: Forker
) -> None:
    if platform.system() != "Linux" or platform.machine() not in SYNCS:
        pytest.skip("system calls cannot be made to fail here")
    port = free_port()
    server = Process(tmp_path, port=port, forker=forker, fault="unsynced")
    ada, _, table = pair(server)
    assert ada.play(table, 0, "stone d4")["type"] == "answer"
    before = ada.sync(table)
    server.process.send_signal(signal.SIGUSR1)
    wait_for(lambda: "syncs fail" in server.said or "no filter" in server.said)
    if "no filter" in server.said:
        server.kill()
        pytest.skip("system calls cannot be made to fail here")
    for _ in range(3):
        refused = ada.act(table, "offer", 0, what="undo")
        assert refused["code"] == "not_saved"
    assert ada.call("GET", "/ready").status_code == 503
    assert ada.sync(table) == before
    server.kill()
    server = Process(tmp_path, port=port, forker=forker)
    told = ada.sync(table)
    assert [line["action"] for line in told["seats"]["0"]["log"]][:2] == ["start 0", "stone d4"]
    assert ada.play(table, 0, "stone e5")["code"] in ("not_your_turn", "illegal")
    server.stop()
