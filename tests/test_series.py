"""Series play: T-31 to T-34."""

from __future__ import annotations

import pytest

from siegeworks import BadSetup, GameOver, IllegalAction, Match, Series
from tests.drawn import board
from tests.matches import assert_refusal, reach

BLUE_4_YELLOW_3 = """
      T b . T
     . . . . b
    b . . . y .
   T . . . T . T
    . b T y . y
     y . . . .
      T b y T
"""
BLUE_3_YELLOW_4 = """
      T y . T
     . . . . y
    y . . . b .
   T . . . T . T
    . y T b . b
     b . . . .
      T y b T
"""
DRAWN_3_3 = """
      y T T b
     b T y T y
    b b T b y y
   b y T y y y y
    b y y y b b
     T b b y b
      b y b b
"""
THREE_SEATS_4_2_2 = """
      . T . .
     . . b . g
    T . . . T .
   . . y y . . T
    . y b T . g
     T b T . .
      T b T b
"""
THREE_SEATS_1_4_2 = """
      T y . T
     . T . . b
    g . T y . .
   . T . . . . g
    . y T y . T
     T T . . .
      y . . .
"""
THREE_SEATS_4_1_3 = """
      . . . .
     T b . T .
    . . g . b y
   T . T . . . T
    b T g . . .
     T b T y g
      . g T g
"""


def play_to(match: Match, drawing: str, winners: list[int], scores: list[int]) -> None:
    """Play the match to a drawn end."""
    assert reach(match, board(drawing))
    assert match.result is not None
    assert (match.result["winners"], match.result["scores"]) == (winners, scores)


def test_t31_lengths_have_their_targets_in_half_towers():
    targets = {length: Series.new(length).target for length in ("village", "castle", "city", "fortress")}
    assert targets == {"village": 20, "castle": 30, "city": 40, "fortress": 60}
    assert Series.new().length == "village"


def test_t32_t33_golden_a_draw_gives_no_half_and_a_tie_past_the_target_goes_on():
    """T-G25a."""
    series = Series.new("village", seats=2, start=0)
    play_to(series.match, BLUE_4_YELLOW_3, [0], [4, 3])
    assert (series.totals, series.result) == ([9, 6], None)
    play_to(series.next(), BLUE_3_YELLOW_4, [1], [3, 4])
    assert (series.totals, series.result) == ([15, 15], None)
    play_to(series.next(), DRAWN_3_3, [0, 1], [3, 3])
    assert (series.totals, series.result) == ([21, 21], None)
    series.next().resign(1)
    assert series.result == {"winners": [0], "totals": [22, 21], "places": [1, 2], "rule": "T-33"}


def test_t33_golden_a_single_leader_at_the_target_wins():
    """T-G25b."""
    series = Series.new("village", seats=3, start=0)
    play_to(series.match, THREE_SEATS_4_2_2, [0], [4, 2, 2])
    assert (series.totals, series.result) == ([9, 4, 4], None)
    play_to(series.next(), THREE_SEATS_1_4_2, [1], [1, 4, 2])
    assert (series.totals, series.result) == ([11, 13, 8], None)
    play_to(series.next(), THREE_SEATS_4_1_3, [0], [4, 1, 3])
    assert series.totals == [20, 15, 14]
    assert series.result == {"winners": [0], "totals": [20, 15, 14], "places": [1, 2, 3], "rule": "T-33"}
    assert len(series.matches) == 3


def test_t32_the_winner_has_half_a_tower_more_and_an_agreed_draw_gives_nobody_any():
    series = Series.new("castle", seats=3, start=0)
    series.match.resign(0)
    series.match.resign(2)
    assert series.totals == [0, 1, 0]
    series.next().agree_draw()
    assert series.totals == [0, 1, 0]


def test_t32_a_match_still_being_played_counts_for_nothing():
    series = Series.new("village", start=0)
    match = series.match
    for name in ("tower d4", "stone a1", "stone d5"):
        match.play(name)
    assert match.view()["control"] == {"d4": 0}
    assert (series.totals, series.result) == ([0, 0], None)
    match.agree_draw()
    assert series.totals == [2, 0]
    match.undo()
    assert series.totals == [0, 0]


def test_t33_after_fifty_matches_the_leaders_share_the_series():
    series = Series.new("castle", start=0)
    for number in range(50):
        assert series.result is None
        match = series.match if number == 0 else series.next()
        match.resign(number % 2)
    assert (series.totals, len(series.matches)) == ([25, 25], 50)
    assert series.result == {"winners": [0, 1], "totals": [25, 25], "places": [1, 1], "rule": "T-33"}
    with pytest.raises(GameOver):
        series.next()


def test_t33_after_fifty_matches_the_leader_wins_below_the_target():
    series = Series.new("fortress", seats=3, start=2)
    for number in range(50):
        assert series.result is None
        match = series.match if number == 0 else series.next()
        for seat in (1, 2) if number < 26 else (0, 1):
            match.resign(seat)
    assert series.result == {"winners": [0], "totals": [26, 0, 24], "places": [1, 3, 2], "rule": "T-33"}


def test_t33_the_guard_is_not_reached_one_match_too_soon():
    series = Series.new("castle", start=0)
    series.match.agree_draw()
    for _ in range(48):
        series.next().agree_draw()
    assert (len(series.matches), series.result) == (49, None)
    series.next().agree_draw()
    assert series.result == {"winners": [0, 1], "totals": [0, 0], "places": [1, 1], "rule": "T-33"}


def test_t34_the_next_seat_begins_the_next_match_and_seats_stay():
    series = Series.new("city", seats=3, start=1, options={"balanced": True})
    starters = []
    for number in range(5):
        match = series.match if number == 0 else series.next()
        assert match is series.match
        assert (match.seats, match.options["balanced"], match.ply) == (3, True, 1)
        starters.append(match.to_move)
        match.agree_draw()
    assert starters == [1, 2, 0, 1, 2]


def test_the_first_to_begin_is_drawn_unless_it_is_given():
    assert {Series.new(seats=2).match.to_move for _ in range(60)} == {0, 1}
    assert all(Series.new(seats=4, start=3).match.actions == ["start 3"] for _ in range(5))


def test_a_match_must_be_over_before_the_next_and_none_follows_the_last():
    series = Series.new("village", start=0)
    with pytest.raises(IllegalAction) as caught:
        series.next()
    assert_refusal(caught.value, "illegal", "T-33")
    for _ in range(20):
        series.match.resign(1)
        if series.result is None:
            series.next()
    assert series.result is not None
    assert series.result["winners"] == [0]
    assert series.totals == [20, 0]
    with pytest.raises(GameOver) as over:
        series.next()
    assert_refusal(over.value, "over", "T-33")
    assert len(series.matches) == 20


@pytest.mark.parametrize("length", ["", "town", "Village", None, 10, True, ["village"], {}], ids=repr)
def test_t31_no_other_length_is_taken(length):
    with pytest.raises(BadSetup) as caught:
        Series.new(length)
    assert_refusal(caught.value, "bad_setup", "T-31")


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"seats": 1}, "T-2"),
        ({"seats": "2"}, "T-2"),
        ({"start": 2}, "T-6"),
        ({"start": -1}, "T-6"),
        ({"start": True}, "T-6"),
        ({"start": "0"}, "T-6"),
        ({"options": {"balanced": 1}}, "T-30"),
        ({"options": {"nope": True}}, None),
        ({"game": "chess"}, None),
    ],
    ids=str,
)
def test_a_series_is_set_up_like_a_match(asked, rule):
    with pytest.raises(BadSetup) as caught:
        Series.new("village", **asked)
    assert_refusal(caught.value, "bad_setup", rule)
