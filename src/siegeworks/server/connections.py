"""Connections before they are requests: how many may be open, how many from one address, and how long headers take."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from siegeworks.core.phrases import Sentence, said
from siegeworks.server.askers import is_loopback, network_of
from siegeworks.server.guards import refusal
from siegeworks.server.hosts import is_within
from siegeworks.server.limits import DEFAULTS

HEADERS_S = 10.0
"""How long the headers of a request may take to arrive, counted from the first byte, or from the connection."""
SPARE_DESCRIPTORS = 100
"""Descriptors that connections leave free for the database, the page's files and other processes."""
MOST_DESCRIPTORS = 65_536
FEW_DESCRIPTORS = 1_024
RETRY_S = 10
INSISTING = 2
"""Past so many times what it may have, an address is not even answered."""
GOODBYE_S = 1.0
"""How long somebody who was refused may take to read why."""
ANSWER = (
    b"HTTP/1.1 %d %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
    b"retry-after: %d\r\nconnection: close\r\n\r\n%b"
)


class ConnectionCount:
    """The open connections, counted by address. `per_address` 0 means any number; this machine may have any number."""

    def __init__(
        self,
        per_address: int = DEFAULTS.connections,
        most: int | None = None,
        with_loopback: bool = False,
        proxies: frozenset[str] = frozenset(),
    ) -> None:
        self.per_address = per_address
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        """Addresses that are not limited, since they bring many visitors; those are counted by what the proxy says."""
        self.most = most or raised_descriptors() - SPARE_DESCRIPTORS
        self.with_loopback = with_loopback
        self.closing: Callable[[], None] = lambda: None
        """Called when the server is told to stop, before it waits for requests that are under way."""
        self.open = 0
        self._by_address: Counter[str] = Counter()

    def refusal(self, address: str) -> bytes | None:
        """What to answer if there is no room for one more connection from an address; nothing to whoever insists."""
        if self.open >= self.most:
            full = said("server-is-full", most=self.most, later=RETRY_S)
            return _answer(503, b"Service Unavailable", "too_many", full)
        count = self._by_address[network_of(address)]
        if not self._is_limited(address) or count < self.per_address:
            return None
        if count >= INSISTING * self.per_address:
            return b""
        return _answer(429, b"Too Many Requests", "too_many", said("too-many-connections", most=self.per_address))

    def _is_limited(self, address: str) -> bool:
        is_known = self._is_proxy(address) or (is_loopback(address) and not self.with_loopback)
        return self.per_address > 0 and not is_known

    def _is_proxy(self, address: str) -> bool:
        return is_within(address, self._proxies)

    def enter(self, address: str) -> None:
        self.open += 1
        self._by_address[network_of(address)] += 1

    def leave(self, address: str) -> None:
        network = network_of(address)
        self.open -= 1
        self._by_address[network] -= 1
        if not self._by_address[network]:
            del self._by_address[network]


def _answer(status: int, phrase: bytes, code: str, says: Sentence) -> bytes:
    body = refusal(code, says, retry_s=RETRY_S)
    return ANSWER % (status, phrase, len(body), RETRY_S, body)


def address_of(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from; empty if it has no address."""
    found = transport.get_extra_info("peername")
    return str(found[0]) if isinstance(found, tuple) else ""


def raised_descriptors() -> int:
    """How many files and connections this process may have open, after asking for as many as are allowed."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return wanted if soft == resource.RLIM_INFINITY else soft


class Http(HttpToolsProtocol):
    """uvicorn's protocol, with a place among the counted connections and a time limit for headers."""

    count: ConnectionCount
    _address: str | None = None
    _is_refused = False
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = address_of(transport)
        refused = self.count.refusal(address)
        if refused is None or (refused and self.count.open < self.count.most):
            self._address = address
            self.count.enter(address)
        if refused is None:
            self._await_headers()
        else:
            self._refuse(refused)

    def _refuse(self, answer: bytes) -> None:
        """Say why, and read on for a moment: to close on unread words would lose the answer too."""
        self._is_refused = True
        self.transport.write(answer)
        if self._address is None:
            self.transport.close()
        else:
            self._timer = self.loop.call_later(GOODBYE_S, self.transport.close)

    def data_received(self, data: bytes) -> None:
        if not self._is_refused:
            super().data_received(data)
            if self.transport.get_protocol() is self and (self.cycle is None or self.cycle.response_complete):
                self._await_headers()  # whatever came was no request yet

    def shutdown(self) -> None:
        """uvicorn asks all its connections to end."""
        self.count.closing()
        super().shutdown()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_headers()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._address is not None:
            self.count.leave(self._address)
        super().connection_lost(exc)

    def _await_headers(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(HEADERS_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._refuse(_answer(408, b"Request Timeout", "too_slow", said("arrived-too-slowly")))
