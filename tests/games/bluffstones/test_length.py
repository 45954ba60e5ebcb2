"""The longest game there can be."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks.games.bluffstones.rules import BIDDING, NOTHING, RED, has_bid, on_circles
from tests.lengths import bound, played
from tests.tables import Table

ENOUGH = 12
"""Stones on circles before one of them is removed: so the board never fills."""


def one_stone_a_round(state: Any, legal: list[str], rng: random.Random) -> str:
    """The last seat that can bids one stone, if nobody did: each stone has a round of its own, and is used."""
    if state.phase != BIDDING:
        return rng.choice(legal)
    others = [seat for seat in range(state.seats) if seat != state.to_move]
    is_bid = any(has_bid(state, seat) and state.own_bid[seat] != NOTHING for seat in others)
    can_later = any(not has_bid(state, seat) and state.piles[seat].any() for seat in others)
    if is_bid or can_later:
        return "bid -"
    reds = [name for name in legal if name == "bid r" and int(on_circles(state)).bit_count() >= ENOUGH]
    stones = [name for name in legal if name in ("bid b", "bid y", "bid g")]
    left = state.piles[:, RED].sum()
    return (reds or stones or [name for name in legal if name == "bid r" and left] or ["bid -"])[0]


@pytest.mark.parametrize(("seats", "most"), [(2, 134), (3, 219)])
def test_b9_one_stone_a_round_is_the_longest_game(seats: int, most: int) -> None:
    table = Table("bluffstones", seats, {})
    assert max(played(table, seed, one_stone_a_round).decisions for seed in range(5)) == most == bound(table).decisions
