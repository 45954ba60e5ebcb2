"""Trying the moments of a finished match again: the position as its seat saw it, and what comes of another action."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from siegeworks import prompts
from siegeworks.core.phrases import said
from siegeworks.errors import IllegalAction
from siegeworks.match import Match
from siegeworks.server import exports
from siegeworks.server.askers import Asker
from siegeworks.server.reading import Readers
from siegeworks.server.room import Rooms
from siegeworks.server.studies import BUDGET
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.warm import Readiness
from siegeworks.targets import picks

if TYPE_CHECKING:
    from siegeworks.decisions import Promise

LIMIT_S = 30.0


class Retries:
    """Decisions of analysed matches, tried again."""

    def __init__(self, rooms: Rooms, readers: Readers, thinkers: Thinkers, readiness: Readiness) -> None:
        self._rooms = rooms
        self._readers = readers
        self._thinkers = thinkers
        self._readiness = readiness

    async def look(self, name: str, ply: int, asker: Asker) -> dict[str, Any]:
        """The position before a decision, as its seat saw it, and what it could do."""
        table, _ = await self._decision(name, ply, asker)
        match = table.match.copy()
        return await self._readers.ask(asker, lambda: _position(match.until(ply)))

    async def judge(self, name: str, ply: int, action: str, asker: Asker) -> dict[str, Any]:
        """Another action, by what the analysis found and by its search; raises what playing it would."""
        table, best = await self._decision(name, ply, asker)
        match = table.match.copy()
        past = await self._readers.ask(asker, partial(_checked, match, ply, action))
        ready = partial(self._readiness.wait_for_code, table.game)
        work = partial(_judged, past, action, _known(table, best))
        return await self._thinkers.lines.run(work, LIMIT_S, asker, ready)

    async def _decision(self, name: str, ply: int, asker: Asker) -> tuple[Table, dict[str, Any]]:
        """A table, and what its analysis found best at a ply."""
        table = (await self._rooms.visit(name, asker.person)).table
        exports.check_open(table)
        found = [] if table.analysis is None else [each for each in table.analysis["best"] if each["ply"] == ply]
        if not found:
            raise IllegalAction("nothing-to-retry")
        return table, found[0]


def _position(past: Match) -> dict[str, Any]:
    seat, game = past.to_move, past.game
    assert isinstance(seat, int)
    numbers = past.legal_numbers()
    prompt = prompts.prompt(game, past.seen(seat), seat, past.awaited(), numbers).data()
    last = [f"cell:{cell}" for cell in past.last_cells()]
    legal = [picks(game)[number]._asdict() for number in numbers]
    return {"ply": past.ply, "seat": seat, "view": past.view(seat), "last": last, "legal": legal, "prompt": prompt}


def _checked(match: Match, ply: int, action: str) -> Match:
    past = match.until(ply)
    past.check(action)
    return past


def _known(table: Table, best: dict[str, Any]) -> list[Promise]:
    """What the analysis found of a decision: the best action, and the one that was played unless it is too old."""
    from siegeworks.decisions import Promise  # not before: it would make every start slower

    assert table.analysis is not None
    ply, numbers = best["ply"], table.game.action_numbers
    seat = table.match.lines[ply].who
    found = [(table.analysis["values"][ply][seat], best["line"])]
    if best.get("answer"):
        found.append((best["kept"], best["answer"]))
    return [Promise(value, [numbers[name] for name in line]) for value, line in found]


def _judged(past: Match, action: str, known: list[Promise]) -> dict[str, Any]:
    """What comes of an action, in sentences."""
    from siegeworks.attempts import attempt  # not before: it would make every start slower

    game, seat = past.game, past.to_move
    assert isinstance(seat, int)
    found = attempt(game, past.seat_view(seat), past.ply, game.action_numbers[action], BUDGET, known)
    told = {"value": round(100 * found.value), "kept": round(100 * found.kept)}
    if found.gave is None:
        code = "retry-found" if found.action == known[0].line[0] else "retry-as-good"
        return {"action": action, "found": True, "says": [said(code, None, **told).data()]}
    return {"action": action, "found": False, "says": [said("retry-not", None, **told).data(), found.gave.data()]}
