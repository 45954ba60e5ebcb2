"""The worked examples of the rules sheet (CG-01 to CG-31), as data: a set-up, then actions and what they lead to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.core.hexboard import DISTANCE, cell
from tests.games.charge.laid import actions, board, ends, laid

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text())


def begin(setup: dict[str, Any]) -> Match:
    if "new" in setup:
        return Match.new("charge", setup["new"], options=setup.get("options", {}))
    return laid(setup["pieces"], **{key: value for key, value in setup.items() if key != "pieces"})


def found(match: Match, key: str, value: Any) -> Any:
    """What the match says where the example says `value`."""
    legal = match.legal()
    if key == "count":
        return len(legal)
    if key == "legal":
        return sorted(legal, key=value.index) if set(legal) == set(value) else legal
    if key == "has":
        return [name for name in value if name in legal]
    if key == "lacks":
        return [name for name in value if name not in legal and match.why_not(name) is not None]
    if key == "verbs":
        return sorted({name.split()[0] for name in legal})
    if key == "builds":
        return " ".join(sorted(actions(match, "build")))
    if key == "ends":
        return {stone: value[stone] if ends(match, stone) == set(value[stone].split()) else None for stone in value}
    if key == "apart":
        return {pair: int(DISTANCE[tuple(map(cell, pair.split()))]) for pair in value}
    if key in ("winners", "rule"):
        return match.result and match.result[key]  # type: ignore[literal-required]
    position = match.position()
    return position["charge"]["strength"] if key == "strength" else position[key]


@pytest.mark.parametrize("example", GOLDEN, ids=[example["id"] for example in GOLDEN])
def test_golden_example(example: dict[str, Any]) -> None:
    match = begin(example["setup"])
    for check in example["checks"]:
        for name in check.get("play", ()):
            match.play(name)
        for key, value in check.items():
            if key == "board":
                assert match.position()["board"] == board(value)
            elif key != "play":
                assert found(match, key, value) == value, key
