"""Every game as an OpenSpiel game: importing this registers `siegeworks_siegestones` and the others.

Each has a name with its version too, `siegeworks_siegestones_v0` (`envs.ids`).

    import pyspiel
    import siegeworks.envs.openspiel
    game = pyspiel.load_game("siegeworks_siegestones(seats=3,balanced=True)")

Luck is OpenSpiel's own kind of node, with its exact weights. The utility of a player is the value of the seat: 1 shared
by the winners, 0 for the others. Strings and tensors are what the seat sees now. For the information state that means
imperfect recall: what a seat has seen and nobody can see any more (who discarded what, in which order a trick fell) is
not in it. Of games without secrets nothing is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from siegeworks import positions
from siegeworks.choices import checked_options, checked_seats, option_codes
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.envs import stepping
from siegeworks.envs.ids import id_of
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.games import GAMES, Game

PREFIX = "siegeworks_"
CHANCE_PLAYER, TERMINAL_PLAYER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SAMPLED_BITS = 52


class Table:
    """The record of a game and what is legal in it, copied in one go when OpenSpiel clones a state."""

    __slots__ = ("count", "mover", "out", "states")

    def __init__(self, game: Game, seats: int, codes: Any) -> None:
        self.states = np.zeros(1, game.rules.STATE)
        self.out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)
        self.count = step.begin(self.states, 0, seats, codes, self.out)
        self.mover = int(self.states["to_move"][0])

    def __deepcopy__(self, memo: Any) -> Table:
        return self.copy()

    def copy(self) -> Table:
        twin = object.__new__(Table)
        twin.states, twin.out = self.states.copy(), self.out.copy()
        twin.count, twin.mover = self.count, self.mover
        return twin

    def play(self, action: int) -> None:
        self.count = step.step(self.states, 0, action, self.out)
        self.mover = int(self.states["to_move"][0])

    def legal(self) -> list[int]:
        found: list[int] = self.out[: self.count].tolist()
        return found


class TableState(pyspiel.State):  # type: ignore[misc]
    """A state of any game."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.table = game.first.copy()

    def current_player(self) -> int:
        mover = self.table.mover
        if mover >= 0:
            return int(mover)
        return CHANCE_PLAYER if mover == CHANCE else TERMINAL_PLAYER

    def is_terminal(self) -> bool:
        return bool(self.table.mover == NOBODY)

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self.table.legal()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each draw with its exact share."""
        table = self.table
        weights = np.zeros_like(table.out)
        listed = weights[: step.weigh(table.states, 0, weights)].tolist()
        total = sum(listed)
        return [(draw, weight / total) for draw, weight in zip(table.legal(), listed, strict=True)]

    def _apply_action(self, action: int) -> None:
        """Raises IllegalAction and changes nothing where the action, or the draw, cannot be."""
        if action not in self.table.legal():
            raise self._refusal(action)
        self.table.play(action)

    def _refusal(self, action: int) -> IllegalAction:
        game, mover = self.get_game().game, self.table.mover
        if mover == NOBODY:
            return IllegalAction("cli.game-over")
        names = game.words.CHANCE_NAMES if mover == CHANCE else game.words.ACTION_NAMES
        if not 0 <= action < len(names):
            return IllegalAction("cli.no-action-number", action=str(action), last=len(names) - 1)
        if mover == CHANCE:
            return IllegalAction("not-drawn-now", game.words.CHANCE_RULE, action=names[action])
        return IllegalAction.of(game.words.why_not(views.view(self.table.states, mover)[0], action))

    def returns(self) -> list[float]:
        game = self.get_game()
        if self.table.mover != NOBODY:
            return [0.0] * game.seats
        points, ranks = np.zeros(game.seats, np.int64), np.zeros(game.seats, np.int64)
        step.standings(self.table.states, 0, points, ranks)
        places = ranks.tolist()
        share = 1.0 / places.count(1)
        return [share if place == 1 else 0.0 for place in places]

    def _action_to_string(self, player: int, action: int) -> str:
        words = self.get_game().game.words
        return str((words.CHANCE_NAMES if player == CHANCE_PLAYER else words.ACTION_NAMES)[action])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that looks the same to the player, all hidden things dealt anew. Its history is not told."""
        other = TableState(self.get_game())
        other.table = self.table.copy()
        other.table.states = views.view(self.table.states, player)
        step.imagine(other.table.states, 0, player, new_dice(int(sampler() * (1 << SAMPLED_BITS))))
        other.table.count = step.list_legal(other.table.states, 0, other.table.out)
        return other

    def described(self, player: int | None) -> str:
        """What a player, or everybody (None), sees, as JSON on one line."""
        game = self.get_game()
        seen = views.view(self.table.states, player)
        return json.dumps(positions.describe(game.game, seen, game.options), separators=(",", ":"))

    def __str__(self) -> str:
        game = self.get_game()
        return json.dumps(positions.describe(game.game, self.table.states, game.options), separators=(",", ":"))


class TableObserver:
    """What a player sees as a tensor (the game's planes) and as a string; without private information, what all see."""

    def __init__(self, game: Game, kind: Any) -> None:
        self._shape = game.planes.SHAPE
        self._public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self._seen = np.zeros(self._shape, np.uint8)
        self.tensor = np.zeros(int(np.prod(self._shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._shape)}

    def set_from(self, state: TableState, player: int) -> None:
        states = views.view(state.table.states, None) if self._public else state.table.states
        stepping.look(states, player, self._seen)
        self.dict["observation"][...] = self._seen

    def string_from(self, state: TableState, player: int) -> str:
        return state.described(None if self._public else player)


def _type(game: Game, name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded. Sealed choices are made in turn, unseen by others."""
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.rules.CHANCES else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION
        if views.has_secrets(game.rules.STATE)
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game. `players` is OpenSpiel's own word for seats; 0 says that `seats` tells."""
    asked = {"seats": min(game.seats), "players": 0}
    return asked | {option.name: option.default for option in game.rules.OPTIONS}


def _seats(game: Game, chosen: dict[str, Any]) -> int:
    """How many seats are asked for, by either word."""
    seats, players = chosen.pop("seats"), chosen.pop("players")
    if players and seats not in (players, min(game.seats)):
        raise BadSetup("cli.seats-and-players", seats=str(seats), players=str(players))
    return checked_seats(game, players or seats)


def _loaded(name: str, parameters: dict[str, Any]) -> Any:
    """A game as it was pickled: wherever that is read, this module is imported first."""
    return pyspiel.load_game(name, parameters)


def _class_of(game: Game, name: str) -> type:
    kind = _type(game, name)

    class TableGame(pyspiel.Game):  # type: ignore[misc]
        """One game with its seats and options."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            chosen = _defaults(game) | (params or {})
            self.game = game
            self.seats = _seats(game, chosen)
            self.options = checked_options(game, chosen, self.seats)
            rules = game.rules
            super().__init__(
                kind,
                pyspiel.GameInfo(
                    num_distinct_actions=rules.ACTIONS,
                    max_chance_outcomes=rules.CHANCES,
                    num_players=self.seats,
                    min_utility=0.0,
                    max_utility=1.0,
                    utility_sum=1.0,
                    max_game_length=game.length.most_decisions(self.seats, self.options),
                ),
                params or {},
            )
            self.first = Table(game, self.seats, option_codes(game, self.options))

        def new_initial_state(self) -> TableState:
            return TableState(self)

        def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, dict[str, Any]]]:
            return _loaded, (kind.short_name, self.get_parameters())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
            return TableObserver(game, iig_obs_type)

    TableGame.__name__ = TableGame.__qualname__ = f"{game.title.replace(' ', '').strip('!')}Game"
    pyspiel.register_game(kind, TableGame)
    return TableGame


CLASSES = {name: _class_of(game, PREFIX + name) for name, game in GAMES.items()}
"""The class of each game, by our name of it."""
VERSIONED = {name: _class_of(game, PREFIX + id_of(game).replace("-", "_")) for name, game in GAMES.items()}
"""The same under the names with a version."""
