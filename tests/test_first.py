"""How soon bots answer is measured by command; here only that the commands tell it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.cli import first, main
from siegeworks.core.jit import IS_PLAIN


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
    told = "SiegeStones: first move of level3 cold 0.0 s (machine code after 2.0 s), warm 0.0 s; CPU time "
    assert told in capsys.readouterr().out


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_the_first_move_of_a_new_machine_is_plain_pythons(tmp_path: Path) -> None:
    """Machine code is there only afterwards, and the next process finds it."""
    program = first.FIRST_MOVE.replace("if making", "print(is_awaited(game.rules.STATE))\nif making")
    program = f"from siegeworks.compiling.awaiting import is_awaited\n{program}"
    told = []
    for _ in range(2):
        command = [sys.executable, "-c", program, "siegestones", "level1"]
        environment = {**os.environ, "SIEGEWORKS_CACHE": str(tmp_path)}
        told.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split())
    assert [words[1] for words in told] == ["True", "False"]
    assert {path.name for path in tmp_path.glob("*/*.ready")} == {"siegestones.ready", "siegestones-search.ready"}
