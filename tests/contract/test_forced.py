"""Where everybody can see that a seat has no choice: told from what a spectator sees, and never wrongly."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.games import GAMES
from tests.tables import TABLES, Table, budget

pytestmark = pytest.mark.plain

GAMES_PLAYED = budget(6, 1)


@pytest.mark.parametrize("table", [table for table in TABLES if GAMES[table.game].words.is_publicly_forced], ids=str)
def test_a_seat_that_is_publicly_forced_has_one_legal_action(table: Table) -> None:
    is_forced = GAMES[table.game].words.is_publicly_forced
    assert is_forced is not None
    for seed in range(GAMES_PLAYED):
        match, dice = table.new(seed), random.Random(seed)
        while match.result is None:
            legal = match.legal()
            if isinstance(match.to_move, int) and is_forced(match.seat_view(None)[0], match.to_move):
                assert len(legal) == 1
            match.play(dice.choice(legal))


def test_an_empty_pile_is_seen_to_bid_nothing() -> None:
    is_forced = GAMES["bluffstones"].words.is_publicly_forced
    assert is_forced is not None
    piles = [{"b": 0, "y": 0, "g": 0, "r": 0}, {"b": 1, "y": 0, "g": 0, "r": 0}]
    first = Match.new("bluffstones", 2, seed=1, chance=()).position()
    match = Match.from_position("bluffstones", {**_late(first), "piles": piles, "to_move": 0, "turn_tower": 0})
    seen = match.seat_view(None)[0]
    assert is_forced(seen, 0)
    assert match.legal() == ["bid -"]
    assert not is_forced(seen, 1)


def _late(position: dict[str, object]) -> dict[str, object]:
    return {key: position[key] for key in ("seats", "options", "board", "phase")}
