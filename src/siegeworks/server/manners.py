"""Table manners: what may be taken back freely, what takes agreement, and whose."""

from __future__ import annotations

from typing import Literal

from siegeworks.core import views
from siegeworks.match import Match
from siegeworks.server.table import BOT, PERSON, Table

ABSENT_MS = 30_000
"""Who has been silent for so long counts as away, at a table where people play at once."""
Undo = Literal["free", "ask", "no"]


def undo_ply(table: Table, seat: int) -> int | None:
    """The line to go back to: the seat's last action."""
    return table.match.last_action(seat)


def undo(table: Table, seat: int) -> Undo:
    """Whether a seat may take its last action back: freely, if the others agree, or not at all."""
    if table.is_open or table.match.to_move == "chance":
        return "no"
    ply = undo_ply(table, seat)
    if ply is None or ply < table.kept_ply or seat in table.match.gone:
        return "no"
    if not table.sealed and _is_harmless(table.match, ply):
        return "free"
    return "ask" if others(table, seat) else "free"


def others(table: Table, seat: int) -> list[int]:
    """The seats of other people, who must agree to what concerns all; found once as long as all stay.

    Whoever is away has to agree too: a bot that sits in plays from that person's hand, and to take its answers back
    freely would show the hand.
    """
    known = table.manned, table.match.gone
    if table.company[0] != known:
        table.company = known, {}
    found = table.company[1].get(seat)
    if found is None:
        gone = table.match.gone
        found = table.company[1][seat] = [other for other in company(table, seat) if other not in gone]
    return found


def company(table: Table, seat: int) -> list[int]:
    """The seats of other people, those who have left the match too."""
    mine = set(table.seats[seat].people)
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat and other.kind == PERSON and other.people and mine.isdisjoint(other.people)
    ]


def hints(table: Table) -> bool:
    """Whether seats may ask for hints: as was chosen, else where nobody plays against people elsewhere."""
    chosen = table.setup.get("hints")
    if chosen is not None:
        return bool(chosen)
    people = [number for number, seat in enumerate(table.seats) if seat.kind == PERSON]
    return not table.open_seats and not any(others(table, seat) for seat in people)


def coach(table: Table, seat: int) -> bool:
    """Whether a seat may be warned before it plays: where there are hints, and all others are bots for good."""
    return hints(table) and all(each.kind == BOT for number, each in enumerate(table.seats) if number != seat)


def asked_for(table: Table, seat: int, what: str) -> list[int]:
    """The seats that have to agree to an offer.

    To a rematch also those who resigned or lost on time, since they will be waited for; but not those who went away.
    """
    if what != "rematch":
        return others(table, seat)
    away = [n for n, other in enumerate(table.seats) if other.is_bot or (other.away and n in table.match.gone)]
    return [other for other in company(table, seat) if other not in away]


def is_overdue(table: Table, seat: int, silent: int) -> bool:
    """Whether others have waited long enough for a seat that was silent for so long.

    With days for a move, until the clock has played for it; or, if its person never came and so no clock runs, for as
    long as a move may take. Where the flag loses, whoever runs out of time has left the match.
    """
    clock = table.clock
    if clock is None or clock.kind != "days":
        return True
    return seat in table.flagged or (seat in table.awaited and silent > clock.full)


def _is_harmless(match: Match, ply: int) -> bool:
    """Nobody acted since, no luck fell, and nobody learned anything from it."""
    if ply != match.ply - 1:
        return False
    if not views.has_secrets(match.game.rules.STATE):
        return True
    line = match.line(ply)
    seat, number = line.who, line.number
    assert isinstance(seat, int)
    if match.to_move != seat:
        return False  # the next seat may have acted in private, which nobody is to learn from this
    assert number is not None
    before, words = match.before(ply), match.game.words
    state = before[0]
    if any(words.is_open(state, number, other) for other in range(match.seats) if other != seat):
        return False
    return not words.rests_on_secrets(views.view(before, seat)[0], number)
