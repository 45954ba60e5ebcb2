"""The example that learns really learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

TRAIN = Path(__file__).resolve().parent.parent.parent / "docs" / "examples" / "train.py"


@pytest.mark.slow
def test_a_few_updates_beat_random_play() -> None:
    before, after = runpy.run_path(str(TRAIN))["train"](10)
    assert 0.35 < before < 0.65
    assert after > 0.75
