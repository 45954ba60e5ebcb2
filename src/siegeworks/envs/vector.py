"""Many games at once as one Gymnasium vector environment, on a Batch.

    envs = gymnasium.make_vec("siegeworks/siegestones-v0", num_envs=256, opponents="random")
    seen, info = envs.reset(seed=1)
    seen, rewards, over, cut, info = envs.step(actions)

A game that ends is followed by a new one in the same step (`AutoresetMode.SAME_STEP`): `info["final_obs"]` has what was
last seen of it. With `opponents=None` every decision is the learner's, whichever seat is to move. With `device="gpu"`
all arrays are in the memory of an NVIDIA GPU, and so are the actions.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from siegeworks.bots import Bot, bot, pick
from siegeworks.choices import checked_number, checked_switch, whole
from siegeworks.core import views
from siegeworks.core.rules import OptionValue
from siegeworks.envs.arrays import array_of
from siegeworks.envs.batch import MOST_SEED
from siegeworks.envs.ids import named_game
from siegeworks.envs.learners import EVERY, LearnerBatch
from siegeworks.envs.places import beginning
from siegeworks.envs.spaces import observation_space
from siegeworks.errors import BadSetup
from siegeworks.games import Game

Array = npt.NDArray[Any]
SEED_BITS = 62
DEVICES = ("cpu", "gpu")
HELD = frozenset(("_never", "_always", "_none_legal"))
"""Arrays that a copy makes anew, in the memory of its own batch."""


class SeatVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """One seat of each of many games learns; the others are played inside the batch.

    `opponents` is "random" (in compiled code), any other bot, or None: then the learner plays every seat, what it sees
    is what the seat to move sees, and a reward is that of the seat which acted. The seat that learns is the next one
    from game to game, unless one is chosen. An illegal action loses its game. Without `copy`, and always on a GPU, what
    is returned is the batch's own arrays, which the next step writes anew; `final_obs` is then one of them too.
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
        **more: Any,
    ) -> None:
        found = named_game(game)
        self._copies, device = _told_more(**more)
        player = None if opponents in (None, "random") else bot(found, opponents)
        self.batch: Any
        if device == "gpu":
            from siegeworks.envs.gpu_learners import GpuLearnerBatch

            if player is not None:
                raise BadSetup("cli.no-bots-on-gpu", bot=str(opponents))
            self.batch, self._copies = GpuLearnerBatch(found.name, seats, num_envs, options), False
        else:
            others = None if player is None else partial(bots_play, player)
            self.batch = LearnerBatch(found.name, seats, num_envs, options, threads, others)
        self.num_envs = self.batch.count
        chosen = None if seat is None else whole(seat)
        if seat is not None and (chosen not in range(self.batch.seats) or opponents is None):
            raise BadSetup("cli.no-such-seat", last=self.batch.seats - 1, seat=repr(seat))
        self._chosen = EVERY if opponents is None else chosen
        self.batch.turns = int(self._chosen is None)
        self._declare(found)

    def _declare(self, game: Game) -> None:
        """The spaces."""
        self.single_observation_space = observation_space(game)
        self.single_action_space = spaces.Discrete(game.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._hold()

    def _hold(self) -> None:
        """What is the same in every answer, where the batch is."""
        hold, count, actions = self.batch.hold, self.num_envs, self.batch.game.rules.ACTIONS
        self._never, self._always = hold(np.zeros(count, np.bool_)), hold(np.ones(count, np.bool_))
        self._none_legal = hold(np.zeros((count, actions), np.int8))

    @property
    def own(self) -> Any:
        """[games] the seat that learns; -1 where that is every seat."""
        return self.batch.own

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New games: all, or those that `options["reset_mask"]` marks. A single seed gives seed, seed + 1, ...

        `options["position"]` is where they begin, as JSON or by the name of a small position. Games that follow them
        begin as games do.
        """
        batch, games = self.batch, np.arange(self.num_envs)
        match = beginning(options, batch.game, batch.seats, batch.options)
        if options is not None and "reset_mask" in options:
            marked = array_of(options["reset_mask"])
            if marked.dtype != np.bool_ or marked.shape != (self.num_envs,):
                raise BadSetup("cli.reset-mask-is", count=self.num_envs)
            games = np.flatnonzero(marked)
        if len(games) < self.num_envs:
            batch.check_begun()
        seeds = self._seeds(seed)
        chosen = [seeds[at] % batch.seats if self._chosen is None else self._chosen for at in games]
        batch.begin(games, [seeds[at] for at in games], chosen, None if match is None else match.states)
        return self._seen(), self._info()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        """A seed for every game; all that is given is looked at before anything is drawn."""
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise BadSetup("cli.one-seed-a-game", count=self.num_envs, given=len(seed))
            told = [None if each is None else checked_number("seed", each, 0, MOST_SEED) for each in seed]
            return [self._any_seed() if each is None else each for each in told]
        if seed is None:
            return [self._any_seed() for _ in range(self.num_envs)]
        first = checked_number("seed", seed, 0, MOST_SEED - self.num_envs)
        super().reset(seed=first)
        return list(range(first, first + self.num_envs))

    def _any_seed(self) -> int:
        return int(self.np_random.integers(1 << SEED_BITS))

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """The learner's action in every game, then the others' until it is to move again."""
        batch = self.batch
        batch.play(actions)
        info = {**self._info(), **(self._final_each() if self._copies else self._final_all())}
        return self._seen(), self._handed(batch.paid), self._handed(batch.over), self._handed(self._never), info

    def _final_all(self) -> dict[str, Any]:
        """What was last seen of the games that are over, as whole arrays: rows of other games mean nothing."""
        over = self.batch.over
        return {
            "final_obs": {"observation": self.batch.last, "action_mask": self._none_legal},
            "_final_obs": over,
            "final_info": {"seat": self.batch.acted, "_seat": over},
            "_final_info": over,
        }

    def _final_each(self) -> dict[str, Any]:
        """The same as Gymnasium tells it: an object for each game that is over, if there is one."""
        over = self.batch.over.copy()
        ended = np.flatnonzero(over)
        if not len(ended):
            return {}
        told, nothing = np.full(self.num_envs, None, object), self._none_legal[0]
        told[ended] = [{"observation": last, "action_mask": nothing} for last in self.batch.last[ended]]
        who = np.where(over, self.batch.acted, -1)
        return {"final_obs": told, "_final_obs": over, "final_info": {"seat": who, "_seat": over}, "_final_info": over}

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in HELD}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._hold()

    def _handed(self, array: Any) -> Any:
        return array.copy() if self._copies else array

    def _seen(self) -> dict[str, Any]:
        seen, mask = self.batch.observations, self.batch.legal_mask.view(np.int8)
        return {"observation": self._handed(seen), "action_mask": self._handed(mask)}

    def _info(self) -> dict[str, Any]:
        """The seat that is to decide in each game, and what it may choose."""
        always = self._handed(self._always)
        seat = self._handed(self.batch.to_move)
        return {"action_mask": self.action_masks(), "_action_mask": always, "seat": seat, "_seat": always}

    def action_masks(self) -> Any:
        """Which actions are legal, [games, actions]: what maskable learners ask for."""
        self.batch.check_begun()
        return self._handed(self.batch.legal_mask.view(np.bool_))


def bots_play(player: Bot, batch: LearnerBatch) -> None:
    """A bot plays all other seats, until the learner is to move or the game is over."""
    for at in np.flatnonzero((batch.to_move >= 0) & (batch.to_move != batch.own)).tolist():
        dice = batch.dice_of(at)
        while 0 <= (mover := int(batch.to_move[at])) != batch.own[at]:
            view = views.view(batch.states[at : at + 1], mover)
            batch.step_game(at, pick(player, view, dice))


def _told_more(copy: bool = True, device: str = "cpu") -> tuple[bool, str]:
    if device not in DEVICES:
        raise BadSetup("cli.no-such-device", device=repr(device)[:40])
    return checked_switch("copy", copy), device
