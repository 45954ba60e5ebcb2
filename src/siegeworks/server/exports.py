"""What can be taken away from a table: records, pictures, replays."""

from __future__ import annotations

from typing import Any

from siegeworks import records
from siegeworks.choices import changed_options, spelled_option
from siegeworks.core.views import has_secrets
from siegeworks.errors import GameOver, IllegalAction
from siegeworks.match import Match
from siegeworks.server import wire
from siegeworks.server.people import clean_name
from siegeworks.server.table import Table


def names_of(table: Table) -> list[str]:
    """A name for every seat."""
    if table.is_archive and table.match.names:
        return [clean_name(name) for name in table.match.names]  # whoever brought the record wrote them
    return [table.name_of(seat) or table.game.words.seat_name(seat) for seat in range(len(table.seats))]


def record(table: Table, person: str | None) -> str:
    """The whole record once the match is over; before that what the asker may read, without luck to come."""
    if table.is_open:
        match = table.match.copy()
        match.names = names_of(table)
        return match.record()
    seats = table.seats_of(person)
    return _partial(table, seats[0] if len(seats) == 1 else None)


def _partial(table: Table, seat: int | None) -> str:
    """The log of a reader, as a record has it. With secrets it is for reading; without, it opens everywhere."""
    match, game = table.match, table.game
    changed = changed_options(game, match.options)
    headers = {"Siegeworks": str(records.FORMAT), "Game": f"{game.name} {game.rules.VERSION}"}
    headers["Seats"] = str(match.seats)
    if changed:
        known = [option for option in game.rules.OPTIONS if option.name in changed]
        headers["Options"] = ", ".join(spelled_option(option, changed[option.name]) for option in known)
    headers["Names"] = ", ".join(records.json_line(name) for name in names_of(table))
    if match.seed_hash is not None:
        headers["Seed"] = match.seed_hash
    if match.fixed and match.seed_hash is not None:
        headers["Fixed"] = str(match.fixed)
    if match.first_position is not None and not has_secrets(match.state.dtype):
        headers["Position"] = records.json_line(match.first_position)
    lines = [f"{line['seat']} {line['action']}" for line in match.log_from(seat, 0)]
    headers["Check"] = records.check_of(headers, lines)
    return "\n".join([*(f"{key}: {value}" for key, value in headers.items()), "", *lines, ""])


def _past(table: Table, ply: int) -> Match:
    if not 0 <= ply <= table.match.ply:
        raise IllegalAction(f"The match has lines up to {table.match.ply}, not {ply}.")
    return table.match.until(ply)


def picture(table: Table, person: str | None, ply: int | None) -> str:
    """The position as SVG; earlier ones only where nothing is hidden: a ply would tell of lines one cannot see."""
    seats = table.seats_of(person)
    seat = seats[0] if len(seats) == 1 else None
    match = table.match
    if ply is not None:
        if has_secrets(match.state.dtype) and not table.is_open:
            raise IllegalAction("Earlier positions can be looked at once the match is over.")
        match = _past(table, ply)
    shown = match.position() if table.is_open else match.view(seat)
    return str(match.game.picture.svg(shown, match.last_cells() if _may_mark(match, table) else []))


def _may_mark(match: Match, table: Table) -> bool:
    return table.is_open or not has_secrets(match.state.dtype)


def check_open(table: Table) -> None:
    if not table.is_open:
        raise GameOver("A match can be looked at again once it is over.")


def replay(table: Table) -> dict[str, Any]:
    """All lines, nothing hidden."""
    check_open(table)
    match = table.match
    plies = [
        {"ply": line["ply"], "seat": line["seat"], "action": line["action"], "says": wire.said(match, line["events"])}
        for line in match.story()
    ]
    told = {"game": table.game.name, "seats": match.seats, "names": names_of(table)}
    return {**told, "result": wire.outcome(match), "plies": plies}


def replay_position(table: Table, ply: int) -> dict[str, Any]:
    """The position after so many lines, nothing hidden."""
    check_open(table)
    past = _past(table, ply)
    return {"ply": ply, "view": past.position(), "last": [f"cell:{cell}" for cell in past.last_cells()]}
