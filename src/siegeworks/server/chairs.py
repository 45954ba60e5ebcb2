"""Who sits where: people come back, let a bot sit in, and the host gives seats to bots, opens them, sends people away
and hands the host's chair on.

With a seat goes what it knows. In a game with secrets nobody has two hands by that: whoever has a seat of the match
takes no other one that somebody had before, whoever has given one up takes no other one at all, and an open seat that
somebody had needs its link.
"""

from __future__ import annotations

from collections.abc import Callable

from siegeworks.core.views import has_secrets
from siegeworks.errors import GameOver, IllegalAction
from siegeworks.server import manners
from siegeworks.server.asked import Asked, NotYourSeat
from siegeworks.server.room import Change
from siegeworks.server.table import BOT, OPEN, PERSON, Table


def leave(asked: Asked) -> Change:
    return Change("leave", asked.data())


def take_back(asked: Asked) -> Change:
    return Change("take_back", asked.data())


def sit_in(asked: Asked) -> Change:
    """A bot for somebody who is away, or for oneself."""
    table, seat = asked.table, asked.act.seat
    if seat >= len(table.seats) or table.seats[seat].kind != PERSON:
        raise IllegalAction("nobody-sits-there")
    if table.is_open:
        raise GameOver("match-over")
    if seat not in table.seats_of(asked.person) and not _is_away(asked):
        raise IllegalAction("still-here")
    return Change("sit_in", asked.data(level=asked.act.level))


def _is_away(asked: Asked) -> bool:
    """Whether a bot may sit in. After a restart nobody is away before they had time to come back."""
    room, seat, now = asked.room, asked.act.seat, asked.rooms.ticks.now()
    if seat in room.here():
        return False
    silent = now - room.heard_at(seat)
    is_silent = silent > manners.ABSENT_MS and now - room.opened > manners.ABSENT_MS
    return room.table.seats[seat].away or (is_silent and manners.is_overdue(room.table, seat, silent))


# What the host does


def seat_bot(asked: Asked) -> Change:
    """A bot for good: for an open seat, so that nobody waits for who does not come, or for somebody who is away."""
    table, seat = _running(asked), asked.act.seat
    if table.seats[seat].kind == BOT:
        raise IllegalAction("bot-sits-there")
    seats = _given_up(asked)
    return Change("seat_bot", asked.data(level=asked.act.level, seats=seats), vacated=tuple(seats))


def open_seat(asked: Asked) -> Change:
    """A seat for whoever the host invites, who takes over what it holds."""
    table, seat = _running(asked), asked.act.seat
    if table.seats[seat].kind == OPEN:
        raise IllegalAction("seat-is-open-already")
    seats = _given_up(asked)
    return Change("open_seat", asked.data(seats=seats), vacated=tuple(seats))


def kick(asked: Asked) -> Change:
    """Whoever sits there is sent away, also after the match; with `ban` for good."""
    table, seat = _of_people(asked), asked.act.seat
    if seat in table.seats_of(asked.person):
        raise IllegalAction("not-yourself")
    seats = _seats_of_holder(table, seat)
    if not set(seats).isdisjoint(table.seats_of(asked.person)):
        raise IllegalAction("shares-your-seat")
    return Change("kick", asked.data(seats=seats, ban=asked.act.ban), vacated=tuple(seats))


def hand_on(asked: Asked) -> Change:
    """Another person at the table is the host."""
    table, seat = _of_people(asked), asked.act.seat
    if asked.person in table.seats[seat].people:
        raise IllegalAction("host-already")
    person = table.seats[seat].people[0]
    return Change("hand_on", asked.data(person=person), host=person)


def _running(asked: Asked) -> Table:
    """The table, if its match goes on and the seat plays in it."""
    table, seat = asked.table, asked.act.seat
    if seat >= len(table.seats):
        raise IllegalAction("no-such-seat")
    if table.is_open:
        raise GameOver("match-over")
    if seat in table.match.gone:
        raise IllegalAction("seat-out-of-match")
    return table


def _of_people(asked: Asked) -> Table:
    """The table, if somebody sits at the seat."""
    table, seat = asked.table, asked.act.seat
    if table.is_archive:
        raise GameOver("only-a-record")
    if seat >= len(table.seats) or not table.seats[seat].people:
        raise IllegalAction("nobody-to-ask")
    return table


def _given_up(asked: Asked) -> list[int]:
    """The seats that change hands: one, or all of whoever sits there, who must be away, or be the host."""
    table, seat = asked.table, asked.act.seat
    if table.seats[seat].kind != PERSON:
        return [seat]
    if seat in table.seats_of(asked.person):
        if has_secrets(table.game.rules.STATE) and len(table.seats_of(asked.person)) > 1:
            raise IllegalAction("knows-its-hand")
        return [seat]
    if not _is_away(asked):
        raise IllegalAction("still-here")
    return _seats_of_holder(table, seat)


def _seats_of_holder(table: Table, seat: int) -> list[int]:
    """All seats of those who hold one, and of those they share them with: what they know of one is known at none."""
    people, seats = set(table.seats[seat].people), {seat}
    while more := {n for n, each in enumerate(table.seats) if not people.isdisjoint(each.people)} - seats:
        seats |= more
        people.update(*(table.seats[n].people for n in more))
    return sorted(seats)


def check_comer(table: Table, person: str, seat: int) -> None:
    """Raises where somebody may not sit down: who was banned, and who would know two hands."""
    if person in table.banned:
        raise NotYourSeat("you-are-banned")
    if not has_secrets(table.game.rules.STATE) or table.is_over:
        return
    others = table.held.get(person, set()) - {seat}
    has_given_up = bool(others - set(table.seats_of(person)))
    if has_given_up or (others and table.seats[seat].was_held):
        raise NotYourSeat("knows-another-hand")


OF_HOST: dict[str, Callable[[Asked], Change]] = {
    "seat_bot": seat_bot,
    "open_seat": open_seat,
    "kick": kick,
    "hand_on": hand_on,
}
ACTS: dict[str, Callable[[Asked], Change]] = {"leave": leave, "sit_in": sit_in, "take_back": take_back, **OF_HOST}
