"""Looking back at a match: what each decision was worth, what would have been better, and why, in true sentences.

Every decision is judged from the view its seat had, by a bot that cannot know more: a bold choice that lost to a card
nobody could see is not a mistake.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from siegeworks.bots import Budget, Candidate
from siegeworks.bots.judgement import is_sealed_choice
from siegeworks.bots.thinking import SearchBot, TreeSearch, searcher
from siegeworks.bots.tree import LOSS, UNPROVEN, WIN
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.views import States, view
from siegeworks.errors import BadSetup
from siegeworks.match import Line, Match

MOMENTS = 3
"""How many of the largest losses are told."""
LEAST_LOSS = 0.05
"""A smaller loss is within what the bot itself is unsure of."""
LEAST_LOOK = 0.25
"""Looked at less often than this share of the best, an action is looked at again, alone."""
HOPELESS = -1e6
"""The value that keeps the search from ever trying an action."""
MOST_LOOKS = 200_000
"""Room for a search that has only seconds given."""
NAMED = 5
"""Candidates kept for each decision."""

Progress = Callable[[int, int], None]
"""Told how many decisions are judged, of how many."""


@dataclass(frozen=True)
class Choice:
    """An action that was considered: the share of the win it promises, and how often the bot would play it."""

    action: str
    value: float
    share: float


@dataclass(frozen=True)
class Judged:
    """A decision of a seat, judged by what it could know."""

    ply: int
    """The line's place in the log, from 0; people count from 1."""
    seat: int
    action: str
    best: str
    value: float
    """The share of the win the seat could expect before it acted."""
    kept: float
    """What was left of it after the action."""
    line: tuple[str, ...]
    """How it might have gone on, the best action first."""
    proven: str | None
    choices: tuple[Choice, ...]

    @property
    def loss(self) -> float:
        """What the action gave away."""
        return max(0.0, self.value - self.kept)


@dataclass(frozen=True)
class Moment:
    """A decision to look at again, in one sentence."""

    ply: int
    seat: int
    loss: float
    says: str


@dataclass(frozen=True)
class Analysis:
    """A whole match, decision by decision."""

    game: str
    seats: int
    decisions: tuple[Judged, ...]
    moments: tuple[Moment, ...]
    """The largest losses, largest first."""

    def as_json(self) -> dict[str, Any]:
        """Plain data; each decision with its loss."""
        told = asdict(self)
        for data, judged in zip(told["decisions"], self.decisions, strict=True):
            data["loss"] = judged.loss
        return told


def analyse(match: Match, budget: Budget, progress: Progress | None = None) -> Analysis:
    """Judge every decision of a match with this budget, and again what was played where that was hardly looked at."""
    decisions = _decisions(match)
    if not decisions:
        raise BadSetup("There is nothing to analyse: no seat has acted yet.")
    judge = searcher(match.game, "search", is_uct=False, budget=budget)
    judged = []
    for done, (ply, line, seen) in enumerate(decisions):
        if progress is not None:
            progress(done, len(decisions))
        judged.append(_judged(judge, ply, line, seen))
    if progress is not None:
        progress(len(decisions), len(decisions))
    return Analysis(match.game.name, match.seats, tuple(judged), _moments(match, judged))


def _decisions(match: Match) -> list[tuple[int, Line, States]]:
    """What seats chose, each with what the seat saw; a leaving seat chooses nothing, nor does one with no choice."""
    found = []
    out = np.zeros(max(match.game.rules.ACTIONS, match.game.rules.CHANCES), np.int64)
    for ply, (line, states) in enumerate(match.history()):
        if not isinstance(line.who, int) or line.number is None or int(states["gone"][0]) >> line.who & 1:
            continue
        if step.list_legal(states, 0, out) > 1:
            found.append((ply, line, view(states, line.who)))
    return found


def _judged(judge: SearchBot, ply: int, line: Line, seen: States) -> Judged:
    _, thought = judge.choose(seen, None, new_dice(ply))
    names, best = judge.game.words.ACTION_NAMES, thought.candidates[0]
    played = next(each for each in thought.candidates if each.action == line.number)
    going_on = thought.line if thought.line[0] == best.action else (best.action,)
    return Judged(
        ply,
        thought.seat,
        line.name,
        names[best.action],
        best.value,
        _kept(judge, seen, best, played),
        tuple(names[action] for action in going_on),
        thought.proven,
        tuple(Choice(names[each.action], each.value, each.share) for each in thought.candidates[:NAMED]),
    )


def _kept(judge: SearchBot, seen: States, best: Candidate, played: Candidate) -> float:
    """What the action that was played is worth; what the judge passed over quickly it looks at once more."""
    is_known = played.visits >= LEAST_LOOK * best.visits and best.value < 1.0
    if played == best or is_known or is_sealed_choice(seen[0]):
        return min(played.value, best.value)
    return min(worth_of(judge, seen, played.action), best.value)


def worth_of(judge: SearchBot, seen: States, action: int) -> float:
    """The share of the win the seat may expect if it plays this action: a search in which it plays nothing else."""
    seat, dice = int(seen["to_move"][0]), new_dice(action)
    own, budget = TreeSearch(judge.game, int(seen["seats"][0])), judge.budget
    simulations = budget.simulations or MOST_LOOKS
    deadline = time.perf_counter() + budget.seconds if budget.seconds else None
    own.reset(seen, simulations)
    own.run(seat, judge.settings, dice, 1, None)
    tree: Any = own.tree
    edges = _only(tree, action)
    own.run(seat, judge.settings, dice, simulations, deadline)
    at = int(tree.nodes["first"][0]) + int((edges["action"] == action).argmax())
    proof = int(tree.edges["proof"][at])
    return float(tree.edges["average"][at]) if proof == UNPROVEN else proof / WIN


def _only(tree: Any, action: int) -> Any:
    """Make every other action at the top of a tree hopeless; returns what stands there."""
    first = int(tree.nodes["first"][0])
    edges = tree.edges[first : first + int(tree.nodes["count"][0])]
    others = edges["action"] != action
    edges["proof"][others] = LOSS
    edges["average"][others] = HOPELESS
    edges["visits"][others] = 1
    tree.nodes["proof"][0] = UNPROVEN
    return edges


def _moments(match: Match, judged: list[Judged]) -> tuple[Moment, ...]:
    """The largest losses, in sentences."""
    worst = sorted((each for each in judged if each.loss >= LEAST_LOSS), key=lambda each: (-each.loss, each.ply))
    return tuple(Moment(each.ply, each.seat, each.loss, _said(match, each)) for each in worst[:MOMENTS])


def _said(match: Match, judged: Judged) -> str:
    """What was played, what would have been better, and what that does."""
    who = match.game.words.seat_name(judged.seat)
    first = f"At move {judged.ply + 1} {who} played {judged.action} ({_percent(judged.kept)})"
    why = what_it_does(match.until(judged.ply), judged.best)
    return f"{first}; {judged.best} would have kept {_percent(judged.value)}{f': it {why}' if why else ''}."


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def what_it_does(match: Match, action: str) -> str | None:
    """What an action of the seat to move does, as that seat can tell: "takes c4 and e5"; None if no word is for it."""
    remark = match.game.judgement.remark
    if remark is None or not isinstance(match.to_move, int):
        return None
    seen = match.seat_view(match.to_move)
    return remark(seen[0], match.game.action_numbers[action])
