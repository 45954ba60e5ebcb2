"""What programs do with a match: play by number, hand a bot its view, print it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, BadSetup, Match, UnknownAction
from siegeworks.core.rules import NOBODY
from siegeworks.core.views import view


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_played_by_its_number_as_by_its_name(name: str) -> None:
    game, dice = GAMES[name], random.Random(3)
    by_name, by_number = Match.new(name, game.seats[0], seed=3), Match.new(name, game.seats[0], seed=3)
    while by_name.to_move is not None and by_name.ply < 60:
        at = dice.randrange(len(by_name.legal()))
        number = np.int64(by_number.legal_numbers()[at]) if at % 2 else by_number.legal_numbers()[at]
        assert by_number.preview(number) == by_name.preview(by_name.legal()[at])
        assert by_number.why_not(number) is None
        assert by_number.play(number) == by_name.play(by_name.legal()[at])
    assert by_number.record() == by_name.record()


@pytest.mark.parametrize("number", [-1, 10**9, True, 1.0, None, np.float64(1)], ids=repr)
def test_what_is_no_number_of_an_action_is_refused(number: Any) -> None:
    match = Match.new("siegestones", 2, seed=1)
    with pytest.raises(UnknownAction):
        match.play(number)
    assert match.ply == Match.new("siegestones", 2, seed=1).ply


def test_a_number_that_cannot_be_played_now_is_refused_with_its_rule() -> None:
    match = Match.new("siegestones", 2, seed=1)
    number = match.legal_numbers()[0]
    match.play(number)
    refusal = match.why_not(number)
    assert refusal is not None
    assert refusal.rule == match.why_not(match.lines[-1].name).rule  # type: ignore[union-attr]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_bot_is_handed_is_a_copy_that_hides_what_the_seat_may_not_see(name: str) -> None:
    match = Match.new(name, 2, seed=5)
    before, record = match.states.tobytes(), match.record()
    for seat in (0, 1, None):
        seen = match.seat_view(seat)
        assert seen.tobytes() == view(match.states, seat).tobytes()
        seen["to_move"] = 1
        seen.view(np.uint8)[:] = 0
    match.states["to_move"] = NOBODY
    assert (match.states.tobytes(), match.record()) == (before, record)
    with pytest.raises(BadSetup):
        match.seat_view(2)


def test_a_match_says_where_it_stands_and_nothing_secret() -> None:
    match = Match.new("siegestones", 2, seed=7, options={"balanced": True})
    assert repr(match) == f"<Match siegestones balanced=True, 2 seats, ply {match.ply}, {match.to_move} to move>"
    match.resign(0)
    assert repr(match) == f"<Match siegestones balanced=True, 2 seats, ply {match.ply}, over>"
    siege = repr(Match.new("siege", 2, seed=1))
    assert not [card for card in GAMES["siege"].words.ACTION_NAMES if card.split()[-1] in siege.split()]
