"""The history checker: what it catches, and two minutes in which nothing is lost, doubled or told too early."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from siegeworks.bots import Thought
from siegeworks.bots.simple import RandomBot
from siegeworks.server.store import Event
from siegeworks.server.store.database import Row
from siegeworks.server.store.rows import row_of
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers
from tests.server.history import check as checking
from tests.server.history.check import Violation, check, seen_by, summary
from tests.server.history.clients import Person, World
from tests.server.history.groups import KINDS, Group
from tests.server.history.measure import bots_after_deaths, report
from tests.server.history.notes import LOST, Found, Notes, Reader, Sent, Shown, digest
from tests.server.history.run import Outcome, Plan, _noted, run
from tests.server.house import PATIENCE_S, House, free_port

MOVES = ("d4", "e5", "c3", "f6", "b2", "g7")
FULL_S, ON_PURPOSE_S = 120.0, 240.0
ACTS = 120
FORGIVING_S = 60.0
"""Where nothing else runs, people are back within 3 s and bots have moved within 5."""
forked = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")


class Played:
    """A table at which a person and a bot have moved in turn, as a watcher and the person saw it."""

    def __init__(self) -> None:
        setup = {
            "game": "siegestones",
            "version": 1,
            "options": {},
            "seed": f"{0:064x}",
            "public": False,
            "start": 0,
            "seats": [{"kind": "person", "people": ["ada"]}, {"kind": "bot", "level": 1}],
        }
        self.events = [Event("t", 0, 0, 0, "made", setup)]
        self.notes = Notes()
        table = Table(self.events[0])
        self._show(table)
        for cell in MOVES:
            seat, seq = table.waiting[0], table.seq + 1
            data: dict[str, Any] = {"seat": seat, "actions": [f"stone {cell}"]}
            if seat == 0:
                data["id"] = f"a{seq}"
                self.notes.sent.append(sent(f"a{seq}", seq))
            self.events.append(Event("t", seq, seq, seq, "act", data))
            table.apply(self.events[-1])
            self._show(table)

    def _show(self, table: Table) -> None:
        for socket, seats in enumerate([(0,), ()]):
            self.notes.show(Shown("t", socket, float(table.seq), table.seq, seats, seen_by(table, seats)))
        self.notes.found.append(Found("t", table.seq, table.seq, float(table.seq)))

    @property
    def stored(self) -> dict[str, list[Row]]:
        return {"t": [row_of(event) for event in self.events]}

    def found(self) -> list[Violation]:
        return check(self.notes, self.stored)

    def kinds(self) -> set[str]:
        return {violation.kind for violation in self.found()}


def sent(action_id: str, seq: int | None, outcome: str = "answer", **more: Any) -> Sent:
    head = "t", action_id, "play", (0,), 1
    return Sent(*head, **{"sent": 0.0, "ended": 0.0, "outcome": outcome, "seq": seq, "shown": seq, **more})


def test_a_good_history_is_good() -> None:
    played = Played()
    assert played.found() == []
    assert len(played.notes.sent) == 3
    assert len(played.notes.shown) == 14


def test_what_was_refused_or_lost_and_is_not_stored_is_good() -> None:
    played = Played()
    played.notes.sent += [
        sent("x", None, "stale"),
        sent("y", None, LOST),
        sent("z", None, "not_saved", says="perhaps-saved"),
        sent("a3", None, LOST),
        sent("a3", None, "not_saved", says="cannot-save", sent=99.0),
    ]
    assert played.found() == []


def lose_the_last(played: Played) -> None:
    del played.events[-2:]  # the last of them the bot's


def lose_one(played: Played) -> None:
    del played.events[3]


def change_one(played: Played) -> None:
    played.events[3] = played.events[3]._replace(data={"seat": 0, "actions": ["stone a1"], "id": "a3"})


def double_one(played: Played) -> None:
    again = played.events[3]._replace(seq=5, data={**played.events[5].data, "id": "a3"})
    played.events[5] = again


def double_a_bots(played: Played) -> None:
    played.events.insert(5, played.events[4]._replace(data={"seat": 1, "actions": ["stone a1"]}))
    played.events[5:] = [event._replace(seq=seq) for seq, event in enumerate(played.events[5:], 5)]


def move_out_of_turn(played: Played) -> None:
    played.events[4] = played.events[4]._replace(data={"seat": 0, "actions": ["stone a1"], "id": "a4"})


def answer_twice_alike(played: Played) -> None:
    played.notes.sent.append(sent("b3", 3))


def answer_with_another_number(played: Played) -> None:
    played.notes.sent.append(sent("a3", 4))


def answer_before_showing(played: Played) -> None:
    played.notes.sent.append(sent("a3", 3, shown=2))


def refuse_what_is_stored(played: Played) -> None:
    played.notes.sent = [sent("a3", None, "illegal") if each.action_id == "a3" else each for each in played.notes.sent]


def refuse_afterwards(played: Played) -> None:
    played.notes.sent.append(sent("a3", None, "illegal", sent=50.0))


def show_a_seat_another_order(played: Played) -> None:
    table = Table(played.events[0])
    for event, cell in zip(played.events[1:3], ("e5", "d4"), strict=True):
        table.apply(event._replace(data={**event.data, "actions": [f"stone {cell}"]}))
    played.notes.show(Shown("t", 9, 9.0, 2, (0,), seen_by(table, (0,))))


def leave_a_line_out(played: Played) -> None:
    table = Table(played.events[0])
    for event in played.events[1:]:
        table.apply(event)
    parts = tuple((name, digest("")) if name == "watch.log" else (name, found) for name, found in seen_by(table, ()))
    played.notes.show(Shown("t", 9, 9.0, 6, (), parts))


def show_more_than_there_is(played: Played) -> None:
    played.notes.show(played.notes.shown[-1]._replace(socket=9, seq=7))


def go_backwards(played: Played) -> None:
    played.notes.show(played.notes.shown[4]._replace(at=9.0))


def forget_what_was_known(played: Played) -> None:
    played.notes.show(played.notes.shown[4]._replace(socket=9, since=5))


def tell_before_storing(played: Played) -> None:
    played.notes.found.append(Found("t", 6, 5, 6.0))


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        (lose_the_last, checking.LOST_ACT),
        (lose_the_last, checking.NEVER_STORED),
        (lose_one, checking.DAMAGED),
        (lose_one, checking.LOST_ACT),
        (change_one, checking.OTHER_ORDER),
        (double_one, checking.DOUBLED),
        (double_a_bots, checking.BOT_TWICE),
        (move_out_of_turn, checking.OUT_OF_TURN),
        (move_out_of_turn, checking.NOBODYS),
        (answer_twice_alike, checking.SAME_NUMBER),
        (answer_twice_alike, checking.LOST_ACT),
        (answer_with_another_number, checking.OTHER_NUMBER),
        (answer_before_showing, checking.SHOWN_LATE),
        (refuse_what_is_stored, checking.REFUSED_BUT_STORED),
        (refuse_afterwards, checking.REFUSED_AFTERWARDS),
        (show_a_seat_another_order, checking.OTHER_ORDER),
        (leave_a_line_out, checking.OTHER_ORDER),
        (show_more_than_there_is, checking.NEVER_STORED),
        (go_backwards, checking.BACKWARDS),
        (forget_what_was_known, checking.FORGOT),
        (tell_before_storing, checking.TOO_EARLY),
    ],
)
def test_what_must_not_be_is_found(damage: Callable[[Played], None], kind: str) -> None:
    played = Played()
    damage(played)
    assert kind in played.kinds()


def test_a_row_that_changed_on_disk_is_found() -> None:
    played, stored = Played(), Played().stored
    *told, last = stored["t"][2]
    stored["t"][2] = (*told, bytes(len(last)))
    assert checking.DAMAGED in {violation.kind for violation in check(played.notes, stored)}


def test_a_table_that_is_gone_is_found() -> None:
    assert [violation.kind for violation in check(Played().notes, {})] == [checking.LOST_ACT]


def test_a_reader_puts_its_log_together_as_the_protocol_says() -> None:
    """Lines replace what follows; after an undo what follows is gone; one that was never shown is missed."""

    def after(*letters: tuple[int, list[str]]) -> bytes:
        reader = Reader()
        seats = [{"log_from": first, "log": lines} for first, lines in letters]
        return [reader._log("0", seat) for seat in seats][-1]

    whole = after((0, ["a", "b", "c"]))
    assert after((0, ["a"]), (1, ["b", "c"])) == after((0, ["a", "x"]), (1, []), (1, ["b", "c"])) == whole
    assert after((0, ["a"]), (2, ["c"])) != whole


# What clients wait for


class Losing(httpx.AsyncHTTPTransport):
    """Loses the first answer to a request of each kind: what was asked was done."""

    def __init__(self) -> None:
        super().__init__()
        self.lost: set[str] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = await super().handle_async_request(request)
        if request.method == "POST" and request.url.path not in self.lost:
            self.lost.add(request.url.path)
            raise httpx.ReadError("lost")
        return answer


def test_who_takes_a_seat_and_loses_the_answer_has_it(tmp_path: Path) -> None:
    """A cookie in a lost answer is nobody's, and so was the seat: the checker waited for it for ever."""

    async def main(port: int) -> None:
        world = World([port], Notes(), 1, limit_s=PATIENCE_S)
        group = Group(world, KINDS[0])
        group.people = [Person(world, Losing()) for _ in group.people]
        table = await group._make()
        told = [(await person.web.get(f"http://127.0.0.1:{port}/api/tables/{table}")).json() for person in group.people]
        assert [list(each["seats"]) for each in told] == [["0"], ["1"]]
        for person in (*group.people, *group.watchers):
            await person.web.aclose()

    with House(tmp_path) as house:
        asyncio.run(main(house.port))


def test_what_never_comes_to_pass_is_a_problem_and_the_checker_goes_on(tmp_path: Path) -> None:
    """A server that is not there, a table at which a bot never moves, and a client that never ends."""
    may_end = threading.Event()

    class Slow(RandomBot):
        def choose(self, *asked: Any) -> tuple[int, Thought]:
            assert may_end.wait(PATIENCE_S)
            return super().choose(*asked)

    async def main(port: int) -> list[tuple[str, str]]:
        world = World([free_port()], Notes(), 1, limit_s=1.0)
        group = Group(world, KINDS[-1])
        playing = asyncio.create_task(group.run())
        await until(lambda: world.notes.problems)
        world.ports[:] = [port]
        world.at[port] = set()
        await until(lambda: len(world.notes.problems) > 1)
        world.is_closing = True
        await playing
        await world.end_of([asyncio.create_task(asyncio.sleep(PATIENCE_S))], "t", "clients")
        return [(says, table) for table, says in world.notes.problems if table in ("", "t", *group.tables)]

    with House(tmp_path, thinkers=Thinkers(lambda game, name: Slow(game), limit_s=10 * PATIENCE_S)) as house:
        found = asyncio.run(main(house.port))
        may_end.set()
    assert found[0][0].startswith("GET /me was not done") or found[0][0].startswith("POST /tables was not done")
    assert "nothing has happened" in found[1][0]
    assert found[1][1]
    assert found[-1] == ("1 clients did not end in 1 s", "t")


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.01)


def test_a_run_that_fails_keeps_what_was_noted_and_says_so() -> None:
    notes = Notes()
    with _noted(notes):
        raise TimeoutError
    [(table, says)] = notes.problems
    assert (table, "TimeoutError" in says) == ("", True)


# Runs


def judged(outcome: Outcome) -> list[Violation]:
    print(report(outcome))
    return check(outcome.notes, outcome.stored)


@pytest.mark.slow
@forked
def test_two_minutes_of_faults_lose_nothing_double_nothing_and_tell_nothing_too_early(tmp_path: Path) -> None:
    """`python -m tests.server.history` plays longer."""
    outcome = run(Plan(FULL_S, seed=1, stopped_s=4.0), tmp_path, print)
    found = judged(outcome)
    assert not found, summary(found)
    kinds = {"kill", "kill two", "stop", "restart", "cut", "database"}
    assert {fault.kind for fault in outcome.notes.faults} == kinds
    assert len(outcome.notes.found) > len(KINDS)
    assert max(outcome.notes.back_s["kill"] + outcome.notes.back_s["kill two"]) < FORGIVING_S
    assert max(bots_after_deaths(outcome, alone=True), default=0.0) < FORGIVING_S


@pytest.mark.slow
@forked
@pytest.mark.parametrize(
    ("fault", "kinds"),
    [
        ("losing", {checking.LOST_ACT}),
        ("doubling", {checking.DOUBLED}),
        ("hasty", {checking.TOO_EARLY}),
    ],
)
def test_servers_that_do_wrong_on_purpose_are_caught(tmp_path: Path, fault: str, kinds: set[str]) -> None:
    """With nothing else going wrong."""
    plan = Plan(ON_PURPOSE_S, 1, KINDS[:2], has_faults=False, fault=fault, acts=ACTS, must_settle=False)
    found = judged(run(plan, tmp_path, print))
    assert kinds <= {violation.kind for violation in found}, summary(found)
