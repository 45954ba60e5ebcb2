"""Every golden playthrough is replayed line by line and must be told word for word the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from siegeworks import GAMES, Match
from tests.playthroughs import files, told

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_playthrough_is_told_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert told(Match.from_record(text)) == text


def test_every_game_and_seat_count_has_one() -> None:
    wanted = {f"{game.name}-{seats}" for game in GAMES.values() for seats in game.seats}
    assert wanted <= {path.stem for path in files()}
