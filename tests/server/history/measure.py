"""How a run went, in figures: how much was done, and how long it took to go on when a server had died."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median

import orjson

from siegeworks.server.store.database import Row
from siegeworks.server.store.rows import checked
from siegeworks.server.table import MOVES, Table
from siegeworks.server.work import may_move
from tests.server.history.notes import ANSWER, LOST, Fault, Notes
from tests.server.history.run import Outcome

ALONE_S = 6.0
"""A death counts alone if nothing else went wrong for so long after it."""


def report(outcome: Outcome) -> str:
    """All of it, as lines."""
    notes = outcome.notes
    events = sum(map(len, outcome.stored.values()))
    outcomes = Counter(each.outcome for each in notes.sent)
    refused = ", ".join(f"{code} {count}" for code, count in outcomes.items() if code not in (ANSWER, LOST))
    kinds = Counter(str(row[4]) for rows in outcome.stored.values() for row in rows)
    faults = Counter(fault.kind for fault in notes.faults)
    lines = [
        f"{len(outcome.stored)} tables, {events} events: {_counted(kinds)}",
        f"{len({each.action_id for each in notes.sent})} acts sent {len(notes.sent)} times: "
        f"{outcomes[ANSWER]} answered, {outcomes[LOST]} never; refused: {refused or 'none'}",
        f"{len(notes.shown)} messages shown; {len(notes.found)} looks into the database",
        f"faults: {_counted(faults)}",
        _times("clients of a killed server were back elsewhere after", notes.back_s["kill"]),
        _times("the same where two were killed within a second", notes.back_s["kill two"]),
        _times("clients of a server that stopped in order were back after", notes.back_s["restart"]),
        _times("acts under way at a killed server were answered elsewhere after", list(acts_after_deaths(notes))),
        _times("bots that were to move at a death had moved after", list(bots_after_deaths(outcome))),
        _times("the same, where nothing else went wrong", list(bots_after_deaths(outcome, alone=True))),
    ]
    return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counts.most_common())


def _times(what: str, seconds: list[float]) -> str:
    if not seconds:
        return f"{what}: never happened"
    return f"{what}: p50 {median(seconds):.1f} s, max {max(seconds):.1f} s ({len(seconds)})"


def deaths(notes: Notes, alone: bool = False) -> Iterator[Fault]:
    """Of single servers."""
    for number, fault in enumerate(notes.faults):
        is_alone = all(other.began - fault.began > ALONE_S for other in notes.faults[number + 1 :])
        if fault.kind == "kill" and (is_alone or not alone):
            yield fault


def acts_after_deaths(notes: Notes) -> Iterator[float]:
    """From the death of a server until what it had not answered was answered by another."""
    answers: dict[str, float] = {}
    for each in notes.sent:
        if each.outcome == ANSWER:
            answers[each.action_id] = min(each.ended, answers.get(each.action_id, each.ended))
    for death in deaths(notes):
        for each in notes.sent:
            is_cut = each.outcome == LOST and each.port == death.port and each.sent <= death.began <= each.ended
            if is_cut and each.action_id in answers:
                yield max(0.0, answers[each.action_id] - death.began)


def bots_after_deaths(outcome: Outcome, alone: bool = False) -> Iterator[float]:
    """From the death of a server until the bots had moved that were to move then, wherever they were thought for."""
    found = [fault.wall_ms for fault in deaths(outcome.notes, alone)]
    for rows in outcome.stored.values():
        for death in found:
            times = [int(row[2]) for row in rows]
            before = sum(at <= death for at in times)
            if 0 < before < len(rows) and _is_bots(rows, before):
                yield (times[before] - death) / 1000


def _is_bots(rows: list[Row], before: int) -> bool:
    """Whether the next event is a move of a bot that was to move."""
    kind, data = rows[before][4], orjson.loads(rows[before][5])
    if kind not in MOVES or "id" in data or "reason" in data:
        return False
    table = Table(checked(rows[0][0], 0, rows[0][1:]))
    for number, row in enumerate(rows[1:before], 1):
        table.apply(checked(row[0], number, row[1:]))
    return data["seat"] in table.waiting and may_move(table, data["seat"])
