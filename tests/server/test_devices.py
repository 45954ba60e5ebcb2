"""One person on several devices: a link opens their games on another one, once, and any device can be shut out."""

from __future__ import annotations

import concurrent.futures
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from siegeworks.server import device_routes
from siegeworks.server.limits import Limits
from siegeworks.server.store.devices import MOST
from tests.server.house import PROXY, House, Person, pair, wait_for


def link(person: Person) -> str:
    """The code of a new link."""
    answer = person.call("POST", "/me/devices")
    assert answer.status_code == 201, answer.text
    path, code = answer.json()["link"].split("#")
    assert path == "/carry"
    return str(code)


def carry(device: Person, code: str, name: str = "Phone") -> str:
    """What a link says on a device: "ok", or the code of the refusal."""
    answer = device.call("POST", "/me/carried", json={"code": code, "name": name})
    return "ok" if answer.status_code == 200 else str(answer.json()["says"]["code"])


def devices(person: Person) -> list[tuple[str, bool]]:
    return [(each["name"], each["here"]) for each in person.get("/me/devices")["devices"]]


def drop(person: Person, number: int) -> int:
    device = person.get("/me/devices")["devices"][number]["device"]
    return person.call("DELETE", f"/me/devices/{device}").status_code


def test_a_link_opens_all_games_on_another_device_once(house: House) -> None:
    ada, ben, table = pair(house)
    ada.call("PUT", "/me", json={"name": "Ada"})
    code, phone, other = link(ada), house.person(), house.person()
    assert carry(phone, code) == "ok"
    assert carry(other, code) == "link-not-good"
    assert phone.get("/me")["name"] == "Ada"
    assert [line["id"] for line in phone.get("/me/tables")["tables"]] == [table]
    assert phone.play(table, 0, "stone d4")["type"] == "answer"
    assert ada.sync(table)["seats"].keys() == phone.sync(table)["seats"].keys() == {"0"}
    assert devices(phone) == [("", False), ("Phone", True)]
    assert devices(ada) == [("", True), ("Phone", False)]
    assert devices(ben) == [("", True)]


def test_a_carried_device_keeps_its_own_token_whatever_it_does(house: House) -> None:
    ada, phone = house.person(), house.person()
    ada.make("siegestones", "me", "me")
    carry(phone, link(ada))
    before = phone.cookie
    phone.call("PUT", "/me", json={"name": "Ada"})
    phone.get("/me")
    assert phone.cookie == before != ada.cookie


def test_a_device_that_is_shut_out_is_nobody_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, _, table = pair(house)
        phone = house.person()
        carry(phone, link(ada))
        cookie = phone.cookie
        with phone.sit_down(table) as there:
            assert there.hear("sync")["seats"].keys() == {"0"}
            assert drop(ada, 1) == 200
            with pytest.raises(ConnectionClosed) as end:
                there.hear("nothing more")
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1008
        assert Person(house.port, cookie).sync(table)["seats"].keys() == {"watch"}
        assert Person(house.port, cookie).play(table, 0, "stone d4")["code"] == "not_your_seat"
        assert ada.play(table, 0, "stone d4")["type"] == "answer"
    with House(tmp_path) as house:
        assert Person(house.port, cookie).sync(table)["seats"].keys() == {"watch"}
        assert Person(house.port, cookie).get("/me/devices")["devices"] == []


def test_the_first_device_can_be_shut_out_by_another(house: House) -> None:
    """It was lost, say."""
    ada, _, table = pair(house)
    phone, cookie = house.person(), ada.cookie
    carry(phone, link(ada))
    assert drop(phone, 0) == 200
    assert Person(house.port, cookie).sync(table)["seats"].keys() == {"watch"}
    assert phone.sync(table)["seats"].keys() == {"0"}
    assert devices(phone) == [("Phone", True)]


def test_the_only_device_cannot_be_shut_out(house: House) -> None:
    ada, _, table = pair(house)
    assert drop(ada, 0) == 404
    link(ada)  # which perhaps nobody will open
    assert drop(ada, 0) == 404
    assert ada.sync(table)["seats"].keys() == {"0"}


def test_a_device_hears_nothing_more_that_it_had_asked_for_before(house: House) -> None:
    """It waits for news by a plain request while it is shut out."""
    ada, _, table = pair(house)
    phone = house.person()
    carry(phone, link(ada))
    seq = phone.sync(table)["seq"]
    with concurrent.futures.ThreadPoolExecutor(1) as aside:
        asked = aside.submit(phone.get, f"/tables/{table}?since={seq}&seats=0&wait=25")
        wait_for(lambda: house.room(table).changed)
        drop(ada, 1)
        ada.play(table, 0, "stone d4")
        assert asked.result()["seats"].keys() == {"watch"}


def test_a_link_is_taken_back_by_whoever_made_it_alone(house: House) -> None:
    ada, eve, phone = house.person(), house.person(), house.person()
    ada.make("siegestones", "me", "me")
    eve.make("siegestones", "me", "me")
    code = link(ada)
    device = ada.get("/me/devices")["devices"][1]["device"]
    assert eve.call("DELETE", f"/me/devices/{device}").json()["code"] == "no_device"
    assert drop(ada, 1) == 200
    assert carry(phone, code) == "link-not-good"


def test_a_new_link_ends_the_one_before(house: House) -> None:
    ada, phone = house.person(), house.person()
    old, new = link(ada), link(ada)
    assert carry(phone, old) == "link-not-good"
    assert carry(phone, new) == "ok"


def test_a_link_ends_with_the_device_that_may_have_made_it(house: House) -> None:
    """A phone that was stolen makes a link before it is shut out, and another device opens it then."""
    ada, _, table = pair(house)
    phone, thief = house.person(), house.person()
    carry(phone, link(ada))
    code = link(phone)
    assert drop(ada, 1) == 200
    assert carry(thief, code) == "link-not-good"
    assert thief.sync(table)["seats"].keys() == {"watch"}
    assert devices(ada) == [("", True)]


def test_whoever_opens_a_link_of_their_own_is_told_so_and_it_stays_good(house: House) -> None:
    ada, phone = house.person(), house.person()
    code = link(ada)
    assert carry(ada, code) == "link-of-yours"
    assert devices(ada) == [("", True), ("", False)]
    assert carry(phone, code) == "ok"
    assert devices(ada) == [("", True), ("Phone", False)]
    assert carry(ada, code) == "link-not-good"


def test_a_link_ends_after_ten_minutes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, phone = house.person(), house.person()
    code, now = link(ada), device_routes.now_ms()
    monkeypatch.setattr(device_routes, "now_ms", lambda: now + device_routes.GOOD_FOR_MS + 1000)
    assert devices(ada) == [("", True)]
    assert carry(phone, code) == "link-not-good"


def test_of_two_devices_that_open_a_link_at_once_one_does(house: House) -> None:
    ada = house.person()
    ada.make("siegestones", "me", "me")
    for _ in range(10):
        code, phones = link(ada), [house.person() for _ in range(4)]
        with concurrent.futures.ThreadPoolExecutor(4) as aside:
            found = list(aside.map(lambda phone, code=code: carry(phone, code), phones))
        assert sorted(found) == ["link-not-good"] * 3 + ["ok"]
        drop(ada, 1)


def test_whoever_is_forgotten_is_so_on_every_device(house: House) -> None:
    ada, _, table = pair(house)
    phone, late = house.person(), house.person()
    carry(phone, link(ada))
    code, cookie = link(ada), phone.cookie
    assert phone.call("DELETE", "/me").status_code == 200
    for old in (cookie, ada.cookie):
        assert Person(house.port, old).sync(table)["seats"].keys() == {"watch"}
    assert carry(late, code) == "link-not-good"


def test_forged_and_foreign_codes_open_nothing(house: House) -> None:
    ada, eve = house.person(), house.person()
    code, table = link(ada), ada.make("siegestones", "me", "me")["table"]["id"]
    device = ada.get("/me/devices")["devices"][1]["device"]
    for tried in (device, ada.cookie, table, code[:-1], code.upper(), "é" * 8, " "):
        answer = eve.call("POST", "/me/carried", json={"code": tried[:40], "name": "Eve"})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_device"), tried
    assert eve.call("POST", "/me/carried", json={"code": "a" * 41}).json()["code"] == "malformed"
    assert eve.sync(table)["seats"].keys() == {"watch"}


def test_devices_and_links_are_bounded(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, limits=Limits(devices_address_day=MOST + 4)) as house:
        ada = house.person("10.0.0.1")
        for _ in range(MOST):
            assert carry(house.person("10.0.0.2"), link(ada)) == "ok"
        assert ada.call("POST", "/me/devices").json()["says"]["code"] == "too-many-devices"
        assert len(devices(ada)) == MOST + 1
        others = [house.person("10.0.0.1") for _ in range(5)]
        told = [other.call("POST", "/me/devices").json() for other in others]
        assert [each.get("says", {}).get("code") for each in told] == [None] * 4 + ["too-many-a-day"]
