"""The store on PostgreSQL: one order, whole entries, and nothing lost when the database or a connection dies."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from siegeworks.server.store import (
    CannotSave,
    Entry,
    Event,
    Shelf,
    Sitting,
    Standing,
    Taken,
    Unreachable,
    Unsure,
    opening,
    postgres,
    schema,
)
from siegeworks.server.store.listening import Ear
from siegeworks.server.store.opening import prepare
from siegeworks.server.store.postgres import PostgresStore
from tests.patience import Stopwatch
from tests.server.cluster import Cluster, Databases, cluster
from tests.server.house import PATIENCE_S, House, Person, wait_for

RACES = 200
BACK_S = 5.0
MANY, ROUNDS = 1000, 5


def event(table: str, seq: int, **data: Any) -> Event:
    return Event(table, seq, 0, 0, "act", data)


async def opened(url: str) -> PostgresStore:
    store = PostgresStore(url)
    await store.open()
    return store


async def events_of(store: PostgresStore, table: str) -> list[Event]:
    stored = await store.load(table)
    return [] if stored is None else stored.events


# One order


def test_of_two_stores_that_race_for_a_number_exactly_one_wins(databases: Databases) -> None:
    url = databases.new()

    async def race() -> None:
        ada, ben = await opened(url), await opened(url)
        winners = []
        for seq in range(RACES):
            tries = [ada.append(Entry([event("t", seq, by=0)])), ben.append(Entry([event("t", seq, by=1)]))]
            ends = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(map(str, map(type, ends))) == sorted(map(str, (type(None), Taken)))
            winners.append(ends.index(None))
        assert [found.data["by"] for found in await events_of(ada, "t")] == winners
        await ada.close()
        await ben.close()

    asyncio.run(race())


def test_in_one_batch_a_number_that_is_taken_costs_its_own_entry_all_of_it_and_no_other(databases: Databases) -> None:
    url = databases.new()

    async def write() -> None:
        store = await opened(url)
        await store.append(Entry([event("old", 0)]))
        late = Entry([event("old", 0), event("half", 0)], [Sitting("half", 0, "ada")])
        twice = [Entry([event("twice", 0, by=by), event(f"of{by}", 0)]) for by in (1, 2)]
        entries = [Entry([event("before", 0)]), late, *twice, Entry([event("after", 0)], [Sitting("after", 0, "ada")])]
        ends = await asyncio.gather(*map(store.append, entries), return_exceptions=True)
        assert [type(end) for end in ends] == [type(None), Taken, type(None), Taken, type(None)]
        found = {name: len(await events_of(store, name)) for name in ("before", "half", "twice", "of1", "of2", "after")}
        assert found == {"before": 1, "half": 0, "twice": 1, "of1": 1, "of2": 0, "after": 1}
        assert [mine.table for mine in await store.tables_of("ada")] == []  # none of them has a row to be found by
        assert [sitting.table for sitting in (await loaded(store, "after")).sittings] == ["after"]
        await store.close()

    asyncio.run(write())


async def loaded(store: PostgresStore, table: str) -> Any:
    return await store.load(table)


def test_an_entry_that_the_database_refuses_spoils_no_other(
    databases: Databases, caplog: pytest.LogCaptureFixture
) -> None:
    url = databases.new()

    async def write() -> None:
        store = await opened(url)
        shelf = Shelf("x", "siegestones", "a\0b", False, 0, False, None)  # no text there may have this
        bad = Entry([event("x", 0)], [], [shelf])
        ends = await asyncio.gather(store.append(bad), store.append(Entry([event("y", 0)])), return_exceptions=True)
        assert [type(end) for end in ends] == [CannotSave, type(None)]
        assert [len(await events_of(store, name)) for name in ("x", "y", "\0")] == [0, 1, 0]
        await store.close()

    asyncio.run(write())
    assert "the store failed" in caplog.text


@pytest.mark.parametrize("what", ["how they stand", "their rows"])
def test_two_stores_that_change_many_tables_in_opposite_orders_do_not_wait_for_each_other(
    quick_cluster: Cluster, what: str
) -> None:
    """PostgreSQL would refuse one of two that do, after a second."""
    name = quick_cluster.new()
    url, names = quick_cluster.url(name), [f"t{n:04}" for n in range(MANY)]

    async def change(store: PostgresStore, tables: list[str]) -> None:
        if what == "how they stand":
            await store.note({table: Standing(1, 1, 1, b"") for table in tables})
        else:
            await asyncio.gather(*(store.append(Entry(shelves=[shelf_of(table)])) for table in tables))

    async def main() -> None:
        ada, ben = await opened(url), await opened(url)
        await asyncio.gather(*(ada.append(Entry([event(table, 0)], [], [shelf_of(table)])) for table in names))
        for _ in range(ROUNDS):
            await asyncio.gather(change(ada, names), change(ben, names[::-1]))
        await ada.close()
        await ben.close()

    asyncio.run(main())
    connected = f"SELECT 1 FROM pg_stat_activity WHERE datname = '{name}'"
    wait_for(lambda: quick_cluster.ask("postgres", connected) == [])
    counted = f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{name}'"
    assert quick_cluster.ask("postgres", counted) == [(0,)]


def shelf_of(table: str) -> Shelf:
    return Shelf(table, "siegestones", None, False, 0, False, None)


# A database before it is used


def test_servers_that_start_at_once_on_an_empty_database_all_come_up(quick_cluster: Cluster) -> None:
    name = quick_cluster.new()

    async def start() -> None:
        await asyncio.gather(*(prepare(quick_cluster.url(name)) for _ in range(8)))

    asyncio.run(start())
    assert quick_cluster.ask(name, f"SELECT version FROM {opening.DONE}") == [(len(schema.MIGRATIONS),)]
    found = quick_cluster.ask(name, "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200")
    assert {row[0] for row in found} == {*schema.TABLES, opening.DONE}


def test_an_older_database_is_brought_up_to_date_or_left_as_it_was(
    quick_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, first = quick_cluster.new(), schema.MIGRATIONS
    asyncio.run(prepare(quick_cluster.url(name)))

    def columns() -> tuple[int, list[str]]:
        asked = "SELECT attname FROM pg_attribute WHERE attrelid = 'people'::regclass AND attnum > 0 ORDER BY attnum"
        version = quick_cluster.ask(name, f"SELECT version FROM {opening.DONE}")[0][0]
        return version, [row[0] for row in quick_cluster.ask(name, asked)]

    def change(*more: str) -> None:
        for module in (schema, opening):
            monkeypatch.setattr(module, "MIGRATIONS", (*first, *more))

    more = "ALTER TABLE people ADD COLUMN since INTEGER NOT NULL DEFAULT 7;"
    change(f"{more} CREATE TABLE people (nonsense INTEGER);")
    with pytest.raises(CannotSave, match="another program"):
        asyncio.run(prepare(quick_cluster.url(name)))
    assert columns() == (len(first), ["person", "name"])
    change(more)
    for _ in range(2):
        asyncio.run(prepare(quick_cluster.url(name)))
        assert columns() == (len(first) + 1, ["person", "name", "since"])


def test_a_commit_waits_for_the_disk_whatever_the_database_says(quick_cluster: Cluster) -> None:
    name = quick_cluster.new()
    quick_cluster.ask(name, f"ALTER DATABASE {name} SET synchronous_commit = off")

    async def shown() -> Any:
        store = await opened(quick_cluster.url(name))
        found = await store._queue(lambda db: db.all("SHOW synchronous_commit"))
        await store.close()
        return found

    assert asyncio.run(shown()) == [("on",)]


# Connections that are cut


async def cut(url: str) -> None:
    """End all other connections to a database, and wait until they have."""
    db = await asyncpg.connect(url)
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    await db.execute(f"SELECT pg_terminate_backend(pid, 60000) {others}")
    await db.close()


def test_connections_that_were_cut_are_made_anew(quick_cluster: Cluster) -> None:
    """Whoever finds one that is just being cut hears of a doubt, once."""
    url = quick_cluster.url(quick_cluster.new())

    async def main() -> None:
        store = await opened(url)
        for seq in range(3):
            with contextlib.suppress(Unsure):
                await store.append(Entry([event("t", seq)]))
            if len(await events_of(store, "t")) == seq:
                await store.append(Entry([event("t", seq)]))
            assert len(await events_of(store, "t")) == seq + 1
            await cut(url)
        await store.close()

    asyncio.run(main())


@pytest.mark.parametrize("when", ["before the commit", "in a single statement", "in the commit"])
def test_cut_while_writing_nothing_is_promised(
    quick_cluster: Cluster, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Before its commit an entry is certainly not stored; later it may be, and nobody says that it was not."""
    url = quick_cluster.url(quick_cluster.new())
    insert, commit = postgres._insert, asyncpg.transaction.Transaction.commit

    async def cut_insert(connection: Any, batch: Any) -> Any:
        if when != "in the commit":
            await cut(url)
        return await insert(connection, batch)

    async def cut_commit(transaction: Any) -> Any:
        if when == "in the commit":
            await cut(url)
        return await commit(transaction)

    async def main() -> None:
        store = await opened(url)
        sittings = [] if when == "in a single statement" else [Sitting("t", 0, "ada")]
        with monkeypatch.context() as patch:
            patch.setattr(postgres, "_insert", cut_insert)
            patch.setattr(asyncpg.transaction.Transaction, "commit", cut_commit)
            with pytest.raises(CannotSave) as refused:
                await store.append(Entry([event("t", 0)], sittings))
        assert isinstance(refused.value, Unsure) == (when != "before the commit")
        assert await store.load("t") is None
        await store.append(Entry([event("t", 0)], sittings))
        assert len(await events_of(store, "t")) == 1
        await store.close()

    asyncio.run(main())


def test_cut_after_the_commit_an_entry_is_stored_and_whoever_waits_is_told(
    quick_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = quick_cluster.url(quick_cluster.new())
    commit = asyncpg.transaction.Transaction.commit

    async def commit_and_cut(transaction: Any) -> None:
        await commit(transaction)
        await cut(url)

    async def main() -> None:
        store = await opened(url)
        with monkeypatch.context() as patch:
            patch.setattr(asyncpg.transaction.Transaction, "commit", commit_and_cut)
            await store.append(Entry([event("t", 0)], [Sitting("t", 0, "ada")]))
        await store.append(Entry([event("t", 1)]))
        assert len(await events_of(store, "t")) == 2
        await store.close()

    asyncio.run(main())


# Databases that die


@pytest.fixture
def durable() -> Iterator[Cluster]:
    with cluster({}) as found:
        yield found


class Progress:
    """How far each table was told to be, and somebody who waits until all are far enough."""

    def __init__(self) -> None:
        self.told: dict[str, int] = {}
        self.is_over = False
        self._news = asyncio.Condition()

    async def tell(self, table: str, seq: int) -> None:
        async with self._news:
            self.told[table] = seq
            self._news.notify_all()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(is_so)


def are_past(told: dict[str, int], before: dict[str, int]) -> bool:
    """Whether every table is further than it was."""
    return all(told.get(name, -1) > seq for name, seq in before.items())


async def write_on(store: PostgresStore, table: str, progress: Progress) -> None:
    """Append one event after the other; after a doubt or a refusal, look how far the table is, as a room does."""
    seq: int | None = 0
    while not progress.is_over:
        try:
            if seq is None:
                seq = len(await events_of(store, table))
            await store.append(Entry([event(table, seq, nth=seq)], [Sitting(table, seq % 2, f"p{seq}")]))
            await progress.tell(table, seq)
            seq += 1
        except CannotSave:
            seq = None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "restarted"])
def test_while_the_database_dies_again_and_again_nothing_told_is_lost_or_twice(durable: Cluster, number: int) -> None:
    """Killed, and stopped in order in the middle of batches; each time all tables go on within five seconds."""
    url, names = durable.url(durable.new()), [f"t{n}" for n in range(20)]

    async def main() -> None:
        store, progress = await opened(url), Progress()
        told = progress.told
        writers = [asyncio.create_task(write_on(store, name, progress)) for name in names]
        for more in (20, 40, 60):
            await progress.until(partial(are_past, told, dict.fromkeys(names, more - 1)))
            await asyncio.to_thread(durable.end, number)
            await asyncio.to_thread(durable.start)
            with Stopwatch() as watch:
                await progress.until(partial(are_past, told, dict(told)))
            assert watch.seconds < BACK_S
        progress.is_over = True
        await asyncio.gather(*writers)
        for name in names:
            events = await events_of(store, name)
            assert [found.data["nth"] for found in events] == list(range(len(events)))
            assert len(events) > told[name]
        await store.close()

    asyncio.run(main())


def test_while_the_database_is_away_everything_is_refused_in_a_moment_and_works_once_it_is_back(
    durable: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = durable.url(durable.new())

    async def main() -> None:
        store = await opened(url)
        await store.append(Entry([event("t", 0)]))
        await asyncio.to_thread(durable.end, signal.SIGKILL)
        calls = [store.append(Entry([event("t", 1)])), store.load("t"), store.ready(), store.due(0)]
        with monkeypatch.context() as hurried:
            hurried.setattr(postgres, "AWAY_S", 0.2)
            async with asyncio.timeout(PATIENCE_S):
                ends = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(end) for end in ends] == [Unreachable] * 4
        assert [record.message.partition(":")[0] for record in caplog.records] == ["the database cannot be reached"]
        await asyncio.to_thread(durable.start)
        await store.append(Entry([event("t", 1)]))
        assert len(await events_of(store, "t")) == 2
        await store.close()

    asyncio.run(main())
    assert caplog.records[-1].message == "the database is back"


def test_people_play_on_while_the_database_dies_and_every_move_counts_once(durable: Cluster, tmp_path: Path) -> None:
    """What is refused meanwhile is sent again, as the page does."""
    with House(tmp_path, store=PostgresStore(durable.url(durable.new()))) as house:
        ada, played = house.person(), list[str]()
        table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
        for turn in range(12):
            dying = threading.Thread(target=die_and_return, args=(durable,))
            if turn % 4 == 1:
                dying.start()
            legal = wait_for(lambda: legal_at(ada, table, len(played) % 2))
            sent = {"seat": turn % 2, "action": legal[turn], "action_id": f"{turn}"}
            wait_for(lambda sent=sent: ada.play(table, **sent)["type"] == "answer")
            played.append(sent["action"])
            if turn % 4 == 1:
                dying.join()
        stored = house.call(house.inside.store.load(table))
        assert stored is not None
        assert [found.data["actions"] for found in stored.events if found.kind == "act"] == [[each] for each in played]


def die_and_return(database: Cluster) -> None:
    database.end(signal.SIGKILL)
    database.start()


def legal_at(person: Person, table: str, seat: int) -> list[str]:
    """What a seat may do; nothing while the table cannot be read, or another is to move."""
    told = person.call("GET", f"/tables/{table}").json()
    return [each["action"] for each in told["seats"][str(seat)]["legal"]] if "seats" in told else []


def test_a_listening_connection_that_breaks_within_its_library_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncpg has an error of its own for a connection that breaks between two steps of a query."""
    tries = count(1)

    async def broken(url: str, timeout: float) -> None:
        next(tries)
        raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")

    async def listened() -> None:
        listening = asyncio.create_task(Ear("", lambda: 0, lambda channel, line: None).run())
        while next(tries) < MANY and not listening.done():
            await asyncio.sleep(0)
        assert not listening.done()
        listening.cancel()

    monkeypatch.setattr("siegeworks.server.store.listening.RETRY_S", 0)
    monkeypatch.setattr(asyncpg, "connect", broken)
    asyncio.run(listened())
