"""Every game against its oracle, a slow version written from the rules alone: legal actions, events, results.

Each game's own folder has more of this where its moods need it; python -m tests.oracles GAME plays on and on.
"""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from tests.oracles.agree import play_both
from tests.tables import QUICK, Table, budget, every_seat_count, mixed_options

pytestmark = pytest.mark.plain

PARTS = budget(5, 1)
GAMES_A_PART = 30
FEWER = {"siege": (1, 6)}
"""Where that would take too long: games of each part, with default and with mixed options."""


@every_seat_count
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mixed", [False, True], ids=["default", "mixed"])
def test_the_oracle_agrees(table: Table, part: int, mixed: bool) -> None:
    oracle = import_module(f"tests.oracles.{table.game}").Oracle
    games = FEWER.get(table.game, (GAMES_A_PART, GAMES_A_PART))[mixed]
    for game in range(budget(games, 1)):
        rng = random.Random(f"{table} {part} {game} {mixed}")
        options = mixed_options(table.game, table.seats, rng) if mixed else QUICK.get(table.game, {})
        play_both(table.game, oracle, table.seats, options, rng, resign=0.004 if part == 4 else 0.0)
