"""What only leads up to an event is marked as a detail, and the event that it leads up to is told."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.games import GAMES, Game
from siegeworks.server import wire
from tests.tables import QUICK, every_game

pytestmark = pytest.mark.plain
MOST_LINES = 400


def randomly_played(game: Game, seats: int) -> Match:
    dice, match = random.Random(seats), Match.new(game.name, seats, seed=seats, options=QUICK.get(game.name, {}))
    while match.result is None and match.ply < MOST_LINES:
        match.play(dice.choice(match.legal()))
    return match


@every_game
def test_details_are_events_of_the_game_and_not_all_of_them(game: Game) -> None:
    assert set(game.words.DETAILS) < set(game.words.EVENTS) or not game.words.DETAILS


@every_game
def test_every_detail_leads_to_something_told(game: Game) -> None:
    """At the end of a game nothing is left over, for any reader."""
    match = randomly_played(game, game.seats[0])
    for reader in (None, *range(match.seats)):
        kinds = [event["kind"] for line in match.log(reader) for event in line["events"]]
        if match.result is not None:
            assert kinds[-1] not in game.words.DETAILS


def test_a_trick_is_told_in_one_sentence() -> None:
    match = randomly_played(GAMES["siege"], 3)
    kinds = [event["kind"] for line in match.log(0) for event in line["events"]]
    first = kinds.index("trick")
    since = max(at for at, kind in enumerate(kinds[:first]) if kind not in GAMES["siege"].words.DETAILS)
    assert kinds[since + 1 : first] == ["play"] * 3
    assert match.say(next(e for line in match.log(0) for e in line["events"] if e["kind"] == "trick")).endswith(
        " wins the trick."
    )


def test_the_wire_marks_details_and_nothing_else() -> None:
    match = randomly_played(GAMES["siege"], 2)
    told = [each for line in match.log(0) for each in wire.said(match, line["events"])]
    assert {each["kind"] for each in told if each.get("detail")} >= {"deal", "fort", "play", "done"}
    assert all(("detail" in each) == (each["kind"] in GAMES["siege"].words.DETAILS) for each in told)
