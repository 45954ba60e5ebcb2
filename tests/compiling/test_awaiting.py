"""On a new machine nobody waits for a compiler: plain Python plays, the same way, until machine code is there."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.bots import Thought, bot, search
from siegeworks.compiling import awaiting as awaiting_code
from siegeworks.compiling import works
from siegeworks.compiling.awaiting import await_code, use_code
from siegeworks.core import jit, step
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games import Game
from tests.tables import every_game

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
SIEGESTONES, CHARGE = GAMES["siegestones"], GAMES["charge"]


@pytest.fixture
def awaiting():
    """Awaits the machine code of a game until the test is over."""
    asked: list[Game] = []

    def begin(game: Game) -> None:
        asked.append(game)
        await_code(game.rules.STATE)

    yield begin
    for game in asked:
        use_code(game.rules.STATE)


def overloads() -> int:
    return sum(len(function.overloads) for function in jit._functions)


def thought_at(match: Match, name: str) -> Thought:
    assert isinstance(match.to_move, int)
    return bot(match.game, name).choose(match.seat_view(match.to_move), None, new_dice(5))[1]


@every_game
def test_plain_python_thinks_and_plays_what_machine_code_does(game: Game, awaiting) -> None:
    def seen() -> tuple[Any, ...]:
        match = Match.new(game.name, game.seats[0], seed=2)
        found = []
        for _ in range(4):
            thought = thought_at(match, "level1")
            found.append((thought.candidates, thought.line, thought.value, thought.says, match.legal()))
            match.play(game.words.ACTION_NAMES[thought.candidates[0].action])
        return (*found, match.states.tobytes(), match.log())

    compiled, known = seen(), overloads()
    awaiting(game)
    assert seen() == compiled
    assert overloads() == known


@pytest.fixture
def ran(monkeypatch):
    """Which game's `list_legal` was run as it is written."""
    found: list[str] = []
    written = step.list_legal.py_func

    def watched(states, at, out):
        found.append(GAMES["siegestones" if states.dtype == SIEGESTONES.rules.STATE else "charge"].name)
        return written(states, at, out)

    monkeypatch.setattr(step.list_legal, "py_func", watched)
    return found


def test_awaiting_one_game_leaves_the_others_alone(awaiting, ran) -> None:
    awaiting(SIEGESTONES)
    plain, charge = np.zeros(1, SIEGESTONES.rules.STATE), np.zeros(1, CHARGE.rules.STATE)
    assert awaiting_code._concerns_awaited((plain, 0))
    assert awaiting_code._concerns_awaited((plain[0], 0))
    assert awaiting_code._concerns_awaited((new_dice(1), 6))  # about no record: plain Python will do
    assert not awaiting_code._concerns_awaited((charge, 0))
    out = np.zeros(2000, np.int64)
    for states in (plain, charge):
        states["to_move"] = -1
        step.list_legal(states, 0, out)
    assert ran == ["siegestones"]
    use_code(SIEGESTONES.rules.STATE)
    step.list_legal(plain, 0, out)
    assert ran == ["siegestones"]


def test_one_thread_may_use_machine_code_ahead_of_the_others(awaiting, ran) -> None:
    awaiting(SIEGESTONES)
    states, out = np.full(1, 0, SIEGESTONES.rules.STATE), np.zeros(100, np.int64)
    states["to_move"] = -1
    with awaiting_code.code_ahead():
        step.list_legal(states, 0, out)
        assert ran == []
        other = threading.Thread(target=step.list_legal, args=(states, 0, out))
        other.start()
        other.join()
    assert ran == ["siegestones"]
    step.list_legal(states, 0, out)
    assert len(ran) == 2


def test_what_is_run_as_it_is_written_ends_that_way(awaiting, monkeypatch) -> None:
    """When the code comes in the middle of a thought, nothing inside it is compiled by itself."""
    match = Match.new("siegestones", 2, seed=3)
    assert isinstance(match.to_move, int)
    compiled = thought_at(match, "level1")
    awaiting(SIEGESTONES)
    known, simulate = overloads(), search.simulate.py_func

    def late(*given):
        use_code(SIEGESTONES.rules.STATE)
        return simulate(*given)

    monkeypatch.setattr(search.simulate, "py_func", late)
    assert thought_at(match, "level1").candidates == compiled.candidates
    assert overloads() == known


def test_what_fails_in_plain_python_does_not_leave_the_thread_there(awaiting) -> None:
    awaiting(SIEGESTONES)
    with pytest.raises(IndexError):
        step.list_legal(np.zeros(0, SIEGESTONES.rules.STATE), 0, np.zeros(1, np.int64))
    assert not awaiting_code._here.is_plain


def test_nothing_is_marked_as_compiled_that_plain_python_did(awaiting, monkeypatch) -> None:
    marked: list[str] = []
    monkeypatch.setattr(works, "mark_compiled", lambda game, name: marked.append(name))
    awaiting(SIEGESTONES)
    works.compile_rules(SIEGESTONES)
    works.choose_once(SIEGESTONES, "level1")
    assert marked == []
    use_code(SIEGESTONES.rules.STATE)
    works.compile_rules(SIEGESTONES)
    works.choose_once(SIEGESTONES, "level1")
    assert marked == ["siegestones", "siegestones-search"]
