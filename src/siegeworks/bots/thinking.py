"""The bots that search: they run the compiled search for as long as they may, and put into words what it found."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from siegeworks.bots import Budget, Candidate, Thought, opinions, search
from siegeworks.bots.search import SEEN, STATES, Manner
from siegeworks.bots.tree import DRAW, LOSS, NONE, UNPROVEN, WIN, Tree, forget, masks, new_tree
from siegeworks.core import step
from siegeworks.core.dice import Dice, new_dice, roll
from siegeworks.core.views import States
from siegeworks.errors import GameOver
from siegeworks.games import Game

FIRST_SLICE = 8
SLICE_SECONDS = 0.002
"""How long the compiled search runs before the clock is looked at again."""
MARGIN_SECONDS = 0.001
MOST_MARGIN = 0.25
"""Of its time, what a bot leaves for telling its thought."""
SIMULATIONS_A_SECOND = 400_000
"""More than any search here does, for the size of a tree that has only seconds given."""
FORCED_SIMULATIONS = 64
"""Enough for a value where there is nothing to choose."""
MOST_LINE = 12
OWN_CURIOSITY = 0.25
"""How much more curious each further thread is: where nothing is left to luck, their trees would be the same."""

PLAIN = Manner(
    is_plain=1,
    cut=opinions.TO_THE_END,
    most_plies=1_000,
    is_urged=0,
    curiosity=1.0,
    caution=0.0,
    evenness=0.0,
    wander=0.0,
    echo=0.0,
    opinion=0.0,
    pride=0.0,
)
"""UCT as in the books; the curiosity is OpenSpiel's 2 for values from -1 to 1."""
FULL = PLAIN._replace(is_plain=0, curiosity=1.0, caution=0.0, evenness=0.1, wander=0.1)
"""The full search; `cut` and whatever `MANNER` in its judgement says are the game's."""


@dataclass
class Found:
    """What the search found out about one action of the seat."""

    action: int
    visits: int = 0
    total: float = 0.0
    habit: float = 0.0
    proof: int = UNPROVEN
    distance: int = 0

    @property
    def value(self) -> float:
        """The share of the win to expect."""
        if self.proof != UNPROVEN:
            return self.proof / WIN
        return self.total / self.visits if self.visits else 0.0

    def rank(self) -> tuple[float, ...]:
        """The best first: a proven win, the quicker the better, then what was looked at most, a proven loss last."""
        if self.proof == WIN:
            return (0, self.distance)
        if self.proof == LOSS:
            return (2, -self.distance, -self.visits)
        return (1, -self.habit, -self.visits, -self.value)


class Mind:
    """The memory one thread thinks with, kept from one search to the next."""

    def __init__(self, game: Game, seats: int) -> None:
        dtype = game.rules.STATE
        self.width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self.seats = seats
        self.states: States = np.zeros(STATES, dtype)
        self.words = self.states.view(np.uint64).reshape(STATES, -1)
        self.masks = masks(dtype, seats)
        self._is_sealed = opinions.kind(dtype) == opinions.SEALED
        self.tree: Tree | None = None
        self.size = 0

    def begin(self, view: States, simulations: int) -> None:
        """Look at a view, with an empty tree that is large enough."""
        if self.tree is None or self.size < simulations:
            self.tree = new_tree(self.width, self.seats, simulations, is_sealed=self._is_sealed)
            self.size = simulations
        else:
            forget(self.tree)
        self.states[SEEN] = view[0]

    def think(self, seat: int, manner: Manner, dice: Dice, simulations: int, deadline: float | None) -> int:
        """Simulate until the count, the time or the question is settled; returns how many were made."""
        done, part = 0, FIRST_SLICE if deadline else simulations
        while done < simulations:
            part = min(part, simulations - done)
            started = time.perf_counter()
            now = int(search.grow(self.tree, self.states, self.words, self.masks, seat, manner, dice, part))
            ended = time.perf_counter()
            if now < done + part or (deadline and ended >= deadline):
                return now
            done = now
            if deadline:
                rate = part / max(ended - started, 1e-6)
                part = max(1, min(4 * part, int(rate * min(SLICE_SECONDS, deadline - ended))))
        return done

    def found(self, seat: int, is_mixed: bool, dice: Dice) -> list[Found]:
        """The seat's own actions, as far as the tree knows them."""
        tree: Any = self.tree
        at = search.own_node(tree, self.states, self.words, self.masks, seat, dice)
        if at == NONE or tree.nodes["first"][at] == NONE:
            return []
        first, count = int(tree.nodes["first"][at]), int(tree.nodes["count"][at])
        edges = tree.edges[first : first + count]
        habits = tree.sealed["habit"][first : first + count] if is_mixed else np.zeros(count)
        columns = (
            edges["action"],
            edges["visits"],
            edges["average"] * edges["visits"],
            habits,
            edges["proof"],
            edges["distance"],
        )
        return [Found(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]

    def line(self, seat: int, action: int, most: int, dice: Dice) -> tuple[list[int], list[int]]:
        """The action and how the tree expects play to go on, as far as the seat can tell; and who is to move there."""
        tree: Any = self.tree
        at = int(search.own_node(tree, self.states, self.words, self.masks, seat, dice))
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
            at = int(search.follow(tree, self.states, self.words, self.masks, seat, first + place))
        return line or [action], movers or [seat]


def _best(edges: Any) -> int:
    """The place of the edge that ranks first."""
    columns = (edges[name].tolist() for name in ("proof", "distance", "visits"))
    ranks = [_rank(*row) for row in zip(*columns, strict=True)]
    return ranks.index(min(ranks))


def _rank(proof: int, distance: int, visits: int) -> tuple[int, int]:
    """As `Found.rank`, in short."""
    return (0, distance) if proof == WIN else (2, -distance) if proof == LOSS else (1, -visits)


def searcher(game: Game, name: str, is_plain: bool, budget: Budget) -> SearchBot:
    """Plain UCT, or the full search with the game's judgement."""
    if is_plain:
        return SearchBot(game, name, PLAIN, budget)
    manner = FULL._replace(cut=opinions.cut(game.rules.STATE), **game.judgement.MANNER)
    return SearchBot(game, name, manner, budget)


class SearchBot:
    """Looks ahead with the search, in one manner or another."""

    def __init__(self, game: Game, name: str, manner: Manner, budget: Budget) -> None:
        self.game = game
        self.name = name
        self.manner = manner
        self.budget = budget
        self._minds: list[Mind] = []
        self._looked_until, self._telling = 0.0, 0.0
        self._out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)

    @property
    def simulations(self) -> int:
        """How often it looks ahead for a decision, as far as that can be told beforehand."""
        return self.budget.simulations or int(self.budget.seconds * SIMULATIONS_A_SECOND)

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """The action that was looked at most; where choices are sealed one drawn from the mixture found."""
        return self.decide(view, self.think(view, budget, dice), dice)

    def decide(self, view: States, thought: Thought, dice: Dice) -> tuple[int, Thought]:
        """A candidate, drawn by the shares; and the thought, told in full."""
        left, chosen = roll(dice, search.FINE) / search.FINE, thought.candidates[0]
        for candidate in thought.candidates:
            left -= candidate.share
            if left < 0.0:
                chosen = candidate
                break
        told = self._told(view, chosen.action, thought, dice)
        self._telling = time.perf_counter() - self._looked_until
        return chosen.action, told

    def think(self, view: States, budget: Budget | None, dice: Dice) -> Thought:
        """All the bot can say before it chooses."""
        started = time.perf_counter()
        budget = budget or self.budget
        seat, seats = int(view["to_move"][0]), int(view["seats"][0])
        if seat < 0:
            raise GameOver("No seat is to move here, so there is nothing to choose.")
        simulations = self._look(view, seat, seats, budget, dice, started)
        self._looked_until = time.perf_counter()
        is_mixed = not self.manner.is_plain and bool(opinions.is_sealed_choice(view[0]))
        found = sorted(self._merged(seat, is_mixed, dice), key=Found.rank)
        habits = sum(each.habit for each in found) or 1.0
        candidates = tuple(
            Candidate(
                each.action, each.visits, each.value, each.habit / habits if is_mixed else float(each is found[0])
            )
            for each in found
        )
        value = sum(each.share * each.value for each in candidates)
        proven = self._proven(found[0], seat, dice)
        seconds = time.perf_counter() - started
        return Thought(seat, candidates, value, (candidates[0].action,), simulations, seconds, proven, "")

    def _look(self, view: States, seat: int, seats: int, budget: Budget, dice: Dice, started: float) -> int:
        """Run the search in as many threads as there may be, each with a tree of its own."""
        expected = budget.simulations or int(budget.seconds * SIMULATIONS_A_SECOND)
        if step.list_legal(view, 0, self._out) == 1:
            expected = min(expected, FORCED_SIMULATIONS)
        deadline = started + budget.seconds - self._margin(budget.seconds) if budget.seconds else None
        share = -(-expected // budget.threads)
        most = share if budget.simulations or expected == FORCED_SIMULATIONS else search.FINE
        if not self._minds or self._minds[0].seats != seats:
            self._minds = []
        del self._minds[budget.threads :]
        while len(self._minds) < budget.threads:
            self._minds.append(Mind(self.game, seats))
        minds = self._minds
        streams = new_dice(int(dice[0]), budget.threads)
        roll(dice, 2)
        for mind in minds:
            mind.begin(view, share)

        def run(at: int) -> int:
            manner = self.manner._replace(curiosity=self.manner.curiosity * (1 + at * OWN_CURIOSITY))
            return minds[at].think(seat, manner, streams[at : at + 1], most, deadline)

        if budget.threads == 1:
            return run(0)
        with ThreadPoolExecutor(budget.threads) as pool:
            return sum(pool.map(run, range(budget.threads)))

    def _margin(self, seconds: float) -> float:
        """What to leave of the time for putting thoughts into words: as long as that took last time."""
        return min(MARGIN_SECONDS + self._telling, MOST_MARGIN * seconds)

    def _merged(self, seat: int, is_mixed: bool, dice: Dice) -> list[Found]:
        """What all threads found, action by action."""
        merged: dict[int, Found] = {}
        for mind in self._minds:
            for each in mind.found(seat, is_mixed, dice.copy()):
                known = merged.setdefault(each.action, Found(each.action))
                known.visits += each.visits
                known.total += each.total
                known.habit += each.habit
                if each.proof != UNPROVEN and (known.proof == UNPROVEN or each.distance < known.distance):
                    known.proof, known.distance = each.proof, each.distance
        return list(merged.values())

    def _proven(self, best: Found, seat: int, dice: Dice) -> str | None:
        """In words, if the result is certain: how many turns of the seat a win takes, or a loss can be put off."""
        if best.proof == UNPROVEN:
            return None
        if best.proof == DRAW:
            return "draw"
        movers = self._minds[0].line(seat, best.action, best.distance, dice.copy())[1]
        turns = sum(mover == seat and before != seat for before, mover in zip([NONE, *movers], movers, strict=False))
        return f"win in {turns}" if best.proof == WIN else f"loss in {turns}"

    def _told(self, view: States, action: int, thought: Thought, dice: Dice) -> Thought:
        """The thought with the expected line and one sentence about the action."""
        line = self._minds[0].line(thought.seat, action, MOST_LINE, dice.copy())[0]
        return replace(thought, line=tuple(line), says=sentence(self.game, view, action, thought))


def sentence(game: Game, view: States, action: int, thought: Thought) -> str:
    """One sentence of facts about the action a bot chose."""
    name = f'"{game.words.ACTION_NAMES[action]}"'
    if len(thought.candidates) == 1 and not thought.proven:
        return f"{name} is the only legal action."
    remark = game.judgement.remark
    fact = remark(view.copy()[0], action) if remark else None
    if thought.proven:
        expects = f"a certain {thought.proven}"
    else:
        expects = f"{thought.value:.0%} of the win expected after {thought.simulations:,} looks ahead"
    return f"{name} {fact} ({expects})." if fact else f"{name}: {expects}."
