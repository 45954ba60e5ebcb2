"""Links that others can open: the server tells those at its own machine where others find it."""

from __future__ import annotations

import errno
import ipaddress
import socket
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from siegeworks.server import sharing
from siegeworks.server.sharing import for_others, network_address
from tests.server.house import House

AT_HOME = "192.168.1.20"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {socket.AF_INET: AT_HOME, socket.AF_INET6: "fd00::20"}
    monkeypatch.setattr(sharing, "network_address", found.get)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", f"http://{AT_HOME}:80"),
        ("::", "http://[fd00::20]:80"),
        ("10.1.1.7", "http://10.1.1.7:80"),
        ("games.local", "http://games.local:80"),
        ("127.0.0.1", None),
        ("::1", None),
        ("localhost", None),
    ],
)
def test_others_find_what_listens_on_the_network(host: str, address: str | None) -> None:
    assert for_others(host, 80) == address


def test_what_the_operator_named_is_what_others_are_told() -> None:
    named = {"https://games.example.org/", "http://games.example.org", "http://localhost:5173"}
    assert for_others("127.0.0.1", 80, named) == "https://games.example.org"
    assert for_others("127.0.0.1", 80, {"http://localhost:5173"}) is None


def test_without_a_network_nobody_else_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "network_address", lambda family: None)
    assert for_others("0.0.0.0", 80) is None


HOME_AND_MORE = {"127.0.0.0/8": "127.0.0.1", "10.0.0.0/8": "10.8.0.2", "0.0.0.0/0": AT_HOME}
"""The networks a machine is in, the narrowest first, and its address in each."""


class Way:
    """A socket of a machine in some networks. It sends nothing, and without a route it tells nothing."""

    def __init__(self, networks: dict[str, str], kind: int) -> None:
        assert kind == socket.SOCK_DGRAM  # connecting a stream would speak to somebody
        self._networks, self._own, self.is_open = networks, "0.0.0.0", True

    def __enter__(self) -> Way:
        return self

    def __exit__(self, *problem: object) -> None:
        self.is_open = False

    def connect(self, address: tuple[str, int]) -> None:
        there = ipaddress.ip_address(address[0])
        found = [own for network, own in self._networks.items() if there in ipaddress.ip_network(network)]
        if not found:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        self._own = found[0]

    def getsockname(self) -> tuple[str, int]:
        return self._own, 50000


@pytest.mark.parametrize(
    ("networks", "family", "found", "told"),
    [
        (HOME_AND_MORE, socket.AF_INET, AT_HOME, f"http://{AT_HOME}:80"),
        ({"::1/128": "::1", "::/0": "fd00::20"}, socket.AF_INET6, "fd00::20", "http://[fd00::20]:80"),
        ({"127.0.0.0/8": "127.0.0.1"}, socket.AF_INET, None, None),
        ({"0.0.0.0/0": "127.0.0.1"}, socket.AF_INET, "127.0.0.1", None),
        ({}, socket.AF_INET6, None, None),
    ],
    ids=["several networks", "the new protocol", "only itself", "all leads to itself", "no network"],
)
def test_the_way_out_tells_which_address_is_ones_own(
    monkeypatch: pytest.MonkeyPatch, networks: dict[str, str], family: Any, found: str | None, told: str | None
) -> None:
    ways = []

    def open_way(asked: int, kind: int) -> Way:
        assert asked == family
        ways.append(Way(networks, kind))
        return ways[-1]

    monkeypatch.setattr(socket, "socket", open_way)
    monkeypatch.setattr(sharing, "network_address", network_address)
    assert network_address(family) == found
    assert for_others("::" if family == socket.AF_INET6 else "0.0.0.0", 80) == told
    assert ways
    assert not any(way.is_open for way in ways)


def test_a_machine_without_the_new_protocol_has_no_address_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(family: int, kind: int) -> Way:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", refuse)
    assert network_address(socket.AF_INET6) is None


def test_who_opened_the_page_by_localhost_is_told(tmp_path: Path) -> None:
    with House(tmp_path, listens=("0.0.0.0", 8037)) as house:
        assert house.person().get("/address") == {"address": f"http://{AT_HOME}:8037", "alone": False}


def test_who_plays_on_a_server_for_one_machine_is_told_so(tmp_path: Path) -> None:
    with House(tmp_path, listens=("127.0.0.1", 8037)) as house:
        assert house.person().get("/address") == {"address": None, "alone": True}


@pytest.mark.parametrize(
    "headers",
    [{"host": f"{AT_HOME}:8037"}, *({"host": "localhost", header: "203.0.113.9"} for header in sharing.FORWARDED)],
)
def test_nobody_else_is_told(tmp_path: Path, headers: dict[str, str]) -> None:
    with House(tmp_path, listens=("0.0.0.0", 8037)) as house:
        told = house.person().call("GET", "/address", headers=headers).json()
        assert told == {"address": None, "alone": False}


def test_nobody_is_told_from_elsewhere_whatever_host_they_ask_for() -> None:
    elsewhere = {"type": "http", "client": (AT_HOME, 5000), "headers": [(b"host", b"localhost")]}
    here = {**elsewhere, "client": ("127.0.0.1", 5000)}
    assert [sharing.is_here(Request(scope)) for scope in (elsewhere, here)] == [False, True]
