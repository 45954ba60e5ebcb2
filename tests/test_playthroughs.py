"""Every golden playthrough is replayed line by line and must be told word for word the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from siegeworks import GAMES, Match
from tests.playthroughs import VIEWS, files, seen, told

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_playthrough_is_told_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert told(Match.from_record(text)) == text


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_every_reader_sees_the_same(path: Path) -> None:
    """Letter by letter: order of keys, types and values."""
    match = Match.from_record(path.read_text(encoding="utf-8"))
    assert seen(match) == json.loads(VIEWS.read_text())[path.stem]


def test_every_game_and_seat_count_has_one() -> None:
    wanted = {f"{game.name}-{seats}" for game in GAMES.values() for seats in game.seats}
    assert wanted <= {path.stem for path in files()}
