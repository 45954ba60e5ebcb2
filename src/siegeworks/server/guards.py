"""What stands before the server: sizes, rates, origins and headers. Plain ASGI, so that it costs next to nothing."""

from __future__ import annotations

import asyncio
import math
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from siegeworks.core.phrases import Sentence, said
from siegeworks.errors import SiegeworksError
from siegeworks.sentences import render
from siegeworks.server.askers import is_loopback, network_of
from siegeworks.server.hosts import is_ours, known_names, name_of
from siegeworks.server.logs import request_id

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Clock = Callable[[], float]

FLOOD = 1008
"""How a socket is closed whose client asks too much, or for what it may not have."""
MOST_FRAME = 16 * 1024
MOST_BODY = 64 * 1024
MOST_RECORD = 512 * 1024
"""A record, or a table that goes on from one. A random match of Siege with six seats and sixty years takes 142 kB; one
in which everybody rearranges all they have each Winter would take 300 kB."""
LARGE = ("/api/records", "/api/tables", "/api/studies")
BODY_SECONDS = 10.0
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 10_000
MOST_NAME = 80
"""Letters of a foreign name that are repeated."""

REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)

PER_SECOND, BURST = 20.0, 60.0
ADDRESS_PER_SECOND, ADDRESS_BURST = 100.0, 400.0

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)

EMBED = "/embed/"
"""Only what is below this may stand in the frame of another site's page. It shows studies, and changes nothing."""
EMBEDDED = (
    (HEADERS[0][0], POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode()),
    *(pair for pair in HEADERS[1:] if pair[0] not in (b"x-frame-options", b"cross-origin-opener-policy")),
)


class TooMany(SiegeworksError):
    """A limit is reached. `retry_s`: when it is worth while to ask again."""

    code = "too_many"

    def __init__(self, says: str, rule: str | None = None, /, retry_s: int = 60, **args: Any) -> None:
        super().__init__(says, rule, **args)
        self.retry_s = retry_s


class Bucket:
    """Tokens that come back with time: how much somebody may ask for."""

    __slots__ = ("_burst", "_clock", "_filled", "_left", "rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self._burst, self._left, self._clock = rate, burst, burst, clock
        self._filled = clock()

    def take(self, tokens: float = 1.0) -> bool:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._filled) * self.rate)
        self._filled = now
        if self._left < tokens:
            return False
        self._left -= tokens
        return True

    def retry_s(self, tokens: float = 1.0) -> int:
        """In how many seconds there is enough for so much; a burst at most."""
        return max(1, math.ceil((min(tokens, self._burst) - self._left) / self.rate))


class Buckets:
    """One bucket for each address, the least used forgotten first."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self._burst, self._clock = rate, burst, clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, tokens: float = 1.0) -> bool:
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = Bucket(self.rate, self._burst, self._clock)
            if len(self._of) > MOST_ADDRESSES:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket.take(tokens)

    def retry_s(self, address: str, tokens: float = 1.0) -> int:
        """When an address that was refused may ask again."""
        return self._of[address].retry_s(tokens)


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def is_foreign(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether another site's page sent this: browsers say so, and other programs have no page."""
    origin = header(scope, b"origin")
    if origin is None:
        return header(scope, b"sec-fetch-site") in ("cross-site", "same-site")
    try:
        return origin not in allowed and urlsplit(origin).netloc != header(scope, b"host")
    except ValueError:  # no browser sends such an origin
        return True


def refusal(code: str, says: Sentence, action_id: str | None = None, retry_s: int | None = None) -> bytes:
    """No, and why: the code of the refusal, a sentence with its rule, and when it is worth while to ask again."""
    told = {"type": "refused", "code": code, "reason": render(says), "says": says.data()}
    return orjson.dumps({**told, "rule": says.rule, "action_id": action_id, "seq": None, "retry_s": retry_s})


def too_fast(what: str, most: float, retry_s: int, action_id: str | None = None) -> bytes:
    """The refusal of what comes too fast: the limit, and when to go on."""
    says = said("too-fast", what=what, most=max(1, round(most)), later=retry_s)
    return refusal("slow_down", says, action_id, retry_s)


class Guard:
    """Wraps the application."""

    def __init__(
        self, app: App, allowed: frozenset[str] = frozenset(), rate: float = 1.0, hosts: frozenset[str] = frozenset()
    ) -> None:
        self.app = app
        self.allowed = allowed
        self.hosts = known_names(hosts, allowed)
        self.addresses = Buckets(ADDRESS_PER_SECOND * rate, ADDRESS_BURST * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            asked = _request_id(header(scope, b"x-request-id"))
            request_id.set(asked)
            await self._http(scope, receive, _with_headers(scope, send, asked))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _wait_s(self, scope: Scope, tokens: float = 1.0) -> int:
        """How long an address that asks too much has to wait; 0 if it does not."""
        address = (scope.get("client") or ("",))[0]
        if is_loopback(address) or self.addresses.take(network_of(address), tokens):
            return 0
        return self.addresses.retry_s(network_of(address), tokens)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_called = is_ours(header(scope, b"host"), self.hosts)
        if not is_called or is_foreign(scope, self.allowed):
            await receive()
            await send({"type": "websocket.close", "code": FLOOD})
        elif wait_s := self._wait_s(scope):
            await receive()
            await turn_away(send, too_fast("requests", self.addresses.rate, wait_s))
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if wait_s := self._wait_s(scope):
            return await _refuse_haste(send, too_fast("requests", self.addresses.rate, wait_s), wait_s)
        host = header(scope, b"host")
        if not is_ours(host, self.hosts):
            return await _refuse(send, 421, "wrong_host", _stranger(host or ""))
        if scope["method"] in SAFE:
            return await self.app(scope, receive, send)
        if is_foreign(scope, self.allowed):
            return await _refuse(send, 403, "foreign", said("foreign-page"))
        most = MOST_RECORD if scope["path"] in LARGE else MOST_BODY
        declared = header(scope, b"content-length")
        if declared is not None and (not declared.isdecimal() or len(declared) > 12 or int(declared) > most):
            return await _refuse(send, 413, "too_large", said("request-too-large", most=most))
        try:
            body = await asyncio.wait_for(_body(receive, most), BODY_SECONDS)
        except TimeoutError:
            return await _refuse(send, 408, "too_slow", said("arrived-too-slowly"))
        if body is None:
            return await _refuse(send, 413, "too_large", said("request-too-large", most=most))
        if len(body) > MOST_FRAME and (wait_s := self._wait_s(scope, len(body) / MOST_FRAME)):
            kilobytes = self.addresses.rate * MOST_FRAME / 1000
            return await _refuse_haste(send, too_fast("kilobytes", kilobytes, wait_s), wait_s)
        return await self.app(scope, _replay(body, receive), send)


def _stranger(host: str) -> Sentence:
    return said("wrong-host", name=name_of(host)[:MOST_NAME])


async def _body(receive: Receive, most: int) -> bytes | None:
    """The whole body, unless it is too large."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        size += len(message.get("body", b""))
        if size > most:
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting = True

    async def replayed() -> Message:
        nonlocal waiting
        if waiting:
            waiting = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replayed


def _request_id(given: str | None) -> str:
    """What the log calls a request: what the client or a proxy calls it, if that is a plain word, or something new."""
    return given if given and REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _with_headers(scope: Scope, send: Send, asked: str) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {key for key, _ in message.get("headers", ())}
            ours = EMBEDDED if scope["path"].startswith(EMBED) else HEADERS
            headers = [*message.get("headers", ()), *(pair for pair in ours if pair[0] not in given)]
            headers.append((b"x-request-id", asked.encode()))
            if scope["path"].startswith("/api") and b"cache-control" not in given:
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return sent


async def turn_away(send: Send, refused: bytes) -> None:
    """Open a socket to say why it cannot be had, and close it: a page cannot read why one was not opened."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": refused.decode()})
    await send({"type": "websocket.close", "code": FLOOD})


async def _refuse(send: Send, status: int, code: str, says: Sentence) -> None:
    await _answer(send, status, refusal(code, says))


async def _refuse_haste(send: Send, refused: bytes, retry_s: int) -> None:
    await _answer(send, 429, refused, (b"retry-after", b"%d" % retry_s))


async def _answer(send: Send, status: int, body: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-type", b"application/json"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
