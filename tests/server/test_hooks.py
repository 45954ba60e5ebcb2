"""Webhooks: what a chat program is told, and that no address leads to the server's own network."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.server.notices import NotSent, noticing
from siegeworks.server.notices.noticing import AGAIN_MS, WAIT_MS
from siegeworks.server.notices.outside import Forbidden, Outside
from tests.server.house import House, Person, pair, wait_for
from tests.server.notices import ORIGIN, Receiver, send_due


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers send when a test says so, and not by themselves."""
    monkeypatch.setattr(noticing, "LOOK_S", 3600)


@pytest.fixture
def room() -> Iterator[Receiver]:
    with Receiver() as found:
        yield found


def open_house(folder: Path, *networks: str) -> House:
    chosen: dict[str, Any] = {"notify": frozenset(["hook"]), "notify_networks": frozenset(networks)}
    return House(folder, origins=frozenset([ORIGIN]), **chosen)


def add(person: Person, address: str) -> Any:
    return person.call("POST", "/me/notices", json={"kind": "hook", "address": address})


def let_it_be_due(house: House, ms: int = WAIT_MS + 1) -> None:
    wait_for(lambda: not house.inside.notices._is_noting)
    house.let_pass(ms)
    send_due(house)


def test_a_room_reads_who_is_to_move_where(tmp_path: Path, room: Receiver) -> None:
    with open_house(tmp_path, "127.0.0.1") as house:
        ada, ben, table = pair(house, start=1)
        ada.call("PUT", "/me", json={"name": "Ada @here"})
        assert add(ada, room.at("/room?key=secret")).status_code == 201
        path, headers, body = room.got.pop()
        assert (path, headers["content-type"]) == ("/room?key=secret", "application/json")
        assert json.loads(body)["content"] == "Siegeworks: a test. Notices of your turns arrive here."
        ben.play(table, 1, "stone d4")
        let_it_be_due(house)
        told = json.loads(room.got.pop()[2])
        assert told["text"] == told["content"] == f"Ada @\u200bhere to move in SiegeStones: {ORIGIN}/t/{table}"
        assert told["allowed_mentions"] == {"parse": []}
        assert room.got == []


def test_what_a_room_refuses_is_tried_again_or_given_up(tmp_path: Path, room: Receiver) -> None:
    with open_house(tmp_path, "127.0.0.1") as house:
        ada, ben, table = pair(house, start=1)
        add(ada, room.at())
        room.got.clear()
        room.status = 503
        ben.play(table, 1, "stone d4")
        let_it_be_due(house)
        let_it_be_due(house, AGAIN_MS + 1)
        assert len(room.got) == 2
        room.status = 404
        let_it_be_due(house, 2 * AGAIN_MS + 1)
        let_it_be_due(house, 100 * AGAIN_MS)
        assert len(room.got) == 3
        assert ada.get("/me/notices")["channels"][0]["problem"]["code"] == "hook-refuses"


def test_a_redirect_is_not_followed(tmp_path: Path, room: Receiver) -> None:
    with Receiver() as inner, open_house(tmp_path, "127.0.0.1") as house:
        room.status, room.leads = 307, inner.at("/admin")
        answer = add(house.person(), room.at())
        assert (answer.status_code, answer.json()["says"]["code"]) == (503, "hook-refuses")
        assert (len(room.got), inner.got) == (1, [])


def test_an_address_that_does_not_take_a_test_is_not_kept(tmp_path: Path, room: Receiver) -> None:
    with open_house(tmp_path, "127.0.0.1") as house:
        ada = house.person()
        room.status = 404
        assert add(ada, room.at()).json()["code"] == "not_sent"
        assert ada.get("/me/notices")["channels"] == []


OURS = [
    *("http://127.0.0.1:{port}/", "https://127.0.0.1:{port}/", "https://localhost:{port}/", "https://[::1]:{port}/"),
    *("https://0.0.0.0:{port}/", "https://127.1:{port}/", "https://2130706433:{port}/", "https://0x7f000001:{port}/"),
    *("https://[::ffff:127.0.0.1]:{port}/", "https://[::ffff:7f00:1]:{port}/", "https://[::127.0.0.1]:{port}/"),
    *("https://[64:ff9b::7f00:1]:{port}/", "https://[2002:7f00:1::]:{port}/", "https://[::]:{port}/"),
    *("https://10.0.0.1/", "https://192.168.1.1/", "https://172.16.0.1/", "https://169.254.169.254/latest/meta-data"),
    *(
        "https://100.64.0.1/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://224.0.0.1/",
        "https://255.255.255.255",
    ),
    *("https://198.18.0.1/", "https://192.0.2.1/", "https://[ff02::1]/", "https://[2001:db8::1]/"),
]


def test_no_address_leads_to_the_servers_own_network(tmp_path: Path, room: Receiver) -> None:
    with open_house(tmp_path) as house:
        ada = house.person()
        for address in OURS:
            answer = add(ada, address.format(port=room.port))
            code = answer.json()["says"]["code"]
            assert code in ("address-not-outside", "not-an-https-address"), (address, answer.text)
        for address in (
            *("ftp://example.org", "file:///etc/passwd", "https://", "https:///x", "gopher://127.0.0.1:25/"),
            *("https://user:word@example.org/", "https://example.org:port/", "https://exa mple.org/", "nonsense"),
        ):
            assert add(ada, address).status_code == 422, address
        assert room.got == []
        assert ada.get("/me/notices")["channels"] == []


def test_a_name_that_leads_home_is_refused_whatever_else_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of its addresses is the server's own; or the first answer is well and the second is not."""
    asked = list[str]()

    async def check(*answers: list[str]) -> None:
        loop, left = asyncio.get_running_loop(), list(answers)

        async def getaddrinfo(host: str, port: int, **more: Any) -> list[Any]:
            asked.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in left.pop(0)]

        monkeypatch.setattr(loop, "getaddrinfo", getaddrinfo)
        await Outside().post("https://rebind.example.org/", b"{}", {})

    with pytest.raises(Forbidden):
        asyncio.run(check(["93.184.215.14", "127.0.0.1"]))
    with pytest.raises(Forbidden):
        asyncio.run(check(["10.0.0.1"], ["93.184.215.14"]))
    assert asked == ["rebind.example.org"] * 2


def test_the_connection_goes_to_the_address_that_was_looked_at(room: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is asked for once: what it says later leads nowhere."""

    async def post() -> int:
        loop, left = asyncio.get_running_loop(), [["127.0.0.1"]]
        real = loop.getaddrinfo

        async def getaddrinfo(host: Any, port: Any, **more: Any) -> Any:
            if host == "room.example.org":
                (first,) = left.pop(0)
                return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (first, port))]
            ipaddress.ip_address(host)  # nothing else is asked for by name
            return await real(host, port, **more)

        monkeypatch.setattr(loop, "getaddrinfo", getaddrinfo)
        outside = Outside(["127.0.0.1"])
        monkeypatch.setattr(outside, "check", lambda url: None)  # http, so that no certificate is needed
        return await outside.post(room.at(host="room.example.org"), b"{}", {})

    assert asyncio.run(post()) == 200
    assert room.got[0][1]["host"] == f"room.example.org:{room.port}"


def test_what_the_operator_allows_is_that_and_nothing_else() -> None:
    outside = Outside(["192.168.1.20", "fd00::/64"])
    for address, may in (("192.168.1.20", True), ("192.168.1.21", False), ("fd00::7", True), ("fd00:1::7", False)):
        assert outside.may_reach(ipaddress.ip_address(address)) is may
    for address in ("93.184.215.14", "2606:4700::1111"):
        assert outside.may_reach(ipaddress.ip_address(address))
    outside.check("http://192.168.1.20:8065/hooks/x")
    with pytest.raises(Forbidden):
        outside.check("http://192.168.1.21:8065/hooks/x")


def test_a_silent_address_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and says nothing."""
    from siegeworks.server.notices import outside as module

    monkeypatch.setattr(module, "LIMIT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(NotSent) as found:
            asyncio.run(Outside(["127.0.0.1"]).post(address, b"{}", {}))
    assert found.value.says.code == "address-silent"


def test_hooks_are_offered_only_where_the_operator_says_so(house: House) -> None:
    ada = house.person()
    assert ada.get("/me/notices")["offers"]["hook"] is False
    answer = add(ada, "https://example.org/room")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_offered")
