"""What a lead in Charge! is worth to the bots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from siegeworks.bots import judgement
from tests.games.charge.laid import laid

pytestmark = pytest.mark.plain


def share_of_blue(quiet: int, tiebreak: str = "draw") -> float:
    """The share of a seat that is far ahead, after so many quiet turns."""
    pieces = "b d2 d4 e4; y c5; B g4; Y a4"
    match = laid(pieces, supply=[12, 6], quiet=quiet, options={"tiebreak": tiebreak})
    shares = np.zeros(2)
    judgement.value(match.states[0], shares)
    assert shares.sum() == pytest.approx(1)
    return float(shares[0])


def test_c54_a_lead_is_worth_less_the_nearer_the_draw() -> None:
    assert share_of_blue(0) > 0.95
    assert share_of_blue(0) > share_of_blue(1) > share_of_blue(20) > share_of_blue(39) > 0.5


def test_c55_where_material_decides_the_draw_a_lead_keeps_its_worth() -> None:
    assert share_of_blue(39, "material") == share_of_blue(0, "material")


def shares_of_three(quiet: int, **fields: Any) -> list[float]:
    """The shares of three seats, the first ahead, after so many quiet turns."""
    usual = {"pieces": "b d2 d4 e4; y c5; g e5; B g4; Y a4; G d7", "supply": [12, 6, 3]}
    match = laid(**{**usual, **fields}, seats=3, quiet=quiet)
    shares = np.zeros(3)
    judgement.value(match.states[0], shares)
    assert shares.sum() == pytest.approx(1)
    return [float(share) for share in shares]


def test_c54_with_three_seats_all_three_come_nearer_to_a_third() -> None:
    """Sixty quiet turns are a draw of three."""
    before = shares_of_three(0)
    assert before[0] > max(before[1:])
    assert min(before) < 1 / 3
    for quiet in (1, 30, 59):
        wanted = [share + quiet / 60 * (1 / 3 - share) for share in before]
        assert shares_of_three(quiet) == pytest.approx(wanted)


def test_c54_a_seat_that_is_out_shares_in_nothing() -> None:
    """Two are left of three: forty quiet turns are their draw."""
    out = {"pieces": "b d2 d4 e4; y c5; B g4; Y a4", "supply": [12, 6, 0], "gone": [2]}
    before = shares_of_three(0, **out)
    assert before[2] == 0
    wanted = [share + 30 / 40 * (1 / 2 - share) for share in before[:2]]
    assert shares_of_three(30, **out) == pytest.approx([*wanted, 0])
