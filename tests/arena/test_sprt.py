"""The sequential test, on coins whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from siegeworks import BadSetup
from siegeworks.arena.contest import Contest
from siegeworks.arena.sprt import Hypotheses, expected, is_better, judge, log_ratio
from tests.arena.made import result

WIDE = Hypotheses(0, 100)


def tossed(dice: np.random.Generator, chance: float, most: int = 600) -> tuple[str, int]:
    """The answer about a coin that wins with this chance, and after how many deals."""
    scores: list[float] = []
    while len(scores) < most:
        scores.append(float(dice.random() < chance) / 2 + float(dice.random() < chance) / 2)
        answer = WIDE.answer(log_ratio(scores, WIDE))
        if answer != "unsure":
            return answer, len(scores)
    return "unsure", most


def test_a_coin_as_good_as_claimed_is_found_better_and_a_fair_one_is_not() -> None:
    dice = np.random.default_rng(1)
    better = [tossed(dice, expected(WIDE.elo1)) for _ in range(60)]
    fair = [tossed(dice, 0.5) for _ in range(60)]
    assert sum(answer == "better" for answer, _ in better) >= 54
    assert sum(answer == "not better" for answer, _ in fair) >= 54
    assert np.median([deals for _, deals in better + fair]) < 150


def test_the_ratio_of_single_coins_is_that_of_the_books() -> None:
    """Where a deal is won or lost whole, the ratio is the binomial's."""
    scores = [1.0] * 60 + [0.0] * 40
    p1, p0 = expected(WIDE.elo1), expected(WIDE.elo0)
    known = 60 * np.log(p1 / p0) + 40 * np.log((1 - p1) / (1 - p0))
    assert log_ratio(scores, WIDE) == pytest.approx(known, abs=0.02)


def test_a_few_wins_do_not_prove_anything() -> None:
    assert WIDE.answer(log_ratio([1.0] * 4, WIDE)) == "unsure"
    assert WIDE.answer(log_ratio([1.0] * 40, WIDE)) == "better"
    assert WIDE.answer(log_ratio([0.5] * 3, WIDE)) == "unsure"


def test_the_two_games_of_a_deal_are_one_sample() -> None:
    seat_wins = [result(at // 2, ("ab", "ba")[at % 2], 0) for at in range(80)]
    verdict = judge("a", seat_wins, WIDE)
    assert (verdict.deals, verdict.share.share) == (40, 0.5)
    assert verdict.answer == "not better"


def test_bounds_come_from_the_chances_to_be_wrong() -> None:
    assert Hypotheses(alpha=0.05, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.95), np.log(0.9 / 0.05)))


def test_a_test_between_bots_stops_when_it_is_sure_and_says_the_same_with_two_workers() -> None:
    contest = Contest("siegestones", 2, ("random", "thumb"))
    wide = Hypotheses(0, 400, 0.2, 0.2)
    heard: list[int] = []
    verdict = is_better(contest, wide, 200, progress=lambda so_far: heard.append(so_far.deals))
    assert verdict.answer == "not better"
    assert heard == list(range(1, verdict.deals + 1))
    assert verdict.deals < 100
    assert is_better(contest, wide, 200, workers=2) == verdict


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Hypotheses(50, 0), "elo0 is below elo1"),
        (lambda: Hypotheses(alpha=0.6), "below 0.5"),
        (lambda: is_better(Contest("siegestones", 3, ("a", "b")), WIDE, 10), "two bots at two seats"),
    ],
)
def test_what_makes_no_test_is_refused(made, says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        made()
