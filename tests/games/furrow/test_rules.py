"""One test for each numbered rule of the game that comes from another package."""

from __future__ import annotations

import pytest

from siegeworks import BadPosition, BadSetup, IllegalAction, Match
from tests.drawn import position

pytestmark = pytest.mark.plain

OPENING = """
      . . . .
     . . . . .
    . . . . . .
   . . b b . . .
    . y y . . .
     . . . . .
      . . . .
"""
FULL = """
      b y y b
     y b b y y
    b b y y b y
   b y b . y b b
    y b y b b y
     y b b y y
      b y y b
"""


def played(seats: int, *cells: str) -> Match:
    match = Match.new("furrow", seats)
    for cell in cells:
        match.play(f"stone {cell}")
    return match


def test_f1_the_board_is_empty_at_the_start() -> None:
    assert Match.new("furrow", 2).position()["board"] == "..../...../....../......./....../...../...."
    with pytest.raises(BadPosition, match=r"F-1"):
        Match.from_position("furrow", {"board": "x"})


def test_f2_two_or_three_seats_play() -> None:
    assert Match.new("furrow", 3).seats == 3
    with pytest.raises(BadSetup, match=r"F-2"):
        Match.new("furrow", 4)


def test_f3_blue_begins_and_seats_take_turns() -> None:
    match = played(3)
    movers = []
    for cell in ("a1", "a2", "a3", "b1"):
        movers.append(match.to_move)
        match.play(f"stone {cell}")
    assert movers == [0, 1, 2, 0]
    with pytest.raises(BadPosition, match=r"F-3"):
        Match.from_position("furrow", {"board": "b.../b..../....../......./....../...../...."})


def test_f4_a_stone_goes_on_an_empty_circle() -> None:
    match = played(2, "d4")
    assert len(match.legal()) == 36
    with pytest.raises(IllegalAction, match=r"d4 already holds a stone\. \(F-4\)"):
        match.play("stone d4")


@pytest.mark.parametrize("third", ["d5", "d2"])
def test_f5_three_in_a_row_win_at_once(third: str) -> None:
    match = position("furrow", OPENING)
    match.play(f"stone {third}")
    assert match.result == {"winners": [0], "scores": [1, 0], "places": [1, 2], "rule": "F-5"}


def test_f5_a_gap_or_a_corner_is_no_row() -> None:
    match = position("furrow", OPENING)
    for cell in ("d6", "c5", "e5"):
        match.play(f"stone {cell}")
    assert match.result is None


def test_f6_a_full_board_is_shared() -> None:
    match = position("furrow", FULL)
    match.play("stone d4")
    assert match.result == {"winners": [0, 1], "scores": [0, 0], "places": [1, 1], "rule": "F-6"}


def test_f7_the_last_seat_left_wins() -> None:
    match = played(3, "a1", "a2")
    match.resign(2)
    assert match.to_move == 0
    match.resign(0)
    assert match.result == {"winners": [1], "scores": [0, 0, 0], "places": [2, 1, 2], "rule": "F-7"}
