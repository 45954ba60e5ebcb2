"""Themes come from what happens in a line, by the patterns of the game's folder."""

from __future__ import annotations

import pytest

from siegeworks import GAMES
from siegeworks.puzzles.themes import PARTS, themes_data, themes_of
from siegeworks.sentences import word
from tests.puzzles import IN_TWO, SIEGESTONES

PATTERN = {"goal", "turns", *PARTS}
EVENT = {"kind", "by", "args", "least"}


def test_a_line_has_the_themes_of_its_events() -> None:
    match = IN_TWO.match(SIEGESTONES)
    assert themes_of(match, IN_TWO.line, "win", 2) == IN_TWO.themes
    assert themes_of(match, IN_TWO.line[:1], "hold", 0) == ("block",)


@pytest.mark.parametrize("game", GAMES)
def test_patterns_ask_for_what_there_is_and_have_a_name(game: str) -> None:
    for name, patterns in themes_data(GAMES[game])["themes"].items():
        assert word(f"{game}.theme-{name}")
        for pattern in patterns:
            assert pattern.keys() <= PATTERN
            for event in (event for part in PARTS for event in pattern.get(part, ())):
                assert event.keys() <= EVENT
                assert event["kind"] in GAMES[game].words.EVENTS
