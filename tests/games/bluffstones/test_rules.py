"""One test for each numbered rule of BluffStones, named after it. Seats are numbered from 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from siegeworks.core import step
from siegeworks.core.hexboard import cell, names_of
from siegeworks.core.rules import CHANCE
from siegeworks.errors import BadSetup, GameOver, IllegalAction, NotYourTurn, UnknownAction
from siegeworks.games.bluffstones.rules import CHANCES, LAYOUTS, STATE, matching
from siegeworks.match import Match
from tests.games.bluffstones.tables import FULL_BOARD, FULL_PILE, NO_STONES, bid, drawn, kinds, of_kind, table

pytestmark = pytest.mark.plain

DERIVED: tuple[str, ...] = ()  # every number has a test of its own

TWO_BLUE_BESIDE_D4 = """
      . . . .
     . G . B .
    . . . b . .
   . G . B b Y .
    . . . . . .
     . B . Y .
      . . . .
"""
LAST_TOWER = """
      . . . .
     . . . . .
    . . . b . .
   . . . B b . .
    . . . . . .
     . . . . .
      . . . .
"""
NO_TOWERS = LAST_TOWER.replace("B", ".")
SPENT = ["b3 y3 g3 r4", "b3 y3 g3 r4"]  # piles of those who have scored towers of all colours


def refusal(match: Match, name: str) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as refused:
        match.play(name)
    return refused.value.reason, refused.value.rule


# Components and set-up


def test_b1_two_or_three_seats_and_seven_towers() -> None:
    """B-1"""
    for seats in (1, 4):
        with pytest.raises(BadSetup) as refused:
            Match.new("bluffstones", seats)
        assert refused.value.rule == "B-1"
    for seats in (2, 3):
        view = Match.new("bluffstones", seats, seed=1).view()
        assert len(view["matching"]) == 7
        assert view["turn_tower"] in range(seats)


def test_b2_where_the_towers_stand() -> None:
    """B-2"""
    view = Match.new("bluffstones", 2, seed=1).view()
    assert set(view["matching"]) == {"d4", "b2", "b4", "d2", "d6", "f4", "f6"}


def test_b3_three_stones_of_each_colour_for_seven_tops() -> None:
    """B-3"""
    match = Match.new("bluffstones", 2)
    for tower in ("b2", "b4", "d2"):
        assert match.legal() == [f"top {tower} {colour}" for colour in "byg"]
        match.play(f"top {tower} b")
    assert match.legal() == ["top d4 y", "top d4 g"]
    for name in ("top d4 y", "top d6 y", "top f4 y"):
        match.play(name)
    assert match.legal() == ["top f6 g"]
    match.play("top f6 g")
    assert match.position()["board"] == "..../.Y.G./....../.B.Y.Y./....../.B.B./...."


@pytest.mark.parametrize("seats", [2, 3])
def test_b4_the_piles(seats: int) -> None:
    """B-4"""
    assert Match.new("bluffstones", seats, seed=1).view()["piles"] == [FULL_PILE[seats]] * seats


def test_b5_the_turn_tower_is_drawn_and_its_holder_is_first() -> None:
    """B-5"""
    match = Match.new("bluffstones", 3, seed=1)
    tops = [line.name for line in match.lines if line.name.startswith("top")]
    match = Match.new("bluffstones", 3, chance=tops)
    assert match.legal() == ["start 0", "start 1", "start 2"]
    assert kinds(match.play("start 2")) == ["start"]
    order = []
    for _ in range(3):
        assert isinstance(match.to_move, int)
        order.append(match.to_move)
        with pytest.raises(NotYourTurn) as refused:
            match.play("bid b", (match.to_move + 1) % 3)
        assert refused.value.rule == "B-5"
        match.play("bid b")
    assert order == [2, 0, 1]
    assert match.to_move == 2  # and places first


def test_b6_all_other_circles_are_empty() -> None:
    """B-6"""
    match = Match.new("bluffstones", 3, seed=4)
    assert sum(match.view()["board"].count(letter) for letter in "BYG") == 7
    assert match.view()["board"].count(".") == int(match.state.empty).bit_count() == 30


# A round


def test_b7_nothing_one_stone_or_two_of_a_colour() -> None:
    """B-7"""
    match = table(piles=["b1 y2 g0 r2", "b0 y0 g0 r0"])
    assert match.legal() == ["bid -", "bid b", "bid y", "bid r", "bid yy", "bid rr"]
    assert refusal(match, "bid bb") == ("The bid takes two blue, and the pile of Seat 1 has 1.", "B-7")
    assert refusal(match, "bid g") == ("The bid takes one green, and the pile of Seat 1 has 0.", "B-7")
    with pytest.raises(UnknownAction) as refused:
        match.play("bid by")
    assert refused.value.rule == "B-7"
    match.play("bid rr")
    assert match.legal() == ["bid -"]  # an empty pile


def test_b8_bids_are_shown_together_and_their_stones_are_spent() -> None:
    """B-8"""
    match = table(seats=3, turn=1)
    full = match.view()["piles"]
    assert kinds(match.play("bid b")) == kinds(match.play("bid -")) == ["bid"]
    assert match.view()["piles"] == full
    assert match.view()["revealed"] == [None, None, None]
    events = match.play("bid rr")
    assert of_kind(events, "reveal") == [({"bids": ["rr", "b", "-"]}, "B-8")]
    after = match.view()
    assert [pile["b"] for pile in after["piles"]] == [5, 4, 5]
    assert [pile["r"] for pile in after["piles"]] == [1, 3, 3]
    assert after["revealed"] == ["rr", "b", "-"]


def test_b9_the_game_ends_when_all_bid_nothing() -> None:
    """B-9"""
    match = table()
    assert kinds(bid(match, "-", "-")) == ["bid", "reveal", "end"]
    assert match.to_move is None
    with pytest.raises(GameOver):
        match.play("bid b")
    still = table()
    bid(still, "-", "b")
    assert still.result is None


def test_b10_a_pair_costs_every_bidder_one_stone_once() -> None:
    """B-10"""
    match = table(seats=3, turn=1)
    events = bid(match, "yy", "g", "-")
    assert of_kind(events, "discard") == [({"seat": 1, "colour": "g"}, "B-10"), ({"seat": 0, "colour": "y"}, "B-10")]
    assert match.view()["held"] == ["y", None, None]
    assert match.view()["piles"][2] == FULL_PILE[3]
    two_pairs = table(seats=3)
    bid(two_pairs, "yy", "bb", "r")
    assert two_pairs.view()["held"] == ["y", "b", None]
    no_pair = table(seats=3)
    assert "discard" not in kinds(bid(no_pair, "y", "b", "-"))
    assert no_pair.view()["held"] == ["y", "b", None]


def test_b11_a_red_stone_thrown_away_has_no_effect() -> None:
    """B-11"""
    match = table(TWO_BLUE_BESIDE_D4)
    bid(match, "r", "gg")
    assert match.view()["phase"] == "place"
    assert match.view()["held"] == [None, "g"]
    assert match.view()["board"] == drawn(TWO_BLUE_BESIDE_D4)


def test_b12_red_removes_a_stone_from_a_circle() -> None:
    """B-12"""
    match = table(TWO_BLUE_BESIDE_D4, seats=3, turn=1)
    bid(match, "r", "y", "r")
    assert match.to_move == 2  # reds in turn order, before the stone of Seat 2, who is first
    assert match.legal() == ["remove d5", "remove e5"]
    assert refusal(match, "remove d4") == ("d4 holds a tower, and the stone on top of it cannot be removed.", "B-12")
    assert refusal(match, "remove a1") == ("No stone lies on a1.", "B-12")
    assert refusal(match, "place a1")[1] == "B-12"
    assert refusal(match, "bid -")[1] == "B-12"
    assert of_kind(match.play("remove d5"), "remove") == [({"cell": "d5", "colour": "b"}, "B-12")]
    assert match.to_move == 0
    match.play("remove e5")
    assert match.to_move == 1
    assert {"place d5", "place e5"} <= set(match.legal())
    assert match.view()["board"] == drawn(NO_STONES)
    assert match.view()["piles"][0]["r"] == match.view()["piles"][2]["r"] == 2
    assert match.view()["piles"][0]["b"] == 4  # what was removed does not return


def test_b13_red_without_a_stone_to_remove_is_thrown_away() -> None:
    """B-13"""
    match = table(turn=0)
    events = bid(match, "r", "b")
    assert of_kind(events, "fizzle") == [({"seat": 0, "colour": "r"}, "B-13")]
    assert (match.to_move, match.view()["phase"]) == (1, "place")
    assert match.view()["piles"][0]["r"] == 3


def test_b14_each_other_stone_is_placed_in_turn_order() -> None:
    """B-14"""
    match = table(TWO_BLUE_BESIDE_D4, turn=1)
    bid(match, "y", "g")
    assert match.to_move == 1
    empty = [f"place {name}" for name in names_of(int(match.state.empty))]
    assert len(empty) == 28
    assert match.legal() == empty  # placing is compulsory, on any empty circle
    assert refusal(match, "place d5") == ("d5 already holds a blue stone, and a stone goes on an empty circle.", "B-14")
    assert refusal(match, "place d4") == ("d4 holds a tower, and a stone goes on an empty circle.", "B-14")
    assert refusal(match, "bid -")[1] == "B-14"
    assert refusal(match, "remove d5")[1] == "B-12"
    assert of_kind(match.play("place a1"), "place") == [({"cell": "a1", "colour": "g"}, "B-14")]
    assert match.to_move == 0
    match.play("place g7")
    assert match.view()["board"] == "...y/.G.B./...b../.G.BbY./....../.B.Y./g..."


def test_b15_without_an_empty_circle_the_stone_is_thrown_away() -> None:
    """B-15"""
    match = table(FULL_BOARD, piles=["b1 y1 g1 r4", "b1 y1 g1 r4"])
    events = bid(match, "b", "y")
    expected = [({"seat": 0, "colour": "b"}, "B-15"), ({"seat": 1, "colour": "y"}, "B-15")]
    assert of_kind(events, "fizzle") == expected
    assert match.view()["phase"] == "bid"
    assert match.view()["piles"][0]["b"] == match.view()["piles"][1]["y"] == 0


def test_b16_the_third_matching_stone_scores_the_tower() -> None:
    """B-16"""
    match = table(TWO_BLUE_BESIDE_D4)  # the blue stones are of Seat 1 and Seat 2
    bid(match, "-", "b")
    assert of_kind(match.play("place c4"), "score") == [({"seat": 1, "tower": "d4", "colour": "b"}, "B-16")]
    assert match.view()["scored"] == [0, 1]
    away, other = table(TWO_BLUE_BESIDE_D4), table(TWO_BLUE_BESIDE_D4)
    bid(away, "b", "-")
    assert "score" not in kinds(away.play("place a1"))
    bid(other, "g", "-")
    assert "score" not in kinds(other.play("place c4"))
    green = table(TWO_BLUE_BESIDE_D4.replace("b", "g"))
    bid(green, "g", "-")
    assert "score" not in kinds(green.play("place c4"))  # three green ones beside a blue top
    assert green.view()["scored"] == [0, 0]


def test_b17_one_stone_may_score_several_towers() -> None:
    """B-17"""
    match = table("""
          . . . .
         . G . B .
        . . . b . .
       . G . B b Y .
        . . . . . .
         b B . Y .
          b . . .
    """)
    bid(match, "b", "-")
    towers = [args["tower"] for args, _ in of_kind(match.play("place c3"), "score")]
    assert towers == ["b2", "d4"]
    assert match.view()["scored"] == [2, 0]


def test_b18_the_circle_of_a_scored_tower_is_empty_at_once() -> None:
    """B-18"""
    match = table(TWO_BLUE_BESIDE_D4)
    bid(match, "b", "y")
    match.play("place c4")
    assert match.view()["board"] == "..../.G.B./...b../.G..bY./...b../.B.Y./...."  # neighbours stay, the top is gone
    assert match.view()["piles"][0] == {"b": 4, "y": 6, "g": 6, "r": 4}
    assert "place d4" in match.legal()
    match.play("place d4")
    assert match.view()["board"] == "..../.G.B./...b../.G.ybY./...b../.B.Y./...."


def test_b19_removing_scores_nothing_and_tops_are_not_beside() -> None:
    """B-19"""
    match = table(TWO_BLUE_BESIDE_D4.replace(". . . . . .\n     . B", ". . g . . .\n     . B"))
    bid(match, "r", "-")
    assert kinds(match.play("remove c3")) == ["remove", "round"]
    assert match.view()["scored"] == [0, 0]
    for neighbour in ("c3", "c4", "d3"):
        match.state.towers[0] |= 1 << cell(neighbour)  # blue tops all round d4: no layout of ours has that
    assert matching(match.state, cell("d4"), 0) == 2


def test_b20_the_turn_tower_passes_clockwise() -> None:
    """B-20"""
    match = table(seats=3, turn=1)
    holders = []
    for circle in ("a1", "a2", "a3"):
        bid(match, *("b" if seat == 0 else "-" for seat in range(3)))
        events = match.play(f"place {circle}")
        assert of_kind(events, "round") == [({"turn_tower": match.view()["turn_tower"]}, "B-20")]
        holders.append(match.view()["turn_tower"])
        assert match.to_move == holders[-1]
    assert holders == [2, 0, 1]


def test_b21_between_rounds_everybody_sees_all_piles() -> None:
    """B-21"""
    match = table(seats=3)
    bid(match, "bb", "y", "-")
    match.play("place a1")
    for seat in (None, 0, 1, 2):
        assert match.view(seat)["piles"] == match.position()["piles"]
        assert match.view(seat)["piles"][0]["b"] == 3


# The end


def test_b22_only_bids_of_nothing_end_the_game() -> None:
    """B-22"""
    match = table(LAST_TOWER, piles=SPENT, scored=[3, 3])
    bid(match, "b", "-")
    match.play("place c3")
    assert match.view()["matching"] == {}
    assert match.result is None
    bid(match, "b", "y")
    match.play("place a1")
    match.play("place a2")
    assert match.result is None
    bid(match, "-", "-")
    assert match.result is not None


def test_b23_most_scored_towers_win() -> None:
    """B-23"""
    match = table(NO_TOWERS, piles=["b0 y0 g0 r0", "b3 y3 g3 r4"], scored=[4, 3], turn=1)
    bid(match, "-", "-")
    assert match.result == {"winners": [0], "scores": [4, 3], "places": [1, 2], "rule": "B-23"}
    level = table(LAST_TOWER, piles=SPENT, scored=[3, 3], turn=1)  # the turn tower does not count
    bid(level, "-", "-")
    assert level.result is not None
    assert level.result["winners"] == [0, 1]


def test_b24_then_the_larger_pile_among_those_tied() -> None:
    """B-24"""
    match = table(LAST_TOWER, seats=3, piles=["b1 y0 g0 r0", "b0 y0 g0 r2", "b5 y5 g5 r3"], scored=[3, 3, 0])
    bid(match, "-", "-", "-")
    assert match.result == {"winners": [1], "scores": [3, 3, 0], "places": [2, 1, 3], "rule": "B-24"}


def test_b25_then_the_result_is_shared() -> None:
    """B-25"""
    match = table(LAST_TOWER, seats=3, piles=["b1 y0 g1 r0", "b0 y0 g0 r2", "b5 y5 g5 r3"], scored=[3, 3, 0])
    bid(match, "-", "-", "-")
    assert match.result == {"winners": [0, 1], "scores": [3, 3, 0], "places": [1, 1, 3], "rule": "B-25"}


# Information and chance


def test_b26_a_bid_is_secret_until_all_are_in() -> None:
    """B-26"""
    match = table(seats=3)
    match.play("bid bb")
    match.play("bid r")
    assert match.view(0)["bids"] == ["bb", "?", None]
    assert match.view(1)["bids"] == ["?", "r", None]
    assert match.view(2)["bids"] == match.view(None)["bids"] == ["?", "?", None]
    assert [line["action"] for line in match.log(1)] == ["bid ?", "bid r"]
    match.play("bid -")
    assert match.view(2)["bids"] == [None, None, None]
    assert match.view(2)["revealed"] == match.view(0)["revealed"] == ["bb", "r", "-"]


def colours_of_tops(states: Any) -> dict[tuple[int, ...], Fraction]:
    """How likely each number of tops of a colour is, most first, from this state of the set-up on."""
    out, weights = np.zeros(CHANCES, np.int64), np.zeros(CHANCES, np.int64)
    count = step.list_legal(states, 0, out)
    if out[0] >= CHANCES - 3:
        return {tuple(sorted((int(tops).bit_count() for tops in states["towers"][0]), reverse=True)): Fraction(1)}
    step.weigh(states, 0, weights)
    found: dict[tuple[int, ...], Fraction] = {}
    for action, weight in zip(out[:count].tolist(), weights[:count].tolist(), strict=True):
        after = states.copy()
        step.step(after, 0, action, out)
        for tops, share in colours_of_tops(after).items():
            found[tops] = found.get(tops, Fraction(0)) + share * Fraction(weight, int(sum(weights[:count])))
    return found


def test_b27_nine_stones_are_shuffled_not_colours() -> None:
    """B-27"""
    states = np.zeros(1, STATE)
    step.begin(states, 0, 2, np.zeros(2, np.int64), np.zeros(CHANCES, np.int64))
    assert states["to_move"][0] == CHANCE
    assert colours_of_tops(states) == {(3, 2, 2): Fraction(3, 4), (3, 3, 1): Fraction(1, 4)}
    starts = [Match.new("bluffstones", 3, seed=seed).view()["turn_tower"] for seed in range(60)]
    assert min(map(starts.count, range(3))) > 8


# Options


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_b28_layouts(layout: str) -> None:
    """B-28"""
    towers = {
        "standard": "d4 b2 b4 d2 d6 f4 f6",
        "petals": "d4 b3 c2 c5 e3 e6 f5",
        "pinwheel": "d4 a3 b1 c6 e2 f7 g5",
        "corners": "d4 a1 a4 d1 d7 g4 g7",
    }
    match = Match.new("bluffstones", 2, seed=1, options={"layout": layout})
    assert set(match.view()["matching"]) == set(towers[layout].split())
    assert "B-28" in {option.rule for option in match.game.rules.OPTIONS}


def test_b29_early_end() -> None:
    """B-29"""
    match = table(LAST_TOWER, piles=SPENT, scored=[3, 3], options={"early_end": True})
    bid(match, "b", "y")
    match.play("place c3")
    assert match.result is None  # the round is played to its end
    assert kinds(match.play("place a1")) == ["place", "end"]
    assert match.result is not None
    assert match.result["winners"] == [0]
    going_on = table(TWO_BLUE_BESIDE_D4, options={"early_end": True})
    bid(going_on, "b", "-")
    assert kinds(going_on.play("place c3"))[-1] == "round"


# What the platform adds


def test_a_seat_that_left_is_not_asked_and_bids_nothing() -> None:
    match = table(seats=3, turn=1)
    assert kinds(match.resign(2)) == ["resign"]
    match.play("bid b", 1)
    events = match.play("bid -", 0)
    assert of_kind(events, "reveal") == [({"bids": ["-", "b", "-"]}, "B-8")]
    match.play("place a1")
    assert match.view()["turn_tower"] == 0  # Seat 3, who would be next, has left


def test_a_bid_that_is_in_stands_but_its_stone_is_thrown_away() -> None:
    match = table(TWO_BLUE_BESIDE_D4, seats=3)
    match.play("bid rr", 0)
    match.resign(0)
    match.play("bid y", 1)
    events = match.play("bid bb", 2)
    assert [args["seat"] for args, _ in of_kind(events, "discard")] == [0, 1, 2]
    assert of_kind(events, "fizzle") == [({"seat": 0, "colour": "r"}, "platform")]
    assert match.view()["piles"][0]["r"] == 1
    assert (match.to_move, match.view()["held"]) == (2, [None, None, "b"])


def test_the_last_to_bid_leaves_and_the_bids_are_shown() -> None:
    match = table(seats=3)
    match.play("bid b")
    match.play("bid -")
    events = match.resign(2)
    assert kinds(events) == ["resign", "reveal"]
    assert (match.to_move, match.view()["phase"]) == (0, "place")
    assert kinds(match.resign(0)) == ["resign", "end"]
    assert match.result == {"winners": [1], "scores": [0, 0, 0], "places": [2, 1, 2], "rule": "platform"}


def test_a_stone_waiting_for_a_seat_that_leaves_goes_when_its_turn_comes() -> None:
    match = table(seats=3)
    bid(match, "b", "y", "g")
    assert kinds(match.resign(1)) == ["resign"]
    assert match.view()["held"] == ["b", "y", "g"]
    assert kinds(match.play("place a1")) == ["place", "fizzle"]
    assert match.to_move == 2
    assert kinds(match.play("place a2")) == ["place", "round"]
    assert match.view()["turn_tower"] == 2


def test_an_expired_clock_bids_nothing_or_takes_the_lowest_circle() -> None:
    match = table(TWO_BLUE_BESIDE_D4)
    assert match.default() == "bid -"
    bid(match, "r", "g")
    assert match.default() == "remove d5"
    match.play("remove d5")
    assert match.default() == "place a1"
