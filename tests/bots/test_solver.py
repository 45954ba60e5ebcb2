"""The solver against exhaustive search: same outcome, same number of plies, and a line that proves it."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from siegeworks import GAMES, BadPosition, Match
from siegeworks.bots.solver import Solution, Solver, can_solve, solve
from siegeworks.core.hexboard import CELLS, SYMMETRIES, board_text
from siegeworks.core.rules import NOBODY
from siegeworks.core.views import States
from tests.bots.positions import Board, walk
from tests.drawn import position

FEW_CELLS = 5
PLENTY = 3_000_000


def exhaustive(board: Board, states: States, known: dict[bytes, tuple[int, int]]) -> tuple[int, int]:
    """The outcome for the seat to move and the plies to it, by trying everything to the end."""
    key = states.tobytes()
    if key not in known:
        known[key] = max((_after(board, states, action, known) for action in board.legal(states)), key=_better)
    return known[key]


def _after(board: Board, states: States, action: int, known: dict[bytes, tuple[int, int]]) -> tuple[int, int]:
    mover, later = int(states["to_move"][0]), board.after(action, states)
    if int(later["to_move"][0]) == NOBODY:
        return board.outcome(later, mover), 1
    outcome, plies = exhaustive(board, later, known)
    return (outcome if int(later["to_move"][0]) == mover else -outcome), plies + 1


def _better(result: tuple[int, int]) -> tuple[int, int]:
    """Win soon, lose late."""
    outcome, plies = result
    return outcome, -outcome * plies


def wins_within(board: Board, states: States, seat: int, plies: int) -> bool:
    """Whether the seat can force a win in so many plies, by trying everything."""
    if int(states["to_move"][0]) == NOBODY:
        return board.outcome(states, seat) == 1
    if plies == 0:
        return False
    tried = (wins_within(board, board.after(action, states), seat, plies - 1) for action in board.legal(states))
    return any(tried) if int(states["to_move"][0]) == seat else all(tried)


def check_line(board: Board, states: States, solution: Solution) -> None:
    """The line is legal, as long as was said, and ends as was said."""
    mover, now = int(states["to_move"][0]), states
    assert solution.line[0] == solution.action
    for action in solution.line:
        assert action in board.legal(now)
        now = board.after(action, now)
    if solution.outcome:
        assert len(solution.line) == solution.plies
        assert board.outcome(now, mover) == solution.outcome


def few_empty(seed: int) -> States | None:
    for board in walk("siegestones", 2, seed, wildness=1.0):
        if int(board.states["empty"][0]).bit_count() == FEW_CELLS:
            return board.states.copy()
    return None


def test_siegestones_with_few_empty_cells() -> None:
    board, met = Board(GAMES["siegestones"], 2), []
    for seed in range(1, 90):
        states = few_empty(seed)
        if states is None:
            continue
        outcome, plies = exhaustive(board, states, {})
        solution = solve(states, nodes=PLENTY)
        assert solution is not None
        assert (solution.outcome, solution.plies) == (outcome, plies if outcome else 0)
        check_line(board, states, solution)
        met.append(outcome * plies)
    assert len(met) > 10
    assert min(met) < 0
    assert max(met) > 1


@pytest.mark.parametrize(("name", "most"), [("charge", 3), ("nobles", 2), ("siegestones", 3)])
def test_forced_wins_are_those_exhaustive_search_finds(name: str, most: int) -> None:
    board, met = Board(GAMES[name], 2), set()
    for states in last_positions(name, most):
        mover = int(states["to_move"][0])
        sure = [n for n in range(1, most + 1) if wins_within(board, states, mover, n)]
        lost = [n for n in range(1, most + 1) if wins_within(board, states, 1 - mover, n)]
        solution = solve(states, nodes=20_000)
        found = (solution.outcome, solution.plies) if solution is not None and solution.plies <= most else (0, 0)
        assert found == ((1, sure[0]) if sure else (-1, lost[0]) if lost else (0, 0))
        if solution is not None:
            check_line(board, states, solution)
        met.add(found)
    assert len(met) > 2


def last_positions(name: str, plies: int) -> list[States]:
    """A few positions each with so many plies to play, and more, in which not too much is possible."""
    found = []
    for seed in range(1, 40):
        states = [board.states.copy() for board in walk(name, 2, seed, wildness=0.3, options=SHORT.get(name))]
        board = Board(GAMES[name], 2)
        found += [now for now in states[-plies:] if len(board.legal(now)) <= MOST_LEGAL]
        if len(found) >= SOME:
            break
    return found[:SOME]


SHORT = {"nobles": {"row_per_colour": 4}}
MOST_LEGAL, SOME = 130, 30


def test_a_win_is_told_in_turns_of_the_winner() -> None:
    match = position(
        "charge",
        """
          Y . . .
         b b . . .
        . . . . . .
       . . . . . . .
        . . . . . .
         . . . . .
          . . . B
        """,
        to_move=0,
        supply=[5, 0],
    )
    solution = solve(match.states, nodes=PLENTY)
    assert solution is not None
    assert (solution.outcome, solution.plies, solution.says) == (1, 1, "win in 1")
    assert match.game.words.ACTION_NAMES[solution.action] in ("move f3 g4", "move f4 g4")


def mirrored(seed: int) -> Match | None:
    """A board that is its own mirror image, with few empty cells; None if such a game would be over."""
    rng, mirror, letters = random.Random(seed), SYMMETRIES[6], {}
    pairs = [(cell, int(mirror[cell])) for cell in range(CELLS) if cell <= mirror[cell]]
    rng.shuffle(pairs)
    empty, towers = 3, 3
    for at, pair in enumerate(pairs):
        letter = "." if at < empty else "T" if at < empty + towers else "by"[at % 2]
        letters.update(dict.fromkeys(pair, letter))
    board = board_text({cell: letter for cell, letter in letters.items() if letter != "."})
    try:
        return Match.from_position("siegestones", {"seats": 2, "board": board, "options": {"tower_pool": 12}})
    except BadPosition:
        return None


def test_a_symmetric_position_is_solved_with_its_symmetry() -> None:
    """The same answer with and without, but fewer positions visited, in all."""
    nodes = [0, 0]
    plain, symmetric = (Solver(GAMES["siegestones"].rules.STATE) for _ in range(2))
    plain._can_turn = False
    for match in filter(None, map(mirrored, range(60))):
        if match.to_move is None:
            continue
        one, other = plain.solve(match.states, nodes=PLENTY), symmetric.solve(match.states, nodes=PLENTY)
        assert len(symmetric._stack.symmetries) >= 1
        assert one is not None
        assert other is not None
        assert (one.outcome, one.plies) == (other.outcome, other.plies)
        nodes[0] += one.nodes
        nodes[1] += other.nodes
    assert 0 < nodes[1] < 0.8 * nodes[0]


def test_out_of_budget_is_no_answer_and_in_time() -> None:
    match = Match.new("siegestones", 2, seed=1)
    assert solve(match.states, nodes=1_000) is None
    solve(match.states, seconds=0.01)
    began = time.process_time()  # other processes do not count
    assert solve(match.states, seconds=0.1) is None
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("name", list(GAMES))
def test_only_open_games_of_two_seats_are_solved(name: str) -> None:
    rules = GAMES[name].rules
    assert rules.STATE.names is not None
    is_open = not any(field.startswith(("own_", "sealed_")) for field in rules.STATE.names)
    for seats in GAMES[name].seats:
        assert can_solve(Match.new(name, seats, seed=1).states) == (is_open and seats == 2)
        before_luck = Match.new(name, seats)
        assert can_solve(before_luck.states) == (is_open and seats == 2 and before_luck.to_move != "chance")


def test_games_with_and_without_secrets_were_asked_about() -> None:
    """Else the test above compares nothing."""
    assert [can_solve(Match.new(name, 2, seed=1).states) for name in ("charge", "siege")] == [True, False]


def test_the_same_question_has_the_same_answer() -> None:
    states = few_empty(83) if few_empty(83) is not None else few_empty(4)
    assert states is not None
    assert solve(states, nodes=PLENTY) == solve(np.array(states), nodes=PLENTY)
