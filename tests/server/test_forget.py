"""Forget me: old cookies and old links are worth nothing, at once and after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.house import House, Person, pair


def key_of(person: Person, table: str, seat: int) -> str:
    return str(person.sync(table)["seats"][str(seat)]["key"])


def check_forgotten(port: int, cookie: str, table: str, key: str) -> None:
    """Whoever has kept a cookie or a link is nobody."""
    old = Person(port, cookie)
    assert old.sync(table)["seats"].keys() == {"watch"}
    assert old.play(table, 0, "stone d4")["code"] == "not_your_seat"
    answer = old.call("POST", f"/tables/{table}/join", json={"key": key})
    assert answer.json()["code"] == "no_table"
    assert Person(port, cookie).get("/me")["name"] is None
    assert Person(port, cookie).call("GET", "/me").cookies["siegeworks"] != cookie


def test_old_cookies_and_links_are_worth_nothing_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        ada.call("PUT", "/me", json={"name": "Ada"})
        cookie, key = ada.cookie, key_of(ada, table, 0)
        assert ada.call("DELETE", "/me").status_code == 200
        check_forgotten(house.port, cookie, table, key)
        assert ben.sync(table)["table"]["seats"][0]["kind"] == "open"
        assert ben.sync(table)["seats"].keys() == {"1"}
    with House(tmp_path) as house:
        check_forgotten(house.port, cookie, table, key)
        assert Person(house.port, ben.cookie).sync(table)["seats"].keys() == {"1"}


def is_nobody(port: int, cookie: str) -> bool:
    """Whether a cookie is worth nothing: whoever shows it gets another one."""
    return Person(port, cookie).call("GET", "/me").cookies["siegeworks"] != cookie


@pytest.mark.parametrize("left", ["a name", "an answer", "a link", "a device", "a study"])
def test_whatever_is_behind_a_cookie_makes_it_worthless(house: House, left: str) -> None:
    """At once, without a table, and for all devices."""
    ada, phone = house.person(), house.person()
    ada.get("/me")
    cookies = [ada.cookie]
    if left == "a name":
        ada.call("PUT", "/me", json={"name": "Ada"})
    elif left == "an answer":
        puzzle = ada.get("/puzzles/next?game=siegestones")["puzzle"]
        assert ada.call("POST", f"/puzzles/{puzzle}/answer", json={}).status_code == 200
    elif left == "a study":
        assert ada.call("POST", "/studies", json={"game": "siegestones", "seats": 2}).status_code == 201
    else:
        link = ada.call("POST", "/me/devices").json()["link"].split("#")[1]
        if left == "a device":
            assert phone.call("POST", "/me/carried", json={"code": link}).status_code == 200
            cookies.append(phone.cookie)
    assert not any(is_nobody(house.port, cookie) for cookie in cookies)
    assert ada.call("DELETE", "/me").status_code == 200
    assert all(is_nobody(house.port, cookie) for cookie in cookies)
    if left == "a link":
        assert phone.call("POST", "/me/carried", json={"code": link}).json()["code"] == "no_device"


def test_an_open_socket_of_somebody_who_is_forgotten_only_watches(house: House) -> None:
    ada, ben, table = pair(house)
    ada.call("PUT", "/me", json={"name": "Ada"})
    with ada.sit_down(table) as there:
        assert there.hear("sync")["seats"].keys() == {"0"}
        Person(house.port, ada.cookie).call("DELETE", "/me")
        assert there.hear("sync")["seats"].keys() == {"watch"}
        assert there.ask(type="play", seat=0, action="stone d4")["code"] == "not_your_seat"
    assert ben.sync(table)["table"]["waiting"] == [0]


def test_a_second_device_that_was_let_in_stays_in_its_seat(house: House) -> None:
    """It has a cookie of its own, and with it the seat."""
    ada, _, table = pair(house)
    phone = house.person()
    phone.call("POST", f"/tables/{table}/join", json={"key": key_of(ada, table, 0)})
    ada.call("DELETE", "/me")
    assert phone.play(table, 0, "stone d4")["type"] == "answer"


def test_the_seats_of_a_finished_match_stay_as_they_were(house: House) -> None:
    ada, ben, table = pair(house)
    ada.act(table, "resign", 0)
    ada.call("DELETE", "/me")
    assert [seat["kind"] for seat in ben.sync(table)["table"]["seats"]] == ["person", "person"]
    assert ben.get(f"/tables/{table}/replay")["seats"] == 2


def test_whoever_has_nothing_here_is_not_remembered_as_forgotten(house: House) -> None:
    """Or new cookies that ask to be forgotten would fill the disk."""
    before = house.call(house.inside.store.forgotten())
    eve = house.person()
    eve.get("/me")
    assert eve.call("DELETE", "/me").status_code == 200
    assert house.call(house.inside.store.forgotten()) == before


def test_when_the_host_is_forgotten_the_others_go_on_with_a_bot(house: House) -> None:
    ada, ben, table = pair(house)
    assert ada.call("DELETE", "/me").status_code == 200
    assert ben.act(table, "seat_bot", 0, level=1)["type"] == "answer"
    assert ben.sync(table)["table"]["seats"][0]["kind"] == "bot"
