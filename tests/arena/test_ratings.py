"""Ratings and intervals, against values that are known otherwise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from siegeworks.arena.ratings import Rating, pairs, ratings, share_of
from siegeworks.arena.shares import wilson
from siegeworks.arena.summary import balance, pace
from siegeworks.arena.table import Played
from tests.arena.made import result, table_of


def by_name(found: list[Rating]) -> dict[str, Rating]:
    return {rating.bot: rating for rating in found}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0)],
)
def test_wilson_intervals_are_those_of_the_books(wins: int, games: int, low: float, high: float) -> None:
    share = wilson(wins, games)
    assert (share.low, share.high) == pytest.approx((low, high), abs=1e-4)


def test_nothing_is_known_without_games() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_two_bots_differ_by_the_logarithm_of_their_odds() -> None:
    found = by_name(ratings(table_of({("a", "b"): 3000, ("b", "a"): 1000}), resamples=5))
    assert found["a"].rating - found["b"].rating == pytest.approx(400 * math.log10(3000.5 / 1000.5), abs=0.01)


def test_bradley_terry_finds_the_strengths_a_table_was_made_from() -> None:
    strengths = {"a": 4.0, "b": 2.0, "c": 1.0}
    wins = {
        (one, other): round(7000 * strengths[one] / (strengths[one] + strengths[other]))
        for one in strengths
        for other in strengths
        if one != other
    }
    found = by_name(ratings(table_of(wins), resamples=3))
    step = 400 * math.log10(2)
    assert [rating.bot for rating in ratings(table_of(wins), resamples=3)] == ["a", "b", "c"]
    assert found["a"].rating - found["b"].rating == pytest.approx(step, abs=1)
    assert found["b"].rating - found["c"].rating == pytest.approx(step, abs=1)
    assert sum(rating.rating for rating in found.values()) == pytest.approx(0, abs=1e-6)


def test_plackett_luce_finds_the_strengths_of_a_table_of_three() -> None:
    games: list[Played] = []
    for winner, count in (("a", 400), ("b", 200), ("c", 100)):
        for at in range(count):
            seating = ("abc", "bca", "cab")[at % 3]
            games.append(result(len(games), tuple(seating), seating.index(winner)))
    found = by_name(ratings(games, resamples=3))
    assert found["a"].rating - found["b"].rating == pytest.approx(400 * math.log10(2), abs=3)
    assert found["b"].rating - found["c"].rating == pytest.approx(400 * math.log10(2), abs=3)


def test_plackett_luce_knows_that_a_table_of_three_alike_has_three_chances() -> None:
    games = [result(at, ("one", "other", "other", "other"), 0 if at % 4 == 0 else 1 + at % 3) for at in range(400)]
    found = by_name(ratings(games, resamples=3))
    assert found["one"].rating == pytest.approx(found["other"].rating, abs=1)
    assert found["one"].share.share == found["other"].share.share == 0.25


def test_a_shared_win_is_half_for_each() -> None:
    games = [result(0, ("a", "b"), 0, 1), result(1, ("b", "a"), 0, 1)]
    found = by_name(ratings(games, resamples=3))
    assert found["a"].rating == pytest.approx(found["b"].rating)
    assert share_of("a", games).wins == 1.0
    three = [result(0, ("a", "b", "c"), 0, 1, 2), result(1, ("a", "b", "c"), 0, 2)]
    assert share_of("c", three).wins == pytest.approx(1 / 3 + 1 / 2)
    found = by_name(ratings(three, resamples=3))
    assert found["a"].rating == pytest.approx(found["c"].rating)
    assert found["b"].rating < found["a"].rating


def test_one_that_never_lost_is_strong_but_not_infinitely() -> None:
    found = by_name(ratings(table_of({("a", "b"): 60})))
    assert found["a"].rating - found["b"].rating == pytest.approx(400 * math.log10(60.5 / 0.5), abs=0.1)
    assert 2 * found["a"].low == pytest.approx(400 * math.log10(0.96 / 0.04), abs=60)
    assert found["a"].high > 1.3 * found["a"].rating


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    dice = np.random.default_rng(5)
    truth, covered = 400 * math.log10(0.65 / 0.35), 0
    for trial in range(40):
        games = [result(at // 2, ("ab", "ba")[at % 2], int(dice.random() > 0.65) ^ (at % 2)) for at in range(120)]
        found = by_name(ratings(games, resamples=100, seed=trial))
        covered += 2 * found["a"].low <= truth <= 2 * found["a"].high  # a and b lie evenly around 0
    assert covered >= 34


def test_the_same_games_give_the_same_ratings() -> None:
    games = table_of({("a", "b"): 30, ("b", "a"): 20})
    assert ratings(games) == ratings(games)


def test_pairs_tell_both_sides() -> None:
    found = {(pair.bot, pair.against): pair.share for pair in pairs(table_of({("a", "b"): 3, ("b", "a"): 1}))}
    assert found["a", "b"].share == 0.75
    assert found["b", "a"].share == 0.25


def test_alone_there_is_nothing_to_rate() -> None:
    (only,) = ratings([result(0, ("a", "a"), 1)])
    assert (only.bot, only.rating, only.share.share) == ("a", 0.0, 0.5)


def test_seats_and_turns_are_counted_apart() -> None:
    games = [result(0, "ab", 1, first=1), result(1, "ba", 0, first=0), result(2, "ab", 0, first=1)]
    found = balance(games, 2)
    assert [share.wins for share in found.seats] == [2.0, 1.0]
    assert [share.wins for share in found.turns] == [2.0, 1.0]
    assert found.drawn == 0
    assert pace("a", games).seconds == 0.5
