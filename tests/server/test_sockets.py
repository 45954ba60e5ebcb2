"""Frames: plain ones, those in parts, pings, goodbyes, and what no well-bred client sends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import Protocol, Side

from siegeworks.server import sockets
from siegeworks.server.guards import FLOOD, MOST_FRAME
from siegeworks.server.sockets import Connection

MASK = b"\x12\x34\x56\x78"


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


class Pipe(asyncio.Transport):
    """A transport that keeps what is written, read or not."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unread = 0
        self.is_open = True
        self.is_read = True

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.unread

    def close(self) -> None:
        self.is_open = False

    abort = close

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def said(self) -> list[Frame]:
        """What a client would read."""
        reader = Protocol(Side.CLIENT, max_size=None)
        reader.receive_data(self.written)
        return [event for event in reader.events_received() if isinstance(event, Frame)]


class Loop:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []
        self.soon: list[Any] = []

    def call_soon(self, work: Any) -> None:
        self.soon.append(work)

    def turn(self) -> None:
        """What was to be done soon is done."""
        work, self.soon = self.soon, []
        for each in work:
            each()

    def call_later(self, seconds: float, work: Any) -> Any:
        self.waiting.append(work)
        return self

    def cancel(self) -> None:
        self.waiting.clear()

    def wait(self) -> None:
        work, self.waiting = self.waiting, []
        for each in work:
            each()


def connected() -> tuple[Connection, Pipe, Ear, Loop]:
    pipe, ear, loop = Pipe(), Ear(), Loop()
    return Connection(pipe, loop, ear, lambda gone: None), pipe, ear, loop  # type: ignore[arg-type]


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


GOODBYE = frame(Close(1000, "").serialize(), Opcode.CLOSE)


@given(messages=st.lists(st.binary(max_size=300) | st.just(b"x" * MOST_FRAME), max_size=5), data=st.data())
def test_messages_arrive_however_the_network_cuts_them(messages: list[bytes], data: st.DataObject) -> None:
    connection, _, ear, _ = connected()
    stream = b"".join(frame(each, Opcode.BINARY) for each in messages)
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        connection.data_received(stream[:size])
        stream = stream[size:]
    assert ear.heard == messages


def test_a_message_in_parts_a_ping_and_a_pong_between_others() -> None:
    connection, pipe, ear, loop = connected()
    parts = [frame(b"on", fin=False), frame(b"?", Opcode.PING), frame(b"e", Opcode.CONT)]
    for data in (frame(b"zero"), frame(b"", Opcode.PONG), *parts, frame(b"two")):
        connection.data_received(data)
    connection.say(b"x" * 200)
    loop.turn()
    assert ear.heard == [b"zero", b"one", b"two"]
    assert [(each.opcode, len(each.data)) for each in pipe.said()] == [(Opcode.PONG, 1), (Opcode.TEXT, 200)]


@pytest.mark.parametrize("size", [0, 125, 126, 0xFFFF, 0x10000])
def test_what_is_said_arrives_at_any_size(size: int) -> None:
    connection, pipe, _, loop = connected()
    connection.say(b"x" * size)
    loop.turn()
    assert [bytes(each.data) for each in pipe.said()] == [b"x" * size]


def test_what_is_said_in_one_go_is_written_at_once_and_before_a_goodbye() -> None:
    connection, pipe, _, loop = connected()
    connection.say(b"one")
    connection.say(b"two")
    assert pipe.written == b""
    loop.turn()
    connection.say(b"three")
    connection.close(1000)
    loop.turn()
    assert [bytes(each.data) for each in pipe.said()][:3] == [b"one", b"two", b"three"]
    assert [each.opcode for each in pipe.said()][3:] == [Opcode.CLOSE]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (Frame(Opcode.TEXT, b"bare").serialize(mask=False), 1002),
        (frame(b"x" * (MOST_FRAME + 1)), 1009),
        (frame(b"x" * 0x10000), 1009),
        (frame(b"x" * MOST_FRAME, fin=False) + frame(b"x", Opcode.CONT), 1009),
        (b"\xf1\x80" + MASK, 1002),
        (frame(b"", Opcode.CONT), 1002),
        (GOODBYE, 1000),
    ],
    ids=["no text", "bare", "too long", "far too long", "too long in parts", "odd bits", "no beginning", "goodbye"],
)
def test_breaches_and_goodbyes_close_with_their_code_and_nothing_more_is_heard(data: bytes, code: int) -> None:
    connection, pipe, ear, loop = connected()
    connection.data_received(data)
    connection.data_received(frame(b"more"))
    connection.say(b"nobody hears this")
    assert Close.parse(pipe.said()[-1].data).code == code
    assert ear.is_lost
    assert ear.heard == []
    loop.wait()
    assert not pipe.is_open


def test_who_reads_nothing_is_let_go() -> None:
    connection, pipe, ear, loop = connected()
    pipe.unread = sockets.MOST_WAITING + 1
    connection.say(b"hello")
    loop.turn()
    assert ear.is_lost
    loop.wait()
    assert not pipe.is_open


def test_who_reads_nothing_and_says_goodbye_hears_what_was_said_and_one_goodbye() -> None:
    connection, pipe, ear, loop = connected()
    pipe.unread = sockets.MOST_WAITING + 1
    connection.say(b"hello")
    connection.data_received(GOODBYE)
    loop.turn()
    assert [each.opcode for each in pipe.said()] == [Opcode.TEXT, Opcode.CLOSE]
    assert Close.parse(pipe.said()[-1].data).code == sockets.SLOW
    assert ear.is_lost


def test_a_breach_and_a_goodbye_in_one_piece_are_answered_by_one_goodbye() -> None:
    connection, pipe, ear, _ = connected()
    connection.data_received(frame(b"\xff", fin=False) + frame(b"\xfe", Opcode.CONT) + GOODBYE)
    assert [each.opcode for each in pipe.said()] == [Opcode.CLOSE]
    assert ear.is_lost
    assert ear.heard == []


def test_who_says_goodbye_and_does_not_read_the_rest_is_not_waited_for() -> None:
    connection, pipe, _, loop = connected()
    pipe.close = lambda: None  # type: ignore[method-assign]  # there is something unread
    connection.data_received(GOODBYE)
    assert pipe.is_open
    loop.wait()
    assert not pipe.is_open


def test_the_silent_are_asked_for_a_sign_of_life_and_let_go_without_one() -> None:
    connection, pipe, ear, loop = connected()
    loop.wait()
    loop.wait()
    assert [each.opcode for each in pipe.said()] == [Opcode.PING]
    connection.data_received(frame(b"", Opcode.PONG))
    loop.wait()
    assert not ear.is_lost
    loop.wait()
    loop.wait()
    assert ear.is_lost
    assert Close.parse(pipe.said()[-1].data).code == sockets.SILENT


# Floods


@pytest.mark.parametrize(
    "flood",
    [
        frame(b"", Opcode.PING),
        frame(b"x" * 125, Opcode.PING),
        frame(b"", Opcode.PONG),
        frame(b"?", Opcode.PING) + frame(b"", Opcode.PONG),
        frame(b"text") + frame(b"", Opcode.PING),
    ],
    ids=["pings", "long pings", "pongs", "both", "between messages"],
)
def test_frames_that_are_no_messages_are_counted_and_their_sender_is_let_go(flood: bytes) -> None:
    connection, pipe, ear, loop = connected()
    for _ in range(20):
        connection.data_received(flood * 500)
    assert ear.is_lost
    said = pipe.said()
    assert Close.parse(said[-1].data).code == FLOOD
    assert len(said) <= sockets.OTHERS_BURST + sockets.PIECE
    assert len(ear.heard) <= sockets.OTHERS_BURST + sockets.PIECE
    assert not pipe.is_read
    loop.wait()
    assert not pipe.is_open


def test_parts_without_end_are_counted_too() -> None:
    connection, pipe, ear, _ = connected()
    connection.data_received(frame(b"", fin=False) + frame(b"", Opcode.CONT, fin=False) * 1000)
    assert ear.is_lost
    assert Close.parse(pipe.said()[-1].data).code == FLOOD


def test_who_sends_pings_and_never_reads_the_answers_is_let_go() -> None:
    connection, pipe, ear, loop = connected()
    pipe.unread = sockets.MOST_WAITING + 1
    connection.data_received(frame(b"", Opcode.PING))
    assert ear.is_lost
    written = len(pipe.written)
    connection.data_received(frame(b"", Opcode.PING) * 100)
    assert len(pipe.written) == written
    loop.wait()
    assert not pipe.is_open


@pytest.mark.parametrize("first", [b"", frame(b"", Opcode.PING)], ids=["plain", "with care"])
def test_a_pause_stops_in_the_middle_of_what_came_and_a_resume_goes_on_there(first: bytes) -> None:
    connection, pipe, ear, _ = connected()
    connection.data_received(first)
    take = ear.take

    def take_two(message: bytes) -> None:
        take(message)
        if len(ear.heard) == 2:
            connection.pause()

    ear.take = take_two  # type: ignore[method-assign]
    sent = [b"%d" % number * 100 for number in range(100)]
    connection.data_received(b"".join(map(frame, sent)))
    assert len(ear.heard) < 10
    assert not pipe.is_read
    connection.resume()
    assert ear.heard == sent
    assert pipe.is_read
