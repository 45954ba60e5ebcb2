"""What holds in every game: scores only rise, sight is mutual, and the board's and the Row's symmetries."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from siegeworks import Match
from siegeworks.core.hexboard import DISTANCE, NAMES, RAY, SYMMETRIES, board_text, cell, cells_of, parse_board
from siegeworks.games.nobles.rules import ACTIONS, BETWEEN, FREE_STONES, LINES
from siegeworks.games.nobles.words import ACTION_NAMES
from tests.tables import budget, mixed_options

pytestmark = pytest.mark.plain

SIGNS = "bygr1234N"


def begun(seats: int, rng: random.Random) -> Match:
    options = mixed_options("nobles", seats, rng)
    return Match.new("nobles", seats, seed=rng.randrange(1000), options=options, chance=("start 0",))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scores_rise_by_stones_alone(seats: int) -> None:
    """N-16, N-18, N-22: at most one tower in each direction scores; a change keeps the Row's stones."""
    for game in range(budget(6, 1)):
        rng = random.Random(f"{seats} {game}")
        match = begun(seats, rng)
        while match.result is None:
            before, name = match.view(), rng.choice(match.legal())
            events = match.play(name)
            after = match.view()
            scored = [event["args"] for event in events if event["kind"] in ("score", "bonus")]
            gained = Counter[int]()
            for args in scored:
                gained[args["seat"]] += args["points"]
            assert after["scores"] == [points + gained[seat] for seat, points in enumerate(before["scores"])]
            towers = [event["args"]["tower"] for event in events if event["kind"] == "score"]
            assert towers == sorted(set(towers), key=cell)
            assert len(towers) <= 6
            assert name.startswith("stone") or not towers
            if name.startswith("insert"):
                assert Counter(after["row"]) == Counter(before["row"])
            if match.result is None:
                assert set(after["row"]) == set("bygr")
                assert "." in after["board"] or after["phase"] == "row"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_towers_see_each_other_and_stones_hide_nothing(seats: int) -> None:
    """N-20, N-22: sight is mutual between towers, and does not change when all stones are taken away."""
    rng = random.Random(seats)
    match = begun(seats, rng)
    while match.result is None:
        view = match.view()
        for tower, seen in view["sight"].items():
            assert all(tower in view["sight"][other] for other in seen if other in view["sight"])
        bare = {c: sign for c, sign in parse_board(view["board"], SIGNS).items() if sign not in "bygr"}
        again = Match.from_position("nobles", {"seats": seats, "board": board_text(bare), "row": "bygr", "to_move": 0})
        assert again.view()["sight"] == view["sight"]
        match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_twelve_symmetries_commute_with_play(seats: int) -> None:
    """Turn or mirror the board, turn the action, get the turned result; d4 stays where it is."""
    for game in range(budget(2, 1)):
        rng = random.Random(f"{seats} {game}")
        first = begun(seats, rng)
        matches = [first.copy() for _ in SYMMETRIES]
        while matches[0].result is None:
            words = rng.choice(matches[0].legal()).split()
            for match, turn in zip(matches, SYMMETRIES, strict=True):
                match.play(" ".join(NAMES[turn[cell(word)]] if word in NAMES else word for word in words))
        for match, turn in zip(matches, SYMMETRIES, strict=True):
            signs = parse_board(matches[0].view()["board"], SIGNS)
            assert match.view()["board"] == board_text({turn[c]: sign for c, sign in signs.items()})
            assert match.result == matches[0].result


def test_reversing_the_row_and_swapping_its_ends_changes_nothing() -> None:
    rng = random.Random(7)
    one = begun(3, rng)
    other = Match.from_position("nobles", {**one.position(), "row": one.view()["row"][::-1]})
    while one.result is None:
        words = rng.choice(one.legal()).split()
        one.play(" ".join(words))
        if words[0] == "insert":
            words[2] = str(len(other.view()["row"]) - 1 - int(words[2]))
        if words[0] in ("stone", "insert"):
            words[1] = {"L": "R", "R": "L"}[words[1]]
        other.play(" ".join(words))
        assert other.view() == {**one.view(), "row": one.view()["row"][::-1]}
    assert other.result == one.result


def test_the_tables_are_those_of_the_board_and_the_rules() -> None:
    """N-9, N-21: lines, what lies between, and how many stones are free."""
    for start in range(37):
        assert cells_of(LINES[start]) == [c for c in range(37) if any(ray >> c & 1 for ray in RAY[start].tolist())]
        for goal in cells_of(LINES[start]):
            between = cells_of(BETWEEN[start, goal])
            assert len(between) == DISTANCE[start, goal] - 1
            assert all(DISTANCE[start, c] + DISTANCE[c, goal] == DISTANCE[start, goal] for c in between)
    assert FREE_STONES[2:].tolist() == [[16, 20, 16, 19], [17, 17, 17, 20], [18, 18, 18, 18]]


def test_action_numbers_follow_the_list() -> None:
    """N-12 to N-19: stones from the left and from the right, places, removals, moves, skip, insertions."""
    assert len(ACTION_NAMES) == ACTIONS == 1662
    firsts = {0: "stone L a1", 37: "stone R a1", 74: "place a1", 111: "remove a1", 148: "move a1 a1", 185: "move a2 a1"}
    assert {at: ACTION_NAMES[at] for at in firsts} == firsts
    assert ACTION_NAMES[1516:1520] == ("move g7 g7", "skip", "insert L 0", "insert L 1")
    assert ACTION_NAMES[1590] == "insert R 0"
    assert ACTION_NAMES[-1] == "insert R 71"
