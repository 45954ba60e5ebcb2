"""The bots that search: they run the compiled search within a budget, and put into words what it found."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from siegeworks.bots import NOTHING_SAID, Budget, Candidate, Named, Thought, judgement, search
from siegeworks.bots.net import Net, new_net
from siegeworks.bots.rollout import RESOLUTION
from siegeworks.bots.saying import sentence
from siegeworks.bots.settings import FULL, UCT, WITH_NET, Settings
from siegeworks.bots.tree import (
    DRAW,
    LOSS,
    NONE,
    STATES,
    UNPROVEN,
    VIEW,
    WIN,
    Observer,
    Tree,
    clear,
    masks,
    new_tree,
)
from siegeworks.core import step
from siegeworks.core.dice import Dice, new_dice, roll
from siegeworks.core.views import States
from siegeworks.errors import GameOver
from siegeworks.games import Game

FIRST_SLICE = 8
SLICE_SECONDS = 0.002
"""How long the compiled search runs before the clock is read again."""
MARGIN_SECONDS = 0.001
MOST_MARGIN = 0.25
"""The largest share of its time that a bot leaves for reporting its thought."""
SIMULATIONS_A_SECOND = 400_000
"""More than any search here does, for the size of a tree when the budget is in seconds."""
FORCED_SIMULATIONS = 64
"""Enough for a value where there is only one legal action."""
MOST_LINE = 12
THREAD_EXPLORATION = 0.25
"""By how much each further thread raises the exploration constant: without luck their trees would be the same."""


@dataclass
class ActionStats:
    """The statistics of one action of the seat at the root."""

    action: int
    visits: int = 0
    total: float = 0.0
    strategy_sum: float = 0.0
    proof: int = UNPROVEN
    distance: int = 0

    @property
    def value(self) -> float:
        """The share of the win to expect."""
        if self.proof != UNPROVEN:
            return self.proof / WIN
        return self.total / self.visits if self.visits else 0.0

    def rank(self) -> tuple[float, ...]:
        """The best first: a proven win, the quicker the better, then the most visits, a proven loss last."""
        if self.proof == WIN:
            return (0, self.distance)
        if self.proof == LOSS:
            return (2, -self.distance, -self.visits)
        return (1, -self.strategy_sum, -self.visits, -self.value)


class TreeSearch:
    """The memory of one thread's search, kept from one decision to the next."""

    def __init__(self, game: Game, seats: int, net: Net | None = None) -> None:
        dtype = game.rules.STATE
        self.width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self.seats = seats
        self.states: States = np.zeros(STATES, dtype)
        self._words = self.states.view(np.uint64).reshape(STATES, -1)
        self._masks = masks(dtype, seats)
        self._is_sealed = judgement.kind(dtype) == judgement.SEALED
        self.net = net
        self.tree: Tree | None = None
        self.size = 0

    def reset(self, view: States, simulations: int) -> None:
        """Begin at a view, with an empty tree that is large enough."""
        if self.tree is None or self.size < simulations:
            self.tree = new_tree(self.width, self.seats, simulations, is_sealed=self._is_sealed, net=self.net)
            self.size = simulations
        else:
            clear(self.tree)
        self.states[VIEW] = view[0]

    def observer(self, seat: int) -> Observer:
        """The seat that searches, and what it and others see."""
        return Observer(seat, self._words, self._masks)

    def run(self, seat: int, settings: Settings, dice: Dice, simulations: int, deadline: float | None) -> int:
        """Simulate until the count or the deadline is reached or the root is proven; returns how many were made."""
        done, part, observer = 0, FIRST_SLICE if deadline else simulations, self.observer(seat)
        while done < simulations:
            part = min(part, simulations - done)
            started = time.perf_counter()
            now = int(search.run(self.tree, self.states, observer, settings, dice, part))
            ended = time.perf_counter()
            if now < done + part or (deadline and ended >= deadline):
                return now
            done = now
            if deadline:
                rate = part / max(ended - started, 1e-6)
                part = max(1, min(4 * part, int(rate * min(SLICE_SECONDS, deadline - ended))))
        return done

    def value(self, view: States, seat: int, settings: Settings, dice: Dice, simulations: int) -> float:
        """What a position is worth to a seat, which need not be to move, by a search of so many simulations."""
        self.reset(view, simulations)
        self.run(seat, settings, dice, simulations, None)
        tree: Any = self.tree
        proof, mover = int(tree.nodes["proof"][0]), int(tree.nodes["mover"][0])
        if proof != UNPROVEN:
            return (proof if mover == seat else WIN - proof) / WIN
        return float(tree.value_sums[0, seat] / tree.nodes["visits"][0])

    def values(self) -> list[float]:
        """What every seat got of the win in the simulations so far, on average."""
        tree: Any = self.tree
        return [float(each) / int(tree.nodes["visits"][0]) for each in tree.value_sums[0]]

    def action_stats(self, seat: int, is_mixed: bool, dice: Dice) -> list[ActionStats]:
        """The statistics of the seat's own actions, as far as the tree has them."""
        tree: Any = self.tree
        at = search.own_node(tree, self.states, self.observer(seat), dice)
        if at == NONE or tree.nodes["first"][at] == NONE:
            return []
        first, count = int(tree.nodes["first"][at]), int(tree.nodes["count"][at])
        edges = tree.edges[first : first + count]
        sums = tree.strategies["strategy_sum"][first : first + count] if is_mixed else np.zeros(count)
        columns = (
            edges["action"],
            edges["visits"],
            edges["average"] * edges["visits"],
            sums,
            edges["proof"],
            edges["distance"],
        )
        return [ActionStats(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]

    def line(self, seat: int, action: int, most: int, dice: Dice) -> tuple[list[int], list[int]]:
        """The principal variation from an action on, as far as the seat can tell; and who is to move at each step."""
        tree: Any = self.tree
        at = int(search.own_node(tree, self.states, self.observer(seat), dice))
        line: list[int] = []
        movers: list[int] = []
        while at != NONE and tree.nodes["first"][at] != NONE and len(line) < most:
            first = int(tree.nodes["first"][at])
            edges = tree.edges[first : first + int(tree.nodes["count"][at])]
            place = _best(edges) if line else int(np.flatnonzero(edges["action"] == action)[0])
            if edges["visits"][place] == 0:
                break
            line.append(int(edges["action"][place]))
            movers.append(int(tree.nodes["mover"][at]))
            at = int(search.follow(tree, self.states, self.observer(seat), first + place))
        return line or [action], movers or [seat]


def _best(edges: Any) -> int:
    """The place of the edge that ranks first."""
    columns = (edges[name].tolist() for name in ("proof", "distance", "visits"))
    ranks = [_rank(*row) for row in zip(*columns, strict=True)]
    return ranks.index(min(ranks))


def _rank(proof: int, distance: int, visits: int) -> tuple[int, int]:
    """As `ActionStats.rank`, in short."""
    return (0, distance) if proof == WIN else (2, -distance) if proof == LOSS else (1, -visits)


def searcher(game: Game, name: str, is_uct: bool, budget: Budget) -> SearchBot:
    """Plain UCT, or the full search with the game's judgement."""
    if is_uct:
        return SearchBot(game, name, UCT, budget)
    settings = FULL._replace(rollout_depth=judgement.rollout_depth(game.rules.STATE), **game.judgement.SEARCH_SETTINGS)
    return SearchBot(game, name, settings, budget)


def net_searcher(game: Game, name: str, weights: dict[str, Any], budget: Budget) -> SearchBot:
    """The search that judges by a net."""
    player = SearchBot(game, name, WITH_NET._replace(**game.judgement.NET_SETTINGS), budget)
    player.weights = weights
    return player


class SearchBot(Named):
    """A bot that chooses by tree search."""

    weights: dict[str, Any] | None = None
    """Those of a net, if it judges by one."""

    def __init__(self, game: Game, name: str, settings: Settings, budget: Budget) -> None:
        self.game = game
        self.name = name
        self.settings = settings
        self.budget = budget
        self._searches: list[TreeSearch] = []
        self._searched_until, self._report_seconds = 0.0, 0.0
        self._out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)

    @property
    def simulations(self) -> int:
        """Simulations for a decision, as far as that is known beforehand."""
        return self.budget.simulations or int(self.budget.seconds * SIMULATIONS_A_SECOND)

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The action with the most visits; where choices are sealed, one sampled from the average strategy."""
        return self.decide(view, self.think(view, budget, dice), dice)

    def pick(self, view: States, dice: Dice) -> int:
        """The same without a word."""
        return self.sample(self.think(view, None, dice), dice)

    def sample(self, thought: Thought, dice: Dice) -> int:
        """The action of a candidate, by the shares."""
        left, chosen = roll(dice, RESOLUTION) / RESOLUTION, thought.candidates[0]
        for candidate in thought.candidates:
            left -= candidate.share
            if left < 0.0:
                chosen = candidate
                break
        return chosen.action

    def decide(self, view: States, thought: Thought, dice: Dice) -> tuple[int, Thought]:
        """A candidate, sampled by the shares; and the thought with its line and sentence."""
        action = self.sample(thought, dice)
        reported = self._reported(view, action, thought, dice)
        self._report_seconds = time.perf_counter() - self._searched_until
        return action, reported

    def think(self, view: States, budget: Budget | None, dice: Dice) -> Thought:
        """All the bot can say before it chooses."""
        started = time.perf_counter()
        budget = budget or self.budget
        seat, seats = int(view["to_move"][0]), int(view["seats"][0])
        if seat < 0:
            raise GameOver("nothing-to-choose")
        simulations = self._search(view, seat, seats, budget, dice, started)
        self._searched_until = time.perf_counter()
        is_mixed = not self.settings.is_uct and bool(judgement.is_sealed_choice(view[0]))
        found = sorted(self._merged(seat, is_mixed, dice), key=ActionStats.rank)
        total = sum(each.strategy_sum for each in found) or 1.0
        candidates = tuple(
            Candidate(
                each.action, each.visits, each.value, each.strategy_sum / total if is_mixed else float(each is found[0])
            )
            for each in found
        )
        value = sum(each.share * each.value for each in candidates)
        proven = self._proven(found[0], seat, dice)
        seconds = time.perf_counter() - started
        return Thought(seat, candidates, value, (candidates[0].action,), simulations, seconds, proven, NOTHING_SAID)

    def _search(self, view: States, seat: int, seats: int, budget: Budget, dice: Dice, started: float) -> int:
        """Run the search in as many threads as there may be, each with a tree of its own."""
        expected = budget.simulations or int(budget.seconds * SIMULATIONS_A_SECOND)
        if step.list_legal(view, 0, self._out) == 1:
            expected = min(expected, FORCED_SIMULATIONS)
        deadline = started + budget.seconds - self._margin(budget.seconds) if budget.seconds else None
        share = -(-expected // budget.threads)
        most = share if budget.simulations or expected == FORCED_SIMULATIONS else RESOLUTION
        if not self._searches or self._searches[0].seats != seats:
            self._searches = []
        del self._searches[budget.threads :]
        while len(self._searches) < budget.threads:
            self._searches.append(self.new_search(seats))
        searches = self._searches
        streams = new_dice(int(dice[0]), budget.threads)
        roll(dice, 2)
        for each in searches:
            each.reset(view, share)

        def run(at: int) -> int:
            exploration = self.settings.exploration * (1 + at * THREAD_EXPLORATION)
            settings = self.settings._replace(exploration=exploration)
            return searches[at].run(seat, settings, streams[at : at + 1], most, deadline)

        if budget.threads == 1:
            return run(0)
        with ThreadPoolExecutor(budget.threads) as pool:
            return sum(pool.map(run, range(budget.threads)))

    def values(self, value: float) -> list[float]:
        """What every seat can expect by the last search, if its own has this value: the others share the rest as the
        simulations gave it to them."""
        found = self._searches[0].values()
        seat = int(self._searches[0].states[VIEW]["to_move"])
        others = sum(found) - found[seat]
        shares = [each / others if others else 1.0 / (len(found) - 1) for each in found]
        return [value if at == seat else (1.0 - value) * share for at, share in enumerate(shares)]

    def look(self, view: States, seat: int, dice: Dice) -> tuple[list[float], int]:
        """What every seat can expect by what a seat knows that need not be to move; and the simulations made."""
        own, simulations = self.new_search(int(view["seats"][0])), self.simulations
        own.reset(view, simulations)
        made = own.run(seat, self.settings, dice, simulations, None)
        return own.values(), made

    def new_search(self, seats: int) -> TreeSearch:
        """Memory for one more search that judges as this bot does."""
        return TreeSearch(self.game, seats, new_net(self.game, self.weights) if self.weights else None)

    def line_after(self, action: int, most: int = MOST_LINE) -> list[int]:
        """The principal variation of the last search from an action on, as far as its seat can tell."""
        search_of_thread = self._searches[0]
        seat = int(search_of_thread.states[VIEW]["to_move"])
        return search_of_thread.line(seat, action, most, new_dice(0))[0]

    def _margin(self, seconds: float) -> float:
        """What to leave of the time for reporting: as long as that took last time."""
        return min(MARGIN_SECONDS + self._report_seconds, MOST_MARGIN * seconds)

    def _merged(self, seat: int, is_mixed: bool, dice: Dice) -> list[ActionStats]:
        """The statistics of all threads, added up action by action."""
        merged: dict[int, ActionStats] = {}
        for search_of_thread in self._searches:
            for each in search_of_thread.action_stats(seat, is_mixed, dice.copy()):
                known = merged.setdefault(each.action, ActionStats(each.action))
                known.visits += each.visits
                known.total += each.total
                known.strategy_sum += each.strategy_sum
                if each.proof != UNPROVEN and (known.proof == UNPROVEN or each.distance < known.distance):
                    known.proof, known.distance = each.proof, each.distance
        return list(merged.values())

    def _proven(self, best: ActionStats, seat: int, dice: Dice) -> str | None:
        """In words, if the result is certain: how many turns of the seat a win takes, or a loss can be put off."""
        if best.proof == UNPROVEN:
            return None
        if best.proof == DRAW:
            return "draw"
        movers = self._searches[0].line(seat, best.action, best.distance, dice.copy())[1]
        turns = sum(mover == seat and before != seat for before, mover in zip([NONE, *movers], movers, strict=False))
        return f"win in {turns}" if best.proof == WIN else f"loss in {turns}"

    def _reported(self, view: States, action: int, thought: Thought, dice: Dice) -> Thought:
        """The thought with the principal variation and one sentence about the action."""
        line = self._searches[0].line(thought.seat, action, MOST_LINE, dice.copy())[0]
        return replace(thought, line=tuple(line), says=sentence(self.game, view, action, thought))
