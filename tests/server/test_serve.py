"""Starting and stopping: what cannot be served says so in one sentence, and a stop is quick and quiet."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from siegeworks.server import guards
from tests.server.house import PATIENCE_S, House, Person, free_port, wait_for
from tests.server.test_durability import MOUNTED, has_small_disks


def refused(folder: Path, *within: str) -> str:
    """What `serve` says of a folder it cannot use. `within`: a command that runs it."""
    command = [*within, sys.executable, "-m", "siegeworks", "serve", "--no-browser", "--cold"]
    command += ["--port", str(free_port()), "--data", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
    return ended.stderr


def test_a_database_that_is_none_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"rubbish" * 1000)
    assert "Tables cannot be kept in" in refused(tmp_path)
    assert (tmp_path / "tables.sqlite").read_bytes() == b"rubbish" * 1000


def test_a_database_of_a_newer_version_is_refused_in_one_sentence(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "tables.sqlite")
    database.execute("PRAGMA user_version = 999")
    database.close()
    assert "newer Siegeworks" in refused(tmp_path)


def test_a_folder_where_nothing_can_be_kept_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    assert "Nothing can be kept in" in refused(tmp_path)


FULL = 'mount -t tmpfs -o size=64k tmpfs "$0" && {} cat /dev/zero > "$0/filler" 2> /dev/null; exec "$@"'
"""Makes a file system with nothing free, and runs a command there."""
SECRET = 'head -c 32 /dev/urandom > "$0/secret";'


@pytest.mark.parametrize(("there", "says"), [("", "Nothing can be kept in"), (SECRET, "Tables cannot be kept in")])
def test_on_a_full_file_system_a_start_is_refused_in_one_sentence(tmp_path: Path, there: str, says: str) -> None:
    if not has_small_disks(tmp_path):
        pytest.skip("no file system may be mounted here")
    told = refused(tmp_path, *MOUNTED[:-1], FULL.format(there), str(tmp_path))
    assert says in told
    assert len(told.strip().splitlines()) == 1


def test_a_stop_ends_those_who_wait_for_news_at_once_and_in_order(tmp_path: Path, caplog: Any) -> None:
    told = []
    with House(tmp_path) as house:
        ada = house.person()
        table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
        seq, other = ada.sync(table)["seq"], Person(house.port, ada.cookie)

        def wait() -> None:
            told.append(other.call("GET", f"/tables/{table}?since={seq}&wait=25"))

        waiting = threading.Thread(target=wait, daemon=True)
        waiting.start()
        wait_for(lambda: house.room(table).changed is not None)
    waiting.join(PATIENCE_S)
    assert told[0].status_code == 200  # it was woken: what is still under way after five seconds ends with 500
    assert told[0].json()["seq"] == seq
    assert caplog.text == ""


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/t/%00", "/a/" + "b" * 5000, "/%ff%fe"])
def test_odd_addresses_are_answered_without_a_fault(house: House, path: str) -> None:
    answer = house.person().web.get(f"http://127.0.0.1:{house.port}{path}")
    assert answer.status_code in (200, 404, 414), answer.text


@pytest.mark.parametrize("origin", ["http://[", "http://]:", "null", "//", "http://[::1"])
def test_odd_origins_are_foreign(house: House, origin: str) -> None:
    answer = house.person().call("PUT", "/me", json={"name": "Ada"}, headers={"origin": origin})
    assert answer.status_code == 403
    scope: Any = {"headers": [(b"origin", origin.encode()), (b"host", b"x")]}
    assert guards.is_foreign(scope, frozenset())


def test_a_table_that_began_from_a_choice_of_its_host_says_so_and_has_no_seal(house: House) -> None:
    ada = house.person()
    fresh = ada.make("siege", "me", "me")["table"]
    assert (fresh["begun_from"], bool(fresh["seed_hash"])) == (None, True)
    board = "..../...../....../......./....../...../...."
    chosen = {"seats": 2, "to_move": 0, "board": board}
    begun = ada.make("siegestones", "me", "open", position=chosen)["table"]
    assert (begun["begun_from"], begun["seed_hash"]) == ("position", None)
    watcher = house.person().sync(begun["id"])["table"]
    assert watcher["begun_from"] == "position"
    text = ada.call("GET", f"/tables/{begun['id']}/record").text
    going_on = ada.make("siegestones", "me", "me", record=text)["table"]
    assert (going_on["begun_from"], going_on["seed_hash"]) == ("record", None)


def test_names_in_a_record_are_inert_text(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    ada.act(table, "resign", 0)
    text = ada.call("GET", f"/tables/{table}/record").text
    lines = [line for line in text.splitlines() if not line.startswith(("Names:", "Check:"))]
    lines.insert(3, 'Names: "<b>Eve</b>\\u202e", "Ben"')
    kept = ada.call("POST", "/records", content="\n".join([*lines, ""]).encode())
    assert kept.status_code == 201, kept.text
    told = ada.get(f"/tables/{kept.json()['id']}/replay")
    assert told["names"] == ["bEve/b", "Ben"]
