"""Ten thousand misuses of every adapter: each gets an error that says what is wrong, and changes nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import numpy as np
import pyspiel
import pytest

from siegeworks import GAMES, BadSetup, IllegalAction, Match, SiegeworksError
from siegeworks.datasets.recipe import Recipe
from siegeworks.envs import stepping
from siegeworks.envs.batch import Batch
from siegeworks.envs.gymnasium import SeatEnv
from siegeworks.envs.jax import JaxGame
from siegeworks.envs.learners import LearnerBatch
from siegeworks.envs.openspiel import CLASSES, PREFIX
from siegeworks.envs.pettingzoo import env, raw_env
from siegeworks.envs.vector import SeatVectorEnv
from siegeworks.games import Game
from tests.tables import QUICK, every_game

MISUSES = 10_000 // len(GAMES) + 1
BATCHED = 8
NO_NUMBERS: tuple[Any, ...] = (None, True, np.False_, 1.0, np.float32(2), "1", b"1", [1], (), {}, np.zeros(2), object())
FAR: tuple[Any, ...] = (-1, -(2**31), 2**31, 2**32, 2**63, -(2**63), 2**70, np.int64(-5), np.uint64(2**64 - 1))
NO_SEEDS: tuple[Any, ...] = (-1, 2**63, 2**70, 1.5, "1", True, [], object())
NO_OPTIONS: tuple[Any, ...] = ([1], 5, "position", ("position", "late"), True)
NO_POSITIONS: tuple[Any, ...] = (5, "nowhere", "", {"seats": 9}, {"board": "?"}, [1], True, 1.5, b"late", np.zeros(2))
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


def odd_actions(rng: random.Random, count: int) -> Any:
    """Something that is no array of actions for so many games."""
    given = rng.choice(NO_NUMBERS)
    arrays = np.zeros(count), np.zeros((count, 1), int), np.zeros(count - 1, int), np.zeros(count + 1, np.int8)
    return rng.choice(([given] * count, given, [1] * (count - 1), [[1]] * count, [[1], *[1] * (count - 1)], *arrays))


def odd_reset(rng: random.Random, *more: dict[str, Any]) -> dict[str, Any]:
    """Arguments of a `reset` that cannot be."""
    wrong: tuple[dict[str, Any], ...] = (
        {"seed": rng.choice(NO_SEEDS)},
        {"seed": 3, "options": rng.choice(NO_OPTIONS)},
        {"seed": 3, "options": {"position": rng.choice(NO_POSITIONS)}},
        *more,
    )
    return rng.choice(wrong)


def misuse(do: Do, given: Any, shown: Callable[[], Any], expected: tuple[type[Exception], ...]) -> None:
    """It is refused in words, and everything is as it was."""
    before = shown()
    with pytest.raises(expected) as refusal:
        do(given)
    assert str(refusal.value)
    assert shown() == before


@every_game
@pytest.mark.parametrize("make", [raw_env, env])
def test_pettingzoo(game: Game, make: Callable[..., Any]) -> None:
    """The wrappers of `env` refuse in PettingZoo's way, and in Gymnasium's what does not fit into 64 bits."""
    adapter, rng = make(game.name, game.seats[-1], options=QUICK.get(game.name)), random.Random(1)
    single = adapter.unwrapped.single
    expected = (SiegeworksError,) if make is raw_env else (SiegeworksError, AssertionError, OverflowError)
    adapter.reset(seed=1)

    def shown() -> Any:
        return single.states.tobytes(), adapter.agent_selection, str(adapter.unwrapped._luck.bit_generator.state)

    for number in range(MISUSES):
        legal = np.flatnonzero(single.legal_mask()).tolist()
        do, given = rng.choice(
            ((adapter.step, odd_action(rng, legal, game.rules.ACTIONS)),) * 6
            + (
                (adapter.observe, rng.choice(("seat_9", "", 0, None, [0]))),
                (adapter.action_space, rng.choice(("seat_9", "", 0, None, [0]))),
                (lambda wrong: adapter.reset(**wrong), odd_reset(rng)),
            )
        )
        misuse(do, given, shown, expected)
        if number % 10 == 0:
            adapter.step(rng.choice(legal))
        if len(adapter.agents) < len(adapter.possible_agents) or any(adapter.terminations.values()):
            adapter.reset(seed=number)


@every_game
def test_gymnasium(game: Game) -> None:
    """An action that is a number but not legal loses, as its class says; the position stays as it was."""
    adapter, rng = SeatEnv(game.name, game.seats[0], options=QUICK.get(game.name)), random.Random(2)
    adapter.reset(seed=1)

    def shown() -> Any:
        return adapter.single.states.tobytes(), adapter.seat, str(adapter.np_random.bit_generator.state)

    for number in range(MISUSES):
        legal = np.flatnonzero(adapter.single.legal_mask()).tolist()
        misuse(adapter.step, rng.choice(NO_NUMBERS), shown, (IllegalAction,))
        misuse(lambda wrong: adapter.reset(**wrong), odd_reset(rng), shown, (SiegeworksError,))
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


@every_game
def test_vectors(game: Game) -> None:
    """What is no action for every game is refused; an illegal one loses its own game, and no other."""
    envs, rng = SeatVectorEnv(game.name, BATCHED, game.seats[0], options=QUICK.get(game.name)), random.Random(6)
    _, info = envs.reset(seed=1)

    def shown() -> Any:
        arrays = (envs.batch.states, envs.own, envs.batch.over, envs.batch._luck, envs.batch._play)
        return [array.tobytes() for array in arrays], str(envs.np_random.bit_generator.state)

    masks = [
        {"options": {"reset_mask": odd}} for odd in (None, [1] * BATCHED, [True], "x", np.zeros((BATCHED, 1), bool))
    ]
    seeds = [
        {"seed": odd} for odd in ([1], [None] * 7, [2.0] * BATCHED, ["1"] * BATCHED, [None] * 7 + [-1], "1" * BATCHED)
    ]
    for number in range(MISUSES):
        if rng.randrange(2):
            misuse(envs.step, odd_actions(rng, BATCHED), shown, (BadSetup,))
        else:
            misuse(lambda wrong: envs.reset(**wrong), odd_reset(rng, *masks, *seeds), shown, (SiegeworksError,))
        if number % 4 == 0:
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
            at = rng.randrange(BATCHED)
            actions[at] = rng.choice(
                (-1, 2**31, 2**32 + int(actions[at]), *np.flatnonzero(~info["action_mask"][at])[:3])
            )
            _, rewards, over, _, info = envs.step(actions)
            assert (over[at], rewards[at]) == (True, 0)


@every_game
def test_jax(game: Game) -> None:
    """What is illegal says so in `done` and changes nothing, as in every compiled loop; the rest is refused."""
    rules, rng, batch = JaxGame(game.name, game.seats[0]), random.Random(7), Batch(game.name, game.seats[0], BATCHED)
    other = JaxGame(game.name, game.seats[-1] if len(game.seats) > 1 else game.seats[0]).begin(BATCHED)
    games, take = rules.begin(BATCHED, seed=1), jax.jit(rules.step)

    def shown() -> bytes:
        return rules.states(games).tobytes() + np.asarray(games.luck).tobytes()

    for number in range(MISUSES // 2):
        misuse(partial(rules.step, games), odd_actions(rng, BATCHED), shown, (BadSetup,))
        for do in (rules.tell, rules.states, lambda wrong: rules.step(wrong, np.zeros(BATCHED, int))):
            misuse(do, rng.choice((None, 5, (), games.records, other)), shown, (BadSetup,))
        misuse(rules.begin, rng.choice((0, *NO_NUMBERS)), shown, (BadSetup,))
        misuse(rules.at, rng.choice((*NO_NUMBERS, batch.states[:0])), shown, (BadSetup,))
        if number % 20 == 0:
            mask = np.asarray(rules.tell(games).legal_mask)
            actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
            at = rng.randrange(BATCHED)
            actions[at] = rng.choice((-1, game.rules.ACTIONS, *np.flatnonzero(mask[at] == 0)[:3]))
            after, told = take(games, actions)
            assert told.done[at] == stepping.REFUSED or mask[at].sum() == 0
            assert (np.asarray(after.records)[at] == np.asarray(games.records)[at]).all()
            games = after


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
        at = rng.randrange(BATCHED)
        if rng.randrange(2):
            odd = odd_actions(rng, BATCHED)
            misuse(batch.step, [] if odd is None else odd, batch.states.tobytes, (BadSetup,))
            do, given = rng.choice(_wrong_calls(batch, rng))
            misuse(do, given, batch.states.tobytes, (SiegeworksError,))
            continue
        actions = batch.random_actions().astype(np.int64)
        wrong = np.flatnonzero(batch.legal_mask[at] == 0)
        actions[at] = rng.choice((-1, 2**31, 2**32 + int(actions[at]), *wrong[:3].tolist()))
        misuse(batch.step, actions, batch.states[at : at + 1].tobytes, (IllegalAction,))
        if number % 7 == 0:
            misuse(batch.reset, rng.choice((-1, 2**63, 1.5, "1", True)), batch.states.tobytes, (BadSetup,))


def _wrong_calls(batch: Batch, rng: random.Random) -> list[tuple[Do, Any]]:
    """What a batch can be asked besides a step, asked wrongly."""
    most = batch.game.rules.ACTIONS
    no_places: Any = rng.choice(([-1], [BATCHED], [0, 0], [1.0], "1", [[0]], [[0], [1, 2]], [True], [2**64], {}))
    no_game = rng.choice((-1, BATCHED, 1.0, True, None, "1", [1]))
    no_states = rng.choice(
        (None, 5, "x", batch.states[:1], np.zeros(BATCHED), [[1], [2, 3]], batch.states.reshape(-1, 1))
    )
    return [
        (lambda odd: batch.step(batch.actions, autoreset=odd), rng.choice(("x", 1, None, 0.0, []))),
        (batch.select, no_places),
        (batch.restart, no_places),
        (lambda odd: batch.restart([0], odd), rng.choice((5, [], [-1], [1, 2], "1", [1.5], np.array(1)))),
        (lambda odd: batch.set_states(batch.states[:1], odd), no_places),
        (batch.set_states, no_states),
        (batch.match, no_game),
        (batch.dice_of, no_game),
        (lambda odd: batch.set_match(0, odd), rng.choice((None, 5, "x", Match.new("siegestones", 3)))),
        (lambda odd: batch.set_match(odd, batch.match(0)), no_game),
        (lambda odd: batch.step_game(0, odd), odd_action(rng, np.flatnonzero(batch.legal_mask[0]).tolist(), most)),
        (lambda odd: batch.step_game(odd, 0), no_game),
        (batch.play_others, rng.choice((None, 5, [0], np.zeros(BATCHED), np.zeros((BATCHED, 2), int), "x"))),
        (batch.observe_all, rng.choice((5, "x", np.zeros(3), [1], np.zeros((BATCHED, batch.seats), np.uint8)))),
        (lambda odd: batch.observe_each([0], odd), rng.choice((-1, [9], [0, 1], 1.0, "x", None, [[0], [1, 2]]))),
        (lambda odd: batch.observe_each(odd, [0]), no_places),
    ]


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


NO_COUNTS = 0, -1, 1.0, True, "1", None, 2**70, [1]
WRONG: dict[str, tuple[Any, ...]] = {
    "game": (None, 5, "chess", "siegestones-v7", ["siegestones"], b"siegestones"),
    "seats": (0, 9, 2.0, True, "2", None, 2**70, [2]),
    "options": ([1], 5, "balanced", {"other": 1}, {"max_years": 1.0, "balanced": "x"}, {1: 2}),
    "render_mode": (5, "png", ["ansi"], True),
    "opponents": (5, "level9", ["random"], "", b"random", True),
    "seat": (9, -1, 1.5, True, "0", [0]),
    "num_envs": NO_COUNTS,
    "count": NO_COUNTS,
    "threads": NO_COUNTS,
    "seed": (-1, 2**63, 1.5, True, "1"),
    "copy": (1, "x", None),
    "device": (None, "tpu", 0, ["cpu"]),
    "observe": (1, "x", None),
    "into": (
        5,
        "x",
        [1],
        {"masks": np.zeros(2)},
        {"done": [0, 0]},
        {"done": np.zeros(3)},
        {"rewards": np.zeros((2, 2), "O")},
    ),
    "bots": (5, "random", (), ("level9",), (5,), ("search",), None),
    "opening": (-1, 1.5, True, "1", None, 2**70),
}
"""What the arguments of a setup cannot be."""

SETUPS: dict[Any, tuple[dict[str, Any], str]] = {
    raw_env: ({}, "game seats options render_mode"),
    env: ({}, "game seats options render_mode"),
    SeatEnv: ({}, "game seats options render_mode opponents seat"),
    SeatVectorEnv: ({"num_envs": 2}, "game seats options opponents seat num_envs threads copy device"),
    Batch: ({"seats": 2, "count": 2}, "game seats options count seed threads observe into"),
    LearnerBatch: ({"seats": 2, "count": 2}, "game seats options count threads"),
    JaxGame: ({}, "game seats options"),
    Recipe: ({"seats": 2, "count": 2}, "game seats options count seed bots opening"),
}
"""Every way to set something up: what it needs besides a game, and which arguments can be wrong."""


@pytest.mark.parametrize(
    ("make", "name"), [(make, name) for make, (_, names) in SETUPS.items() for name in names.split()]
)
def test_setups(make: Callable[..., Any], name: str) -> None:
    needed = {"game": "siegestones", **SETUPS[make][0]}
    make(**needed)
    for odd in WRONG[name]:
        with pytest.raises(BadSetup):
            make(**{**needed, name: odd})


def test_nobody_plays_against_nobody() -> None:
    """Only a vector environment has a learner for every seat."""
    with pytest.raises(BadSetup, match="No bot is called"):
        SeatEnv("siegestones", opponents=None)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="The seat is from 0 to 1"):
        SeatVectorEnv("siegestones", 2, seat=0, opponents=None)


@every_game
def test_parameters_of_openspiel(game: Game) -> None:
    wrong = {
        "players": (9, 2.0, "2"),
        "start": (9, 1.5, "0"),
        "zero_sum": (1, "x"),
        "position": NO_POSITIONS[:2],
        "other": (1,),
    }
    for name, values in {**wrong, "seats": WRONG["seats"]}.items():
        for odd in values:
            with pytest.raises(BadSetup):
                CLASSES[game.name]({name: odd})


def test_numpys_numbers_make_a_recipe() -> None:
    told: dict[str, Any] = {"seats": np.int64(2), "count": np.int16(3), "seed": np.uint32(4), "opening": np.int8(1)}
    options: dict[str, Any] = {"balanced": np.True_}
    made = Recipe("siegestones", **told, options=options, bots=("random",))
    assert made == Recipe("siegestones", 2, 3, 4, {"balanced": True}, ("random",), 1)
    assert json.loads(json.dumps(made.as_json())) == made.as_json()
    assert Recipe.from_json(made.as_json()) == made


EARLY: dict[str, tuple[Any, tuple[str, ...]]] = {
    "raw_env": (raw_env("siegestones"), ("last()", "observe('seat_0')", "state()", "step(0)", "render()", "match()")),
    "SeatEnv": (SeatEnv("siegestones"), ("step(0)", "render()", "action_masks()", "match()")),
    "SeatVectorEnv": (SeatVectorEnv("siegestones", 2), ("step([0, 0])", "action_masks()", "batch.match(0)")),
    "Batch": (
        Batch("siegestones", 2, 2),
        (
            "step()",
            "random_actions()",
            "match(0)",
            "observe_all()",
            "observe_each(0, 0)",
            "step_game(0, 0)",
            "play_others([0, 0])",
        ),
    ),
    "LearnerBatch": (LearnerBatch("siegestones", 2, 2), ("play([0, 0])", "begin([0], [1], [0])", "match(0)")),
}


@pytest.mark.parametrize("name", EARLY)
def test_before_the_first_reset_it_says_so(name: str) -> None:
    adapter, calls = EARLY[name]
    for call in calls:
        with pytest.raises(BadSetup, match=r"Call reset\(\) first"):
            eval(f"adapter.{call}", {"adapter": adapter})


def test_before_the_first_reset_the_wrappers_say_so() -> None:
    for call in ("step(0)", "render()", "observe('seat_0')", "state()", "agent_iter()"):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            eval(f"adapter.{call}", {"adapter": env("siegestones")})
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        env("siegestones").last()
    with pytest.raises(BadSetup, match=r"Call reset\(\) first"):
        env("siegestones").match()
