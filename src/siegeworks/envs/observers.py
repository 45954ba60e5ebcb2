"""What OpenSpiel's observers show of any game: a string and, without perfect recall, a tensor."""

from __future__ import annotations

import json
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyspiel

from siegeworks.core import views
from siegeworks.envs import stepping
from siegeworks.errors import BadSetup
from siegeworks.games import Game


class Shown(Protocol):
    """What an observer asks of a state."""

    table: Any

    def checked_player(self, player: object) -> int: ...

    def view(self, player: int | None) -> dict[str, Any]: ...

    def position(self) -> dict[str, Any]: ...

    def lines(self, reader: int | None) -> tuple[str, ...]: ...

    def all_lines(self) -> list[str]: ...


def as_json(value: Any) -> str:
    """JSON on one line."""
    return json.dumps(value, separators=(",", ":"))


class TableObserver:
    """What a player sees: a string and, without perfect recall, a tensor of the game's planes.

    Without private information it is what all see; with that of all players everything, as the planes of all seats.
    Without public information only what the player alone sees is left. With perfect recall it is all from the start.
    """

    def __init__(self, game: Game, seats: int, kind: Any) -> None:
        asked = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if asked.perfect_recall and not asked.public_info:
            raise BadSetup("cli.no-private-recall")
        self._has_public, self._recalls, private = asked.public_info, asked.perfect_recall, asked.private_info
        self._is_own = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._is_all = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        shape = (seats, *game.planes.SHAPE) if self._is_all else game.planes.SHAPE
        self._seen = np.zeros(game.planes.SHAPE, np.uint8)
        self.tensor: Any = None if self._recalls else np.zeros(int(np.prod(shape)), np.float32)
        self.dict: dict[str, Any] = {} if self.tensor is None else {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: Shown, player: int) -> None:
        state.checked_player(player)
        if self.tensor is None:
            return
        shown = self.dict["observation"]
        if not self._is_all:
            shown[...] = self._seen_by(state.table.states, player)
            return
        for seat in range(len(shown)):
            shown[seat] = self._seen_by(state.table.states, seat)

    def _seen_by(self, states: views.States, seat: int) -> npt.NDArray[np.uint8]:
        public = self._looked(views.view(states, None), seat)
        shown = self._looked(states, seat) if self._is_own or self._is_all else public
        return shown if self._has_public else np.where(shown == public, 0, shown)

    def _looked(self, states: views.States, seat: int) -> npt.NDArray[np.uint8]:
        stepping.look(states, seat, self._seen)
        return self._seen.copy()

    def string_from(self, state: Shown, player: int) -> str:
        state.checked_player(player)
        reader = player if self._is_own else None
        shown = state.position() if self._is_all else state.view(reader)
        if not self._has_public:
            public = state.view(None)
            shown = {name: value for name, value in shown.items() if value != public[name]}
        if not self._recalls:
            return as_json(shown)
        return as_json({"lines": state.all_lines() if self._is_all else state.lines(reader), "view": shown})
