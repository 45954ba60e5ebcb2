"""Siege positions that cannot be: each is refused with the rule it breaks, whatever stands where."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.errors import BadPosition
from siegeworks.games.siege.position import PLACED
from tests.games.siege.table import city, play, table
from tests.matches import assert_refusal

pytestmark = pytest.mark.plain

ADA, BEN = city("H", "9H 3D"), city("S", "4C 5C")
WALLED = city("S", "4C 5C", forts="8H")
AT_THE_WALL = {"attacker": 0, "defender": 1, "quarter": "H"}


def refused(rule: str, phase: str | None, *cities: dict[str, Any], **fields: Any) -> str:
    """The reason why a position is refused; the rule is this one."""
    given = {"cities": list(cities or (ADA, BEN)), **({} if phase is None else {"phase": phase}), **fields}
    with pytest.raises(BadPosition) as caught:
        Match.from_position("siege", given)
    assert_refusal(caught.value, "bad_position", rule)
    return caught.value.reason


@pytest.mark.parametrize("barred", [7, None, [7], [[0]], [[0, 0]], [[True, 0]], [[0, 1.0]], [["0", 1]], {"0": 1}])
def test_barred_is_a_list_of_pairs(barred: Any) -> None:
    assert "barred lists pairs" in refused("S-43", "spring", attacked=[[0, 1, "H"]], barred=barred)


@pytest.mark.parametrize("attacked", [None, 7, [None], [[0, 1]], [[0, 1, "X"]], [[0, 1, []]], "H"])
def test_attacked_is_a_list_of_attacks(attacked: Any) -> None:
    assert "attacked lists attacks" in refused("S-39", "spring", attacked=attacked)


@cache
def in_every_phase() -> dict[str, dict[str, Any]]:
    """A position of every phase, from play."""
    found: dict[str, dict[str, Any]] = {}
    for seed in range(200):
        dice, match = random.Random(seed), Match.new("siege", 2, seed=None)
        while match.result is None and len(found) < len(PLACED):
            found.setdefault(match.position()["phase"], match.position())
            match.play(dice.choice(match.legal()))
        if len(found) == len(PLACED):
            return found
    raise AssertionError(set(PLACED) - set(found))


@pytest.mark.parametrize("phase", PLACED)
@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("barred", 7, "S-43"),
        ("barred", None, "S-43"),
        ("barred", [[0, 0]], "S-43"),
        ("attacked", None, "S-39"),
        ("attacked", 7, "S-39"),
        ("attacked", [[0, 1]], "S-39"),
        ("trick", None, None),
        ("trick", 7, None),
        ("trick", {}, None),
        ("attack", 7, "S-36"),
        ("hidden", 7, "S-55"),
        ("void", 7, "S-72"),
        ("cities", 7, None),
        ("deck", 7, "S-3"),
        ("discard", 7, "S-3"),
    ],
)
def test_a_field_of_nonsense_is_refused_in_every_phase(phase: str, field: str, value: Any, rule: str | None) -> None:
    position = in_every_phase()[phase]
    assert Match.from_position("siege", position).position() == position
    with pytest.raises(BadPosition) as caught:
        Match.from_position("siege", {**position, field: value})
    assert rule is None or caught.value.rule == rule


@pytest.mark.parametrize("part", ["siege", "wall", "fought", "prize"])
@pytest.mark.parametrize("phase", ["siege", "defend", "assault", "prize"])
def test_what_is_said_of_an_attack_is_what_came_of_it(phase: str, part: str) -> None:
    position = in_every_phase()[phase]
    with pytest.raises(BadPosition):
        Match.from_position("siege", {**position, "attack": {**position["attack"], part: "2C"}})


@pytest.mark.parametrize("pair", [[0, 0], [True, 0], [0, 2], [-1, 0], [0, 1.0], ["0", "1"], [None, 1]])
def test_attacks_are_between_two_seats(pair: list[Any]) -> None:
    refused("S-36", "spring", attacked=[[*pair, "H"]])


def test_an_attack_is_named_once() -> None:
    refused("S-39", "spring", attacked=[[0, 1, "H"], [0, 1, "H"]])


def test_attacks_without_a_phase_belong_to_no_autumn() -> None:
    refused("S-35", None, attacked=[[0, 1, "H"]])


@pytest.mark.parametrize("void", [[0, 1], [None, []], ["H", []], [["X"], []], 7, [[]], [[["H"]], []]])
def test_void_lists_suits(void: Any) -> None:
    refused("S-72", "autumn", void=void)


@pytest.mark.parametrize(
    "row", [[True, 0, "H", ["9H"]], [0, 0, "H", ["9H"]], [0, 1, "H", []], [0, 1, "H", "9H"], [0, 1, 7, ["9H"]], 7, None]
)
def test_hidden_lists_what_was_captured_face_down(row: Any) -> None:
    refused("S-55", "spring", hidden=[row])


@pytest.mark.parametrize("phase", ["autumn", "recall", "stow", "discard", "spring"])
def test_nothing_is_drawn_in_the_seasons(phase: str) -> None:
    refused("S-73", phase, to_move="chance")


@pytest.mark.parametrize("year", [None, 0, 31, 10**30, "1", True, [1]])
def test_a_year_is_a_number(year: Any) -> None:
    refused("S-68", "autumn", year=year)


@pytest.mark.parametrize("zone", ["hand", "tricks", "captured"])
def test_no_game_has_so_many_equal_cards(zone: str) -> None:
    refused("S-2", "spring", {**ADA, zone: ["9H"] * 500}, BEN)
    refused("S-3", "spring", {**ADA, zone: ["JK"] * 500}, BEN)


@pytest.mark.parametrize("pile", ["deck", "discard"])
def test_no_pile_has_so_many_either(pile: str) -> None:
    refused("S-2", "spring", **{pile: ["9D"] * 500})


# What could not have come about


@pytest.mark.parametrize("phase", ["autumn", "recall", "spring"])
def test_a_complete_family_has_ended_the_game(phase: str) -> None:
    refused("S-66", phase, city("H", "9H", keep="AH KH QH"), BEN)


def test_another_seats_complete_family_has_ended_the_game() -> None:
    refused("S-66", "stow", ADA, city("S", "4C", keep="AS KS QS"))


def test_a_family_is_complete_while_its_owner_says_so() -> None:
    for phase in ("stow", "discard", "summer"):
        match = table(phase, city("H", "9H", keep="AH KH QH"), BEN)
        while match.result is None:
            match.play("done")
        assert match.result["winners"] == [0]


def test_where_the_year_ends_first_a_family_is_complete_for_a_while() -> None:
    full, late = city("H", "9H", keep="AH KH QH"), {"victory": "year_end"}
    assert table("spring", full, BEN, options=late).to_move == 0
    refused("S-66", "autumn", full, BEN, options=late)


def test_set_up_is_before_the_first_year() -> None:
    refused("S-15", "setup", year=2, to_move=0, dealer=1)


def test_a_besieger_has_a_card_of_the_quarter() -> None:
    refused("S-37", "siege", city("H", "9D 3D"), WALLED, attack=AT_THE_WALL)
    assert table("siege", ADA, WALLED, attack=AT_THE_WALL).legal() == ["siege 9H", "siege 3D"]


def test_where_the_garrison_is_the_gate_it_has_come() -> None:
    gate = {"gate": "garrison"}
    refused("S-37", "siege", ADA, WALLED, attack=AT_THE_WALL, options=gate)
    came = {**AT_THE_WALL, "taken": {"attacker": ["9H"], "defender": []}}
    assert table("siege", ADA, WALLED, attack=came, options=gate).to_move == 0


def test_what_the_attackers_garrison_brought_is_in_the_hand_or_played() -> None:
    came = {**AT_THE_WALL, "taken": {"attacker": ["KH"], "defender": []}}
    refused("S-40", "siege", ADA, WALLED, attack=came)
    played = {**came, "siege": "KH"}
    assert table("defend", ADA, WALLED, attack=played, to_move=1).to_move == 1


def test_where_assaults_cannot_fail_a_besieger_can_breach() -> None:
    refused("S-38", "siege", city("H", "7H"), WALLED, attack=AT_THE_WALL, options={"failed_assault": False})


def test_where_one_attack_is_allowed_nobody_has_made_two() -> None:
    one = {"attacks": "one"}
    refused("S-35", "spring", attacked=[[0, 1, "H"], [0, 1, "D"]], options=one)
    refused("S-35", "siege", ADA, WALLED, attacked=[[0, 1, "D"]], attack=AT_THE_WALL, options=one)
    assert table("spring", ADA, BEN, attacked=[[0, 1, "H"]], options=one).legal() == ["pass"]


@pytest.mark.parametrize("phase", ["setup", "autumn", "recall", "stow", "discard", "spring", "summer"])
def test_there_is_an_attack_only_while_it_is_fought(phase: str) -> None:
    refused("S-36", phase, attack=AT_THE_WALL)


def test_set_up_goes_on_while_there_are_cards() -> None:
    hands = city("H", "9H 3D 4D 5D 6D"), city("S", "4C 5C 6C 7C 8C")
    refused("S-13", "setup", *hands, to_move=0, dealer=1, deck=[])
    refused("S-10", "setup", city("H"), {}, dealer=1, to_move="chance", deck=["JS"])


# What is known


def test_somebody_may_leave_in_set_up() -> None:
    match = Match.new("siege", 2, seed=1)
    match.resign(0)
    position = match.position()
    assert position["phase"] == "setup"
    again = Match.from_position("siege", position)
    assert again.position() == position
    assert again.result == match.result


def test_s71_in_ones_own_winter_the_discard_has_what_one_has_put_there() -> None:
    match = table("discard", city("H", "9H 3D 4D 5D 6D 7D"), BEN, discard=["2C"])
    play(match, "discard 3D, discard 4D")
    assert match.view(0)["discard"] == {"count": 3, "known": ["4D", "3D"]}
    assert match.view(1)["discard"] == match.view(None)["discard"] == {"count": 1, "known": []}
    match.play("done")
    assert match.view(0)["discard"]["count"] == match.view(1)["discard"]["count"] == 3
