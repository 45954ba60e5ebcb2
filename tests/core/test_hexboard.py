"""The board: names, neighbours, lines, distances and the twelve symmetries."""

from __future__ import annotations

import pytest

from siegeworks.core import hexboard
from siegeworks.core.bits import count, lowest
from siegeworks.core.hexboard import CELLS, COORDINATES, DISTANCE, NAMES, NEIGHBOURS, OFF, RAY, STEP, SYMMETRIES, cell

pytestmark = pytest.mark.plain


def test_cells_are_numbered_in_reading_order() -> None:
    assert NAMES[:5] == ("a1", "a2", "a3", "a4", "b1")
    assert NAMES[-1] == "g7"
    assert (cell("d4"), cell("g4")) == (18, 33)
    with pytest.raises(KeyError):
        cell("e1")


def test_neighbours_are_the_cells_one_step_away_both_ways() -> None:
    for one in range(CELLS):
        near = {other for other in range(CELLS) if DISTANCE[one, other] == 1}
        assert near == set(hexboard.cells_of(NEIGHBOURS[one])) == {c for c in STEP[one].tolist() if c != OFF}


def test_cells_of_a_ray_are_in_line_and_opposite_rays_meet() -> None:
    for one in range(CELLS):
        row, number = COORDINATES[one]
        for way in range(6):
            for other in hexboard.cells_of(RAY[one, way]):
                up, right = COORDINATES[other]
                assert up == row or right == number or up - right == row - number
                assert RAY[other, (way + 3) % 6] >> one & 1
    assert sum(count(ray) for ray in RAY.ravel().tolist()) == 2 * sum(
        a[0] == b[0] or a[1] == b[1] or a[0] - a[1] == b[0] - b[1]
        for at, a in enumerate(COORDINATES)
        for b in COORDINATES[:at]
    )


def test_directions_are_named_as_the_rules_list_them() -> None:
    ways = dict(zip(hexboard.DIRECTIONS, STEP[cell("d4")].tolist(), strict=True))
    assert {way: NAMES[c] for way, c in ways.items()} == {
        "E": "d5", "NE": "e5", "NW": "e4", "W": "d3", "SW": "c3", "SE": "c4",
    }  # fmt: skip


def test_twelve_symmetries_keep_distances() -> None:
    assert len({tuple(turn) for turn in SYMMETRIES.tolist()}) == 12
    for turn in SYMMETRIES:
        assert sorted(turn.tolist()) == list(range(CELLS))
        assert (DISTANCE[turn][:, turn] == DISTANCE).all()


def test_board_strings_come_back_the_same() -> None:
    text = "..../..b../..T.b./..y.bTy/..byby/TyTb./.by."
    assert hexboard.board_text(hexboard.parse_board(text, "bygrT")) == text


@pytest.mark.parametrize(
    "text",
    ["", "....", "..../...../....../......./....../...../...", "x" * 43, "..../...../....../...x.../....../...../...."],
)
def test_bad_board_strings_say_what_is_wrong(text: str) -> None:
    with pytest.raises(ValueError, match=r"row|circle|letter"):
        hexboard.parse_board(text, "bygrT")


def test_bits() -> None:
    for bits in (1, 0b1010, 1 << 36, (1 << 37) - 1):
        assert count(bits) == bin(bits).count("1")
        assert 1 << lowest(bits) == bits & -bits
