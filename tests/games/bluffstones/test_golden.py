"""The golden rows of the rules: golden.json, whose players are numbered from 1."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.hexboard import NAMES, cell, cells_of, neighbours
from siegeworks.errors import IllegalAction, UnknownAction
from siegeworks.games.bluffstones.rules import ACTIONS, BIDS
from siegeworks.match import Event, Match
from tests.games.bluffstones.tables import pile

pytestmark = pytest.mark.plain

ROWS = json.loads((Path(__file__).parent / "golden.json").read_text())
SET_UPS = [row for row in ROWS if row.get("kind") == "setup"]
PLAYS = [row for row in ROWS if row.get("kind") != "setup"]
NAME_IN_LOG = {"discard": "discard", "remove": "remove", "place": "place"}


def named(row: dict[str, Any]) -> str:
    return str(row["id"])


@pytest.mark.parametrize("row", SET_UPS, ids=named)
def test_golden_set_up(row: dict[str, Any]) -> None:
    expect, options = row["expect"], {"layout": row.get("layout", "standard")}
    match = Match.new("bluffstones", row["players"], seed=1, options=options)
    view = match.view()
    towers = {NAMES[at] for at in cells_of(int(match.state.layout))}
    assert set(view["matching"]) == towers == set(expect["cells"])
    assert int(match.state.empty).bit_count() == expect["free"]
    assert match.legal() == [f"bid {bid}" for bid in ["-", "b", "y", "g", "r", "bb", "yy", "gg", "rr"]]
    assert len(match.legal()) == BIDS == expect["bids"] == ACTIONS - 2 * len(NAMES)
    tops = {"b": 3, "y": 3, "g": 3, "r": 0}
    assert {c: sum(p[c] for p in view["piles"]) + tops[c] for c in "bygr"} == expect["used"]
    free = [at for at in range(len(NAMES)) if NAMES[at] not in towers]
    touching = Counter(sum(cell(tower) in cells_of(neighbours(at)) for tower in towers) for at in free)
    assert {str(towers): circles for towers, circles in touching.items()} == expect["touch"]


@pytest.mark.parametrize("row", PLAYS, ids=named)
def test_golden_play(row: dict[str, Any]) -> None:
    match = begun(row)
    for player, bids in enumerate(row.get("legal_bids", []), 1):
        first = Match.from_position(
            "bluffstones", {**match.position(), "turn_tower": player - 1, "to_move": player - 1}
        )
        assert first.legal() == [f"bid {bid}" for bid in bids.split()]
    events: list[Event] = []
    for played in row["rounds"]:
        events += play_round(match, played)
    check(match, events, row["expect"])


def begun(row: dict[str, Any]) -> Match:
    position = {"seats": row["players"], "board": row["board"], "piles": [pile(text) for text in row["piles"]]}
    position |= {"turn_tower": row["turn"] - 1, "scored": row.get("scored", [0] * row["players"])}
    return Match.from_position("bluffstones", position)


def play_round(match: Match, turn: dict[str, Any]) -> list[Event]:
    """The bids in turn order, then what was decided, refusing on the way what must be refused."""
    events: list[Event] = []
    for _ in turn["bids"]:
        seat = match.to_move
        assert isinstance(seat, int)
        for player, bid in turn.get("illegal_bids", []):
            if player - 1 == seat:
                with pytest.raises((IllegalAction, UnknownAction)) as refused:
                    match.play(f"bid {bid}", seat)
                assert refused.value.rule == "B-7"
        events += match.play(f"bid {turn['bids'][seat]}", seat)
    for line in turn.get("do", []):
        player, verb, name = line.lower().split()
        for wrong in turn.get("illegal", {}).get(line, []):
            with pytest.raises(IllegalAction) as refused_cell:
                match.play(f"{verb} {wrong}", int(player) - 1)
            assert refused_cell.value.rule == ("B-12" if verb == "remove" else "B-14")
        events += match.play(f"{verb} {name}", int(player) - 1)
    return events


def check(match: Match, events: list[Event], expect: dict[str, Any]) -> None:
    position = match.position()
    if "board" in expect:
        assert position["board"] == expect["board"]
    if "piles" in expect:
        assert position["piles"] == [pile(text) for text in expect["piles"]]
    if "scored" in expect:
        assert position["scored"] == expect["scored"]
    if "turn" in expect:
        assert position["turn_tower"] == expect["turn"] - 1
    if "log" in expect:
        assert [said for event in events if (said := in_log(event))] == expect["log"]
    if "status" in expect:
        assert status(match) == expect["status"]


def in_log(event: Event) -> str | None:
    if event["kind"] == "fizzle":
        return "fizzle-red" if event["args"]["colour"] == "r" else "fizzle-place"
    return NAME_IN_LOG.get(event["kind"])


def status(match: Match) -> str:
    if match.result is None:
        return "ongoing"
    winners = match.result["winners"]
    return ("win:" if len(winners) == 1 else "draw:") + ",".join(str(seat + 1) for seat in winners)
