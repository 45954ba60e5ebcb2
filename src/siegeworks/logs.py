"""What each reader may know of a match with secrets, line by line. Made as far as somebody asks, and kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from siegeworks.core import views
from siegeworks.games import Game
from siegeworks.lines import Line, LogLine, events_of, fold, scratch


@dataclass(slots=True)
class Reading:
    """How far a reader's log is made: its lines, its length after each line of the match, and the state there."""

    states: views.States
    log: list[LogLine] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    seen: views.States | None = None
    """The reader's view of the state there, if it was needed."""


class Logs:
    """The logs of all readers: seats, and spectators (None). They tell public twins, and events made from views."""

    def __init__(self, game: Game, first: views.States) -> None:
        self._game = game
        self._first = first
        self.readings: dict[int | None, Reading] = {}
        self.recent: dict[int, views.States] = {}
        """[ply] the states before the lines of the last change."""

    def of(self, seat: int | None, lines: list[Line], states: views.States) -> Reading:
        """What a reader has read after these lines, which led to these states."""
        reading = self.readings.get(seat)
        if reading is None:
            reading = self.readings[seat] = Reading(views.copied(self._first))
        for ply in range(len(reading.lengths), len(lines)):
            before = self.recent.get(ply)
            if before is None:
                before = views.copied(reading.states)
            reading.states = self._advanced(reading.states, ply, lines, states)
            self._add(reading, seat, before, lines[ply])
            reading.lengths.append(len(reading.log))
        return reading

    def until(self, ply: int, states: views.States) -> Logs:
        """The logs as they were after so many lines, which led to these states: what was read stays read."""
        past = Logs(self._game, self._first)
        for seat, reading in self.readings.items():
            lengths = reading.lengths[:ply]
            there = states if len(lengths) == ply else reading.states
            past.readings[seat] = Reading(views.copied(there), reading.log[: lengths[-1] if lengths else 0], lengths)
        return past

    def seen(self, seat: int | None, ply: int) -> views.States | None:
        """A reader's view after so many lines, if making the log has found it."""
        reading = self.readings.get(seat)
        return reading.seen if reading is not None and len(reading.lengths) == ply else None

    def _advanced(self, before: views.States, ply: int, lines: list[Line], states: views.States) -> views.States:
        """Bring the states before a line to where they are after it; what was just played is known already."""
        after = states if ply + 1 == len(lines) else self.recent.get(ply + 1)
        if after is not None:
            return views.copied(after)
        fold(before, lines[ply], scratch(self._game))
        return before

    def _add(self, reading: Reading, seat: int | None, before: views.States, line: Line) -> None:
        """Tell one more line as the reader may know it."""
        words, log = self._game.words, reading.log
        name: str | None = line.name
        number = line.number
        if number is not None and not words.is_open(before[0], number, seat):
            name, number = words.twin(before[0], number), views.UNKNOWN
        seen, reading.seen = reading.seen, None
        if name is not None:
            seen = views.view(before, seat) if seen is None else seen
            then = reading.seen = views.view(reading.states, seat)
            told = events_of(self._game, seen, Line(line.who, name, number, line.reason), then, len(log))
            log.append({"ply": len(log), "seat": line.who, "action": name, "events": told})


def copied(log: Iterable[LogLine]) -> list[LogLine]:
    """A log of one's own: changing it changes nothing else."""
    return [{**line, "events": [{**event, "args": dict(event["args"])} for event in line["events"]]} for line in log]
