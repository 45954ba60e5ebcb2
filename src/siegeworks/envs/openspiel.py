"""Every game as an OpenSpiel game: importing this registers `siegeworks_siegestones` and the others.

Each has a name with its version too, `siegeworks_siegestones_v0` (`envs.ids`).

    import pyspiel
    import siegeworks.envs.openspiel
    game = pyspiel.load_game("siegeworks_siegestones(seats=3,balanced=True)")

Luck is OpenSpiel's own kind of node, with its exact weights; `start=0` leaves it out where it only says who begins. The
utility of a player is the value of the seat: 1 shared by the winners, 0 for the others; with `zero_sum=True` it is that
times the seats, less 1. The information state has perfect recall (`envs.recall`) and is a string only: no tensor of a
fixed size holds it. Observations, strings and tensors, are what the seat sees now.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import pyspiel

from siegeworks import positions
from siegeworks.choices import (
    checked_number,
    checked_options,
    checked_seats,
    checked_switch,
    option_codes,
    plain,
    whole,
)
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.envs.ids import id_of, named_game
from siegeworks.envs.observers import TableObserver, as_json
from siegeworks.envs.places import match_at
from siegeworks.envs.recall import Reading, read_on
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.games import GAMES, Game
from siegeworks.match import Match

PREFIX = "siegeworks_"
DRAWN = -1
CHANCE_PLAYER, TERMINAL_PLAYER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SAMPLED_BITS = 52
FAR = 1 << 31
"""Larger numbers OpenSpiel cannot read."""


class Table:
    """The record of a game and what is legal in it, copied in one go when OpenSpiel clones a state."""

    __slots__ = ("begun", "count", "mover", "out", "readings", "states")

    def __init__(self, game: Game, seats: int, codes: Any) -> None:
        self.states = np.zeros(1, game.rules.STATE)
        self.out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)
        self.count = step.begin(self.states, 0, seats, codes, self.out)
        self.mover = int(self.states["to_move"][0])
        self.begun = views.copied(self.states)
        self.readings: dict[int | None, Reading] = {}  # what each reader was told, as far as somebody asked

    def __deepcopy__(self, memo: Any) -> Table:
        return self.copy()

    def copy(self) -> Table:
        twin = object.__new__(Table)
        twin.states, twin.out = self.states.copy(), self.out.copy()
        twin.count, twin.mover = self.count, self.mover
        twin.begun, twin.readings = self.begun, self.readings.copy()
        return twin

    def write(self, states: views.States) -> None:
        """Begin at another state."""
        self.states[:] = states
        self.count, self.mover = step.list_legal(self.states, 0, self.out), int(self.states["to_move"][0])
        self.begin_here({})

    def begin_here(self, readings: dict[int | None, Reading]) -> None:
        """What comes before this point is not in the history; these readers know it all the same."""
        self.begun = views.copied(self.states)
        self.readings = {reader: known._replace(actions=0, states=self.begun) for reader, known in readings.items()}

    def read(self, game: Game, actions: list[int], reader: int | None) -> Reading:
        """What the reader was told in a game with this history."""
        known = self.readings.get(reader) or Reading(0, self.begun)
        self.readings[reader] = known = read_on(game, known, actions, reader)
        return known

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
        """Nothing for those who are not to move: what the other may do can tell what it hides."""
        return self.table.legal() if player == self.table.mover else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each draw with its exact share."""
        table = self.table
        if table.mover != CHANCE:
            raise BadSetup("cli.nothing-to-draw")
        weights = np.zeros_like(table.out)
        listed = weights[: step.weigh(table.states, 0, weights)].tolist()
        total = sum(listed)
        return [(draw, weight / total) for draw, weight in zip(table.legal(), listed, strict=True)]

    # OpenSpiel itself makes whole numbers of True and of NumPy's floats

    def apply_action(self, action: SupportsIndex) -> None:
        """Play an action or a draw; IllegalAction where it cannot be."""
        super().apply_action(self._number(action))

    def apply_action_with_legality_check(self, action: SupportsIndex) -> None:
        """The same: every action is checked."""
        super().apply_action(self._number(action))

    def child(self, action: SupportsIndex) -> Any:
        """The state after an action."""
        return super().child(self._number(action))

    def _number(self, action: object) -> int:
        number = whole(action)
        if number is None or not 0 <= number < len(self.table.out):
            raise self._refusal(action)
        return number

    def action_to_string(self, *told: SupportsIndex) -> str:
        """The name of an action, of the player to move or of the one that is told before it."""
        for each in told:
            number = whole(each)
            if number is None or abs(number) > FAR:
                last = len(self._names(self.current_player())) - 1
                raise IllegalAction("cli.no-action-number", action=repr(each)[:40], last=last)
        name: str = super().action_to_string(*told)
        return name

    def _names(self, player: int) -> Sequence[str]:
        words = self.get_game().game.words
        names: Sequence[str] = words.CHANCE_NAMES if player == CHANCE_PLAYER else words.ACTION_NAMES
        return names

    def _apply_action(self, action: int) -> None:
        """Raises IllegalAction and changes nothing where the action, or the draw, cannot be."""
        if action not in self.table.legal():
            raise self._refusal(action)
        self.table.play(action)

    def _refusal(self, action: object) -> IllegalAction:
        game, mover, number = self.get_game().game, self.table.mover, whole(action)
        if mover == NOBODY:
            return IllegalAction("cli.game-over")
        names = self._names(self.current_player())
        if number is None or not 0 <= number < len(names):
            return IllegalAction("cli.no-action-number", action=repr(action)[:40], last=len(names) - 1)
        if mover == CHANCE:
            return IllegalAction("not-drawn-now", game.words.CHANCE_RULE, action=names[number])
        return IllegalAction.of(game.words.why_not(views.view(self.table.states, mover)[0], number))

    def returns(self) -> list[float]:
        game = self.get_game()
        if self.table.mover != NOBODY:
            return [0.0] * int(game.seats)
        points, ranks = np.zeros(game.seats, np.int64), np.zeros(game.seats, np.int64)
        step.standings(self.table.states, 0, points, ranks)
        places = ranks.tolist()
        share = 1.0 / places.count(1)
        values = [share if place == 1 else 0.0 for place in places]
        return [game.seats * value - 1 for value in values] if game.is_zero_sum else values

    def _action_to_string(self, player: int, action: int) -> str:
        if player not in (CHANCE_PLAYER, TERMINAL_PLAYER):
            self.checked_player(player)
        names = self._names(player)
        if not 0 <= action < len(names):
            raise IllegalAction("cli.no-action-number", action=str(action), last=len(names) - 1)
        return names[action]

    def checked_player(self, player: object) -> int:
        """One of those who play."""
        return checked_number("player", player, 0, self.get_game().seats - 1)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that looks the same to the player, all hidden things dealt anew. Its history is not told."""
        self.checked_player(player)
        other = TableState(self.get_game())
        other.table = self.table.copy()
        other.table.states = views.view(self.table.states, player)
        step.imagine(other.table.states, 0, player, new_dice(int(sampler() * (1 << SAMPLED_BITS))))
        other.table.count = step.list_legal(other.table.states, 0, other.table.out)
        other.table.begin_here({player: self.table.read(self.get_game().game, self.history(), player)})
        return other

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player, or everybody (None), sees now."""
        game, reader = self.get_game(), None if player is None else self.checked_player(player)
        return positions.describe(game.game, views.view(self.table.states, reader), game.options)

    def position(self) -> dict[str, Any]:
        """Everything."""
        game = self.get_game()
        return positions.describe(game.game, self.table.states, game.options)

    def lines(self, reader: int | None) -> tuple[str, ...]:
        """What a player, or everybody (None), was told since the beginning."""
        if reader is not None:
            self.checked_player(reader)
        found: tuple[str, ...] = self.table.read(self.get_game().game, self.history(), reader).lines
        return found

    def all_lines(self) -> list[str]:
        """The whole history, nothing hidden."""
        told = []
        for each in self.full_history():
            who = "chance" if each.player == CHANCE_PLAYER else each.player
            told.append(f"{who} {self._action_to_string(each.player, each.action)}")
        return told

    def __str__(self) -> str:
        return as_json(self.position())


def _type(game: Game, name: str, has_draws: bool, is_zero_sum: bool = False) -> Any:
    """What OpenSpiel wants to know of a game. Sealed choices are made in turn, unseen by others."""
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    sums = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_draws else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION
        if views.has_secrets(game.rules.STATE)
        else information.PERFECT_INFORMATION,
        utility=sums.ZERO_SUM if is_zero_sum else sums.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game. `players` is OpenSpiel's own word for seats; 0 says that `seats` tells.

    `start` is the seat that begins, where nothing else is drawn; DRAWN leaves it to chance. `position` is the name of a
    small position to begin at, which has seats and options of its own, or what `written` makes of any position.
    """
    asked = {"seats": min(game.seats), "players": 0, "start": DRAWN, "zero_sum": False, "position": ""}
    return asked | {option.name: option.default for option in game.rules.OPTIONS}


def _seats(game: Game, chosen: dict[str, Any]) -> int:
    """How many seats are asked for, by either word."""
    seats, players = chosen.pop("seats"), chosen.pop("players")
    if players and seats not in (players, min(game.seats)):
        raise BadSetup("cli.seats-and-players", seats=str(seats), players=str(players))
    return checked_seats(game, players or seats)


def written(position: Mapping[str, Any]) -> str:
    """A position as the parameter `position` takes it: letters that mean nothing to OpenSpiel."""
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


def read(text: str) -> Any:
    """The position of such letters; anything else is a name."""
    try:
        return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        return text


def _loaded(name: str, parameters: dict[str, Any]) -> Any:
    """A game as it was pickled: wherever that is read, this module is imported first."""
    return pyspiel.load_game(name, parameters)


def _begun(table: Any, match: Match | None, start: object) -> int:
    """Bring a game to where it begins; returns how many draws may follow."""
    draws: int = table.game.length.most_draws(table.seats, table.options)
    if match is not None:
        table.first.write(match.states)
        return draws - 1
    if start == DRAWN:
        return draws
    _tell_start(table.game, table.first, draws, start)
    return 0


def _tell_start(game: Game, first: Table, draws: int, start: object) -> None:
    """Who begins is told, not drawn: only of games that draw nothing else."""
    seat = whole(start)
    if draws != 1 or first.count != int(first.states["seats"][0]):
        raise BadSetup("cli.start-is-not-all", game.words.CHANCE_RULE, title=game.title)
    if seat is None or not 0 <= seat < first.count:
        raise BadSetup("cli.no-such-start", game.words.CHANCE_RULE, last=first.count - 1, start=str(start)[:40])
    first.play(first.legal()[seat])
    first.begin_here({})


def _info(table: Any, has_draws: bool) -> Any:
    """The sizes of a game."""
    rules, is_zero_sum = table.game.rules, table.is_zero_sum
    return pyspiel.GameInfo(
        num_distinct_actions=rules.ACTIONS,
        max_chance_outcomes=rules.CHANCES if has_draws else 0,
        num_players=table.seats,
        min_utility=-1.0 if is_zero_sum else 0.0,
        max_utility=table.seats - 1.0 if is_zero_sum else 1.0,
        utility_sum=0.0 if is_zero_sum else 1.0,
        max_game_length=table.game.length.most_decisions(table.seats, table.options),
    )


def _parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as OpenSpiel holds them: no numbers of NumPy's, and a position as letters."""
    return {name: written(value) if isinstance(value, Mapping) else plain(value) for name, value in given.items()}


def load(game: str, **parameters: Any) -> Any:
    """As `pyspiel.load_game`, by our name of the game; NumPy's numbers are taken too, and a position as its JSON."""
    return pyspiel.load_game(PREFIX + named_game(game).name, _parameters(parameters))


def _class_of(game: Game, name: str, suffix: str = "") -> type:
    registered = _type(game, name, has_draws=game.rules.CHANCES > 0)

    class TableGame(pyspiel.Game):  # type: ignore[misc]
        """One game with its seats and options."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = _parameters(params or {})
            chosen = _defaults(game) | given
            start, position = chosen.pop("start"), chosen.pop("position")
            self.game, self.is_zero_sum = game, checked_switch("zero_sum", chosen.pop("zero_sum"))
            match = match_at(game, read(position) if isinstance(position, str) else position) if position else None
            self.seats = _seats(game, chosen) if match is None else match.seats
            self.options = checked_options(game, chosen, self.seats) if match is None else match.options
            self.first = Table(game, self.seats, option_codes(game, self.options))
            draws = _begun(self, match, start)
            super().__init__(_type(game, name, draws > 0, self.is_zero_sum), _info(self, draws > 0), given)

        def new_initial_state(self) -> TableState:
            return TableState(self)

        def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, dict[str, Any]]]:
            return _loaded, (name, self.get_parameters())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
            return TableObserver(game, self.seats, iig_obs_type)

    words = [word[0].upper() + word[1:] for word in re.findall(r"\w+", game.title)]
    TableGame.__name__ = TableGame.__qualname__ = f"{''.join(words)}Game{suffix}"
    pyspiel.register_game(registered, TableGame)
    return TableGame


CLASSES = {name: _class_of(game, PREFIX + name) for name, game in GAMES.items()}
"""The class of each game, by our name of it. Each can be imported from here by its own name too."""
VERSIONED = {
    name: _class_of(game, PREFIX + id_of(game).replace("-", "_"), f"V{game.planes.VERSION}")
    for name, game in GAMES.items()
}
"""The same under the names with a version."""
globals().update({each.__name__: each for each in (*CLASSES.values(), *VERSIONED.values())})
