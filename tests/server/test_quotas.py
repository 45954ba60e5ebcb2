"""Fair shares: what one person, one address and the whole server may have, and what is said to whoever wants more."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from siegeworks.errors import BadSetup
from siegeworks.match import Match
from siegeworks.server import limits as limiting
from siegeworks.server.askers import Asker
from siegeworks.server.connections import ConnectionCount
from siegeworks.server.guards import MOST_RECORD, TooMany
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.people import Identities
from siegeworks.server.quotas import DAY_S, Quotas
from siegeworks.server.store.schema import TABLES
from tests.server.house import PROXY, House, Kept, Live, Person, ask_store, store_of, wait_for

WISH: dict[str, Any] = {"game": "siegestones", "seats": [{"kind": "me"}, {"kind": "me"}]}
RECORD = Match.new("siegestones", 2, seed=1).record()
HOME, SCHOOL = "203.0.113.5", "203.0.113.6"
V6, SAME_V6, OTHER_V6 = "2001:db8:1:1::5", "2001:db8:1:1:ffff::9", "2001:db8:1:2::5"


def made(person: Person) -> httpx.Response:
    return person.call("POST", "/tables", json=WISH)


def brought(person: Person) -> httpx.Response:
    return person.call("POST", "/records", content=RECORD)


def check_refused(answer: httpx.Response, limit: int) -> None:
    told = answer.json()
    assert (answer.status_code, told["code"]) == (429, "too_many")
    assert str(limit) in told["reason"]
    assert 0 < int(answer.headers["retry-after"]) == told["retry_s"] <= DAY_S


@pytest.mark.parametrize("name", ["tables_person", "tables_person_day"])
def test_one_person_makes_so_many_tables(tmp_path: Path, name: str) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(**{name: 2})) as house:
        ada, ben = house.person(HOME), house.person(HOME)
        assert [made(ada).status_code for _ in range(2)] == [201, 201]
        check_refused(made(ada), 2)
        assert made(ben).status_code == 201


@pytest.mark.parametrize("name", ["tables_address", "tables_address_day"])
def test_new_cookies_do_not_reset_the_limit_of_an_address(tmp_path: Path, name: str) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(**{name: 2})) as house:
        assert [made(house.person(HOME)).status_code for _ in range(2)] == [201, 201]
        check_refused(made(house.person(HOME)), 2)
        assert made(house.person(SCHOOL)).status_code == 201


def test_an_ipv6_address_counts_by_its_network(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(tables_address=1)) as house:
        assert made(house.person(V6)).status_code == 201
        check_refused(made(house.person(SAME_V6)), 1)
        assert made(house.person(OTHER_V6)).status_code == 201


def test_what_is_finished_makes_room_and_a_day_does_not(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(tables_address=1, tables_address_day=2)) as house:
        ada = house.person(HOME)
        first = made(ada).json()["table"]["id"]
        check_refused(made(ada), 1)
        ada.act(first, "resign", 0)
        second = wait_for(lambda: made(ada).json().get("table"))["id"]
        ada.act(second, "resign", 0)
        wait_for(lambda: "a day" in made(ada).json()["reason"])
        check_refused(made(ada), 2)


@pytest.mark.parametrize("name", ["records_person", "records_person_day", "records_address", "records_address_day"])
def test_records_are_counted_by_person_and_address_and_after_a_restart(tmp_path: Path, name: str) -> None:
    chosen: Any = {"proxies": PROXY, "limits": Limits(**{name: 2})}
    with House(tmp_path, **chosen) as house:
        ada = house.person(HOME)
        assert brought(ada).status_code == 201
    with House(tmp_path, **chosen) as house:
        ada = Person(house.port, ada.cookie, HOME)
        assert brought(ada).status_code == 201
        check_refused(brought(ada), 2)
        assert brought(house.person(HOME)).status_code == (429 if "address" in name else 201)


def test_a_table_that_goes_on_from_a_record_counts_as_one(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(records_address_day=1)) as house:
        ada = house.person(HOME)
        wish = {**WISH, "record": RECORD}
        assert ada.call("POST", "/tables", json=wish).status_code == 201
        check_refused(ada.call("POST", "/tables", json=wish), 1)


def test_a_rematch_counts_as_a_table(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(tables_address_day=2)) as house:
        ada = house.person(HOME)
        table = made(ada).json()["table"]["id"]
        for _ in range(2):
            ada.act(table, "resign", 0)
            told = ada.act(table, "offer", 1, what="rematch")
            table = ada.sync(table)["table"]["next"] or table
        assert told["code"] == "too_many"


def test_names_are_counted_by_address(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(names_address_day=2)) as house:
        answers = [house.person(HOME).call("PUT", "/me", json={"name": "Ada"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        check_refused(answers[2], 2)


def test_many_at_once_do_not_slip_through(tmp_path: Path) -> None:
    """They all ask before the first of them is stored."""

    async def store_one(quotas: Quotas, everybody: asyncio.Barrier) -> bool:
        try:
            async with quotas.claim(Asker("ada", HOME), "tables"):
                await everybody.wait()
                return True
        except TooMany:
            await everybody.wait()
            return False

    async def count() -> list[bool]:
        store = store_of(tmp_path)
        await store.open()
        quotas, everybody = Quotas(store, Identities(b"k" * 32), Limits(tables_address=3)), asyncio.Barrier(10)
        found = await asyncio.gather(*(store_one(quotas, everybody) for _ in range(10)))
        await store.close()
        return found

    assert sum(asyncio.run(count())) == 3


def test_the_machine_itself_is_not_limited(tmp_path: Path) -> None:
    few = Limits(tables_person=1, tables_address=1, tables_address_day=1, names_address_day=1, sockets=1)
    with House(tmp_path, limits=few) as house:
        ada = house.person()
        assert [made(ada).status_code for _ in range(3)] == [201] * 3


def test_the_header_counts_from_a_named_proxy_and_from_nobody_else(tmp_path: Path) -> None:
    few = Limits(tables_address=1)
    with House(tmp_path, limits=few, proxies=frozenset({"10.0.0.1"})) as house:  # we are not 10.0.0.1
        assert [made(house.person(HOME)).status_code for _ in range(2)] == [201, 201]
    with House(tmp_path, limits=few, proxies=PROXY) as house:
        forged = house.person(f"{SCHOOL}, {HOME}")  # the proxy adds the last one
        assert made(forged).status_code == 201
        check_refused(made(house.person(HOME)), 1)
        assert made(house.person(SCHOOL)).status_code == 201


def test_a_named_proxy_may_have_any_number_of_connections() -> None:
    count = ConnectionCount(per_address=1, most=100, proxies=frozenset({"10.0.0.0/8"}))
    for address in ("10.0.0.1", "10.0.0.1", "192.0.2.1"):
        assert count.refusal(address) is None
        count.enter(address)
    assert count.refusal("192.0.2.1")


def test_no_address_is_stored(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY) as house:
        ada = house.person(HOME)
        assert made(ada).status_code == brought(ada).status_code == 201
    for table in TABLES:
        assert HOME not in str(ask_store(tmp_path, f"SELECT * FROM {table}"))
    for file in tmp_path.iterdir():
        assert HOME.encode() not in file.read_bytes()


def test_where_a_table_came_from_is_forgotten_when_it_is_over(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY) as house:
        ada = house.person(HOME)
        table = made(ada).json()["table"]["id"]
        ada.act(table, "resign", 0)
    assert ask_store(tmp_path, "SELECT over, origin FROM shelves") == [(1, None)]


def test_a_full_server_begins_nothing_new_and_goes_on_with_the_rest(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        table = made(ada).json()["table"]["id"]
    large = "randomblob(1000000)"
    if Kept.databases:
        large = "(SELECT decode(string_agg(md5(CAST(n AS text)), ''), 'hex') FROM generate_series(1, 62500) AS n)"
    ask_store(tmp_path, f"INSERT INTO events VALUES ('large', 0, 0, 0, 'made', {large}, '')")
    with House(tmp_path, limits=Limits(database_mb=1)) as house, caplog.at_level(logging.WARNING, "siegeworks.server"):
        ada = Person(house.port, ada.cookie)
        for answer in (made(ada), brought(ada)):
            assert (answer.status_code, answer.json()["code"]) == (503, "full")
            assert int(answer.headers["retry-after"]) > 0
        assert ada.act(table, "resign", 0)["type"] == "answer"
    assert [record.message for record in caplog.records if "MB" in record.message] == [
        "the database has 1 MB, as much as it may: no more tables are made"
    ]


def test_watchers_without_a_cookie_are_counted_by_their_address(tmp_path: Path) -> None:
    """All of them counted as one, so that the 33rd was thrown out, wherever it came from."""
    with House(tmp_path, proxies=PROXY, limits=Limits(table_sockets=1)) as house:
        table = made(house.person(HOME)).json()["table"]["id"]
        with Live(house.person(HOME), table) as first, Live(house.person(SCHOOL), table) as second:
            assert first.hear()["type"] == second.hear()["type"] == "sync"
            check_shown_out(Live(house.person(HOME), table), 1)
            assert first.ask(type="ping")["type"] == "pong"
        with Live(house.person(HOME), table) as again:
            assert again.hear()["type"] == "sync"


@pytest.mark.parametrize("limits", [Limits(watchers=2), Limits(sockets=2)], ids=["watchers", "sockets"])
def test_so_many_watch_and_those_who_play_come_in_all_the_same(tmp_path: Path, limits: Limits) -> None:
    with House(tmp_path, proxies=PROXY, limits=limits) as house:
        ada = house.person(SCHOOL)
        table = made(ada).json()["table"]["id"]
        with Live(house.person(HOME), table) as first, Live(house.person(HOME), table) as second:
            assert first.hear()["type"] == second.hear()["type"] == "sync"
            check_shown_out(Live(house.person(HOME), table), 2)
            with ada.sit_down(table) as there:
                assert there.hear()["type"] == "sync"


def test_one_person_has_so_many_sockets_at_all_tables(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(sockets_person=2)) as house:
        ada, ben = house.person(HOME), house.person(HOME)
        tables = [made(ada).json()["table"]["id"] for _ in range(3)]
        with Live(ada, tables[0]) as first, Live(Person(house.port, ada.cookie, SCHOOL), tables[1]) as second:
            assert first.hear()["type"] == second.hear()["type"] == "sync"
            late = Live(ada, tables[2])
            assert "One person" in check_shown_out(late, 2)["reason"]
            made(ben)
            with Live(ben, tables[2]) as third, Live(house.person(HOME), tables[2]) as nobody:
                assert third.hear()["type"] == nobody.hear()["type"] == "sync"


FEW = Limits(watchers=1, sockets=1, sockets_person=1, table_sockets=1)


def test_at_this_machine_any_number_may_listen(tmp_path: Path) -> None:
    with House(tmp_path, limits=FEW) as house, ExitStack() as doors:
        ada = house.person()
        table = made(ada).json()["table"]["id"]
        there = [doors.enter_context(Live(who, table)) for who in (ada, ada, house.person(), house.person())]
        assert {each.hear()["type"] for each in there} == {"sync"}


def check_shown_out(late: Live, limit: int) -> dict[str, Any]:
    with late:
        told = late.hear()
        assert told["code"] == "too_many"
        assert str(limit) in told["reason"]
        assert told["retry_s"] > 0
        with pytest.raises(ConnectionClosed):
            late.hear()
    return told


def test_one_table_takes_so_many_events(tmp_path: Path) -> None:
    with House(tmp_path, limits=Limits(events_table=3)) as house:
        ada = house.person()
        table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
        told = [ada.play(table, 0, "stone d4"), ada.act(table, "offer", 0, what="undo")]
        told += [ada.play(table, 0, "stone d4"), ada.act(table, "offer", 0, what="undo")]
        assert [each.get("code") for each in told] == [None, None, None, "too_many"]
        assert ada.act(table, "resign", 0)["type"] == "answer"


def test_the_operator_reads_of_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operate.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    for field in fields(Limits):
        assert any(f"`{field.name}`" in row and f"{field.default:,}" in row for row in rows), field.name


def test_limits_are_named_on_the_command_line() -> None:
    assert limiting.changed(["tables_person=5", "watchers=0"]) == Limits(tables_person=5, watchers=0)
    assert limiting.changed([]) == DEFAULTS
    for wrong in ("tabels=5", "watchers", "watchers=-1", "watchers=x"):
        with pytest.raises(BadSetup):
            limiting.changed([wrong])


def stored_setup(house: House, table: str) -> dict[str, Any]:
    stored = house.call(house.inside.store.load(table))
    assert stored is not None
    return stored.events[0].data


def test_only_what_the_game_reads_of_a_position_is_stored(house: House) -> None:
    match = Match.new("siegestones", 2, seed=1)
    wish = {**WISH, "position": {**match.position(), "nonsense": "x" * 10_000}}
    table = house.person().call("POST", "/tables", json=wish).json()["table"]["id"]
    stored = stored_setup(house, table)["position"]
    assert "nonsense" not in stored
    assert Match.from_position("siegestones", stored).position() == match.position()


def test_only_what_the_game_reads_of_a_record_is_stored(house: House) -> None:
    ada, commented = house.person(), RECORD + "# nothing\n" * 5_000
    brought = ada.call("POST", "/records", content=commented).json()["id"]
    made = ada.call("POST", "/tables", json={**WISH, "record": commented}).json()["table"]["id"]
    assert stored_setup(house, brought)["record"] == stored_setup(house, made)["record"] == RECORD
    assert ada.sync(brought)["table"]["archive"]


@pytest.mark.parametrize("path", ["/records", "/tables"])
def test_more_than_any_match_takes_is_refused_unread(house: House, path: str) -> None:
    answer = house.person().call("POST", path, content=b"x" * (MOST_RECORD + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert f"{MOST_RECORD:,}" in answer.json()["reason"]
