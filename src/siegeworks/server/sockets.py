"""Sockets below the table: messages in and out, with nothing of their own that runs while nobody speaks.

uvicorn makes the handshake. After it the connection is handed to a `Connection`, which lets the websockets library read
and write frames and adds the limits. `benchmarks/sockets.py` measures what that saves; where the server is another one,
`server/asgi.py` serves sockets by plain ASGI.

uvicorn documents its protocol classes as a choice (`ws`), but not their members. These are used here: `transport`,
`loop`, `connections`, `disconnected`, `handshake_initiated`, `handle_connect` and `stop_keepalive` for the takeover;
`app`, `scope`, `receive`, `send`, `close_timer` and `send_500_response` because uvicorn's own `run_asgi` closes the
connection when the application returns. No private name of the websockets library is used.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, Side, State
from websockets.protocol import Protocol as Frames

from siegeworks.server.connections import ConnectionCount, address_of
from siegeworks.server.guards import FLOOD, MOST_FRAME, Bucket

EXTENSION = "siegeworks.connection"
"""How the application finds the handshake it may take the connection from."""
MOST_WAITING = 1024 * 1024
"""Bytes a slow reader may leave unread."""
PING_S = 20.0
"""Who has said nothing for so long is asked for a sign of life, and let go after as long again."""
GOODBYE_S = 1.0
"""How long somebody who is shown out may take to hear it."""
SLOW, SILENT, RESTARTING, ODD, TOO_LONG = 1013, 1011, 1012, 1007, 1009
UNHEARD = (SLOW, FLOOD)
"""After these goodbyes nothing more is read, not even an answer to them."""
OTHERS_PER_SECOND, OTHERS_BURST = 5.0, 50.0
"""Pings, pongs and parts of messages one socket may send; a browser sends a pong in 20 seconds."""
PIECE = 512
"""Bytes the library is given at a time: it reads all it is given, and a flood should end early."""
MOST_EARLY = 1024
"""Bytes a client may send before its socket is open, or after it was refused: more than a goodbye."""
LOG = logging.getLogger("siegeworks.server")


class Ear(Protocol):
    """Who hears what comes in."""

    def take(self, message: bytes) -> None: ...
    def lost(self) -> None: ...


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's protocol until the application takes the connection over."""

    count: ConnectionCount
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
        if self.disconnected or self.transport.is_closing() or self._early:
            raise ClientDisconnected
        self.stop_keepalive()
        everybody, count, address = self.connections, self.count, address_of(self.transport)

        def lost(gone: Connection) -> None:
            everybody.discard(gone)
            count.leave(address)

        connection = Connection(self.transport, self.loop, ear, lost)
        self.connections.discard(self)
        self.connections.add(connection)  # type: ignore[arg-type]
        self.taken = True
        self.transport.set_protocol(connection)
        return connection

    def connection_lost(self, exc: Exception | None) -> None:
        self.count.leave(address_of(self.transport))
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
        "_frames",
        "_is_closing",
        "_is_paused",
        "_is_text",
        "_loop",
        "_lost",
        "_others",
        "_parts",
        "_rest",
        "_timer",
        "_transport",
        "_was_heard",
        "_will_speak",
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
        self._frames = Frames(Side.SERVER, max_size=MOST_FRAME, logger=LOG)
        self._others: Bucket | None = None
        self._rest = bytearray()  # what came in and is not read yet
        self._parts = b""  # of a message that comes in parts
        self._is_text = True
        self._is_paused = False
        self._is_closing = False
        self._will_speak = False
        self._was_heard: bool | None = True
        self._timer = loop.call_later(PING_S, self._look_after)

    # Out

    def say(self, message: bytes) -> None:
        """Send a text. What is said in one go (the news of a move, and its answer) goes out in one piece."""
        if self._is_closing or self._frames.state is not State.OPEN:
            return
        self._frames.send_text(message)
        if not self._will_speak:
            self._will_speak = True
            self._loop.call_soon(self._speak)

    def _speak(self) -> None:
        """All that goes out goes through here: a reader who leaves too much unread is let go."""
        self._will_speak = False
        said = self._frames.data_to_send()
        if not said or self._is_closing:
            return
        self._transport.write(b"".join(said))
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self.close(SLOW)
        elif SEND_EOF in said:
            self._shut()
            self._transport.close()
            self._timer = self._loop.call_later(GOODBYE_S, self._transport.abort)

    def close(self, code: int) -> None:
        """Say goodbye, and do not wait for long."""
        if self._is_closing:
            return
        if self._frames.state is State.OPEN:  # else the other side's goodbye is being answered
            self._frames.send_close(code)
        self._transport.write(b"".join(self._frames.data_to_send()))
        self._shut()
        if code in UNHEARD:
            self._transport.pause_reading()
        self._timer = self._loop.call_later(GOODBYE_S, self._transport.abort)

    def _shut(self) -> None:
        """Nothing more is said or heard."""
        self._is_closing = True
        self._rest, self._parts = bytearray(), b""
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
            self._frames.send_ping(b"")
            self._speak()
        self._was_heard = None if not self._was_heard else False
        if not self._is_closing:
            self._timer = self._loop.call_later(PING_S, self._look_after)

    # In

    def data_received(self, data: bytes) -> None:
        if self._is_closing:
            return
        self._was_heard = True
        self._rest += data
        self._read()

    def _read(self) -> None:
        """As long as it is heard. What was said goes out first: it comes before any goodbye."""
        self._speak()
        while self._rest and not (self._is_paused or self._is_closing):
            piece = self._rest[:PIECE]
            del self._rest[:PIECE]
            self._frames.receive_data(piece)
            for frame in self._frames.events_received():
                if isinstance(frame, Frame) and not self._is_closing:
                    self._take(frame)
            self._speak()

    def _take(self, frame: Frame) -> None:
        """A message may come in parts; how long it may be in all is the library's concern."""
        is_message = frame.opcode in (Opcode.TEXT, Opcode.BINARY)
        if not (is_message and frame.fin):
            self._count()
        if self._is_closing or not (is_message or frame.opcode is Opcode.CONT):
            return
        if is_message:
            self._is_text, self._parts = frame.opcode is Opcode.TEXT, b""
        self._parts += frame.data
        if frame.fin:
            message, self._parts = self._parts, b""
            self._hear(message)

    def _count(self) -> None:
        """A frame that is no whole message: few are needed, and whoever sends many is let go."""
        if self._others is None:
            self._others = Bucket(OTHERS_PER_SECOND, OTHERS_BURST)
        if not self._others.take():
            self.close(FLOOD)

    def _hear(self, message: bytes) -> None:
        if self._is_text and not is_text(message):
            self.close(ODD)
        elif self._ear is not None:
            self._ear.take(message)

    def connection_lost(self, problem: Exception | None) -> None:
        self._lost(self)
        self._shut()


def is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
