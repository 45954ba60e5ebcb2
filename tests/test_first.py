"""How soon bots answer is measured by command; here only that the commands tell it."""

from __future__ import annotations

import re

import pytest

from siegeworks.cli import first, main


def test_bench_stops_tells_how_late_thinking_ends(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first, "DECISIONS", 3)
    monkeypatch.setattr(first, "THINKING", 0.01)
    assert main(["bench", "stops", "--game", "siegestones"]) == 0
    told = capsys.readouterr().out
    assert "10 ms" in told
    late = [float(found) for found in re.findall(r"([+-][\d.]+) ms", told)]
    assert len(late) == 2
    assert late[0] <= late[1] < 1_000


def test_bench_first_asks_new_processes(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first, "FIRST_MOVE", "import os; print(len(os.listdir(os.environ['SIEGEWORKS_CACHE'])), 2)")
    assert main(["bench", "first", "--game", "siegestones"]) == 0
    assert (
        "SiegeStones: first move of level3 cold 0.0 s (2.0 s of CPU), warm 0.0 s (2.0 s of CPU)"
        in capsys.readouterr().out
    )
