"""Any game as a Gymnasium environment: one seat learns, bots of a level play the others.

    import gymnasium
    import siegeworks.envs.gymnasium
    env = gymnasium.make("siegeworks/siegestones-v0", opponents="level1")

The seat that learns is another from game to game unless one is chosen. The reward is the value of that seat at the
end: 1 shared by the winners, 0 for the others, and 0 before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from siegeworks.bots import bot, pick
from siegeworks.choices import checked_number, whole
from siegeworks.core import views
from siegeworks.core.dice import new_dice
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.envs.batch import MOST_SEED
from siegeworks.envs.ids import id_of
from siegeworks.envs.single import RENDER_MODES, Single
from siegeworks.envs.spaces import observation_space
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.games import GAMES
from siegeworks.match import Match

SEED_BITS = 62


def name_of(game: str) -> str:
    """What `gymnasium.make` calls a game."""
    return f"siegeworks/{id_of(GAMES[game])}"


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game. An illegal action loses the game at once, and `info["refusal"]` says why.

    What is no whole number, and anything before `reset`, raises instead and changes nothing.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        seats: SupportsIndex = 2,
        opponents: str = "random",
        seat: SupportsIndex | None = None,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.single = Single(game, seats, options)
        chosen = None if seat is None else whole(seat)
        if seat is not None and chosen not in range(self.single.seats):
            raise BadSetup("cli.no-such-seat", last=self.single.seats - 1, seat=repr(seat))
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadSetup("cli.no-such-render-mode", modes=listed(RENDER_MODES, "comma"), mode=render_mode)
        self.render_mode = render_mode
        self.opponents = bot(self.single.game, opponents)
        self.seat = 0
        self._chosen = chosen
        self._lost = False
        self.observation_space = observation_space(self.single.game)
        self.action_space: Any = spaces.Discrete(self.single.game.rules.ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], Any]:
        """A new game, played on until the seat is to move (or, rarely, it is over without it).

        `options["position"]` is where it begins, as JSON or by the name of a small position.
        """
        match = self.single.beginning(options)
        super().reset(seed=None if seed is None else checked_number("seed", seed, 0, MOST_SEED))
        seats = self.single.seats
        self.seat = int(self.np_random.integers(seats)) if self._chosen is None else self._chosen
        self._lost = False
        self.single.reset(int(self.np_random.integers(1 << SEED_BITS)), match)
        self._dice = new_dice(int(self.np_random.integers(1 << SEED_BITS)))
        self._others_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the seat's action, then let the others play until it is its turn again."""
        self.single.check_begun()
        if whole(action) is None:
            raise self.single.refusal(action)
        if self._lost or self.single.to_move < 0:
            return self._seen(), 0.0, True, False, self._info()
        try:
            self.single.take(action)
        except IllegalAction as refusal:
            self._lost = True
            return self._seen(), 0.0, True, False, {**self._info(), "refusal": str(refusal)}
        self._others_play()
        if self.render_mode == "human":
            self.render()
        return self._seen(), self.single.values()[self.seat], self.single.to_move < 0, False, self._info()

    def _others_play(self) -> None:
        """Bots choose from what their own seat sees."""
        single = self.single
        while single.to_move >= 0 and single.to_move != self.seat:
            view = views.view(single.states, single.to_move)
            single.take(pick(self.opponents, view, self._dice))

    def _seen(self) -> dict[str, Any]:
        mask = self.single.legal_mask()
        if self._lost:
            mask[:] = 0
        return {"observation": self.single.observe(self.seat), "action_mask": mask}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: what maskable learners ask for."""
        self.single.check_begun()
        mask: npt.NDArray[np.bool_] = self._seen()["action_mask"].view(np.bool_)
        return mask

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def render(self) -> Any:
        """The game as everybody may see it."""
        self.single.check_begun()
        return None if self.render_mode is None else self.single.render(self.render_mode)

    def match(self) -> Match:
        """The game so far as a Match, with its record."""
        return self.single.match()


for _game in GAMES:
    gymnasium.register(
        name_of(_game),
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point="siegeworks.envs.vector:SeatVectorEnv",
        kwargs={"game": _game},
    )
