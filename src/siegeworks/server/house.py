"""The house: what goes on at tables without a person. Clocks, bots, series, analyses, and the end of old tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from siegeworks.errors import IllegalAction, SiegeworksError
from siegeworks.server import acts, manners, questions, studies, wire
from siegeworks.server.askers import Asker
from siegeworks.server.clocks import Ticks
from siegeworks.server.flags import Flags
from siegeworks.server.letters import Letters
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.logs import request_id
from siegeworks.server.metrics import Metrics
from siegeworks.server.people import Identities
from siegeworks.server.pools import Stuck
from siegeworks.server.quotas import Quotas
from siegeworks.server.reading import Readers
from siegeworks.server.room import Change, NoTable, Room, Rooms, quietly
from siegeworks.server.seating import Seating, following
from siegeworks.server.store import Damaged, Old, Store
from siegeworks.server.table import Table
from siegeworks.server.thinkers import HINT_LEVEL, Thinkers
from siegeworks.server.turns import Turn, Turns
from siegeworks.server.warm import Readiness

LOG = logging.getLogger("siegeworks.server")

BOT_PAUSE_S = 0.3
TICK_S = 0.25
KEEP_TICK_S = 5.0
KEEP_HOUSE_S = 60.0
RETRY_S = 1.0
DAY_MS = 24 * 3600 * 1000
MEND_MS = 10 * 60 * 1000
"""A row that a server could not write is older than its end by no more than this."""
UNREADABLE_MS = 3600 * 1000
FAULTY_MS = 60 * 1000
"""The clock of a table that cannot be read is asked for again after so long."""
FINISHED_DAYS, UNFINISHED_DAYS = 365, 90
LESSON_MS = 3600 * 1000
"""A step of a lesson is thrown away when nobody has touched it for so long."""


Tell = Callable[[dict[str, Any]], None]


def unheard(message: dict[str, Any]) -> None:
    """Nobody listens."""


class House:
    """A server's tables: its rooms, who is told what, who sits where, and whatever goes on by itself."""

    def __init__(
        self,
        store: Store,
        identities: Identities,
        thinkers: Thinkers | None = None,
        bot_pause_s: float = BOT_PAUSE_S,
        warm: bool = True,
        ticks: Ticks | None = None,
        limits: Limits = DEFAULTS,
    ) -> None:
        self.store = store
        self.identities = identities
        self.thinkers = thinkers or Thinkers(limits=limits)
        self.warm = warm
        self.readiness = Readiness(self.thinkers.make)
        self.turns = Turns(self.thinkers, self.readiness, bot_pause_s)
        self.ticks = ticks or Ticks()
        self.readers = Readers(limits)
        self.metrics = Metrics()
        self.rooms = Rooms(store, self.ticks, self.readers, self.readiness.wait, self.metrics)
        self.letters = Letters(identities, self.ticks)
        self.quotas = Quotas(store, identities, limits)
        self.seating = Seating(self.rooms, self.letters, self.readiness, self.quotas)
        self.flags = Flags(self.rooms, self.turns, self._play_for, self._spawn)
        self.rooms.tell, self.rooms.go_on, self.rooms.spawn = self.letters.show, self._go_on, self._spawn
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._watch()

    def _watch(self) -> None:
        """What is counted for whoever runs the server."""
        rooms, thinkers = self.rooms, self.thinkers
        self.metrics.watch("tables", lambda: len(rooms.open()))
        self.metrics.watch("sockets", lambda: sum(len(room.listeners) for room in rooms.open()))
        for pool in (thinkers.bots, thinkers.hints, thinkers.studies, *self.readers.pools):
            self.metrics.watch_queue(pool.what, partial(getattr, pool, "asked"))

    # Opening and closing

    async def open(self) -> None:
        """Go on from where the last server was: time first, then whatever is due."""
        self.loop = asyncio.get_running_loop()
        await self.store.open()
        stopped = await self.store.tick()
        self.ticks.go_on_from(stopped)
        self.identities.forgotten = await self.store.forgotten()
        if self.warm:
            self.readiness.start(self.loop)
        else:
            self.readiness.skip()
        self._spawn(self._mend_shelves(stopped - MEND_MS))
        self._spawn(self._watch_clocks())
        self._spawn(self._keep_house())

    def hurry(self) -> None:
        """The server is told to stop: nobody waits for news any more. Every connection says so; once is enough."""
        if self.letters.is_closing:
            return
        self.letters.is_closing = True
        for room in self.rooms.open():
            room.wake()

    async def close(self) -> None:
        """Let what is under way finish, then close the store."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        self.readers.close()
        self.readiness.close()
        for room in self.rooms.open():
            async with room.lock:
                pass
        await quietly(self.rooms.note)
        with contextlib.suppress(SiegeworksError):
            await self.store.keep_tick(self.ticks.now())
        await self.store.close()

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What people do and ask

    async def act(
        self, name: str, person: str | None, act: Any, address: str = "", tell: Tell = unheard
    ) -> dict[str, Any]:
        """Anything a person at an address may do or ask at a table; the answer, or a refusal.

        `tell`: is told what comes before the answer.
        """
        if act.type == "ping":
            return {"type": "pong", "action_id": act.action_id}
        if act.action_id is not None:
            request_id.set(act.action_id)
        with self.metrics.acting(act.type):
            return await self._act(name, person, act, address, tell)

    async def _act(self, name: str, person: str | None, act: Any, address: str, tell: Tell) -> dict[str, Any]:
        room = await self.rooms.find(name)
        somebody = acts.check_seat(room, person, act)
        if act.seat in room.table.seats_of(somebody):
            self.letters.note_presence(room, [act.seat])
        await self.greet(room, somebody)
        asker = Asker(somebody, address)
        if act.type == "preview":
            return questions.preview(room.table, act)
        if act.type == "why":
            return await self.readers.ask(asker, questions.why(room.table, act))
        if act.type == "hint":
            return await self._hint(room, act, asker, tell)
        asked = acts.Asked(self.rooms, room, somebody, act, most_events=self.quotas.limits.events_table)
        if acts.is_known(asked):
            return await acts.perform(asked)
        if act.type == "arrange":
            return await self._arrange(asked, asker)
        if acts.may_make_a_table(act):
            async with self.quotas.claim(asker, "tables") as claim:
                return await acts.perform(replace(asked, claim=claim))
        return await acts.perform(asked)

    async def _arrange(self, asked: acts.Asked, asker: Asker) -> dict[str, Any]:
        """Whether a layout can be had is found in a thread; one that is confirmed is then played."""
        act = asked.act
        with acts.remembered(asked) if act.confirm else contextlib.nullcontext():
            acts.check_turn(asked)
            found = await self.readers.ask(asker, questions.arranged(asked.table, act))
        if found["ok"] and act.confirm:
            return await acts.perform(replace(asked, actions=tuple(found["actions"])))
        if act.confirm:
            asked.room.refusals.keep(asked.person, act.action_id, found)
        return found

    async def greet(self, room: Room, person: str | None) -> None:
        """Somebody looks at a table; a clock that waited for that begins. Whoever cannot be noted still looks."""
        for seat in room.table.awaited.intersection(room.table.seats_of(person)):
            await quietly(self._note_arrival, room, seat)

    async def _note_arrival(self, room: Room, seat: int) -> None:
        async with room.lock:
            if seat in room.table.awaited:
                await self.rooms.commit(room, Change("arrive", {"seat": seat}))

    async def _hint(self, room: Room, act: Any, asker: Asker, tell: Tell) -> dict[str, Any]:
        if not manners.hints(room.table):
            raise IllegalAction("hints-off")
        match = questions.own_turn(room.table, act.seat)
        view, legal = match.seat_view(act.seat), match.legal_numbers()
        ready = partial(self.readiness.wait_for_code, match.game, HINT_LEVEL)

        def waits(place: int) -> None:
            tell({"type": "waiting", "action_id": act.action_id, "place": place})

        found = await self.thinkers.hint(match.game, view, asker, ready, waits)
        if found.steps[0][1] not in legal:
            raise Stuck("bot-chose-illegal")
        return questions.hint(match, act, found)

    # Clocks and old tables

    async def _watch_clocks(self) -> None:
        """See to the seats whose time is up, and note how far time has come."""
        kept = self.ticks.now()
        while True:
            await asyncio.sleep(TICK_S)
            with contextlib.suppress(SiegeworksError):
                for found in await self.store.due(self.ticks.now()):
                    await quietly(self._run_out, found)  # one table that cannot be saved must not stop the others
                if self.ticks.now() - kept > KEEP_TICK_S * 1000:
                    kept = self.ticks.now()
                    await self.store.keep_tick(kept)

    async def _mend_shelves(self, since: int) -> None:
        """Read the tables that were in use when the last server stopped: it may have died before it wrote their rows.

        By these rows clocks are found that run out, and tables that are over; nobody else may ever look.
        """
        with contextlib.suppress(SiegeworksError):
            for found in await self.store.touched(since):
                await quietly(self.rooms.find, found)

    async def _run_out(self, found: str) -> None:
        try:
            room = await self.rooms.find(found)
        except (Damaged, NoTable):  # very many of them would hide the others
            await self.store.put_off(found, self.ticks.now() + UNREADABLE_MS)
            return
        try:
            await self.flags.fall(room)
        except SiegeworksError:
            raise
        except Exception:
            LOG.exception("the clock of table %s: tried again in a minute", found)
            await self.store.put_off(found, self.ticks.now() + FAULTY_MS)

    async def _keep_house(self) -> None:
        """Let go of idle tables, and throw dead ones away."""
        while True:
            await asyncio.sleep(KEEP_HOUSE_S)
            try:
                await quietly(self.rooms.note)
                self.rooms.drop_idle()
                await quietly(self.expire)
            except Exception:
                LOG.exception("tidying up has failed; it is done again in %d s", KEEP_HOUSE_S)

    async def expire(self) -> None:
        """Throw away tables nobody has touched for long, by the time servers have run: a clock set wrong loses none."""
        now = self.ticks.now()
        finished, unfinished = now - FINISHED_DAYS * DAY_MS, now - UNFINISHED_DAYS * DAY_MS
        for gone in await self.store.expire(Old(finished, unfinished, now - LESSON_MS, self.quotas.today())):
            self.rooms.discard(gone)

    # Analyses

    def analyse(self, room: Room, asker: Asker) -> None:
        """Begin to look back at a finished match, unless that is done or under way; raises TooMany."""
        if room.table.analysis is None and (room.analysing is None or room.analysing.failed is not None):
            self.thinkers.studies.check(asker)
            room.analysing = studies.Study(room.table.match.copy(), asker)
            self._spawn(self._study(room, room.analysing))

    def told_analysis(self, room: Room) -> dict[str, Any]:
        """How far looking back at a match is, and what it found."""
        study = room.analysing
        place = self.thinkers.studies.place_in_line(study.asker) if study and not study.is_begun else 0
        return studies.told(room.table.analysis, study, place)

    async def _study(self, room: Room, study: studies.Study) -> None:
        try:
            ready = partial(self.readiness.wait_for_code, room.table.game)
            found = await self.thinkers.studies.run(study.run, studies.LIMIT_S, study.asker, ready)
            async with room.lock:
                await self.rooms.commit(room, Change("analysed", {"found": found}))
            room.analysing = None
        except SiegeworksError as problem:
            study.failed = problem.says

    # Bots, seats that have left, and series

    def _go_on(self, room: Room) -> None:
        """Whatever goes on without a person: bots, seats that have left, the next match of a series."""
        table = room.table
        if self._closing or table.is_archive:
            return
        if table.is_over:
            found = wire.series(table)
            if found and not found["over"] and table.next is None:
                self._spawn(quietly(self._next_match, room))
            return
        for seat in table.waiting:
            if seat not in room.thinking and self._may_move(table, seat):
                room.thinking.add(seat)
                self._spawn(self._think(room, seat))

    @staticmethod
    def _may_move(table: Table, seat: int) -> bool:
        """Whether a seat is moved by the house."""
        return seat in table.match.gone or table.seats[seat].is_bot

    async def _next_match(self, room: Room) -> None:
        async with room.lock:
            if room.table.next is None:
                new = following(self.rooms, room.table)
                await self.rooms.commit(room, Change("follow", {"table": new.table.id}, following=new))

    async def _think(self, room: Room, seat: int) -> None:
        """A bot's turn: choose, and play if the table is still as it was. What fails is replaced by the default."""
        moved = room.table.moved
        if place := self.turns.place_in_line(room.table, seat):
            self.letters.say(room, {"type": "waiting", "seat": seat, "place": place})
        try:
            turn = await self.turns.of(room.table, seat)
        except BaseException:
            room.thinking.discard(seat)
            raise
        try:
            async with room.lock:
                room.thinking.discard(seat)  # here only: what follows may make the same seat think again
                table = room.table  # which may have been read anew
                if not self.rooms.is_kept(room):
                    return  # the table was thrown away meanwhile
                if table.moved == moved and seat in table.waiting and self._may_move(table, seat):
                    await self._play_for(room, seat, turn)
                else:
                    self._go_on(room)
        except SiegeworksError as problem:
            LOG.warning("a bot's move at table %s was not saved: %s", room.table.id, problem.code)
            await asyncio.sleep(RETRY_S)
            self._go_on(room)

    async def _play_for(self, room: Room, seat: int, turn: Turn) -> None:
        """A turn nobody sent: a bot's, the clock's, or that of a seat that has left. The caller holds the lock."""
        data: dict[str, Any] = {"seat": seat, "note": turn.note.data()} if turn.note else {"seat": seat}
        if turn.reason is not None:
            data["reason"] = turn.reason
        if seat in room.table.choosing():
            await self.rooms.commit(room, Change("seal", {**data, "action": turn.actions[0]}))
        else:
            room.table.match.check(turn.actions[0], seat)
            await self.rooms.commit(room, Change("act", {**data, "actions": turn.actions}))
