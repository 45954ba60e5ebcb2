"""One test for each numbered rule, on a drawn board where a board shows it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from siegeworks import BadSetup, GameOver, IllegalAction, Match, NotYourTurn
from siegeworks.core import step
from tests.drawn import board, position
from tests.tables import budget, play_out

pytestmark = pytest.mark.plain

DERIVED = ("N-1",)  # test_n1_stones_and_towers_are_conserved
"""Rules that only describe, or follow from others; the property tests below that name them stand for them."""

ROW = "bygrbygr"
EMPTY = """
      . . . .
     . . . . .
    . . . . . .
   . . . . . . .
    . . . . . .
     . . . . .
      . . . .
"""
NEUTRAL = """
      . . . .
     . . . . .
    . . . . . .
   . . . N . . .
    . . . . . .
     . . . . .
      . . . .
"""
ONE_TOWER = """
      . . . .
     . . . . .
    . . . . . .
   . 1 . N . . .
    . . . . . .
     . . . . .
      . . . .
"""
ONE_EACH = """
      . . . .
     . . . . .
    . . . . . .
   . 1 . N . . 2
    . . y . . .
     . . . . .
      . . . .
"""
ALMOST_FULL = """
      r 2 y g
     r y r y y
    b 1 g y 1 b
   1 b g N 2 y r
    g 2 r y b g
     1 y g b .
      g g 2 b
"""


def drawn(drawing: str, row: str = ROW, to_move: int = 0, **fields: Any) -> Match:
    return position("nobles", drawing, row=row, to_move=to_move, **fields)


def new(seats: int = 2, **options: Any) -> Match:
    return Match.new("nobles", seats, seed=5, options=options, chance=("start 0",))


def played(match: Match, *names: str) -> Match:
    for name in names:
        match.play(name)
    return match


def verbs(match: Match) -> Counter[str]:
    return Counter(name.split()[0] for name in match.legal())


def gains(match: Match, name: str, kind: str = "score") -> list[int]:
    """The points an action brings each seat."""
    found = [0] * match.seats
    for event in match.play(name):
        if event["kind"] == kind:
            found[event["args"]["seat"]] += event["args"]["points"]
    return found


def refused(match: Match, name: str, rule: str, *fragments: str) -> None:
    """The action is not legal, and the reason names the rule and these things."""
    assert name not in match.legal()
    with pytest.raises(IllegalAction) as refusal:
        match.play(name)
    assert refusal.value.rule == rule, refusal.value.reason
    for fragment in fragments:
        assert fragment in refusal.value.reason


# Components, roles, setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_n1_stones_and_towers_are_conserved(seats: int) -> None:
    """N-1, N-25: eighty stones on circles, in the Row and on towers; nine towers, eight of them for four seats."""
    noble_stones = {2: 4 + 4 + 1, 3: 9, 4: 8}[seats]
    towers = {2: 8, 3: 9, 4: 8}[seats]

    def look(match: Match) -> None:
        view = match.view()
        pieces = Counter(view["board"])
        assert sum(pieces[letter] for letter in "bygr") + len(view["row"]) + noble_stones == 80
        assert sum(pieces[letter] for letter in "1234") + sum(view["reserve"]) == towers
        assert pieces["N"] == (seats == 2)

    for seed in range(budget(3, 1)):
        play_out(Match.new("nobles", seats, seed=seed), random.Random(seed), look)


@pytest.mark.parametrize("seats", [1, 5])
def test_n2_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadSetup) as refusal:
        Match.new("nobles", seats)
    assert refusal.value.rule == "N-2"


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        (2, ["4211", "1241"]),
        (3, ["4211", "1421", "2141"]),
        (4, ["4211", "1421", "1142", "2114"]),
    ],
)
def test_n3_each_seat_has_a_noble_and_a_peasant_colour(seats: int, values: list[str]) -> None:
    """N-3, N-23: what blue, yellow, green and red are worth to each seat."""
    for seat, worth in enumerate(values):
        drawing = ONE_TOWER.replace("1", str(seat + 1)).replace("N", "N" if seats == 2 else ".")
        for colour, points in zip("bygr", worth, strict=True):
            match = drawn(drawing, row=colour + ROW, seats=seats)
            assert gains(match, "stone L d1") == [int(points) * (s == seat) for s in range(seats)]


def test_n4_with_two_seats_the_others_noble_colour_is_foreign() -> None:
    assert gains(drawn(ONE_EACH, row="gbyr"), "stone L d1") == [1, 0]
    assert gains(drawn(ONE_EACH, row="bgyr"), "stone L d6") == [0, 1]


@pytest.mark.parametrize(("seats", "towers"), [(2, 4), (3, 3), (4, 2)])
def test_n5_each_seat_owns_four_three_or_two_towers(seats: int, towers: int) -> None:
    match = new(seats)
    assert match.view()["reserve"] == [towers] * seats
    assert "place a1" in match.legal()
    free = iter(["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5"])
    for _ in range(towers * seats):
        match.play(f"place {next(free)}")
    refused(match, "place g4", "N-12", f"All {towers} towers of Player 1")


def test_n6_the_neutral_tower_is_nobodys() -> None:
    match = drawn(NEUTRAL)
    refused(match, "move d4 a1", "N-6", "d4", "neutral")
    refused(match, "remove d4", "N-6")
    assert gains(match, "stone L d5") == [0, 0]
    assert new(3).view()["board"] == board(EMPTY)


def test_n7_three_use_nine_towers_and_four_use_eight() -> None:
    assert sum(new(3).view()["reserve"]) == 9
    assert sum(new(4).view()["reserve"]) == 8
    assert new(4).view()["board"] == board(EMPTY)


def test_n8_towers_start_in_reserve() -> None:
    assert new(2).view()["board"] == board(NEUTRAL)
    assert verbs(new(2)) == {"stone": 72, "place": 36}


@pytest.mark.parametrize(
    ("seats", "stones"),
    [
        (2, {"b": 16, "y": 20, "g": 16, "r": 19}),
        (3, {"b": 17, "y": 17, "g": 17, "r": 20}),
        (4, dict.fromkeys("bygr", 18)),
    ],
)
def test_n9_all_stones_not_on_towers_lie_in_the_row(seats: int, stones: dict[str, int]) -> None:
    match = Match.new("nobles", seats)
    match.play("start 0")
    for place, letter in enumerate("".join(letter * stones[letter] for letter in "rgyb")):
        (event,) = match.play(f"row {letter}")
        assert (event["kind"], event["args"]) == ("row", {"place": place, "colour": letter})
    assert match.to_move == 0
    assert Counter(match.view()["row"]) == stones


def test_n10_a_drawn_seat_begins_and_turns_go_clockwise() -> None:
    match = Match.new("nobles", 3, seed=2, chance=("start 2",))
    assert match.view()["scores"] == [0, 0, 0]
    turns = []
    for cell in ("a1", "a2", "a3", "a4"):
        turns.append(match.to_move)
        match.play(f"stone L {cell}")
    assert turns == [2, 0, 1, 2]
    with pytest.raises(NotYourTurn) as refusal:
        match.play("stone L g4", seat=2)
    assert refusal.value.rule == "N-10"


# The turn


def test_n11_one_action_a_turn_and_no_pass() -> None:
    match = drawn(ONE_EACH)
    assert set(verbs(match)) == {"stone", "place", "remove", "move"}
    assert played(match, "stone L a1").to_move == 1
    assert played(match, "place a2").to_move == 0
    refused(match, "skip", "N-17", "only right after a move")


def test_n12_place_puts_a_tower_from_the_reserve_on_an_empty_circle() -> None:
    match = drawn(ONE_EACH)
    refused(match, "place c3", "N-12", "c3 holds a yellow stone")
    refused(match, "place d7", "N-12", "d7 holds a tower of Player 2")
    refused(match, "place d4", "N-12", "the neutral tower")
    match.play("place g4")
    assert match.view()["board"] == "1.../...../....../.1.N..2/..y.../...../...."
    assert match.view()["reserve"] == [2, 3]


def test_n13_move_goes_to_any_other_empty_circle() -> None:
    match = drawn(ONE_EACH)
    goals = [name.split()[2] for name in match.legal() if name.startswith("move d2 ")]
    assert len(goals) == 37 - 4
    refused(match, "move d2 d2", "N-13", "another circle")
    refused(match, "move d2 c3", "N-13", "c3 holds a yellow stone")
    refused(match, "move d2 d7", "N-13")
    match.play("move d2 d6")
    assert match.view()["board"] == "..../...../....../...N.12/..y.../...../...."


def test_n14_remove_returns_a_tower_to_the_reserve() -> None:
    match = drawn(ONE_EACH)
    match.play("remove d2")
    assert match.view()["reserve"] == [4, 3]
    assert match.view()["board"] == "..../...../....../...N..2/..y.../...../...."
    played(match, "stone L a1", "place d2")
    assert match.view()["reserve"] == [3, 3]


def test_n15_only_own_towers_may_be_touched() -> None:
    match = drawn(ONE_EACH)
    refused(match, "remove d7", "N-15", "tower of Player 2")
    refused(match, "move d7 a1", "N-15", "tower of Player 2")
    refused(match, "remove a1", "N-15", "empty")
    assert {name for name in match.legal() if name.startswith("remove")} == {"remove d2"}


@pytest.mark.parametrize("name", ["place b3", "move d2 b3", "remove d2"])
def test_n16_tower_actions_score_nothing(name: str) -> None:
    match = drawn(ONE_EACH, scores=[2, 2])
    assert gains(match, name) == [0, 0]
    if match.view()["phase"] == "row":
        match.play("skip")
    assert match.view()["scores"] == [2, 2]


def test_n17_after_a_move_the_same_seat_may_change_the_row() -> None:
    match = played(drawn(ONE_EACH), "move d2 a1")
    assert (match.to_move, match.view()["phase"]) == (0, "row")
    assert verbs(match) == {"skip": 1, "insert": 14}
    refused(match, "stone L g4", "N-17", "or leave the Row as it is")
    match.play("skip")
    assert (match.to_move, match.view()["phase"], match.view()["row"]) == (1, "turn", ROW)
    assert played(match, "place a2").view()["phase"] == "turn"
    assert played(match, "remove a1").view()["phase"] == "turn"


def test_n18_an_end_stone_goes_to_any_other_place() -> None:
    """The moved stone lies at the place it names."""
    match = played(drawn(ONE_EACH, row="rbyg"), "move d2 a1")
    rows = {
        "insert L 1": "bryg",
        "insert L 2": "byrg",
        "insert L 3": "bygr",
        "insert R 0": "grby",
        "insert R 1": "rgby",
        "insert R 2": "rbgy",
    }
    assert match.legal() == ["skip", *rows]
    refused(match, "insert L 0", "N-18", "left end", "there already")
    refused(match, "insert R 3", "N-18", "right end", "there already")
    refused(match, "insert L 4", "N-18", "4 stones", "none can have 4")
    for name, row in rows.items():
        changed = match.copy()
        assert gains(changed, name) == [0, 0]
        assert changed.view()["row"] == row


def test_n19_a_stone_comes_from_either_end_of_the_row() -> None:
    match = drawn(ONE_EACH, row="rbygrbyyg")
    refused(match, "stone L c3", "N-19", "c3 holds a yellow stone")
    played(match, "stone L a1", "stone R a2")
    assert match.view()["row"] == "bygrbyy"
    assert match.view()["board"] == "..../...../....../.1.N..2/..y.../...../rg.."


def test_n20_a_stone_scores_for_towers_in_line_with_no_tower_between() -> None:
    """From d6 the tower on d1 is behind d3; b4 is in line with none."""
    match = drawn(
        """
              . . . 1
             . . . . .
            . . . . . .
           1 . 2 . . . .
            . . . . . .
             . . . . .
              . . . .
        """,
        seats=3,
        row="rbyg",
    )
    assert gains(match.copy(), "stone L d6") == [0, 1, 0]
    assert gains(match.copy(), "stone L d2") == [1, 1, 0]
    assert gains(match.copy(), "stone L g4") == [2, 0, 0]
    assert gains(match.copy(), "stone L b3") == [0, 1, 0]
    assert gains(match.copy(), "stone L b4") == [0, 0, 0]
    assert match.view()["sight"]["d1"] == ["a1", "b1", "c1", "d2", "d3", "e2", "f3", "g4"]


def test_n21_lines_run_along_touching_circles_in_six_directions() -> None:
    """c2 and e3 look in line through a gap, but are not."""
    match = drawn(
        """
              . . . .
             . . . . .
            . . . . . .
           . . . . . . .
            . 1 . . . .
             . . . . .
              . . . .
        """,
        seats=3,
        row="bbyygrgr",
    )
    seen = match.view()["sight"]["c2"]
    assert "e3" not in seen
    assert seen == ["a2", "b1", "b2", "c1", "c3", "c4", "c5", "c6", "d2", "d3", "e2", "e4", "f5", "g6"]
    assert gains(match, "stone L e3") == [0, 0, 0]


def test_n22_only_towers_obstruct() -> None:
    """Stones between do not matter; the neutral tower hides d2 from d6."""
    match = drawn(
        """
              . . . .
             . . . . .
            . . . . . .
           . 1 y N . . 2
            . . y . . .
             . . . y .
              . . . .
        """
    )
    assert gains(match.copy(), "stone L d6") == [0, 1]
    assert gains(match.copy(), "stone L e2") == [4, 0]
    assert match.view()["sight"]["d2"] == ["a2", "b2", "c1", "c2", "d1", "d3", "d4", "e2", "e3", "f4", "g5"]


def test_n23_four_for_nobles_two_for_peasants_one_for_foreigners() -> None:
    """Red on d4 beside one tower of each of four seats."""
    match = drawn(
        """
              . . . .
             . . . . .
            . . 3 . . .
           . . 1 . 2 . .
            . . . 4 . .
             . . . . .
              . . . .
        """,
        seats=4,
        row="rbygr",
    )
    events = match.play("stone L d4")
    assert [(e["args"]["tower"], e["args"]["seat"], e["args"]["points"]) for e in events if e["kind"] == "score"] == [
        ("c4", 3, 4),
        ("d3", 0, 1),
        ("d5", 1, 1),
        ("e4", 2, 2),
    ]
    assert match.view()["scores"] == [1, 1, 2, 4]


def test_n24_a_stone_scores_once_for_each_tower_whoever_laid_it() -> None:
    match = drawn(
        """
              . . . .
             . . . . .
            . . . . . .
           1 . . . . . .
            . . . . . .
             . . . . .
              . . . 1
        """,
        seats=3,
        row="bbygr",
        to_move=2,
    )
    assert gains(match, "stone L d4") == [8, 0, 0]


def test_n25_stones_stay_and_nobles_in_towers_are_no_pieces() -> None:
    """Player 3's peasants are blue: the noble in the tower on d4 brings nothing, and it hides the stone on g7."""
    match = drawn(
        """
              . . . b
             . . . . .
            . . . . . .
           . . . 1 . . .
            . . . . . .
             . . . . .
              3 . . 3
        """,
        seats=3,
        row="rbyg",
    )
    refused(match, "remove g7", "N-25", "blue stone")
    refused(match, "move g7 d1", "N-25", "blue stone")
    assert gains(match, "stone L b5", "bonus") == [0, 0, 0]
    assert match.result is not None


# The end


def test_n26_the_game_ends_when_a_colour_has_left_the_row() -> None:
    match = drawn(ONE_EACH, row="rbygbyg")
    assert gains(match, "stone L d1") == [1, 0]
    assert match.result is not None
    assert match.result["rule"] == "N-26"
    with pytest.raises(GameOver) as refusal:
        match.play("stone L a1")
    assert refusal.value.rule == "N-26"
    assert played(drawn(ONE_EACH, row="rbygr"), "stone L d1").result is None
    buried = played(drawn(ONE_EACH, row="rbygbyg"), "move d2 a1", "insert L 3")
    assert buried.result is None


def test_n27_the_game_ends_when_the_board_is_full() -> None:
    row = "ybybgyryyrbrgbrbrrybgbybyrrgrgrrgygybbgrrryy"
    for name in ("stone L b5", "stone R b5"):
        match = played(drawn(ALMOST_FULL, row=row, scores=[55, 52], to_move=1), name)
        assert match.result is not None
        assert match.result["rule"] == "N-27"
    options = {"insert_after": "any_tower_action"}
    match = drawn(ALMOST_FULL.replace("2 y g", "y y g"), row=row[1:], to_move=1, options=options)
    match.play("place b5")
    assert (match.view()["phase"], match.result) == ("row", None)
    match.play("skip")
    assert match.result is not None
    assert match.result["rule"] == "N-27"


def test_n28_the_game_ends_after_six_rounds_without_a_stone() -> None:
    match = drawn(ONE_EACH, quiet=10)
    match.play("place a1")
    assert match.view()["quiet"] == 11
    twin = match.copy()
    match.play("move d7 a4")
    assert match.result is None
    match.play("insert L 2")
    assert match.result is not None
    assert match.result["rule"] == "N-28"
    assert played(twin, "stone L a4").view()["quiet"] == 0


def test_n29_final_scoring_gives_two_for_each_peasant_a_tower_sees() -> None:
    """Player 1: d1 sees two, b1 sees one of them again, d7 is hidden; Player 3: b3 sees b5, no noble in a tower."""
    match = drawn(
        """
              . . . .
             . . . . .
            . . . . . .
           1 . y . y 2 y
            . . . . . .
             1 . 3 . b
              . . . .
        """,
        seats=3,
        row="rbbyygg",
        scores=[10, 14, 13],
        to_move=1,
    )
    events = match.play("stone L a4")
    assert [e["args"] for e in events if e["kind"] == "bonus"] == [
        {"seat": 0, "tower": "b1", "points": 2},
        {"seat": 2, "tower": "b3", "points": 2},
        {"seat": 0, "tower": "d1", "points": 4},
    ]
    assert match.view()["scores"] == [16, 14, 15]


def test_n30_most_points_win_and_equal_points_share() -> None:
    level = played(drawn(ONE_EACH, row="rbygbyg", scores=[4, 4]), "stone L a1")
    assert level.result is not None
    assert (level.result["winners"], level.result["places"]) == ([0, 1], [1, 1])
    ahead = played(drawn(ONE_EACH, row="rbygbyg", scores=[2, 4]), "stone L a1")
    assert ahead.result is not None
    assert (ahead.result["winners"], ahead.result["places"]) == ([1], [2, 1])


# Information and chance


def test_n31_everybody_sees_everything() -> None:
    match = played(new(3), "place d4", "stone L a1", "place a2")
    assert match.view(0) == match.view(1) == match.view(2) == match.view() == match.position()
    assert len(match.view(1)["row"]) == 70


def test_n32_the_row_is_drawn_by_what_is_left_and_nothing_afterwards() -> None:
    match = Match.new("nobles", 2)
    weights = np.zeros(8, np.int64)
    assert match.legal() == ["start 0", "start 1"]
    assert step.weigh(match.states, 0, weights) == 2
    assert weights[:2].tolist() == [1, 1]
    played(match, "start 1", *["row b"] * 16, "row r")
    assert match.legal() == ["row y", "row g", "row r"]
    assert step.weigh(match.states, 0, weights) == 3
    assert weights[:3].tolist() == [20, 16, 18]
    played(match, *["row y"] * 20, *["row g"] * 16, *["row r"] * 18)
    assert match.to_move == 1
    play_out(match, random.Random(1), lambda now: None if now.to_move != "chance" else pytest.fail("a draw in play"))


# Options


@pytest.mark.parametrize("name", ["place a1", "remove d2", "move d2 a1"])
def test_n33_the_row_may_be_changed_after_any_tower_action(name: str) -> None:
    match = played(drawn(ONE_EACH, options={"insert_after": "any_tower_action"}), name)
    assert (match.view()["phase"], match.to_move) == ("row", 0)
    refused(match, "place a2", "N-33", "Your tower action")
    assert played(match, "skip").to_move == 1
    refused(match, "skip", "N-33", "only right after a tower action")


@pytest.mark.parametrize("stones", [4, 16])
def test_n34_a_short_row_has_as_many_stones_of_each_colour(stones: int) -> None:
    assert Counter(new(3, row_per_colour=stones).view()["row"]) == dict.fromkeys("bygr", stones)
    with pytest.raises(BadSetup) as refusal:
        new(3, row_per_colour=17)
    assert refusal.value.rule == "N-34"


def test_n35_the_stall_limit_can_be_chosen() -> None:
    assert played(drawn(ONE_EACH, quiet=9, options={"stall_rounds": 5}), "place a1").result is not None
    assert played(drawn(ONE_EACH, quiet=11, options={"stall_rounds": 20}), "place a1").result is None
    with pytest.raises(BadSetup) as refusal:
        new(2, stall_rounds=4)
    assert refusal.value.rule == "N-35"


# Leaving and clocks


THREE = """
      . . . .
     . . . . .
    . . . . . .
   . 1 . y . . 2
    . . . . . .
     . . . . .
      3 . . .
"""


def test_who_leaves_is_skipped_keeps_points_and_comes_last() -> None:
    match = drawn(THREE, seats=3, row="rbygbyg", scores=[2, 4, 1])
    (event,) = match.resign(1)
    assert (event["kind"], event["rule"]) == ("resign", "platform")
    assert match.to_move == 0
    match.play("place g4")
    assert match.to_move == 2
    match.play("stone L d3")
    assert match.result is not None
    assert match.result["places"] == [1, 3, 2]
    assert match.result["scores"] == [2 + 1 + 2 + 2, 4 + 1, 1]
    assert match.result["winners"] == [0]


def test_who_leaves_in_the_row_phase_breaks_the_turn_off() -> None:
    match = played(drawn(THREE, seats=3, quiet=3), "move d2 a4")
    match.resign(0)
    view = match.view()
    assert (view["phase"], view["to_move"], view["quiet"], view["row"]) == ("turn", 1, 3, ROW)
    assert view["board"].endswith("3..1")


def test_leaving_lowers_the_stall_limit_at_once() -> None:
    match = drawn(THREE, seats=3, quiet=12)
    match.resign(2)
    assert match.result is not None
    assert match.result["rule"] == "N-28"
    twin = drawn(THREE, seats=3, quiet=11)
    twin.resign(2)
    assert twin.result is None


def test_leaving_a_full_board_ends_by_the_full_board() -> None:
    """N-27, N-33: the last circle was taken by a tower, and the decision about the Row is still open."""
    full = """
          r r y g
         r y r y y
        b 1 g y 1 b
       1 b g r 2 y r
        g 2 r y b g
         b y g b 3
          g g 2 b
    """
    match = drawn(full, seats=3, row=ROW, phase="row", to_move=2, options={"insert_after": "any_tower_action"})
    twin = match.copy()
    match.resign(2)
    assert match.result is not None
    assert match.result["rule"] == "N-27"
    twin.resign(0)
    assert (twin.result, twin.to_move) == (None, 2)


def test_the_last_seat_left_wins_whatever_the_points() -> None:
    match = drawn(THREE.replace("y", "N").replace("3 .", "y ."), scores=[8, 0], to_move=1)
    events = match.resign(0)
    assert [event["kind"] for event in events] == ["resign", "end"]
    assert match.result == {"winners": [1], "scores": [8, 0], "places": [2, 1], "rule": "platform"}


def test_an_expired_clock_plays_the_left_stone_or_skips() -> None:
    match = drawn(ONE_EACH)
    assert match.default() == "stone L a1"
    assert played(match, "stone L a1", "move d7 a2").default() == "skip"
    assert played(match, "skip").default() == "stone L a3"
