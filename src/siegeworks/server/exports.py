"""What can be taken away from a table: records, pictures, replays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from siegeworks import positions, records
from siegeworks.choices import changed_options, spelled_option
from siegeworks.core.views import has_secrets
from siegeworks.errors import GameOver, IllegalAction
from siegeworks.lines import LogLine
from siegeworks.match import Match
from siegeworks.sentences import seat_name
from siegeworks.server import wire
from siegeworks.server.people import clean_name
from siegeworks.server.table import Table
from siegeworks.variation import steps

MOST_AHEAD = 3
"""Actions of the best line that are shown on the board."""


def people_of(table: Table) -> list[str | None]:
    """Who sits at each seat, if they have a name."""
    if table.is_archive and table.match.names:
        return [clean_name(name) for name in table.match.names]  # whoever brought the record wrote them
    return [table.name_of(seat) for seat in range(len(table.seats))]


def names_of(table: Table) -> list[str]:
    """A name for every seat, as records have them: bots by their level."""
    levels = [seat.stand_in or seat.level for seat in table.seats]
    found = [f"level {level}" if seat.is_bot else None for seat, level in zip(table.seats, levels, strict=True)]
    people = people_of(table)
    return [people[at] or name or seat_name(table.game.name, at) for at, name in enumerate(found)]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as one person may look at it, at one moment: it can be worked on in a thread while the table goes on."""

    match: Match
    names: list[str]
    people: list[str | None]
    """The same without what the game calls a seat."""
    is_open: bool
    """Whether everything may be seen."""
    seat: int | None
    """Whose view it is; None for spectators and for those who hold several seats."""
    levels: list[int | None]
    """Of the bot at each seat; None where a person sits."""
    yours: list[int]
    """The person's seats."""
    best: dict[int, list[str]]
    """[ply] the best line from there on, if the match has been analysed."""

    @classmethod
    def of(cls, table: Table, person: str | None = None) -> Snapshot:
        seats = table.seats_of(person)
        seat = seats[0] if len(seats) == 1 else None
        levels = [(each.stand_in or each.level) if each.is_bot else None for each in table.seats]
        best = {} if table.analysis is None else {each["ply"]: each["line"] for each in table.analysis["best"]}
        match, names, people = table.match.copy(), names_of(table), people_of(table)
        return cls(match, names, people, table.is_open, seat, levels, list(seats), best)

    def past(self, ply: int) -> Match:
        """The match after so many lines."""
        if not 0 <= ply <= self.match.ply:
            raise IllegalAction("no-such-ply", last=self.match.ply, wanted=ply)
        return self.match.until(ply)


def record(shot: Snapshot) -> str:
    """The whole record once the match is over; before that what the asker may read, without luck to come."""
    if not shot.is_open:
        return _partial(shot)
    shot.match.names = shot.names
    return shot.match.record()


def _partial(shot: Snapshot) -> str:
    """The log of a reader, as a record has it. With secrets it is for reading; without, it opens everywhere."""
    match, game = shot.match, shot.match.game
    changed = changed_options(game, match.options)
    headers = {"Siegeworks": str(records.FORMAT), "Game": f"{game.name} {game.rules.VERSION}"}
    headers["Seats"] = str(match.seats)
    if changed:
        known = [option for option in game.rules.OPTIONS if option.name in changed]
        headers["Options"] = ", ".join(spelled_option(option, changed[option.name]) for option in known)
    headers["Names"] = ", ".join(records.json_line(name) for name in shot.names)
    if match.seed_hash is not None:
        headers["Seed"] = match.seed_hash
    if match.fixed and match.seed_hash is not None:
        headers["Fixed"] = str(match.fixed)
    if match.first_position is not None and not has_secrets(match.state.dtype):
        headers["Position"] = records.json_line(match.first_position)
    log = match.log_from(shot.seat, 0)
    lines = [f"{line['seat']} {line['action']}" for line in log]
    headers["Check"] = records.check_of(headers, lines)
    told = [records.with_reason(text, _reason(line)) for text, line in zip(lines, log, strict=True)]
    return "\n".join([*(f"{key}: {value}" for key, value in headers.items()), "", *told, ""])


def _reason(line: LogLine) -> str | None:
    """Why a line is there, if nobody chose it."""
    return next((event["args"]["reason"] for event in line["events"] if "reason" in event["args"]), None)


def picture(shot: Snapshot, ply: int | None, language: str) -> str:
    """The position as SVG; earlier ones only where nothing is hidden: a ply would tell of lines one cannot see."""
    match, is_all_shown = shot.match, shot.is_open or not has_secrets(shot.match.state.dtype)
    if ply is not None:
        if not is_all_shown:
            raise IllegalAction("earlier-not-yet")
        match = shot.past(ply)
    shown = match.position() if shot.is_open else match.view(shot.seat)
    last = match.last_cells() if is_all_shown else []
    return str(match.game.picture.svg(shown, last, language=language))


def check_open(table: Table) -> None:
    if not table.is_open:
        raise GameOver("replay-not-yet")


def replay(shot: Snapshot) -> bytes:
    """All lines of a match that is over, nothing hidden, as JSON."""
    match = shot.match
    plies = [
        {"ply": line["ply"], "seat": line["seat"], "action": line["action"], "says": wire.said(match, line["events"])}
        for line in match.story()
    ]
    told = {"game": match.game.name, "seats": match.seats, "names": shot.people, "levels": shot.levels}
    told |= {"yours": shot.yours, "result": wire.outcome(match), "plies": plies, "decisions": match.decisions()}
    return wire.told(told)


def replay_position(shot: Snapshot, ply: int) -> bytes:
    """The position after so many lines, nothing hidden, and the views along the best line from there, as JSON."""
    past = shot.past(ply)
    last = [f"cell:{cell}" for cell in past.last_cells()]
    return wire.told({"ply": ply, "view": past.position(), "last": last, "ahead": _ahead(past, shot.best.get(ply, []))})


def _ahead(past: Match, line: list[str]) -> list[dict[str, Any]]:
    """What the seat to move would see after each action of a line, as far as it could tell."""
    if not line or not isinstance(past.to_move, int):
        return []
    numbers = [past.game.action_numbers[name] for name in line]
    found = steps(past.game, past.seat_view(past.to_move), numbers, MOST_AHEAD)
    return [positions.describe(past.game, each.after, past.options) for each in found if each.after is not None]
