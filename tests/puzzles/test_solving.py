"""Answers: the right one is confirmed with its line, a wrong one is played out and explained."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siegeworks import GAMES, positions
from siegeworks.choices import checked_options
from siegeworks.cli import main
from siegeworks.core.jit import IS_PLAIN
from siegeworks.errors import IllegalAction
from siegeworks.puzzles import Proof, Puzzle, solving
from siegeworks.puzzles.solving import answer, task
from siegeworks.sentences import render
from tests.bots.positions import walk
from tests.puzzles import IN_TWO, SIEGESTONES

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="the solver visits too many positions for plain Python")


def test_the_task_says_what_is_to_be_found() -> None:
    assert render(task(IN_TWO, IN_TWO.match(SIEGESTONES))) == "Blue to play wins in 2 turns, whatever the others do."


def test_a_right_answer_is_confirmed_with_its_line() -> None:
    found = answer(SIEGESTONES, IN_TWO, IN_TWO.solution)
    assert found.is_right
    assert len(found.steps) == len(IN_TWO.line)
    assert render(found.steps[-1].says[-1]).startswith("Blue wins")
    assert found.steps[-1].view["to_move"] is None
    assert found.steps[-1].says[-1].rule == "T-23"


def test_a_wrong_answer_is_played_out_and_explained() -> None:
    found = answer(SIEGESTONES, IN_TWO, "stone a1")
    assert not found.is_right
    assert render(found.says[0]) == "That is not it."
    assert len(found.steps) > 1
    assert found.steps[1].seat == 1
    assert all(says.rule for step in found.steps for says in step.says)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(IllegalAction):
        answer(SIEGESTONES, IN_TWO, "stone b2")


def test_nothing_is_told_that_the_seat_could_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SIMULATIONS", 20)
    game, board = GAMES["siege"], next(each for each in walk("siege", 2, seed=3) if len(each.legal()) > 3)
    position = positions.written(game, positions.describe(game, board.states, checked_options(game, {}, 2)))
    best = game.words.ACTION_NAMES[board.legal()[0]]
    puzzle = Puzzle(position, (best,), "best", 0, Proof("margin", runs=16, margin=(0.1, 0.05, 0.2)), (), 64, (0, 0, 0))
    seat = puzzle.match(game).to_move
    assert isinstance(seat, int)
    for step in answer(game, puzzle, best).steps:
        assert not isinstance(step.view["cities"][1 - seat]["hand"], list)


def test_what_two_searches_found_is_told_by_both() -> None:
    proof = Proof("judges", simulations=800, leads=(0.07, 0.12))
    (right, why), (_, wrong) = (
        answer(SIEGESTONES, replace(IN_TWO, goal="best", proof=proof), action).says
        for action in (IN_TWO.solution, "stone d1")
    )
    assert render(why).endswith("by 7 % of the win by the one, and by 12 % by the other.")
    assert (right.code, wrong.code) == ("puzzle-right", "puzzle-loses")
    assert proof.least == 0.07


def test_the_terminal_asks_explains_and_confirms(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr("siegeworks.cli.puzzle.puzzles_of", lambda game: (IN_TWO,))
    typed = iter(["legal f6", "stone b2", "stone a1", IN_TWO.solution, "quit"])
    monkeypatch.setattr("rich.console.Console.input", lambda *args, **kwargs: next(typed))
    assert main(["puzzle", "siegestones", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "stone f6, tower f6" in told
    assert "(T-12)" in told
    assert told.index("That is not it.") < told.index("Right.") < told.index("Blue wins")


def test_a_theme_that_is_not_there_is_refused_with_those_that_are(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr("siegeworks.cli.puzzle.puzzles_of", lambda game: (IN_TWO,))
    assert main(["puzzle", "siegestones", "--theme", "fork"]) == 2
    assert "double-threat" in capsys.readouterr().err
