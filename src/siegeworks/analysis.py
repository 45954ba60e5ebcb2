"""Analysis of a match: the value of each decision, what would have been better, and why, in true sentences.

Every decision is evaluated from the view its seat had: a bold choice that lost to a card nobody could see is not a
mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from siegeworks.bots import Budget
from siegeworks.bots.saying import reason
from siegeworks.bots.thinking import SearchBot
from siegeworks.core.phrases import Sentence, phrase, said, seats, within
from siegeworks.core.views import States, view
from siegeworks.decisions import Decision, judge_of
from siegeworks.draws import Drawn, draws
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.given import Choices, Given, given
from siegeworks.lines import TIME
from siegeworks.match import Line, Match
from siegeworks.sentences import render
from siegeworks.variation import Step, steps

PAIR = 2
"""Seats of whom one has what the other has not."""
MOMENTS = 3
"""How many of the largest losses of each seat are described."""
MOST_STEPS = 4
"""Actions of the best line that are put into words."""
LEAST_LOSS = 0.05
"""A smaller loss is within the error of the search."""
NAMED = 5
"""Candidates kept for each decision."""

Progress = Callable[[int, int], None]
"""Called with how many decisions are done, of how many."""


@dataclass(frozen=True)
class Choice:
    """An action that was considered: the share of the win it promises, and how often the bot would play it."""

    action: str
    value: float
    share: float


@dataclass(frozen=True)
class Judged:
    """A decision of a seat, evaluated by what it could know."""

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
    """The principal variation, the best action first."""
    proven: str | None
    choices: tuple[Choice, ...]
    answer: tuple[str, ...]
    """The principal variation of the action that was played, that action first."""

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
    says: Sentence
    gave: Sentence
    """What it gave away."""
    line: tuple[str, ...]
    """What shows that: from the action on, or from the better one."""


@dataclass(frozen=True)
class Analysis:
    """A whole match, decision by decision."""

    game: str
    seats: int
    decisions: tuple[Judged, ...]
    moments: tuple[Moment, ...]
    """The largest losses of each seat, in the order of the game."""
    draws: tuple[Drawn, ...]
    """What each draw changed, in games with luck."""
    lost: tuple[float, ...]
    """[seat] the share of the win that its own choices gave away, without what is within the error of the search."""

    @property
    def luck(self) -> list[float]:
        """[seat] the share of the win that draws brought it."""
        return [sum(drawn.luck[seat] for drawn in self.draws) for seat in range(self.seats)]

    def balance(self) -> list[Sentence]:
        """Luck and skill of each seat, in a sentence; only in games with luck."""
        told = []
        for seat, (luck, lost) in enumerate(zip(self.luck, self.lost, strict=True)):
            percents = {"luck": abs(round(100 * luck)), "lost": round(100 * lost)}
            way = "brought" if luck >= 0 else "cost"
            told.append(said("luck-and-choices", seat=seats([seat], self.game)[0], way=way, **percents))
        return told if self.draws else []

    def chances(self) -> list[tuple[int, Sentence]]:
        """The draws that changed much, each with its line: whose chance it changed, and from what to what."""
        told = []
        for drawn in self.draws:
            for seat, luck in enumerate(drawn.luck):
                if abs(luck) >= LEAST_LOSS and not (self.seats == PAIR and seat):
                    expected, value = round(100 * drawn.expected[seat]), round(100 * drawn.value[seat])
                    args = {"seat": seats([seat], self.game)[0], "expected": expected, "value": value}
                    told.append((drawn.ply, Sentence("draw-changed", args)))
        return told

    def as_json(self) -> dict[str, Any]:
        """Plain data; each decision with its loss."""
        told = {**asdict(self), "luck": self.luck}
        told["balance"] = [{"says": each.data(), "text": render(each)} for each in self.balance()]
        told["chances"] = [{"ply": p, "says": each.data(), "text": render(each)} for p, each in self.chances()]
        for data, judged in zip(told["decisions"], self.decisions, strict=True):
            data["loss"] = judged.loss
        for data, moment in zip(told["moments"], self.moments, strict=True):
            data["says"], data["text"] = moment.says.data(), render(moment.says)
            data["gave"], data["gave_text"] = moment.gave.data(), render(moment.gave)
        return told


def analyse(match: Match, budget: Budget, progress: Progress | None = None) -> Analysis:
    """Search every decision of a match with this budget; and what was played once more, if it had few visits."""
    decisions = _decisions(match)
    if not decisions:
        raise BadSetup("nothing-to-analyse")
    judge = judge_of(match.game, decisions[0][2], budget)
    judged = []
    for done, (ply, line, seen) in enumerate(decisions):
        if progress is not None:
            progress(done, len(decisions))
        judged.append(_judged(judge, ply, line, seen))
    if progress is not None:
        progress(len(decisions), len(decisions))
    return Analysis(
        match.game.name, match.seats, tuple(judged), _moments(match, judged), draws(match, judge), _lost(match, judged)
    )


def _decisions(match: Match) -> list[tuple[int, Line, States]]:
    """Every choice of a seat with the view it had."""
    plies = set(match.decisions())
    lines = [(ply, line, states) for ply, (line, states) in enumerate(match.history()) if ply in plies]
    return [(ply, line, view(states, int(line.who))) for ply, line, states in lines]


def _judged(judge: SearchBot, ply: int, line: Line, seen: States) -> Judged:
    names, decision = judge.game.words.ACTION_NAMES, Decision(judge, seen, ply)
    thought, best, played = decision.thought, decision.best, decision.of(judge.game.action_numbers[line.name])
    return Judged(
        ply,
        thought.seat,
        line.name,
        names[best.line[0]],
        best.value,
        min(played.value, best.value),
        tuple(names[action] for action in best.line),
        thought.proven,
        tuple(Choice(names[each.action], each.value, each.share) for each in thought.candidates[:NAMED]),
        tuple(names[action] for action in played.line),
    )


def _moments(match: Match, judged: list[Judged]) -> tuple[Moment, ...]:
    """The largest losses of each seat by its own actions, in sentences, in the order of the game."""
    worst = []
    for lost in _losses(match, judged):
        worst += sorted(lost, key=lambda each: (-each.loss, each.ply))[:MOMENTS]
    numbers = {each.ply: number for number, each in enumerate(judged, 1)}
    ordered = sorted(worst, key=lambda each: each.ply)
    return tuple(_moment(match, each, numbers[each.ply]) for each in ordered)


def _losses(match: Match, judged: list[Judged]) -> list[list[Judged]]:
    """[seat] the decisions that gave something away; what a clock played is nobody's mistake."""
    lines = match.lines
    lost = [each for each in judged if each.loss >= LEAST_LOSS and lines[each.ply].reason != TIME]
    return [[each for each in lost if each.seat == seat] for seat in range(match.seats)]


def _lost(match: Match, judged: list[Judged]) -> tuple[float, ...]:
    return tuple(sum(each.loss for each in lost) for lost in _losses(match, judged))


def _moment(match: Match, judged: Judged, number: int) -> Moment:
    found = gave(match.game, match.until(judged.ply).seat_view(judged.seat), judged)
    line = tuple(match.game.words.ACTION_NAMES[action] for action in found.line)
    return Moment(judged.ply, judged.seat, judged.loss, _said(match, judged, number), found.says, line)


def gave(game: Game, seen: States, judged: Judged) -> Given:
    """What a decision gave away, from its seat's view."""
    played, better = ([game.action_numbers[name] for name in line] for line in (judged.answer, judged.line))
    return given(game, seen, Choices(played, better, judged.kept, judged.value))


def _said(match: Match, judged: Judged, move: int) -> Sentence:
    """What was played, what would have been better, and why."""
    past = match.until(judged.ply)
    seen, best = past.seat_view(judged.seat), match.game.action_numbers[judged.best]
    told: dict[str, Any] = {
        "move": move,
        "seat": seats([judged.seat], match.game.name)[0],
        "action": within(past.instruction(judged.action)),
        "kept": round(100 * judged.kept),
        "best": within(past.instruction(judged.best)),
        "value": round(100 * judged.value),
        "reason": reason(match.game, seen, best) or phrase("held-up-best"),
    }
    return Sentence("moment", told)


def in_words(match: Match, judged: Judged, most: int = MOST_STEPS) -> list[Step]:
    """The best line from a decision on, as the seat could tell it."""
    numbers = [match.game.action_numbers[name] for name in judged.line]
    return steps(match.game, match.until(judged.ply).seat_view(judged.seat), numbers, most)
