"""Sockets at a table: nobody's heap of messages keeps others waiting, and more sockets do not make more messages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from siegeworks.server import live
from siegeworks.server.live import Socket
from siegeworks.server.people import NO_HOLDER
from tests.server.house import House, Live, pair


class Line:
    """A connection that notes who is answered."""

    def __init__(self, name: str, answered: list[str]) -> None:
        self.name, self.answered = name, answered

    def say(self, message: bytes) -> None:
        self.answered.append(self.name)

    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def close(self, code: int) -> None: ...


def test_a_heap_of_messages_lets_others_in_between(house: House) -> None:
    ada, _, table = pair(house)
    ada.sync(table)
    room, answered = house.room(table), list[str]()

    async def talk() -> None:
        sockets = []
        for name in ("heap", "single"):
            socket = Socket(house.app.state.live, room, NO_HOLDER, "192.0.2.7")
            line: Any = Line(name, answered)
            socket.connection = line
            sockets.append(socket)
        for _ in range(10):
            sockets[0].take(b'{"type": "ping"}')
        sockets[1].take(b'{"type": "ping"}')
        while len(answered) < 11:
            await asyncio.sleep(0)

    house.call(talk())
    assert answered.index("single") < 4


def test_the_sockets_of_one_address_share_what_it_may_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ADDRESS_BURST", 10.0)
    monkeypatch.setattr(live, "ADDRESS_PER_SECOND", 1e-6)
    with House(tmp_path, proxies=frozenset({"127.0.0.1"})) as house:
        ada, _, table = pair(house)

        def codes(address: str, count: int) -> list[str | None]:
            with Live(ada, table, None, **{"X-Forwarded-For": address}) as here:
                here.hear("sync")
                return [here.ask(type="ping").get("code") for _ in range(count)]

        assert codes("192.0.2.7", 6) == [None] * 6
        assert codes("192.0.2.7", 6) == [None] * 4 + ["slow_down"] * 2
        assert codes("192.0.2.8", 6) == [None] * 6
