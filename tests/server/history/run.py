"""One run: servers, groups of clients and faults, until all comes to rest."""

from __future__ import annotations

import asyncio
import contextlib
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from siegeworks.server.store.database import Row
from tests.server.cluster import Cluster, cluster
from tests.server.history.clients import World
from tests.server.history.faults import Nemesis, Servers
from tests.server.history.groups import KINDS, Group, Kind
from tests.server.history.looking import failures, left_over, look, rows_of, waiting_work
from tests.server.history.notes import Notes
from tests.server.house import Forker

GRACE_S = 900.0
"""So long after play should have ended it is broken off; the verdict is about what was noted until then."""
STUCK, STUCK_S = 10, 15.0
"""Where servers do wrong on purpose a table may be stuck: nothing is sent for so long, after so many acts."""


@dataclass(frozen=True)
class Plan:
    """How long, with what, and how much goes wrong. `acts`: play ends when so many were sent, if that comes first."""

    seconds: float
    seed: int = 0
    kinds: tuple[Kind, ...] = KINDS
    stopped_s: float = 10.0
    has_faults: bool = True
    fault: str = "well"
    acts: int | None = None
    must_settle: bool = True


@dataclass(frozen=True)
class Outcome:
    """What a run left: the notes of clients, the rows of all tables, and what servers said."""

    notes: Notes
    stored: dict[str, list[Row]]
    said: str


def run(plan: Plan, folder: Path, tell: Callable[[str], None] = lambda line: None) -> Outcome:
    """Play, break things, and come to rest. Whatever fails on the way is a problem, and what was noted is kept."""
    forker, notes = Forker(*{kind.game for kind in plan.kinds}), Notes()
    try:
        with cluster({}) as database:
            name = database.new()
            servers = Servers(folder, database.url_on_loopback(name), forker, plan.fault)
            with _cared_for(servers):
                with _noted(notes):
                    for port in servers.ports:
                        servers.start(port)
                    asyncio.run(_in_time(plan, servers, database, notes, tell))
                    tell("all is stopped in order")
                    servers.stop_all()
                    if plan.must_settle:
                        notes.problems += [("", says) for says in (*left_over(servers.url), *failures(servers.said()))]
                return Outcome(notes, rows_of(servers.url), servers.said())
    finally:
        forker.close()


@contextlib.contextmanager
def _noted(notes: Notes) -> Iterator[None]:
    """What ends a run too early is a problem."""
    try:
        yield
    except Exception:
        notes.problems.append(("", f"the run did not come to its end:\n{traceback.format_exc()}"))


async def _in_time(plan: Plan, servers: Servers, database: Cluster, notes: Notes, tell: Callable[[str], None]) -> None:
    async with asyncio.timeout(plan.seconds + GRACE_S):
        await _play(plan, servers, database, notes, tell)


@contextlib.contextmanager
def _cared_for(servers: Servers) -> Iterator[None]:
    """Whatever happens, no server stays."""
    try:
        yield
    finally:
        for process in servers.running.values():
            if process.process.poll() is None:
                process.kill()


async def _play(plan: Plan, servers: Servers, database: Cluster, notes: Notes, tell: Callable[[str], None]) -> None:
    began = time.monotonic()
    world = World(servers.ports, notes, plan.seed, plan.must_settle)

    def say(line: str) -> None:
        answered = sum(each.outcome == "answer" for each in notes.sent)
        tell(f"{time.monotonic() - began:6.1f} s  {answered:6} acts answered, {len(notes.shown):7} shown  {line}")

    groups = [Group(world, kind) for kind in plan.kinds]
    looking = asyncio.create_task(look(world, servers.url))
    playing = [asyncio.create_task(group.run()) for group in groups]
    breaking = asyncio.create_task(_break(plan, world, servers, database, began, say))
    done, _ = await asyncio.wait([breaking, *playing, looking], return_when=asyncio.FIRST_COMPLETED)
    for task in done - {breaking}:
        task.result()
    await breaking
    world.is_closing = True
    say("no more faults")
    await asyncio.gather(*playing)
    await world.finish()
    if plan.must_settle:
        notes.problems += [("", says) for says in await asyncio.to_thread(waiting_work, servers.url)]
    looking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await looking


async def _break(
    plan: Plan, world: World, servers: Servers, database: Cluster, began: float, say: Callable[[str], None]
) -> None:
    """Faults, or none, until play ends."""
    until = began + plan.seconds
    if plan.has_faults:
        await Nemesis(world, servers, database, plan.seed, plan.stopped_s, say).run(until)
        return
    while time.monotonic() < until and not is_enough(plan, world.notes):
        await asyncio.sleep(0.1)


def is_enough(plan: Plan, notes: Notes) -> bool:
    """Whether so many acts were sent as are wanted, or none any more: who is not answered would send again."""
    is_stuck = len(notes.sent) > STUCK and time.monotonic() - notes.sent[-1].ended > STUCK_S
    return plan.acts is not None and (len(notes.sent) >= plan.acts or is_stuck)
