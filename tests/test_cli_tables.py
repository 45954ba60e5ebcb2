"""`siegeworks tables`: what an operator sees of what is stored, and deletes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from siegeworks.cli import main
from siegeworks.cli.serve import locked
from siegeworks.match import Match
from tests.server.house import PROXY, House

RECORD = Match.new("siegestones", 2, seed=1).record()
HOME = "203.0.113.5"


def filled(folder: Path) -> tuple[str, str]:
    """A folder with a table and a record from one address."""
    with House(folder, proxies=PROXY) as house:
        ada = house.person(HOME)
        made = ada.make("siegestones", "me", "me")
        brought = ada.call("POST", "/records", content=RECORD).json()["id"]
        ada.web.close()
    return made["table"]["id"], brought


def test_uploads_are_listed_without_addresses_and_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, brought = filled(tmp_path)
    assert main(["tables", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 tables, 1 records, 0 lessons; ")
    assert table in said
    assert HOME not in said
    main(["tables", "--data", str(tmp_path), "--kind", "record"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [[brought, "record", "siegestones"]]
    assert main(["tables", "--data", str(tmp_path), "--delete", brought]) == 0
    database = sqlite3.connect(tmp_path / "tables.sqlite")
    assert database.execute("SELECT DISTINCT table_id FROM events").fetchall() == [(table,)]
    database.close()


def test_nothing_is_deleted_of_what_is_unknown_or_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, brought = filled(tmp_path)
    assert main(["tables", "--data", str(tmp_path), "--delete", brought, "nothing"]) == 2
    assert "nothing was deleted" in capsys.readouterr().err
    with locked(tmp_path):
        assert main(["tables", "--data", str(tmp_path), "--delete", brought]) == 2
        assert main(["tables", "--data", str(tmp_path)]) == 0
    assert brought in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b"rubbish" * 100, b""])
def test_what_is_no_database_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "tables.sqlite").write_bytes(content)
    assert main(["tables", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
