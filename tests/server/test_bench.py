"""The benchmarks of the server, so small that they only show that each comes to its end and tells its figures."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.cli import main
from siegeworks.core.jit import IS_PLAIN
from siegeworks.server.bench import audience, capacity, fairness, runs
from siegeworks.server.bench.measure import Measured, quantile_ms, ratio
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
TIMES = re.compile(r"p50 [\d.]+ ms, p99 [\d.]+ ms")
RATIO = re.compile(r"[\d.]+ x \([\d.]+ to [\d.]+\)")

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="CPU times are read as Linux has them"),
    pytest.mark.skipif(IS_PLAIN, reason="a server of its own would take minutes to play a hint"),
]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FEWEST_MOVES", 1)
    monkeypatch.setattr(runs, "WARMING_MOVES", 1)
    monkeypatch.setattr(runs, "has_peer", lambda: False)
    monkeypatch.setattr(capacity, "FEWEST_MOVES", 1)
    monkeypatch.setattr(capacity, "FEW_TABLES", 1)
    monkeypatch.setattr(capacity, "THINK_S", 0.01)
    monkeypatch.setattr(capacity, "NUMBERS", (1, 2, 100))
    monkeypatch.setattr(fairness, "ROUND_S", 0.5)
    monkeypatch.setattr(fairness, "BEGIN_S", 0.0)
    monkeypatch.setattr(fairness, "THINK_S", 0.01)
    monkeypatch.setattr(fairness, "PEOPLE", 2)
    monkeypatch.setattr(audience, "MOVES", 2)
    monkeypatch.setattr(audience, "THINK_S", 0.01)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["bench", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_server_tells_every_way_to_play_and_another_version_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "server", "--rounds", "1", "--tables", "1", "--against", str(ROOT))
    for game in (runs.OPEN_GAME, runs.SECRET_GAME):
        for way in runs.WAYS:
            assert re.search(rf"Siegeworks, {game}, {way} +[\d,]+ +[\d.]+ ms", found)
            other = rf"Siegeworks, {game}, {way} beside {re.escape(str(ROOT))}, {game}, {way}: {RATIO.pattern}"
            assert re.search(other, found)
        by_http = rf"Siegeworks, {game}, {runs.WAYS[1]} beside Siegeworks, {game}, {runs.WAYS[2]}: {RATIO.pattern}"
        assert re.search(by_http, found)


def test_another_version_must_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server", "--against", "/nowhere"]) == 2
    assert "no checkout of this project at /nowhere" in capsys.readouterr().err


def test_capacity_tells_the_most_tables_of_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "capacity", "--tables", "3")
    for way in runs.WAYS:
        for number in (1, 2, 3):
            line = rf"{number} tables: Siegeworks, {runs.OPEN_GAME}, {way}: {TIMES.pattern}; the client late by"
            assert re.search(line, found) or number == 3  # where two were too slow, no more are tried
        assert re.search(rf"{way}: p99 under 100 ms up to \d of [23] tables", found)


def test_a_way_that_was_too_slow_twice_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "P99_MS", 0.0)
    monkeypatch.setattr(capacity, "WAYS", runs.WAYS[:1])
    found = told(capsys, "capacity", "--tables", "3")
    assert "2 tables:" in found
    assert "3 tables:" not in found
    assert "p99 under 0 ms up to 0 of 2 tables" in found


@pytest.mark.slow
def test_fairness_tells_how_soon_bots_answer_without_and_with_others(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "fairness", "--rounds", "1", "--tables", "1")
    for beside in ("nobody else", "beside 2 people who ask", "beside 2 people who study"):
        assert re.search(rf"{beside}: [1-9]\d* answers of bots, median [\d.]+ ms, p90 [\d.]+ ms", found)
    assert re.search(r"people who study: .*; \d+ searches of engines, each person \d+ to \d+", found)
    assert len(RATIO.findall(found)) == 4


@pytest.mark.slow
def test_watching_tells_how_soon_moves_arrive_with_nobody_and_with_many(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "watching", "--rounds", "1", "--tables", "3")
    for count in (0, 3):
        assert re.search(rf"all rounds: {count} watchers: p50 [\d.]+ ms, p99 [\d.]+ ms", found)
    assert re.search(r"p99 with 3 watchers is [\d.]+ times that with none", found)


@pytest.mark.slow
def test_attacks_are_told_with_what_they_cost() -> None:
    """The exit code says whether the bounds held; on a busy machine they need not."""
    command = [sys.executable, str(ROOT / "benchmarks" / "attack.py"), "--only", "pings", "--seconds", "2"]
    ended = subprocess.run([*command, "--tables", "5", "--cold"], capture_output=True, text=True, timeout=PATIENCE_S)
    assert ended.returncode in (0, 1), ended.stderr
    for name in ("none", "pings"):
        assert re.search(rf"^{name}, \d+(, [\d.]+ ms){{4}}(, \d+ MB){{3}}, [\d.]+ s, (yes|no)$", ended.stdout, re.M)
    assert ended.stdout.count("none, ") == 2
    assert ended.stderr == ""


def test_figures_are_those_of_the_times_given() -> None:
    assert quantile_ms([0.001 * n for n in range(100)], 0.99) == pytest.approx(99)
    assert quantile_ms([], 0.5) == 0.0
    slow, quick = [Measured(10, 1.0), Measured(10, 2.0)], [Measured(20, 1.0), Measured(30, 2.0)]
    assert ratio(quick, slow) == "2.50 x (2.00 to 3.00)"
