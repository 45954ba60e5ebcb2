"""Looking back at a match: what each decision was worth, what would have been better, and why, in true sentences.

Every decision is judged from the view its seat had, by a bot that cannot know more: a bold choice that lost to a card
nobody could see is not a mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from siegeworks.bots import Bot, Budget, Candidate, Thought, bot
from siegeworks.bots.opinions import judgement_of
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.views import States, view
from siegeworks.errors import BadSetup
from siegeworks.match import Line, Match

JUDGE = "search"
MOMENTS = 3
"""How many of the largest losses are told."""
LEAST_LOSS = 0.05
"""A smaller loss is within what the bot itself is unsure of."""
LEAST_VISITS = 8
"""Looked at less often, an action's value is no more than a first impression."""
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
    kept: float | None
    """What was left of it after the action; None if the bot hardly looked at that."""
    line: tuple[str, ...]
    """How it might have gone on, the best action first."""
    proven: str | None
    choices: tuple[Choice, ...]

    @property
    def loss(self) -> float:
        """What the action gave away."""
        return 0.0 if self.kept is None or self.action == self.best else max(0.0, self.value - self.kept)


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
    judge: str
    decisions: tuple[Judged, ...]
    moments: tuple[Moment, ...]
    """The largest losses, largest first."""

    def as_json(self) -> dict[str, Any]:
        """Plain data; each decision with its loss."""
        told = asdict(self)
        for data, judged in zip(told["decisions"], self.decisions, strict=True):
            data["loss"] = judged.loss
        return told


def analyse(match: Match, budget: Budget, progress: Progress | None = None, judge: str = JUDGE) -> Analysis:
    """Judge every decision of a match, each with this budget. It reads the match and changes nothing."""
    decisions = _decisions(match)
    if not decisions:
        raise BadSetup("There is nothing to analyse: no seat has acted yet.")
    thinker, judged = bot(match.game, judge), []
    for done, (ply, line, states) in enumerate(decisions):
        if progress is not None:
            progress(done, len(decisions))
        judged.append(_judged(match, thinker, budget, ply, line, states))
    if progress is not None:
        progress(len(decisions), len(decisions))
    return Analysis(match.game.name, match.seats, judge, tuple(judged), _moments(match, judged))


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


def _judged(match: Match, thinker: Bot, budget: Budget, ply: int, line: Line, seen: States) -> Judged:
    _, thought = thinker.choose(seen, budget, new_dice(ply))
    names = match.game.words.ACTION_NAMES
    assert line.number is not None
    best = thought.candidates[0]
    return Judged(
        ply,
        thought.seat,
        line.name,
        names[best.action],
        best.value,
        _kept(thought, line.number),
        tuple(names[action] for action in thought.line),
        thought.proven,
        tuple(Choice(names[each.action], each.value, each.share) for each in thought.candidates[:NAMED]),
    )


def _kept(thought: Thought, action: int) -> float | None:
    """What an action was worth to the bot, if it looked at it often enough to know."""
    found: Candidate | None = next((each for each in thought.candidates if each.action == action), None)
    if found is None or (found.visits < LEAST_VISITS and found != thought.candidates[0]):
        return None
    return found.value


def _moments(match: Match, judged: list[Judged]) -> tuple[Moment, ...]:
    """The largest losses, in sentences."""
    worst = sorted((each for each in judged if each.loss >= LEAST_LOSS), key=lambda each: (-each.loss, each.ply))
    return tuple(Moment(each.ply, each.seat, each.loss, _said(match, each)) for each in worst[:MOMENTS])


def _said(match: Match, judged: Judged) -> str:
    """What was played, what would have been better, and what that does."""
    who = match.game.words.seat_name(judged.seat)
    assert judged.kept is not None
    first = f"At ply {judged.ply + 1} {who} played {judged.action} ({_percent(judged.kept)})"
    why = what_it_does(match.until(judged.ply), judged.best)
    return f"{first}; {judged.best} would have kept {_percent(judged.value)}{f': it {why}' if why else ''}."


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def what_it_does(match: Match, action: str) -> str | None:
    """What an action of the seat to move does, as that seat can tell: "takes c4 and e5"; None if no word is for it."""
    judgement = judgement_of(match.game.rules.__name__)
    remark = getattr(judgement, "remark", None)
    if remark is None or not isinstance(match.to_move, int):
        return None
    seen = view(match._states, match.to_move)
    said: str | None = remark(seen[0], match.game.action_numbers[action])
    return said
