"""One test for each numbered rule of SiegeStones Charge!, on laid-out boards."""

from __future__ import annotations

import pytest

from siegeworks import BadPosition, BadSetup, IllegalAction, Match
from siegeworks.core.hexboard import CELLS, DISTANCE, NAMES, cell, cells_of, neighbours
from tests.games.charge.laid import actions, at, board, ends, kinds, laid, refused

pytestmark = pytest.mark.plain

DERIVED = ("C-53",)  # not used: C-54 ends what repeats; test_c54_twenty_quiet_rounds_are_a_draw

TWO = "B g4; Y a4"  # a tower each and nothing else


# Components


def test_c1_the_board_has_37_circles_and_six_directions() -> None:
    """C-1."""
    assert CELLS == 37
    assert {NAMES[at] for at in cells_of(neighbours(cell("d4")))} == {"c3", "c4", "d3", "d5", "e4", "e5"}
    assert [len(cells_of(neighbours(cell(name)))) for name in ("g4", "g7", "d7", "a4", "a1", "d1")] == [3] * 6
    refusal = laid(f"b g5; {TWO}").why_not("move g5 off-E3")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (
        "From g5 one can go two spaces to the east; then the board ends.",
        "C-1",
    )


def test_c2_two_or_three_seats_with_twenty_stones_each() -> None:
    """C-2."""
    for seats in (2, 3):
        supply, discard = at(Match.new("charge", seats), "supply", "discard")
        assert [in_supply + 4 for in_supply in supply] == [20] * seats
        assert discard == [0] * seats
    for seats in (1, 4):
        with pytest.raises(BadSetup) as problem:
            Match.new("charge", seats)
        assert problem.value.rule == "C-2"


def test_c3_the_stock_is_common_and_has_nine_towers_or_twelve() -> None:
    """C-3."""
    assert at(laid(TWO), "stock") == [7]
    assert at(laid(TWO, options={"towers": 12}), "stock") == [10]
    match = laid(f"b d3 d5; y b1 b3; {TWO}", stock=1)
    match.play("build d4")
    assert not actions(match, "build")  # Blue took the last one
    with pytest.raises(BadPosition) as problem:
        laid("B g4 g5 g6 g7 f3 f4 f5 f6 f7; Y a4")
    assert problem.value.rule == "C-3"


def test_c4_a_circle_holds_one_stone_or_one_tower() -> None:
    """C-4."""
    match = laid(f"b g5 f4; y f3; {TWO}")
    assert "move f4 g5" not in match.legal()
    assert not actions(match, "deploy")
    assert "g5" not in actions(match, "build")


def test_c5_every_stone_is_in_one_place_also_in_flight() -> None:
    """C-5."""
    match = laid(f"b d2; y d5; {TWO}", supply=[10, 12])
    assert at(match, "discard") == [[8, 6]]
    match.play("move d2 d5")
    assert at(match, "board", "supply", "discard") == [board(f"y d5; {TWO}"), [10, 12], [8, 6]]  # 19 and one in flight
    match.agree_draw()
    assert match.result is not None
    assert match.result["scores"] == [12, 14]
    with pytest.raises(BadPosition) as problem:
        laid(f"b d2; y d5; {TWO}", supply=[10, 12], discard=[9, 6])
    assert problem.value.rule == "C-5"


def test_c6_what_is_discarded_stays_discarded() -> None:
    """C-6."""
    match = laid("B g4; Y a4", supply=[0, 0], discard=[19, 19])
    assert match.legal() == ["pass"]  # nothing comes back from the pile


# Set-up


@pytest.mark.parametrize("seats", [2, 3])
def test_c7_the_first_seat_is_drawn_and_turns_go_clockwise(seats: int) -> None:
    """C-7."""
    match = Match.new("charge", seats)
    assert match.to_move == "chance"
    assert match.legal() == [f"start {seat}" for seat in range(seats)]
    match.play(f"start {seats - 1}")
    assert match.to_move == seats - 1
    match.play(next(name for name in match.legal() if name.startswith("build")))
    assert match.to_move == 0


def test_c8_two_towers_on_opposite_corners() -> None:
    """C-8."""
    letters = dict(zip(_in_order(), at(Match.new("charge", 2), "board")[0].replace("/", ""), strict=True))
    assert (letters["g4"], letters["a4"]) == ("B", "Y")
    assert DISTANCE[cell("g4"), cell("a4")] == 6


def test_c9_three_towers_on_alternate_corners() -> None:
    """C-9."""
    letters = dict(zip(_in_order(), at(Match.new("charge", 3), "board")[0].replace("/", ""), strict=True))
    assert (letters["g4"], letters["d7"], letters["a1"]) == ("B", "Y", "G")


def _in_order() -> list[str]:
    """Cell names in the order of a board string."""
    return [name for row in "gfedcba" for name in NAMES if name[0] == row]


def test_c10_a_start_tower_takes_one_of_the_twenty_stones() -> None:
    """C-10."""
    supply, text = at(Match.new("charge", 2), "supply", "board")
    assert supply[0] + text.count("b") + text.count("B") == 20


def test_c11_every_circle_beside_a_start_tower_has_a_stone() -> None:
    """C-11."""
    assert at(Match.new("charge", 2), "board") == [board("B g4; b g5 f3 f4; Y a4; y b4 b5 a3")]
    assert at(Match.new("charge", 3), "board") == [board("B g4; b g5 f3 f4; Y d7; y e7 d6 c6; G a1; g b1 b2 a2")]


@pytest.mark.parametrize(("seats", "towers", "stock"), [(2, 9, 7), (3, 9, 6), (2, 12, 10), (3, 12, 9)])
def test_c12_sixteen_stones_are_left_and_the_stock_less_a_tower_each(seats: int, towers: int, stock: int) -> None:
    """C-12."""
    match = Match.new("charge", seats, options={"towers": towers})
    assert at(match, "supply", "discard", "stock") == [[16] * seats, [0] * seats, stock]


# Aim and turn order


def test_c13_the_last_seat_with_a_tower_wins_at_once() -> None:
    """C-13."""
    match = laid("b b4 d4; y d5 d6; B g4; Y a4", supply=[10, 0])
    match.play("move b4 a4")
    assert match.to_move is None  # with budget left and yellow stones that stood on the board
    assert match.result is not None
    assert match.result["winners"] == [0]
    assert at(match, "alive", "board") == [[True, False], board("b d4; B g4")]


def test_c14_turns_go_clockwise_past_whoever_is_out() -> None:
    """C-14."""
    match = laid("b d4; g d2; B g4; G a1", seats=3, supply=[5, 0, 5])
    match.play("deploy g5")
    match.play("done")
    assert match.to_move == 2
    match.play("move d2 d1")
    assert match.to_move == 0


def test_c15_one_of_move_build_and_deploy_in_a_turn() -> None:
    """C-15."""
    match = laid(f"b d3 d5 b2; {TWO}", supply=[10, 10])
    assert {name.split()[0] for name in match.legal()} == {"move", "build", "deploy"}
    moving, deploying = match.copy(), match.copy()
    moving.play("move b2 b1")
    assert {name.split()[0] for name in moving.legal()} == {"move", "done"}
    deploying.play("deploy g5")
    assert {name.split()[0] for name in deploying.legal()} == {"deploy", "done"}
    match.play("build d4")
    assert match.to_move == 1
    for other, name in ((moving, "build d4"), (deploying, "move b2 b1"), (moving, "deploy g5")):
        assert refused(other, name) == "C-15"


def test_c16_pass_only_when_nothing_else_is_possible() -> None:
    """C-16."""
    assert laid(TWO, supply=[0, 10]).legal() == ["pass"]
    match = laid(TWO, supply=[1, 10])
    assert "pass" not in match.legal()
    assert refused(match, "pass") == "C-16"
    assert laid(TWO, supply=[1, 10], options={"pass": "free"}).legal()[-1] == "pass"


# Move


def test_c17_a_move_has_three_spaces() -> None:
    """C-17."""
    match = laid(f"b d1; {TWO}", supply=[10, 10])
    assert ends(match, "d1") == {"d2", "d3", "d4", "e2", "f3", "c1", "b1", "a1"}
    assert at(match, "budget") == [3]


def test_c18_several_stones_share_the_spaces_and_the_first_is_compulsory() -> None:
    """C-18."""
    match = laid(f"b d1 d3 f6; {TWO}", supply=[10, 10])
    assert "done" not in match.legal()
    match.play("move d1 d2")
    assert at(match, "budget", "moved") == [2, ["d2"]]
    assert "done" in match.legal()
    match.play("move d3 d4")
    assert ends(match, "f6") == {"f5", "f7", "g6", "g7", "e5", "e6"}  # one space is left
    match.play("move f6 f7")
    assert match.to_move == 1
    assert refused(laid(f"b d1 d3; {TWO}", phase="moving", budget=2, moved=["d1"]), "move d3 d6") == "C-18"


def test_c19_a_stone_moves_in_a_straight_line() -> None:
    """C-19."""
    match = laid("b d4; B g4; Y a1", supply=[10, 10])
    assert not {"f5", "e6", "c5", "b3", "e3"} & ends(match, "d4")
    assert {"d7", "g7", "f4", "d1", "a1", "a4"} <= ends(match, "d4")


@pytest.mark.parametrize(
    "pieces", ["b {} d4; B g4; Y a4", "b d4; y {}; B g4; Y a4", "b d4; B {} g4; Y a4", "b d4; B g4; Y {}"]
)
def test_c20_every_piece_blocks_the_way(pieces: str) -> None:
    """C-20."""
    near, far = laid(pieces.format("d5")), laid(pieces.format("d6"))
    assert not {"d6", "d7"} & ends(near, "d4")
    assert ends(far, "d4") & {"d5", "d7"} == {"d5"}
    assert refused(near, "move d4 d6") == refused(far, "move d4 d7") == "C-20"


def test_c21_a_move_ends_on_an_empty_circle_or_an_enemys_piece() -> None:
    """C-21."""
    match = laid("b d4 d5; y d3; B g4 e5; Y a4 c3")
    assert {"d3", "c3"} <= ends(match, "d4")
    for own in ("d5", "e5"):
        assert refused(match, f"move d4 {own}") == "C-21"


def test_c22_no_stone_moves_twice_and_tower_tops_never() -> None:
    """C-22."""
    match = laid(f"b d3 d5; y d6; {TWO}")
    match.play("move d5 d6")
    match.play("yield")
    assert not ends(match, "d6")
    for name in ("move d6 d7", "move g4 g5"):
        assert refused(match, name) == "C-22"


def test_c23_a_charge_is_resolved_before_the_next_stone_moves() -> None:
    """C-23."""
    match = laid(f"b d3 d5; y d6; {TWO}")
    match.play("move d5 d6")
    assert match.to_move == 1
    assert match.legal() == ["yield"]
    match.play("yield")
    assert match.to_move == 0
    assert "move d3 d4" in match.legal()


@pytest.mark.parametrize(("answer", "left"), [("yield", ["d6"]), ("hold", [])])
def test_c24_spaces_left_survive_a_charge(answer: str, left: list[str]) -> None:
    """C-24."""
    match = laid(f"b d3 d5; y d6 d7; {TWO}")
    match.play("move d5 d6")
    match.play(answer)
    assert at(match, "to_move", "phase", "budget", "moved") == [0, "moving", 2, left]
    assert {"move d3 d4", "move d3 d5"} <= set(match.legal())


def test_c25_a_move_ends_by_done_by_its_spaces_or_with_nothing_left_to_move() -> None:
    """C-25."""
    done, spent, stuck = laid(f"b d1 d3; {TWO}"), laid(f"b d1 d5; {TWO}"), laid(f"b d1; {TWO}")
    done.play("move d1 d2")
    assert done.play("done")[0]["rule"] == "C-25"
    spent.play("move d1 d4")
    stuck.play("move d1 d2")
    assert [match.to_move for match in (done, spent, stuck)] == [1, 1, 1]


# Charge on a stone


@pytest.mark.parametrize(("origin", "strength"), [("d4", 1), ("d3", 2), ("d2", 3)])
def test_c26_strength_is_the_number_of_spaces(origin: str, strength: int) -> None:
    """C-26."""
    match = laid(f"b {origin}; y d5; {TWO}")
    event = match.play(f"move {origin} d5")[0]
    assert event["kind"] == "charge"
    assert event["args"] == {"from": origin, "target": "d5", "strength": strength, "seat": 1}
    assert at(match, "charge")[0]["strength"] == strength


def test_c27_the_owner_of_the_target_decides() -> None:
    """C-27."""
    match = laid("b d4; g d5; B g4; Y d7; G a1", seats=3)
    match.play("move d4 d5")
    assert match.to_move == 2
    assert refused(match, "pass") == "C-27"


def test_c28_support_is_the_group_without_the_target() -> None:
    """C-28."""
    match = laid("b d2; y d4 d5 e6 b2; B g4; Y a4")
    match.play("move d2 d4")
    assert at(match, "charge")[0]["support"] == ["d5", "e6"]
    assert {"seat": 1, "cells": ["d4", "d5", "e6"], "linked": False} in at(match, "groups")[0]
    match.play("hold")  # two needed, two there


@pytest.mark.parametrize(("tower", "linked"), [("c4", True), ("f6", True), ("a4", False)])
def test_c29_a_group_beside_its_tower_counts_the_supply(tower: str, linked: bool) -> None:
    """C-29."""
    match = laid(f"b d3; y d4 e5; B g4; Y {tower}", supply=[10, 5])
    match.play("move d3 d4")
    assert at(match, "charge")[0]["linked"] is linked
    match.play("hold")
    assert ("drop supply" in match.legal()) is linked


def test_c29_an_enemys_tower_links_nothing() -> None:
    """C-29."""
    match = laid("b d3; y d4; B c4; Y g7", supply=[10, 5])
    match.play("move d3 d4")
    assert at(match, "charge")[0]["linked"] is False


def test_c30_tower_tops_support_nothing_and_join_nothing() -> None:
    """C-30."""
    match = laid("b c2; y d3 d5; B g4; Y d4", supply=[10, 1])
    match.play("move c2 d3")
    assert at(match, "charge")[0]["support"] == []  # d5 is on the other side of the tower
    pays = laid("b b1; y d3 e3 e4; B g4; Y d4", supply=[10, 3])
    pays.play("move b1 d3")
    pays.play("hold")
    assert pays.legal() == ["drop e3", "drop e4", "drop supply"]
    assert refused(pays, "drop d4") == "C-30"


def test_c31_yield_is_always_possible_and_gives_the_circle() -> None:
    """C-31."""
    match = laid(f"b d4; y d5 d6; {TWO}", supply=[10, 10])
    match.play("move d4 d5")
    assert match.legal() == ["yield", "hold"]
    match.play("yield")
    assert at(match, "board", "discard") == [board(f"b d5; y d6; {TWO}"), [8, 8]]


def test_c32_hold_costs_the_strength_and_the_charging_stone() -> None:
    """C-32."""
    match = laid(f"b d3; y d5 d6 d7; {TWO}", supply=[10, 10])
    match.play("move d3 d5")
    assert kinds(match.play("hold")) == ["hold", "drop", "drop", "repelled"]
    assert at(match, "board", "discard") == [board(f"y d5; {TWO}"), [9, 8]]


def test_c32_a_stone_without_support_enough_cannot_hold() -> None:
    """C-32."""
    match = laid(f"b d2; y d5 d6 d7; {TWO}")
    match.play("move d2 d5")
    assert match.legal() == ["yield"]
    with pytest.raises(IllegalAction) as problem:
        match.play("hold")
    assert problem.value.rule == "C-32"
    assert problem.value.reason.startswith(
        "d5 cannot hold: strength 3 needs three supporting stones and there are two; the supply does not count"
    )


def test_c33_the_defender_picks_from_board_and_supply() -> None:
    """C-33."""
    match = laid("b e4; y b4 b5 a3; B g4; Y a4", supply=[10, 5])
    match.play("move e4 b4")
    match.play("hold")
    assert match.to_move == 1
    assert match.legal() == ["drop a3", "drop b5", "drop supply"]
    match.play("drop supply")
    match.play("drop a3")
    match.play("drop b5")
    assert at(match, "supply", "board") == [[10, 4], board("y b4; B g4; Y a4")]


def test_c34_support_is_not_worked_out_again_between_drops() -> None:
    """C-34."""
    match = laid("b d2; y d4 d5 d6 d7; B g4; Y a1", supply=[10, 10])
    match.play("move d2 d4")
    match.play("hold")
    match.play("drop d5")
    assert match.legal() == ["drop d6", "drop d7"]  # cut off, and still support
    linked = laid("b d2; y d4 d5 e4; B g4; Y d6", supply=[10, 5])
    linked.play("move d2 d4")
    linked.play("hold")
    linked.play("drop d5")
    assert linked.legal() == ["drop e4", "drop supply"]  # the stone beside the tower is gone, and the link stands


def test_c35_a_stone_that_held_can_be_charged_again() -> None:
    """C-35."""
    match = laid(f"b d4 e5 c4; y d5 d6; {TWO}")
    match.play("move d4 d5")
    match.play("hold")
    match.play("move e5 d5")
    assert match.legal() == ["yield"]  # its supporter was spent
    assert at(match, "charge")[0]["support"] == []


# Charge on a tower


@pytest.mark.parametrize(("supply", "left"), [(0, "B g4; G a1"), (5, "B g4; Y a4; G a1")])
def test_c36_the_stone_that_charges_a_tower_is_always_lost(supply: int, left: str) -> None:
    """C-36."""
    match = laid("b b4 f4; g d2; B g4; Y a4; G a1", seats=3, supply=[5, supply, 5])
    assert kinds(match.play("move b4 a4"))[0] == "assault"
    assert match.to_move == 0  # nobody was asked
    assert at(match, "board") == [board(f"b f4; g d2; {left}")]


def test_c37_the_owner_pays_from_the_supply_alone() -> None:
    """C-37."""
    match = laid("b d4; y d6 d7; B g4; Y a4", supply=[10, 3])
    assert kinds(match.play("move d4 a4")) == ["assault", "pay"]
    assert at(match, "supply", "discard", "board") == [[10, 0], [9, 17], board("y d6 d7; B g4; Y a4")]


def test_c38_who_cannot_pay_is_out_whatever_is_on_the_board() -> None:
    """C-38."""
    match = laid("b d4; y d6 d7 e7 c6; B g4; Y a4", supply=[10, 2])
    assert kinds(match.play("move d4 a4")) == ["assault", "eliminated", "end"]


# Elimination


THREE = "b b4 f4; y d6 d3; g d2; B g4; Y a4 d7; G a1"  # Yellow falls to b4


def test_c39_all_towers_go_back_to_the_stock() -> None:
    """C-39."""
    match = laid(THREE, seats=3, supply=[5, 0, 5])
    assert at(match, "stock") == [5]
    match.play("move b4 a4")
    assert at(match, "stock", "alive") == [7, [True, False, True]]


def test_c40_all_stones_of_the_eliminated_leave() -> None:
    """C-40."""
    match = laid(THREE, seats=3, supply=[5, 0, 5])
    match.play("move b4 a4")
    assert at(match, "board", "supply") == [board("b f4; g d2; B g4; G a1"), [9, 0, 5]]
    assert match.gone == [1]


def test_c41_one_left_ends_the_game_inside_a_move() -> None:
    """C-41."""
    match = laid("b b4 d4; B g4; Y a4", supply=[10, 0])
    match.play("move b4 a4")
    assert match.result is not None
    assert match.result["rule"] == "C-41"


def test_c42_the_mover_goes_on_after_an_elimination() -> None:
    """C-42."""
    match = laid(THREE, seats=3, supply=[5, 0, 5])
    match.play("move b4 a4")
    assert at(match, "to_move", "phase", "budget") == [0, "moving", 2]
    assert "move f4 f6" in match.legal()


def test_c43_whoever_charged_takes_the_spoils() -> None:
    """C-43."""
    match = laid(THREE, seats=3, supply=[5, 0, 5])
    event = match.play("move b4 a4")[-1]
    assert (event["kind"], event["args"]["seat"]) == ("spoils", 0)


@pytest.mark.parametrize(("supply", "spoils"), [(16, 2), (15, 3), (11, 4)])
def test_c44_spoils_are_up_to_four_own_stones(supply: int, spoils: int) -> None:
    """C-44."""
    match = laid("b b4 f4; g d2; B g4; Y a4; G a1", seats=3, supply=[supply, 0, 5])
    assert match.play("move b4 a4")[-1]["args"] == {"seat": 0, "stones": spoils}
    assert at(match, "supply", "discard") == [[supply + spoils, 0, 5], [18 - supply - spoils, 19, 13]]


def test_c44_there_are_no_spoils_between_two() -> None:
    """C-44."""
    match = laid("b b4 f4; B g4; Y a4", supply=[10, 0])
    assert kinds(match.play("move b4 a4")) == ["assault", "eliminated", "end"]
    assert at(match, "supply") == [[10, 0]]


# Build and Deploy


def test_c45_a_tower_needs_an_empty_circle_beside_two_own_stones() -> None:
    """C-45."""
    match = laid("b d4 d5 b1; y e5; B g4 a2; Y a4", supply=[5, 5])
    assert actions(match, "build") == {"c4"}
    for name in ("build e5", "build a1", "build e7"):  # taken; one stone and a tower top; no stone
        assert refused(match, name) == "C-45"


def test_c46_a_tower_needs_stock_and_supply() -> None:
    """C-46."""
    for fields in ({"supply": [0, 10]}, {"supply": [5, 10], "stock": 0}):
        match = laid(f"b d3 d5; {TWO}", **fields)
        assert not actions(match, "build")
        assert refused(match, "build d4") == "C-46"


def test_c47_a_build_takes_a_tower_and_a_stone_and_ends_the_turn() -> None:
    """C-47."""
    match = laid(f"b d3 d5; {TWO}", supply=[5, 10])
    match.play("build d4")
    assert at(match, "board", "supply", "stock", "to_move") == [board("b d3 d5; B g4 d4; Y a4"), [4, 10], 6, 1]


def test_c48_all_stones_of_a_deploy_are_beside_one_tower() -> None:
    """C-48."""
    match = laid("B d4 d6; Y a1", supply=[10, 10])
    match.play("deploy d5")  # beside both
    assert {"e4", "e7"} <= actions(match, "deploy")
    match.play("deploy e5")
    assert actions(match, "deploy") == {"e4", "d3", "c3", "c4"}
    assert refused(match, "deploy e7") == "C-48"


def test_c49_a_deploy_ends_by_done_or_with_the_supply_or_the_room() -> None:
    """C-49."""
    free, poor, full = laid(TWO, supply=[9, 9]), laid(TWO, supply=[1, 9]), laid("b g5 f4; B g4; Y a4", supply=[9, 9])
    free.play("deploy g5")
    assert free.play("done")[0]["rule"] == "C-49"
    poor.play("deploy g5")
    full.play("deploy f3")
    assert [match.to_move for match in (free, poor, full)] == [1, 1, 1]


def test_c50_no_deploy_without_supply_or_room() -> None:
    """C-50."""
    assert not actions(laid(f"b d4; {TWO}", supply=[0, 9]), "deploy")
    assert not actions(laid("b g5 f3 f4; B g4; Y a4", supply=[9, 9]), "deploy")
    assert refused(laid(f"b d4; {TWO}", supply=[0, 9]), "deploy g5") == "C-50"


# The end


def test_c51_later_elimination_ranks_higher() -> None:
    """C-51."""
    match = laid("b b4 b2; B g4; Y a4; G a1", seats=3, supply=[5, 0, 0])
    match.play("move b4 a4")
    match.play("move b2 a1")
    assert match.result is not None
    assert (match.result["places"], match.result["scores"]) == ([1, 3, 2], [10, 0, 0])
    assert at(match, "out") == [[1, 2]]


def test_c52_when_all_pass_the_game_is_a_draw() -> None:
    """C-52."""
    match = laid("B g4; Y d7; G a1", seats=3, supply=[0, 0, 0])
    match.play("pass")
    match.play("pass")
    assert match.result is None
    match.play("pass")
    assert match.result is not None
    assert (match.result["winners"], match.result["rule"]) == ([0, 1, 2], "C-52")


def test_c52_a_turn_between_starts_the_count_again() -> None:
    """C-52."""
    match = laid(f"b d4; y c1; {TWO}", supply=[0, 0], options={"pass": "free"})
    for name in ("pass", "move c1 c2", "move d4 d5", "pass"):
        match.play(name)
    assert at(match, "passes") == [1]
    assert match.result is None


@pytest.mark.parametrize("rounds", [10, 20])
def test_c54_twenty_quiet_rounds_are_a_draw(rounds: int) -> None:
    """C-54, and with it C-53: what repeats needs no rule of its own."""
    match = laid("b g6; y a2; B g4; Y a4", supply=[0, 0], options={"quiet_rounds": rounds})
    for turn in range(2 * rounds):
        assert at(match, "quiet") == [turn]
        assert match.result is None
        match.play(("move g6 g7", "move a2 a1", "move g7 g6", "move a1 a2")[turn % 4])
    assert match.result is not None
    assert (match.result["winners"], match.result["rule"]) == ([0, 1], "C-54")


@pytest.mark.parametrize("name", ["build d4", "deploy g5", "move d3 d2", "move d5 a2"])
def test_c54_charge_build_and_deploy_are_progress(name: str) -> None:
    """C-54."""
    match = laid("b d3 d5; y d2; B g4; Y a4 a2", supply=[5, 9], quiet=30)
    match.play(name)
    assert at(match, "quiet", "progress")[0] == 0
    for answer in ("yield", "done"):
        if answer in match.legal():
            match.play(answer)
    assert match.to_move == 1
    assert at(match, "quiet") == [0]  # the turn with progress is not a quiet one itself


def test_c55_survivors_share_or_are_ranked_by_material() -> None:
    """C-55."""
    pieces = "b d4; y d6 d7; B g4 f3; Y a4"
    shared = laid(pieces, supply=[0, 0], quiet=39)
    ranked = laid(pieces, supply=[0, 0], quiet=39, options={"tiebreak": "material"})
    for match in (shared, ranked):
        match.play("move d4 d3")
    assert shared.result is not None
    assert ranked.result is not None
    assert (shared.result["places"], shared.result["rule"]) == ([1, 1], "C-54")
    assert (ranked.result["places"], ranked.result["rule"]) == ([1, 2], "C-55")  # three stones each, two towers to one
    assert ranked.result["scores"] == [3, 3]


def test_c55_the_eliminated_rank_behind_a_draw() -> None:
    """C-55."""
    match = laid("B g4; G a1", seats=3, supply=[0, 0, 0])
    match.play("pass")
    match.play("pass")
    assert match.result is not None
    assert match.result["places"] == [1, 3, 1]


def test_c56_resigning_on_ones_own_turn_is_at_once() -> None:
    """C-56."""
    match = laid("b d4; B g4; Y d7; G a1", seats=3, supply=[5, 5, 5])
    assert kinds(match.resign(0)) == ["resign", "eliminated"]
    assert at(match, "to_move", "alive", "discard") == [1, [False, True, True], [13, 14, 14]]


def test_c56_resigning_on_anothers_turn_waits_for_its_end() -> None:
    """C-56."""
    match = laid("b d4 d2; B g4; Y d7; G a1", seats=3, supply=[5, 5, 5])
    assert kinds(match.resign(1)) == ["resign"]
    assert at(match, "to_move", "alive", "leaving") == [0, [True, True, True], [1]]
    events = match.play("move d4 a1")  # no spoils
    assert [(event["kind"], event["rule"]) for event in events[-1:]] == [("eliminated", "C-56")]
    assert at(match, "to_move", "gone", "leaving") == [2, [1], []]


def test_c56_a_charge_of_the_resigning_seat_is_cancelled() -> None:
    """C-56."""
    match = laid("b d4; y d5; B g4; Y d7; G a1", seats=3, supply=[5, 5, 5])
    match.play("move d4 d5")
    match.resign(0)
    assert at(match, "board", "discard") == [board("y d5; Y d7; G a1"), [14, 13, 14]]
    assert match.to_move == 1


def test_c56_a_charged_seat_that_resigns_yields_or_pays_at_once() -> None:
    """C-56."""
    yields = laid(f"b d4; y d5 d6 d7; {TWO}")
    yields.play("move d4 d5")
    assert kinds(yields.resign(1)) == ["resign", "yield", "eliminated", "end"]
    pays = laid(f"b d4 b1; y d5 d6 d7; {TWO}")
    pays.play("move d4 d5")
    pays.play("hold")
    events = pays.resign(1)
    assert kinds(events) == ["resign", "drop", "repelled"]
    assert events[1]["args"] == {"cell": "d6"}
    assert at(pays, "to_move", "phase", "leaving") == [0, "moving", [1]]


def test_c57_everything_is_open_to_everyone() -> None:
    """C-57."""
    match = laid(f"b d4; y d5 d6; {TWO}")
    match.play("move d4 d5")
    assert match.view(0) == match.view(1) == match.view(None) == match.position()


def test_c58_nothing_but_the_first_seat_is_drawn() -> None:
    """C-58."""
    match = Match.new("charge", 3, seed=58)
    while match.result is None:
        match.play(match.legal()[match.ply % len(match.legal())])
    assert [line.name for line in match.lines if line.who == "chance"] == [match.lines[0].name]
