"""Agreement with an independent, slow version of the rules over random games of several moods."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.core.hexboard import names_of
from siegeworks.core.jit import IS_PLAIN
from tests.oracles.charge import Oracle
from tests.tables import budget

pytestmark = pytest.mark.plain

GAMES_PER_MOOD = budget(6, 1)
EXTRA = {"turn", "out", "progress"}  # fields of ours that follow from the rest, or tell what the sheet does not need
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"pass": "free", "quiet_rounds": 10},
    {"towers": 12, "tiebreak": "material", "quiet_rounds": 11},
    {"tiebreak": "material", "pass": "free"},
)


def towers_of_others(match: Match) -> set[str]:
    """The circles with a tower that the seat to move could charge."""
    state = match.state
    return {name for seat in range(match.seats) if seat != match.to_move for name in names_of(state.towers[seat])}


def peaceful(match: Match, rng: random.Random) -> list[str]:
    """A long peace: plain moves and passes wherever possible."""
    towers = towers_of_others(match)
    return [name for name in match.legal() if name.split()[0] in ("move", "pass") and name.split()[-1] not in towers]


def warlike(match: Match, rng: random.Random) -> list[str]:
    """Early eliminations: charge a tower when one is in reach, else waste the own supply or come nearer."""
    towers = towers_of_others(match)
    assaults = [name for name in match.legal() if name.startswith("move") and name.split()[2] in towers]
    if assaults:
        return assaults
    wasteful = [name for name in match.legal() if name.startswith(("deploy", "build", "hold", "drop supply"))]
    return wasteful if rng.random() < 0.5 else []


def stubborn(match: Match, rng: random.Random) -> list[str]:
    """Defenders hold when they can, and choose what to drop."""
    return [name for name in match.legal() if name == "hold"]


def careless(match: Match, rng: random.Random) -> list[str]:
    """Any legal action."""
    return []


MOODS = (careless, peaceful, warlike, stubborn)


def compare(match: Match, oracle: Oracle) -> None:
    assert match.to_move == oracle.to_move
    assert match.legal() == oracle.legal()
    assert match.result == oracle.result
    ours, theirs = match.position(), oracle.position()
    assert {key: ours[key] for key in theirs} == theirs
    assert set(ours) - set(theirs) <= EXTRA
    if isinstance(match.to_move, int):
        assert match.default() == oracle.default()


def plain(events: Any) -> list[dict[str, Any]]:
    return [{key: event[key] for key in ("seat", "kind", "args", "rule")} for event in events]


def can_resign(match: Match) -> list[int]:
    position = match.position()
    return [seat for seat in range(match.seats) if position["alive"][seat] and seat not in position["leaving"]]


def play_both(seats: int, options: dict[str, Any], mood: Any, rng: random.Random) -> Match:
    """One game, compared with the oracle at every point."""
    match, oracle = Match.new("charge", seats, options=options), Oracle(seats, options)
    while True:
        compare(match, oracle)
        if match.to_move is None:
            return match
        if match.to_move != "chance" and rng.random() < 0.004:
            seat = rng.choice(can_resign(match))
            assert plain(match.resign(seat)) == oracle.resign(seat)
            continue
        name = rng.choice(mood(match, rng) or match.legal())
        assert plain(match.play(name)) == oracle.play(name)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("mood", MOODS, ids=lambda mood: mood.__name__)
def test_engine_and_oracle_agree(mood: Any, seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES_PER_MOOD):
        match = play_both(seats, OPTIONS[seed % len(OPTIONS)], mood, random.Random(seed))
        seen.update(f"{event['kind']} {event['rule']}" for event in match.events)
    expected = {
        peaceful: {"end C-52", "end C-54", "end C-55"},
        warlike: {"eliminated C-38", "end C-41", "pay C-37", *(["spoils C-44"] if seats == 3 else [])},
        stubborn: {"hold C-32", "drop C-33", "repelled C-32"},
        careless: {"charge C-26", "yield C-31", "build C-47", "deploy C-48", "done C-25", "done C-49"},
    }
    if not IS_PLAIN:
        assert expected[mood] <= set(seen)


def resign_both(match: Match, oracle: Oracle, rng: random.Random) -> None:
    """On copies, two seats resign at once if they can, and some turns are played."""
    match, oracle = match.copy(), deepcopy(oracle)
    for _ in range(2):
        if match.to_move is not None:
            seat = rng.choice(can_resign(match))
            assert plain(match.resign(seat)) == oracle.resign(seat)
            compare(match, oracle)
    for _ in range(3):
        if match.to_move is not None:
            name = rng.choice(match.legal())
            assert plain(match.play(name)) == oracle.play(name)
            compare(match, oracle)


@pytest.mark.parametrize("seats", [2, 3])
def test_resignations_agree_in_every_phase(seats: int) -> None:
    """C-56, by the seat to move and by others."""
    rng = random.Random(56)
    phases: Counter[str] = Counter()
    for _ in range(budget(4, 1)):
        match, oracle = Match.new("charge", seats, seed=None, chance=["start 0"]), Oracle(seats)
        oracle.play("start 0")
        while match.to_move is not None:
            phase = oracle.phase
            if rng.random() < (0.5 if phase in ("defend", "pick") else 0.1):
                resign_both(match, oracle, rng)
                phases[phase] += 1
            name = rng.choice(stubborn(match, rng) or match.legal())
            assert plain(match.play(name)) == oracle.play(name)
    if not IS_PLAIN:
        assert set(phases) == {"start", "moving", "deploying", "defend", "pick"}
