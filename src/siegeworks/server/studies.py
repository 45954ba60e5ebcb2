"""Looking back at finished matches, as a job in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from siegeworks.bots import Budget
from siegeworks.core.phrases import Sentence
from siegeworks.match import Match
from siegeworks.sentences import told_as
from siegeworks.server.askers import Asker
from siegeworks.server.pools import Stuck
from siegeworks.server.store.shared import State

if TYPE_CHECKING:
    from siegeworks.analysis import Analysis, Judged

BUDGET = Budget(simulations=2_000)
"""For each decision; no limit of time, so that a game is judged alike on a busy machine."""
LIMIT_S = 1_800.0


class Study:
    """One match being looked at."""

    def __init__(self, match: Match, asker: Asker) -> None:
        self.match = match
        self.asker = asker
        self.is_begun = False
        self.is_stopped = False
        """Nobody needs it here any more: it was called off, or another process does it."""
        self.progress = 0.0

    def run(self) -> dict[str, Any]:
        """All of it; for a thread of its own."""
        from siegeworks.analysis import analyse  # not before: it would make every start slower

        self.is_begun = True
        return found_in(self.match, analyse(self.match, BUDGET, self._at))

    def _at(self, done: int, of: int) -> None:
        """So far; raises Stuck if it is not wanted any more."""
        self.progress = done / of if of else 1.0
        if self.is_stopped:
            raise Stuck("called-off")

    def so_far(self) -> dict[str, Any]:
        """What others may know of it."""
        return {"progress": self.progress}


def found_in(match: Match, analysis: Analysis) -> dict[str, Any]:
    """An analysis as the wire has it."""
    judged = {each.ply: each for each in analysis.decisions}
    return {
        "values": _values(match, judged),
        "best": [_best(match, one) for one in analysis.decisions],
        "moments": [
            {
                "ply": moment.ply,
                "seat": moment.seat,
                "action": judged[moment.ply].action,
                "better": judged[moment.ply].best,
                "loss": moment.loss,
                "says": moment.says.data(),
                "gave": moment.gave.data(),
                "line": list(moment.line),
            }
            for moment in analysis.moments
        ],
        "draws": [{"ply": ply, "says": says.data()} for ply, says in analysis.chances()],
        "balance": [says.data() for says in analysis.balance()],
    }


def _best(match: Match, judged: Judged) -> dict[str, Any]:
    """The best line from a decision on, in words as far as the seat could tell; and what came of the action played."""
    from siegeworks.analysis import in_words

    found = in_words(match, judged)
    told = {"says": [each.says.data() for each in found], "targets": [list(each.targets) for each in found]}
    own = {"kept": judged.kept, "answer": list(judged.answer)}
    return {"ply": judged.ply, "action": judged.best, "line": list(judged.line), **own, **told}


def _values(match: Match, judged: dict[int, Any]) -> list[list[float | None]]:
    """Before each line what every seat could last be said to expect; with two seats the other has the rest."""
    now: list[float | None] = [None] * match.seats
    values = []
    for ply in range(match.ply):
        if ply in judged:
            seat, value = judged[ply].seat, judged[ply].value
            now = [1.0 - value] * match.seats if match.seats == 2 else list(now)
            now[seat] = value
        values.append(list(now))
    return values


def failure(says: Sentence) -> dict[str, Any]:
    """What others may know of one that failed."""
    return {"state": "failed", "reason": says.data()}


def told_of_job(job: State) -> dict[str, Any]:
    """How far it is where another process does it, or whether it failed: its place in the line, and what is noted."""
    place, noted = job
    return {**told(None, None, place), "state": "running", **(orjson.loads(noted) if noted else {})}


def told(found: dict[str, Any] | None, study: Study | None, place: int = 0) -> dict[str, Any]:
    """How far it is; `place` is its place in the line, 0 once it is under way."""
    if found is not None:
        moments = [{**each, "says": told_as(each["says"])} for each in found["moments"]]
        return {"state": "done", "progress": 1.0, "place": 0, **found, "moments": moments, "reason": None}
    empty: dict[str, Any] = {"place": place, "values": [], "best": [], "moments": [], "draws": [], "balance": []}
    state, progress = ("none", 0.0) if study is None else ("running", study.progress)
    return {"state": state, "progress": progress, **empty, "reason": None}
