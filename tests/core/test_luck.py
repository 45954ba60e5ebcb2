"""The luck of a match: anyone who knows the seed finds the same draws, and every draw is fair."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks import Match
from siegeworks.core import luck

SEED = bytes(range(32))
WORD = 2**64
DRAWS_OF_SIX = [1, 0, 5, 5, 0, 3, 1, 1, 0, 0, 3, 0]  # draws 0 to 11 of SEED
DRAWS_OF_FOUR = [2, 1, 0, 3, 1, 3, 3, 3, 2, 0, 2, 3]  # draws 0 to 11 of the seed 7
HASH_OF_SEED = "19a56adf2066d7a27bc0784e887ad05d3fd81f2d5115ddedab6d9f78c8246921"


def words_of(seed: bytes, number: int, page: int) -> list[int]:
    """The eight words of a page, worked out from the description alone."""
    digest = hashlib.blake2b(number.to_bytes(8, "big") + page.to_bytes(8, "big"), key=seed).digest()
    return [int.from_bytes(digest[at : at + 8], "big") for at in range(0, 64, 8)]


def test_a_whole_number_is_a_seed_of_32_bytes():
    assert luck.seed_bytes(0) == bytes(32)
    assert luck.seed_bytes(258) == bytes(30) + b"\x01\x02"
    assert luck.seed_bytes(2**256 - 1) == b"\xff" * 32
    assert luck.seed_bytes(SEED) is SEED


@pytest.mark.parametrize("seed", [-1, 2**256, b"", b"short", bytes(31), bytes(33)], ids=lambda seed: repr(seed)[:12])
def test_what_does_not_fit_into_32_bytes_is_no_seed(seed):
    with pytest.raises(ValueError, match="seed"):
        luck.seed_bytes(seed)


def test_draws_never_change_from_one_version_to_the_next():
    assert [luck.draw(SEED, number, 6) for number in range(12)] == DRAWS_OF_SIX
    assert [luck.draw(luck.seed_bytes(7), number, 4) for number in range(12)] == DRAWS_OF_FOUR
    assert luck.seed_hash(SEED) == HASH_OF_SEED


@given(st.integers(0, 2**256 - 1), st.integers(0, 10_000), st.integers(1, 10**6))
def test_a_draw_is_the_first_fitting_word_of_the_digest(seed, number, sides):
    key = seed.to_bytes(32, "big")
    limit = WORD // sides * sides
    fitting = [word for word in words_of(key, number, 0) if word < limit]
    assert luck.draw(key, number, sides) == fitting[0] % sides


def test_words_that_would_favour_small_numbers_are_left_out():
    sides = WORD // 2 + 1  # nearly half of all words are too large
    skipped = pages = 0
    for number in range(2000):
        stream = [word for page in range(6) for word in words_of(SEED, number, page)]
        at = next(at for at, word in enumerate(stream) if word < sides)
        assert luck.draw(SEED, number, sides) == stream[at]
        skipped += at > 0
        pages += at >= 8
    assert skipped > 800
    assert pages > 0


def test_the_largest_die_takes_a_whole_word():
    assert luck.draw(SEED, 0, WORD) == words_of(SEED, 0, 0)[0]


def test_a_die_with_one_side_always_shows_it():
    assert {luck.draw(SEED, number, 1) for number in range(20)} == {0}


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 54])
def test_every_side_comes_up_equally_often(sides):
    rolls = 400 * sides
    counts = Counter(luck.draw(SEED, number, sides) for number in range(rolls))
    assert set(counts) == set(range(sides))
    surprise = sum((counts[side] - 400) ** 2 / 400 for side in range(sides))  # chi squared, sides - 1 degrees
    assert surprise < sides + 5 * (2 * sides) ** 0.5


def test_neighbouring_seeds_and_draws_are_unrelated():
    by_seed = [luck.draw(luck.seed_bytes(seed), 0, 2) for seed in range(2000)]
    by_number = [luck.draw(SEED, number, 2) for number in range(2000)]
    for coins in (by_seed, by_number):
        assert 900 < sum(coins) < 1100
        assert 900 < sum(one != other for one, other in pairwise(coins)) < 1100


@given(st.lists(st.integers(0, 50), min_size=1, max_size=20).filter(any), st.integers(0, 1000))
def test_a_pick_is_the_place_where_the_draw_falls(weights, number):
    drawn = luck.draw(SEED, number, sum(weights))
    place = luck.pick(SEED, number, weights)
    assert sum(weights[:place]) <= drawn < sum(weights[: place + 1])


def test_a_place_without_weight_is_never_picked():
    picked = Counter(luck.pick(SEED, number, [0, 3, 0, 1, 0]) for number in range(2000))
    assert set(picked) == {1, 3}
    assert 1400 < picked[1] < 1600


def test_the_hash_of_a_seed_binds_it_and_is_none_of_its_draws():
    hashes = {luck.seed_hash(luck.seed_bytes(seed)) for seed in range(500)}
    assert len(hashes) == 500
    assert {len(text) for text in hashes} == {64}
    assert luck.seed_hash(SEED) != SEED.hex()
    assert luck.seed_hash(SEED) not in {
        hashlib.blake2b(SEED, digest_size=32).hexdigest(),
        hashlib.sha256(SEED).hexdigest(),
    }


def test_a_match_is_begun_by_draw_number_nought():
    for seed in range(30):
        match = Match.new("siegestones", 4, seed=seed)
        assert match.actions == [f"start {luck.draw(luck.seed_bytes(seed), 0, 4)}"]
