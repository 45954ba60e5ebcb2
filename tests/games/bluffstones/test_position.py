"""Positions there and back, and the rule that an impossible one breaks."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from siegeworks.core.jit import IS_PLAIN
from siegeworks.errors import BadPosition
from siegeworks.match import Match
from tests.games.bluffstones.random_play import advance, matches
from tests.games.bluffstones.tables import FULL_BOARD, FULL_PILE, NO_STONES, drawn, pile

pytestmark = pytest.mark.plain

STONES = "..../.G.B./...b../.G.BbY./....../.B.Y./...."
FOUR_SPENT = ["b4 y6 g6 r4", "b6 y6 g6 r4"]
HELD = {"board": STONES, "piles": ["b4 y6 g6 r3", "b6 y5 g6 r4"], "held": ["r", "y"], "turn_tower": 1}
SCORED = {"board": STONES.replace(".G.B.", ".G..."), "piles": ["b2 y6 g6 r4", "b6 y6 g6 r4"]}


def begin(**fields: Any) -> Match:
    given = copy.deepcopy(fields)
    if "piles" in given:
        given["piles"] = [pile(text) if isinstance(text, str) else text for text in given["piles"]]
    return Match.from_position("bluffstones", given)


def refused(rule: str, **fields: Any) -> str:
    with pytest.raises(BadPosition) as problem:
        begin(**fields)
    assert problem.value.rule == rule, problem.value.reason
    return problem.value.reason


def test_every_position_of_random_games_goes_there_and_back() -> None:
    phases = set()
    for match, dice in matches(6 if IS_PLAIN else 12):
        while True:
            position = match.position()
            phases.add((position["phase"], position["to_move"] is None, bool(position["gone"])))
            again = Match.from_position("bluffstones", json.loads(json.dumps(position)))
            assert again.position() == position
            assert again.state.tobytes() == match.state.tobytes()
            assert again.legal() == match.legal()
            if match.to_move is None:
                break
            advance(match, dice, resigning=0.02)
    assert {phase for phase, _, _ in phases} == {"bid", "remove", "place"}
    assert ("bid", True, False) in phases


def test_records_of_matches_from_positions_go_there_and_back() -> None:
    match = begin(**HELD)
    match.play("remove d5")
    again = Match.from_record(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.record() == match.record()


def test_what_is_left_out_takes_its_natural_value() -> None:
    assert begin().to_move == "chance"
    fresh = begin(board=drawn(NO_STONES))
    assert (fresh.to_move, fresh.view()["turn_tower"], fresh.view()["piles"]) == (0, 0, [FULL_PILE[2]] * 2)
    assert begin(board=drawn(NO_STONES), to_move=1).view()["turn_tower"] == 1
    assert begin(board=drawn(NO_STONES), turn_tower=1).to_move == 1
    assert begin(board=drawn(NO_STONES), seats=3, to_move=2, bids=["b", "y", None]).view()["turn_tower"] == 0
    assert begin(board=drawn(NO_STONES), seats=3, to_move=0, bids=[None, "b", "b"]).view()["turn_tower"] == 1
    assert begin(board=drawn(NO_STONES), bids=[None, "b"]).view()["turn_tower"] == 1
    assert begin(**{**HELD, "to_move": 0}).view()["phase"] == "remove"
    assert begin(board=drawn(NO_STONES), turn_tower=None).to_move == "chance"


def test_the_board() -> None:
    refused("B-6", board="...")
    refused("B-6", board=drawn(NO_STONES).replace("Y", "R"))
    assert "a1" in refused("B-2", board="..../.G.B./....../.G.B.Y./....../.B.Y./B...")
    refused("B-28", board=drawn(NO_STONES), options={"layout": "corners"})
    refused("B-3", board=drawn(NO_STONES).replace("Y", "B"))
    refused("B-1", board=drawn(NO_STONES).replace("Y", "."))
    refused("B-16", board="..../.G.B./...b../.G.BbY./...b../.B.Y./....", piles=["b3 y6 g6 r4", "b6 y6 g6 r4"])


def test_the_piles() -> None:
    board = drawn(NO_STONES)
    refused("B-4", board=board, piles=["b7 y6 g6 r4", "b6 y6 g6 r4"])
    refused("B-4", board=board, piles=["b-1 y6 g6 r4", "b6 y6 g6 r4"])
    refused("B-4", board=board, piles=["b6 y6 g6 r4"])
    refused("B-4", board=board, piles=["b6 y6 g6", "b6 y6 g6 r4"])
    refused("B-4", board=board, piles=[{"b": 1.5, "y": 1, "g": 1, "r": 1}, "b6 y6 g6 r4"])
    refused("B-4", board=board, seats=3, piles=["b6 y5 g5 r3", "b5 y5 g5 r3", "b5 y5 g5 r3"])
    assert "2 blue stones lie" in refused("B-8", board=STONES)
    refused("B-8", board=STONES, piles=["b5 y0 g0 r0", "b6 y6 g6 r4"])


def test_the_towers_scored() -> None:
    begin(**SCORED, scored=[1, 0])
    refused("B-1", **SCORED, scored=[1, 1])
    refused("B-16", **SCORED, scored=[2, -1])
    refused("B-16", **SCORED, scored=[True, 0])
    refused("B-16", **SCORED, scored=1)
    refused("B-16", board=SCORED["board"], piles=FOUR_SPENT, scored=[1, 0])


def test_the_turn_tower_and_the_seat_to_move() -> None:
    board = drawn(NO_STONES)
    for holder in (2, -1, "0", True, None):
        refused("B-5", board=board, turn_tower=holder, to_move=0)
    refused("B-5", board=board, turn_tower=1, to_move=0)
    refused("B-5", **HELD, to_move=1)
    refused("B-12", **HELD, phase="place")
    refused("B-12", board=board, phase="remove")


def test_the_set_up() -> None:
    begun = begin(board="..../...../....../.G...../....../.B.Y./....", to_move="chance")
    assert begun.legal() == ["top d4 b", "top d4 y", "top d4 g"]
    assert begin(board=drawn(NO_STONES), to_move="chance").legal() == ["start 0", "start 1"]
    refused("B-3", board="..../...../....../...B.../....../.B.Y./....", to_move="chance")
    refused("B-6", board="..../...../....../......./....../.B.Y./b...", to_move="chance")
    refused("B-5", board=drawn(NO_STONES), turn_tower=0, to_move="chance")
    refused("B-5", board=drawn(NO_STONES), seats=3, gone=[0], to_move="chance")
    refused("B-4", board=drawn(NO_STONES), piles=FOUR_SPENT, to_move="chance")
    refused("B-7", board=drawn(NO_STONES), bids=["b", None], to_move="chance")
    refused("B-16", scored=[1, 0], to_move="chance")


def test_the_bids() -> None:
    board = drawn(NO_STONES)
    assert begin(board=board, bids=["bb", None]).to_move == 1
    assert begin(board=board, bids=[None, "-"], turn_tower=1).to_move == 0
    refused("B-5", board=board, bids=[None, "bb"], turn_tower=0)
    refused("B-8", board=board, bids=["b", "bb"])
    refused("B-26", board=board, bids=["?", None])
    refused("B-7", board=board, bids=["by", None])
    refused("B-7", board=board, bids=["b"])
    refused("B-7", board=STONES, bids=["bb", None], piles=["b1 y6 g6 r4", "b6 y6 g6 r4"])
    refused("B-8", **HELD, bids=["b", None])
    three = {"board": board, "seats": 3, "gone": [1]}
    assert begin(**three, bids=["b", "y", None], turn_tower=0).to_move == 2
    refused("B-5", **three, bids=[None, "y", None], turn_tower=0)
    refused("B-8", **three, bids=["b", None, "b"], turn_tower=0)


def test_the_stones_held() -> None:
    assert begin(**HELD).legal() == ["remove d5", "remove e5"]
    refused("B-10", **{**HELD, "held": ["x", None]})
    refused("B-10", **{**HELD, "held": ["r"]})
    refused("B-8", **{**HELD, "held": ["r", "g"]})
    refused("B-8", **{**HELD, "piles": ["b4 y6 g6 r4", "b6 y5 g6 r4"]})
    refused("B-8", **{**HELD, "held": ["b", None]})  # both blue stones that left the piles lie on the board
    refused("B-13", board=drawn(NO_STONES), piles=["b6 y6 g6 r3", "b6 y6 g6 r4"], held=["r", None])
    full = {"board": drawn(FULL_BOARD), "piles": ["b0 y1 g1 r4", "b1 y1 g1 r4"]}
    refused("B-15", **full, held=["b", None])
    three = {**HELD, "seats": 3, "piles": ["b3 y5 g5 r2", "b5 y4 g5 r3", "b5 y5 g5 r3"], "held": ["r", "y", None]}
    assert begin(**three, gone=[1]).to_move == 0
    refused("platform", **three, gone=[0])


def test_the_bids_shown() -> None:
    begin(**HELD, revealed=["r", "y"])
    begin(**{**HELD, "held": [None, "y"]}, revealed=["r", "y"])
    refused("B-7", **HELD, revealed=["ry", "y"])
    refused("B-8", **HELD, revealed=["r", None])
    refused("B-8", **HELD, revealed=["rr", "y"])
    refused("B-10", **HELD, revealed=["r", "-"])
    refused("B-10", **{**HELD, "piles": ["b4 y6 g6 r3", "b6 y4 g6 r4"]}, revealed=["r", "yy"])
    refused("B-10", **{**HELD, "held": ["r", None]}, revealed=["r", "y"])
    refused("B-9", board=drawn(NO_STONES), revealed=["-", "-"], to_move=0)


def test_over_or_not_over() -> None:
    board = drawn(NO_STONES)
    over = begin(board=board, to_move=None)
    assert over.result is not None
    assert over.result["rule"] == "B-25"
    refused("B-22", board=board, to_move=None, bids=["b", None])
    refused("B-22", **HELD, to_move=None)
    refused("B-22", board=STONES, piles=FOUR_SPENT, to_move=None, revealed=["b", "-"])
    alone = begin(board=board, gone=[0])
    assert alone.result is not None
    assert alone.result["rule"] == "platform"
    refused("platform", board=board, gone=[0], to_move=1)
    bare = {"board": "..../...../....../......./....../...../....", "piles": ["b3 y3 g3 r4"] * 2, "scored": [4, 3]}
    assert begin(**bare).result is None
    done = begin(**bare, options={"early_end": True})
    assert done.result is not None
    assert done.result["winners"] == [0]
    refused("B-29", **bare, options={"early_end": True}, to_move=0)


def test_derived_numbers_must_agree() -> None:
    position = begin(board=STONES, piles=FOUR_SPENT).position()
    assert position["matching"] == {"b2": 0, "b4": 0, "d2": 0, "d4": 2, "d6": 0, "f4": 0, "f6": 1}
    position["matching"]["d4"] = 1
    refused("B-16", **position)


@pytest.mark.parametrize("scored", [[10**30, 0], [8, 0], [-1, 0], [True, 0], ["1", 0], [[], 0]])
def test_scored_counts_seven_towers_at_most(scored: list[Any]) -> None:
    refused("B-16", **{**SCORED, "scored": scored, "to_move": 0})
