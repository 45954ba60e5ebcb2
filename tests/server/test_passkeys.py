"""Passkeys: made, shown after every device was lost, and worth nothing to anybody else; any process answers, once."""

from __future__ import annotations

import concurrent.futures
from typing import Any

import pytest

from siegeworks.server import device_routes, passkeys
from siegeworks.server.store.devices import MOST as MOST_DEVICES
from siegeworks.server.store.passkeys import MOST
from tests.server.authenticator import Authenticator, read, told
from tests.server.house import House, Person, pair
from tests.server.test_forget import is_nobody


def origin(house: House) -> str:
    return f"http://localhost:{house.port}"


def ask(person: Person, house: House, method: str, path: str, **content: Any) -> Any:
    """As the page asks that is open at `localhost`."""
    at = {"origin": origin(house), "host": f"localhost:{house.port}"}
    return person.call(method, path, headers={**at, **content.pop("headers", {})}, **content)


def options(person: Person, house: House, path: str = "/passkeys/options") -> dict[str, Any]:
    answer = ask(person, house, "POST", path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["options"]
    return found


def made(person: Person, house: House, name: str = "Phone") -> Authenticator:
    """A passkey of somebody's."""
    device = Authenticator(origin(house))
    asked = options(person, house, "/me/passkeys/options")
    answer = ask(person, house, "POST", "/me/passkeys", json={"credential": device.make(asked), "name": name})
    assert answer.status_code == 201, answer.text
    return device


def shown(person: Person, house: House, credential: dict[str, Any]) -> str:
    """What comes of showing a passkey: "ok", or the code of the sentence."""
    answer = ask(person, house, "POST", "/passkeys", json={"credential": credential, "name": "New"})
    if answer.status_code == 200:
        return "ok"
    told = answer.json()
    assert (answer.status_code, told["code"]) == (404, "no_passkey")
    return str(told["says"]["code"])


NOT_GOOD = "passkey-not-good"


def test_a_person_who_has_lost_everything_comes_back(house: House) -> None:
    ada, _, table = pair(house)
    ada.call("PUT", "/me", json={"name": "Ada"})
    device, lost = made(ada, house), ada.cookie
    for _ in range(2):
        again = house.person()
        assert shown(again, house, device.show(options(again, house))) == "ok"
        assert again.get("/me")["name"] == "Ada"
        assert [line["id"] for line in again.get("/me/tables")["tables"]] == [table]
        assert again.sync(table)["seats"].keys() == {"0"}
    (line,) = again.get("/me/passkeys")["passkeys"]
    assert line["name"] == "Phone"
    assert line["added"] <= line["used"]
    listed = again.get("/me/devices")["devices"]
    assert [each["name"] for each in listed] == ["", "New", "New"]
    assert [each["here"] for each in listed] == [False, False, True]
    assert again.call("DELETE", "/me/devices/first").status_code == 200  # it was lost
    assert is_nobody(house.port, lost)


def test_what_a_browser_is_asked_names_this_site_and_no_person(house: House) -> None:
    ada = house.person()
    ada.get("/me")
    asked = options(ada, house, "/me/passkeys/options")
    assert asked["rp"]["id"] == "localhost"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    person = house.inside.identities.person(ada.cookie) or ""
    assert person
    assert person.encode() not in read(asked["user"]["id"])
    assert options(house.person(), house).get("allowCredentials", []) == []


def test_an_answer_is_good_once(house: House) -> None:
    ada = house.person()
    ada.get("/me")
    device = made(ada, house)
    credential = device.show(options(house.person(), house))
    people = [house.person() for _ in range(4)]
    with concurrent.futures.ThreadPoolExecutor(4) as aside:
        found = list(aside.map(lambda person: shown(person, house, credential), people))
    assert sorted(found) == ["ok"] + [NOT_GOOD] * 3
    asked = options(ada, house, "/me/passkeys/options")
    fresh = Authenticator(origin(house)).make(asked)
    answers = [ask(ada, house, "POST", "/me/passkeys", json={"credential": fresh}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 404]


def test_an_answer_is_good_for_five_minutes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, eve = house.person(), house.person()
    ada.get("/me")
    device, now = made(ada, house), device_routes.now_ms()
    asked, wanted = options(eve, house), options(ada, house, "/me/passkeys/options")
    late_by = passkeys.ASKED_FOR_MS + 60_000
    monkeypatch.setattr("siegeworks.server.passkey_routes.now_ms", lambda: now + late_by)
    assert shown(eve, house, device.show(asked)) == NOT_GOOD
    late = {"credential": Authenticator(origin(house)).make(wanted)}
    assert ask(ada, house, "POST", "/me/passkeys", json=late).json()["code"] == "no_passkey"
    options(eve, house)
    assert shown(eve, house, device.show(options(eve, house))) == "ok"


def wrong_site(device: Authenticator) -> None:
    device.site = "example.org"


def wrong_origin(device: Authenticator) -> None:
    device.origin = "https://example.org"


def other_key(device: Authenticator) -> None:
    device.key = Authenticator("").key


def other_id(device: Authenticator) -> None:
    device.id = Authenticator("").id


def nobody_there(device: Authenticator) -> None:
    device.flags = 0x01  # whoever held it has shown neither finger nor PIN


def copied(device: Authenticator) -> None:
    device.signed -= 2  # another copy has signed since


@pytest.mark.parametrize("forged", [wrong_site, wrong_origin, other_key, other_id, nobody_there, copied])
def test_forged_answers_open_nothing_and_are_refused_alike(house: House, forged: Any) -> None:
    ada, eve = house.person(), house.person()
    ada.get("/me")
    device = made(ada, house)
    for _ in range(3):
        assert shown(house.person(), house, device.show(options(eve, house))) == "ok"
    forged(device)
    assert shown(eve, house, device.show(options(eve, house))) == NOT_GOOD
    assert "siegeworks" not in eve.web.cookies


def test_answers_that_are_none_are_refused_like_all_others(house: House) -> None:
    ada, eve = house.person(), house.person()
    ada.get("/me")
    device = made(ada, house)
    good = device.show(options(eve, house))
    broken: list[dict[str, Any]] = [{}, {"response": []}, {"response": {"clientDataJSON": "é"}}, {**good, "id": 7}]
    for part in ("clientDataJSON", "authenticatorData", "signature"):
        good = device.show(options(eve, house))
        turned = bytearray(read(good["response"][part]))
        turned[len(turned) // 2] ^= 1
        broken.append({**good, "response": {**good["response"], part: told(bytes(turned))}})
    assert [shown(eve, house, each) for each in broken] == [NOT_GOOD] * len(broken)
    bad = {"credential": {"response": {"clientDataJSON": "e30"}}}
    assert ask(eve, house, "POST", "/me/passkeys", json=bad).json()["code"] == "no_passkey"


def test_what_one_person_was_asked_another_cannot_answer(house: House) -> None:
    ada, eve = house.person(), house.person()
    for person in (ada, eve):
        person.get("/me")
    hers, to_come_back = options(ada, house, "/me/passkeys/options"), options(eve, house)
    for asked in (hers, to_come_back):
        fresh = {"credential": Authenticator(origin(house)).make(asked)}
        for stranger in (eve, house.person()):
            assert ask(stranger, house, "POST", "/me/passkeys", json=fresh).json()["code"] == "no_passkey"
    device = made(ada, house)
    wanted = options(eve, house, "/me/passkeys/options")
    assert shown(eve, house, device.show(wanted)) == NOT_GOOD  # it was asked for something else
    taken = Authenticator(origin(house))
    taken.id = device.id
    again = {"credential": taken.make(options(eve, house, "/me/passkeys/options"))}
    assert ask(eve, house, "POST", "/me/passkeys", json=again).json()["code"] == "no_passkey"
    assert eve.get("/me/passkeys")["passkeys"] == []


def test_a_passkey_is_removed_by_its_owner_alone_and_opens_nothing_then(house: House) -> None:
    ada, eve = house.person(), house.person()
    for person in (ada, eve):
        person.get("/me")
    device = made(ada, house)
    made(eve, house)
    path = f"/me/passkeys/{told(device.id)}"
    assert eve.call("DELETE", path).json()["says"]["code"] == "no-such-passkey"
    asked = options(eve, house)
    assert ada.call("DELETE", path).status_code == 200
    assert ada.get("/me/passkeys")["passkeys"] == []
    assert shown(eve, house, device.show(asked)) == NOT_GOOD
    assert ada.call("DELETE", path).status_code == 404


def test_forget_me_makes_every_passkey_worthless_and_all_that_came_of_it(house: House) -> None:
    ada, back, eve = house.person(), house.person(), house.person()
    ada.get("/me")
    device = made(ada, house)
    assert shown(back, house, device.show(options(back, house))) == "ok"
    cookies = [ada.cookie, back.cookie]
    asked, wanted = options(eve, house), options(back, house, "/me/passkeys/options")
    assert back.call("DELETE", "/me").status_code == 200
    assert all(is_nobody(house.port, cookie) for cookie in cookies)
    assert shown(eve, house, device.show(asked)) == NOT_GOOD
    old = Person(house.port, cookies[0])
    late = {"credential": Authenticator(origin(house)).make(wanted)}
    assert ask(old, house, "POST", "/me/passkeys", json=late).json()["code"] == "no_passkey"


def test_passkeys_are_bounded_and_whoever_comes_back_finds_room(house: House) -> None:
    ada = house.person()
    ada.get("/me")
    devices = [made(ada, house) for _ in range(MOST)]
    assert ask(ada, house, "POST", "/me/passkeys/options").json()["says"]["code"] == "too-many-passkeys"
    people = [house.person() for _ in range(MOST_DEVICES + 1)]
    for person in people:
        assert shown(person, house, devices[0].show(options(person, house))) == "ok"
    assert is_nobody(house.port, people[0].cookie)
    assert not is_nobody(house.port, people[1].cookie)
    assert len(ada.get("/me/devices")["devices"]) == MOST_DEVICES + 1


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("http://{}:{}", "passkeys-need-https"),
        ("https://127.0.0.1:{1}", "passkeys-need-a-name"),
        ("", "passkeys-need-https"),
    ],
)
def test_where_browsers_keep_no_passkeys_it_is_said_why(house: House, at: str, why: str) -> None:
    ada, host = house.person(), f"127.0.0.1:{house.port}"
    headers = {"host": host, **({"origin": at.format("127.0.0.1", house.port)} if at else {})}
    for path in ("/passkeys/options", "/me/passkeys/options"):
        answer = ada.call("POST", path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "no_passkeys")
        assert answer.json()["says"]["code"] == why


def test_without_the_library_the_server_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "is_installed", lambda: False)
    ada = house.person()
    assert ada.get("/me/passkeys") == {"installed": False, "passkeys": []}
    answer = ask(ada, house, "POST", "/passkeys/options")
    assert (answer.status_code, answer.json()["says"]["code"]) == (422, "passkeys-not-installed")
