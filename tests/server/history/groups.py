"""Groups of people who play one table after the other, each in its own way: duels, bots, bids, cards and clocks."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from tests.server.history.clients import AGAIN_S, Act, GivenUp, Message, Person, Session, World

PACE_S = 0.3
"""The longest that somebody thinks."""
LAZY, LAZY_S = 0.05, 7.0
"""How often somebody does nothing for so long, which is longer than the clock of a table that has one."""
CLOCK_S = 5
WHIMS = (("offer", "undo", 0.05), ("offer", "draw", 0.01), ("resign", "", 0.004), ("sit_in", "", 0.01))
"""What people do besides playing, and how often when it is their turn."""
OUT_OF_TURN = 0.02


@dataclass(frozen=True)
class Kind:
    """How a group plays. `seats`: who sits there, by the number of the person, or a bot's level as text."""

    game: str
    seats: tuple[int | str, ...]
    clock: str | None = None
    watchers: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> int:
        return len({seat for seat in self.seats if isinstance(seat, int)})

    def wish(self) -> dict[str, Any]:
        clock = {"kind": "move", "seconds": CLOCK_S, "increment": 0, "flag": self.clock}
        kinds = {0: {"kind": "me"}}
        seats = [
            kinds.get(seat, {"kind": "open"}) if isinstance(seat, int) else {"kind": "bot", "level": int(seat)}
            for seat in self.seats
        ]
        return {"game": self.game, "seats": seats, "options": self.options, "clock": clock if self.clock else None}


KINDS = (
    Kind("siegestones", (0, 1), watchers=2),
    Kind("siegestones", (0, "1")),
    Kind("bluffstones", (0, 1, "1")),
    Kind("siegestones", (0, "1"), clock="plays"),
    Kind("siege", (0, 1)),
    Kind("siegestones", (0, 1), clock="loses"),
    Kind("siegestones", (0, 0), watchers=2),
    Kind("bluffstones", (0, 1), watchers=2),
    Kind("siegestones", ("1", "1"), watchers=2),
)


class Group:
    """Some people, and the tables they play at."""

    def __init__(self, world: World, kind: Kind) -> None:
        self.world, self.kind = world, kind
        self.people = [Person(world) for _ in range(max(1, kind.people))]
        self.watchers = [Person(world) for _ in range(kind.watchers)]
        self.tables: list[str] = []

    async def run(self) -> None:
        """Table after table, until play ends; the last one has to be played on after that."""
        table = None
        while not self.world.is_closing:
            try:
                table = await self._play(table or await self._make())
            except GivenUp as problem:
                self.world.notes.problems.append((problem.table, str(problem)))
                table = None
                await asyncio.sleep(AGAIN_S)
        for person in (*self.people, *self.watchers):
            await person.web.aclose()

    async def _make(self) -> str:
        made = await self.people[0].post("/tables", self.kind.wish())
        table = str(made["table"]["id"])
        self.tables.append(table)
        for seat, who in enumerate(self.kind.seats):
            if isinstance(who, int) and who > 0:
                key = made["links"]["seats"][str(seat)].split("key=")[1]
                await self.people[who].post(f"/tables/{table}/join", {"key": key}, {"seat": seat})
        return table

    async def _play(self, table: str) -> str | None:
        """One table, to its end or to the end of play; the table of the next match if they agree to one."""
        if table not in self.tables:
            self.tables.append(table)
        wants_more = self.kind.people > 0 and self.world.dice.random() < 0.4
        manners = Manners(wants_more, self.kind.clock is not None)
        players = [Session(person, table, manners.choose, PACE_S) for person in self.people]
        watchers = [Session(person, table, lambda _: None, PACE_S) for person in self.watchers]
        sessions = [*players, *watchers]
        running = [asyncio.create_task(session.run()) for session in sessions]
        try:
            await self._go_on(manners, sessions, running)
            if self.world.is_closing and self.world.must_settle:
                await self._settle(manners, players)
        finally:
            for session in sessions:
                session.end()
            await self.world.end_of(running, table, "sessions")
        return next((str(s.last["table"]["next"]) for s in players if s.last and s.last["table"]["next"]), None)

    async def _go_on(self, manners: Manners, sessions: list[Session], running: list[asyncio.Task[None]]) -> None:
        """Until all have seen the end, or play ends. A table at which nothing happens for long is given up."""
        known, since = None, time.monotonic()
        while not self.world.is_closing and not all(manners.is_over(session) for session in sessions):
            await asyncio.sleep(0.1)
            for task in running:
                if task.done():
                    task.result()
            found = [session.last and session.last["seq"] for session in sessions]
            if found != known:
                known, since = found, time.monotonic()
            elif time.monotonic() - since > self.world.limit_s and self.world.must_settle:
                says = "; ".join(described(session) for session in sessions)
                raise GivenUp(f"for {self.world.limit_s:.0f} s nothing has happened: {says}", sessions[0].table)

    async def _settle(self, manners: Manners, players: list[Session]) -> None:
        """The faults are over: the table goes on, and then rests with people to move."""
        manners.closing_at = time.monotonic()
        while not all(manners.is_settled(session) for session in players):
            if time.monotonic() - manners.closing_at > self.world.limit_s:
                stuck = next(session for session in players if not manners.is_settled(session))
                raise GivenUp(f"after the last fault it cannot be played on: {described(stuck)}", stuck.table)
            await asyncio.sleep(0.1)


def described(session: Session) -> str:
    if session.last is None:
        return "nothing was ever shown"
    table = session.last["table"]
    pending = "nothing pending" if session.is_idle else "an act is not answered"
    return f"seats {session.seats}, number {session.last['seq']}, {table['waiting']} to move, {pending}"


class Manners:
    """What people at one table do. Once play is about to end they only play on."""

    def __init__(self, wants_more: bool, is_lazy: bool) -> None:
        self.wants_more = wants_more
        self.is_lazy = is_lazy
        self.closing_at: float | None = None
        self._lazy_until = 0.0

    def is_over(self, session: Session) -> bool:
        """Whether there is nothing more to do at this table."""
        if session.last is None or not session.is_idle:
            return False
        table = session.last["table"]
        return bool(table["over"] and (not self.wants_more or table["next"]))

    def is_settled(self, session: Session) -> bool:
        """Whether the table was played on since play was about to end, as far as that was this person's to do."""
        assert self.closing_at is not None
        if session.last is None or not session.is_idle:
            return False
        table = session.last["table"]
        is_asked = not set(table["waiting"]).isdisjoint(session.seats)
        return bool(table["over"]) or (all_people(table) and (session.done_at > self.closing_at or not is_asked))

    def choose(self, session: Session) -> Act | None:
        assert session.last is not None
        table = session.last["table"]
        if not session.seats:
            return None
        if table["over"]:
            return self._after_the_end(session)
        if self.closing_at is not None:
            return self._last(session)
        agreed = _answer_to_offers(session)
        if agreed is not None:
            return agreed
        mine = [seat for seat in session.seats if session.last["seats"][str(seat)]["legal"]]
        for seat in session.seats:
            if is_bot(table, seat):
                return {"type": "take_back", "seat": seat} if session.dice.random() < 0.5 else None
        if not mine:
            return _whim(session, session.dice.choice(session.seats)) if session.dice.random() < OUT_OF_TURN else None
        if self._is_lazy(session):
            return None
        seat = session.dice.choice(mine)
        return _whim(session, seat) or _play(session, seat)

    def _is_lazy(self, session: Session) -> bool:
        """Now and then somebody lets the clock run out."""
        now = time.monotonic()
        if self.is_lazy and now > self._lazy_until + LAZY_S and session.dice.random() < LAZY:
            self._lazy_until = now + LAZY_S
        return now < self._lazy_until

    def _after_the_end(self, session: Session) -> Act | None:
        assert session.last is not None
        table, seat = session.last["table"], session.seats[0]
        if not self.wants_more or table["next"] or self.closing_at is not None:
            return None
        offered = [offer for offer in table["offers"] if offer["what"] == "rematch"]
        if offered and not set(session.seats) & set(offered[0]["agreed"]):
            return {"type": "accept", "seat": seat, "what": "rematch"}
        return None if offered else {"type": "offer", "seat": seat, "what": "rematch"}

    def _last(self, session: Session) -> Act | None:
        """Whoever is to move does so once more."""
        assert session.last is not None
        assert self.closing_at is not None
        table = session.last["table"]
        for seat in session.seats:
            if is_bot(table, seat):
                return {"type": "take_back", "seat": seat}
        mine = [seat for seat in session.seats if session.last["seats"][str(seat)]["legal"]]
        if session.done_at > self.closing_at or not mine:
            return None
        return _play(session, mine[0])


def is_bot(table: Message, seat: int) -> bool:
    return bool(table["seats"][seat]["kind"] == "bot")


def all_people(table: Message) -> bool:
    """Whether only people are to move."""
    return not any(is_bot(table, seat) or table["seats"][seat]["gone"] for seat in table["waiting"])


def _play(session: Session, seat: int) -> Act:
    assert session.last is not None
    legal = session.last["seats"][str(seat)]["legal"]
    return {
        "type": "play",
        "seat": seat,
        "action": session.dice.choice(legal)["action"],
        "seq": session.last["seq"],
    }


def _whim(session: Session, seat: int) -> Act | None:
    roll = session.dice.random()
    for kind, what, often in WHIMS:
        roll -= often
        if roll < 0:
            level = {"level": 1} if kind == "sit_in" else {}
            return {"type": kind, "seat": seat, **({"what": what} if what else level)}
    return None


def _answer_to_offers(session: Session) -> Act | None:
    assert session.last is not None
    for offer in session.last["table"]["offers"]:
        missing = [seat for seat in session.seats if seat not in offer["agreed"]]
        if missing and session.dice.random() < 0.8:
            agrees = session.dice.random() < (0.7 if offer["what"] == "undo" else 0.3)
            return {"type": "accept" if agrees else "decline", "seat": missing[0], "what": offer["what"]}
    return None
