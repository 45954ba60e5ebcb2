"""Who may sit at a table of the arena: our own bots, programs in any language, and OpenSpiel's search if installed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from siegeworks.bots import DEFAULT_BUDGET, Bot, Budget, Candidate, Named, Thought, bot, parsed_budget
from siegeworks.bots.netbot import NetBot
from siegeworks.bots.netfile import load_net
from siegeworks.bots.saying import instruction
from siegeworks.core import step
from siegeworks.core.dice import Dice, new_dice, roll
from siegeworks.core.phrases import said
from siegeworks.core.rules import OptionValue
from siegeworks.core.views import States, has_secrets
from siegeworks.engines import Engine
from siegeworks.errors import BadSetup
from siegeworks.games import Game

ENGINE = "engine"
NET_IN = "net="
PEER = "openspiel-mcts"
UCT_C = 1.0
"""OpenSpiel's usual 2 is for results from -1 to 1; ours are from 0 to 1."""
MEGABYTES = 1000
SEEDS = 1 << 30


def contender(game: Game, name: str, options: Mapping[str, OptionValue] | None = None) -> Bot:
    """The bot of this name; `engine:COMMAND` speaks the engine protocol, `net=FILE:0.2s` has its net in a file."""
    kind, colon, text = name.partition(":")
    if kind == ENGINE:
        return Engine(text, game, options)
    if kind.startswith(NET_IN):
        net = load_net(Path(kind.removeprefix(NET_IN)), game)
        return NetBot(game, name, parsed_budget(text) if colon else DEFAULT_BUDGET, net)
    if kind != PEER:
        return bot(game, name)
    budget = parsed_budget(text) if colon else Budget(simulations=1000)
    if not budget.simulations or budget.seconds:
        raise BadSetup("cli.peer-needs-simulations", peer=PEER)
    return OpenSpielBot(game, name, budget.simulations)


class OpenSpielBot(Named):
    """OpenSpiel's MCTSBot (C++), one random rollout a simulation, playing our rules through `envs.openspiel`.

    Its tree policy and its evaluator are its own. Only the rollout does not go through Python move by move: OpenSpiel
    copies a state to play it out, and is handed one that compiled code has played out, every action equally likely.
    """

    def __init__(self, game: Game, name: str, simulations: int) -> None:
        if has_secrets(game.rules.STATE):
            raise BadSetup("cli.peer-open-games-only", peer=PEER, title=game.title)
        try:
            import pyspiel
        except ImportError:
            raise BadSetup("cli.openspiel-not-installed") from None
        self.game, self.name, self.simulations = game, name, simulations
        self._spiel: Any = pyspiel
        self._games: dict[int, Any] = {}

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The action its tree looked at most."""
        started = time.perf_counter()
        seat = int(view["to_move"][0])
        root = self._searched(view, int(roll(dice, SEEDS)))
        found = sorted(root.children, key=lambda child: -child.explore_count)
        total = sum(child.explore_count for child in found)
        candidates = tuple(
            Candidate(child.action, child.explore_count, _mean(child), child.explore_count / total) for child in found
        )
        action = int(root.best_child().action)
        seconds = time.perf_counter() - started
        says = said("cli.peer-prefers", instruction=instruction(self.game, view, action))
        value = candidates[0].value
        return action, Thought(seat, candidates, value, (action,), self.simulations, seconds, None, says)

    def _searched(self, view: States, seed: int) -> Any:
        """The root of a tree grown from what the seat sees, which in an open game is everything."""
        from siegeworks.envs.openspiel import PREFIX

        seats = int(view["seats"][0])
        if seats not in self._games:
            self._games[seats] = self._spiel.load_game(f"{PREFIX}{self.game.name}", {"seats": seats})
        game = self._games[seats]
        evaluator = self._spiel.RandomRolloutEvaluator(1, seed)
        thinker = self._spiel.MCTSBot(game, evaluator, UCT_C, self.simulations, MEGABYTES, False, seed, False)
        state = game.new_initial_state()
        state.table = _searched_table(view, len(state.table.out), new_dice(seed))
        # `step` lets go of Python's lock, which a game written in Python does not survive; this does not.
        return thinker.mcts_search(state)


def _searched_table(view: States, width: int, dice: Dice) -> Any:
    """The table a search begins from: its copies walk down the tree, and a copy of one that walks is played out."""
    from siegeworks.envs.openspiel import Table

    out, weights = np.zeros(width, np.int64), np.zeros(width, np.int64)

    class Searched(Table):
        __slots__ = ("is_walking",)

        def __init__(self, states: States, listed: Any, count: int, is_walking: bool) -> None:
            self.states, self.out, self.count, self.is_walking = states, listed, count, is_walking
            self.mover = int(states["to_move"][0])

        def __deepcopy__(self, memo: Any) -> Table:
            if not self.is_walking:
                return Searched(self.states.copy(), self.out.copy(), self.count, is_walking=True)
            ended = self.states.copy()
            step.play_out(ended, 0, dice, out, weights)
            return Searched(ended, self.out, 0, is_walking=True)

    listed = np.zeros(width, np.int64)
    return Searched(view.copy(), listed, step.list_legal(view, 0, listed), is_walking=False)


def _mean(child: Any) -> float:
    return float(child.total_reward / child.explore_count) if child.explore_count else 0.0
