"""Does a batch play what Match plays? One game of it is followed step by step, its luck drawn again beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks.core import step
from siegeworks.envs import stepping
from siegeworks.envs.batch import LUCK, Batch, streams
from siegeworks.match import Match


class Disagreement(Exception):
    """The batch and Match differ; the message says where."""


class Follower:
    """Game `at` of a batch, played again by Match."""

    def __init__(self, batch: Batch, at: int) -> None:
        self.batch, self.at, self.finished, self.steps = batch, at, 0, 0
        self._luck = streams(batch.seed, batch.count, LUCK)[at : at + 1].copy()
        width = max(batch.game.rules.ACTIONS, batch.game.rules.CHANCES)
        self._scratch = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self._seen = np.zeros(batch.game.planes.SHAPE, batch.observations.dtype)
        self._open()

    def _open(self) -> None:
        self.match = Match.new(self.batch.game.name, self.batch.seats, options=self.batch.options)
        self._draw()

    def _draw(self) -> None:
        """Draws of the game's own stream, played as lines of the match."""
        while self.match.to_move == "chance":
            number = int(step.draw(self.match.state, self._luck, *self._scratch))
            self.match.play(self.match.game.words.CHANCE_NAMES[number])

    def follow(self) -> None:
        """Play the batch's last action; a match that is over is compared with what was paid, and a new one begun."""
        batch, at = self.batch, self.at
        self.match.play(batch.game.words.ACTION_NAMES[int(batch.actions[at])])
        self._draw()
        self.steps += 1
        result = self.match.result
        self._same("done", int(batch.done[at]), stepping.GOES_ON if result is None else stepping.ENDED)
        winners = result["winners"] if result else []
        values = [1 / len(winners) if seat in winners else 0.0 for seat in range(batch.seats)]
        self._same("rewards", batch.rewards[at].tolist(), np.array(values, batch.rewards.dtype).tolist())
        if result is not None:
            self.finished += 1
            self._open()

    def compare(self) -> None:
        """State, seat to move, legal actions and observation are those of the match."""
        batch, at, match = self.batch, self.at, self.match
        mover = match.to_move
        assert isinstance(mover, int)
        self._same("states", batch.states[at].tobytes(), match.state.tobytes())
        self._same("to_move", int(batch.to_move[at]), mover)
        ticked = np.flatnonzero(batch.legal_mask[at]).tolist()
        self._same("legal_mask", [batch.game.words.ACTION_NAMES[action] for action in ticked], match.legal())
        if len(batch.observations):
            stepping.look(match.seat_view(mover), mover, self._seen)
            self._same("observations", batch.observations[at].tobytes(), self._seen.tobytes())

    def _same(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            raise Disagreement(
                f"{self.batch.game.name}, {self.batch.seats} seats, seed {self.batch.seed}, game {self.at}, "
                f"after {self.match.actions}: {what} differ."
            )


def check(batch: Batch, followed: int) -> Iterator[int]:
    """Play the batch at random until each of its first games has ended once; yields how many have, step by step."""
    followers = [Follower(batch, at) for at in range(followed)]
    batch.reset()
    while running := [follower for follower in followers if not follower.finished]:
        for follower in running:
            follower.compare()
        batch.step(batch.random_actions())
        for follower in running:
            follower.follow()
        yield followed - len(running)
