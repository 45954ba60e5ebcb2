"""What only leads up to an event is marked as a detail, and the event that it leads up to is told."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.games import GAMES, Game
from siegeworks.server import wire
from tests.tables import QUICK, every_game

pytestmark = pytest.mark.plain
MOST_LINES = 1000
ATTACK = ("repulse", "success")
LEADS_TO: dict[str, dict[str, tuple[str, ...]]] = {
    "bluffstones": {"top": ("start",), "bid": ("reveal",)},
    "charge": {"drop": ("repelled",)},
    "siege": {
        "dealer": ("line",),
        "deal": ("initiator", "year"),
        "fort": ("initiator",),
        "reshuffle": ("year",),
        "play": ("trick",),
        "recall": ("winter",),
        "stow": ("winter", "summer"),
        "discard": ("winter",),
        "done": ("winter",),
        **dict.fromkeys(("attack", "siege", "defend", "assault"), ATTACK),
        "retreat": ("repulse",),
        "yield": ("success",),
    },
}
"""By game: the events that say how a detail of each kind ended."""


def randomly_played(game: Game, seats: int) -> Match:
    """A whole game."""
    dice, match = random.Random(seats), Match.new(game.name, seats, seed=seats, options=QUICK.get(game.name, {}))
    while match.result is None:
        assert match.ply < MOST_LINES
        match.play(dice.choice(match.legal()))
    return match


@every_game
def test_details_are_events_of_the_game_and_not_all_of_them(game: Game) -> None:
    assert set(game.words.DETAILS) < set(game.words.EVENTS) or not game.words.DETAILS


@every_game
def test_details_of_every_game_are_looked_at(game: Game) -> None:
    assert set(LEADS_TO.get(game.name, {})) == set(game.words.DETAILS)


@pytest.mark.parametrize("name", LEADS_TO)
def test_every_detail_leads_to_the_event_that_says_how_it_ended(name: str) -> None:
    """Whoever reads it; and at the end of a game nothing is left over."""
    game = GAMES[name]
    seen = set()
    for match in (randomly_played(game, seats) for seats in game.seats):
        for reader in (None, *range(match.seats)):
            waiting: set[str] = set()
            for kind in (event["kind"] for line in match.log(reader) for event in line["events"]):
                if kind in game.words.DETAILS:
                    waiting.add(kind)
                else:
                    assert all(kind in LEADS_TO[name][detail] for detail in waiting), (kind, waiting)
                    seen |= {(detail, kind) for detail in waiting}
                    waiting = set()
            assert waiting == set()
    assert seen == {(detail, kind) for detail, kinds in LEADS_TO[name].items() for kind in kinds}


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
