"""What people do at a table. Each act is one function: it checks, and returns what is to be stored.

`perform` does the rest for all of them alike: the lock, the commit, the answer, and that the same act sent again, with
the same `action_id`, happens once and gets the same answer. For that every act that is done leaves an event, also one
that changes nothing, and what is refused is remembered for as long as the table is in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from siegeworks.errors import GameOver, IllegalAction, SiegeworksError
from siegeworks.match import Match
from siegeworks.server import chairs, manners, ordering
from siegeworks.server.asked import Asked as Asked
from siegeworks.server.asked import NotYourSeat as NotYourSeat
from siegeworks.server.guards import TooMany
from siegeworks.server.pools import Stuck
from siegeworks.server.quotas import Full
from siegeworks.server.room import Change, NoTable, Room, insist
from siegeworks.server.seating import following
from siegeworks.server.store import CannotSave, Damaged, Sitting, Taken
from siegeworks.server.table import Table


class Stale(SiegeworksError):
    """The table has changed since."""

    code = "stale"


PASSING = (TooMany, Full, CannotSave, Damaged, NoTable, NotYourSeat, Stuck, Taken)
"""Refusals that are about the server or the asker, not about the act: sent again, it is tried again."""


async def perform(asked: Asked) -> dict[str, Any]:
    """Do what is asked, once; the answer."""
    async with asked.room.lock:
        return await insist(_perform, asked)


async def _perform(asked: Asked) -> dict[str, Any]:
    """One try. The caller holds the lock."""
    room, act = asked.room, asked.act
    check_seat(room, asked.person, act)  # who waited for the lock may have lost the seat meanwhile
    known = room.table.answered.get(act.seat, {}).get(act.action_id) if act.action_id else None
    if known is None and room.refusals.has(asked.person, act.action_id):
        return room.refusals.again(asked.person, act.action_id)
    if known is None:
        _check_length(asked)
        _check_time(asked)
        known = (await asked.rooms.commit(room, _returned(asked, ACTS[act.type](asked)))).seq
    return _answer(asked, known)


def is_known(asked: Asked) -> bool:
    """Whether this is an act sent again."""
    act, room = asked.act, asked.room
    is_done = act.action_id is not None and act.action_id in room.table.answered.get(act.seat, {})
    return is_done or room.refusals.has(asked.person, act.action_id)


def is_judged(act: Any, answer: dict[str, Any] | SiegeworksError) -> bool:
    """Whether an act is refused for good, and refused again when it is sent again. A question may be asked again."""
    if act.type not in ACTS or (act.type == "arrange" and not act.confirm):
        return False
    if isinstance(answer, SiegeworksError):
        return not isinstance(answer, PASSING)
    return not answer.get("ok", True)


def _returned(asked: Asked, change: Change) -> Change:
    """Whoever left and does something again has the table in their list again."""
    table, seat = asked.table, asked.act.seat
    if change.kind == "leave" or seat in change.vacated:
        return change
    if seat not in table.seats_of(asked.person) or not table.seats[seat].away:
        return change
    return change._replace(sittings=(*change.sittings, Sitting(table.id, seat, asked.person)))


def _check_length(asked: Asked) -> None:
    """No match takes so long; moves and undos in turn would fill the disk. Of orders nobody is to learn by that."""
    count = asked.table.seq - asked.table.orders.events
    if 0 < asked.most_events <= count and asked.act.type not in ("resign", "leave"):
        raise TooMany("table-too-long", most=asked.most_events)


def _check_time(asked: Asked) -> None:
    """Whoever has no time left waits for what comes of it: one order, whether or not the house has noticed yet."""
    if asked.act.type not in ("leave", "decline") and asked.table.is_late(asked.act.seat, asked.rooms.ticks.now()):
        raise IllegalAction("time-is-up")


def _answer(asked: Asked, seq: int) -> dict[str, Any]:
    """Done: the event's number, as the person counts."""
    hidden = asked.table.hidden_from(asked.table.seats_of(asked.person), seq)
    return {"type": "answer", "action_id": asked.act.action_id, "seq": seq - hidden}


# Playing


def play(asked: Asked) -> Change:
    check_turn(asked)
    return _played(asked, [asked.act.action])


def arrange(asked: Asked) -> Change:
    check_turn(asked)
    return _played(asked, list(asked.actions))


def _played(asked: Asked, actions: list[str]) -> Change:
    table, seat = asked.table, asked.act.seat
    is_choosing = seat in table.choosing()
    _check_all(table.seen_by(seat) if is_choosing else table.match, actions, seat)
    if table.seats[seat].stand_in is not None:
        raise IllegalAction("bot-sits-in-for-you")
    if is_choosing:
        return Change("seal", asked.data(action=actions[0]))
    return Change("act", asked.data(actions=actions))


def check_turn(asked: Asked) -> None:
    """Whether the asker knows the table as it is, and whose turn it is. No answer tells of others' private steps."""
    table, act, mine = asked.table, asked.act, asked.table.seats_of(asked.person)
    if table.is_archive:
        raise GameOver("only-to-look-at")
    if act.seq is not None and not table.is_over:
        known = table.seq_from(act.seq, mine)
        if known < table.moved_for(mine) or known > table.seq:
            raise Stale("table-changed")
    if act.seat not in table.waiting and act.seat not in table.sealed:
        table.match.check(table.game.words.ACTION_NAMES[0], act.seat)
    if act.seat in table.sealed:
        raise IllegalAction("already-chosen", table.game.words.TURN_RULE)


def _check_all(match: Match, actions: list[str], seat: int) -> None:
    """Raises what playing them one after the other would."""
    if len(actions) == 1:
        match.check(actions[0], seat)
        return
    trial = match.copy()
    for action in actions:
        trial.play(action, seat)


def resign(asked: Asked) -> Change:
    asked.table.match.copy().resign(asked.act.seat)
    return Change("resign", asked.data())


# Offers


def offer(asked: Asked) -> Change:
    """An offer; offering what is offered is agreeing, and what needs nobody's agreement happens at once."""
    table, seat, what = asked.table, asked.act.seat, asked.act.what
    _check_offer(table, seat, what)
    if what == "undo" and manners.undo(table, seat) == "free":
        return Change("undo", asked.data(ply=manners.undo_ply(table, seat)))
    if what in table.offers:
        return _agree(asked)
    ply = manners.undo_ply(table, seat) if what == "undo" else None
    if not manners.asked_for(table, seat, what):
        return _agreed(asked, ply)
    return Change("offer", asked.data(what=what, **({} if ply is None else {"ply": ply})))


def _check_offer(table: Table, seat: int, what: str) -> None:
    if table.is_archive:
        raise GameOver("only-a-record")
    if what == "rematch":
        if not table.is_over:
            raise IllegalAction("rematch-too-early")
        if table.next is not None:
            raise IllegalAction("next-match-exists")
        return
    if table.is_over:
        raise GameOver("match-over")
    if what == "undo" and manners.undo(table, seat) == "no":
        raise IllegalAction("nothing-of-yours")
    if what == "draw" and not manners.others(table, seat):
        raise IllegalAction("bots-do-not-draw")


def accept(asked: Asked) -> Change:
    _check_offered(asked)
    return _agree(asked)


def decline(asked: Asked) -> Change:
    _check_offered(asked)
    return Change("decline", asked.data(what=asked.act.what))


def _check_offered(asked: Asked) -> None:
    if asked.act.what not in asked.table.offers:
        raise IllegalAction("offer-gone")


def _agree(asked: Asked) -> Change:
    """One more agrees to an offer; when all have, it happens. Who holds several seats agrees for all of them."""
    table, seat, what = asked.table, asked.act.seat, asked.act.what
    found = table.offers[what]
    if seat in found.agreed:
        return Change("agree", asked.data(what=what))  # nothing changes, and it is known when it is sent again
    mine = set(table.seats[seat].people)
    missing = set(manners.asked_for(table, found.seat, what)) - set(found.agreed)
    if any(mine.isdisjoint(table.seats[other].people) for other in missing):
        return Change("agree", asked.data(what=what))
    return _agreed(asked, manners.undo_ply(table, found.seat) if found.ply is None else found.ply)


def _agreed(asked: Asked, ply: int | None) -> Change:
    """What comes of an offer that all have agreed to; `ply` is the line that an undo goes back to."""
    table, what = asked.table, asked.act.what
    if what == "undo":
        return Change("agree", asked.data(what=what, ply=ply))
    if what == "draw":
        return Change("agree", asked.data(what=what, draw=True))
    new = following(asked.rooms, table).counted(asked.claim)
    return Change("agree", asked.data(what=what, table=new.table.id), following=new)


# Talking


def say(asked: Asked) -> Change:
    """A phrase for the other people, also after the match; where there are none, nobody hears it."""
    table, seat = asked.table, asked.act.seat
    if table.is_archive:
        raise GameOver("only-a-record")
    if not manners.company(table, seat):
        raise IllegalAction("nobody-to-talk-to")
    now = asked.rooms.ticks.now()
    table.talk.check(seat, now)
    return Change("say", asked.data(phrase=asked.act.phrase, tick=now))


def order(asked: Asked) -> Change:
    """Say beforehand what the seat shall answer. Nobody else is told, not even that something was stored."""
    ordering.check(asked.table, asked.act)
    return Change("order", asked.data(rules=asked.act.rules, lines=asked.act.lines))


ACTS: dict[str, Callable[[Asked], Change]] = {
    "play": play,
    "arrange": arrange,
    "resign": resign,
    "offer": offer,
    "accept": accept,
    "decline": decline,
    **chairs.ACTS,
    "say": say,
    "order": order,
}


def may_make_a_table(act: Any) -> bool:
    """Whether a table may come of it: all agree to a rematch."""
    return act.type in ("offer", "accept") and act.what == "rematch"


def check_seat(room: Room, person: str | None, act: Any) -> str:
    """Who asks, if they may act for the seat. Anybody at the table may let a bot sit in; its host sees to all seats.

    What is known was done, and is answered again, though whoever did it may be the host no more.
    """
    mine = room.table.seats_of(person)
    if person is not None and act.type in chairs.OF_HOST:
        if person == room.table.chair or act.action_id in room.table.answered.get(act.seat, {}):
            return person
        raise NotYourSeat("not-the-host")
    if person is None or (act.seat not in mine and not (act.type == "sit_in" and mine)):
        raise NotYourSeat("not-your-seat")
    return person
