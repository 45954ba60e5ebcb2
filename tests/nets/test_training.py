"""A net that is trained on the CPU gets stronger, and a training that is stopped goes on where it was."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.bots.netfile import load_net
from siegeworks.bots.solver import turn
from siegeworks.cli import main
from siegeworks.core import inputs, step
from siegeworks.core.hexboard import SYMMETRIES
from siegeworks.core.jit import jit
from siegeworks.core.views import copied, has_secrets
from siegeworks.errors import BadSetup
from siegeworks.games import Game

pytest.importorskip("jax")

from siegeworks.nets import checkpoint, learning, matches
from siegeworks.nets.trainer import ON_GPU, TABLES_EACH, Size, Trainer, size_for, tables_of

GAME = GAMES["siegestones"]
OPEN = [game for game in GAMES.values() if not has_secrets(game.rules.STATE)]
TURNING = [game for game in OPEN if game.judgement.turn is not None]
SMALL = Size(games=8, simulations=4, decisions=3, batch=16, uses=1.0, hidden=(16, 8))
LEARNING = Size(games=192, simulations=16, decisions=12, batch=768, uses=3.0, hidden=(64, 32))
SEGMENTS = 12
SEALED = GAMES["bluffstones"]
SECRET_SEGMENTS = 12
PLAYED = 1024
SURELY_BETTER = 0.5 + 1.96 * 0.5 / PLAYED**0.5
"""A share of so many games whose 95 % interval is above an even match, however the results are spread."""


@jit
def turn_one(states, symmetry):
    turn(states[0], symmetry)


def trainer(size: Size, seed: int = 1) -> Trainer:
    return Trainer(GAME, tables_of(GAME, (2,), {}), size, seed)


def segment(learner: Trainer) -> None:
    learner.lessons.append(learner.play())
    learner.learn()


@pytest.mark.slow
def test_a_net_beats_random_play_and_its_own_beginning() -> None:
    learner = trainer(LEARNING)
    beginning = learner.weights()
    for _ in range(SEGMENTS):
        segment(learner)
    assert matches.share_won(GAME, 2, learner.weights(), None, 256) > 0.8
    assert matches.share_won(GAME, 2, learner.weights(), beginning, PLAYED) > SURELY_BETTER


@pytest.mark.slow
@pytest.mark.parametrize("game", [*OPEN, SEALED], ids=lambda game: game.name)
def test_what_is_learnt_is_a_policy_over_legal_actions_and_shares_of_the_win(game: Game) -> None:
    lesson = Trainer(game, tables_of(game, (2,), {}), SMALL).play()
    policy, value = np.asarray(lesson.policy, np.float32), np.asarray(lesson.value, np.float32)
    assert np.allclose(np.maximum(policy, 0).sum(1), 1.0, atol=0.02)
    assert ((policy >= 0).sum(1) > 0).all()
    assert np.allclose(value.sum(1), 1.0, atol=0.01)
    assert (value[:, 2:] == 0).all()


@pytest.mark.parametrize("game", TURNING, ids=lambda game: game.name)
def test_legal_actions_turn_with_the_board(game: Game) -> None:
    match, rng = Match.new(game.name, 2, seed=5), random.Random(5)
    for _ in range(8):
        states, numbers = match.states, [game.action_numbers[name] for name in match.legal()]
        for symmetry, cells in enumerate(SYMMETRIES):
            turned, out = copied(states), np.zeros(game.rules.ACTIONS, np.int64)
            turn_one(turned, symmetry)
            legal = out[: step.list_legal(turned, 0, out)]
            goes = learning.turned_actions(game, cells)
            assert sorted(goes) == list(range(game.rules.ACTIONS))
            assert sorted(goes[numbers]) == legal.tolist()
        match.play(rng.choice(match.legal()))


def test_games_at_once_fit_into_memory_however_many_actions_a_game_has() -> None:
    sizes = {game.name: size_for(game, replace(ON_GPU, games=1 << 20)).games for game in OPEN}
    by_actions = sorted(OPEN, key=lambda game: game.rules.ACTIONS)
    assert [sizes[game.name] for game in by_actions] == sorted(sizes.values(), reverse=True)
    assert sizes[by_actions[-1].name] < ON_GPU.games < sizes[by_actions[0].name]
    assert size_for(by_actions[0], ON_GPU) == ON_GPU


@pytest.mark.slow
def test_a_training_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    learner = trainer(SMALL)
    segment(learner)
    learner.save(tmp_path)
    again = trainer(SMALL, seed=2)
    again.resume(tmp_path)
    assert again.progress == learner.progress
    assert int(again.learner.steps) == int(learner.learner.steps) > 0
    for part in checkpoint.PARTS:
        for name, array in getattr(learner.learner, part).items():
            assert np.array_equal(array, getattr(again.learner, part)[name]), (part, name)
    segment(again)
    assert again.progress.segments == 2


@pytest.mark.slow
def test_the_command_stops_on_time_keeps_a_checkpoint_and_writes_a_net(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = ["--games", "8", "--simulations", "4", "--batch", "16", "--hidden", "16", "8"]
    net = tmp_path / "net.npz"
    asked = ["train", GAME.name, "--seconds", "0.1", "--resume", str(tmp_path), "--net", str(net), *sizes]
    assert main(asked) == 0
    assert "against the checkpoint before" in capsys.readouterr().out
    assert checkpoint.load(tmp_path, GAME) is not None
    assert net.exists()
    again = [*asked[:4], "--begin", str(net), "--net", str(net), "--rate", "1e-4", *sizes[:-3]]
    before = load_net(net, GAME).weights
    assert main(again) == 0
    for name, array in load_net(net, GAME).weights.items():
        assert np.allclose(array, before[name], atol=0.02), name


def test_a_broken_or_foreign_checkpoint_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / checkpoint.FILE
    assert checkpoint.load(tmp_path, GAME) is None
    for content in (b"", b"PK\x03\x04 nothing"):
        path.write_bytes(content)
        with pytest.raises(BadSetup, match="no checkpoint"):
            checkpoint.load(tmp_path, GAME)
    learner = learning.new_learner(GAME, (16, 8), 1)
    checkpoint.save(tmp_path, GAME, learner, np.ones(2, np.uint64), checkpoint.Progress())
    with pytest.raises(BadSetup, match="another game"):
        checkpoint.load(tmp_path, GAMES["nobles"])


def first_policy(learner: Trainer, game: Game) -> np.ndarray[Any, Any]:
    """What the net would play first at a table of two, [legal actions]."""
    match = Match.new(game.name, 2, seed=3)
    assert isinstance(match.to_move, int)
    features = np.full((1, inputs.MOST_ON), inputs.NONE_ON, np.int32)
    inputs.list_all(match.seat_view(match.to_move), *inputs.scratch(game), inputs.layout_of(game), features)
    logits = np.asarray(learning.evaluate(learner.weights(), features)[0])[0]
    shares = np.exp(logits[[game.action_numbers[name] for name in match.legal()]])
    return np.asarray(shares / shares.sum())


@pytest.mark.slow
def test_a_net_of_a_game_with_secrets_beats_random_play_and_learns_what_not_to_bid() -> None:
    """Whoever bids early loses stones: a net that has learnt that prefers the first action, to bid nothing."""
    learner = Trainer(SEALED, tables_of(SEALED, (2, 3), {}), LEARNING, 1)
    uniform = first_policy(learner, SEALED)
    for _ in range(SECRET_SEGMENTS):
        segment(learner)
    policy = first_policy(learner, SEALED)
    assert uniform[0] == pytest.approx(1 / len(policy))
    assert policy[0] == policy.max() > 1.2 * uniform[0]
    assert matches.share_won(SEALED, 2, learner.weights(), None, 256) > 0.8


def test_a_share_of_the_tables_has_options_at_random_and_seats_named_twice_are_twice_as_likely() -> None:
    tables = tables_of(GAME, (2, 2, 3), {"balanced": True}, varied=0.25)
    assert np.bincount(tables[:, 0]).tolist() == [0, 0, 2 * TABLES_EACH, TABLES_EACH]
    assert (tables[:, 1] == 1).all()
    varied = (tables[:, 2:] != 0).any(1).sum()
    assert 0 < varied <= 0.25 * len(tables)
    assert len(tables_of(GAME, (2, 3), {})) == 2


@pytest.mark.slow
def test_features_that_were_never_on_have_no_weight() -> None:
    learner = trainer(SMALL)
    begun = np.array(learner.learner.params["embed"])
    for _ in range(2):  # the first step changes the last layers alone: they begin at 0
        segment(learner)
    embed = learner.weights()["embed"]
    has_weight = embed.any(1)
    assert 0 < has_weight.sum() < len(embed) // 2
    learner.begin_with(learner.weights() | {"embed": begun})
    assert learner.weights()["embed"].any(1).all()
