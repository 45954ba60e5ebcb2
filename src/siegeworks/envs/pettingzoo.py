"""Any game as a PettingZoo environment (AEC): `env(name, seats=2)`, or `raw_env` without PettingZoo's usual wrappers.

Observations are made from the seat's view alone. The reward of a seat is its value at the end: 1 shared by the
winners, 0 for the others, and 0 before.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from siegeworks.choices import checked_number
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.envs.batch import MOST_SEED
from siegeworks.envs.ids import id_of
from siegeworks.envs.single import RENDER_MODES, Single
from siegeworks.envs.spaces import bounds, observation_space
from siegeworks.errors import BadSetup
from siegeworks.match import Match

SEED_BITS = 63


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game, its seats taking turns. Seats are called seat_0, seat_1, ...

    `state()` is what all seats see, one after the other. An illegal action is refused with the reason and the rule and
    changes nothing. `match()` gives the game as a Match, with its record.
    """

    metadata = {"render_modes": list(RENDER_MODES), "name": "siegeworks", "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: str,
        seats: SupportsIndex = 2,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadSetup("cli.no-such-render-mode", modes=listed(RENDER_MODES, "comma"), mode=render_mode)
        self.single = Single(game, seats, options)
        self.metadata = {**type(self).metadata, "name": f"siegeworks_{id_of(self.single.game).replace('-', '_')}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single.seats)]
        self._seat_of = {name: seat for seat, name in enumerate(self.possible_agents)}
        found = self.single.game
        self.observation_spaces = {name: observation_space(found) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(found.rules.ACTIONS) for name in self.possible_agents}
        most = np.stack([bounds(found)] * self.single.seats)
        self.state_space = spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        self._luck = np.random.default_rng(secrets.randbits(SEED_BITS))
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed it goes on from the last one given, with other luck.

        `options["position"]` is where it begins, as JSON or by the name of a small position.
        """
        match = self.single.beginning(options)
        if seed is not None:
            self._luck = np.random.default_rng(checked_number("seed", seed, 0, MOST_SEED))
        self.single.reset(int(self._luck.integers(1 << SEED_BITS)), match)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.single.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat sees; the mask is empty unless it is to move."""
        seat, single = self._seat(agent), self.single
        single.check_begun()
        mask = single.legal_mask()
        if seat != single.to_move:
            mask[:] = 0
        return {"observation": single.observe(seat), "action_mask": mask}

    def _seat(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self._seat_of:
            raise BadSetup("cli.no-such-agent", agents=listed(self.possible_agents, "comma"), agent=repr(agent))
        return self._seat_of[agent]

    def last(self, observe: bool = True) -> Any:
        """What the seat to move sees, is paid and is told; without `observe` None in place of what it sees."""
        self.single.check_begun()
        return super().last(observe)

    def state(self) -> np.ndarray[Any, Any]:
        """What all seats see, [seats, *SHAPE]."""
        self.single.check_begun()
        return np.stack([self.single.observe(seat) for seat in range(self.single.seats)])

    def step(self, action: SupportsIndex | None) -> None:
        """Play the action of `agent_selection`, and the luck after it."""
        self.single.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        single = self.single
        single.take(action)
        self._cumulative_rewards[agent] = 0.0
        if single.to_move >= 0:
            self.agent_selection = self.possible_agents[single.to_move]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Everybody is paid and done; the seats are then passed through once more, each with an empty step."""
        for name, value in zip(self.possible_agents, self.single.values(), strict=True):
            self.rewards[name] = value
            self._cumulative_rewards[name] += value
            self.terminations[name] = True
        self.agent_selection = self.agents[(self.agents.index(self.agent_selection) + 1) % len(self.agents)]

    def render(self) -> Any:
        """The game as everybody may see it."""
        return self.single.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def clone(self) -> GameEnv:
        """An independent environment at the same point."""
        return copy.deepcopy(self)

    def match(self) -> Match:
        """The game so far as a Match, with its record."""
        return self.single.match()

    def __repr__(self) -> str:
        return f"<GameEnv {self.single.game.name}, {self.single.seats} seats>"

    __str__ = __repr__


raw_env = GameEnv


def env(
    game: str,
    seats: SupportsIndex = 2,
    options: Mapping[str, OptionValue] | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """A game within the usual wrappers: calls out of order and actions outside the action space are refused by them.

    `unwrapped` is the `GameEnv` itself.
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(game, seats, options, render_mode)))
