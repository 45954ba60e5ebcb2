"""Positions there and back, and the rule that an impossible one breaks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from siegeworks import BadPosition, Match
from tests.games.nobles.test_oracle import towers_first
from tests.matches import assert_refusal
from tests.tables import budget, mixed_options

pytestmark = pytest.mark.plain

ROW = "bygrbygr"
START = "..../...../....../...N.../....../...../...."
TOWERS = "..../...../....../.1.N..2/....../...../...."
STONES = "..../.y.../..b.../.1.N..2/....../...../...."
FULL = "r2yg/ryryy/b1gy1b/1bgN2yr/g2rybg/1ygby/gg2b"
FULL_ROW = "bybgyryyrbrgbrbrrybgbybyrrgrgrrgygybbgrrryy"


def placed(**fields: Any) -> Match:
    return Match.from_position("nobles", {"seats": 2, "board": STONES, "row": ROW, "to_move": 0, **fields})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_point_of_random_games_goes_there_and_back(seats: int) -> None:
    seen = set()
    for game in range(budget(4, 2)):
        rng = random.Random(f"{seats} {game}")
        match = Match.new("nobles", seats, options=mixed_options("nobles", seats, rng))
        while True:
            if match.to_move == "chance" and rng.random() < 0.8:
                match.play(rng.choice(match.legal()))
                continue
            position = json.loads(json.dumps(match.position()))
            back = Match.from_position("nobles", position)
            assert back.position() == position
            assert back.legal() == match.legal()
            assert back.result == match.result
            assert back.state.tobytes() == match.state.tobytes()
            seen.add((position["phase"], str(position["to_move"])))
            if match.result is not None:
                break
            if match.to_move != "chance" and rng.random() < 0.01:
                match.resign(rng.choice([seat for seat in range(seats) if seat not in match.gone]))
            else:
                match.play(towers_first(rng, match.legal()) if game % 2 else rng.choice(match.legal()))
    assert {("turn", "chance"), ("turn", "0"), ("row", "0"), ("turn", "None")} <= seen


def test_what_is_left_out_is_natural() -> None:
    match = Match.from_position("nobles", {})
    assert match.position() == Match.new("nobles", 2).position()
    match = Match.from_position("nobles", {"seats": 2, "row": ROW, "to_move": 1})
    view = match.view()
    assert (view["board"], view["scores"], view["phase"], view["quiet"]) == (START, [0, 0], "turn", 0)
    assert view["start"] == 1
    assert Match.from_position("nobles", {"seats": 3, "row": ROW, "start": 2}).to_move == 2
    over = Match.from_position("nobles", {"board": FULL, "row": FULL_ROW})
    assert over.result is not None
    assert over.result["scores"] == [18, 22]


def test_a_game_that_is_over_keeps_its_final_points() -> None:
    match = placed(board=FULL, row=FULL_ROW, scores=[75, 76], to_move=None)
    assert match.result == {"winners": [1], "scores": [75, 76], "places": [2, 1], "rule": "N-27"}


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("N-1", {"board": "nonsense"}),
        ("N-1", {"board": STONES.replace("y", "3")}),
        ("N-1", {"seats": 3}),
        ("N-5", {"board": "1.../.1.../..1.../.1.N..1/....../...../...."}),
        ("N-6", {"board": STONES.replace("N", ".")}),
        ("N-6", {"board": STONES.replace("y", "N")}),
        ("N-9", {"row": 7}),
        ("N-9", {"row": "bygrx"}),
        ("N-9", {"row": "bygr" * 20}),
        ("N-9", {"row": "ygr" + "b" * 16}),
        ("N-34", {"row": "bygr" * 4, "options": {"row_per_colour": 4}}),
        ("N-10", {"start": 2}),
        ("N-10", {"start": True}),
        ("N-10", {"start": 0, "quiet": 1, "board": TOWERS}),
        ("N-10", {"to_move": "chance", "board": START, "row": "b"}),
        ("N-9", {"to_move": "chance", "start": 0}),
        ("N-9", {"to_move": "chance", "start": 0, "board": START, "quiet": 1}),
        ("N-9", {"to_move": "chance", "start": 0, "board": START, "row": "bygr" * 4, "options": {"row_per_colour": 4}}),
        ("N-17", {"phase": "insert"}),
        ("N-17", {"phase": "row", "board": STONES.replace("1", ".")}),
        ("N-17", {"phase": "row", "board": FULL, "row": FULL_ROW}),
        ("N-17", {"phase": "row", "gone": [1], "to_move": None}),
        ("N-28", {"quiet": -1}),
        ("N-28", {"quiet": 1.0}),
        ("N-28", {"quiet": 13}),
        ("N-28", {"quiet": 12}),
        ("N-28", {"quiet": 5, "row": "byg", "to_move": None}),
        ("N-26", {"row": "byg"}),
        ("N-26", {"row": "by", "to_move": None}),
        ("N-26", {"row": "byg", "to_move": None, "gone": [1]}),
        ("N-26", {"to_move": None}),
        ("N-27", {"board": FULL, "row": FULL_ROW}),
        ("platform", {"gone": [1]}),
        ("N-10", {"scores": [1]}),
        ("N-10", {"scores": [1, -1]}),
        ("N-10", {"scores": "no"}),
        ("N-23", {"scores": [25, 0]}),
        ("N-23", {"scores": [0, 10**30]}),
        ("N-29", {"board": FULL, "row": FULL_ROW, "scores": [17, 22], "to_move": None}),
        ("N-20", {"sight": {}}),
        ("N-5", {"reserve": [4, 4]}),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_rule(rule: str, fields: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refusal:
        placed(**fields)
    assert_refusal(refusal.value, "bad_position", rule)


def test_the_most_a_stone_can_bring_is_allowed() -> None:
    """N-23, N-24: a yellow and a blue stone, each seen by all four towers."""
    assert placed(scores=[24, 12]).view()["scores"] == [24, 12]
