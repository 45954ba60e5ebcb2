"""The longest game there can be."""

from __future__ import annotations

import pytest

from tests.lengths import bound, played, unless_it_ends
from tests.tables import Table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t27_a_game_of_37_turns_can_be_played_and_no_longer_one(seats: int) -> None:
    table = Table("siegestones", seats, {})
    assert (
        max(played(table, seed, unless_it_ends(table)).decisions for seed in range(10)) == 37 == bound(table).decisions
    )
