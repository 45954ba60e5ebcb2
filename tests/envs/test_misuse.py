"""Ten thousand misuses of every adapter: each gets an error that says what is wrong, and changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel
import pytest

from siegeworks import GAMES, BadSetup, IllegalAction, Match, SiegeworksError
from siegeworks.envs.batch import Batch
from siegeworks.envs.gymnasium import SeatEnv
from siegeworks.envs.openspiel import PREFIX
from siegeworks.envs.pettingzoo import raw_env
from siegeworks.games import Game
from tests.tables import QUICK, every_game

MISUSES = 10_000 // len(GAMES) + 1
BATCHED = 8
NO_NUMBERS: tuple[Any, ...] = (None, True, np.False_, 1.0, np.float32(2), "1", b"1", [1], (), {}, np.zeros(2), object())
FAR: tuple[Any, ...] = (-1, -(2**31), 2**31, 2**32, 2**63, -(2**63), 2**70, np.int64(-5), np.uint64(2**64 - 1))
Do = Callable[[Any], Any]


def odd_action(rng: random.Random, legal: list[int], actions: int) -> Any:
    """Something that is no legal action, and what it may look like."""
    kind = rng.randrange(3)
    if kind == 0:
        return rng.choice(NO_NUMBERS)
    wrong = sorted(set(range(actions)).difference(legal))
    if kind == 1 or not wrong:
        return rng.choice((*FAR, actions, actions + 1))
    return rng.choice((int, np.int16, np.int64, np.uint8 if max(wrong) < 256 else int))(rng.choice(wrong))


def misuse(do: Do, given: Any, shown: Callable[[], Any], expected: tuple[type[Exception], ...]) -> None:
    """It is refused in words, and everything is as it was."""
    before = shown()
    with pytest.raises(expected) as refusal:
        do(given)
    assert str(refusal.value)
    assert shown() == before


@every_game
def test_pettingzoo(game: Game) -> None:
    adapter, rng = raw_env(game.name, game.seats[-1], options=QUICK.get(game.name)), random.Random(1)
    adapter.reset(seed=1)
    for number in range(MISUSES):
        legal = np.flatnonzero(adapter.single.legal_mask()).tolist()
        given = odd_action(rng, legal, game.rules.ACTIONS)
        do: Do = adapter.step if rng.randrange(8) else rng.choice((adapter.observe, adapter.reset))
        if do == adapter.reset:
            given = rng.choice(FAR)
            given = -1 if 0 <= given < 2**63 else given  # those are seeds
        elif do == adapter.observe:
            given = rng.choice(("seat_9", "", 0, None))
        misuse(do, given, lambda: (adapter.single.states.tobytes(), adapter.agent_selection), (SiegeworksError,))
        if number % 10 == 0:
            adapter.step(rng.choice(legal))
        if not all(map(adapter.agents.__contains__, adapter.possible_agents)) or any(adapter.terminations.values()):
            adapter.reset(seed=number)


@every_game
def test_gymnasium(game: Game) -> None:
    """An action that is a number but not legal loses, as its class says; the position stays as it was."""
    adapter, rng = SeatEnv(game.name, game.seats[0], options=QUICK.get(game.name)), random.Random(2)
    adapter.reset(seed=1)
    for number in range(MISUSES):
        legal = np.flatnonzero(adapter.single.legal_mask()).tolist()
        misuse(adapter.step, rng.choice(NO_NUMBERS), lambda: adapter.single.states.tobytes(), (IllegalAction,))
        before = adapter.single.states.tobytes()
        if number % 10:
            wrong = odd_action(rng, legal, game.rules.ACTIONS)
            if not any(wrong is each for each in NO_NUMBERS):
                _, reward, is_over, _, info = adapter.step(wrong)
                assert (reward, is_over) == (0.0, True)
                assert info["refusal"]
                assert adapter.single.states.tobytes() == before
                adapter.reset(seed=number)
        elif adapter.step(rng.choice(legal))[2]:
            adapter.reset(seed=number)


def told(state: Any) -> tuple[bytes, str, list[int]]:
    return state.get_game().first.states.tobytes(), str(state), state.history()


@every_game
def test_openspiel(game: Game) -> None:
    """Also what OpenSpiel would make a whole number of, and in every way to name an action."""
    state, rng = pyspiel.load_game(PREFIX + game.name).new_initial_state(), random.Random(3)
    for number in range(MISUSES):
        most = game.rules.CHANCES if state.is_chance_node() else game.rules.ACTIONS
        given = odd_action(rng, state.legal_actions(), most)
        do: Do = rng.choice((state.apply_action, state.apply_action_with_legality_check, state.child))
        misuse(do, given, partial(told, state), (IllegalAction,))
        if number % 10 == 0:
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            state = state.get_game().new_initial_state()


@every_game
def test_batches(game: Game) -> None:
    """A game whose action is not legal stands still; where the array is no array of actions, all do."""
    batch, rng = Batch(game.name, game.seats[-1], BATCHED, options=QUICK.get(game.name)), random.Random(4)
    batch.reset(1)
    for number in range(MISUSES):
        at, given = rng.randrange(BATCHED), rng.choice((None, *NO_NUMBERS))
        if rng.randrange(2):
            odd = rng.choice(([given] * BATCHED, given, np.zeros(BATCHED), np.zeros((BATCHED, 1), int), [1] * 7))
            if odd is not None:
                misuse(batch.step, odd, lambda: batch.states.tobytes(), (BadSetup,))
            continue
        actions = batch.random_actions().astype(np.int64)
        wrong = np.flatnonzero(batch.legal_mask[at] == 0)
        actions[at] = rng.choice((-1, 2**31, 2**32 + int(actions[at]), *wrong[:3].tolist()))
        misuse(batch.step, actions, batch.states[at : at + 1].tobytes, (IllegalAction,))
        if number % 7 == 0:
            misuse(batch.reset, rng.choice((-1, 2**63, 1.5, "1", True)), lambda: batch.states.tobytes(), (BadSetup,))


def held(match: Match) -> tuple[bytes, int]:
    return match.states.tobytes(), match.ply


@every_game
def test_matches(game: Game) -> None:
    match, rng = Match.new(game.name, game.seats[-1], seed=1, options=QUICK.get(game.name)), random.Random(5)
    for number in range(MISUSES):
        given = odd_action(rng, match.legal_numbers(), game.rules.ACTIONS)
        do: Do = match.play if rng.randrange(4) else rng.choice((match.resign, match.view, match.seat_view))
        if do != match.play:
            given = rng.choice((*FAR, 9, "0", 1.0, True)) if do == match.resign else rng.choice((*FAR, 9, "0", 1.0))
        misuse(do, given, partial(held, match), (SiegeworksError,))
        if number % 10 == 0:
            match.play(rng.choice(match.legal()))
        if match.result is not None:
            match = Match.new(game.name, game.seats[-1], seed=number, options=QUICK.get(game.name))
