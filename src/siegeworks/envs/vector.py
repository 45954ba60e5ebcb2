"""Many games at once as one Gymnasium vector environment, on a Batch.

    envs = gymnasium.make_vec("siegeworks/siegestones-v0", num_envs=256, opponents="random")
    seen, info = envs.reset(seed=1)
    seen, rewards, over, cut, info = envs.step(actions)

A game that ends is followed by a new one in the same step (`AutoresetMode.SAME_STEP`): `info["final_obs"]` has what was
last seen of it. With `opponents=None` every decision is the learner's, whichever seat is to move.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from siegeworks.bots import bot, pick
from siegeworks.choices import checked_number, whole
from siegeworks.core import views
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.batch import MOST_SEED, Batch
from siegeworks.envs.ids import named_game
from siegeworks.envs.spaces import observation_space
from siegeworks.errors import BadSetup, IllegalAction

Array = npt.NDArray[Any]
SEED_BITS = 62


class SeatVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """One seat of each of many games learns; the others are played inside the batch.

    `opponents` is "random" (in compiled code), any other bot, or None: then the learner plays every seat, what it sees
    is what the seat to move sees, and a reward is that of the seat which acted. The seat that learns is the next one
    from game to game, unless one is chosen. An illegal action loses its game. Without `copy` what is returned is
    written anew by the next step.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: SupportsIndex = 1,
        seats: SupportsIndex = 2,
        opponents: str | None = "random",
        seat: SupportsIndex | None = None,
        options: Mapping[str, OptionValue] | None = None,
        threads: SupportsIndex = 1,
        copy: bool = True,
    ) -> None:
        found = named_game(game)
        self.batch = Batch(found.name, seats, num_envs, options=options, threads=threads)
        self.num_envs = self.batch.count
        chosen = None if seat is None else whole(seat)
        if seat is not None and (chosen not in range(self.batch.seats) or opponents is None):
            raise BadSetup("cli.no-such-seat", last=self.batch.seats - 1, seat=repr(seat))
        self._bot = None if opponents in (None, "random") else bot(found, str(opponents))
        self._plays_all, self._chosen, self._copies = opponents is None, chosen, copy
        self.own = np.zeros(self.num_envs, np.int8)  # [games] the seat that learns
        self.single_observation_space = observation_space(found)
        self.single_action_space = spaces.Discrete(found.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._nothing: npt.NDArray[np.int8] = np.zeros(found.rules.ACTIONS, np.int8)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New games: all, or those that `options["reset_mask"]` marks. A single seed gives seed, seed + 1, ..."""
        games = np.arange(self.num_envs)
        if options is not None and "reset_mask" in options:
            marked = np.asarray(options["reset_mask"])
            if marked.dtype != np.bool_ or marked.shape != (self.num_envs,):
                raise BadSetup("cli.reset-mask-is", count=self.num_envs)
            games = np.flatnonzero(marked)
        seeds = self._seeds(seed)
        self.batch.restart(games, [seeds[at] for at in games])
        if self._chosen is not None:
            self.own[games] = self._chosen
        else:
            self.own[games] = [seeds[at] % self.batch.seats for at in games]
        self._begin_with_learners()
        return self._seen(), self._info()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        """A seed for every game."""
        if seed is None or whole(seed) is not None:
            super().reset(seed=None if seed is None else checked_number("seed", seed, 0, MOST_SEED))
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise BadSetup("cli.one-seed-a-game", count=self.num_envs, given=len(seed))
            return [self._any_seed() if each is None else checked_number("seed", each, 0, MOST_SEED) for each in seed]
        if seed is None:
            return [self._any_seed() for _ in range(self.num_envs)]
        first = checked_number("seed", seed, 0, MOST_SEED - self.num_envs)
        return list(range(first, first + self.num_envs))

    def _any_seed(self) -> int:
        return int(self.np_random.integers(1 << SEED_BITS))

    def step(self, actions: Any) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        """The learner's action in every game, then the others' until it is to move again."""
        batch = self.batch
        acted = batch.to_move.copy() if self._plays_all else self.own.copy()
        with contextlib.suppress(IllegalAction):  # which loses the game, and no other
            batch.step(actions, autoreset=False)
        self._others_play()
        over = (batch.to_move < 0) | (batch.done == stepping.REFUSED)
        ended = np.flatnonzero(over)
        rewards = np.zeros(self.num_envs, np.float32)
        rewards[ended] = batch.rewards[ended, acted[ended]]
        final = self._final(ended, acted) if len(ended) else {}
        self._renew(ended)
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), {**self._info(), **final}

    def _final(self, ended: Array, acted: Array) -> dict[str, Any]:
        """What was last seen of the games that are over, as Gymnasium tells it."""
        last = self.batch.observe_each(ended, acted[ended])
        told, is_there = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
        nothing = self._nothing
        told[ended] = [{"observation": observation, "action_mask": nothing} for observation in last]
        is_there[ended] = True
        who = np.where(is_there, acted, -1)
        return {
            "final_obs": told,
            "_final_obs": is_there,
            "final_info": {"seat": who, "_seat": is_there},
            "_final_info": is_there,
        }

    def _renew(self, ended: Array) -> None:
        """New games in place of these."""
        if not len(ended):
            return
        self.batch.restart(ended)
        if self._chosen is None and not self._plays_all:
            self.own[ended] = (self.own[ended] + 1) % self.batch.seats
        self._begin_with_learners()

    def _begin_with_learners(self) -> None:
        """The others play until the learner is to move everywhere; a game that is over before that begins again."""
        self._others_play()
        while len(over := np.flatnonzero(self.batch.to_move < 0)):
            self.batch.restart(over)
            self._others_play()

    def _others_play(self) -> None:
        """All other seats, until the learner is to move or the game is over."""
        batch = self.batch
        if self._plays_all:
            return
        if self._bot is None:
            batch.play_others(self.own)
            return
        for at in np.flatnonzero((batch.to_move >= 0) & (batch.to_move != self.own)).tolist():
            dice = batch.dice_of(at)
            while 0 <= (mover := int(batch.to_move[at])) != self.own[at]:
                view = views.view(batch.states[at : at + 1], mover)
                batch.step_game(at, pick(self._bot, view, dice))

    def _seen(self) -> dict[str, Any]:
        seen, mask = self.batch.observations, self.batch.legal_mask.view(np.int8)
        return {"observation": seen.copy(), "action_mask": mask.copy()} if self._copies else self._shared(seen, mask)

    def _shared(self, seen: Array, mask: Array) -> dict[str, Any]:
        return {"observation": seen, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        """The seat that is to decide in each game, and what it may choose."""
        return {
            "action_mask": self.action_masks(),
            "_action_mask": np.ones(self.num_envs, np.bool_),
            "seat": self.batch.to_move.astype(np.int64),
            "_seat": np.ones(self.num_envs, np.bool_),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, [games, actions]: what maskable learners ask for."""
        masks: npt.NDArray[np.bool_] = self.batch.legal_mask.view(np.bool_)
        return masks.copy() if self._copies else masks
