"""The engine against tests/oracles/bluffstones.py, which was written from the rules alone."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from siegeworks.core.jit import IS_PLAIN
from siegeworks.match import Event, Match
from tests.oracles.bluffstones import Oracle, neighbours

pytestmark = pytest.mark.plain

GAMES_OF_EACH = 2 if IS_PLAIN else 6
SETTINGS: list[dict[str, Any]] = [
    {},
    {"early_end": True},
    {"layout": "petals", "early_end": True},
    {"layout": "pinwheel"},
    {"layout": "corners", "early_end": True},
]
RESIGNING = 0.01
STYLES = ("random", "filling", "scoring")


def bare(events: list[Event]) -> list[dict[str, Any]]:
    return [{key: value for key, value in event.items() if key != "ply"} for event in events]


def agree(match: Match, oracle: Oracle, seat: int | None) -> None:
    """Everything that can be asked of both gives the same answer; of the views, one seat's or a spectator's."""
    assert match.to_move == oracle.to_move
    assert sorted(match.legal()) == sorted(oracle.legal())
    assert match.result == oracle.result
    position = match.position()
    revealed = position.pop("revealed")
    assert position == oracle.position()
    assert match.view(seat) == {**oracle.view(seat), "revealed": revealed}
    if isinstance(match.to_move, int):
        assert match.default() == oracle.default()


def chosen(oracle: Oracle, dice: random.Random, style: str) -> str:
    """At random; or so that the board fills up; or so that towers fall as well."""
    legal = oracle.legal()
    if oracle.to_move == "chance" or style == "random":
        return dice.choice(legal)
    if legal[0].startswith("bid"):
        single = [name for name in legal if name in ("bid b", "bid y", "bid g")]
        return dice.choice(single if single and dice.random() < 0.95 else legal)
    return dice.choice([name for name in legal if style == "scoring" and is_at_home(oracle, name)] or legal)


def is_at_home(oracle: Oracle, name: str) -> bool:
    """Whether this places a stone beside a tower of its colour."""
    verb, cell = name.split()
    colour = str(oracle.held[int(oracle.to_move or 0)]).upper()
    return verb == "place" and any(oracle.board[beside] == colour for beside in neighbours(cell))


def play_beside(match: Match, oracle: Oracle, dice: random.Random, style: str) -> Counter[tuple[str, str]]:
    """A whole match on both; how often each kind of event came with each rule."""
    seen: Counter[tuple[str, str]] = Counter()
    while True:
        agree(match, oracle, dice.choice((None, *range(match.seats))))
        if match.to_move is None:
            return seen
        if isinstance(match.to_move, int) and dice.random() < RESIGNING:
            seat = dice.choice([seat for seat in range(match.seats) if seat not in match.gone])
            events, expected = match.resign(seat), oracle.resign(seat)
        else:
            name = chosen(oracle, dice, style)
            events, expected = match.play(name), oracle.play(name)
        assert bare(events) == expected
        seen.update((event["kind"], event["rule"]) for event in events)
        assert all(match.say(event) for event in events)


@pytest.mark.parametrize("options", SETTINGS, ids=json.dumps)
@pytest.mark.parametrize("seats", [2, 3])
def test_engine_and_oracle_agree(seats: int, options: dict[str, Any]) -> None:
    for game in range(GAMES_OF_EACH):
        dice = random.Random(f"{seats} {options} {game}")
        style = STYLES[game % 3]
        play_beside(Match.new("bluffstones", seats, options=options), Oracle(seats, options), dice, style)


def test_the_games_compared_show_every_event() -> None:
    """What never happens in the comparison would not be compared."""
    seen: Counter[tuple[str, str]] = Counter()
    early_ends = 0
    for game in range(12):
        seats, options = 2 + game % 2, {"early_end": game >= 6}
        match = Match.new("bluffstones", seats, options=options)
        seen += play_beside(match, Oracle(seats, options), random.Random(game), STYLES[game % 3])
        end = match.view()
        early_ends += not end["matching"] and set(end["revealed"]) != {"-"} and not end["gone"]
    needed = {("fizzle", "B-13"), ("fizzle", "B-15"), ("fizzle", "platform"), ("resign", "platform")}
    needed |= {("discard", "B-10"), ("remove", "B-12"), ("place", "B-14"), ("score", "B-16"), ("round", "B-20")}
    needed |= {("end", rule) for rule in ("B-23", "B-24", "B-25", "platform")}
    assert needed <= set(seen), needed - set(seen)
    assert early_ends
