"""What must survive: killed processes, full disks, damaged bytes, clocks that are set, bots that fail."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, cast

import numpy as np
import orjson
import pytest

from siegeworks import Match
from siegeworks.bots import NOTHING_SAID, Bot, Candidate, Thought, bot
from siegeworks.compiling.awaiting import await_code, use_code
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.phrases import phrase
from siegeworks.core.step import list_legal
from siegeworks.games import GAMES, Game
from siegeworks.server import clocks
from siegeworks.server.askers import NOBODY
from siegeworks.server.clocks import Clock, Ticks
from siegeworks.server.house import House as Inside
from siegeworks.server.pools import Pool, Stuck
from siegeworks.server.store import CannotSave, Damaged, Entry, Event, Stored, schema, sql
from siegeworks.server.store.database import Database
from siegeworks.server.store.sql import SqlStore
from siegeworks.server.store.sqlite import SqliteStore, use_log
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers, first_choice
from tests.server.house import (
    ALONE,
    PATIENCE_S,
    House,
    Kept,
    Live,
    Person,
    Process,
    Time,
    ask_store,
    pair,
    store_of,
    wait_for,
)
from tests.server.test_tables import is_over


def test_stored_but_never_told_is_delivered_once_on_return(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        ada.play(table, 0, "stone d4")
        seq, cookie = ben.sync(table)["seq"], ben.cookie
    now = int(time.time() * 1000)
    event = Event(table, seq + 1, now, 0, "act", {"seat": 1, "actions": ["stone e5"], "id": "lost"})
    asyncio.run(append(tmp_path, event))
    with House(tmp_path) as house:
        ben = Person(house.port, cookie)
        with ben.sit_down(table, since=seq) as there:
            told = there.hear("sync")
            assert [line["action"] for line in told["seats"]["1"]["log"]] == ["stone e5"]
            answer = there.ask(type="play", seat=1, action="stone e5", seq=seq, action_id="lost")
            assert (answer["type"], answer["seq"]) == ("answer", seq + 1)
            assert ben.sync(table)["seq"] == seq + 1


async def append(folder: Path, *events: Event) -> None:
    store = store_of(folder)
    await store.open()
    await store.append(Entry(list(events)))
    await store.close()


def test_a_server_told_to_stop_is_gone_within_five_seconds_and_loses_nothing(tmp_path: Path) -> None:
    server = Process(tmp_path)
    ada, _, table = pair(server)
    with ada.sit_down(table) as here:
        here.hear("sync")
        answer = here.ask(type="play", seat=0, action="stone d4")
        server.stop_within(5)
    again = Process(tmp_path)
    assert Person(again.port, ada.cookie).sync(table)["seq"] == answer["seq"]
    again.stop()
    assert "Traceback" not in (tmp_path / "log").read_text()


def empty_pages() -> int:
    """How many pages a database takes in which nothing is yet."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        schema.migrate(db)
        return int(db.execute("PRAGMA page_count").fetchone()[0])


@pytest.mark.sqlite
def test_a_full_disk_refuses_reads_on_and_recovers(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite", most_pages=empty_pages() + 8)
    with House(tmp_path, store=store) as house:
        ada = house.person()
        first = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
        refused: dict[str, Any] = {}
        for _ in range(400):
            answer = ada.call("POST", "/records", content=RECORD.encode())
            if answer.status_code != 201:
                refused = answer.json()
                break
        assert refused["code"] == "not_saved"
        for _ in range(200):
            said, turn = ada.play(first, 0, "stone d4"), [0]
            if said["type"] == "answer":
                said, turn = ada.act(first, "offer", 0, what="undo"), [1]
            if said["type"] == "refused":
                break
        assert said["code"] == "not_saved"
        assert ada.sync(first)["table"]["waiting"] == turn
        asyncio.run(grow(store))
        assert ada.call("GET", "/ready").status_code == 200
        assert ada.play(first, turn[0], "stone e5")["type"] == "answer"


@pytest.mark.sqlite
def test_a_lone_entry_is_written_at_once_and_those_soon_after_a_shared_commit_share_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    time = Time()

    class Loop(asyncio.SelectorEventLoop):
        """Time in which the store rests: it passes when told to."""

        def time(self) -> float:
            return time()

    async def write() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        settle = store._settle

        def counted(batch: list[sql.Job], found: list[Any]) -> None:
            batches.append(len(batch))
            settle(batch, found)

        monkeypatch.setattr(store, "_settle", counted)
        for _ in range(2):
            await store.ready()
        await asyncio.gather(store.ready(), store.ready())
        soon = []
        for _ in range(3):
            soon.append(asyncio.create_task(store.ready()))
            for _ in range(3):  # it would be handed over by now if there were no rest
                await asyncio.sleep(0)
        time.now += sql.REST_S
        await asyncio.gather(*soon)
        await store.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(write())
    assert batches == [1, 1, 2, 3]


async def grow(store: SqliteStore) -> None:
    await store._queue(lambda db: db.all("PRAGMA max_page_count = 100000"))


RECORD = "Siegeworks: 1\nGame: siegestones 1\nSeats: 2\n\nchance start 0\n" + "# filler\n" * 500


def test_a_flipped_byte_is_reported_and_other_tables_are_served(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        tables = [ada.make("siegestones", "me", "me", start=0)["table"]["id"] for _ in range(4)]
        for table in tables:
            ada.play(table, 0, "stone d4")
        cookie = ada.cookie
    replaced = "replace(data, 'd4', 'e4')"
    if Kept.databases:
        replaced = "convert_to(replace(convert_from(data, 'UTF8'), 'd4', 'e4'), 'UTF8')"
    ask_store(
        tmp_path,
        f"UPDATE events SET data = {replaced} WHERE table_id = '{tables[0]}' AND seq = 1",
        f"DELETE FROM events WHERE table_id = '{tables[1]}' AND seq = 0",
        f"UPDATE events SET data = substr(data, 1, 1) WHERE table_id = '{tables[2]}' AND seq = 1",
    )
    with House(tmp_path) as house:
        ada = Person(house.port, cookie)
        for table in tables[:3]:
            answer = ada.call("GET", f"/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (410, "damaged")
        assert ada.sync(tables[3])["table"]["waiting"] == [1]
        listed = {line["id"] for line in ada.get("/me/tables")["tables"]}
        assert listed == set(tables)  # by what was noted of them before: they are not lost sight of


def test_a_table_of_other_rules_is_refused_clearly(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        table = ada.make("siegestones", "me", "me")["table"]["id"]
        stored = stored_of(house, table)
    data = {**stored.events[0].data, "version": 99}
    with pytest.raises(Damaged, match="other rules"):
        Table.folded(type(stored)([Event(table, 0, 0, 0, "made", data)], [], {}, None))


def stored_of(house: House, table: str) -> Stored:
    """A table as it is on disk."""
    found = house.call(house.inside.store.load(table))
    assert found is not None
    return found


@pytest.mark.sqlite
def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "new.sqlite")
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(CannotSave, match="newer"):
        SqliteStore(tmp_path / "new.sqlite")


@pytest.mark.sqlite
def test_an_older_database_is_brought_up_to_date_or_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite"
    asyncio.run(append(tmp_path, Event("t", 0, 0, 0, "made", {"game": "siegestones"})))
    first, more = schema.MIGRATIONS, "ALTER TABLE people ADD COLUMN since INTEGER NOT NULL DEFAULT 7;"

    def columns() -> tuple[int, list[str]]:
        database = sqlite3.connect(path)
        version = database.execute("PRAGMA user_version").fetchone()[0]
        names = [row[1] for row in database.execute("PRAGMA table_info(people)")]
        database.close()
        return version, names

    monkeypatch.setattr(schema, "MIGRATIONS", (*first, f"{more} CREATE TABLE people (nonsense);"))
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        SqliteStore(path)
    assert columns() == (len(first), ["person", "name"])
    monkeypatch.setattr(schema, "MIGRATIONS", (*first, more))
    for _ in range(2):
        asyncio.run(is_stored(path, "t"))
        assert columns() == (len(first) + 1, ["person", "name", "since"])


async def is_stored(path: Path, table: str) -> None:
    store = SqliteStore(path)
    assert await store.load(table) is not None
    await store.close()


def test_work_that_fails_is_told_to_whoever_asked_for_it_and_the_rest_is_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(db: Database) -> None:
        await db.all("INSERT INTO people VALUES ('p', 'half done')")
        raise LookupError("on purpose")

    async def main() -> None:
        store = store_of(tmp_path)
        assert isinstance(store, SqlStore)
        await store.open()
        events = [Event(table, 0, 0, 0, "made", {}) for table in ("before", "after", "later")]
        works = [store.append(Entry(events[:1])), store._queue(fail), store.append(Entry(events[1:2]))]
        async with asyncio.timeout(PATIENCE_S):
            ends = await asyncio.gather(*works, return_exceptions=True)
            await store.append(Entry(events[2:]))
        assert [type(end) for end in ends] == [type(None), CannotSave, type(None)]
        assert [await store.load(event.table) is not None for event in events] == [True] * 3
        assert await store.name_of("p") is None
        await store.close()

    asyncio.run(main())
    assert "on purpose" in caplog.text


# One order


RACER = """
import asyncio, sys
from siegeworks.server.store import CannotSave, Entry, Event, Taken
from siegeworks.server.store.sqlite import SqliteStore

async def end(store, seq):
    while True:
        try:
            await store.append(Entry([Event("t", seq, 0, 0, "act", {"by": sys.argv[3]})]))
            return "."
        except Taken:
            return "x"
        except CannotSave:  # the other one has the database for too long: a busy machine
            pass

async def race(path, numbers):
    store = SqliteStore(path)
    print("ready", flush=True)
    sys.stdin.readline()
    ends = [await end(store, seq) for seq in range(numbers)]
    await store.close()
    print("".join(ends), flush=True)

asyncio.run(race(sys.argv[1], int(sys.argv[2])))
"""


def test_a_log_that_another_process_switches_on_just_now_is_waited_for() -> None:
    """SQLite says at once that the database is locked, about once in a hundred of such races."""
    tried: list[str] = []

    class Racing:
        def execute(self, statement: str) -> None:
            tried.append(statement)
            if len(tried) < 3:
                problem = sqlite3.OperationalError("database is locked")
                problem.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise problem

    use_log(cast(sqlite3.Connection, Racing()))
    assert tried == ["PRAGMA journal_mode = WAL"] * 3


@pytest.mark.sqlite
def test_two_processes_that_race_for_a_number_have_one_winner(tmp_path: Path) -> None:
    """Two servers over one database: each number is stored once, and whoever was later hears so."""
    path, numbers = str(tmp_path / "tables.sqlite"), 50
    command = [sys.executable, "-c", RACER, path, str(numbers)]
    with ExitStack() as racing:
        racers = [racing.enter_context(racer([*command, who])) for who in ("ada", "ben")]
        for each in racers:
            assert next(iter(each.stdout or ())) == "ready\n"
        for each in racers:
            assert each.stdin is not None
            each.stdin.write("go\n")
            each.stdin.flush()
        ends = [each.communicate(timeout=PATIENCE_S)[0].strip() for each in racers]
    assert [len(each) for each in ends] == [numbers] * 2
    assert {"".join(both) for both in zip(*ends, strict=True)} <= {"x.", ".x"}
    database = sqlite3.connect(path)
    rows = [(seq, orjson.loads(data)["by"]) for seq, data in database.execute("SELECT seq, data FROM events")]
    database.close()
    assert sorted(rows) == [(seq, "ada" if end == "." else "ben") for seq, end in enumerate(ends[0])]


@contextmanager
def racer(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that is gone when the race is over, however that ended."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_same_seat_on_two_sockets_plays_once_and_the_loser_hears_stale(house: House) -> None:
    """Two hundred times; both may be first, and after each the table has one event more."""
    ada = house.person()
    winners: set[int] = set()
    for _ in range(20):
        table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
        with ada.sit_down(table) as one, ada.sit_down(table) as two:
            sockets = [one, two]
            for socket in sockets:
                socket.hear("sync")
            winners.update(race(sockets, number) for number in range(10))
    assert winners == {0, 1}


def race(sockets: list[Live], number: int) -> int:
    """The same seat plays from two sockets at once; who was first. The other hears `stale`, and both of one event."""
    seq, (seat,) = sockets[0].last["seq"], sockets[0].last["table"]["waiting"]
    legal = sockets[0].last["seats"][str(seat)]["legal"]
    for at in (number % 2, 1 - number % 2):
        action = legal[-at]["action"]
        sockets[at].send(type="play", seat=seat, action=action, seq=seq, action_id=f"{at}.{number}")
    ends = [answer_to(socket, f"{at}.{number}") for at, socket in enumerate(sockets)]
    first = 0 if ends[0]["type"] == "answer" else 1
    assert (ends[first]["type"], ends[first]["seq"], ends[1 - first].get("code")) == ("answer", seq + 1, "stale")
    for socket in sockets:
        while socket.last["seq"] <= seq:
            socket.hear("update")
        assert socket.last["seq"] == seq + 1
    return first


def answer_to(socket: Live, action_id: str) -> dict[str, Any]:
    while (told := socket.hear()).get("action_id") != action_id:
        pass
    return told


def test_undo_resign_and_a_move_racing_have_one_order(house: House) -> None:
    for _ in range(5):
        ada, ben, table = pair(house)
        ada.play(table, 0, "stone d4")
        acts = [
            lambda ada=ada, table=table: ada.act(table, "offer", 0, what="undo"),
            lambda ben=ben, table=table: ben.play(table, 1, "stone e5"),
            lambda ben=ben, table=table: ben.act(table, "resign", 1),
        ]
        threads = [threading.Thread(target=act) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told = ada.sync(table)
        assert told["table"]["over"]
        assert told == {**ada.sync(table)}
        stored = stored_of(house, table)
        assert Table.folded(stored).match.record() == house.room(table).table.match.record()


@pytest.mark.parametrize("flag", ["loses", "plays"])
def test_a_clock_that_runs_out_and_a_move_racing_have_one_order(house: House, flag: str) -> None:
    """A move is there before the time is up, or is refused; whether the house has noticed makes no difference."""
    for late_ms in (-10, 10, 1000):
        ada, ben, table = pair(house, clock={"kind": "move", "seconds": 5, "flag": flag})
        house.let_pass(5000 + late_ms)
        answer = ada.play(table, 0, "stone d4")
        assert answer["type"] == ("answer" if late_ms < 0 else "refused")
        assert late_ms < 0 or answer["code"] in ("illegal", "over", "not_your_turn")
        told = wait_for(lambda ben=ben, table=table: (said := ben.sync(table))["table"]["waiting"] != [0] and said)
        assert told["table"]["over"] == (flag == "loses" and late_ms >= 0)
        assert len([line for line in told["seats"]["1"]["log"] if line["seat"] == 0]) == 1
        stored = stored_of(house, table)
        assert Table.folded(stored).match.record() == house.room(table).table.match.record()


def test_bids_in_any_order_come_to_the_same(tmp_path: Path) -> None:
    bids = {0: "bid b", 1: "bid yy", 2: "bid g"}
    ends = set()
    with House(tmp_path) as house:
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            ada = house.person()
            table = ada.make("bluffstones", "me", "me", "me", record=BIDDING)["table"]["id"]
            waiting = [0, 1, 2]
            for seat in order:
                assert sorted(ada.sync(table)["table"]["waiting"]) == waiting
                assert ada.play(table, seat, bids[seat])["type"] == "answer"
                assert seat == order[-1] or ada.play(table, seat, "bid b")["code"] == "illegal"
                waiting.remove(seat)
            ends.add(str(ada.sync(table)["seats"]["0"]["view"]))
    assert len(ends) == 1


BIDDING = Match.new("bluffstones", 3, seed=5).record()


# Clocks


def test_clocks_survive_a_restart_and_time_without_a_server_is_free(tmp_path: Path) -> None:
    clock = {"kind": "total", "seconds": 100, "increment": 2}
    with House(tmp_path) as house:
        ada, ben, table = pair(house, clock=clock)
        house.let_pass(30_000)
        ada.play(table, 0, "stone d4")
        left = ada.sync(table)["table"]["seats"][0]["clock_ms"]
        assert left == 72_000
        house.let_pass(10_000)
        cookie, clock_then = ben.cookie, house.time
    clock_then.now += 3600  # while no server runs
    with House(tmp_path, ticks=Ticks(clock_then)) as house:
        seats = Person(house.port, cookie).sync(table)["table"]["seats"]
        assert [seat["clock_ms"] for seat in seats] == [left, 90_000]


def test_days_for_a_move_survive_restarts_and_run_out(tmp_path: Path) -> None:
    day = 24 * 3600 * 1000
    with House(tmp_path) as house:
        ada, ben, table = pair(house, clock={"kind": "days", "seconds": 3 * 24 * 3600, "flag": "plays"})
        house.let_pass(2 * day)
        ada.play(table, 0, "stone d4")
        seats = ada.sync(table)["table"]["seats"]
        assert [seat["clock_ms"] for seat in seats] == [3 * day] * 2  # every move has them all
        house.let_pass(2 * day)
        cookies = ada.cookie, ben.cookie
    with House(tmp_path) as house:
        ada, ben = (Person(house.port, cookie) for cookie in cookies)
        assert ben.sync(table)["table"]["seats"][1]["clock_ms"] == day
        assert ben.sync(table)["table"]["waiting"] == [1]
        house.let_pass(day)
        told = wait_for(lambda: (said := ada.sync(table))["table"]["waiting"] == [0] and said)
        assert told["table"]["notice"]["code"] == "time-ran-out"
        assert told["seats"]["0"]["log"][-1]["seat"] == 1


def test_one_table_that_cannot_be_saved_does_not_stop_the_clocks_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, refused = store_of(tmp_path), set[str]()
    real = store.append

    async def append(entry: Entry) -> None:
        if any(event.table in refused for event in entry.events):
            raise CannotSave("cannot-save", why=phrase("disk-full"))
        await real(entry)

    monkeypatch.setattr(store, "append", append)
    with House(tmp_path, store=store) as house:
        ada, _, broken = pair(house, clock={"kind": "move", "seconds": 60})
        _, ben, sound = pair(house, clock={"kind": "move", "seconds": 61})
        before = ada.sync(broken)["seq"]
        refused.add(broken)
        house.let_pass(62_000)  # the broken one is looked at first
        wait_for(lambda: ben.sync(sound)["table"]["waiting"] != [0])
        assert ada.sync(broken)["seq"] == before
        refused.clear()
        wait_for(lambda: ada.sync(broken)["seq"] > before)


def test_setting_the_clock_of_the_machine_flags_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, real, looks = store_of(tmp_path), time.time, list[int]()
    due = store.due

    async def noted(tick: int) -> list[str]:
        found = await due(tick)
        looks.append(tick)
        return found

    monkeypatch.setattr(store, "due", noted)
    with House(tmp_path, store=store, ticks=Ticks()) as house:
        ada, _, table = pair(house, clock={"kind": "move", "seconds": 86_400})
        for step in (+1e7, -1e7):
            monkeypatch.setattr(time, "time", lambda step=step: real() + step)
            before = len(looks)
            wait_for(lambda before=before: len(looks) >= before + 2)
            told = ada.sync(table)["table"]
            assert told["waiting"] == [0]
            assert 86_400_000 - 2 * PATIENCE_S * 1000 < told["seats"][0]["clock_ms"] <= 86_400_000


def test_time_is_taken_only_from_those_who_are_waited_for() -> None:
    clock = Clock.of({"kind": "total", "seconds": 60, "increment": 5}, 2)
    clock.settle(10_000, [0], [0], [1])
    assert clock.left == [55_000, 60_000]
    clock.settle(30_000, [1], [1], [0])
    assert clock.left == [55_000, 45_000]
    assert clock.due([0]) == 85_000
    assert clock.left_at(100_000, 0, running=True) == 0
    clock.settle(100_000, [0], [], [1])
    clock.settle(100_000, [1], [1], [0])
    assert clock.left[0] == clocks.LEAST_MS
    time = [5.0]
    ticks = Ticks(lambda: time[0])
    ticks.go_on_from(7)
    time[0] += 1.5
    assert ticks.now() == 1507


# Bots that fail


class Rogue:
    """A bot that hangs, crashes or cheats."""

    name = "rogue"
    simulations = 0

    def __init__(self, does: str, may_end: threading.Event) -> None:
        self.does, self.may_end = does, may_end

    def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Thought]:
        if self.does == "hangs":
            self.may_end.wait()
        if self.does == "crashes":
            raise RuntimeError("on purpose")
        action = 10**6 if self.does == "cheats" else 0
        return action, Thought(0, (Candidate(action, 1, 0.5, 1.0),), 0.5, (action,), 1, 0.0, None, NOTHING_SAID)


@pytest.mark.parametrize("does", ["hangs", "crashes", "cheats"])
def test_a_bot_that_fails_is_replaced_by_the_default_and_reported(
    tmp_path: Path, does: str, caplog: pytest.LogCaptureFixture
) -> None:
    may_end = threading.Event()

    def make(game: Game, name: str) -> Bot:
        return Rogue(does, may_end)

    with House(tmp_path, thinkers=Thinkers(make, limit_s=0.3)) as house:
        ada = house.person()
        table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
        ada.play(table, 0, "stone d4")
        told = wait_for(lambda: (said := ada.sync(table))["table"]["waiting"] == [0] and said)
        assert told["table"]["notice"]["code"] == "clock-played"
        assert told["table"]["notice"]["args"]["seat"] == {"seat": 1, "of": "siegestones"}
        assert told["seats"]["0"]["log"][-1]["seat"] == 1
        assert ada.play(table, 0, ada.legal(table)[0])["type"] == "answer"
        assert ada.act(table, "hint", 0)["code"] in ("bot_failed", "not_your_turn")
        may_end.set()


def test_a_bot_is_asked_once_for_every_choice(tmp_path: Path) -> None:
    """Also where others move while it thinks."""
    asked: list[bytes] = []
    may_answer = threading.Semaphore(0)

    class Listed:
        name = "listed"
        simulations = 0

        def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Thought]:
            asked.append(view.tobytes())
            assert may_answer.acquire(timeout=PATIENCE_S)
            out = np.zeros(GAMES["bluffstones"].rules.ACTIONS, np.int64)
            action = int(out[len(asked) % list_legal(view, 0, out)])
            return action, Thought(0, (Candidate(action, 1, 0.5, 1.0),), 0.5, (action,), 1, 0.0, None, NOTHING_SAID)

    with House(tmp_path, thinkers=Thinkers(lambda game, name: Listed(), limit_s=2 * PATIENCE_S)) as house:
        ada = house.person()
        table = ada.make("bluffstones", "1", "1", "1")["table"]["id"]
        answered: list[int] = []

        def is_asked_or_over() -> bool:
            return len(asked) > len(answered) or ada.sync(table)["table"]["over"]

        while wait_for(is_asked_or_over) and len(asked) > len(answered):
            answered.append(ada.sync(table)["seq"])
            may_answer.release()
            wait_for(lambda: ada.sync(table)["seq"] > answered[-1])  # one has moved, the others still think
    assert len(asked) == len(set(asked)) > 20


def test_how_soon_a_bot_acts_does_not_tell_that_it_had_no_choice() -> None:
    """Neither the first time, nor after somebody asked for a hint where there was but one action."""
    game = "siege"
    asked: list[int] = []

    class Slow:
        name = "slow"
        simulations = 0

        def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Thought]:
            out = np.zeros(GAMES[game].rules.ACTIONS, np.int64)
            asked.append(list_legal(view, 0, out))
            time.sleep(0.1 if asked[-1] > 1 else 0.0)  # at least so long: a busy machine only makes it longer
            action = int(out[0])
            return action, Thought(0, (Candidate(action, 1, 0.5, 1.0),), 0.5, (action,), 1, 0.0, None, NOTHING_SAID)

    async def timed(inside: Inside, view: Any, legal: list[int]) -> float:
        began = time.monotonic()
        assert await inside.turns.thought(GAMES[game], 1, view, legal, NOBODY) == legal[0]
        return time.monotonic() - began

    async def main() -> None:
        inside = Inside(ALONE, identities=None, thinkers=Thinkers(lambda game, name: Slow()))  # type: ignore[arg-type]
        free, forced = first_choice(GAMES[game], 2), no_choice(game)
        for _ in range(3):
            assert await timed(inside, *forced) >= 0.1
            await inside.thinkers.choose(GAMES[game], 1, forced[0])
        assert await timed(inside, free, legal_at(free, game)) >= 0.1
        inside.thinkers.close()

    asyncio.run(main())
    assert asked[0] > 1
    assert asked[1:-1] == [1, 1, 1]


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_bots_in_plain_python_think_one_by_one_and_their_times_are_forgotten_with_it() -> None:
    """Else a bot that has its machine code would now and then pretend for as long as plain Python took (as above)."""
    game, ticks, may_end = GAMES["siege"], count(), threading.Event()
    slept: list[float] = []

    class Plain:
        name = "plain"
        simulations = 0

        def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Thought]:
            assert may_end.wait(PATIENCE_S)
            return 0, Thought(0, (Candidate(0, 1, 0.5, 1.0),), 0.5, (0,), 1, 0.0, None, NOTHING_SAID)

    async def main() -> None:
        thinkers, seen = Thinkers(lambda game, name: Plain(), clock=clock, sleep=slept.append), first_choice(game, 2)
        await_code(game.rules.STATE)
        asked = [asyncio.create_task(thinkers.choose(game, 1, seen)) for _ in range(3)]
        while thinkers.plain_bots.asked < 3:
            await asyncio.sleep(0)
        assert thinkers.plain_bots.place_in_line(NOBODY) == 2  # one of them thinks
        may_end.set()
        await asyncio.gather(*asked)
        await thinkers.pretend(game, 1, 2)
        in_plain = set(thinkers._took[game.name, 1, True])
        assert set(slept) <= in_plain
        use_code(game.rules.STATE)
        await thinkers.choose(game, 1, seen)
        slept.clear()
        for _ in range(8):
            await thinkers.pretend(game, 1, 2)
        assert len(slept) == 8
        assert in_plain.isdisjoint(slept)
        thinkers.close()

    def clock() -> float:
        return next(ticks) ** 2  # no two thoughts take as long

    try:
        asyncio.run(main())
    finally:
        use_code(game.rules.STATE)


def no_choice(game: str) -> tuple[Any, list[int]]:
    """A view with one legal action, and that action."""
    dice, match = random.Random(1), Match.new(game, 2, seed=1)
    while len(match.legal_numbers()) > 1:
        match.play(dice.choice(match.legal()))
    assert isinstance(match.to_move, int)
    return match.seat_view(match.to_move), match.legal_numbers()


def legal_at(seen: Any, game: str) -> list[int]:
    out = np.zeros(GAMES[game].rules.ACTIONS, np.int64)
    return out[: list_legal(seen, 0, out)].tolist()


def test_who_waits_for_a_bot_when_the_server_closes_is_told_at_once_and_the_threads_go() -> None:
    async def main() -> list[threading.Thread]:
        pool, may_end, before = Pool("bots", 2, nice=10), threading.Event(), set(threading.enumerate())
        begun = threading.Semaphore(0)

        def work() -> None:
            begun.release()
            may_end.wait()

        await pool.run(lambda: None, PATIENCE_S)
        waiting = [asyncio.create_task(pool.run(work, 2 * PATIENCE_S)) for _ in range(3)]  # the third for its turn
        for _ in range(2):
            await asyncio.to_thread(begun.acquire, timeout=PATIENCE_S)
        threads = [
            thread for thread in threading.enumerate() if thread.name == "siegeworks-bot" and thread not in before
        ]
        assert len(threads) == 2
        pool.close()
        async with asyncio.timeout(PATIENCE_S):
            ends = await asyncio.gather(*waiting, pool.run(lambda: None, PATIENCE_S), return_exceptions=True)
        assert [getattr(end, "reason", end) for end in ends] == ["The server is closing."] * 4
        may_end.set()
        return threads

    for thread in asyncio.run(main()):
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def test_a_thread_that_cannot_be_started_leaves_nothing_to_do_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def main() -> None:
        pool = Pool("bots", 1, nice=10)
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", refuse)
            with pytest.raises(Stuck, match="no room"):
                await pool.run(lambda: done.append("first"), PATIENCE_S)
        await pool.run(lambda: done.append("second"), PATIENCE_S)
        pool.close()

    asyncio.run(main())
    assert done == ["second"]


def test_bots_play_whole_games_at_every_level(house: House) -> None:
    ada, match = house.person(), Match.new("siegestones", 2, seed=0)
    assert isinstance(match.to_move, int)
    for level in ("level1", "level2"):  # compiled before anybody's patience is tried
        bot(match.game, level).choose(match.seat_view(match.to_move), None, new_dice(1))
    table = ada.make("siegestones", "1", "2")["table"]["id"]
    told = wait_for(lambda: (said := ada.sync(table)["table"])["over"] and said)
    assert told["notice"] is None
    assert len(told["result"]["scores"]) == 2


def test_after_a_restart_a_bot_whose_turn_it_was_goes_on(tmp_path: Path) -> None:
    with House(tmp_path, bot_pause_s=600.0) as house:
        ada = house.person()
        table = ada.make("siegestones", "me", "1", start=1)["table"]["id"]
        cookie = ada.cookie
    with House(tmp_path) as house:
        ada = Person(house.port, cookie)
        wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])


# Dead tables


def test_dead_tables_expire_by_the_time_servers_have_run(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        dead, over = (ada.make("siegestones", "me", "me")["table"]["id"] for _ in range(2))
        ada.act(over, "resign", 0)
        house.let_pass(91 * 24 * 3600 * 1000)
        alive = ada.make("siegestones", "me", "me")["table"]["id"]
        wait_for(lambda: ada.sync(over)["table"]["over"])
        wait_for(lambda: is_over(tmp_path, over))  # the row by which it is found is written behind the answer
        house.call(house.inside.expire())
        assert ada.call("GET", f"/tables/{dead}").status_code == 404
        assert {line["id"] for line in ada.get("/me/tables")["tables"]} == {over, alive}
