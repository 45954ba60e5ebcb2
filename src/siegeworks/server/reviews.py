"""What the server says about finished matches: replays and analyses, as models."""

from __future__ import annotations

from typing import Any, Literal

from siegeworks.server.answers import LegalAction, Outcome, Said, Sent, Sentence


class ReplayLine(Sent):
    """A line of a finished match, nothing hidden."""

    ply: int
    seat: int | Literal["chance", "all"]
    action: str
    says: list[Said]


class Replay(Sent):
    """A finished match, line by line. `levels`: of the bot at each seat, null where a person sat.

    `decisions`: the lines at which a seat had more than one choice. `yours`: the asker's seats.
    """

    game: str
    seats: int
    names: list[str | None]
    levels: list[int | None]
    yours: list[int]
    result: Outcome | None
    plies: list[ReplayLine]
    decisions: list[int]


class ReplayPosition(Sent):
    """The position after so many lines.

    `ahead`: once the match is analysed, what the seat to move would see after each of the first actions of the best
    line.
    """

    ply: int
    view: dict[str, Any]
    last: list[str]
    ahead: list[dict[str, Any]] = []


class BestPlay(Sent):
    """What would have been best at a ply, and how it would have gone on.

    `says`: the first actions of the line in words, `targets` what each of them points at; both empty in what was
    stored before there were such words. `kept`: what the action that was played left of the win, and `answer` its
    line; null and empty in what was stored before they were told.
    """

    ply: int
    action: str
    line: list[str]
    kept: float | None = None
    answer: list[str] = []
    says: list[Sentence] = []
    targets: list[list[str]] = []


class Moment(Sent):
    """A moment worth looking at again.

    `gave`: what it gave away, and `line` what shows that, from the action on or from the better one; null and empty in
    what was stored before they were told.
    """

    ply: int
    seat: int
    action: str
    better: str
    loss: float
    says: Sentence
    gave: Sentence | None = None
    line: list[str] = []


class Drawn(Sent):
    """A draw that changed much for a seat: the ply of its first line, and what it changed."""

    ply: int
    says: Sentence


class RetryPosition(Sent):
    """A decision to try again: what its seat saw, and what it could do."""

    ply: int
    seat: int
    view: dict[str, Any]
    last: list[str]
    legal: list[LegalAction]
    prompt: Sentence


class Attempt(Sent):
    """What came of trying: whether it is as good as the best, by the search of the analysis, and why not."""

    action: str
    found: bool
    says: list[Sentence]


class AnalysisInfo(Sent):
    """How far the analysis of a finished match is, and what it found.

    `place`: its place in the line at the latest, 0 once it is under way. `values[ply][seat]`: the share of the win
    each seat could expect before the line, null while nothing is known. `draws` and `balance` tell luck and skill
    apart, in games with luck: the draws that changed much, and for each seat what draws brought and choices gave away.
    """

    state: Literal["none", "running", "done", "failed"]
    progress: float
    place: int
    values: list[list[float | None]]
    best: list[BestPlay]
    moments: list[Moment]
    draws: list[Drawn] = []
    balance: list[Sentence] = []
    reason: Sentence | None = None


class RecordKept(Sent):
    """Where an imported record can be looked at."""

    id: str
    link: str
