"""The fast stream: the same everywhere, spread evenly, streams unlike each other."""

from __future__ import annotations

from collections import Counter

import pytest

from siegeworks.core.dice import new_dice, roll
from tests.tables import budget

pytestmark = pytest.mark.plain


def test_the_same_numbers_compiled_and_plain() -> None:
    dice = new_dice(7)
    assert [int(roll(dice, 1000)) for _ in range(8)] == [368, 368, 293, 762, 680, 343, 281, 850]


def test_every_side_comes_up_about_equally_often() -> None:
    dice, rolls = new_dice(1), budget(60_000, 6_000)
    counts = Counter(int(roll(dice, 6)) for _ in range(rolls))
    expected = rolls / 6
    assert set(counts) == set(range(6))
    assert (
        sum((n - expected) ** 2 / expected for n in counts.values()) < 20.5
    )  # chi-square, 5 degrees, one in a thousand


def test_streams_are_unlike_each_other() -> None:
    words = new_dice(0, streams=100).tolist() + new_dice(1, streams=100).tolist()
    assert len(set(words)) == 200
