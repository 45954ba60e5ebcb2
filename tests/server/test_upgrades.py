"""A newer Siegeworks over the tables of an older one, and a server that starts with very many of them."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from siegeworks.games import GAMES
from siegeworks.server.house import UNREADABLE_MS
from siegeworks.server.store import Entry, Event, Shelf, Sitting, schema
from tests.patience import Stopwatch
from tests.server.house import House, Person, pair, store_of, wait_for
from tests.server.test_lists import listed

CLOCK = {"kind": "move", "seconds": 60, "flag": "plays"}
MANY, READY_S = 10_000, 3.0


def test_tables_of_older_rules_are_refused_clearly_and_all_else_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version of a game is raised while tables of it are open: nobody closed them before."""
    with House(tmp_path) as house:
        ada, ben, old = pair(house, clock=CLOCK)
        other = ada.make("nobles", "me", "me", start=0, clock=CLOCK)["table"]["id"]
        public = ada.make("siegestones", "me", "open", public=True)["table"]["id"]
        ada.play(old, 0, "stone d4")
        before, cookies = ada.sync(old), (ada.cookie, ben.cookie)
        record = ada.call("GET", f"/tables/{old}/record").content
    with monkeypatch.context() as patch:
        rules = GAMES["siegestones"].rules
        patch.setattr(rules, "VERSION", rules.VERSION + 1)
        with House(tmp_path) as house:
            ada, ben = (Person(house.port, cookie) for cookie in cookies)
            check_refused(ada, old, public, record)
            check_the_rest(house, ada, other)
            assert ben.call("GET", "/me").status_code == 200
            house.call(house.inside.expire())
    with House(tmp_path) as house:  # nothing of it was lost
        ada, ben = (Person(house.port, cookie) for cookie in cookies)
        told = wait_for(lambda: (said := ada.sync(old))["table"]["waiting"] == [0] and said)  # the clock played
        log = before["seats"]["0"]["log"]
        assert told["seats"]["0"]["log"][: len(log)] == log
        assert ada.play(old, 0, ada.legal(old)[0])["type"] == "answer"


def check_refused(ada: Person, old: str, public: str, record: bytes) -> None:
    """Whatever is asked of a table of older rules is answered by one sentence."""
    asked = [("GET", f"/tables/{old}{what}") for what in ("", "/record", "/picture", "/replay", "/analysis")]
    asked += [("POST", f"/tables/{old}/analysis")]
    answers = [ada.call(method, path) for method, path in asked]
    answers += [ada.call("POST", f"/tables/{public}/join", json={})]
    answers += [ada.call("POST", f"/tables/{old}/act", json={"type": "play", "seat": 0, "action": "stone e4"})]
    assert {answer.status_code for answer in answers} == {410}
    assert {answer.json()["code"] for answer in answers} == {"damaged"}
    assert all("other rules" in answer.json()["reason"] for answer in answers)
    with ada.sit_down(old) as there:
        assert there.hear("refused")["code"] == "damaged"
    answer = ada.call("POST", "/records", content=record)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
    assert "version" in answer.json()["reason"]


def check_the_rest(house: House, ada: Person, other: str) -> None:
    """Lists, new tables of the newer rules, and the clocks of others, although that of the old table is due too."""
    assert listed(ada, "/me/tables") == [other]
    assert listed(ada, "/tables") == []
    ada2, ben2, new = pair(house)
    assert ada2.play(new, 0, "stone d4")["type"] == "answer"
    ada2.act(new, "resign", 0)
    ada2.act(new, "offer", 0, what="rematch")
    assert ben2.act(new, "accept", 1, what="rematch")["type"] == "answer"
    house.let_pass(61_000)
    told = wait_for(lambda: (said := ada.sync(other))["table"]["waiting"] == [1] and said)
    assert told["table"]["notice"]["code"] == "time-ran-out"


async def fill(folder: Path, tables: int) -> None:
    """Many tables whose clocks run, each with a few moves."""
    store = store_of(folder)
    await store.open()
    setup = {
        "game": "siegestones",
        "version": GAMES["siegestones"].rules.VERSION,
        "options": {},
        "seed": "00" * 32,
        "public": True,
        "clock": {"kind": "move", "seconds": 600, "increment": 0},
        "seats": [{"kind": "person", "people": ["ada"]}, {"kind": "open"}],
        "start": 0,
    }
    moves = [
        {"seat": seat % 2, "actions": [action]} for seat, action in enumerate(("stone d4", "stone e5", "stone c3"))
    ]
    for first in range(0, tables, 1000):
        names = [f"table{number}" for number in range(first, min(first + 1000, tables))]
        events = [Event(name, 0, 0, 0, "made", setup) for name in names]
        events += [Event(name, seq, 0, 0, "act", move) for name in names for seq, move in enumerate(moves, 1)]
        shelves = [Shelf(name, "siegestones", "ada", True, 1, False, 600_000) for name in names]
        await store.append(Entry(events, [Sitting(name, 0, "ada") for name in names], shelves))
    await store.close()


def test_with_ten_thousand_tables_a_server_is_ready_in_three_seconds(tmp_path: Path) -> None:
    """Not counting that Python starts; `bench server` shows all of it."""
    asyncio.run(fill(tmp_path, MANY))
    with Stopwatch() as watch:
        house = House(tmp_path)
        person = house.person()
        assert person.call("GET", "/ready").status_code == 200
        assert person.sync(f"table{MANY // 2}")["seq"] == 3
    with house:
        assert len(person.get("/tables")["tables"]) > 0
    assert watch.seconds < READY_S


def test_an_older_database_tells_records_from_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a position held the word, and where what is stored is damaged."""
    db = sqlite3.connect(":memory:")
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        schema.migrate(db)
    stored = {"record": b'{"archive":true}', "begun": b'{"position":{"archive":true}}', "damaged": b'{"archive":true'}
    for name, data in stored.items():
        db.execute("INSERT INTO events VALUES (?, 0, 7, 0, 'made', ?, x'00')", (name, data))
        db.execute("INSERT INTO shelves VALUES (?, 'siegestones', NULL, 0, 0, 0, NULL)", (name,))
    db.commit()
    schema.migrate(db)
    kinds = dict(db.execute("SELECT table_id, kind FROM shelves"))
    assert kinds == {"record": "record", "begun": "table", "damaged": "table"}
    assert set(db.execute("SELECT made, changed FROM shelves")) == {(7, 7)}


def test_a_thousand_tables_of_older_rules_do_not_stop_the_clock_of_another(tmp_path: Path) -> None:
    """They were due for ever, and only the first thousand that are due are looked at."""
    with House(tmp_path) as house:
        clock = {"kind": "move", "seconds": 60, "increment": 0}
        ada, _, table = pair(house, clock=clock)
        asyncio.run(keep_old_tables(tmp_path, 1_001))
        before = ada.sync(table)["seq"]
        house.let_pass(60_001)
        wait_for(lambda: ada.sync(table)["seq"] > before)
        now = house.inside.ticks.now()
        wait_for(lambda: house.call(house.inside.store.due(now)) == [])
        later = house.inside.store.due(now + UNREADABLE_MS + 60_000)
        assert len(house.call(later)) == 1_000  # they are tried again


async def keep_old_tables(folder: Path, count: int) -> None:
    """Tables that nobody can read, all of them with clocks that ran out long ago."""
    store, names = store_of(folder), [f"!{number}" for number in range(count)]
    await store.open()
    made = {"game": "siegestones", "version": -1}
    await store.append(
        Entry(
            [Event(name, 0, 0, 0, "made", made) for name in names],
            shelves=[Shelf(name, "siegestones", None, False, 0, False, 1) for name in names],
        )
    )
    await store.close()
