"""Sockets by plain ASGI: the same conversation and the same limits, on uvicorn as it comes and by hand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from siegeworks.server import asgi
from siegeworks.server.asgi import Channel
from siegeworks.server.guards import FLOOD, MOST_FRAME, Message
from siegeworks.server.sockets import RESTARTING, SLOW, TOO_LONG
from tests.server.house import PATIENCE_S, House, Live, pair, wait_for


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("plain"), is_plain=True) as found:
        yield found


def code_of(here: Live) -> int:
    """With which code a socket is closed, whatever is said before."""
    with contextlib.suppress(ConnectionClosed):
        while here.hear():
            pass
    assert here.socket.close_code is not None
    return here.socket.close_code


def test_two_people_play_and_see_each_other_come_and_go(plain: House) -> None:
    ada, ben, table = pair(plain)
    with ada.sit_down(table) as here:
        here.hear("sync")
        with ben.sit_down(table) as there:
            there.hear("sync")
            while not here.hear("update")["table"]["seats"][1]["here"]:
                pass
            assert here.ask(type="play", seat=0, action="stone d4")["type"] == "answer"
            while not (log := there.hear("update")["seats"]["1"]["log"]):
                pass
            assert log[-1]["action"] == "stone d4"
            assert there.ask(type="play", seat=1, action="stone d4")["code"] == "illegal"
            there.socket.send(b"\xff\xfe")
            assert there.hear("refused")["code"] == "malformed"
        while here.hear("update")["table"]["seats"][1]["here"]:
            pass
    wait_for(lambda: not plain.room(table).listeners)


@pytest.mark.usefixtures("unforgiving")
def test_too_long_too_fast_and_nowhere_are_closed_with_their_codes(plain: House) -> None:
    ada, _, table = pair(plain)
    with ada.sit_down(table) as here:
        here.socket.send("x" * (MOST_FRAME + 1))
        assert code_of(here) == TOO_LONG
    with ada.sit_down(table) as here:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2000):
                here.send(type="ping")
        assert code_of(here) == FLOOD
    with ada.sit_down("nowhere") as here:
        assert here.hear("refused")["code"] == "no_table"
        assert code_of(here) == FLOOD
    assert ada.play(table, 0, "stone d4")["type"] == "answer"


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    with House(tmp_path, is_plain=True) as house:
        ada, _, table = pair(house)
        here = ada.sit_down(table)
        here.hear("sync")
    with here:
        assert code_of(here) == RESTARTING


class Ear:
    """Hears, and remembers."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.is_lost = False

    def take(self, message: bytes) -> None:
        self.heard.append(message)

    def lost(self) -> None:
        assert not self.is_lost
        self.is_lost = True


class Client:
    """The other side, by hand. One who `reads` not leaves the server waiting with whatever it sends."""

    def __init__(self, reads: bool = True) -> None:
        self.sent: list[Message] = []
        self.coming: asyncio.Queue[Message] = asyncio.Queue()
        self.reads = asyncio.Event()
        if reads:
            self.reads.set()

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self.coming.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def says(self, *texts: Any) -> None:
        for text in texts:
            given = {"text": text} if isinstance(text, str) else {"bytes": text}
            self.coming.put_nowait({"type": "websocket.receive", **given})

    def leaves(self) -> None:
        self.coming.put_nowait({"type": "websocket.disconnect", "code": 1005})


async def turns() -> None:
    """Everything that can go on without anybody's word has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_what_is_said_goes_out_in_order_and_before_the_goodbye() -> None:
    async def talk() -> None:
        client, ear = Client(), Ear()
        channel = Channel(ear, client.send)
        channel.say(b"one")
        running = asyncio.create_task(channel.run(client.coming.get))
        await turns()
        channel.say(b"two")
        channel.close(FLOOD)
        channel.close(SLOW)
        channel.say(b"nobody hears this")
        await asyncio.wait_for(running, PATIENCE_S)
        assert [each.get("text", each.get("code")) for each in client.sent] == ["one", "two", FLOOD]
        assert ear.is_lost

    asyncio.run(talk())


def test_a_pause_leaves_the_rest_unread_and_a_leaver_is_lost() -> None:
    async def talk() -> None:
        client, ear = Client(), Ear()
        channel = Channel(ear, client.send)
        running = asyncio.create_task(channel.run(client.coming.get))
        channel.pause()
        client.says("one", b"two", "three")
        await turns()
        assert ear.heard == [b"one"]
        channel.resume()
        await turns()
        assert ear.heard == [b"one", b"two", b"three"]
        client.leaves()
        await asyncio.wait_for(running, PATIENCE_S)
        assert ear.is_lost

    asyncio.run(talk())


@pytest.mark.parametrize("before", [True, False], ids=["before it runs", "while it runs"])
def test_who_reads_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch, before: bool) -> None:
    monkeypatch.setattr(asgi, "MOST_WAITING", 10_000)
    monkeypatch.setattr(asgi, "GOODBYE_S", 0.01)

    async def talk() -> None:
        client, ear = Client(reads=False), Ear()
        channel = Channel(ear, client.send)
        running = None if before else asyncio.create_task(channel.run(client.coming.get))
        await turns()
        for _ in range(100):
            channel.say(b"x" * 1000)
        assert ear.is_lost
        await asyncio.wait_for(running or channel.run(client.coming.get), PATIENCE_S)
        assert client.sent == []

    asyncio.run(talk())
