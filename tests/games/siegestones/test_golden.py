"""The worked examples of the rules, T-G01 to T-G25, as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from siegeworks import IllegalAction, Match, Series
from siegeworks.core.hexboard import cell
from siegeworks.games.siegestones.rules import rating
from siegeworks.series import HALVES

pytestmark = pytest.mark.plain

BLOCKS = json.loads(Path(__file__).with_name("golden.json").read_text())
POSITIONS = [block for block in BLOCKS if block.get("kind") != "series"]
SERIES = [block for block in BLOCKS if block.get("kind") == "series"]
COLOURS = "bygr"
VERBS = {"S": "stone", "T": "tower"}


def named(action: str) -> tuple[int, str]:
    """ "b S d4" is seat 0 and `stone d4`."""
    colour, piece, place = action.split()
    return COLOURS.index(colour), f"{VERBS[piece]} {place}"


def begun(block: dict[str, Any]) -> Match:
    options: dict[str, Any] = dict.fromkeys(block.get("options", []), True)
    if "pool_size" in block:
        options["tower_pool"] = block["pool_size"]
    position = {"seats": len(block["players"]), "options": options, "board": block["board"], "start": 0}
    return Match.from_position("siegestones", position)


def status(match: Match) -> str:
    if match.result is None:
        return "ongoing"
    winners = "".join(COLOURS[seat] for seat in match.result["winners"])
    return f"win:{winners}" if len(winners) == 1 else f"draw:{winners}"


@pytest.mark.parametrize("block", POSITIONS, ids=lambda block: block["id"])
def test_golden_position(block: dict[str, Any]) -> None:
    match, expect = begun(block), block["expect"]
    for action in expect.get("illegal_before", []):
        seat, name = named(action)
        with pytest.raises(IllegalAction):
            match.play(name, seat)
    for action in block["do"]:
        seat, name = named(action)
        match.play(name, seat)
    view = match.view()
    for tower, threats in expect.get("threat", {}).items():
        for colour, threat in threats.items():
            assert view["threat"][tower][COLOURS.index(colour)] == threat
    for tower, colour in expect.get("control", {}).items():
        assert view["control"][tower] == (None if colour is None else COLOURS.index(colour))
    for place, value in expect.get("rating", {}).items():
        assert rating(match.state, cell(place)) == value
    for colour, towers in expect.get("count", {}).items():
        assert list(view["control"].values()).count(COLOURS.index(colour)) == towers
    for colour, stones in expect.get("stones", {}).items():
        assert view["board"].count(colour) == stones
    if "status" in expect:
        assert status(match) == expect["status"]
    if "legal" in expect:
        found = [name.split()[0] for name in match.legal()]
        assert {piece: found.count(VERBS[piece]) for piece in expect["legal"]} == expect["legal"]
    for action in expect.get("illegal", []):
        seat, name = named(action)
        with pytest.raises(IllegalAction):
            match.play(name, seat)


class Finished:
    """A match that is over with these towers; what a series adds up."""

    def __init__(self, towers: list[int], winners: list[int]) -> None:
        self.seats = len(towers)
        self.result = {"winners": winners, "scores": towers, "places": [], "rule": "T-23"}


@pytest.mark.parametrize("block", SERIES, ids=lambda block: block["id"])
def test_golden_series(block: dict[str, Any]) -> None:
    """T-31 to T-33: totals and the end of a series, from the towers of each game."""
    series = Series.new("village", seats=len(block["players"]), start=0)
    assert series.target == block["target"] * HALVES
    series.matches.clear()
    for game, totals, ended in zip(block["games"], block["expect"]["totals"], block["expect"]["series"], strict=True):
        winners = [COLOURS.index(colour) for colour in game["result"].split(":")[1]]
        series.matches.append(Finished([game["towers"][c] for c in block["players"]], winners))  # type: ignore[arg-type]
        assert series.totals == [totals[colour] * HALVES for colour in block["players"]]
        if ended == "ongoing":
            assert series.result is None
        else:
            assert series.result is not None
            assert series.result["winners"] == [COLOURS.index(ended.split(":")[1])]
