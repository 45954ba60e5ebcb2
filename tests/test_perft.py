"""Perft: how many lines of play there are from a position, as data in tests/perft/."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from siegeworks import GAMES, Match
from siegeworks.cli.measure import count_lines
from siegeworks.core.jit import IS_PLAIN

pytestmark = pytest.mark.plain

ENTRIES = [
    {"game": path.stem, **entry}
    for path in sorted(Path(__file__).with_name("perft").glob("*.json"))
    for entry in json.loads(path.read_text())
]
MOST_LINES = 2_000 if IS_PLAIN else 6_000_000
"""What a part of the suite may count: about a second."""


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['game']}-{entry['name']}")
def test_counts_of_lines(entry: dict[str, Any]) -> None:
    match = begun(entry)
    for depth, lines in enumerate(entry["lines"], 1):
        if lines <= MOST_LINES:
            assert count_lines(match, depth) == lines


def begun(entry: dict[str, Any]) -> Match:
    """The match an entry counts from: a position, or a new game with its first draws given."""
    if "position" in entry:
        return Match.from_position(entry["game"], entry["position"])
    return Match.new(entry["game"], entry["seats"], options=entry.get("options", {}), chance=entry["chance"])


def test_every_game_has_counts() -> None:
    assert {entry["game"] for entry in ENTRIES} == set(GAMES)
