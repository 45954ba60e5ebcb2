"""The lobby and my tables: ordered, fair and in parts; and tables that are thrown away."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from siegeworks.match import Match
from siegeworks.server.house import LESSON_MS
from siegeworks.server.store import Entry, Event
from tests.server.house import PROXY, House, Person, ask_store, pair, wait_for
from tests.server.test_tables import winter

RECORD = Match.new("siegestones", 2, seed=1).record()


def make(person: Person, *seats: str, **wish: Any) -> str:
    return str(person.make("siegestones", *seats, **{"start": 0, **wish})["table"]["id"])


def listed(person: Person, path: str, **query: Any) -> list[str]:
    """All of a list, part by part."""
    found: list[str] = []
    after = None
    while True:
        asked = {**query, **({} if after is None else {"after": after})}
        told = person.get(f"{path}?{httpx.QueryParams(asked)}")
        assert len(told["tables"]) <= query.get("most", 20)
        found += [line["id"] for line in told["tables"]]
        after = told["next"]
        if after is None:
            return found


def test_my_tables_are_ordered_by_turn_and_then_by_time(house: House) -> None:
    ada = house.person()
    over = make(ada, "me", "me")
    ada.act(over, "resign", 0)
    old, waiting, new = make(ada, "me", "me"), make(ada, "open", "me"), make(ada, "me", "me")
    brought = ada.call("POST", "/records", content=RECORD).json()["id"]
    assert listed(ada, "/me/tables") == [new, old, waiting, brought, over]
    ada.play(old, 0, "stone d4")
    assert listed(ada, "/me/tables") == [old, new, waiting, brought, over]
    assert listed(ada, "/me/tables", over=True) == [brought, over]
    assert listed(ada, "/me/tables", over=False) == [old, new, waiting]
    assert [line["record"] for line in ada.get("/me/tables?over=true")["tables"]] == [True, False]


def test_a_finished_table_is_listed_with_its_result_and_when_it_ended(house: House) -> None:
    ada = house.person()
    before = time.time_ns() // 1_000_000
    ada.act(make(ada, "me", "me"), "resign", 0)
    make(ada, "me", "open")
    running, over = ada.get("/me/tables")["tables"]
    assert running["result"] is None
    assert (over["result"]["winners"], over["result"]["reason"]) == ([1], "resigned")
    assert before <= over["changed"] <= time.time_ns() // 1_000_000
    table = house.room(over["id"]).table
    ended = table.openly_at
    table.apply(Event(table.id, table.seq + 1, ended + 1000, 0, "follow", {"table": "another"}))
    assert table.openly_at == ended  # what comes afterwards is another game's


@pytest.mark.parametrize("most", [1, 2, 3, 50])
def test_lists_come_in_parts_that_make_the_whole(house: House, most: int) -> None:
    ada = house.person()
    made = [make(ada, "me", "open", public=True) for _ in range(7)]
    assert listed(ada, "/me/tables", most=most) == made[::-1]
    assert set(made) <= set(listed(ada, "/tables", most=most))


def test_the_order_of_my_tables_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        first, second = make(ada, "me", "open"), make(ada, "me", "open")
        ada.play(second, 0, "stone d4")
        assert listed(ada, "/me/tables") == [first, second]
    with House(tmp_path) as house:
        ada = Person(house.port, ada.cookie)
        assert listed(ada, "/me/tables", most=1) == [first, second]


def test_one_person_s_many_public_tables_hide_nobody_else_s(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ben, ada = house.person(), house.person()
        hers = [make(ben, "me", "open", public=True) for _ in range(2)]
        many = [make(ada, "me", "open", public=True) for _ in range(30)]
        found = [line["id"] for line in house.person().get("/tables?most=4")["tables"]]
        assert found == [many[-1], hers[-1], many[-2], hers[-2]]


def test_one_address_with_many_cookies_hides_nobody_else_s(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY) as house:
        hers = make(house.person("203.0.113.6"), "me", "open", public=True)
        many = [make(house.person("203.0.113.5"), "me", "open", public=True) for _ in range(5)]
        found = [line["id"] for line in house.person().get("/tables?most=2")["tables"]]
        assert found == [many[-1], hers]


def test_a_full_public_table_can_be_found_and_watched_until_it_is_over(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben = house.person(), house.person()
        table = make(ada, "me", "open", public=True)
        assert ben.call("POST", f"/tables/{table}/join", json={}).status_code == 200
        free = make(ada, "me", "open", public=True)
        eve = house.person()
        wait_for(lambda: listed(eve, "/tables") == [free, table])
        assert eve.sync(table)["seats"].keys() == {"watch"}
        ben.act(table, "resign", 1)
        wait_for(lambda: listed(eve, "/tables") == [free])


@pytest.mark.parametrize("after", ["x", "1.2", "1.2.3", "1.2.x.t", "1.2.3.4.t", "9" * 30 + ".1.1.t", "--1.0.0.t"])
def test_a_cursor_that_no_answer_gave_is_refused(house: House, after: str) -> None:
    ada = house.person()
    make(ada, "me", "me")
    for path in ("/tables", "/me/tables"):
        answer = ada.call("GET", f"{path}?after={after}")
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


# Throwing away


def test_a_table_of_mine_alone_is_deleted_with_its_events(house: House) -> None:
    ada = house.person()
    table = make(ada, "me", "1")
    with house.person().sit_down(table) as watching:
        watching.hear("sync")
        assert ada.call("DELETE", f"/tables/{table}").status_code == 200
        assert watching.hear("refused")["code"] == "no_table"
    assert ada.call("GET", f"/tables/{table}").status_code == 404
    assert house.call(house.inside.store.load(table)) is None
    assert listed(ada, "/me/tables") == []


def test_a_record_is_deleted_by_who_brought_it_and_by_nobody_else(house: House) -> None:
    ada, eve = house.person(), house.person()
    brought = ada.call("POST", "/records", content=RECORD).json()["id"]
    eve.get("/me")
    for stranger in (eve, house.person()):
        answer = stranger.call("DELETE", f"/tables/{brought}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
    assert listed(ada, "/me/tables") == [brought]
    assert ada.call("DELETE", f"/tables/{brought}").status_code == 200
    assert house.call(house.inside.store.load(brought)) is None


def test_at_a_shared_table_whoever_throws_it_away_leaves_it(house: House) -> None:
    ada, ben, table = pair(house)
    assert ada.call("DELETE", f"/tables/{table}").status_code == 200
    assert (listed(ada, "/me/tables"), listed(ben, "/me/tables")) == ([], [table])
    told = ben.sync(table)["table"]
    assert told["seats"][0]["away"]
    assert ada.play(table, 0, "stone d4")["type"] == "answer"  # the seat is still theirs
    assert listed(ada, "/me/tables") == [table]


def test_when_all_have_thrown_a_table_away_it_is_deleted(house: House) -> None:
    ada, ben, table = pair(house)
    ada.act(table, "resign", 0)
    assert [person.call("DELETE", f"/tables/{table}").status_code for person in (ada, ben)] == [200, 200]
    assert house.call(house.inside.store.load(table)) is None


def test_a_host_without_a_seat_finds_the_table_and_leaves_it_to_the_others(house: House) -> None:
    ada, ben = house.person(), house.person()
    made = ada.make("siegestones", "open", "open")
    table = made["table"]["id"]
    ben.join(made, 0)
    assert listed(ada, "/me/tables") == [table]
    assert ada.call("DELETE", f"/tables/{table}").status_code == 200
    assert (listed(ada, "/me/tables"), listed(ben, "/me/tables")) == ([], [table])


def test_tables_with_others_at_which_it_is_my_turn_are_counted(house: House) -> None:
    ada, ben = house.person(), house.person()
    assert ada.get("/me/waiting") == {"tables": 0}
    ada.make("siegestones", "me", "me")
    ada.make("siegestones", "me", "1", start=0)
    made = [ada.make("siegestones", "me", "open", start=0) for _ in range(2)]
    assert ada.get("/me/waiting") == {"tables": 0}
    for each in made:
        ben.join(each, 1)
    assert [one.get("/me/waiting")["tables"] for one in (ada, ben)] == [2, 0]
    ada.play(made[0]["table"]["id"], 0, "stone d4")
    assert [one.get("/me/waiting")["tables"] for one in (ada, ben)] == [1, 1]
    ada.act(made[1]["table"]["id"], "resign", 0)
    assert [one.get("/me/waiting")["tables"] for one in (ada, ben)] == [0, 1]
    assert house.person().get("/me/waiting") == {"tables": 0}


# Lessons


def test_a_lesson_is_in_no_list_and_is_cleared_soon_after(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        lesson = make(ada, "me", "me", lesson=True, public=True, start=None)
        kept = make(ada, "me", "me")
        assert listed(ada, "/me/tables") == [kept]
        assert listed(ada, "/tables") == []
        assert ada.play(lesson, ada.sync(lesson)["table"]["waiting"][0], "stone d4")["type"] == "answer"
        house.let_pass(LESSON_MS // 2)
        house.call(house.inside.expire())
        assert ada.call("GET", f"/tables/{lesson}").status_code == 200
        house.let_pass(LESSON_MS)
        house.call(house.inside.expire())
        assert ada.call("GET", f"/tables/{lesson}").status_code == 404
        assert listed(ada, "/me/tables") == [kept]


def test_the_order_of_my_tables_tells_nothing_of_private_steps(house: House) -> None:
    people, table, seat = winter(house)
    mine, other = people[seat], people[1 - seat]
    other.make("siegestones", "me", "me")
    before = other.get("/me/tables?most=1")["next"]
    house.let_pass(60_000)
    recall = next(name for name in mine.legal(table, seat) if name != "done")
    assert mine.play(table, seat, recall)["type"] == "answer"
    assert other.get("/me/tables?most=1")["next"] == before


# Lines that were noted, so that no table is read for a list


def folds(monkeypatch: pytest.MonkeyPatch, house: House) -> list[str]:
    """The tables that are read from now on."""
    read: list[str] = []
    store, load = house.inside.store, house.inside.store.load

    async def noted(table: str) -> Any:
        read.append(table)
        return await load(table)

    monkeypatch.setattr(store, "load", noted)
    return read


def put_away(house: House, *tables: str) -> None:
    """Nobody has used these tables for a while."""
    house.call(house.inside.rooms.note())
    for table in tables:
        house.inside.loop.call_soon_threadsafe(house.inside.rooms.drop, table)
    wait_for(lambda: not any(house.inside.rooms.get(table) for table in tables))


def test_a_list_reads_no_table_of_which_nothing_is_new(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """And tells of it what it would tell if it did."""
    ada, ben, table = pair(house, clock={"kind": "total", "seconds": 600, "flag": "loses"})
    ben.call("PUT", "/me", json={"name": "Benjamin"})
    ada.act(make(ada, "me", "open", "open"), "sit_in", 0, level=1)
    over = make(ada, "me", "1")
    ada.act(over, "resign", 0)
    brought = ada.call("POST", "/records", content=RECORD).json()["id"]
    public = make(ada, "me", "open", public=True)
    house.let_pass(5_000)
    before = {path: ada.get(path)["tables"] for path in ("/me/tables", "/tables?most=1")}
    assert [len(lines) for lines in before.values()] == [5, 1]
    put_away(house, *(line["id"] for line in before["/me/tables"]))
    read = folds(monkeypatch, house)
    assert {path: ada.get(path)["tables"] for path in before} == before
    assert {table, over, brought, public} <= {line["id"] for line in before["/me/tables"]}
    house.let_pass(7_000)
    (line,) = [line for line in ada.get("/me/tables")["tables"] if line["id"] == table]
    assert [seat["clock_ms"] for seat in line["seats"]] == [588_000, 600_000]
    assert line["seats"][1]["name"] == "Benjamin"
    assert line["to_act"]
    assert read == []


def test_more_tables_than_are_noted_at_once_are_all_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.server.room.NOTED_AT_ONCE", 2)
    with House(tmp_path) as house:
        ada = house.person()
        made = [make(ada, "me", "me") for _ in range(5)]
        put_away(house, *made)
        read = folds(monkeypatch, house)
        assert listed(ada, "/me/tables") == made[::-1]
        assert read == []


def test_what_was_noted_is_not_told_once_it_is_old(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has stored a move, say, and has not noted yet how the table stands."""
    ada, _, table = pair(house)
    put_away(house, table)
    data = {"seat": 0, "actions": ["stone d4"]}
    house.call(house.inside.store.append(Entry([Event(table, 2, 1, 1, "act", data)])))
    read = folds(monkeypatch, house)
    assert not ada.get("/me/tables")["tables"][0]["to_act"]
    assert read == [table]


def test_no_name_stands_in_what_is_noted(tmp_path: Path) -> None:
    """So it goes with whoever is forgotten."""
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        ada.call("PUT", "/me", json={"name": "Adelaide"})
        put_away(house, table)
        ((line,),) = ask_store(tmp_path, f"SELECT line FROM shelves WHERE table_id = '{table}'")
        told = bytes(line).decode()
        assert table in told
        people = [house.inside.identities.person(person.cookie) or "" for person in (ada, ben)]
        for secret in ("Adelaide", "Ben", *people):
            assert secret
            assert secret not in told
        ada.call("DELETE", "/me")
        put_away(house, table)
        (line,) = ben.get("/me/tables")["tables"]
        assert [seat["name"] for seat in line["seats"]] == [None, "Ben"]


def test_tables_from_before_there_were_lines_are_read_one_after_the_other(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, _, table = pair(house)
        ada.act(table, "resign", 0)
        wait_for(lambda: ada.get("/me/results")["results"])
        damaged = make(ada, "me", "me")
        put_away(house, table, damaged)
        ask_store(
            tmp_path,
            "UPDATE shelves SET line = NULL, noted = 0, counted = 0, made = 0",
            "DELETE FROM outcomes",
            f"DELETE FROM events WHERE table_id = '{damaged}' RETURNING seq",
        )
        assert ada.get("/me/results")["results"] == []
        house.call(house.inside.read_unlisted())
        wait_for(lambda: ada.get("/me/results")["results"])
        put_away(house, table)
        assert house.call(house.inside.store.without_line(1)) == []
        assert listed(ada, "/me/tables") == [table]


# The archive


def test_an_archived_table_is_in_a_list_of_its_own_until_it_is_brought_back(house: House) -> None:
    ada, ben, table = pair(house)
    over = make(ada, "me", "me")
    ada.act(over, "resign", 0)
    brought = ada.call("POST", "/records", content=RECORD).json()["id"]
    for each in (table, over, brought, table):  # the last one again: the answer was lost
        assert ada.call("PUT", f"/me/archive/{each}").status_code == 200
    assert listed(ada, "/me/tables") == []
    assert listed(ada, "/me/tables", archived=True) == [table, brought, over]
    assert listed(ada, "/me/tables", archived=True, over=True) == [brought, over]
    assert listed(ben, "/me/tables") == [table]
    assert ada.play(table, 0, "stone d4")["type"] == "answer"
    for _ in range(2):
        assert ada.call("DELETE", f"/me/archive/{table}").status_code == 200
    assert listed(ada, "/me/tables") == [table]


def test_nobody_archives_what_is_not_theirs(house: House) -> None:
    ada, eve = house.person(), house.person()
    table = make(ada, "me", "me")
    eve.get("/me")
    for stranger in (eve, house.person()):
        for method in ("PUT", "DELETE"):
            answer = stranger.call(method, f"/me/archive/{table}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
    lesson = make(ada, "me", "me", lesson=True)
    assert ada.call("PUT", f"/me/archive/{lesson}").status_code == 404


def test_what_is_thrown_away_is_in_no_archive_any_more(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        mine = make(ada, "me", "me")
        for each in (table, mine):
            ada.call("PUT", f"/me/archive/{each}")
            ada.call("DELETE", f"/tables/{each}")
        assert listed(ada, "/me/tables", archived=True) == []
        assert ask_store(tmp_path, "SELECT * FROM archived") == []
        ben.call("PUT", f"/me/archive/{table}")
        ben.call("DELETE", "/me")
        assert ask_store(tmp_path, "SELECT * FROM archived") == []


# Results


def results(person: Person) -> list[tuple[Any, ...]]:
    keys = "game", "seats", "opponent", "name", "level", "won", "shared", "lost"
    return [tuple(line[key] for key in keys) for line in person.get("/me/results")["results"]]


def test_my_results_are_counted_by_game_seats_and_opponent(house: House) -> None:
    ada, ben, table = pair(house)
    ben.call("PUT", "/me", json={"name": "Ben"})
    ben.act(table, "resign", 1)
    second = ada.make("siegestones", "me", "open")
    ben.join(second, 1)
    ada.act(second["table"]["id"], "resign", 0)
    drawn = ada.make("siegestones", "me", "open")
    ben.join(drawn, 1)
    ada.act(drawn["table"]["id"], "offer", 0, what="draw")
    ben.act(drawn["table"]["id"], "accept", 1, what="draw")
    ada.act(make(ada, "me", "1"), "resign", 0)
    one = "siegestones", 2
    expected: list[tuple[Any, ...]] = [(*one, "all", None, None, 1, 1, 2), (*one, "person", "Ben", None, 1, 1, 1)]
    expected.append((*one, "bot", None, 1, 0, 0, 1))
    wait_for(lambda: results(ada) == expected)
    assert results(ben) == [(*one, "all", None, None, 1, 1, 1), (*one, "person", None, None, 1, 1, 1)]
    assert results(house.person()) == []


def test_a_match_of_three_counts_against_each_and_against_two_alike_once(house: House) -> None:
    ada, ben = house.person(), house.person()
    made = ada.make("nobles", "me", "open", "1", "1")
    ben.join(made, 1, "Ben")
    table = made["table"]["id"]
    ada.act(table, "resign", 0)
    ben.act(table, "resign", 1)
    wait_for(lambda: house.room(table).table.is_over)  # the bots play it out
    one = "nobles", 4
    expected = [(*one, "all"), (*one, "person"), (*one, "bot")]
    wait_for(lambda: [line[:3] for line in results(ada)] == expected)
    assert [line[5:] for line in results(ada)] == [(0, 0, 1)] * 3


def test_lessons_chosen_positions_one_screen_and_what_is_thrown_away_do_not_count(house: House) -> None:
    ada, ben, table = pair(house)
    ada.act(make(ada, "me", "1", lesson=True), "resign", 0)
    ada.act(make(ada, "me", "me"), "resign", 0)
    begun = Match.new("siegestones", 2, seed=1).position()
    ada.act(make(ada, "me", "1", position=begun, start=None), "resign", 0)
    ada.act(table, "resign", 0)
    wait_for(lambda: results(ada))
    assert [line[2:] for line in results(ada)] == [("all", None, None, 0, 0, 1), ("person", "Ben", None, 0, 0, 1)]
    ada.call("DELETE", f"/tables/{table}")
    assert results(ada) == []
    assert len(results(ben)) == 2


def test_an_opponent_who_is_forgotten_is_nobody(house: House) -> None:
    ada, ben, table = pair(house)
    ada.act(table, "resign", 0)
    wait_for(lambda: results(ada))
    ben.call("DELETE", "/me")
    assert [line[2:5] for line in results(ada)] == [("all", None, None), ("gone", None, None)]
