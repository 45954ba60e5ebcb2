"""Sockets below the table: frames in and out, with nothing of their own that runs while nobody speaks.

The handshake is uvicorn's. After it the connection is handed to a `Connection`, which reads plain messages itself and
leaves whatever is unusual (fragments, pings, closing, breaches of the protocol) to the websockets library.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol as FrameReader
from websockets.protocol import Side, State

from siegeworks.server.guards import MOST_FRAME

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "siegeworks.connection"
"""How the application finds the handshake it may take the connection from."""
TEXT, BINARY, PONG = PLAIN = 0x81, 0x82, 0x8A
"""The first byte of frames that are a whole message."""
MASKED = 0x80
HEAD_BYTES, MASK_BYTES = 4, 4
"""A frame from a client is never shorter than a head that tells its size in two more bytes."""
SHORT, MEDIUM, LONG = 125, 126, 127
"""Sizes up to the first stand in the second byte itself; the others say how many bytes follow for it."""
MOST_MEDIUM = 0xFFFF
MOST_WAITING = 1024 * 1024
"""Bytes a slow reader may leave unread."""
PING_S = 20.0
"""Who has said nothing for so long is asked for a sign of life, and let go after as long again."""
GOODBYE_S = 1.0
"""How long somebody who is shown out may take to hear it."""
SLOW, SILENT, RESTARTING, ODD = 1013, 1011, 1012, 1007
LOG = logging.getLogger("siegeworks.server")


class Ear(Protocol):
    """Who hears what comes in."""

    def take(self, message: bytes) -> None: ...
    def lost(self) -> None: ...


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's protocol until the application takes the connection over."""

    taken = False

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def take_over(self, ear: Ear) -> Connection:
        """The connection is the ear's from now on. Raises if it is lost, or if the other side spoke too soon."""
        early = self.conn.reader.buffer or not self.queue.empty()
        if self.disconnected or self.transport.is_closing() or early:
            raise ClientDisconnected
        self.stop_keepalive()
        connection = Connection(self.transport, self.connections, self.loop, ear)
        self.connections.discard(self)
        self.connections.add(connection)  # type: ignore[arg-type]
        self.taken = True
        self.transport.set_protocol(connection)
        return connection

    async def run_asgi(self) -> None:
        """Run the application; a connection it took stays open."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            LOG.exception("a socket failed")
            self.send_500_response()
        if not self.taken and self.close_timer is None:
            self.transport.close()
        self.__dict__.pop("scope", None)  # which leads back to here


class Connection(asyncio.Protocol):
    """An open socket. What is said goes to the transport at once, and a reader who leaves too much unread is let go."""

    __slots__ = (
        "_all",
        "_ear",
        "_is_closing",
        "_kind",
        "_loop",
        "_reader",
        "_rest",
        "_timer",
        "_to_say",
        "_transport",
        "_was_heard",
    )

    def __init__(self, transport: asyncio.Transport, all_: set[Any], loop: asyncio.AbstractEventLoop, ear: Ear) -> None:
        self._transport = transport
        self._all = all_
        self._loop = loop
        self._ear: Ear | None = ear
        self._to_say: list[bytes] = []
        self._rest = b""  # of a frame, or of a message in parts
        self._kind = TEXT
        self._reader: FrameReader | None = None
        self._is_closing = False
        self._was_heard: bool | None = True
        self._timer = loop.call_later(PING_S, self._look_after)

    # Out

    def say(self, message: bytes) -> None:
        """Send a text. What is said in one go (the news of a move, and its answer) goes out in one piece."""
        if self._is_closing:
            return
        if not self._to_say:
            self._loop.call_soon(self._speak)
        self._to_say += head(len(message)), message

    def _speak(self) -> None:
        if self._to_say:
            said, self._to_say = b"".join(self._to_say), []
            self._transport.write(said)
            if self._transport.get_write_buffer_size() > MOST_WAITING:
                self.close(SLOW)

    def close(self, code: int) -> None:
        """Say goodbye, and do not wait for long."""
        self._speak()
        if self._is_closing:
            return
        reader = self._reading()
        if reader.state is State.OPEN:  # else the other side's goodbye is being answered
            reader.send_close(code)
        self._transport.write(b"".join(reader.data_to_send()))
        self._shut()
        self._timer = self._loop.call_later(GOODBYE_S, self._transport.abort)

    def _shut(self) -> None:
        """Nothing more is said or heard."""
        self._is_closing = True
        self._to_say = []
        self._timer.cancel()
        if self._ear is not None:
            ear, self._ear = self._ear, None
            ear.lost()

    def shutdown(self) -> None:
        """The server is going down: uvicorn asks all its connections to end."""
        self.close(RESTARTING)
        self._transport.close()

    def pause(self) -> None:
        self._transport.pause_reading()

    def resume(self) -> None:
        if not self._is_closing:
            self._transport.resume_reading()

    def _look_after(self) -> None:
        """Ask the silent for a sign of life. `_was_heard`: None while one is awaited."""
        if self._was_heard is None:
            self.close(SILENT)
            return
        if not self._was_heard:
            self._transport.write(Frame(Opcode.PING, b"").serialize(mask=False))
        self._was_heard = None if not self._was_heard else False
        self._timer = self._loop.call_later(PING_S, self._look_after)

    # In

    def data_received(self, data: bytes) -> None:
        self._was_heard = True
        if self._reader is not None:
            self._read_carefully(data)
            return
        data = self._rest + data if self._rest else data
        at = 0
        while (found := plain_frame(data, at)) is not None:
            kind, message, at = found
            self._hear(kind, message)
        self._rest = data[at:]
        if is_unusual(self._rest):
            rest, self._rest = self._rest, b""
            self._read_carefully(rest)

    def _hear(self, kind: int, message: bytes) -> None:
        if self._ear is None or kind == PONG:
            return
        if kind == TEXT and not is_text(message):
            self.close(ODD)
        else:
            self._ear.take(message)

    def _reading(self) -> FrameReader:
        """The library's reader, once something unusual comes; it reads all the rest."""
        if self._reader is None:
            self._reader = FrameReader(Side.SERVER, max_size=MOST_FRAME, logger=LOG)
        return self._reader

    def _read_carefully(self, data: bytes) -> None:
        """What was said goes out first: it comes before any goodbye, and who left too much unread is let go by ours."""
        self._speak()
        reader = self._reading()
        reader.receive_data(data)
        for frame in reader.events_received():
            if isinstance(frame, Frame) and frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._gather(frame)
        answer = b"".join(reader.data_to_send())
        if answer:
            self._transport.write(answer)
        if reader.eof_sent:
            self._shut()
            self._transport.close()
            self._timer = self._loop.call_later(GOODBYE_S, self._transport.abort)

    def _gather(self, frame: Frame) -> None:
        """A message may come in parts; how long it may be in all is the library's concern."""
        if frame.opcode is not Opcode.CONT:
            self._kind, self._rest = (TEXT if frame.opcode is Opcode.TEXT else BINARY), b""
        self._rest += frame.data
        if frame.fin:
            message, self._rest = self._rest, b""
            self._hear(self._kind, message)

    def connection_lost(self, problem: Exception | None) -> None:
        self._all.discard(self)
        self._shut()


def head(size: int) -> bytes:
    """What stands before a text of this size."""
    if size <= SHORT:
        return bytes((TEXT, size))
    return struct.pack("!BBH", TEXT, MEDIUM, size) if size <= MOST_MEDIUM else struct.pack("!BBQ", TEXT, LONG, size)


def plain_frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
    """The first byte, the message and the end of a frame, if a whole one of the usual kind begins there."""
    if len(data) < at + HEAD_BYTES or data[at] not in PLAIN:
        return None
    size, start = data[at + 1] - MASKED, at + 2
    if size == MEDIUM:
        size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
    elif size > MEDIUM:
        return None
    end = start + MASK_BYTES + size
    if size < 0 or size > MOST_FRAME or len(data) < end:
        return None
    mask, message = data[start : start + MASK_BYTES], data[start + MASK_BYTES : end]
    return data[at], apply_mask(message, mask), end


def is_unusual(data: bytes) -> bool:
    """Whether what begins here will never be a plain frame, however much follows."""
    if not data:
        return False
    size = data[1] - MASKED if len(data) > 1 else 0
    is_long = size == MEDIUM and len(data) >= HEAD_BYTES and int.from_bytes(data[2:4], "big") > MOST_FRAME
    return data[0] not in PLAIN or not 0 <= size <= MEDIUM or is_long


def is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
