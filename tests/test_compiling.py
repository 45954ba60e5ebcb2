"""On a new machine nobody waits for a compiler: plain Python plays, the same way, until machine code is there."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, Match, compiling
from siegeworks.bots import LEVELS, Thought, bot, search
from siegeworks.cli import main, play
from siegeworks.core import jit, step
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.views import view
from siegeworks.games import Game
from tests.tables import every_game

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
SIEGESTONES, CHARGE = GAMES["siegestones"], GAMES["charge"]


@pytest.fixture
def awaiting():
    """Awaits the machine code of a game until the test is over."""
    asked: list[Game] = []

    def begin(game: Game) -> None:
        asked.append(game)
        jit.await_code(game.rules.STATE)

    yield begin
    for game in asked:
        jit.use_code(game.rules.STATE)


def overloads() -> int:
    return sum(len(function.overloads) for function in jit._doored)


def thought_at(match: Match, name: str) -> Thought:
    assert isinstance(match.to_move, int)
    return bot(match.game, name).choose(view(match._states, match.to_move), None, new_dice(5))[1]


@every_game
def test_plain_python_thinks_and_plays_what_machine_code_does(game: Game, awaiting) -> None:
    def seen() -> tuple[Any, ...]:
        match = Match.new(game.name, game.seats[0], seed=2)
        found = []
        for _ in range(4):
            thought = thought_at(match, "level1")
            found.append((thought.candidates, thought.line, thought.value, thought.says, match.legal()))
            match.play(game.words.ACTION_NAMES[thought.candidates[0].action])
        return (*found, match._states.tobytes(), match.log())

    compiled, known = seen(), overloads()
    awaiting(game)
    assert seen() == compiled
    assert overloads() == known


@pytest.fixture
def ran(monkeypatch):
    """Which game's `list_legal` was run as it is written."""
    found: list[str] = []
    written = step.list_legal.py_func

    def watched(states, at, out):
        found.append(GAMES["siegestones" if states.dtype == SIEGESTONES.rules.STATE else "charge"].name)
        return written(states, at, out)

    monkeypatch.setattr(step.list_legal, "py_func", watched)
    return found


def test_awaiting_one_game_leaves_the_others_alone(awaiting, ran) -> None:
    awaiting(SIEGESTONES)
    plain, charge = np.zeros(1, SIEGESTONES.rules.STATE), np.zeros(1, CHARGE.rules.STATE)
    assert jit._concerns_awaited((plain, 0))
    assert jit._concerns_awaited((plain[0], 0))
    assert jit._concerns_awaited((new_dice(1), 6))  # about no record: plain Python will do
    assert not jit._concerns_awaited((charge, 0))
    out = np.zeros(2000, np.int64)
    for states in (plain, charge):
        states["to_move"] = -1
        step.list_legal(states, 0, out)
    assert ran == ["siegestones"]
    jit.use_code(SIEGESTONES.rules.STATE)
    step.list_legal(plain, 0, out)
    assert ran == ["siegestones"]


def test_one_thread_may_use_machine_code_ahead_of_the_others(awaiting, ran) -> None:
    awaiting(SIEGESTONES)
    states, out = np.full(1, 0, SIEGESTONES.rules.STATE), np.zeros(100, np.int64)
    states["to_move"] = -1
    with jit.code_ahead():
        step.list_legal(states, 0, out)
        assert ran == []
        other = threading.Thread(target=step.list_legal, args=(states, 0, out))
        other.start()
        other.join()
    assert ran == ["siegestones"]
    step.list_legal(states, 0, out)
    assert len(ran) == 2


def test_what_is_run_as_it_is_written_ends_that_way(awaiting, monkeypatch) -> None:
    """When the code comes in the middle of a thought, nothing inside it is compiled by itself."""
    match = Match.new("siegestones", 2, seed=3)
    assert isinstance(match.to_move, int)
    compiled = thought_at(match, "level1")
    awaiting(SIEGESTONES)
    known, simulate = overloads(), search.simulate.py_func

    def late(*given):
        jit.use_code(SIEGESTONES.rules.STATE)
        return simulate(*given)

    monkeypatch.setattr(search.simulate, "py_func", late)
    assert thought_at(match, "level1").candidates == compiled.candidates
    assert overloads() == known


def test_what_fails_in_plain_python_does_not_leave_the_thread_there(awaiting) -> None:
    awaiting(SIEGESTONES)
    with pytest.raises(IndexError):
        step.list_legal(np.zeros(0, SIEGESTONES.rules.STATE), 0, np.zeros(1, np.int64))
    assert not jit._here.is_plain


def test_nothing_is_marked_as_compiled_that_plain_python_did(awaiting, monkeypatch) -> None:
    marked: list[str] = []
    monkeypatch.setattr(compiling, "mark_compiled", marked.append)
    awaiting(SIEGESTONES)
    compiling.compile_rules(SIEGESTONES)
    compiling.choose_once(SIEGESTONES, "level1")
    assert marked == []
    jit.use_code(SIEGESTONES.rules.STATE)
    compiling.compile_rules(SIEGESTONES)
    compiling.choose_once(SIEGESTONES, "level1")
    assert marked == ["siegestones", "siegestones-search"]


class Other:
    """A process that ends when it is told to."""

    def __init__(self, command: list[str], **kept: Any) -> None:
        self.command, self.code = command, None
        if len(STARTED) >= MOST_STARTED[0]:
            raise BlockingIOError("no more processes")
        STARTED.append(self)

    def poll(self) -> int | None:
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
    monkeypatch.setattr(compiling, "is_ready", lambda game, kinds: False)
    yield STARTED
    jit.use_code(SIEGESTONES.rules.STATE)


def test_machine_code_is_used_once_all_who_make_it_have_ended(others, monkeypatch) -> None:
    chosen: list[str] = []
    monkeypatch.setattr(compiling, "choose_once", lambda game, kind: chosen.append(kind))
    making = compiling.begun(SIEGESTONES, ["human", "level3", "random"])
    assert making is not None
    works = [other.command[-2:] for other in others]
    assert works == [["rules", "telling"], [str(compiling.NICE), "search"]]
    assert jit.is_awaited(SIEGESTONES.rules.STATE)
    assert not making.is_done()
    others[0].code = 0
    assert not making.is_done()
    others[1].code = 1  # what it did not manage is done here
    assert making.is_done()
    assert chosen == ["level3"]
    assert not jit.is_awaited(SIEGESTONES.rules.STATE)
    assert making.is_done()
    assert chosen == ["level3"]


def test_who_stops_waiting_ends_the_others_and_compiles_alone(others) -> None:
    making = compiling.begun(SIEGESTONES, ["human", "human"])
    assert making is not None
    assert [other.command[-1:] for other in others] == [["rules"]]
    making.stop()
    assert all(other.code is not None for other in others)
    assert not jit.is_awaited(SIEGESTONES.rules.STATE)


def test_where_no_process_can_be_started_nobody_waits_for_one(others) -> None:
    MOST_STARTED[0] = 1
    making = compiling.begun(SIEGESTONES, ["level1"])
    assert making is not None
    assert [other.code for other in others] == [0]  # ended, and waited for
    assert making.is_done()
    assert not jit.is_awaited(SIEGESTONES.rules.STATE)


@pytest.mark.parametrize("words", [["--option", "nonsense"], ["--seats", "human,human,human,human,human"]])
def test_what_is_refused_starts_no_compiler(others, words: list[str], capsys) -> None:
    assert main(["play", "siegestones", *words]) == 2
    assert others == []
    assert "Compiling" not in capsys.readouterr().err


def test_a_budget_that_is_no_budget_starts_no_compiler(others, capsys) -> None:
    assert main(["play", "siegestones", "--seats", "human,search:abc"]) == 2
    assert others == []


def test_whatever_happens_to_the_match_the_compilers_are_ended(others, monkeypatch) -> None:
    def fail(match, kinds):
        raise OSError("no room")

    monkeypatch.setattr(play, "_keep", fail)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["play", "siegestones", "--seats", "human,level1", "--plain"]) != 0
    assert others
    assert all(other.code is not None for other in others)


def test_only_bots_that_look_far_wait_for_the_compiler(others, capsys) -> None:
    match = Match.new("siegestones", 2, seed=1)
    making = compiling.begun(SIEGESTONES, ["level1", "level5"])
    table = play.Table(match, ["level1", "level5"], play.console(True), 1, making)
    table._think("level1")
    assert capsys.readouterr().err == ""
    assert jit.is_awaited(SIEGESTONES.rules.STATE)
    table._think("level5")
    assert "level5 looks too far ahead for plain Python" in capsys.readouterr().err
    assert not jit.is_awaited(SIEGESTONES.rules.STATE)


def test_levels_share_their_machine_code() -> None:
    marks = [compiling.marks_of(SIEGESTONES, f"level{level}") for level in LEVELS]
    assert marks[:4] == [["siegestones-search"]] * 4 == [compiling.marks_of(SIEGESTONES, "uct")] * 4
    assert marks[4] == ["siegestones-search", "siegestones-solver"]
    siege = GAMES["siege"]
    assert compiling.marks_of(siege, "level2") == compiling.marks_of(siege, "thumb") == ["siege-thumb"]
    assert compiling.marks_of(siege, "level5") == ["siege-search"]
    assert not compiling.is_searching(siege, ["level2", "thumb"])


@every_game
def test_gentle_levels_never_wait(game: Game) -> None:
    far = [compiling.looks_far(bot(game, f"level{level}")) for level in LEVELS]
    assert far == sorted(far)
    assert not any(far[:3])
    assert compiling.looks_far(bot(game, "search:0.2s"))
    assert not compiling.looks_far(bot(game, "random"))


def test_a_game_is_played_on_a_new_machine_while_it_is_compiled(tmp_path: Path) -> None:
    """A whole game with an empty cache: it is over long before a compiler could be."""
    words = ["play", "charge", "--seats", "level1,level1", "--plain", "--seed", "3"]
    done = subprocess.run(
        [sys.executable, "-m", "siegeworks", *words],
        env={**os.environ, "SIEGEWORKS_CACHE": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "Compiling SiegeStones Charge! for this machine, beside the game." in done.stderr
    assert "wins" in done.stdout
    assert not list(tmp_path.glob("*/*grow*")), "the search was compiled"
    assert not list(tmp_path.glob("*/*.ready"))
