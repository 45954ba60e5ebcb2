"""One action is best, and what is hidden has no say in it."""

from __future__ import annotations

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.views import copied, view
from siegeworks.puzzles import proofs, puzzles_of
from siegeworks.puzzles.board import Board
from siegeworks.puzzles.proofs import Prover
from tests.bots.positions import walk
from tests.drawn import position
from tests.puzzles import IN_TWO, SIEGESTONES
from tests.tactics import load

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="the solver visits too many positions for plain Python")


def test_the_only_win_is_proved() -> None:
    match = IN_TWO.match(SIEGESTONES)
    found = Prover(SIEGESTONES).best(match.states, ("solver",))
    assert found is not None
    assert SIEGESTONES.words.ACTION_NAMES[found.action] == IN_TWO.solution
    assert (found.goal, found.turns, found.proof) == (IN_TWO.goal, IN_TWO.turns, IN_TWO.proof)


def test_what_is_not_wanted_is_not_proved() -> None:
    match = IN_TWO.match(SIEGESTONES)
    solution = SIEGESTONES.action_numbers[IN_TWO.solution]
    assert Prover(SIEGESTONES).best(match.states, ("solver",), lambda action: action != solution) is None


def test_a_win_that_two_actions_bring_is_no_puzzle() -> None:
    """Blue, with three towers, takes the fourth by a stone on either side of it."""
    match = position(
        "siegestones",
        """
              T . . .
             b . . . .
            . . . . . .
           T b . . . b T
            . y y y y .
             . . . . .
              T . . .
        """,
        to_move=0,
    )
    prover = Prover(SIEGESTONES)
    wins = [action for action in match.legal() if _wins(match, action)]
    assert len(wins) > 1
    assert prover.best(match.states, ("solver",)) is None


def _wins(match: Match, action: str) -> bool:
    later = match.copy()
    later.play(action)
    return later.result is not None


@pytest.mark.parametrize("tactic", [each for each in load("bluffstones") if len(each.best) == 1][:3])
def test_everything_is_tried_to_the_end(tactic) -> None:
    game = GAMES["bluffstones"]
    found = Prover(game).best(tactic.match("bluffstones").states, ("exhaustive",))
    assert found is not None
    assert game.words.ACTION_NAMES[found.action] == tactic.best[0]


def test_a_margin_depends_only_on_what_the_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"RUN_SIMULATIONS": 30, "LOOK_GAP": -1.0, "LEAST_MARGIN": -1.0}.items():
        monkeypatch.setattr(proofs, name, value)
    game, states = GAMES["siege"], _late("siege")
    seat = int(states["to_move"][0])
    other = copied(view(states, seat))
    step.imagine(other, 0, seat, new_dice(5))
    assert other.tobytes() != states.tobytes()
    first, second = (Prover(game).best(each, ("margin",)) for each in (states, other))
    assert first == second
    assert first is not None
    middle, low, high = first.proof.margin
    assert low <= middle <= high


DISPUTED = {
    "seats": 2,
    "to_move": 0,
    "board": "brg./..2gg/g1.y1y/.rbNgb./22..1y/rr2y./yg.1",
    "row": "gygbgbrrrybyygyrrgbbyyrbyrbrybbgrbryrbyrrgrgybygyrbyg",
    "scores": [29, 50],
    "quiet": 2,
}
"""The game's judgement finds one move clearly best, and the net another."""


def test_two_that_judge_in_different_ways_must_both_find_it() -> None:
    game = GAMES["nobles"]
    puzzle = next(each for each in puzzles_of(game) if each.proof.kind == "judges")
    found = Prover(game).best(puzzle.match(game).states, ("judges",))
    assert found is not None
    assert game.words.ACTION_NAMES[found.action] == puzzle.solution
    assert min(found.proof.leads) >= proofs.LEAST_MARGIN
    disputed = Match.from_position("nobles", DISPUTED).states
    assert Prover(game).best(disputed, ("margin",)) is not None
    assert Prover(game, is_strict=False).best(disputed, ("judges",)) is None


def test_where_the_net_does_not_know_the_table_there_are_no_two_judges() -> None:
    game = GAMES["nobles"]
    match = Match.new("nobles", 2, seed=1, options={"row_per_colour": 4})
    assert Prover(game, is_strict=False).best(match.states, ("judges",)) is None


def _late(game: str) -> np.ndarray:
    """A state with several actions, some decisions into a game."""
    boards = (board for board in walk(game, 2, seed=3) if 2 < len(board.legal()) < 8)
    for _ in range(4):
        found = next(boards).states.copy()
    return found


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.judgement.turn is not None])
def test_turned_and_mirrored_positions_look_alike(game: str) -> None:
    board, turn = Board(GAMES[game]), GAMES[game].judgement.turn
    assert turn is not None
    states = [each.states.copy() for each in walk(game, 2, seed=1)][-6]
    turned = copied(states)
    turn(turned[0], 5)
    seat = int(states["to_move"][0])
    assert turned.tobytes() != states.tobytes()
    assert board.looks(view(turned, seat)) == board.looks(view(states, seat))
    assert board.looks(view(board.after(states, board.legal(states)[0]), seat)) != board.looks(view(states, seat))
