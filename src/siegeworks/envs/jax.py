"""Any game as functions for JAX, so that programs written in it, mctx for one, plan with our rules.

    game = JaxGame(name, seats=2)
    games = game.begin(count=64, seed=1)                  # the games of Batch(..., count=64, seed=1)
    games, told = game.step(games, actions)               # also inside jax.jit, lax.scan and lax.while_loop
    told.to_move, told.legal_mask, told.rewards, told.done, told.observations

Games are arrays like any other: keep them, gather them, step one of them twice. The rules are called in the middle of
JAX's program, on its own buffers and without copies (`buffer_callback`): compiled by Numba on the CPU, and on an NVIDIA
GPU (the extra `[gpu]`) by numba-cuda, on JAX's own stream. Needs the extra `[jax]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol, SupportsIndex

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.experimental.buffer_callback import buffer_callback

from siegeworks.choices import checked_options, checked_seats
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.arrays import array_of, checked_actions
from siegeworks.envs.batch import Batch
from siegeworks.envs.ids import named_game
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game

Array = npt.NDArray[Any]

ON_CPU = 1
"""What DLPack calls the CPU's memory."""


@partial(jax.tree_util.register_dataclass, data_fields=["records", "luck"], meta_fields=["game", "seats"])
@dataclass(frozen=True)
class Games:
    """Games side by side. Nobody but the rules needs to know what their bytes mean: they tell of which game."""

    records: Any  # uint8 [games, bytes]: the states
    luck: Any  # uint32 [games, 2]: where the stream is from which each game draws
    game: str
    seats: int


class Told(NamedTuple):
    """What came of an action, and what lies there now."""

    to_move: Any  # int8 [games]: a seat, below 0 when the game is over
    legal_mask: Any  # uint8 [games, actions]
    rewards: Any  # float32 [games, seats]: with the action that ends a game the value of each seat, else 0
    done: Any  # uint8 [games]: 0 the game goes on, 1 it is over, 2 the action was illegal and nothing happened
    observations: Any  # uint8 [games, *shape]: what the seat to move sees


class JaxGame:
    """The rules of one game, for some seats and options, as functions of JAX arrays."""

    def __init__(self, game: str, seats: SupportsIndex = 2, options: Mapping[str, OptionValue] | None = None) -> None:
        self.game = named_game(game)
        self.seats = checked_seats(self.game, seats)
        self.options = checked_options(self.game, {} if options is None else options, self.seats)
        self.actions: int = self.game.rules.ACTIONS
        self.shape: tuple[int, ...] = self.game.planes.SHAPE

    def begin(self, count: SupportsIndex, seed: SupportsIndex = 0) -> Games:
        """New games, their first draws made: those of a Batch with this count and seed."""
        batch = Batch(self.game.name, self.seats, count, seed, self.options, observe=False)
        batch.reset()
        return self._games(batch.states, batch.luck)

    def at(self, states: Array, seed: SupportsIndex = 0) -> Games:
        """Games that go on from states of a Batch or a Match; what they draw comes from the seed."""
        given = np.atleast_1d(array_of(states))
        batch = Batch(self.game.name, self.seats, len(given), seed, self.options, observe=False)
        batch.set_states(given)
        return self._games(batch.states, batch.luck)

    def _games(self, states: Array, luck: Array) -> Games:
        size = self.game.rules.STATE.itemsize
        words = luck.view(np.uint32).reshape(-1, 2)  # JAX has no 64 bits unless it is asked to
        records = jnp.array(states.view(np.uint8).reshape(-1, size))
        return Games(records, jnp.array(words), self.game.name, self.seats)

    def _count(self, games: Games) -> int:
        """How many there are; games of another kind are refused, since compiled rules would write past their arrays."""
        if not isinstance(games, Games) or (games.game, games.seats) != (self.game.name, self.seats):
            raise BadSetup("cli.games-of-other-table", title=self.game.title, seats=self.seats)
        count: int = games.records.shape[0]
        wanted = _shapes(self, count, "records", "luck")
        if any(getattr(games, name).shape != each.shape for name, each in wanted.items()):
            raise BadSetup("cli.games-of-other-table", title=self.game.title, seats=self.seats)
        return count

    def states(self, games: Games) -> Array:
        """The games as records, for a Batch or a Match."""
        self._count(games)
        return np.asarray(games.records).copy().view(self.game.rules.STATE)[:, 0]

    def tell(self, games: Games) -> Told:
        """What lies there: nothing has been played, so that nobody is paid."""
        count = self._count(games)
        found = self._call(_tell, _shapes(self, count, "to_move", "legal_mask", "observations"), games.records)
        done = (found["to_move"] < 0).astype(jnp.uint8)
        return Told(rewards=jnp.zeros((count, self.seats), jnp.float32), done=done, **found)

    def step(self, games: Games, actions: Any) -> tuple[Games, Told]:
        """Play actions[i] in game i; games that are over stay so."""
        count = self._count(games)
        chosen = checked_actions(_array(actions), count, self.actions, np.int32)
        wanted = _shapes(self, count, "records", "luck", *Told._fields)
        found = self._call(_step, wanted, games.records, games.luck, jnp.asarray(chosen, jnp.int32))
        return replace(games, records=found.pop("records"), luck=found.pop("luck")), Told(**found)

    def rollout(self, games: Games, key: Any) -> Any:
        """What each seat is paid when all play at random from there to the end, float32 [games, seats]."""
        count = self._count(games)
        dice = jax.random.bits(key, (count, 2), jnp.uint32) | 1  # a stream of nothing would stay nothing
        found = self._call(_rollout, _shapes(self, count, "records", "dice", "rewards"), games.records, dice)
        return found["rewards"]

    def _call(self, work: Any, wanted: dict[str, Any], *given: Any) -> Any:
        return buffer_callback(partial(_run, work, self.game.name), wanted)(*given)


def _array(given: Any) -> Any:
    """An array of JAX's where a part of it is one. Any other stays NumPy's: JAX would cut 64 bits down to 32."""
    parts = given if isinstance(given, list | tuple) else [given]
    return jnp.asarray(given) if any(isinstance(part, jax.Array) for part in parts) else array_of(given)


def _shapes(game: JaxGame, count: int, *names: str) -> dict[str, Any]:
    """Shape and type of each array that a call writes."""
    kinds = {
        "records": ((game.game.rules.STATE.itemsize,), np.uint8),
        "luck": ((2,), np.uint32),
        "dice": ((2,), np.uint32),
        "to_move": ((), np.int8),
        "legal_mask": ((game.actions,), np.uint8),
        "rewards": ((game.seats,), np.float32),
        "done": ((), np.uint8),
        "observations": (game.shape, np.uint8),
    }
    return {name: jax.ShapeDtypeStruct((count, *kinds[name][0]), kinds[name][1]) for name in names}


class Machine(Protocol):
    """Where JAX's buffers are: it reads them in place, and runs the loops of `stepping` on them."""

    def array(self, buffer: Any) -> Any:
        """A buffer as the compiled rules know it."""

    def copy(self, into: Any, array: Any) -> None:
        """The same numbers in another array."""

    def run(self, work: str, *arrays: Any) -> None:
        """One of WORKS for all games."""


WORKS = {"play": stepping.play_all, "tell": stepping.tell_all, "finish": stepping.finish_all}
"""The loops by their names; each takes its arrays and scratch."""


class Cpu:
    """One core, compiled by Numba."""

    def __init__(self, game: Game) -> None:
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        out, weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self._scratch = {"play": (out, weights), "tell": (out,), "finish": (out, weights)}

    def array(self, buffer: Any) -> Array:
        return np.asarray(buffer)

    def copy(self, into: Array, array: Array) -> None:
        into[...] = array

    def run(self, work: str, *arrays: Any) -> None:
        WORKS[work](*arrays, *self._scratch[work])


def _run(work: Any, name: str, context: Any, out: dict[str, Any], *given: Any) -> None:
    """Called by JAX with its buffers, which are all on one device; `out` is to be written."""
    game = GAMES[name]
    machine: Machine
    if given[0].__dlpack_device__()[0] == ON_CPU:
        machine = Cpu(game)
    else:
        from siegeworks.envs.jax_gpu import Gpu

        machine = Gpu(game, context.stream)
    work(game, machine, {key: machine.array(each) for key, each in out.items()}, *map(machine.array, given))


def _typed(array: Any, kind: Any) -> Any:
    """Rows of numbers as one value each."""
    return array.reshape(array.size).view(kind)


def _tell(game: Game, machine: Machine, out: dict[str, Any], records: Any) -> None:
    states = _typed(records, game.rules.STATE)
    machine.run("tell", states, out["to_move"], out["legal_mask"], out["observations"])


def _step(game: Game, machine: Machine, out: dict[str, Any], records: Any, luck: Any, actions: Any) -> None:
    machine.copy(out["records"], records)
    machine.copy(out["luck"], luck)
    states, dice = _typed(out["records"], game.rules.STATE), _typed(out["luck"], np.uint64)
    machine.run("play", states, actions, dice, out["rewards"], out["done"])
    machine.run("tell", states, out["to_move"], out["legal_mask"], out["observations"])


def _rollout(game: Game, machine: Machine, out: dict[str, Any], records: Any, dice: Any) -> None:
    machine.copy(out["records"], records)
    machine.copy(out["dice"], dice)
    states, turned = _typed(out["records"], game.rules.STATE), _typed(out["dice"], np.uint64)
    machine.run("finish", states, turned, out["rewards"])
