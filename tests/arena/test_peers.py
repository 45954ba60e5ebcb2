"""OpenSpiel's search at our tables: it plays our rules and is given what our bots are given."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks import GAMES, BadSetup, Match
from siegeworks.arena.contest import Contest
from siegeworks.arena.peers import OpenSpielBot, contender
from siegeworks.arena.run import play_contest
from siegeworks.core.dice import new_dice
from siegeworks.engines import EngineFailed
from tests.patience import PATIENCE_S
from tests.test_analysis import WIN_IN_ONE

ROOT = Path(__file__).parents[2]


def test_it_takes_a_win_in_one() -> None:
    match = Match.from_position("siegestones", WIN_IN_ONE)
    seen = match.seat_view(0)
    before = seen.tobytes()
    peer = contender(GAMES["siegestones"], "openspiel-mcts:600")
    assert isinstance(peer, OpenSpielBot)
    action, thought = peer.choose(seen, None, new_dice(1))
    match.play(match.game.words.ACTION_NAMES[action])
    assert match.result is not None
    assert match.result["winners"] == [0]
    assert sum(each.visits for each in thought.candidates) == pytest.approx(600, abs=1)
    assert thought.candidates[0].action == action
    assert seen.tobytes() == before


def test_the_same_dice_give_the_same_choice() -> None:
    seen = Match.new("charge", 2, seed=3).seat_view(None)
    peer = contender(GAMES["charge"], "openspiel-mcts:30")
    assert peer.choose(seen, None, new_dice(5))[1].candidates == peer.choose(seen, None, new_dice(5))[1].candidates


def test_it_plays_whole_games_at_any_number_of_seats() -> None:
    contest = Contest("siegestones", 3, ("openspiel-mcts:4", "random"), one_against=True)
    assert len(play_contest(contest, 3)) == 3


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        ("siege", "openspiel-mcts:5", "has secrets"),
        ("siegestones", "openspiel-mcts:1s", "given simulations"),
        ("siegestones", "openspiel-mcts:many", "A budget is written"),
    ],
)
def test_what_it_cannot_do_is_refused(game: str, name: str, says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        contender(GAMES[game], name)


def test_a_program_plays_contests_from_the_command_line() -> None:
    """In a process of its own, which must also end as it should while the engine still runs."""
    engine = f'"{sys.executable}" docs/examples/engine_bot.py'
    command = [sys.executable, "-m", "siegeworks", "arena", "siegestones", "random", "--engine", engine]
    done = subprocess.run(
        [*command, "--games", "2", "--plain"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout


def test_a_program_that_ends_at_once_ends_the_contest_with_a_sentence() -> None:
    contest = Contest("siegestones", 2, ("random", f'engine:"{sys.executable}" -c pass'))
    with pytest.raises(EngineFailed):
        play_contest(contest, 2)
