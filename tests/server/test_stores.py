"""Every module of server tests says on which stores it runs: on both, or why not."""

from __future__ import annotations

from pathlib import Path

from tests.server.conftest import NOT_ON_BOTH, ON_BOTH


def test_every_module_runs_on_both_stores_or_says_why_not() -> None:
    modules = {path.stem for path in Path(__file__).parent.glob("test_*.py")}
    assert modules == ON_BOTH | NOT_ON_BOTH.keys()
    assert not ON_BOTH & NOT_ON_BOTH.keys()
