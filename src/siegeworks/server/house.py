"""The house: a server's tables, what people do there, clocks, and the end of old tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from siegeworks.errors import IllegalAction, SiegeworksError
from siegeworks.server import acts, manners, questions
from siegeworks.server.analyses import Analyses
from siegeworks.server.askers import Asker
from siegeworks.server.boards import Boards
from siegeworks.server.clocks import Ticks
from siegeworks.server.flags import Flags
from siegeworks.server.hearing import Hearing
from siegeworks.server.judging import unless_behind
from siegeworks.server.letters import Letters, Seen
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.logs import request_id
from siegeworks.server.metrics import Metrics
from siegeworks.server.notices.noticing import Notices
from siegeworks.server.peers import ANALYSIS, BOT, Alone, Kind, Peers, Together
from siegeworks.server.people import Identities
from siegeworks.server.pools import Stuck
from siegeworks.server.puzzles import Puzzles
from siegeworks.server.quotas import Quotas
from siegeworks.server.reading import Readers
from siegeworks.server.retries import Retries
from siegeworks.server.room import Change, NoTable, Room, Rooms, insist, quietly
from siegeworks.server.seating import Seating
from siegeworks.server.starting import once_reached
from siegeworks.server.store import Damaged, Old, Store
from siegeworks.server.thinkers import HINT_LEVEL, Thinkers
from siegeworks.server.turns import Turns
from siegeworks.server.warm import Readiness
from siegeworks.server.work import Work

LOG = logging.getLogger("siegeworks.server")

BOT_PAUSE_S = 0.3
TICK_S = 0.25
KEEP_TICK_S = 5.0
KEEP_HOUSE_S = 60.0
DAY_MS = 24 * 3600 * 1000
MEND_MS = 10 * 60 * 1000
"""A row that a server could not write is older than its end by no more than this."""
UNREADABLE_MS = 3600 * 1000
FAULTY_MS = 60 * 1000
"""The clock of a table that cannot be read is asked for again after so long."""
FINISHED_DAYS, UNFINISHED_DAYS = 365, 90
LESSON_MS = 3600 * 1000
"""A step of a lesson is thrown away when nobody has touched it for so long."""


COACH_LIMIT_S = 120.0
"""A warning that takes longer is given up; nobody has to wait for it."""
SEEN = ("play", "arrange")
"""Acts that say what their sender has seen of the table."""

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
        kind: Kind = "server",
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
        self.boards = Boards(self.rooms, self.readiness, self.quotas, self.thinkers)
        self.puzzles = Puzzles(store, self.readiness, self.quotas, self.thinkers, self.readers)
        self.retries = Retries(self.rooms, self.readers, self.thinkers, self.readiness)
        self.peers = self._peers_of(store, kind)
        self.analyses = Analyses(self.rooms, identities, self.thinkers, self.readiness, self.peers, self._spawn)
        self.work = Work(self.rooms, self.letters, self.turns, self.analyses, self.peers, self._spawn)
        self.flags = Flags(self.rooms, self.turns, self.work.play_for, self._spawn)
        self.notices = Notices(self.rooms, self.peers, self._spawn)
        self.rooms.tell, self.rooms.go_on, self.rooms.spawn = self.letters.show, self._go_on, self._spawn
        self.rooms.reseat = self.letters.reseat
        self._tasks: set[asyncio.Task[Any]] = set()
        self._watch()

    def _peers_of(self, store: Store, kind: Kind) -> Peers:
        """The other processes on the same database, if there can be any."""
        if store.shared is None:
            return Alone()
        places = {BOT: self.thinkers.places, ANALYSIS: min(self.thinkers.places, self.thinkers.studies.places)}
        peers = Together(store.shared, self.ticks, kind, places)
        hearing = Hearing(self.rooms, self.letters, peers, self._spawn)
        attendance = hearing.attendance
        self.rooms.opened, self.rooms.ended = lambda room: attendance.learn(room.table.id), attendance.end
        self.letters.shown = attendance.show
        peers.hear, peers.returned = hearing.hear, attendance.show_anew
        peers.died = lambda: self._spawn(self._mend_shelves(self.ticks.now() - MEND_MS))
        return peers

    def _watch(self) -> None:
        """What is counted for whoever runs the server."""
        rooms, thinkers = self.rooms, self.thinkers
        self.metrics.watch("tables", lambda: len(rooms.open()))
        self.metrics.watch("sockets", lambda: sum(len(room.listeners) for room in rooms.open()))
        for name, count in self.peers.watched().items():
            self.metrics.watch(name, count)
        for pool in (thinkers.bots, thinkers.hints, thinkers.studies, thinkers.lines, *self.readers.pools):
            self.metrics.watch_queue(pool.what, partial(getattr, pool, "asked"))

    # Opening and closing

    async def open(self) -> None:
        """Go on from where the last server was: time first, then whatever is due."""
        self.loop = asyncio.get_running_loop()
        stopped = await once_reached(self.store.tick)
        self.ticks.go_on_from(stopped)
        self.identities.forgotten = await once_reached(self.store.forgotten)
        if self.warm:
            self.readiness.start(self.loop)
        else:
            self.readiness.skip()
        await self.peers.open()
        self._spawn(self.peers.run())
        self._spawn(self.metrics.run())
        self._spawn(self.work.take_all())
        if self.peers.is_keeper:
            self._spawn(self._mend_shelves(stopped - MEND_MS))
        self._spawn(self._watch_clocks())
        self._spawn(self._keep_house())
        self._spawn(self.notices.run())

    def hurry(self) -> None:
        """The server is told to stop: nobody waits for news any more. Every connection says so; once is enough."""
        if self.letters.is_closing:
            return
        self.letters.is_closing = True
        for room in self.rooms.open():
            room.wake()

    async def close(self) -> None:
        """Let what is under way finish, then close the store."""
        self.work.is_closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.peers.close()
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

    def _go_on(self, room: Room) -> None:
        """Something has happened at a table: whatever goes on by itself, and who is told."""
        self.work.go_on(room)
        self.notices.look(room)

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
        seq = act.seq if act.type in SEEN else None
        room = await self.find(name, person, None if seq is None else Seen(seq))
        found = await unless_behind(self.rooms, room, lambda: self._judge(room, person, act, address, tell))
        if person is not None and acts.is_judged(act, found):
            room.refusals.keep(person, act.action_id, found)
        if isinstance(found, SiegeworksError):
            raise found
        return found

    async def _judge(self, room: Room, person: str | None, act: Any, address: str, tell: Tell) -> dict[str, Any]:
        """The answer, as far as this process knows the table."""
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
        if act.type == "weigh":
            return await self._weigh(room, act, asker, tell)
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
        acts.check_turn(asked)
        found = await self.readers.ask(asker, questions.arranged(asked.table, asked.act))
        if found["ok"] and asked.act.confirm:
            return await acts.perform(replace(asked, actions=tuple(found["actions"])))
        return found

    async def find(self, name: str, person: str | None, seen: Seen | None) -> Room:
        """The room of a table, not older than what somebody has already seen of it, perhaps at another process."""
        room = await self.rooms.find(name)
        if seen is not None and (seen.number(room, person) > room.table.seq or seen.since(room, person) is None):
            await self.rooms.catch_up(room)
        return room

    async def greet(self, room: Room, person: str | None) -> None:
        """Somebody looks at a table; a clock that waited for that begins. Whoever cannot be noted still looks."""
        for seat in room.table.awaited.intersection(room.table.seats_of(person)):
            await quietly(self._note_arrival, room, seat)

    async def _note_arrival(self, room: Room, seat: int) -> None:
        async with room.lock:
            await insist(self._arrive, room, seat)

    async def _arrive(self, room: Room, seat: int) -> None:
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

    async def _weigh(self, room: Room, act: Any, asker: Asker, tell: Tell) -> dict[str, Any]:
        """The engine's own pool judges: neither bots nor hints wait for it."""
        if not manners.coach(room.table, act.seat):
            raise IllegalAction("coach-off")
        match = questions.own_turn(room.table, act.seat)
        match.check(act.action, act.seat)
        ready = partial(self.readiness.wait_for_code, match.game)

        def waits(place: int) -> None:
            tell({"type": "waiting", "action_id": act.action_id, "place": place})

        return await self.thinkers.lines.run(questions.weighed(match, act), COACH_LIMIT_S, asker, ready, waits)

    # Clocks and old tables

    async def _watch_clocks(self) -> None:
        """See to the seats whose time is up, and note how far time has come."""
        kept = self.ticks.now()
        while True:
            await asyncio.sleep(TICK_S)
            with contextlib.suppress(SiegeworksError):
                for found in await self.store.due(self.ticks.now()) if self.peers.is_keeper else ():
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
                await quietly(self._mend_shelf, found)

    async def _mend_shelf(self, found: str) -> None:
        self.rooms.shelve(await self.rooms.find(found), anew=True)

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
                for room in self.rooms.open():
                    self.letters.shown(room)
                if self.peers.is_keeper:
                    await quietly(self.expire)
            except Exception:
                LOG.exception("tidying up has failed; it is done again in %d s", KEEP_HOUSE_S)

    async def expire(self) -> None:
        """Throw away tables nobody has touched for long, by the time servers have run: a clock set wrong loses none."""
        now = self.ticks.now()
        finished, unfinished = now - FINISHED_DAYS * DAY_MS, now - UNFINISHED_DAYS * DAY_MS
        for gone in await self.store.expire(Old(finished, unfinished, now - LESSON_MS, self.quotas.today())):
            self.rooms.discard(gone)
