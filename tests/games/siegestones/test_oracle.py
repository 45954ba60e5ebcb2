"""Agreement with the slow version written from the rules alone: legal actions, events, positions, results."""

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
@pytest.mark.parametrize("part", range(3))
def test_the_oracle_agrees_over_random_games(seats: int, part: int) -> None:
    for game in range(budget(50, 2)):
        rng = random.Random(f"{seats} {part} {game}")
        options = mixed_options(GAME, seats, rng) if part else {}
        play_both(GAME, Oracle, seats, options, rng, resign=0.02 if part == 2 else 0.0)


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
