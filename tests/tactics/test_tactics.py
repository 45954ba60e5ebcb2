"""The tactics are what they claim to be, and the full search finds them."""

from __future__ import annotations

import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import Budget, bot
from siegeworks.bots.solver import solve
from siegeworks.core.rules import NOBODY
from tests.bots.positions import Board
from tests.tactics import BLOCK_AT_ONCE, FORCED_WIN, WIN_AT_ONCE, Tactic, answer, exhaustive, is_right, load

LEAST = {"siegestones": 40, "charge": 40, "nobles": 20, "bluffstones": 20}
SOLVED = ["siegestones", "charge", "nobles"]
EVERY, PLENTY, SIMULATIONS = 4, 60_000, 1_500

every_set = pytest.mark.parametrize("game", LEAST)
every_solved_set = pytest.mark.parametrize("game", SOLVED)


def some(game: str, *kinds: str) -> list[Tactic]:
    """A share of the tactics of some kinds, or of all; never none."""
    found = [each for each in load(game) if not kinds or each.kind in kinds]
    assert len(found) >= EVERY
    return found[::EVERY]


@every_set
def test_there_are_enough_and_their_answers_are_legal(game: str) -> None:
    tactics = load(game)
    assert len(tactics) >= LEAST[game]
    assert len({str(each.position) for each in tactics}) == len(tactics)
    for each in tactics:
        legal = each.match(game).legal()
        assert set(each.best) < set(legal)
        assert 3 * len(each.best) <= len(legal) + 2


@every_solved_set
def test_right_answers_are_proven(game: str) -> None:
    for each in some(game, BLOCK_AT_ONCE):
        solution = solve(each.match(game).states, nodes=PLENTY)
        assert solution is None or solution.outcome >= 0 or solution.says != "loss in 1"
    for each in some(game, WIN_AT_ONCE, FORCED_WIN):
        match = each.match(game)
        mover = match.to_move
        solution = solve(match.states, nodes=PLENTY)
        assert solution is not None
        assert solution.outcome == 1
        assert (solution.says == "win in 1") == (each.kind == WIN_AT_ONCE)
        match.play(each.best[0])
        assert _keeps_the_win(match, mover)


def _keeps_the_win(match: Match, mover: object) -> bool:
    if match.result is not None:
        return bool(match.result["winners"] == [mover])
    solution = solve(match.states, nodes=PLENTY)
    return solution is not None and solution.outcome == (1 if match.to_move == mover else -1)


@every_solved_set
def test_whoever_does_not_block_loses_at_once(game: str) -> None:
    for each in some(game, BLOCK_AT_ONCE):
        wrong = [name for name in each.match(game).legal() if name not in each.best]
        assert wrong
        for action in wrong[::EVERY]:
            match = each.match(game)
            mover = match.to_move
            match.play(action)
            if match.result is None:
                solution = solve(match.states, nodes=PLENTY)
                assert solution is not None
                assert solution.outcome == (-1 if match.to_move == mover else 1)
            else:
                assert mover not in match.result["winners"]


def test_last_rounds_of_bluffstones_are_exact() -> None:
    board = Board(GAMES["bluffstones"], 2)
    for each in some("bluffstones"):
        states = each.match("bluffstones").states
        mover = int(states["to_move"][0])
        for action in board.legal(states):
            later = board.after(action, states)
            outcome = board.outcome(later, mover) if int(later["to_move"][0]) == NOBODY else None
            outcome = exhaustive(board, later, mover, {}) if outcome is None else outcome
            is_best = board.game.words.ACTION_NAMES[action] in each.best
            assert outcome == each.outcome if is_best else outcome < each.outcome


@every_set
def test_the_search_finds_them(game: str) -> None:
    """A few, with few simulations; the command asks for all, by time. Wins and blocks in one turn are never missed."""
    player = bot(GAMES[game], "search")
    for each in some(game, *{each.kind for each in load(game)} - {FORCED_WIN}):
        played = answer(player, each, game, Budget(SIMULATIONS))
        assert is_right(each, game, played), (each.kind, each.position, played)
