"""Connections that say nothing, come in crowds or flood: they end, and everybody else is served meanwhile."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from siegeworks.server import connections
from siegeworks.server.askers import is_loopback, network_of
from siegeworks.server.connections import ConnectionCount, raised_descriptors
from tests.server.house import PATIENCE_S, House, pair, wait_for

REQUEST = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
HALF_A_REQUEST = REQUEST[:-2] + b"x-slow: "


def knock(house: House, data: bytes = b"") -> socket.socket:
    """A connection that has sent so much."""
    found = socket.create_connection(("127.0.0.1", house.port), PATIENCE_S)
    if data:
        found.sendall(data)
    return found


def heard(visitor: socket.socket) -> bytes:
    """All that a connection is told until it is closed."""
    with visitor:
        told = b""
        while piece := visitor.recv(4096):
            told += piece
    return told


def reason(answer: bytes) -> str:
    return str(json.loads(answer.split(b"\r\n\r\n", 1)[1])["reason"])


Hurried = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Hurried:
    """Headers are waited for as long as a busy machine needs, and for half a second `with hurried()`."""
    monkeypatch.setattr(connections, "HEADERS_S", PATIENCE_S)

    @contextlib.contextmanager
    def for_a_moment() -> Iterator[None]:
        with monkeypatch.context() as patched:
            patched.setattr(connections, "HEADERS_S", 0.5)
            yield

    return for_a_moment


def answered(house: House) -> socket.socket:
    """A connection whose first request was answered, and which stays open."""
    visitor, told = knock(house, REQUEST), b""
    while b"server-is-up" not in told:
        told += visitor.recv(4096)
    assert told.startswith(b"HTTP/1.1 200")
    return visitor


def test_headers_that_do_not_come_are_not_waited_for(tmp_path: Path, hurried: Hurried) -> None:
    with House(tmp_path) as house:
        for data in (b"", b"G", HALF_A_REQUEST):
            with hurried():
                assert heard(knock(house, data)).startswith(b"HTTP/1.1 408")
        visitor = answered(house)
        with hurried():
            visitor.sendall(HALF_A_REQUEST)
            assert heard(visitor).startswith(b"HTTP/1.1 408")
        assert house.person().get("/health")["ok"]
        wait_for(lambda: house.count.open <= 1)


def test_headers_that_come_letter_by_letter_are_not_waited_for(tmp_path: Path, hurried: Hurried) -> None:
    """Nor those of a handshake: time is counted from the first byte, however many follow."""
    with House(tmp_path) as house, hurried():
        for request in (HALF_A_REQUEST, HANDSHAKE.format(table="x").encode()[:-4] + b"\r\nx-slow: "):
            with knock(house, request) as visitor:
                visitor.settimeout(0.05)
                told = b""
                for _ in range(int(PATIENCE_S / 0.05)):
                    visitor.sendall(b"x")
                    with contextlib.suppress(TimeoutError):
                        told = visitor.recv(4096)
                        break
                assert told.startswith(b"HTTP/1.1 408")


def test_a_byte_after_an_answer_keeps_no_connection_open(tmp_path: Path, hurried: Hurried) -> None:
    with House(tmp_path) as house:
        visitor = answered(house)
        with hurried():
            visitor.sendall(b"\r\n")
            assert heard(visitor).startswith(b"HTTP/1.1 408")


def test_half_open_connections_lock_nobody_out_for_long(tmp_path: Path) -> None:
    with House(tmp_path, count=ConnectionCount(most=30)) as house:
        silent = [knock(house, HALF_A_REQUEST) for _ in range(30)]
        wait_for(lambda: house.count.open == 30)
        late = heard(knock(house))
        assert late.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in late
        for each in silent:
            assert heard(each).startswith(b"HTTP/1.1 408")
        assert house.person().get("/health")["ok"]


def test_one_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with House(tmp_path, count=ConnectionCount(per_address=4, with_loopback=True)) as house:
        ada = house.person()
        table = ada.make("siegestones", "me", "1")["table"]["id"]  # her browser keeps one open
        with ada.sit_down(table), ada.sit_down(table):
            last = knock(house)
            wait_for(lambda: house.count.open == 4)
            refused = heard(knock(house, HALF_A_REQUEST))
            assert refused.startswith(b"HTTP/1.1 429")
            assert "at most 4 connections" in reason(refused)
            last.close()
            wait_for(lambda: house.count.open == 3)
            with ada.sit_down(table) as there:
                assert there.hear("sync")["type"] == "sync"
        wait_for(lambda: house.count.open == 1)


def test_this_machine_s_own_connections_are_not_limited_and_others_are() -> None:
    count = ConnectionCount(per_address=2, most=1000)
    for address in ("127.0.0.1", "::1", "192.0.2.7"):
        for _ in range(2):
            assert count.refusal(address) is None
            count.enter(address)
    assert count.refusal("127.0.0.1") is None
    assert b"at most 2" in (count.refusal("192.0.2.7") or b"")
    assert count.refusal("192.0.2.8") is None
    for _ in range(2):
        count.enter("192.0.2.7")
    assert count.refusal("192.0.2.7") == b""  # whoever insists is not answered
    for _ in range(3):
        count.leave("192.0.2.7")
    assert count.refusal("192.0.2.7") is None
    assert ConnectionCount(per_address=0, most=10).refusal("192.0.2.7") is None
    assert not is_loopback("localhost.example")


def test_a_visitor_with_a_whole_network_is_one_visitor() -> None:
    count = ConnectionCount(per_address=2, most=1000)
    for last in range(2):
        count.enter(f"2001:db8:1:2::{last}")
    assert count.refusal("2001:db8:1:2:ffff::1") is not None
    assert count.refusal("2001:db8:1:3::1") is None
    count.leave("2001:db8:1:2::0")
    assert count.refusal("2001:db8:1:2:ffff::1") is None
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"


def test_as_many_descriptors_are_asked_for_as_may_be_had() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
        found = raised_descriptors()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == found >= min(hard, 1024)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


HANDSHAKE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING = b"\x89\x80\x00\x00\x00\x00"


@pytest.mark.parametrize("name", ["", "nowhere"], ids=["at a table", "at no table"])
def test_a_flood_of_pings_ends_and_others_play_on(house: House, name: str) -> None:
    ada, ben, table = pair(house)
    with knock(house, HANDSHAKE.format(table=name or table).encode()) as flood:
        assert flood.recv(100).startswith(b"HTTP/1.1 101")
        with contextlib.suppress(ConnectionError):
            for _ in range(1000):
                flood.sendall(PING * 1000)
                assert ada.get("/health")["ok"]
            raise AssertionError("six megabytes of pings were taken")
    assert ada.play(table, 0, "stone d4")["type"] == "answer"
    assert ben.play(table, 1, "stone e5")["type"] == "answer"
