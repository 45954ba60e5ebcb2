"""Training: games are played by search with the net, the net learns from what the search found, and so on."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from siegeworks.choices import checked_options, option_codes
from siegeworks.core import inputs
from siegeworks.core.rules import OptionValue
from siegeworks.envs.batch import streams
from siegeworks.games import Game
from siegeworks.nets import checkpoint, learning, machines, matches
from siegeworks.nets.checkpoint import Progress

KEPT_SEGMENTS = 6
"""Positions are learnt from the last so many segments."""
SAVED_EVERY = 45.0
"""Seconds between checkpoints."""
MATCH_GAMES = 256


@dataclass(frozen=True)
class Size:
    """How much is played and learnt at once."""

    games: int
    simulations: int
    decisions: int
    """Of every game in a segment."""
    batch: int
    uses: float
    """How often a position is learnt from, on average."""
    hidden: tuple[int, int]
    rate: learning.Rate = learning.USUAL_RATE


ON_GPU = Size(games=65_536, simulations=32, decisions=24, batch=32_768, uses=4.0, hidden=(256, 128))
ON_CPU = Size(games=192, simulations=16, decisions=12, batch=768, uses=3.0, hidden=(64, 32))
MOST_BYTES = 48_000_000_000
"""What trees and positions may take of a GPU's memory, unless more games are asked for."""


def size_for(game: Game, size: Size) -> Size:
    """The size with fewer games where they would take too much memory; that depends on how many actions there are."""
    positions = (KEPT_SEGMENTS + 2) * size.decisions * 2 * (game.rules.ACTIONS + inputs.MOST_ON)
    most = MOST_BYTES // (positions + machines.bytes_a_game(game, size.simulations))
    return replace(size, games=min(size.games, most // machines.THREADS * machines.THREADS))


@dataclass(frozen=True)
class Report:
    """A line of progress."""

    progress: Progress
    rate: float
    """Positions a second."""
    losses: tuple[float, float]
    """Divergence of policy and value from what the search found."""
    won: float
    """The share won against the checkpoint before, by the policies alone."""


TABLES_EACH = 64
"""Tables for each seat count, where some of them have other options."""


def tables_of(
    game: Game, seats: Sequence[int], options: dict[str, OptionValue], varied: float = 0.0, seed: int = 0
) -> Any:
    """[tables, 1 + options]: the tables games are played at, each as likely; a count named twice is twice as likely.

    At a share of them, `varied`, the options that were not chosen are drawn at random.
    """
    chooser = random.Random(seed)
    rows = []
    for count in seats:
        for table in range(TABLES_EACH if varied > 0 else 1):
            drawn = drawn_options(game, count, chooser) if table < varied * TABLES_EACH else {}
            rows.append([count, *option_codes(game, checked_options(game, drawn | options, count)).tolist()])
    return np.array(rows, np.int64)


def drawn_options(game: Game, seats: int, chooser: random.Random) -> dict[str, OptionValue]:
    """Options of a table: every other one is left as it is, the rest get any value."""
    may_be = [option for option in game.rules.OPTIONS if not option.seats or seats in option.seats]
    return {option.name: chooser.choice(option.values) for option in may_be if chooser.random() < 0.5}


class Trainer:
    """Plays and learns until it is stopped; what it holds can be saved and taken up again."""

    def __init__(self, game: Game, tables: Any, size: Size, seed: int = 0) -> None:
        self.game, self.size, self.tables, self.seed = game, size, tables, seed
        self.machine = (machines.Gpu if machines.has_gpu() else machines.Cpu)(game, size.games)
        self.learner = learning.new_learner(game, size.hidden, seed)
        self.known: Any = np.zeros(len(self.learner.params["embed"]), bool)
        self.turns = learning.turns_of(game)
        self.progress = Progress()
        self.lessons: deque[learning.Lesson] = deque(maxlen=KEPT_SEGMENTS)
        self.losses = jnp.zeros(2)
        self._set_up(streams(seed, size.games))

    def _set_up(self, dice: Any) -> None:
        """The arrays of the walk, and new games."""
        game, size, machine = self.game, self.size, self.machine
        self.trees = machines.new_trees(machine, game, size.games, size.simulations, dice)
        self.exchange = machines.new_exchange(machine, game, size.games, inputs.MOST_ON)
        self.fixed = machines.new_fixed(machine, game, self.tables, size.simulations)
        machine.run("open", self.trees, self.fixed)

    def begin_with(self, weights: learning.Params) -> None:
        """Take the weights of a net; all else begins anew."""
        self.learner = learning.learner_of(weights)
        self.known = np.asarray(weights["embed"]).any(1)

    def resume(self, folder: Path) -> None:
        """Take up the training in a folder, if there is one; its games begin anew, with its dice."""
        found = checkpoint.load(folder, self.game)
        if found is None:
            return
        held, self.progress = found
        parts = {part: jax.tree.map(jnp.array, checkpoint.params_of(held, part)) for part in checkpoint.PARTS}
        self.learner = learning.Learner(**parts, steps=jnp.int32(held["steps"]))
        dice = held["dice"]
        self._set_up(dice if len(dice) == self.size.games else streams(int(dice[0] >> np.uint64(1)), self.size.games))

    def save(self, folder: Path) -> None:
        """Keep everything but the positions, which games fill again."""
        dice = self.trees.dice
        dice = dice if isinstance(dice, np.ndarray) else dice.copy_to_host()
        checkpoint.save(folder, self.game, self.learner, dice, self.progress)

    def decide(self) -> dict[str, Any]:
        """One decision in every game, by search; returns what was found."""
        run, params = self.machine.run, self.learner.average
        run("start", self.trees, self.exchange, self.fixed)
        features = jnp.array(self.exchange.features, jnp.int16)
        answers = tuple(learning.evaluate(params, self.exchange.features))
        for simulation in range(self.size.simulations):
            run("simulate", self.trees, self.exchange, self.fixed, simulation, answers)
            answers = tuple(learning.evaluate(params, self.exchange.features))
        run("decide", self.trees, self.exchange, self.fixed, answers)
        told = self.exchange
        kinds = {"policy": jnp.float16, "value": jnp.float32, "outcome": jnp.float32}
        found = {name: jnp.array(getattr(told, name), kinds.get(name, jnp.int8)) for name in told._fields[1:]}
        jax.block_until_ready((features, found))
        return {"features": features, **found}

    def play(self) -> learning.Lesson:
        """A segment of every game as a lesson."""
        found = [self.decide() for _ in range(self.size.decisions)]
        told = {name: jnp.stack([each[name] for each in found]) for name in found[0]}
        lesson: learning.Lesson = learning.lesson_of(**told)
        self.progress.positions += self.size.games * self.size.decisions
        self.progress.games += int(sum(int(each["ended"].astype(jnp.int32).sum()) for each in found))
        self.progress.segments += 1
        return lesson

    def learn(self) -> None:
        """Steps on positions of all lessons there are."""
        steps = int(self.size.uses * self.size.games * self.size.decisions / self.size.batch)
        chooser = np.random.default_rng([self.seed, self.progress.segments])
        for step in range(steps):
            key = jax.random.PRNGKey(chooser.integers(1 << 31))
            lesson = self.lessons[int(chooser.integers(len(self.lessons)))]
            self.learner, losses = learning.learn(
                self.learner, lesson, self.turns, self.size.rate, key, self.size.batch
            )
            self.losses = losses if step == 0 else self.losses + (losses - self.losses) / (step + 1)

    def train(
        self, seconds: float, folder: Path | None, clock: Callable[[], float] = time.monotonic
    ) -> Iterator[Report]:
        """Play and learn for so many seconds; a report with every checkpoint."""
        started = saved = clock()
        before, positions = self.weights(), self.progress.positions
        spent_before = self.progress.seconds
        while clock() - started < seconds:
            self.lessons.append(self.play())
            self.learn()
            jax.block_until_ready(self.learner.steps)
            now = clock()
            self.progress.seconds = spent_before + now - started
            if now - saved >= SAVED_EVERY or now - started >= seconds:
                if folder is not None:
                    self.save(folder)
                rate, after = (self.progress.positions - positions) / (now - saved), self.weights()
                won = matches.share_won(self.game, int(self.tables[0, 0]), after, before, MATCH_GAMES)
                policy, value = (float(each) for each in self.losses)
                yield Report(self.progress, rate, (policy, value), won)
                before, positions, saved = after, self.progress.positions, clock()

    def weights(self) -> learning.Params:
        """A copy of the averaged weights; 0 for features that were never on, which tell nothing and pack to nothing."""
        kept = {name: np.array(array) for name, array in self.learner.average.items()}
        was_on = self.known | np.asarray(self.learner.squares["embed"]).any(1)
        kept["embed"][~was_on] = 0.0
        return kept
