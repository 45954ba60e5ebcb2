"""The pictures show what the view says: lines of sight, the Row with its ends apart, towers in reserve."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from rich.console import Console

from siegeworks import Match
from siegeworks.core.drawing import Piece
from siegeworks.games.nobles import picture
from siegeworks.sentences import speaker

pytestmark = pytest.mark.plain

POSITION = {
    "seats": 2,
    "board": ".g../.2.../b...../.1.N.../.r..../.y.../....",
    "row": "bygrrygb",
    "scores": [2, 4],
    "to_move": 0,
}


def test_lines_end_at_the_last_circle_a_tower_sees() -> None:
    """N-20: the towers on d4 and f4 end two lines; from a circle lines lead to the towers that see it."""
    view = Match.from_position("nobles", POSITION).view()
    lines = set(picture.sight_lines(view, ["d2"]))
    assert lines == {("d2", cell) for cell in ("d4", "f4", "e2", "d1", "c1", "a2")}
    assert set(picture.sight_lines(view, ["d3"])) == {("d3", "d2"), ("d3", "d4")}


def test_the_ends_of_the_row_stand_apart() -> None:
    view = Match.from_position("nobles", POSITION).view()
    (row, stones), (reserve, towers) = picture.trays(view, speaker("nobles", "en"))
    assert (row, reserve) == ("Row", "Reserve")
    assert stones[:3] == [Piece("stone", "blue"), None, Piece("stone", "yellow")]
    assert stones[-2:] == [None, Piece("stone", "blue")]
    assert towers == [Piece("tower", "blue")] * 3 + [None] + [Piece("tower", "green")] * 3


def test_the_picture_is_one_well_formed_document() -> None:
    view = Match.from_position("nobles", POSITION).view()
    text = picture.svg(view, ["d2"], title="A & B", sight=["d2", "d3"])
    assert ElementTree.fromstring(text) is not None
    assert "Player 1: 2 points (nobles blue, peasants yellow)" in text


def test_the_terminal_shows_points_towers_and_the_row() -> None:
    match = Match.from_position("nobles", POSITION)
    match.resign(1)
    console = Console(width=100, no_color=True)
    with console.capture() as capture:
        console.print(picture.terminal_picture(match.view(), ["d2"]))
    shown = capture.get()
    assert "[B]" in shown
    assert "[b]ygrryg[b]" in shown
    assert "Player 2  4 points    towers left 3   nobles green, peasants yellow (left the game)" in shown
    assert "The game is over." in shown


@pytest.mark.parametrize("actions", [(), ("start 0",)])
def test_the_picture_before_play(actions: tuple[str, ...]) -> None:
    match = Match.new("nobles", 3)
    for name in actions:
        match.play(name)
    told = picture.turn(match.view(), speaker("nobles", "en"))
    assert told == ("The Row is being laid out." if actions else "Who begins is being drawn.")
    assert ElementTree.fromstring(match.svg()) is not None
