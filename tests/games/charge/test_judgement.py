"""What a lead in Charge! is worth to the bots."""

from __future__ import annotations

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
