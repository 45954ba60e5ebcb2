"""Making tables and sitting down at them: what a new table begins with, who may take a seat, the match that follows."""

from __future__ import annotations

import contextlib
import secrets
from typing import Any

from siegeworks.choices import checked_game, checked_options, checked_seats, named
from siegeworks.errors import BadSetup, IllegalAction, SiegeworksError
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.server import chairs, messages, wire
from siegeworks.server.askers import Asker
from siegeworks.server.beginnings import starter
from siegeworks.server.guards import TooMany
from siegeworks.server.judging import unless_behind
from siegeworks.server.letters import Letters
from siegeworks.server.people import clean_name, fingerprint
from siegeworks.server.quotas import Quotas
from siegeworks.server.room import UNSEATED, Beginning, Change, NoTable, Room, Rooms, insist
from siegeworks.server.store import Damaged, Entry, Sitting
from siegeworks.server.table import BOT, OPEN, PERSON, Seat, Table
from siegeworks.server.warm import Readiness

DEFAULT_LEVEL = 2


MOST_DEVICES = 8
"""Devices with which one seat may be held."""


class Seating:
    """Tables are made here, and people sit down, are renamed and forgotten."""

    def __init__(self, rooms: Rooms, letters: Letters, readiness: Readiness, quotas: Quotas) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.readers = rooms.readers
        self.letters = letters
        self.readiness = readiness
        self.quotas = quotas

    async def make(self, wish: messages.TableWish, asker: Asker) -> Room:
        """A new table, as wished; what cannot be is refused with its reason."""
        async with self.quotas.claim(asker, "tables" if wish.record is None else "records") as claim:
            new = await self._made(wish, asker)
            await self._learn_names(new.table)
            return await self.rooms.begin(new.counted(claim))

    async def _made(self, wish: messages.TableWish, asker: Asker) -> Beginning:
        game = checked_game(wish.game)
        setup = _setup(wish, asker.person, None) if wish.record is None else None  # refused at once, ready or not
        await self.readiness.wait(game)
        if wish.record is None and wish.position is None:
            return self._beginning(wish, asker.person, setup)
        return await self.readers.ask(asker, lambda: self._beginning(wish, asker.person, setup))

    def _beginning(self, wish: messages.TableWish, person: str, setup: dict[str, Any] | None) -> Beginning:
        read = None if wish.record is None else Match.from_record(wish.record)
        names = {n: clean_name(w.name) for n, w in enumerate(wish.seats) if w.kind == "me" and w.name}
        setup = setup or _setup(wish, person, read)
        if setup["position"] is not None:  # only what the game reads of it is stored
            setup["position"] = Match.from_position(wish.game, setup["position"]).first_position
        return self.rooms.beginning(setup, {n: name for n, name in names.items() if name}, read)

    async def keep_record(self, text: str, asker: Asker) -> Room:
        """A table to look at, from a record."""
        async with self.quotas.claim(asker, "records") as claim:
            new = await self.readers.ask(asker, lambda: self._archive(text, asker.person))
            return await self.rooms.begin(new.counted(claim))

    def _archive(self, text: str, person: str) -> Beginning:
        match = Match.from_record(text)
        seats = [{"kind": PERSON} for _ in range(match.seats)]
        setup = blank(match.game, seats, person)
        setup.update(options=match.options, record=match.record(), archive=True)
        new = self.rooms.beginning(setup, {}, match)
        wire.read_once(new.table)
        return new

    async def _learn_names(self, table: Table) -> None:
        for person in {one for seat in table.seats for one in seat.people} - set(table.names):
            name = await self.store.name_of(person)
            if name is not None:
                table.names[person] = name

    async def join(self, name: str, asker: Asker, wish: messages.Join) -> Room:
        """Take a seat. A key opens its seat, on a second device too; without one, any open seat of a public table."""
        room = await self.rooms.find(name)
        refused = await unless_behind(self.rooms, room, lambda: self._sit_down(room, asker, wish))
        if refused is not None:
            raise refused
        return room

    async def _sit_down(self, room: Room, asker: Asker, wish: messages.Join) -> None:
        async with room.lock:
            await insist(self._join, room, asker, wish)

    async def _join(self, room: Room, asker: Asker, wish: messages.Join) -> None:
        """The caller holds the lock."""
        table, person = room.table, asker.person
        if table.is_archive:
            raise NoTable
        seat = self._wanted(table, person, wish)
        chairs.check_comer(table, person, seat)
        if person in table.seats[seat].people:
            await self.store.append(Entry(sittings=[Sitting(table.id, seat, person)]))  # it is listed again
            return
        is_long = table.seq - table.orders.events >= self.quotas.limits.events_table  # see `acts._check_length`
        if len(table.seats[seat].people) >= MOST_DEVICES or is_long:
            raise TooMany("too-many-at-seat", most=MOST_DEVICES)
        called = clean_name(wish.name) if wish.name else None
        if called:
            await self._name(asker, called)
        known = called or await self.store.name_of(person)
        if known:
            table.names[person] = known
        data, sitting = {"seat": seat, "person": person}, Sitting(table.id, seat, person)
        await self.rooms.commit(room, Change("sit", data, (sitting,)))

    def _wanted(self, table: Table, person: str, wish: messages.Join) -> int:
        """The seat a wish is for; a wrong key and a missing one are refused alike."""
        if wish.key is not None:
            for number, seat in enumerate(table.seats):
                fits = wish.seat in (None, number) and seat.kind != BOT
                rounds = (seat.round, seat.round - 1) if person in seat.people else (seat.round,)  # it is sent again
                if fits and any(self.letters.identities.is_key(wish.key, table.id, number, each) for each in rounds):
                    return number
            raise NoTable
        mine = table.seats_of(person)
        if mine and wish.seat in (None, *mine):
            return mine[0] if wish.seat is None else wish.seat
        if not table.setup["public"]:
            raise NoTable
        free = [number for number, seat in enumerate(table.seats) if seat.kind == OPEN]
        unlocked = [number for number in free if not table.needs_link(number)]
        if wish.seat is None and unlocked:
            return unlocked[0]
        if (wish.seat is None and free) or (wish.seat in free and wish.seat not in unlocked):
            raise IllegalAction("seat-by-link")
        if wish.seat not in free:
            raise IllegalAction("seat-taken" if wish.seat is not None else "all-seats-taken")
        return wish.seat

    async def _name(self, asker: Asker, name: str) -> None:
        async with self.quotas.claim(asker, "names") as claim:
            await self.store.set_name(asker.person, name, claim)

    async def rename(self, asker: Asker, name: str) -> str:
        """What a person is called from now on, at every table."""
        kept, person = clean_name(name), asker.person
        if not kept:
            raise BadSetup("name-without-letters")
        await self._name(asker, kept)
        for room in self.rooms.open():
            if room.table.seats_of(person):
                room.table.names[person] = kept
                self.letters.show(room)
        return kept

    async def forget(self, person: str) -> None:
        """Everything about a person: the name, and the tables that are nobody else's. At the others play goes on.

        Every cookie of the person is worth nothing from then on, and so is every key of the seats they had.
        """
        for name in await self.store.shared_tables(person):
            with contextlib.suppress(Damaged):  # nobody can go on there
                await self._vacate(await self.rooms.find(name), person)
        async with contextlib.AsyncExitStack() as quiet:  # what is being stored comes before, nothing after
            for room in sorted(self.rooms.open(), key=lambda room: room.table.id):
                if room.table.seats_of(person) or room.table.host == person:
                    await quiet.enter_async_context(room.lock)
            found = await self.store.forget(person)
            if found.was_known:
                self.letters.identities.forgotten.add(fingerprint(person))
            for name in found.gone:
                self.rooms.discard(name)
        for name in found.shared:
            shown = self.rooms.get(name)
            try:
                if shown is not None:
                    await self.rooms.reread(shown)
            except SiegeworksError:
                self.rooms.drop(name)  # whoever comes next is told why it cannot be read

    async def _vacate(self, room: Room, person: str) -> None:
        """Whoever is forgotten gets up from all seats of a table."""
        async with room.lock:
            for seat in room.table.seats_of(person):
                await insist(self.rooms.commit, room, Change("vacate", {"seat": seat, "person": person}))
            self.rooms.shelve(room)

    async def throw_away(self, name: str, person: str | None) -> None:
        """Somebody wants a table no more. It is deleted if nobody else has it; else its owner leaves it."""
        room = await self.rooms.find(name)
        async with room.lock:
            table, mine = room.table, room.table.seats_of(person)
            if person is None or not (mine or table.host == person):
                raise NoTable
            if not table.is_open and {one for seat in table.seats for one in seat.people} != {person}:
                for seat in mine:
                    await insist(self.rooms.commit, room, Change("leave", {"seat": seat}))
            is_deleted = await self.store.throw_away(name, person)
            if is_deleted:
                self.rooms.discard(name)
            elif table.host == person:  # somebody else is the host now
                table.host, room.seated = None, UNSEATED
                self.letters.reseat(room)
                self.letters.show(room)


def following(rooms: Rooms, table: Table) -> Beginning:
    """The next match at a table of its own: the same seats, the next one begins."""
    began = starter(table.match)
    setup = {
        **{key: table.setup[key] for key in ("game", "version", "public", "clock")},
        "hints": table.setup.get("hints"),
        "arrivals": True,
        "host": table.host,
        "banned": sorted(table.banned),
        "record": None,
        "ply": None,
        "position": None,
        "archive": False,
        "options": table.match.options,
        "seats": [_same_seat(seat) for seat in table.seats],
        "seed": secrets.token_hex(32),
        "start": None if began is None else (began + 1) % len(table.seats),
        "series": _next_series(table),
    }
    new = rooms.beginning(setup, {number: seat.name for number, seat in enumerate(table.seats) if seat.name})
    new.table.names, new.table.origin = table.names, table.origin
    return new


def blank(game: Game, seats: list[dict[str, Any]], person: str) -> dict[str, Any]:
    """What a table begins with where nothing is wished."""
    return {
        "game": game.name,
        "version": game.rules.VERSION,
        "seats": seats,
        "seed": secrets.token_hex(32),
        "start": None,
        "public": False,
        "clock": None,
        "hints": None,
        "series": None,
        "position": None,
        "record": None,
        "ply": None,
        "host": person,
        "archive": False,
        "lesson": False,
    }


def _setup(wish: messages.TableWish, person: str, match: Match | None) -> dict[str, Any]:
    """What a table begins with, checked; the match itself is checked when it is made, but for that of a record."""
    game = checked_game(wish.game)
    seats = [_wished_seat(seat, person) for seat in wish.seats]
    setup = blank(game, seats, person)
    if match is not None:
        if match.game is not game or match.seats != len(seats):
            raise BadSetup("record-of-other-setup", title=match.game.title, seats=match.seats)
        setup.update(record=match.record(), ply=match.ply if wish.ply is None else wish.ply, options=match.options)
    else:
        checked_seats(game, len(seats))
        setup["options"] = checked_options(game, wish.options, len(seats))
    if wish.position is not None:
        setup["position"] = {"seats": len(seats), "options": dict(wish.options), **wish.position}
        if setup["position"]["seats"] != len(seats):
            raise BadSetup("position-seats-differ")
    if wish.start is not None and wish.start >= len(seats):
        raise BadSetup("seat-that-begins", last=len(seats) - 1, start=wish.start)
    clock = None if wish.clock is None else wish.clock.model_dump()
    setup.update(
        start=wish.start,
        public=wish.public and not wish.lesson,
        lesson=wish.lesson,
        clock=clock,
        hints=wish.hints,
        series=_first_series(game, wish),
    )
    return setup


def _first_series(game: Game, wish: messages.TableWish) -> dict[str, Any] | None:
    if wish.series is None:
        return None
    if wish.series not in game.series:
        raise BadSetup("no-series-of-game", series=wish.series, title=game.title, known=named(game.series))
    return {"name": wish.series, "totals": [0] * len(wish.seats), "match": 1}


def _next_series(table: Table) -> dict[str, Any] | None:
    found = wire.series(table)
    if not found:
        return None
    if found["over"]:
        return {"name": found["name"], "totals": [0] * len(table.seats), "match": 1}
    return {"name": found["name"], "totals": found["totals"], "match": found["match"] + 1}


def _wished_seat(wish: messages.SeatWish, person: str) -> dict[str, Any]:
    if wish.kind == "bot":
        return {"kind": BOT, "level": wish.level or DEFAULT_LEVEL}
    return {"kind": PERSON, "people": [person]} if wish.kind == "me" else {"kind": OPEN}


def _same_seat(seat: Seat) -> dict[str, Any]:
    if seat.kind == BOT:
        return {"kind": BOT, "level": seat.level}
    return {"kind": PERSON, "people": list(seat.people)} if seat.people else {"kind": OPEN}
