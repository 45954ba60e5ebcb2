"""What people read: refusals that are true and name numbers and circles, and a sentence for every event."""

from __future__ import annotations

from typing import Any

import pytest

from siegeworks import Match
from tests.games.charge.laid import laid

pytestmark = pytest.mark.plain

TWO = "B g4; Y a4"
SCENES: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "turn": (f"b d3 d5 f5 g5; y b1; {TWO}", {}, ()),
    "stuck": (TWO, {"supply": [0, 9]}, ()),
    "moving": (f"b d3 d5; {TWO}", {}, ("move d3 d1",)),
    "deploying": ("B g4 f6; Y a4", {}, ("deploy g5", "deploy f3")),
    "charged": (f"b d2; y d5 d6; {TWO}", {}, ("move d2 d5",)),
    "linked": ("b d2; y d5 d6; B g4; Y c5", {"supply": [9, 1]}, ("move d2 d5",)),
    "holding": (f"b d4; y d5 d6 d7 b1; {TWO}", {}, ("move d4 d5", "hold")),
    "spent": ("b d4; y d5 d6 d7; B g4; Y c5", {"supply": [9, 0]}, ("move d4 d5", "hold")),
}

REFUSALS = [
    ("turn", "move g5 off-NW1", "From g5 one can go no spaces to the north-west; then the board ends.", "C-1"),
    ("turn", "move d4 d6", "d4 holds nothing; only a blue stone can be moved.", "C-18"),
    ("turn", "move b1 b2", "b1 holds a yellow stone; only a blue stone can be moved.", "C-18"),
    ("turn", "move g4 f4", "g4 holds a tower: the stone on top marks its owner and never moves.", "C-22"),
    ("turn", "move d3 d6", "d5 holds a blue stone and blocks the way.", "C-20"),
    ("turn", "move d3 d5", "d5 holds a blue stone, and a stone never ends on a piece of its own colour.", "C-21"),
    ("turn", "done", "Nothing has been done this turn yet: the first stone move of a Move is compulsory.", "C-18"),
    ("turn", "pass", "Blue can still move, build or deploy, and must while that is so.", "C-16"),
    ("turn", "hold", "No charge is being decided, so there is nothing to yield, to hold or to discard.", "C-27"),
    ("turn", "build c5", "c5 needs two own stones beside it and there is one.", "C-45"),
    (
        "turn",
        "build f3",
        "f3 needs two own stones beside it and there are none; the top of a tower does not count.",
        "C-45",
    ),
    ("turn", "build b1", "b1 holds a yellow stone; a tower is built on an empty circle.", "C-45"),
    ("turn", "deploy d4", "d4 is not next to a tower of Blue.", "C-48"),
    ("turn", "deploy g5", "g5 holds a blue stone; stones are deployed on empty circles.", "C-48"),
    ("stuck", "done", "Blue can do nothing this turn, and has to pass.", "C-16"),
    ("stuck", "deploy g5", "Blue's supply is empty, so no stone can be deployed.", "C-50"),
    ("moving", "move d5 d7", "d5 to d7 is two spaces, and only one is left of this turn's three.", "C-18"),
    ("moving", "move d1 d2", "The stone on d1 has already moved this turn.", "C-22"),
    ("moving", "pass", "Your turn has begun: end it, instead of passing.", "C-25"),
    ("moving", "build d4", "This turn is a Move: move another stone, or end your turn.", "C-15"),
    ("deploying", "deploy f7", "No single tower of Blue touches f7 as well as f3, g5.", "C-48"),
    ("deploying", "move g5 f5", "This turn is a Deploy: go on deploying, or end your turn.", "C-15"),
    ("deploying", "pass", "Your turn has begun: end it, instead of passing.", "C-49"),
    ("charged", "drop d6", "Hold first; then three supporting stones of d5 must be discarded.", "C-32"),
    ("charged", "done", "d5 is charged with strength 3: Yellow answers that first.", "C-27"),
    (
        "charged",
        "hold",
        "d5 cannot hold: strength 3 needs three supporting stones and there is one; "
        "the supply does not count, because d5 and its group are not next to a yellow tower.",
        "C-32",
    ),
    ("linked", "hold", "d5 cannot hold: strength 3 needs three supporting stones and there are two.", "C-32"),
    ("holding", "yield", "d5 holds already: one supporting stone must still be discarded.", "C-32"),
    ("holding", "drop d5", "d5 is the charged stone, and a stone is not its own support.", "C-28"),
    ("holding", "drop b1", "b1 does not support d5: no chain of yellow stones joins them.", "C-28"),
    ("holding", "drop e2", "e2 holds nothing; only a yellow stone can support d5.", "C-28"),
    ("holding", "drop a4", "a4 is a tower: the stone on top marks its owner and supports nothing.", "C-30"),
    ("holding", "drop supply", "The supply does not support d5: its group is not next to an own tower.", "C-29"),
    ("spent", "drop supply", "Yellow's supply is empty.", "C-33"),
]


@pytest.mark.parametrize(("scene", "name", "reason", "rule"), REFUSALS)
def test_a_refusal_says_why(scene: str, name: str, reason: str, rule: str) -> None:
    pieces, fields, play = SCENES[scene]
    match = laid(pieces, **fields)
    for action in play:
        match.play(action)
    refusal = match.why_not(name)
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (reason, rule)


def test_a_turn_is_told_in_sentences() -> None:
    match = laid("b d2 d4 b4; y d5 d6 d7 a3; g b2; B g4; Y a4; G a1", seats=3, supply=[9, 1, 9])
    told = [
        event for name in ("move d4 d5", "hold", "drop d7", "move b4 a4", "move d2 d3") for event in match.play(name)
    ]
    assert [match.say(event) for event in told] == [
        "Blue charges Yellow's stone on d5 from d4 with strength 1.",
        "Yellow holds d5 and discards one supporting stone.",
        "Yellow discards the stone on d7.",
        "d5 stands; the charging stone is discarded.",
        "Blue charges Yellow's tower on a4 from b4 with strength 1.",
        "Yellow pays one stone from the supply, and the tower stands.",
        "Blue moves from d2 to d3.",
    ]


@pytest.mark.parametrize(
    ("kind", "args", "sentence"),
    [
        ("start", {"seat": 1}, "Yellow begins."),
        ("yield", {"cell": "d5"}, "Green yields: d5 is discarded, and the charging stone takes its circle."),
        ("drop", {"cell": "supply"}, "Green discards a stone of the supply."),
        ("eliminated", {"seat": 1}, "Yellow is out: all towers and stones of Yellow leave the board."),
        ("spoils", {"seat": 0, "stones": 4}, "Blue takes four stones back from the discard pile as spoils."),
        ("build", {"cell": "d4"}, "Green builds a tower on d4."),
        ("deploy", {"cell": "d4"}, "Green deploys a stone on d4."),
        ("done", {}, "Green is done."),
        ("pass", {}, "Green passes."),
    ],
)
def test_every_kind_of_event_has_a_sentence(kind: str, args: dict[str, Any], sentence: str) -> None:
    match = Match.new("charge", 3)
    assert match.say({"ply": 0, "seat": 2, "kind": kind, "args": args, "rule": ""}) == sentence


def test_moves_off_the_board_have_names_of_their_own_and_are_never_legal() -> None:
    """Legal moves are written with their two circles; the other numbers name a way and a length."""
    words = Match.new("charge", 2).game.words
    off = [name for name in words.ACTION_NAMES if "off-" in name]
    assert len(words.ACTION_NAMES) == 782
    assert len([name for name in words.ACTION_NAMES if name.startswith("move")]) == 666
    assert len(off) == 666 - 6 * (30 + 23 + 16)  # six ways, one to three spaces
    assert words.ACTION_NAMES[666:704] == (*[f"build {name}" for name in _cells()], "deploy a1")
    assert words.ACTION_NAMES[777:] == ("drop supply", "yield", "hold", "done", "pass")
    assert words.ACTION_NAMES[18 * 18 : 18 * 18 + 4] == ("move d4 d5", "move d4 d6", "move d4 d7", "move d4 e5")


def _cells() -> list[str]:
    first = {"e": 2, "f": 3, "g": 4}
    counts = zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    return [f"{row}{first.get(row, 1) + at}" for row, count in counts for at in range(count)]
