"""Links that others can open: the server tells those at its own machine where others find it."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from siegeworks.server import sharing
from siegeworks.server.sharing import for_others
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


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_network_is_asked_without_a_word_to_it(monkeypatch: pytest.MonkeyPatch, family: Any) -> None:
    monkeypatch.undo()
    found = sharing.network_address(family)
    assert found is None or socket.inet_pton(family, found.partition("%")[0])


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
