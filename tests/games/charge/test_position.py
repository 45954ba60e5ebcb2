"""Positions go there and back at every point of a game; one that could not exist is refused with the rule it breaks."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from siegeworks import BadPosition, Match
from siegeworks.core.jit import IS_PLAIN
from tests.games.charge.laid import board
from tests.games.charge.test_oracle import MOODS
from tests.tables import budget, mixed_options

pytestmark = pytest.mark.plain

BASE = {"board": board("b d3 d5; y d6; B g4; Y a4"), "supply": [10, 10]}
CHARGE = {"from": "d4", "target": "d6", "strength": 2, "owed": 0, "support": [], "linked": False}
CHARGED = {**BASE, "charge": CHARGE}
HELD: dict[str, Any] = {
    "board": board("y d4 d5 d6 d7; B g4; Y a1"),
    "supply": [10, 10],
    "charge": {"from": "d2", "target": "d4", "strength": 2, "owed": 2, "support": ["d5", "d6", "d7"], "linked": False},
}


def rare(match: Match) -> float:
    """How often to look: more often where a position is seldom met."""
    return 0.7 if match.state.strength or match.state.deployed else 0.1


@pytest.mark.parametrize("seats", [2, 3])
def test_positions_come_back_the_same_in_every_phase(seats: int) -> None:
    phases: Counter[str] = Counter()
    for seed in range(budget(8, 2)):
        rng = random.Random(seed)
        match = Match.new("charge", seats, seed=seed, options=mixed_options("charge", seats, rng))
        while match.result is None:
            mood = MOODS[seed % len(MOODS)](match, rng) if rng.random() < 0.5 else []
            if rng.random() < 0.01:
                match.resign(rng.choice([seat for seat in range(seats) if seat not in match.gone]))
            else:
                match.play(rng.choice(mood or match.legal()))
            if rng.random() < rare(match) or match.result is not None:
                position = json.loads(json.dumps(match.position()))
                back = Match.from_position("charge", position)
                assert back.position() == position
                assert back.legal() == match.legal()
                assert back.result == match.result
                assert match.result is not None or back.state.tobytes() == match.state.tobytes()
                assert Match.from_record(back.record()).position() == position
                phases[position["phase"]] += 1
    if not IS_PLAIN:
        assert set(phases) == {"start", "moving", "deploying", "defend", "pick"}


def test_nothing_given_is_the_beginning_of_a_game() -> None:
    match = Match.from_position("charge", {})
    assert match.to_move == 0
    assert match.position()["board"] == board("B g4; b g5 f3 f4; Y a4; y b4 b5 a3")
    assert Match.from_position("charge", {"to_move": "chance"}).to_move == "chance"
    assert Match.from_position("charge", {"start": None}).to_move == "chance"


def test_what_is_not_given_follows_from_the_rest() -> None:
    match = Match.from_position("charge", {**BASE, "moved": ["d5"], "budget": 1})
    assert (match.position()["phase"], match.position()["discard"]) == ("moving", [7, 8])
    charged = Match.from_position("charge", {**CHARGED, "board": board("y d6; B g4; Y a4")})
    position = charged.position()
    assert (position["phase"], position["to_move"], position["turn"], position["budget"]) == ("defend", 1, 0, 1)
    assert position["discard"] == [8, 8]  # one stone is in flight
    held = Match.from_position("charge", HELD)
    assert held.legal() == ["drop d5", "drop d6", "drop d7"]


def test_whose_stone_is_in_flight_follows_from_the_counts() -> None:
    fields = {"seats": 3, "board": board("g d6; B g4; Y d7; G a1"), "supply": [10, 10, 10]}
    for seat in (0, 1):
        discard = [9 - (seat == 0), 9 - (seat == 1), 8]
        match = Match.from_position("charge", {**fields, "charge": CHARGE, "discard": discard})
        assert match.position()["turn"] == seat
        named = Match.from_position("charge", {**fields, "charge": CHARGE, "turn": seat})
        assert named.position() == match.position()


def test_a_stock_may_be_smaller_but_not_larger_than_the_box() -> None:
    """C-3. As in CG-21; a table may have lost towers."""
    assert Match.from_position("charge", {**BASE, "stock": 0}).position()["stock"] == 0


def test_support_cut_off_by_a_drop_is_believed_and_other_support_is_not() -> None:
    """C-34. The support was fixed at the charge: it must hang together with what may have been dropped since."""
    dropped = {**HELD, "board": board("y d4 d6 d7; B g4; Y a1")}
    charge = {**HELD["charge"], "owed": 1, "support": ["d6", "d7"]}
    assert Match.from_position("charge", {**dropped, "charge": charge}).legal() == ["drop d6", "drop d7"]


IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("board too short", {"board": "..../"}, "C-4"),
    ("board of a colour not playing", {"board": board("g d4; B g4; Y a4")}, "C-4"),
    ("board is a number", {"board": 7}, "C-4"),
    ("ten towers", {"board": board("B g4 g5 g6 g7 f3 f4 f5 f6 f7; Y a4")}, "C-3"),
    ("stock too large", {**BASE, "stock": 8}, "C-3"),
    ("stock negative", {**BASE, "stock": -1}, "C-3"),
    ("stones of a seat without a tower", {"board": board("b d4; y d5; B g4")}, "C-40"),
    ("nobody has a tower", {"board": board("b d4")}, "C-13"),
    ("gone with a tower", {**BASE, "gone": [1]}, "C-13"),
    ("alive without a tower", {"board": board("B g4; G a1"), "seats": 3, "gone": []}, "C-13"),
    ("alive does not fit", {**BASE, "alive": [True, False]}, "C-13"),
    ("supply of one seat", {**BASE, "supply": [10]}, "C-5"),
    ("supply is a word", {**BASE, "supply": ["ten", 10]}, "C-5"),
    ("too many stones", {**BASE, "supply": [18, 10]}, "C-5"),
    ("too few stones", {**BASE, "discard": [3, 8]}, "C-5"),
    ("supply of a seat that is out", {"seats": 3, "board": board("B g4; G a1"), "supply": [1, 1, 1]}, "C-40"),
    ("discard of a seat that is out", {"seats": 3, "board": board("B g4; G a1"), "discard": [9, 20, 9]}, "C-39"),
    ("unknown phase", {**BASE, "phase": "fighting"}, "C-15"),
    ("start with fewer spaces", {**BASE, "phase": "start", "budget": 2}, "C-17"),
    ("start with stones moved", {**BASE, "phase": "start", "moved": ["d5"]}, "C-22"),
    ("moving with all spaces", {**BASE, "phase": "moving", "budget": 3, "moved": ["d5"]}, "C-17"),
    ("moving with none left", {**BASE, "phase": "moving", "budget": 0, "moved": ["d5"]}, "C-17"),
    ("moving before a stone moved", {**BASE, "phase": "moving", "budget": 2, "progress": False}, "C-18"),
    ("more stones moved than spaces", {**BASE, "budget": 2, "moved": ["d3", "d5"]}, "C-17"),
    ("moved is no stone", {**BASE, "moved": ["d4"]}, "C-22"),
    ("moved twice", {**BASE, "moved": ["d5", "d5"]}, "C-22"),
    ("moved is no circle", {**BASE, "moved": ["z9"]}, "C-22"),
    ("nothing left to move", {**BASE, "budget": 1, "moved": ["d3", "d5"]}, "C-25"),
    ("deployed on nothing", {**BASE, "deployed": ["g5"]}, "C-48"),
    ("deployed away from a tower", {**BASE, "deployed": ["d3"]}, "C-48"),
    ("deploying nothing", {**BASE, "phase": "deploying"}, "C-48"),
    ("nothing left to deploy", {"board": board("b g5; B g4; Y a4"), "supply": [0, 9], "deployed": ["g5"]}, "C-49"),
    ("charge without its fields", {**CHARGED, "charge": {"from": "d4"}}, "C-26"),
    ("phase defend without a charge", {**BASE, "phase": "defend"}, "C-26"),
    ("charge over a stone", {**CHARGED}, "C-20"),
    ("charge off the line", {**CHARGED, "charge": {**CHARGE, "from": "b3"}}, "C-26"),
    ("charge on nothing", {**CHARGED, "charge": {**CHARGE, "from": "c2", "target": "c3"}}, "C-26"),
    ("wrong strength", {**CHARGED, "charge": {**CHARGE, "from": "d7", "strength": 3}}, "C-26"),
    ("wrong support", {**CHARGED, "charge": {**CHARGE, "from": "d7", "strength": 1, "support": ["d3"]}}, "C-34"),
    ("too many spaces", {**CHARGED, "charge": {**CHARGE, "from": "d7", "strength": 1}, "budget": 3}, "C-17"),
    ("attacker asked", {**CHARGED, "charge": {**CHARGE, "from": "d7", "strength": 1}, "to_move": 0}, "C-14"),
    ("defender charging", {**CHARGED, "charge": {**CHARGE, "from": "d7", "strength": 1}, "turn": 1}, "C-27"),
    ("a payment without a choice", {**HELD, "charge": {**HELD["charge"], "support": ["d5", "d6"]}}, "C-33"),
    ("support that never hung together", {**HELD, "charge": {**HELD["charge"], "support": ["d5", "d6", "d4"]}}, "C-34"),
    (
        "support from elsewhere",
        {
            **HELD,
            "board": board("y d4 d6 d7 b3; B g4; Y a1"),
            "charge": {**HELD["charge"], "owed": 1, "support": ["b3", "d6", "d7"]},
        },
        "C-34",
    ),
    ("owing too much", {**HELD, "charge": {**HELD["charge"], "owed": 3}}, "C-32"),
    ("linked without a tower", {**HELD, "charge": {**HELD["charge"], "linked": True}}, "C-34"),
    ("seat to move is out", {"seats": 3, "board": board("B g4; G a1"), "to_move": 1}, "C-14"),
    ("over, but somebody to move", {"board": board("B g4"), "to_move": 0}, "C-41"),
    ("not over, but nobody to move", {**BASE, "to_move": None}, "C-13"),
    ("too quiet to go on", {**BASE, "quiet": 40, "to_move": 0}, "C-54"),
    ("quiet is negative", {**BASE, "quiet": -1}, "C-54"),
    ("quiet after a charge", {**BASE, "budget": 2, "progress": True, "quiet": 3}, "C-54"),
    ("all passed, but somebody to move", {**BASE, "passes": 2, "to_move": 0}, "C-52"),
    ("more passes than quiet turns", {**BASE, "passes": 1, "quiet": 0}, "C-54"),
    ("passes in the middle of a turn", {**BASE, "moved": ["d5"], "passes": 1}, "C-52"),
    ("leaving on the own turn", {**BASE, "leaving": [0]}, "C-56"),
    ("leaving is no seat", {**BASE, "leaving": [5]}, "C-56"),
    ("start is no seat", {**BASE, "start": 2}, "C-7"),
    ("pieces before the draw", {**BASE, "to_move": "chance"}, "C-7"),
    ("out in an order of others", {**BASE, "out": [0]}, "C-13"),
    ("groups do not fit", {**BASE, "groups": []}, "C-28"),
    ("price without a charge", {**BASE, "price": {"yield": 1, "hold": 1}}, "C-32"),
]


@pytest.mark.parametrize(("position", "rule"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_its_rule(position: dict[str, Any], rule: str) -> None:
    with pytest.raises(BadPosition) as problem:
        Match.from_position("charge", {"seats": 2, **position})
    assert problem.value.rule == rule, problem.value.reason
    assert problem.value.reason.endswith(".")


@pytest.mark.parametrize("budget", [10**30, -(10**30), True, "2", None, [], 1.0])
def test_c17_a_budget_is_a_small_number(budget: Any) -> None:
    with pytest.raises(BadPosition) as caught:
        Match.from_position("charge", {**HELD, "budget": budget})
    assert caught.value.rule == "C-17"


@pytest.mark.parametrize("strength", [[], [2], None, True, 2.0, "2", 10**30])
def test_c26_the_strength_of_a_charge_is_a_number(strength: Any) -> None:
    with pytest.raises(BadPosition) as caught:
        Match.from_position("charge", {**HELD, "charge": {**HELD["charge"], "strength": strength}})
    assert caught.value.rule in ("C-26", "C-34")  # a number that is too large is seen first


def test_a_refused_budget_is_told_in_numbers() -> None:
    moved = {"board": board("b d3 d5; y d6; B g4; Y a4"), "phase": "moving", "moved": ["d3", "d5"], "budget": 2}
    with pytest.raises(BadPosition, match=r"budget is a whole number, here 1, not '2'") as caught:
        Match.from_position("charge", moved)
    assert caught.value.rule == "C-17"
