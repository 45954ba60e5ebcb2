"""The puzzles that ship: enough of them, and a sample proved again. `siegeworks puzzles check` proves all."""

from __future__ import annotations

import pytest

from siegeworks import GAMES
from siegeworks.bots.levels import level_of
from siegeworks.cli import main
from siegeworks.core.jit import IS_PLAIN
from siegeworks.puzzles import puzzles_of
from siegeworks.puzzles.board import Board
from siegeworks.puzzles.check import checked
from siegeworks.puzzles.mining import LEAST_ACTIONS, LEAST_SIMULATIONS
from siegeworks.puzzles.themes import themes_data

LEAST = {"siegestones": 150, "charge": 150, "nobles": 150, "bluffstones": 60, "siege": 60}
SAMPLE = 2

every_set = pytest.mark.parametrize("game", LEAST)


@every_set
def test_there_are_enough_and_none_is_trivial(game: str) -> None:
    puzzles = puzzles_of(GAMES[game])
    assert len(puzzles) >= LEAST[game]
    assert level_of(GAMES[game], 1).looks < LEAST_SIMULATIONS
    for puzzle in puzzles:
        legal = puzzle.match(GAMES[game]).legal()
        assert puzzle.solution in legal
        assert len(legal) >= LEAST_ACTIONS
        assert puzzle.simulations >= LEAST_SIMULATIONS
        assert set(puzzle.themes) <= themes_data(GAMES[game])["themes"].keys()


@every_set
def test_no_two_are_alike_turned_mirrored_or_with_seats_exchanged(game: str) -> None:
    board, known = Board(GAMES[game]), dict[bytes, int]()
    for number, puzzle in enumerate(puzzles_of(GAMES[game]), 1):
        match = puzzle.match(GAMES[game])
        assert isinstance(match.to_move, int)
        look = board.looks(match.seat_view(match.to_move))
        assert look not in known, f"{number} is like {known[look]}"
        known[look] = number


@pytest.mark.skipif(IS_PLAIN, reason="searches take too long in plain Python")
def test_the_command_measures_both_levels(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr("siegeworks.cli.puzzles.puzzles_of", lambda game: puzzles_of(game)[:2])
    assert main(["puzzles", "measure", "siegestones"]) == 0
    assert "of 2 puzzles level 5 solves 100 % in one second, and level 1" in capsys.readouterr().err
    assert main(["puzzles", "measure", "siegestones", "--every", "0"]) == 2


@every_set
def test_sources_tell_puzzles_apart(game: str) -> None:
    sources = [puzzle.source for puzzle in puzzles_of(GAMES[game])]
    assert len(set(sources)) == len(sources)


@pytest.mark.skipif(IS_PLAIN, reason="the solver visits too many positions for plain Python")
@every_set
def test_a_sample_is_proved_again(game: str) -> None:
    puzzles = puzzles_of(GAMES[game])
    sample = puzzles[:: len(puzzles) // SAMPLE][:SAMPLE]
    assert [each.problem for each in checked(GAMES[game], sample)] == [None] * len(sample)


@pytest.mark.skipif(IS_PLAIN, reason="the solver visits too many positions for plain Python")
def test_the_command_tells_of_a_wrong_solution(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    game = GAMES["siegestones"]
    first, second = puzzles_of(game)[:2]
    wrong = [first, first, second.__class__(**{**vars(second), "line": ("stone a1",)})]
    monkeypatch.setattr("siegeworks.cli.puzzles.puzzles_of", lambda game: wrong if game.name == "siegestones" else ())
    assert main(["puzzles", "check"]) == 1
    told = capsys.readouterr().err
    assert "puzzle 2: an earlier one is the same" in told
    assert "puzzle 3: the solution is not proved" in told
    assert "1 of 3" in told
