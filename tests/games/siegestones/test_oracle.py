"""Agreement with the oracle in games that random play seldom gives; the rest is in tests/contract/test_oracles.py."""

from __future__ import annotations

import random

import pytest

from siegeworks import GAMES
from tests.oracles.agree import play_both
from tests.oracles.siegestones import Oracle
from tests.tables import budget, mixed_options

pytestmark = pytest.mark.plain

GAME = "siegestones"


@pytest.mark.parametrize("seats", GAMES[GAME].seats)
def test_the_oracle_agrees_where_towers_come_late_and_boards_fill(seats: int) -> None:
    """Mostly stones, so that games reach the full board, shared leads and tie-breaks (T-24, T-25)."""

    def choose(rng: random.Random, legal: list[str]) -> str:
        stones = [name for name in legal if name.startswith("stone")]
        return rng.choice(stones if stones and rng.random() < 0.8 else legal)

    ends = set()
    for game in range(budget(40, 2)):
        rng = random.Random(f"late {seats} {game}")
        match = play_both(GAME, Oracle, seats, mixed_options(GAME, seats, rng), rng, choose=choose)
        assert match.result is not None
        ends.add(match.result["rule"])
    assert "T-25" in ends
