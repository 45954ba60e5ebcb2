"""Positions of every game, given by strangers: refused with a reason, or playable to the end; never a fault."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks import Match, SiegeworksError
from siegeworks.errors import BadPosition, BadRecord
from tests.matches import assert_refusal
from tests.tables import Table, budget, every_seat_count, mixed_options, play_out

pytestmark = pytest.mark.plain

DEEP: list[Any] = []
for _ in range(50):
    DEEP = [DEEP]

NASTY: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    7,
    10**30,
    -(2**63),
    0.0,
    1.0,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "chance",
    "0",
    "9H",
    "JK",
    "H",
    "d4",
    "x" * 5_000,
    "\ud800",
    "\x00",
    [],
    [0, 1],
    [[0, 1]],
    [None],
    [True, 0],
    [0, 1, "H"],
    ["9H"] * 500,
    DEEP,
    {},
    {"H": "9H"},
    {"\ud800": 1},
)
"""What may stand where something else belongs."""
STEPS = budget(400, 30)
"""How far a playout from a position goes before its resignations end it."""
MOST_SAID = 400
"""Letters of a refusal, whatever it quotes."""
Path = tuple[Any, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where something stands in a position, at every depth."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from paths(part, (*path, key))


def changed(position: Any, path: Path, how: str, value: Any = None) -> Any:
    """The position with one entry replaced, removed or given twice."""
    made = copy.deepcopy(position)
    parent = made
    for key in path[:-1]:
        parent = parent[key]
    if how == "replace":
        parent[path[-1]] = copy.deepcopy(value)
    elif how == "remove":
        del parent[path[-1]]
    elif isinstance(parent, list):
        parent.insert(path[-1], copy.deepcopy(parent[path[-1]]))
    else:
        parent[f"{path[-1]} "] = copy.deepcopy(parent[path[-1]])
    return made


def check(game: str, position: Any, rng: random.Random) -> None:
    """Refused with a reason, or just the position that was given, of a match that can be played to its end."""
    match = opened(game, position)
    if match is None:
        return
    first = match.position()
    for field, value in position.items():
        if field in first and field not in ("options", "gone"):
            assert is_alike(value, first[field]), (field, value, first[field])
    assert json.loads(json.dumps(first)) == first
    assert Match.from_position(game, first).position() == first
    assert Match.from_record(match.record()).position() == first
    play_on(match, rng)


def is_alike(given: Any, found: Any) -> bool:
    """Whether a field came back as it was given. What is left out takes its natural value, and a pile has no order."""
    if isinstance(given, dict) and isinstance(found, dict):
        return all(is_alike(given[key], found[key]) for key in given if key in found)
    if isinstance(given, list) and isinstance(found, list):
        if all(isinstance(each, str) for each in (*given, *found)):
            return sorted(given) == sorted(found)
        pairs = zip(sorted(given, key=str), sorted(found, key=str), strict=False)
        return len(given) == len(found) and all(is_alike(*pair) for pair in pairs)
    return type(given) is type(found) and bool(given == found)


def opened(game: str, position: Any) -> Match | None:
    """The match, or None where it is refused."""
    refused: SiegeworksError
    try:
        return Match.from_position(game, position)
    except BadPosition as problem:
        refused = problem
    assert_refusal(refused, "bad_position", refused.rule)
    assert len(refused.reason) < MOST_SAID
    return None


def play_on(match: Match, rng: random.Random) -> None:
    """Random play, and after a while resignations, to the end."""
    for _ in range(STEPS):
        if match.result is not None:
            break
        legal = match.legal()
        assert legal
        match.play(rng.choice(legal))
    while match.result is None:
        if match.to_move != "chance" and match.staying:
            match.resign(rng.choice(match.staying))
        else:
            match.play(rng.choice(match.legal()))
    for seat in (*range(match.seats), None):
        match.log(seat)
    match.record()


def positions_of(table: Table, seed: int, most: int) -> list[Any]:
    """Some positions of a random match, with different things in them."""
    rng, found = random.Random(seed), []
    options = mixed_options(table.game, table.seats, rng)
    match = Match.new(table.game, table.seats, seed=None, options=options)
    over = play_out(match, rng, lambda match: found.append(match.position()), resign=0.003)
    found.append(over.position())
    by_phase: dict[Any, list[Any]] = {}
    for position in found:
        by_phase.setdefault((position.get("phase"), position["to_move"] is None), []).append(position)
    phases = list(by_phase.values())
    rng.shuffle(phases)
    return [rng.choice(phases[at % len(phases)]) for at in range(most)]


CHANGES: tuple[tuple[str, Any], ...] = (
    ("remove", None),
    ("twice", None),
    *(("replace", value) for value in NASTY),
)


@every_seat_count
def test_every_field_may_be_nonsense(table: Table) -> None:
    """Each field at each depth, replaced by anything, left out, and given twice; what lies deeper, in part."""
    rng, tried = random.Random(21), 0
    share = budget(25, 400)
    for position in positions_of(table, 21, budget(3, 1)):
        for path in paths(position):
            for how, value in CHANGES:
                if rng.randrange(budget(1, 10) if len(path) == 1 else share) == 0:
                    check(table.game, changed(position, path, how, value), rng)
                    tried += 1
    assert tried > 10


@every_seat_count
@given(data=st.data())
def test_several_fields_may_be_nonsense_at_once(table: Table, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(some_positions(table.game, table.seats)))
    for _ in range(data.draw(st.integers(1, 4))):
        places = sorted(paths(position), key=str)
        how, value = data.draw(st.sampled_from(CHANGES))
        if places:
            position = changed(position, data.draw(st.sampled_from(places)), how, value)
    check(table.game, position, random.Random(1))


@cache
def some_positions(game: str, seats: int) -> list[Any]:
    return positions_of(Table(game, seats, {}), 22, budget(6, 1))


@every_seat_count
def test_a_record_may_begin_with_nonsense(table: Table) -> None:
    """The position in the head of a record, changed: the record opens, or is refused with its line."""
    rng = random.Random(23)
    for position in positions_of(table, 23, budget(3, 1)):
        text = Match.from_position(table.game, position).record()
        head = next(line for line in text.split("\n") if line.startswith("Position: "))
        kept = json.loads(head.removeprefix("Position: "))
        lines = [line for line in text.split("\n") if not line.startswith("Check: ")]
        changes = [(path, *change) for path in paths(kept) for change in CHANGES]
        for change in rng.sample(changes, 1 + len(changes) // budget(12, 400)):
            made = json.dumps(changed(kept, *change))
            check_record("\n".join(f"Position: {made}" if line == head else line for line in lines))


def check_record(text: str) -> None:
    """It opens and comes back the same, or is refused with its line."""
    refused: BadRecord
    try:
        match = Match.from_record(text)
    except BadRecord as problem:
        refused = problem
    else:
        assert Match.from_record(match.record()).position() == match.position()
        return
    assert_refusal(refused, "bad_record", refused.rule)
    assert len(refused.reason) < MOST_SAID


@every_seat_count
def test_every_state_gives_a_position_that_is_taken(table: Table) -> None:
    """All options, and somebody may leave at any time."""
    for seed in range(budget(4, 1)):
        rng = random.Random(seed)

        def look(match: Match, rng: random.Random = rng) -> None:
            check_same(match)
            if isinstance(match.to_move, int) and rng.randrange(budget(4, 20)) == 0:
                for seat in match.staying:
                    left = match.copy()
                    left.resign(seat)
                    check_same(left)

        options = mixed_options(table.game, table.seats, rng)
        match = Match.new(table.game, table.seats, seed=None if seed % 2 else seed, options=options)
        look(play_out(match, rng, look, resign=0.004))


def check_same(match: Match) -> None:
    """The match's own position is taken, and is itself."""
    position = match.position()
    assert Match.from_position(match.game.name, position).position() == position


NO_POSITIONS: tuple[Any, ...] = ([], "board", 7, None, {1: 2}, {None: 1}, {"seats": 10**5000}, {"x": {1, 2}})


@every_seat_count
@pytest.mark.parametrize("at", range(len(NO_POSITIONS)))
def test_what_is_no_position_is_refused(table: Table, at: int) -> None:
    with pytest.raises(BadPosition) as caught:
        Match.from_position(table.game, NO_POSITIONS[at])
    assert_refusal(caught.value, "bad_position", caught.value.rule)
