"""Whether one action of a position is best, and why.

In open games for two the solver proves it: the action wins by force and no other does, or all others lose by force.
Where that is too far away, two searches that judge in different ways must both find it clearly best. Where nothing
hidden is chosen and nothing is drawn any more, everything is tried to the end. Elsewhere every action is searched many
times, each time with another guess at what is hidden, and the solution must be better than each of the others by a
margin whose interval is known. That interval is about the luck of the searches, not about their judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import NamedTuple

from siegeworks.bots import Budget, judgement
from siegeworks.bots.net import new_net
from siegeworks.bots.netfile import knows, shipped_net
from siegeworks.bots.solver import Solver, can_solve
from siegeworks.bots.thinking import SearchBot, TreeSearch, net_searcher, searcher
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import CHANCE
from siegeworks.core.views import States, copied, view
from siegeworks.games import Game
from siegeworks.puzzles import Goal, Kind, Proof
from siegeworks.puzzles.board import Board, is_over
from siegeworks.puzzles.themes import themes_data

NODES, CHILD_NODES = 60_000, 20_000
"""Positions the solver may visit for the whole position, and after each action."""
LONG_NODES = 400_000
"""Positions visited in search of a later loss by the only defence."""
LOSING_PLIES = 7
"""How far ahead a loss of all other actions is looked for."""
SLACK = 2
"""So many actions further no other action wins, and the solution does not lose."""
MOST_TRIED = 60_000
"""Positions that are tried to the end at most."""
RUNS, RUN_SIMULATIONS = 16, 400
SEALED_SIMULATIONS = 3_000
FIRST_RUNS = 4
"""Runs before an action that is clearly not unique is dropped."""
LOOK_SIMULATIONS, LOOK_GAP, LOOK_VISITS = 1_000, 0.04, 8
"""A first look: so much better than the next must the best be, among those visited often enough."""
LEAST_MARGIN = 0.05
"""The lower end of the margin's interval, or what each of two judges must find: a share of the win."""
JUDGE_SIMULATIONS = 800
"""Of each action, by each of two judges."""
STUDENT = {4: 3.18, 16: 2.13}
"""Of Student's distribution, for 95 % intervals of the mean of so many runs."""


class Found(NamedTuple):
    """The one best action, what it achieves, and why it is the only one."""

    action: int
    line: tuple[int, ...]
    goal: Goal
    turns: int
    proof: Proof


class HiddenChoice(Exception):
    """Something secret or drawn comes before the end, or there is too much to try."""


@dataclass
class Prover:
    """What it takes to prove an action of one game best.

    `is_strict`: a margin must be large, and be seen at a first look. Who only proves it again asks for any margin: on
    another machine searches may go another way.
    """

    game: Game
    is_strict: bool = True

    def __post_init__(self) -> None:
        self.board = Board(self.game)
        self._solver = Solver(self.game.rules.STATE)
        self.search: SearchBot = searcher(self.game, "search", is_uct=False, budget=Budget(RUN_SIMULATIONS))
        self._trees: dict[tuple[int, bool], TreeSearch] = {}
        self._net = shipped_net(self.game)
        weights = self._net.weights if self._net else None
        self._with_net = net_searcher(self.game, "net", weights, Budget(LOOK_SIMULATIONS)) if weights else None

    def kinds(self, states: States) -> tuple[Kind, ...]:
        """The kinds of proof that there are for a position, the best first."""
        if can_solve(states):
            return ("solver", "judges") if themes_data(self.game)["judges"] else ("solver",)
        return ("exhaustive", "margin")

    def best(
        self, states: States, kinds: Sequence[Kind], is_wanted: Callable[[int], bool] = lambda action: True
    ) -> Found | None:
        """The one best action of the seat to move, if one is proved. One that is not wanted need not be proved."""
        seat = int(states["to_move"][0])
        seen = view(states, seat)
        ways = {
            "solver": self._by_solver,
            "judges": self._by_judges,
            "exhaustive": self._by_exhaustion,
            "margin": self._by_margin,
        }
        for kind in kinds:
            found = ways[kind](seen, seat, is_wanted)
            if found is not None:
                return found
        return None

    # By the solver

    def _by_solver(self, seen: States, seat: int, is_wanted: Callable[[int], bool]) -> Found | None:
        solution = self._solver.solve(seen, nodes=NODES)
        if solution is None:
            return self._only_defence(seen, seat, is_wanted)
        if solution.outcome < 1 or not is_wanted(solution.action):
            return None
        beyond = solution.plies + SLACK
        for action in self.board.by_prior(seen):
            if action != solution.action and self._wins(seen, action, seat, beyond) is not False:
                return None
        turns = int(solution.says.rpartition(" ")[2])
        return Found(solution.action, solution.line, "win", turns, Proof("solver", solution.plies, beyond))

    def _only_defence(self, seen: States, seat: int, is_wanted: Callable[[int], bool]) -> Found | None:
        """All actions but one lose by force."""
        holding = None
        for action in self.board.by_prior(seen):
            if self._wins(seen, action, 1 - seat, LOSING_PLIES):
                continue
            if holding is not None or not is_wanted(action):
                return None
            holding = action
        beyond = LOSING_PLIES + SLACK
        if holding is None or self._wins(seen, holding, 1 - seat, beyond) is not False or self._loses(seen, holding):
            return None
        return Found(holding, (holding,), "hold", 0, Proof("solver", LOSING_PLIES, beyond))

    def _wins(self, seen: States, action: int, seat: int, plies: int) -> bool | None:
        """Whether a seat wins by force within so many plies, of which this action is the first; None: not known."""
        later = self.board.after(seen, action)
        if is_over(later):
            return self.board.share(later, seat) == 1
        return self._solver.can_win(later, seat, plies - 1, CHILD_NODES)

    def _loses(self, seen: States, action: int) -> bool:
        """Whether a long search for a proof finds that the action loses too, only later."""
        later, seat = self.board.after(seen, action), int(seen["to_move"][0])
        solution = self._solver.solve(later, nodes=LONG_NODES) if can_solve(later) else None
        if solution is None:
            return is_over(later) and self.board.share(later, seat) == 0
        return solution.outcome == (-1 if int(later["to_move"][0]) == seat else 1)

    # By two judges

    def _by_judges(self, seen: States, seat: int, is_wanted: Callable[[int], bool]) -> Found | None:
        """Both the search with the net and that with the game's judgement find an action clearly best."""
        if self._net is None or self._with_net is None or not knows(self._net, self.game, seen):
            return None
        judges = (self._with_net, self.search)
        found = {self._look(seen, judge) for judge in judges}
        best = found.pop()
        if found or best is None or not is_wanted(best):
            return None
        least, leads = LEAST_MARGIN if self.is_strict else 0.0, []
        for judge in judges:
            leads.append(self._lead(seen, seat, best, judge))
            if leads[-1] < least:
                return None
        net, own = leads
        return Found(best, (best,), "best", 0, Proof("judges", simulations=JUDGE_SIMULATIONS, leads=(own, net)))

    def _lead(self, seen: States, seat: int, best: int, judge: SearchBot) -> float:
        """By how much an action is better than each other by itself; what is at most 0 is not looked into further."""
        own, least = self._judged(seen, seat, best, judge), 1.0
        for action in self.board.by_prior(seen):
            if action != best:
                least = min(least, own - self._judged(seen, seat, action, judge))
                if least <= 0:
                    break
        return round(least, 3)

    def _judged(self, seen: States, seat: int, action: int, judge: SearchBot) -> float:
        """What an action is worth to a seat by a judge."""
        return self._value(self.board.after(seen, action), seat, 1, judge, JUDGE_SIMULATIONS)

    # By exhaustion

    def _by_exhaustion(self, seen: States, seat: int, is_wanted: Callable[[int], bool]) -> Found | None:
        if not _is_open(seen):
            return None
        known: dict[bytes, float] = {}
        try:
            shares = {
                action: self._share(self.board.after(seen, action), seat, known) for action in self.board.legal(seen)
            }
        except HiddenChoice:
            return None
        best = max(shares, key=lambda action: shares[action])
        if list(shares.values()).count(shares[best]) > 1 or not is_wanted(best):
            return None
        return Found(best, (best,), "win" if shares[best] == 1 else "share", 0, Proof("exhaustive"))

    def _share(self, states: States, seat: int, known: dict[bytes, float]) -> float:
        """The seat's share of the win if everybody plays the best, by trying everything."""
        if is_over(states):
            return self.board.share(states, seat)
        key = states.tobytes()
        if key not in known:
            actions, mover = self.board.legal(states), int(states["to_move"][0])
            is_hidden = mover == CHANCE or (len(actions) > 1 and not _is_open(states))
            if is_hidden or int(states["seats"][0]) > 2 or len(known) >= MOST_TRIED:
                raise HiddenChoice
            shares = [self._share(self.board.after(states, action), seat, known) for action in actions]
            known[key] = max(shares) if mover == seat else min(shares)
        return known[key]

    # By a margin

    def _by_margin(self, seen: States, seat: int, is_wanted: Callable[[int], bool]) -> Found | None:
        if self.is_strict:
            best = self._look(seen, self.search)
            if best is None or not is_wanted(best):
                return None
        least = LEAST_MARGIN if self.is_strict else 0.0
        runs: list[dict[int, float]] = []
        values = self._sealed_values if judgement.is_sealed_choice(seen[0]) else self._values
        while len(runs) < RUNS:
            runs.append(values(seen, seat, len(runs) + 1))
            if len(runs) == FIRST_RUNS:
                best = _leader(runs)
                if not is_wanted(best) or _margin(runs, best)[2] < least:
                    return None
        best = _leader(runs)
        margin = _margin(runs, best)
        if not is_wanted(best) or margin[1] < least:
            return None
        is_sealed = judgement.is_sealed_choice(seen[0])
        simulations = SEALED_SIMULATIONS if is_sealed else RUN_SIMULATIONS
        return Found(best, (best,), "best", 0, Proof("margin", runs=RUNS, simulations=simulations, margin=margin))

    def _look(self, seen: States, judge: SearchBot) -> int | None:
        """What one search finds best; None where that must be clearly better than the others, and is not."""
        best, *others = judge.think(seen, Budget(LOOK_SIMULATIONS), new_dice(1)).candidates
        next_best = max((each.value for each in others if each.visits >= LOOK_VISITS), default=0.0)
        return best.action if not self.is_strict or best.value - next_best >= LOOK_GAP else None

    def _sealed_values(self, seen: States, seat: int, run: int) -> dict[int, float]:
        """What each sealed choice is worth against choices of the others that nobody can exploit."""
        thought = self.search.think(seen, Budget(SEALED_SIMULATIONS), new_dice(run))
        return {each.action: each.value for each in thought.candidates}

    def _values(self, seen: States, seat: int, run: int) -> dict[int, float]:
        """What each action is worth to the seat in one run, where all meet the same guess at what is hidden."""
        guessed = copied(seen)
        step.imagine(guessed, 0, seat, new_dice(run))
        return {
            action: self._value(self.board.after(guessed, action), seat, run, self.search, RUN_SIMULATIONS)
            for action in self.board.legal(seen)
        }

    def _value(self, states: States, seat: int, run: int, judge: SearchBot, simulations: int) -> float:
        """What a state is worth to a seat, by a search from what the seat sees."""
        dice = new_dice(run)
        self.board.draw(states, dice)
        if is_over(states):
            return self.board.share(states, seat)
        tree = self._tree(int(states["seats"][0]), judge)
        return tree.value(view(states, seat), seat, judge.settings, dice, simulations)

    def _tree(self, seats: int, judge: SearchBot) -> TreeSearch:
        """The memory of a judge's searches, for so many seats."""
        key = seats, judge.weights is not None
        if key not in self._trees:
            net = new_net(self.game, judge.weights) if judge.weights is not None else None
            self._trees[key] = TreeSearch(self.game, seats, net)
        return self._trees[key]


def _is_open(states: States) -> bool:
    """Whether nothing is hidden from anybody, in a game whose only secrets are choices made at once."""
    return judgement.kind(states.dtype) == judgement.SEALED and not judgement.is_sealed_choice(states[0])


def _leader(runs: list[dict[int, float]]) -> int:
    """The action with the best mean."""
    return max(runs[0], key=lambda action: mean(run[action] for run in runs))


def _margin(runs: list[dict[int, float]], best: int) -> tuple[float, float, float]:
    """By how much an action is better than the one that comes closest to it, with the interval of 95 %."""
    margins = []
    for other in runs[0]:
        if other != best:
            gaps = [run[best] - run[other] for run in runs]
            middle, half = mean(gaps), STUDENT[len(runs)] * stdev(gaps) / len(gaps) ** 0.5
            margins.append((round(middle - half, 3), round(middle, 3), round(middle + half, 3)))
    low, middle, high = min(margins)
    return middle, low, high
