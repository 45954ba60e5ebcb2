"""How matches end: why, in words of its own, and what on the board decided it."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match, endings
from siegeworks.games import Game
from siegeworks.lines import Result
from siegeworks.sentences import render
from tests.tables import QUICK, every_game, play_out

pytestmark = pytest.mark.plain


def result(match: Match) -> Result:
    found = match.result
    assert found is not None
    return found


def why(match: Match) -> str:
    found = endings.why(match)
    assert found is not None
    assert found.rule == result(match)["rule"]
    return render(found)


def test_a_match_that_goes_on_has_no_ending() -> None:
    match = Match.new("siegestones", 2, seed=1)
    assert endings.why(match) is None
    assert endings.highlights(match) == []


def test_a_resignation_and_a_lost_clock_say_whose() -> None:
    match = Match.new("siegestones", 3, seed=1)
    match.resign(2)
    assert endings.why(match) is None
    late = match.copy()
    match.resign(0)
    late.resign(0, reason="time")
    assert why(match) == "Blue resigned."
    assert why(late) == "Blue lost on time."
    assert endings.highlights(match) == endings.highlights(late) == []


def test_what_all_share_says_why() -> None:
    agreed, late = Match.new("charge", 2, seed=1), Match.new("charge", 2, seed=1)
    agreed.agree_draw()
    late.agree_draw(reason="time")
    assert why(agreed) == why(Match.from_position("charge", agreed.position())) == "All agreed on a draw."
    assert why(late) == "Everybody's time ran out at the same moment."
    assert endings.highlights(agreed) == []


def test_t23_the_winners_towers_are_shown() -> None:
    match = play_out(Match.new("siegestones", 2, seed=1), random.Random(1))
    assert result(match)["rule"] == "T-23"
    winner = result(match)["winners"][0]
    held = {f"cell:{cell}" for cell, seat in match.view()["control"].items() if seat == winner}
    assert set(endings.highlights(match)) == held
    assert len(held) >= 4
    assert why(match) == f"{'Blue' if winner == 0 else 'Yellow'} alone controls {len(held)} towers."


def test_s65_the_royals_of_the_keep_are_shown_with_whose_they_are() -> None:
    for seed in range(40):
        match = play_out(Match.new("siege", 2, seed=seed, options=QUICK["siege"]), random.Random(seed))
        winner = result(match)["winners"][0]
        royals = match.view()["cities"][winner]["keep"]
        if royals and len(result(match)["winners"]) == 1:
            assert endings.highlights(match) == [f"seat:{winner}", *(f"card:{card}" for card in royals)]
            return
    pytest.fail("no match with a royal in a Keep")


@every_game
def test_every_rule_that_ends_a_game_has_its_sentence(game: Game) -> None:
    for seed in range(6):
        match = Match.new(game.name, game.seats[0], seed=seed, options=QUICK.get(game.name, {}))
        play_out(match, random.Random(seed))
        assert match.ending is None
        assert (endings.why(match) is None) == (not game.words.ENDINGS)
        if game.words.ENDINGS:
            assert why(match).endswith(".")


def test_the_margin_is_in_words() -> None:
    match = play_out(Match.new("nobles", 3, seed=1), random.Random(1))
    best, *others = sorted(result(match)["scores"], reverse=True)
    assert str(match.say_result()).endswith(f"{best} points to {others[0]} to {others[1]}.")
