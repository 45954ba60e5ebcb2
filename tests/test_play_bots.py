"""Bots at the terminal's table: they say what they do unless it tells a secret, and hint helps the seat to move."""

from __future__ import annotations

import gc
import io
import os
import re
import subprocess
import sys

import pytest

from siegeworks import Match
from siegeworks.bots import bot, search
from siegeworks.bots.tree import clear
from siegeworks.choices import checked_game
from siegeworks.cli import common, main
from siegeworks.cli.play import Table
from siegeworks.compiling import works
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games import Game
from tests.test_analysis import WIN_IN_ONE


@pytest.fixture
def played(capsys, monkeypatch, tmp_path):
    """Plays with these lines typed; returns what was shown."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(game: str, seats: str, typed: str, *more: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", game, "--seats", seats, "--plain", *more]) == 0
        return str(capsys.readouterr().out)

    return run


def test_a_level_plays_and_says_why(played) -> None:
    out = played("siegestones", "human,level2", "stone d4\nquit\n", "--seed", "1")
    assert re.search(r"^(Blue> )?level2: .*\.$", out, re.MULTILINE), out
    assert "Yellow places a" in out


def test_a_bot_with_secrets_keeps_its_thoughts_to_itself(played) -> None:
    out = played("bluffstones", "human,level1", "bid b\n" * 3 + "quit\n", "--seed", "1")
    assert "level1:" not in out
    assert out.count("> ") >= 3


def test_random_has_nothing_to_say(played) -> None:
    assert "random:" not in played("siegestones", "human,random", "stone d4\nquit\n", "--seed", "1")


def test_hint_names_a_legal_action_and_plays_nothing(played) -> None:
    out = played("siegestones", "human,human", "hint\nboard\nquit\n", "--seed", "1")
    hinted = re.search(r"> Place a (stone|tower) on [a-g][1-7]: .*\. Win chance \d+ %\.", out)
    assert hinted is not None, out
    assert "places a" not in out


def test_hint_says_when_it_is_certain(played, tmp_path) -> None:
    path = tmp_path / "match.siege"
    path.write_text(Match.from_position("siegestones", WIN_IN_ONE, seed=1).record(), encoding="utf-8")
    out = played("siegestones", "human,human", "hint\nquit\n", "--resume", str(path))
    assert re.search(r"> Place a stone on e[67]: it takes .* and wins\. It wins at once\.", out), out


def test_bots_and_hints_are_handed_the_view_of_the_seat_to_move(played, monkeypatch) -> None:
    handed = []

    class Watched:
        """A bot that notes what it is handed, beside what the table knows."""

        def __init__(self, game: Game, kind: str, options: object = None) -> None:
            self.inner = bot(game, kind)

        def choose(self, seen, budget, dice):
            match = tables[0].match
            assert isinstance(match.to_move, int)
            handed.append((seen.tobytes(), match.seat_view(match.to_move).tobytes()))
            return self.inner.choose(seen, budget, dice)

    tables: list[Table] = []
    run = Table.run
    monkeypatch.setattr("siegeworks.cli.play.contender", Watched)
    monkeypatch.setattr(Table, "run", lambda table: (tables.append(table), run(table)))
    out = played("bluffstones", "human,level1", "hint\nbid b\nhint\nquit\n", "--seed", "1")
    assert len(handed) >= 3
    assert all(given == seen for given, seen in handed)
    assert len(re.findall(r"> (Bid|Remove|Place) .* Win chance \d+ %\.", out)) == 2


def test_hint_after_the_end_is_refused(played) -> None:
    out = played("siegestones", "human,human", "resign\nhint\n\n", "--seed", "1")
    assert "The game is over." in out


@pytest.mark.parametrize("seats", ["human,uct:lots", "human,level6", "human,level"])
def test_a_bot_that_does_not_exist_is_refused(capsys, seats: str) -> None:
    assert main(["play", "siegestones", "--seats", seats]) == 2
    err = re.sub(r"Compiling .*\n", "", capsys.readouterr().err)
    assert err.count("\n") == 1


def test_what_bots_load_is_kept_from_the_collector_once_and_no_garbage_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(common, "LOADED", set())
    monkeypatch.setattr(gc, "collect", lambda: called.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: called.append("freeze"))
    for bots, done in ((["level1", "random"], 1), (["level1"], 1), (["random"], 1), (["level1", "thumb"], 2)):
        common.prepared_bots("siegestones", bots)
        assert called == ["collect", "freeze"] * done


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_the_search_that_another_process_compiles_is_the_one_a_bot_calls() -> None:
    works.compile_search(checked_game("siegestones"))
    compiled = len(search.run.overloads)
    works.choose_once(checked_game("siegestones"), "level1")
    assert len(search.run.overloads) == compiled


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("name", ["siegestones", "bluffstones", "siege"])  # open, sealed, hidden
def test_what_is_compiled_beside_the_search_is_all_that_reads_its_tree(name: str) -> None:
    works.compile_telling(checked_game(name))
    readers = search.own_node, search.follow, clear
    compiled = [len(reader.overloads) for reader in readers]
    assert min(compiled) > 0
    works.choose_once(checked_game(name), "level1")
    assert [len(reader.overloads) for reader in readers] == compiled


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("program", ["", "raise SystemExit(1)"])
def test_bots_are_ready_whether_or_not_another_process_could_help(monkeypatch, program: str) -> None:
    started, asked, start = [], [], subprocess.Popen
    monkeypatch.setattr(common, "LOADED", set())
    monkeypatch.setattr(common, "is_compiled", lambda game, name: not name.endswith("-search"))
    monkeypatch.setattr(common, "has_bots", lambda game, kinds: False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(common, "choose_once", lambda game, kind: asked.append(kind))

    def instead(command, **kept):
        started.append(start([sys.executable, "-c", program], **kept))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", instead)
    common.prepared_bots("siegestones", ["level1"])
    assert asked == ["level1"]
    assert [other.returncode for other in started] == [1 if program else 0]


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_bots_with_other_weights_are_compiled_where_the_weights_are(monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(common, "LOADED", set())
    monkeypatch.setattr(common, "is_compiled", lambda game, name: not name.endswith("-search"))
    monkeypatch.setattr(common, "has_bots", lambda game, kinds: False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(common, "choose_once", lambda game, kind: asked.append(kind))
    monkeypatch.setattr(subprocess, "Popen", lambda *words, **kept: pytest.fail("another process was asked"))
    common.prepared_bots("siegestones", ["level1"], alone=True)
    assert asked == ["level1"]
