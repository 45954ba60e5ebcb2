"""What the bots think of a position: sums, signs, symmetry, secrets, and that it knows a win when it sees one."""

from __future__ import annotations

import math
import random
from itertools import islice

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import judgement
from siegeworks.core import rules, step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.hexboard import SYMMETRIES
from siegeworks.core.rules import NOBODY
from siegeworks.sentences import spoken
from tests.bots.positions import Board, walk
from tests.drawn import position
from tests.tables import BARE_TABLES, Table, budget, every_seat_count

OPEN_GAMES = [game.name for game in GAMES.values() if not views.has_secrets(game.rules.STATE)]
JUDGED_TABLES = [table for table in BARE_TABLES if GAMES[table.game].judgement.value is not None]
TURNED_GAMES = [name for name in OPEN_GAMES if GAMES[name].judgement.turn is not None]
every_open_game = pytest.mark.parametrize("name", TURNED_GAMES)
every_judged_table = pytest.mark.parametrize("table", JUDGED_TABLES, ids=str)
"""Bots play a game without a judgement too; there is nothing to be said about it here."""


def some(name: str, seats: int, seed: int, plies: int, every: int = 3) -> list[Board]:
    """Boards of a game, now and then; each must be used before the next is asked for, so copies are given."""
    found = []
    for board in islice(walk(name, seats, seed), 0, plies, every):
        copy = Board(board.game, seats)
        copy.states = board.states.copy()
        found.append(copy)
    return found


def values(board: Board) -> list[float]:
    out = np.zeros(board.seats)
    judgement.value(board.states[0], out)
    return out.tolist()


@pytest.mark.plain
@every_seat_count
def test_shares_add_up_to_one_and_looking_changes_nothing(table: Table) -> None:
    for board in some(table.game, table.seats, 3, budget(90, 6)):
        before = board.states.tobytes()
        shares = values(board)
        actions, priors = board.with_priors()
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)
        assert len(actions) == len(priors)
        assert all(0 < prior < math.inf for prior in priors)
        assert board.states.tobytes() == before


@pytest.mark.parametrize("table", [table for table in BARE_TABLES if table.seats > 2], ids=str)
def test_a_seat_that_left_has_no_share(table: Table) -> None:
    board = some(table.game, table.seats, 5, 8)[-1]
    step.give_up(board.states, 0, 1, board.out)
    assert int(board.states["to_move"][0]) != NOBODY
    assert values(board)[1] == 0
    assert sum(values(board)) == pytest.approx(1)


@every_open_game
def test_an_action_that_wins_has_the_greatest_prior(name: str) -> None:
    met = 0
    for seed in range(1, 30):
        for board in walk(name, 2, seed, wildness=0.4):
            mover = int(board.states["to_move"][0])
            actions, priors = board.with_priors()
            best = actions[int(np.argmax(priors))]
            wins = [action for action in actions if _wins(board, action, mover)]
            assert not wins or best in wins, (seed, best, wins)
            met += bool(wins)
    assert met > 0


def _wins(board: Board, action: int, mover: int) -> bool:
    later = board.after(action)
    return int(later["to_move"][0]) == NOBODY and board.winners(later) == [mover]


@pytest.mark.plain
@every_open_game
def test_a_turned_board_is_judged_alike(name: str) -> None:
    judgement = GAMES[name].judgement
    assert judgement.turn is not None
    rng = random.Random(1)
    for board in some(name, 2, 7, budget(60, 4)):
        turned = Board(board.game, 2)
        turned.states = board.states.copy()
        judgement.turn(turned.states[0], rng.randrange(len(SYMMETRIES)))
        assert values(turned) == pytest.approx(values(board))
        assert sorted(turned.with_priors()[1]) == pytest.approx(sorted(board.with_priors()[1]))


@every_open_game
def test_turning_a_board_and_playing_agree_with_the_rules(name: str) -> None:
    """The turned position has as many actions, and leads to as many different positions."""
    judgement = GAMES[name].judgement
    assert judgement.turn is not None
    for at, board in enumerate(some(name, 2, 9, 40)):
        turned = Board(board.game, 2)
        turned.states = board.states.copy()
        judgement.turn(turned.states[0], at % len(SYMMETRIES))
        then_turned = set()
        for action in board.legal():
            later = board.after(action)
            judgement.turn(later[0], at % len(SYMMETRIES))
            then_turned.add(later.tobytes())
        assert {turned.after(action).tobytes() for action in turned.legal()} == then_turned


@pytest.mark.plain
@pytest.mark.parametrize("name", [name for name in GAMES if name not in OPEN_GAMES])
def test_priors_rest_on_what_the_seat_knows(name: str) -> None:
    """Whatever is guessed of the rest, the priors are the same."""
    for board in some(name, 2, 11, budget(200, 8), every=7):
        seat = int(board.states["to_move"][0])
        seen, priors = views.view(board.states, seat), []
        for seed in (1, 2):
            board.states = seen.copy()
            rules.guess(board.states[0], seat, new_dice(seed))
            priors.append(board.with_priors())
        assert priors[0] == priors[1]


@every_judged_table
def test_judgement_says_more_than_chance(table: Table) -> None:
    """Over some games the winners were given more than an equal share, in all."""
    told, games = 0.0, 40
    for seed in range(games):
        shares: list[list[float]] = []
        board = None
        for board in walk(table.game, table.seats, seed + 1, wildness=0.1):
            shares.append(values(board))
        assert board is not None
        winners = board.winners(board.states)
        middle = shares[len(shares) * 2 // 3]
        told += sum(middle[seat] for seat in winners) / len(winners)
    assert told / games > 1 / table.seats + 0.05


@every_judged_table
def test_remarks_are_short_facts(table: Table) -> None:
    judgement = GAMES[table.game].judgement
    assert judgement.remark is not None
    said = 0
    for board in some(table.game, table.seats, 13, 120, every=5):
        view = views.view(board.states, int(board.states["to_move"][0]))
        before = view.tobytes()
        for action in board.legal():
            found = judgement.remark(view[0], action)
            if found is not None:
                said += 1
                remark = spoken(found)
                assert remark.isprintable()
                assert remark == remark.strip()
                assert remark[0].islower()
                assert not remark.endswith(".")
        assert view.tobytes() == before
    assert said > 0


def test_a_remark_names_the_towers_threatened() -> None:
    match = position(
        "siegestones",
        """
          . . . .
         . . . . .
        . . . . . .
       . . . T . . .
        . . . . . .
         . . . . .
          . . . .
        """,
        to_move=0,
    )
    remark = GAMES["siegestones"].judgement.remark
    assert remark is not None
    action = match.game.action_numbers
    takes, threatens = (remark(match.state, action[name]) for name in ("stone d3", "tower a1"))
    assert takes is not None
    assert threatens is not None
    assert spoken(takes) == "takes d4"
    assert spoken(threatens) == "threatens to take a1 next turn"
    assert remark(match.state, action["stone a1"]) is None


NEARLY_WON = """
      T . . .
     . . . . .
    . . . . . .
   T b . . . y T
    . . . . . .
     T b . . .
      b T . .
"""
"""Blue holds three towers, and nobody g4."""


def highest_prior(match: Match) -> str:
    board = Board(match.game, 2)
    board.states = match.states
    actions, priors = board.with_priors()
    return match.game.words.ACTION_NAMES[actions[int(np.argmax(priors))]]


def test_a_fourth_tower_is_taken() -> None:
    match = position("siegestones", NEARLY_WON, to_move=0)
    match.play(highest_prior(match))
    assert match.result is not None
    assert match.result["winners"] == [0]


def test_a_foes_fourth_tower_is_prevented() -> None:
    match = position("siegestones", NEARLY_WON, to_move=1, start=0)
    losing = [action for action in match.legal() if _loses_to_an_answer(match, action)]
    assert len(losing) > len(match.legal()) / 2
    assert highest_prior(match) not in losing


def _loses_to_an_answer(match: Match, action: str) -> bool:
    later = match.copy()
    later.play(action)
    for answer in later.legal():
        last = later.copy()
        last.play(answer)
        if last.result is not None and last.result["winners"] == [0]:
            return True
    return False
