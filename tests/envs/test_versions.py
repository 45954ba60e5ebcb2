"""Names of environments: the version is the present one, and rises when what programs meet changes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import siegeworks.envs.openspiel as openspiel
from siegeworks import BadSetup
from siegeworks.envs.batch import Batch
from siegeworks.envs.gymnasium import name_of
from siegeworks.envs.ids import id_of, named_game
from siegeworks.envs.pettingzoo import env, raw_env
from siegeworks.games import OURS, Game
from tests.tables import every_game

FROZEN = Path(__file__).with_name("versions.json")
STEPS = 40


def met(game: Game) -> str:
    """A checksum of what programs meet: planes, actions, and games with their rewards, by fixed choices and luck."""
    digest = hashlib.blake2b(digest_size=8)
    planes = [(plane.name, plane.size, plane.most) for plane in game.planes.PLANES]
    digest.update(json.dumps([game.rules.VERSION, planes, game.words.ACTION_NAMES, game.words.CHANCE_NAMES]).encode())
    for seats in game.seats:
        batch = Batch(game.name, seats, 16, seed=seats)
        batch.reset()
        for _ in range(STEPS):
            batch.step(batch.random_actions())
            for array in (batch.observations, batch.legal_mask, batch.to_move, batch.done, batch.rewards):
                digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("game", OURS, ids=[game.name for game in OURS])
def test_what_programs_meet_is_that_of_the_version(game: Game) -> None:
    """If this fails: raise VERSION in the game's planes.py; python -m tests.envs then adds the new name."""
    frozen: dict[str, Any] = json.loads(FROZEN.read_text(encoding="utf-8"))
    assert frozen[id_of(game)] == met(game)


@every_game
def test_every_adapter_knows_the_name_with_its_version(game: Game) -> None:
    name, seats = id_of(game), game.seats[0]
    assert named_game(name) is named_game(game.name) is game
    assert name_of(game.name) == f"siegeworks/{name}"
    assert gymnasium.spec(name_of(game.name)).version == game.planes.VERSION
    assert Batch(name, seats, 1).game is game
    for made in (env(name, seats), raw_env(name, seats)):
        assert made.unwrapped.metadata["name"] == f"siegeworks_{name.replace('-', '_')}"
    loaded = pyspiel.load_game(f"{openspiel.PREFIX}{name.replace('-', '_')}(players={seats})")
    assert loaded.num_distinct_actions() == game.rules.ACTIONS
    assert (loaded.game, loaded.seats) == (game, seats)


@every_game
def test_another_version_is_refused_with_the_present_one(game: Game) -> None:
    for make in (lambda name: Batch(name, 2, 1), env, raw_env):
        with pytest.raises(BadSetup, match=f"the present one is {id_of(game)}"):
            make(f"{game.name}-v{game.planes.VERSION + 1}")
