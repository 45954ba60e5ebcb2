"""The worked examples of the rules, N-G01 to N-G22, as data."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from siegeworks import IllegalAction, Match

pytestmark = pytest.mark.plain

BLOCKS = json.loads(Path(__file__).with_name("golden.json").read_text())
SETUPS = [block for block in BLOCKS if block.get("kind") == "setup"]
POSITIONS = [block for block in BLOCKS if block.get("kind") != "setup"]
PHASES = {"TURN": "turn", "INSERT": "row"}
ENDS = {"ongoing": None, "end:colour": "N-26", "end:full": "N-27", "end:stall": "N-28"}


def named(action: str) -> str:
    """ "STONE L d4" is `stone L d4`."""
    verb, *what = action.split()
    return " ".join([verb.lower(), *what])


def begun(block: dict[str, Any]) -> Match:
    position = {"seats": block["players"], "board": block["board"], "row": block["row"]}
    position["options"] = dict(option.split("=") for option in block.get("options", []))
    position |= {"to_move": block["to_move"] - 1, "quiet": block.get("idle", 0)}
    position["scores"] = block.get("score", [0] * block["players"])
    return Match.from_position("nobles", position)


def gains(match: Match, kind: str) -> list[int]:
    """The points of each seat in these events, of the last stone if they are scores."""
    found = [0] * match.seats
    for event in match.events:
        if event["kind"] == "stone" and kind == "score":
            found = [0] * match.seats
        if event["kind"] == kind:
            found[event["args"]["seat"]] += event["args"]["points"]
    return found


@pytest.mark.parametrize("block", SETUPS, ids=lambda block: block["id"])
def test_golden_setup(block: dict[str, Any]) -> None:
    view, expect = Match.new("nobles", block["players"], seed=1).view(), block["expect"]
    assert Counter(view["row"]) == expect["row"]
    assert len(view["row"]) == expect["length"]
    assert view["reserve"] == [expect["towers_each"]] * block["players"]
    assert view["board"] == expect["board"]


@pytest.mark.parametrize("block", POSITIONS, ids=lambda block: block["id"])
def test_golden_position(block: dict[str, Any]) -> None:
    match, expect = begun(block), dict(block["expect"])
    for action in block["do"]:
        match.play(named(action))
    for action in expect.pop("illegal", []):
        with pytest.raises(IllegalAction):
            match.play(named(action))
    if "legal" in expect:
        assert Counter(name.split()[0].upper() for name in match.legal()) == expect.pop("legal")
    view, rule = match.view(), match.result and match.result["rule"]
    found = {
        "gain": gains(match, "score"),
        "bonus": gains(match, "bonus"),
        "score": view["scores"],
        "row": view["row"],
        "board": view["board"],
        "reserve": view["reserve"],
        "phase": next(name for name, phase in PHASES.items() if phase == view["phase"]),
        "to_move": None if match.to_move is None else int(match.to_move) + 1,
        "status": next(status for status, end in ENDS.items() if end == rule),
        "winners": match.result and [seat + 1 for seat in match.result["winners"]],
    }
    assert {key: found[key] for key in expect} == expect
