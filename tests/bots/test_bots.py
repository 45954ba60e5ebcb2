"""All bots: names, budgets, and what every bot must answer."""

from __future__ import annotations

import pytest

from siegeworks import GAMES, BadSetup, Match
from siegeworks.bots import KINDS, Budget, bot, parsed_budget
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.sentences import render
from tests.tables import every_game

QUICK = [kind for kind in KINDS if kind in ("random", "thumb")]


@every_game
@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.plain
def test_bots_play_legal_actions_and_say_why(game: Game, kind: str) -> None:
    match, player, dice = Match.new(game.name, game.seats[-1], seed=3), bot(game, kind), new_dice(3)
    for _ in range(12):
        if match.to_move is None:
            break
        assert isinstance(match.to_move, int)
        action, thought = player.choose(match.seat_view(match.to_move), None, dice)
        name = game.words.ACTION_NAMES[action]
        assert name in match.legal()
        assert {each.action for each in thought.candidates} <= {game.action_numbers[name] for name in match.legal()}
        assert thought.seat == match.to_move
        assert thought.line[0] == action
        assert render(thought.says).endswith(".")
        match.play(name)


def test_budgets_are_read_as_they_are_written() -> None:
    assert parsed_budget("5000") == Budget(5000)
    assert parsed_budget("0.2s") == Budget(seconds=0.2)
    assert parsed_budget("5000,0.2s*2") == Budget(5000, 0.2, 2)


@pytest.mark.parametrize("text", ["", "s", "fast", "1s,2s", "-3", "nans", "1*0", "1*x", "1e99s"])
def test_budgets_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadSetup):
        parsed_budget(text)


def test_a_bot_nobody_knows_is_refused_with_the_names() -> None:
    with pytest.raises(BadSetup, match="level1"):
        bot(GAMES["siegestones"], "level9")
