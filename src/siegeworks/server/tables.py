"""The move loop: check, append, apply, tell. A move is safe on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import orjson

from siegeworks.choices import checked_game, checked_options, checked_seats
from siegeworks.core import views
from siegeworks.errors import BadSetup, GameOver, IllegalAction, SiegeworksError
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.server import manners, messages, studies, wire
from siegeworks.server.clocks import Ticks
from siegeworks.server.guards import TooMany
from siegeworks.server.people import Doorkeeper, clean_name
from siegeworks.server.pools import Stuck
from siegeworks.server.store import Entry, Event, Shelf, Sitting, Store, Taken
from siegeworks.server.table import BOT, OPEN, PERSON, Table, game_of, starter
from siegeworks.server.thinkers import HINT_LEVEL, Thinkers
from siegeworks.server.warm import Warmth
from siegeworks.targets import picks

LOG = logging.getLogger("siegeworks.server")

ID_BYTES = 9
MOST_TABLES = 200
"""Unfinished tables one person may have."""
IDLE_S = 300.0
"""A table nobody has looked at for so long is put back on the shelf."""
BOT_PAUSE_S = 0.3
LONGEST_WAIT_S = 25.0
TICK_S = 0.25
KEEP_TICK_S = 5.0
KEEP_HOUSE_S = 60.0
DAY_MS = 24 * 3600 * 1000
FINISHED_DAYS, UNFINISHED_DAYS = 365, 90
DEFAULT_LEVEL = 2


class NoTable(SiegeworksError):
    """There is no such table, or it is not for you; nobody is told which."""

    code = "no_table"

    def __init__(self) -> None:
        super().__init__("There is no such table, or this link does not open it.")


class NotYourSeat(SiegeworksError):
    """The asker does not hold this seat."""

    code = "not_your_seat"


class Stale(SiegeworksError):
    """The table has changed since."""

    code = "stale"


class Listener(Protocol):
    """Somebody who hears what happens at a table."""

    person: str | None
    seats: list[int]

    def hear(self, message: bytes) -> None: ...


UNSEATED: tuple[tuple[Any, ...], bytes] = (), b"[]"


class Room:
    """A table in use: its lock, who listens, and what has been told."""

    def __init__(self, table: Table, tick: int) -> None:
        self.table = table
        self.opened = tick
        """The tick at which it was read from the store, or made."""
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.told: dict[int | None, int] = {}
        """How much of each log the listeners have."""
        self.seated = UNSEATED
        """Who sits where as it was last written, and what it was written from."""
        self.keys: dict[tuple[int, int], str] = {}
        """[seat, round] what opens it."""
        self.changed: asyncio.Event | None = None
        """Set at the next change, if somebody waits for it."""
        self.used = time.monotonic()
        self.heard: dict[int, int] = {}
        """[seat] the tick at which it last showed itself without doing anything."""
        self.thinking: set[int] = set()
        self.shelf: Shelf = table.shelf()
        self.analysing: studies.Study | None = None

    def wake(self) -> None:
        """Those who wait for a change look again."""
        if self.changed is not None:
            self.changed.set()
            self.changed = None

    def here(self) -> set[int]:
        return {seat for listener in self.listeners for seat in listener.seats}

    @property
    def is_idle(self) -> bool:
        idle = time.monotonic() - self.used > IDLE_S
        is_studied = self.analysing is not None and self.analysing.failed is None
        return idle and not (self.listeners or self.thinking or self.lock.locked() or is_studied)


class Tables:
    """All tables of this server."""

    def __init__(
        self,
        store: Store,
        doors: Doorkeeper,
        thinkers: Thinkers | None = None,
        bot_pause_s: float = BOT_PAUSE_S,
        warm: bool = True,
    ) -> None:
        self.store = store
        self.doors = doors
        self.thinkers = thinkers or Thinkers()
        self.bot_pause_s = bot_pause_s
        self.warm = warm
        self.warmth = Warmth(self.thinkers.make)
        self.ticks = Ticks()
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # Opening and closing

    async def open(self) -> None:
        """Go on from where the last server was: time first, then whatever is due."""
        self.loop = asyncio.get_running_loop()
        self.ticks = Ticks(await self.store.tick())
        if self.warm:
            self.warmth.start(asyncio.get_running_loop())
        else:
            self.warmth.skip()
        self._spawn(self._watch_clocks())
        self._spawn(self._keep_house())

    async def close(self) -> None:
        """Let what is under way finish, then close the store."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        self.warmth.close()
        for room in list(self.rooms.values()):
            async with room.lock:
                pass
        with contextlib.suppress(SiegeworksError):
            await self.store.keep_tick(self.ticks.now())
        await self.store.close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch_clocks(self) -> None:
        """Play the default for seats whose time is up, and note how far time has come."""
        kept = self.ticks.now()
        while True:
            await asyncio.sleep(TICK_S)
            with contextlib.suppress(SiegeworksError):
                for found in await self.store.due(self.ticks.now()):
                    await self._run_out(found)
                if self.ticks.now() - kept > KEEP_TICK_S * 1000:
                    kept = self.ticks.now()
                    await self.store.keep_tick(kept)

    async def _run_out(self, found: str) -> None:
        try:
            room = await self.room(found)
        except SiegeworksError:
            return
        async with room.lock:
            table, now = room.table, self.ticks.now()
            for seat in table.on_clock():
                if table.clock and table.clock.left_at(now, seat, running=True) == 0:
                    note = f"The time of {table.game.words.seat_name(seat)} ran out, and the clock played."
                    await self._play_for(room, seat, table.seen_by(seat).default(), note)
            self._shelve(room)

    async def _keep_house(self) -> None:
        """Put idle tables back on the shelf, and throw dead ones away."""
        while True:
            await asyncio.sleep(KEEP_HOUSE_S)
            for name, room in list(self.rooms.items()):
                if room.is_idle:
                    del self.rooms[name]
            with contextlib.suppress(SiegeworksError):
                await self.expire()

    async def expire(self) -> None:
        """Throw away tables nobody has touched for long, by the time servers have run: a clock set wrong loses none."""
        now = self.ticks.now()
        for gone in await self.store.expire(now - FINISHED_DAYS * DAY_MS, now - UNFINISHED_DAYS * DAY_MS):
            self.rooms.pop(gone, None)

    # Finding

    async def room(self, name: str) -> Room:
        """The table of this name, read from the store if nobody uses it yet."""
        room = self.rooms.get(name)
        if room is None:
            lock = self._loading.setdefault(name, asyncio.Lock())
            try:
                async with lock:
                    room = self.rooms.get(name) or await self._load(name)
            finally:
                if not lock.locked():
                    self._loading.pop(name, None)
        room.used = time.monotonic()
        return room

    async def _load(self, name: str) -> Room:
        stored = await self.store.load(name)
        if stored is None:
            raise NoTable
        await self.warmth.wait(game_of(stored))
        room = self.rooms[name] = Room(Table.folded(stored), self.ticks.now())
        self._go_on(room)
        return room

    # Making tables

    async def make(self, wish: messages.TableWish, person: str) -> Room:
        """A new table, as wished; what cannot be is refused with its reason."""
        if await self.store.unfinished_of(person) >= MOST_TABLES:
            raise TooMany(f"You have {MOST_TABLES} unfinished tables; finish or forget some first.")
        game = checked_game(wish.game)
        if wish.record is not None:
            await self.warmth.wait(game)  # to be checked it is played
        setup = _setup(wish, person)
        await self.warmth.wait(game)
        names = {n: clean_name(w.name) for n, w in enumerate(wish.seats) if w.kind == "me" and w.name}
        return await self._found(setup, {n: name for n, name in names.items() if name}, None)

    async def _found(self, setup: dict[str, Any], names: dict[int, str], after: Event | None) -> Room:
        """Store a new table (together with the event of the table it follows), and open it."""
        made = self._event(secrets.token_urlsafe(ID_BYTES), 0, "made", setup)
        table = Table(made)
        seated = [
            Sitting(made.table, number, one, names.get(number))
            for number, seat in enumerate(table.seats)
            for one in seat.people
        ]
        for sitting in seated:
            table.name_seat(sitting)
        await self._learn_names(table)
        shelf = table.shelf()
        await self.store.append(Entry([made, *([after] if after else [])], seated, [shelf]))
        room = self.rooms[made.table] = Room(table, self.ticks.now())
        self._go_on(room)
        return room

    async def _learn_names(self, table: Table) -> None:
        for person in {one for seat in table.seats for one in seat.people} - set(table.names):
            name = await self.store.name_of(person)
            if name is not None:
                table.names[person] = name

    async def keep_record(self, text: str, person: str) -> Room:
        """A table to look at, from a record."""
        match = Match.from_record(text)
        seats = [{"kind": PERSON} for _ in range(match.seats)]
        setup = {**_blank(match.game.name, seats, person), "options": match.options, "record": text, "archive": True}
        return await self._found(setup, {}, None)

    def _event(self, table: str, seq: int, kind: str, data: dict[str, Any]) -> Event:
        return Event(table, seq, int(time.time() * 1000), self.ticks.now(), kind, data)

    # The loop

    async def _commit(self, room: Room, kind: str, data: dict[str, Any], *seated: Sitting) -> Event:
        """Append, apply, tell. The caller holds the lock and has checked."""
        table = room.table
        self._check_kept(room)
        event = self._event(table.id, table.seq + 1, kind, data)
        try:
            await self.store.append(Entry([event], list(seated)))
        except Taken:
            await self._refresh(room)
            raise
        except asyncio.CancelledError:
            self._spawn(self._quietly(self._reread(room)))  # perhaps it was stored
            raise
        table.apply(event)
        for sitting in seated:
            table.name_seat(sitting)
        private = table.private[-1] if table.private else None
        self._tell(room, private[1] if private and private[0] == table.seq else None)
        return event

    def _check_kept(self, room: Room) -> None:
        """At a table that was thrown away while somebody waited for it nothing more happens."""
        if self.rooms.get(room.table.id) is not room:
            raise NoTable

    async def _refresh(self, room: Room) -> None:
        """Read a table anew, because the store knows it better than we do. The caller holds the lock."""
        stored = await self.store.load(room.table.id)
        if stored is None:
            self._drop(room.table.id)
            return
        room.table = Table.folded(stored)
        room.seated = UNSEATED
        self._tell(room)

    async def _reread(self, room: Room) -> None:
        """The same for those who do not hold the lock."""
        async with room.lock:
            await self._refresh(room)

    def _drop(self, name: str) -> None:
        """A table is not used any more; who waits for it looks again."""
        room = self.rooms.pop(name, None)
        if room:
            room.wake()

    def _tell(self, room: Room, only: int | None = None) -> None:
        """Each listener, or only one seat, hears its own view; then bots and house rules go on."""
        room.wake()
        self.show(room, only)
        if room.table.clock or room.shelf.open_seats or room.table.is_over:
            self._shelve(room)
        self._go_on(room)

    def _shelve(self, room: Room) -> None:
        """Where the table is found, if that has changed. Should this be lost, reading the table mends it."""
        shelf = room.table.shelf()
        if shelf != room.shelf:
            room.shelf = shelf
            self._spawn(self._quietly(self.store.append(Entry(shelves=[shelf]))))

    @staticmethod
    async def _quietly(work: Any) -> None:
        with contextlib.suppress(SiegeworksError):
            await work

    def show(self, room: Room, only: int | None = None) -> None:
        """Send the news to all who listen, or only to one seat; those with the same seats get the same letter."""
        table = room.table
        if not room.listeners:
            room.told = {}
            return
        written: dict[tuple[int, ...], bytes] = {}
        change = wire.update(table, self._seated(room))
        page = wire.Page(table)
        for listener in list(room.listeners):
            seats = tuple(listener.seats)
            if only is not None and only not in seats:
                continue
            if seats not in written:
                written[seats] = self._letter(room, seats, change, page)
            listener.hear(written[seats])

    def _seated(self, room: Room) -> bytes:
        """Who sits where; moves alone do not change that, unless a clock runs."""
        table, here = room.table, room.here()
        known = table.manned, here, list(table.names.values()), table.match.gone
        if table.clock or known != room.seated[0]:
            room.seated = known, orjson.dumps(wire.seats(table, self.ticks.now(), here))
        return room.seated[1]

    def _letter(self, room: Room, seats: tuple[int, ...], change: bytes, page: wire.Page) -> bytes:
        """The update for somebody who holds these seats."""
        table = room.table
        head = b'{"type":"update","seq":%d,"table":{' % table.seq_for(seats)
        pieces = [head, change, b',"undo":', orjson.dumps(wire.undo(table, seats)), b'},"seats":{']
        for seat in seats or (None,):
            pieces.append(wire.WATCHING if seat is None else b'"%d":' % seat)
            pieces += self._news(room, seat, page)
            pieces.append(b",")
        pieces[-1] = b"}}"
        return b"".join(pieces)

    def _news(self, room: Room, seat: int | None, page: wire.Page) -> list[bytes]:
        """What is new for a reader since the last telling."""
        if seat not in page.news:
            match = room.table.match
            length = match.log_length(seat, match.ply)
            first = min(room.told.get(seat, 0), length)
            key = None if seat is None else self._key(room, seat)
            page.news[seat] = page.seat(seat, first, key, with_taken_back=room.table.cut_at == room.table.seq)
            room.told[seat] = length
        return page.news[seat]

    def sync(self, room: Room, person: str | None, since: int | None = None) -> dict[str, Any]:
        """Everything the person may know; with `since`, the log only from there on."""
        table = room.table
        seats: list[int | None] = list(table.seats_of(person)) or [None]
        mine = table.seats_of(person)
        known = None if since is None else table.seq_from(since, mine)
        ply = table.plies[known] if known is not None and known <= table.seq else 0
        page = wire.Page(table)
        parts = {
            wire.WATCH if seat is None else str(seat): self._read(room, seat, min(ply, table.match.ply), page)
            for seat in seats
        }
        self.note_presence(room, mine)
        info = wire.info(table, self.ticks.now(), room.here(), person)
        return {"type": "sync", "seq": table.seq_for(mine), "table": info, "seats": parts}

    def _read(self, room: Room, seat: int | None, ply: int, page: wire.Page) -> orjson.Fragment:
        match = room.table.match
        room.told.setdefault(seat, match.log_length(seat, match.ply))
        key = None if seat is None else self._key(room, seat)
        return orjson.Fragment(b"".join(page.seat(seat, match.log_length(seat, ply), key)))

    def _key(self, room: Room, seat: int) -> str:
        """What opens a seat, worked out once."""
        asked = seat, room.table.seats[seat].round
        if asked not in room.keys:
            room.keys[asked] = self.doors.key(room.table.id, *asked)
        return room.keys[asked]

    async def wait(self, room: Room, person: str | None, since: int, seconds: float) -> None:
        """Until the table has news for a person after `since`, or the time is up."""
        until = time.monotonic() + min(seconds, LONGEST_WAIT_S)
        while room.table.seq_for(room.table.seats_of(person)) <= since and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                room.changed = room.changed or asyncio.Event()
                await asyncio.wait_for(room.changed.wait(), left)

    # What people do

    async def act(self, name: str, person: str | None, act: Any) -> dict[str, Any]:
        """Anything a person may do at a table; the answer, or a refusal."""
        if act.type == "ping":
            return {"type": "pong", "action_id": act.action_id}
        room = await self.room(name)
        if person is None or act.seat not in room.table.seats_of(person):
            if act.type != "sit_in" or not room.table.seats_of(person):
                raise NotYourSeat("You do not sit there; a seat's link or an open seat lets you in.")
        else:
            self.note_presence(room, [act.seat])
        answer: dict[str, Any] = await ACTS[act.type](self, room, person, act)
        return answer

    async def _play(self, room: Room, person: str, act: messages.Play) -> dict[str, Any]:
        async with room.lock:
            return await self._play_actions(room, person, act, [act.action])

    async def _play_actions(self, room: Room, person: str, act: Any, actions: list[str]) -> dict[str, Any]:
        table = room.table
        known = table.answered.get((act.seat, act.action_id)) if act.action_id else None
        if known is not None:
            return _answer(table, person, act, known)
        self._check_turn(table, person, act)
        choosing = act.seat in table.choosing()
        match = table.seen_by(act.seat) if choosing else table.match
        _check_all(match, actions, act.seat)
        if table.seats[act.seat].stand_in is not None:
            raise IllegalAction("A bot sits in for you; take your seat back first.")
        data: dict[str, Any] = {"seat": act.seat, "id": act.action_id}
        if choosing:
            event = await self._commit(room, "seal", {**data, "action": actions[0]})
        else:
            event = await self._commit(room, "act", {**data, "actions": actions})
        return _answer(room.table, person, act, event.seq)

    @staticmethod
    def _check_turn(table: Table, person: str, act: Any) -> None:
        """Whose turn it is comes first: a stale number must not tell of private steps."""
        if table.is_archive:
            raise GameOver("This is a record to look at; play on from it at a new table.")
        if act.seat not in table.waiting and act.seat not in table.sealed:
            table.match.check(table.game.words.ACTION_NAMES[0], act.seat)
        if act.seq is not None:
            known = table.seq_from(act.seq, table.seats_of(person))
            if known < table.moved or known > table.seq:
                raise Stale("The table has changed since; look again.")
        if act.seat in table.sealed:
            raise IllegalAction("This seat has chosen already; a choice once made stands.", table.game.words.TURN_RULE)

    async def _arrange(self, room: Room, person: str, act: messages.Arrange) -> dict[str, Any]:
        async with room.lock:
            known = room.table.answered.get((act.seat, act.action_id)) if act.action_id else None
            if known is not None and act.confirm:
                return _answer(room.table, person, act, known)
            self._check_turn(room.table, person, act)
            actions = _arranged(room.table, act)
            if isinstance(actions, dict):
                return {"type": "arranged", "action_id": act.action_id, **actions}
            try:
                says = _trial(room.table.match, actions)
            except SiegeworksError as problem:
                told = {"ok": False, "reason": problem.reason, "rule": problem.rule}
                return {"type": "arranged", "action_id": act.action_id, **told}
            if act.confirm:
                return await self._play_actions(room, person, act, actions)
            return {"type": "arranged", "action_id": act.action_id, "ok": True, "actions": actions, "says": says}

    async def _preview(self, room: Room, person: str, act: messages.Preview) -> dict[str, Any]:
        match = self._own_turn(room.table, act.seat)
        says = wire.said(match, match.preview(act.action))
        after = match.view_after(match.game.action_numbers[act.action], act.seat)
        return {"type": "preview", "action_id": act.action_id, "action": act.action, "says": says, "view": after}

    @staticmethod
    def _own_turn(table: Table, seat: int) -> Match:
        """The match at the seat's own turn; raises what playing would."""
        match = table.seen_by(seat)
        if match.to_move != seat or table.is_archive:
            match.check(match.game.words.ACTION_NAMES[0], seat)
        return match

    async def _why(self, room: Room, person: str, act: messages.Why) -> dict[str, Any]:
        table = room.table
        told: dict[str, Any] = {"type": "why", "action_id": act.action_id, "ok": False}
        try:
            match = self._own_turn(table, act.seat)
        except SiegeworksError as problem:
            return {**told, "reason": problem.reason, "rule": problem.rule}
        names = [act.action] if act.action is not None else _matching(match, act)
        action, refusal = _best_refusal(match, names)
        if refusal is None:
            return {**told, "ok": True, "action": action}
        return {**told, "action": action, "reason": refusal.reason, "rule": refusal.rule}

    async def _hint(self, room: Room, person: str, act: messages.Hint) -> dict[str, Any]:
        match = self._own_turn(room.table, act.seat)
        view = match.seat_view(act.seat)
        legal = match.legal_numbers()
        self.thinkers.hints.check(person)
        await self.warmth.wait_for_code(match.game, HINT_LEVEL)
        number, thought = await self.thinkers.hint(match.game, view, person)
        if number not in legal:
            raise Stuck("The bot chose something that is not allowed.")
        names = match.game.words.ACTION_NAMES
        candidates = [
            {"action": names[one.action], "value": one.value, "share": one.share} for one in thought.candidates[:5]
        ]
        told = {"action": names[number], "says": thought.says, "candidates": candidates}
        return {"type": "hint", "action_id": act.action_id, **told}

    async def _resign(self, room: Room, person: str, act: messages.Resign) -> dict[str, Any]:
        async with room.lock:
            table = room.table
            known = table.answered.get((act.seat, act.action_id)) if act.action_id else None
            if known is not None:
                return _answer(room.table, person, act, known)
            table.match.copy().resign(act.seat)
            event = await self._commit(room, "resign", {"seat": act.seat, "id": act.action_id})
            return _answer(room.table, person, act, event.seq)

    async def _offer(self, room: Room, person: str, act: messages.Offer) -> dict[str, Any]:
        async with room.lock:
            table = room.table
            self._check_offer(table, act.seat, act.what)
            if act.what == "undo" and manners.undo(table, act.seat) == "free":
                data = {"seat": act.seat, "ply": manners.undo_ply(table, act.seat), "id": act.action_id}
                return _answer(room.table, person, act, (await self._commit(room, "undo", data)).seq)
            if act.what in table.offers:
                return await self._agree(room, person, act)
            event = await self._commit(room, "offer", {"seat": act.seat, "what": act.what, "id": act.action_id})
            if not manners.asked_for(table, act.seat, act.what):
                event = await self._agreed(room, act)
            return _answer(room.table, person, act, event.seq)

    @staticmethod
    def _check_offer(table: Table, seat: int, what: str) -> None:
        if table.is_archive:
            raise GameOver("This is a record to look at.")
        if what == "rematch":
            if not table.is_over:
                raise IllegalAction("A rematch comes after the match.")
            if table.next is not None:
                raise IllegalAction("There is a next match already.")
            return
        if table.is_over:
            raise GameOver("The match is over.")
        if what == "undo" and manners.undo(table, seat) == "no":
            raise IllegalAction("There is nothing of yours to take back.")
        if what == "draw" and not manners.others(table, seat):
            raise IllegalAction("Bots do not agree to draws.")

    async def _accept(self, room: Room, person: str, act: messages.Accept) -> dict[str, Any]:
        async with room.lock:
            if act.what not in room.table.offers:
                raise IllegalAction("There is no such offer any more.")
            return await self._agree(room, person, act)

    async def _agree(self, room: Room, person: str, act: Any) -> dict[str, Any]:
        """One more agrees to an offer; when all have, it happens."""
        table, offer = room.table, room.table.offers[act.what]
        if act.seat in offer.agreed:
            return _answer(room.table, person, act, table.seq)
        missing = set(manners.asked_for(table, offer.seat, act.what)) - set(offer.agreed)
        mine = set(table.seats[act.seat].people)
        missing -= {seat for seat in missing if mine & set(table.seats[seat].people)}
        if missing:
            data = {"seat": act.seat, "what": act.what, "id": act.action_id}
            return _answer(room.table, person, act, (await self._commit(room, "agree", data)).seq)
        return _answer(room.table, person, act, (await self._agreed(room, act)).seq)

    async def _agreed(self, room: Room, act: Any) -> Event:
        """What comes of an offer all have agreed to."""
        table = room.table
        data: dict[str, Any] = {"seat": act.seat, "what": act.what, "id": act.action_id}
        if act.what == "undo":
            data["ply"] = manners.undo_ply(table, table.offers[act.what].seat)
        elif act.what == "draw":
            data["draw"] = True
        else:
            return await self._follow(room, "agree", data)
        return await self._commit(room, "agree", data)

    async def _follow(self, room: Room, kind: str, data: dict[str, Any]) -> Event:
        """The next match at a table of its own: the same seats, the next one begins."""
        table = room.table
        began = starter(table.match)
        setup = {
            **{key: table.setup[key] for key in ("game", "version", "public", "clock")},
            "host": table.host,
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
        names = {number: seat.name for number, seat in enumerate(table.seats) if seat.name}
        event = self._event(table.id, table.seq + 1, kind, data)
        found = secrets.token_urlsafe(ID_BYTES)
        data["table"] = found
        made = self._event(found, 0, "made", setup)
        following = Table(made)
        following.names = table.names
        seated = [Sitting(found, n, one, names.get(n)) for n, seat in enumerate(following.seats) for one in seat.people]
        for sitting in seated:
            following.name_seat(sitting)
        self._check_kept(room)
        await self.store.append(Entry([event, made], seated, [following.shelf()]))
        self.rooms[found] = Room(following, self.ticks.now())
        self._go_on(self.rooms[found])
        table.apply(event)
        self._tell(room)
        return event

    async def _decline(self, room: Room, person: str, act: messages.Decline) -> dict[str, Any]:
        async with room.lock:
            if act.what not in room.table.offers:
                raise IllegalAction("There is no such offer any more.")
            data = {"seat": act.seat, "what": act.what, "id": act.action_id}
            return _answer(room.table, person, act, (await self._commit(room, "decline", data)).seq)

    async def _leave(self, room: Room, person: str, act: messages.Leave) -> dict[str, Any]:
        async with room.lock:
            event = await self._commit(room, "leave", {"seat": act.seat, "id": act.action_id})
            return _answer(room.table, person, act, event.seq)

    async def _sit_in(self, room: Room, person: str, act: messages.SitIn) -> dict[str, Any]:
        async with room.lock:
            table = room.table
            if act.seat >= len(table.seats) or table.seats[act.seat].kind != PERSON:
                raise IllegalAction("A bot sits in for a person, and nobody sits there.")
            if table.is_open:
                raise GameOver("The match is over.")
            if act.seat not in table.seats_of(person) and not self._is_away(room, act.seat):
                raise IllegalAction("Whoever sits there is still around; a bot sits in for those who are away.")
            data = {"seat": act.seat, "level": act.level, "id": act.action_id}
            return _answer(room.table, person, act, (await self._commit(room, "sit_in", data)).seq)

    def note_presence(self, room: Room, seats: Iterable[int]) -> None:
        """These seats have shown themselves just now."""
        for seat in seats:
            room.heard[seat] = self.ticks.now()

    def _is_away(self, room: Room, seat: int) -> bool:
        """Whether a bot may sit in. After a restart nobody is away before they had time to come back."""
        if seat in room.here():
            return False
        now = self.ticks.now()
        silent = now - max(room.table.heard[seat], room.heard.get(seat, 0))
        is_silent = silent > manners.patience_ms(room.table) and now - room.opened > manners.ABSENT_MS
        return room.table.seats[seat].away or is_silent

    async def _take_back(self, room: Room, person: str, act: messages.TakeBack) -> dict[str, Any]:
        async with room.lock:
            event = await self._commit(room, "take_back", {"seat": act.seat, "id": act.action_id})
            return _answer(room.table, person, act, event.seq)

    async def join(self, name: str, person: str, wish: messages.Join) -> Room:
        """Take a seat. A key opens its seat, on a second device too; without one, any open seat of a public table."""
        room = await self.room(name)
        async with room.lock:
            table = room.table
            if table.is_archive:
                raise NoTable
            seat = self._wanted(table, person, wish)
            if person in table.seats[seat].people:
                return room
            called = clean_name(wish.name) if wish.name else None
            if called:
                await self.store.set_name(person, called)
            known = called or await self.store.name_of(person)
            if known:
                table.names[person] = known
            await self._commit(room, "sit", {"seat": seat, "person": person}, Sitting(table.id, seat, person))
            for listener in room.listeners:
                if listener.person == person:
                    listener.seats = table.seats_of(person)
                    listener.hear(wire.told(self.sync(room, person)))
            return room

    def _wanted(self, table: Table, person: str, wish: messages.Join) -> int:
        """The seat a wish is for; a wrong key and a missing one are refused alike."""
        if wish.key is not None:
            for number, seat in enumerate(table.seats):
                fits = wish.seat in (None, number) and seat.kind != BOT
                if fits and self.doors.is_key(wish.key, table.id, number, seat.round):
                    return number
            raise NoTable
        mine = table.seats_of(person)
        if mine and wish.seat in (None, *mine):
            return mine[0] if wish.seat is None else wish.seat
        if not table.setup["public"]:
            raise NoTable
        free = [number for number, seat in enumerate(table.seats) if seat.kind == OPEN]
        if wish.seat is None and free:
            return free[0]
        if wish.seat not in free:
            raise IllegalAction("That seat is taken." if wish.seat is not None else "All seats are taken.")
        return wish.seat

    async def rename(self, person: str, name: str) -> str:
        """What a person is called from now on, at every table."""
        kept = clean_name(name)
        if not kept:
            raise BadSetup("A name needs letters or digits.")
        await self.store.set_name(person, kept)
        for room in self.rooms.values():
            if room.table.seats_of(person):
                room.table.names[person] = kept
                self.show(room)
        return kept

    async def forget(self, person: str) -> None:
        """Everything about a person: the name, and the tables that are nobody else's. At the others play goes on."""
        async with contextlib.AsyncExitStack() as quiet:  # what is being stored comes before, nothing after
            for _, room in sorted(self.rooms.items()):
                if room.table.seats_of(person) or room.table.host == person:
                    await quiet.enter_async_context(room.lock)
            gone, shared = await self.store.forget(person)
            for name in gone:
                self._drop(name)
        for room in [self.rooms[name] for name in shared if name in self.rooms]:
            try:
                await self._reread(room)
            except SiegeworksError:
                self._drop(room.table.id)  # whoever comes next is told why it cannot be read

    def analyse(self, room: Room, asker: str) -> None:
        """Begin to look back at a finished match, unless that is done or under way; raises TooMany."""
        if room.table.analysis is None and room.analysing is None:
            self.thinkers.studies.check(asker)
            room.analysing = studies.Study(room.table.match, asker)
            self._spawn(self._study(room, room.analysing))

    def told_analysis(self, room: Room) -> dict[str, Any]:
        """How far looking back at a match is, and what it found."""
        study = room.analysing
        place = self.thinkers.studies.place_in_line(study.asker) if study and not study.is_begun else 0
        return studies.told(room.table.analysis, study, place)

    async def _study(self, room: Room, study: studies.Study) -> None:
        try:
            await self.warmth.wait_for_code(room.table.game)
            found = await self.thinkers.studies.run(study.run, studies.LIMIT_S, study.asker)
            async with room.lock:
                await self._commit(room, "analysed", {"found": found})
            room.analysing = None
        except SiegeworksError as problem:
            study.failed = problem.reason

    # Bots and house rules

    def _go_on(self, room: Room) -> None:
        """Whatever goes on without a person: bots, seats that have left, the next match of a series."""
        table = room.table
        if self._closing or table.is_archive:
            return
        if table.is_over:
            found = wire.series(table)
            if found and not found["over"] and table.next is None:
                self._spawn(self._quietly(self._next_match(room)))
            return
        for seat in table.waiting:
            if seat in room.thinking:
                continue
            if seat in table.match.gone or table.seats[seat].is_bot:
                room.thinking.add(seat)
                self._spawn(self._think(room, seat))

    async def _next_match(self, room: Room) -> None:
        async with room.lock:
            if room.table.next is None:
                await self._follow(room, "follow", {})

    async def _think(self, room: Room, seat: int) -> None:
        """A bot's turn: choose, and play if the table is still as it was. What fails is replaced by the default."""
        moved = room.table.moved
        try:
            action, note = await self._choice(room.table, seat)
        except BaseException:
            room.thinking.discard(seat)
            raise
        try:
            async with room.lock:
                room.thinking.discard(seat)  # here only: what follows may make the same seat think again
                table = room.table  # which may have been read anew
                if self.rooms.get(table.id) is not room:
                    return  # the table was thrown away meanwhile
                if table.moved == moved and seat in table.waiting and self._may_move(table, seat):
                    await self._play_for(room, seat, action, note)
                else:
                    self._go_on(room)
        except SiegeworksError as problem:
            LOG.warning("a bot's move at table %s was not saved: %s", room.table.id, problem.code)
            await asyncio.sleep(1)
            self._go_on(room)

    async def _choice(self, table: Table, seat: int) -> tuple[str, str | None]:
        """The action of a bot, or of a seat that has left, and a line about it if there is something to say."""
        match = table.seen_by(seat)
        return (match.default(), None) if seat in table.match.gone else await self._chosen(table, match, seat)

    @staticmethod
    def _may_move(table: Table, seat: int) -> bool:
        return seat in table.match.gone or table.seats[seat].is_bot

    async def _chosen(self, table: Table, match: Match, seat: int) -> tuple[str, str | None]:
        """What a bot plays; if it fails, the default and a line that says so."""
        level = table.seats[seat].stand_in or table.seats[seat].level or DEFAULT_LEVEL
        view, legal, default = match.seat_view(seat), match.legal_numbers(), match.default()
        started = time.monotonic()
        try:
            number = await self._thought(match.game, level, view, legal, table.host or table.id)
        except Stuck as problem:
            LOG.warning("table %s: %s", table.id, problem.reason)
            name = match.game.words.seat_name(seat)
            return default, f"{problem.reason[:-1]}, so the clock's move was played for {name}."
        await asyncio.sleep(max(0.0, self.bot_pause_s - (time.monotonic() - started)))
        return match.game.words.ACTION_NAMES[number], None

    async def _thought(self, game: Game, level: int, view: views.States, legal: list[int], asker: str) -> int:
        """What a bot chooses for whoever made its table. Where there are secrets, having no choice is one."""
        await self.warmth.wait_for_code(game, level)
        if len(legal) == 1 and views.has_secrets(view.dtype):
            await self.thinkers.pretend(game, level, int(view["seats"][0]), asker)
            return legal[0]
        number, _ = await self.thinkers.choose(game, level, view, asker)
        if number not in legal:  # as it was then: the table may go on meanwhile
            raise Stuck("The bot chose something that is not allowed.")
        return number

    async def _play_for(self, room: Room, seat: int, action: str, note: str | None) -> None:
        """An action nobody sent: a bot's, the clock's, or that of a seat that has left. The caller holds the lock."""
        data: dict[str, Any] = {"seat": seat, "note": note} if note else {"seat": seat}
        if seat in room.table.choosing():
            await self._commit(room, "seal", {**data, "action": action})
        else:
            room.table.match.check(action, seat)
            await self._commit(room, "act", {**data, "actions": [action]})


ACTS: dict[str, Callable[..., Any]] = {
    "play": Tables._play,
    "arrange": Tables._arrange,
    "preview": Tables._preview,
    "why": Tables._why,
    "hint": Tables._hint,
    "resign": Tables._resign,
    "offer": Tables._offer,
    "accept": Tables._accept,
    "decline": Tables._decline,
    "leave": Tables._leave,
    "sit_in": Tables._sit_in,
    "take_back": Tables._take_back,
}


def _answer(table: Table, person: str, act: Any, seq: int) -> dict[str, Any]:
    """Done: the event's number, as the person counts."""
    hidden = table.hidden_from(table.seats_of(person), seq)
    return {"type": "answer", "action_id": act.action_id, "seq": seq - hidden}


def _check_all(match: Match, actions: list[str], seat: int) -> None:
    """Raises what playing them one after the other would."""
    if len(actions) == 1:
        match.check(actions[0], seat)
        return
    trial = match.copy()
    for action in actions:
        trial.play(action, seat)


def _arranged(table: Table, act: messages.Arrange) -> list[str] | dict[str, Any]:
    """The actions that lead to a layout, or why it cannot be had."""
    hook = table.game.words.arrange
    if hook is None:
        raise IllegalAction(f"{table.game.title} is played action by action; there is nothing to arrange.")
    match = table.match
    if match.to_move != act.seat:
        match.check(match.game.words.ACTION_NAMES[0], act.seat)
    found = hook(match.seat_view(act.seat)[0], act.layout)
    if isinstance(found, list):
        return [str(name) for name in found]
    reason, rule = found
    return {"ok": False, "reason": reason, "rule": rule}


def _trial(match: Match, actions: list[str]) -> list[dict[str, Any]]:
    """What each of some actions would change, as far as the seat can know."""
    trial = match.copy()
    says: list[dict[str, Any]] = []
    for number, action in enumerate(actions, 1):
        says += wire.said(trial, trial.preview(action))
        if number < len(actions):
            trial.play(action)
    return says


def _matching(match: Match, act: messages.Why) -> list[str]:
    """The actions that have all these targets, and the verb if one is given."""
    wanted = set(act.targets)
    found = [
        pick.action
        for pick in picks(match.game)
        if wanted <= set(pick.targets) and act.verb in (None, pick.verb) and (wanted or act.verb)
    ]
    if not found:
        raise BadSetup("Nothing in this game points there.")
    return found


def _best_refusal(match: Match, names: list[str]) -> tuple[str | None, SiegeworksError | None]:
    """An action that can be played, or the reason that most of them have in common."""
    reasons: dict[str, tuple[int, str, SiegeworksError]] = {}
    for name in names:
        refusal = match.why_not(name)
        if refusal is None:
            return name, None
        times, first, _ = reasons.get(str(refusal), (0, name, refusal))
        reasons[str(refusal)] = times + 1, first, refusal
    _, name, refusal = max(reasons.values(), key=lambda reason: reason[0])
    return name, refusal


def _blank(game: str, seats: list[dict[str, Any]], person: str) -> dict[str, Any]:
    return {
        "game": game,
        "version": checked_game(game).rules.VERSION,
        "seats": seats,
        "seed": secrets.token_hex(32),
        "start": None,
        "public": False,
        "clock": None,
        "series": None,
        "position": None,
        "record": None,
        "ply": None,
        "host": person,
        "archive": False,
    }


def _setup(wish: messages.TableWish, person: str) -> dict[str, Any]:
    """What a table begins with, checked; the match itself is checked when it is made."""
    game = checked_game(wish.game)
    seats = [_wished_seat(seat, person) for seat in wish.seats]
    setup = _blank(game.name, seats, person)
    if wish.record is not None:
        match = Match.from_record(wish.record)
        if match.game is not game or match.seats != len(seats):
            raise BadSetup(f"The record is of {match.game.title} with {match.seats} seats.")
        setup.update(record=wish.record, ply=match.ply if wish.ply is None else wish.ply, options=match.options)
    else:
        checked_seats(game, len(seats))
        setup["options"] = checked_options(game, wish.options, len(seats))
    if wish.position is not None:
        setup["position"] = {"seats": len(seats), "options": dict(wish.options), **wish.position}
        if setup["position"]["seats"] != len(seats):
            raise BadSetup("The position has another number of seats.")
    if wish.start is not None and wish.start >= len(seats):
        raise BadSetup(f"The seat that begins is from 0 to {len(seats) - 1}, not {wish.start}.")
    clock = None if wish.clock is None else wish.clock.model_dump()
    setup.update(start=wish.start, public=wish.public, clock=clock, series=_first_series(game, wish))
    return setup


def _first_series(game: Any, wish: messages.TableWish) -> dict[str, Any] | None:
    if wish.series is None:
        return None
    lengths = game.series
    if wish.series not in lengths:
        raise BadSetup(f'There is no series "{wish.series}" of {game.title}; there is {", ".join(lengths) or "none"}.')
    return {"name": wish.series, "totals": [0] * len(wish.seats), "match": 1}


def _wished_seat(wish: messages.SeatWish, person: str) -> dict[str, Any]:
    if wish.kind == "bot":
        return {"kind": BOT, "level": wish.level or DEFAULT_LEVEL}
    return {"kind": PERSON, "people": [person]} if wish.kind == "me" else {"kind": OPEN}


def _same_seat(seat: Any) -> dict[str, Any]:
    if seat.kind == BOT:
        return {"kind": BOT, "level": seat.level}
    return {"kind": seat.kind, "people": list(seat.people)}


def _next_series(table: Table) -> dict[str, Any] | None:
    found = wire.series(table)
    if not found:
        return None
    if found["over"]:
        return {"name": found["name"], "totals": [0] * len(table.seats), "match": 1}
    return {"name": found["name"], "totals": found["totals"], "match": found["match"] + 1}
