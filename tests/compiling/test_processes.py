"""Other processes compile a game while this one plays it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from siegeworks import GAMES, Match
from siegeworks.cli import common, main, play
from siegeworks.compiling import processes, ready
from siegeworks.compiling.awaiting import is_awaited, use_code
from siegeworks.core.jit import IS_PLAIN
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
SIEGESTONES = GAMES["siegestones"]


class Other:
    """A process that ends when it is told to."""

    def __init__(self, command: list[str], **kept: Any) -> None:
        self.command = command
        self.code: int | None = None
        if len(STARTED) >= MOST_STARTED[0]:
            raise BlockingIOError("no more processes")
        STARTED.append(self)

    def poll(self) -> int | None:
        return self.code

    @property
    def returncode(self) -> int | None:
        return self.code

    def wait(self) -> None:
        self.code = 0

    def terminate(self) -> None:
        self.code = -15


STARTED: list[Other] = []
MOST_STARTED = [9]


@pytest.fixture
def others(monkeypatch):
    """The processes that were started, none of which does anything."""
    STARTED.clear()
    MOST_STARTED[0] = 9
    monkeypatch.setattr(subprocess, "Popen", Other)
    monkeypatch.setattr(ready, "is_ready", lambda game, kinds: False)
    yield STARTED
    use_code(SIEGESTONES.rules.STATE)


def test_machine_code_is_used_once_all_who_make_it_have_ended(others, monkeypatch) -> None:
    chosen: list[str] = []
    monkeypatch.setattr(processes, "choose_once", lambda game, kind: chosen.append(kind))
    making = processes.begun(SIEGESTONES, ["human", "level3", "random"])
    assert making is not None
    works = [other.command[-2:] for other in others]
    assert works == [["rules", "telling"], [str(processes.NICE), "search"]]
    assert is_awaited(SIEGESTONES.rules.STATE)
    assert not making.is_done()
    others[0].code = 0
    assert not making.is_done()
    others[1].code = 1  # what it did not manage is done here
    assert making.is_done()
    assert chosen == ["level3"]
    assert not is_awaited(SIEGESTONES.rules.STATE)
    assert making.is_done()
    assert chosen == ["level3"]


def test_the_search_with_a_net_is_compiled_beside_the_other_where_a_bot_needs_it(others) -> None:
    making = processes.begun(SIEGESTONES, ["level5", "human"])
    assert making is not None
    assert [other.command[-1] for other in others] == ["telling", "search", "net"]
    making.stop()
    STARTED.clear()
    groups = (("rules",), ("net",))
    assert [other.command[-1] for other in processes.Compilers(GAMES["siege"], groups)._processes] == ["rules"]
    assert [other.command[-1] for other in processes.Compilers(SIEGESTONES, groups)._processes] == ["rules", "net"]


def test_who_stops_waiting_ends_the_others_and_compiles_alone(others) -> None:
    making = processes.begun(SIEGESTONES, ["human", "human"])
    assert making is not None
    assert [other.command[-1:] for other in others] == [["rules"]]
    making.stop()
    assert all(other.code is not None for other in others)
    assert not is_awaited(SIEGESTONES.rules.STATE)


def test_where_no_process_can_be_started_nobody_waits_for_one(others) -> None:
    MOST_STARTED[0] = 1
    making = processes.begun(SIEGESTONES, ["level1"])
    assert making is not None
    assert [other.code for other in others] == [0]  # ended, and waited for
    assert making.is_done()
    assert not is_awaited(SIEGESTONES.rules.STATE)


@pytest.mark.parametrize("words", [["--option", "nonsense"], ["--seats", "human,human,human,human,human"]])
def test_what_is_refused_starts_no_compiler(others, words: list[str], capsys) -> None:
    assert main(["play", "siegestones", *words]) == 2
    assert others == []
    assert "Compiling" not in capsys.readouterr().err


def test_a_budget_that_is_no_budget_starts_no_compiler(others, capsys) -> None:
    assert main(["play", "siegestones", "--seats", "human,search:abc"]) == 2
    assert others == []


def test_whatever_happens_to_the_match_the_compilers_are_ended(others, monkeypatch) -> None:
    def fail(*_):
        raise OSError("no room")

    monkeypatch.setattr(play, "_keep", fail)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["play", "siegestones", "--seats", "human,level1", "--plain"]) != 0
    assert others
    assert all(other.code is not None for other in others)


def test_only_bots_that_look_far_wait_for_the_compiler(others, capsys) -> None:
    match = Match.new("siegestones", 2, seed=1)
    making = processes.begun(SIEGESTONES, ["level1", "level5"])
    table = play.Table(match, ["level1", "level5"], common.console(True), 1, making)
    table._think("level1")
    assert capsys.readouterr().err == ""
    assert is_awaited(SIEGESTONES.rules.STATE)
    table._think("level5")
    assert "level5 looks too far ahead for plain Python" in capsys.readouterr().err
    assert not is_awaited(SIEGESTONES.rules.STATE)


def test_a_game_is_played_on_a_new_machine_while_it_is_compiled(tmp_path: Path) -> None:
    """A whole game with an empty cache: it is over long before a compiler could be."""
    words = ["play", "charge", "--seats", "level1,level1", "--plain", "--seed", "3"]
    done = subprocess.run(
        [sys.executable, "-m", "siegeworks", *words],
        env={**os.environ, "SIEGEWORKS_CACHE": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert "Compiling SiegeStones Charge! for this machine, beside the game." in done.stderr
    assert "wins" in done.stdout
    assert not list(tmp_path.glob("*/*grow*")), "the search was compiled"
    assert not list(tmp_path.glob("*/*.ready"))
