"""The example that learns really learns, and what it learnt plays as an engine."""

from __future__ import annotations

import runpy
import shlex
import sys
from pathlib import Path

import pytest

from siegeworks.arena.contest import Contest
from siegeworks.arena.run import play_contest

TRAIN = Path(__file__).resolve().parent.parent.parent / "docs" / "examples" / "train.py"


@pytest.mark.slow
def test_a_few_updates_beat_random_play_also_as_an_engine(tmp_path: Path) -> None:
    kept = tmp_path / "agent.npz"
    before, after = runpy.run_path(str(TRAIN))["train"](10, kept)
    assert 0.35 < before < 0.65
    assert after > 0.75
    command = shlex.join([sys.executable, str(TRAIN), "play", str(kept)])
    played = play_contest(Contest("siegestones", 2, ("random", f"engine:{command}")), 10)
    won = sum(game.value(game.seating.index(f"engine:{command}")) for game in played)
    assert won >= 7
