"""Sockets below the table: frames in and out, with nothing of their own that runs while nobody speaks.

The handshake is uvicorn's. After it the connection is handed to a `Connection`, which reads plain messages itself and
leaves whatever is unusual (fragments, pings, closing, breaches of the protocol) to the websockets library.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol as FrameReader
from websockets.protocol import Side, State

from siegeworks.server.connections import Crowd, address_of
from siegeworks.server.guards import MOST_FRAME, Bucket

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
SLOW, SILENT, RESTARTING, ODD, FLOOD = 1013, 1011, 1012, 1007, 1008
UNHEARD = (SLOW, FLOOD)
"""After these goodbyes nothing more is read, not even an answer to them."""
OTHERS_PER_SECOND, OTHERS_BURST = 5.0, 50.0
"""Pings, pongs and parts of messages one socket may send; a browser sends a pong in 20 seconds."""
PIECE = 512
"""Bytes the library's reader is given at a time."""
MOST_EARLY = 1024
"""Bytes a client may send before its socket is open, or after it was refused: more than a goodbye."""
LOG = logging.getLogger("siegeworks.server")


class Ear(Protocol):
    """Who hears what comes in."""

    def take(self, message: bytes) -> None: ...
    def lost(self) -> None: ...


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's protocol until the application takes the connection over."""

    crowd: Crowd
    taken = False
    _early = 0
    """Bytes that came before the application took the connection, or after it refused it."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self._early += len(data)
            if self._early > MOST_EARLY:
                self.transport.abort()
                return
        super().data_received(data)

    def take_over(self, ear: Ear) -> Connection:
        """The connection is the ear's from now on. Raises if it is lost, or if the other side spoke too soon."""
        early = self.conn.reader.buffer or not self.queue.empty()
        if self.disconnected or self.transport.is_closing() or early:
            raise ClientDisconnected
        self.stop_keepalive()
        everybody, crowd, address = self.connections, self.crowd, address_of(self.transport)

        def lost(gone: Connection) -> None:
            everybody.discard(gone)
            crowd.leave(address)

        connection = Connection(self.transport, self.loop, ear, lost)
        self.connections.discard(self)
        self.connections.add(connection)  # type: ignore[arg-type]
        self.taken = True
        self.transport.set_protocol(connection)
        return connection

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.leave(address_of(self.transport))
        super().connection_lost(exc)

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
    """An open socket. What is said goes to the transport at once, and a reader who leaves too much unread is let go.

    Whole messages are counted by whoever hears them; every other frame is counted here.
    """

    __slots__ = (
        "_ear",
        "_is_closing",
        "_is_paused",
        "_kind",
        "_loop",
        "_lost",
        "_others",
        "_parts",
        "_reader",
        "_rest",
        "_timer",
        "_to_say",
        "_transport",
        "_was_heard",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        ear: Ear,
        lost: Callable[[Connection], None],
    ) -> None:
        self._transport = transport
        self._loop = loop
        self._lost = lost
        self._ear: Ear | None = ear
        self._others: Bucket | None = None
        self._to_say: list[bytes] = []
        self._rest = b""  # what came in and is not read yet
        self._parts = b""  # of a message that comes in parts
        self._kind = TEXT
        self._reader: FrameReader | None = None
        self._is_paused = False
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
            self._write(said)

    def _write(self, data: bytes) -> None:
        """All that goes out goes through here: a reader who leaves too much unread is let go."""
        self._transport.write(data)
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
        if code in UNHEARD:
            self._transport.pause_reading()
        self._timer = self._loop.call_later(GOODBYE_S, self._transport.abort)

    def _shut(self) -> None:
        """Nothing more is said or heard."""
        self._is_closing = True
        self._to_say, self._rest, self._parts = [], b"", b""
        self._timer.cancel()
        if self._ear is not None:
            ear, self._ear = self._ear, None
            ear.lost()

    def shutdown(self) -> None:
        """The server is going down: uvicorn asks all its connections to end."""
        self.close(RESTARTING)
        self._transport.close()

    def pause(self) -> None:
        """Read no more: what has come in waits here, the rest in the network."""
        self._is_paused = True
        self._transport.pause_reading()

    def resume(self) -> None:
        self._is_paused = False
        if not self._is_closing:
            self._transport.resume_reading()
            self._read()

    def _look_after(self) -> None:
        """Ask the silent for a sign of life. `_was_heard`: None while one is awaited."""
        if self._was_heard is None:
            self.close(SILENT)
            return
        if not self._was_heard:
            self._write(Frame(Opcode.PING, b"").serialize(mask=False))
        self._was_heard = None if not self._was_heard else False
        if not self._is_closing:
            self._timer = self._loop.call_later(PING_S, self._look_after)

    # In

    def data_received(self, data: bytes) -> None:
        if self._is_closing:
            return
        self._was_heard = True
        self._rest = self._rest + data if self._rest else data
        self._read()

    def _read(self) -> None:
        """Frame by frame, as long as it is heard."""
        if self._reader is None:
            self._read_plain()
        if self._reader is not None or is_unusual(self._rest):
            self._read_carefully()

    @property
    def _is_heard(self) -> bool:
        return not (self._is_paused or self._is_closing)

    def _read_plain(self) -> None:
        data, at = self._rest, 0
        while self._is_heard and (found := plain_frame(data, at)) is not None:
            kind, message, at = found
            self._hear(kind, message)
        self._rest = b"" if self._is_closing else data[at:]

    def _hear(self, kind: int, message: bytes) -> None:
        if kind == PONG:
            self._count()
        elif kind == TEXT and not is_text(message):
            self.close(ODD)
        elif self._ear is not None:
            self._ear.take(message)

    def _count(self) -> None:
        """A frame that is no whole message: few are needed, and whoever sends many is let go."""
        if self._others is None:
            self._others = Bucket(OTHERS_PER_SECOND, OTHERS_BURST)
        if not self._others.take():
            self.close(FLOOD)

    def _reading(self) -> FrameReader:
        """The library's reader, once something unusual comes; it reads all the rest."""
        if self._reader is None:
            self._reader = FrameReader(Side.SERVER, max_size=MOST_FRAME, logger=LOG)
        return self._reader

    def _read_carefully(self) -> None:
        """What was said goes out first: it comes before any goodbye, and who left too much unread is let go by ours.

        The library reads all it is given, so it is given little at a time.
        """
        self._speak()
        reader = self._reading()
        while self._rest and self._is_heard:
            piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
            reader.receive_data(piece)
            for frame in reader.events_received():
                if isinstance(frame, Frame) and not self._is_closing:
                    self._take(frame)
            answer = b"".join(reader.data_to_send())
            if answer and not self._is_closing:
                self._write(answer)
            if reader.eof_sent:
                self._shut()
                self._transport.close()
                self._timer = self._loop.call_later(GOODBYE_S, self._transport.abort)

    def _take(self, frame: Frame) -> None:
        """A message may come in parts; how long it may be in all is the library's concern."""
        is_part = frame.opcode is Opcode.CONT or not frame.fin
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY) or is_part:
            self._count()
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT) or self._is_closing:
            return
        if frame.opcode is not Opcode.CONT:
            self._kind, self._parts = (TEXT if frame.opcode is Opcode.TEXT else BINARY), b""
        self._parts += frame.data
        if frame.fin:
            message, self._parts = self._parts, b""
            self._hear(self._kind, message)

    def connection_lost(self, problem: Exception | None) -> None:
        self._lost(self)
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
