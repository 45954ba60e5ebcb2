"""Bots that play without a word play the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.bots import Quiet, bot, pick
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from tests.tables import QUICK, every_game

QUIET = ("random", "thumb", "uct:60", "search:60", "level1", "level2", "level3", "net:20", "level4")


@every_game
@pytest.mark.parametrize("name", QUIET)
def test_a_bot_picks_what_it_would_choose(game: Game, name: str) -> None:
    """The same action from the same dice, which are then at the same point, all through a game."""
    match, rng = Match.new(game.name, game.seats[0], seed=5, options=QUICK.get(game.name)), random.Random(1)
    talking, quiet = bot(game, name), bot(game, name)
    assert isinstance(quiet, Quiet)
    decided = 0
    while match.result is None and decided < 12:
        assert isinstance(match.to_move, int)
        one, two = new_dice(match.ply), new_dice(match.ply)
        view = match.seat_view(match.to_move)
        assert talking.choose(view, None, one)[0] == pick(quiet, view, two)
        assert one.tobytes() == two.tobytes()
        match.play(rng.choice(match.legal()))
        decided += 1
    assert decided > 3


def test_a_bot_that_only_chooses_is_asked_to() -> None:
    class Talker:
        name = "talker"
        simulations = 0

        def choose(self, view: Any, budget: Any, dice: Any) -> Any:
            return 7, None

    assert pick(Talker(), Match.new("siegestones", 2, seed=1).seat_view(0), new_dice(1)) == 7


def test_no_words_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: Any, **named: Any) -> Any:
        raise AssertionError("a sentence was made")

    match = Match.new("siegestones", 2, seed=1)
    assert isinstance(match.to_move, int)
    view = match.seat_view(match.to_move)
    for module in ("simple", "levels", "thinking"):
        for maker in ("forced", "instruction", "sentence", "said"):
            monkeypatch.setattr(f"siegeworks.bots.{module}.{maker}", refuse, raising=False)
    for name in QUIET:
        pick(bot(match.game, name), view, new_dice(3))
    with pytest.raises(AssertionError, match="a sentence was made"):
        bot(match.game, "level1").choose(view, None, new_dice(3))
