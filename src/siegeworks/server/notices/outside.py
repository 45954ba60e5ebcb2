"""Connections to servers elsewhere, at addresses that people have given: never to this machine or its network.

A name is resolved once, every address it has is looked at, and the connection goes to one of those: a second answer of
the name server, or a redirect, leads nowhere.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore

from siegeworks.server.notices import MOST_URL, BadAddress, NotSent

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
LIMIT_S = 10.0
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses behind which a gateway of the network may have any IPv4 address."""


class Forbidden(BadAddress):
    """An address that is not for this server to connect to."""


class Outside:
    """Posts to addresses elsewhere. `allowed`: networks of its own that the operator has opened for that."""

    def __init__(self, allowed: Iterable[str] = (), tls: ssl.SSLContext | None = None) -> None:
        self._allowed = [ipaddress.ip_network(network) for network in allowed]
        self._tls = tls or ssl.create_default_context()

    def check(self, url: str) -> None:
        """Raises unless it is an address of https (or, where the operator allows the very address, of http)."""
        try:
            parts = urlsplit(url)
            host, _ = parts.hostname, parts.port
        except ValueError:
            raise Forbidden("not-a-web-address") from None
        is_plain = len(url) <= MOST_URL and url.isascii() and url.isprintable() and " " not in url
        if not is_plain or parts.scheme not in ("https", "http") or not host or parts.username or parts.password:
            raise Forbidden("not-a-web-address")
        if parts.scheme == "http" and not self._is_opened(host):
            raise Forbidden("not-an-https-address")

    def _is_opened(self, host: str) -> bool:
        try:
            return self._is_allowed(ipaddress.ip_address(host))
        except ValueError:
            return False

    def _is_allowed(self, address: IP) -> bool:
        return any(address in network for network in self._allowed)

    def may_reach(self, address: IP) -> bool:
        """Whether it is an address of the open internet, or one that the operator allows."""
        return self._is_allowed(address) or all(is_open(each) for each in (address, *embedded(address)))

    async def resolve(self, host: str, port: int) -> list[str]:
        """All addresses of a name; raises if one of them is not to be reached."""
        try:
            loop = asyncio.get_running_loop()
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        except (OSError, UnicodeError):
            raise NotSent("address-not-outside") from None
        addresses = [str(each[4][0]).partition("%")[0] for each in found]
        if not addresses or not all(self.may_reach(ipaddress.ip_address(each)) for each in addresses):
            raise Forbidden("address-not-outside")
        return addresses

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Post something; the status of the answer, which is not read. A redirect is not followed."""
        self.check(url)
        given = [(name.encode(), value.encode()) for name, value in headers.items()]
        limits: dict[str, Any] = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), LIMIT_S)}
        try:
            async with asyncio.timeout(2 * LIMIT_S):
                async with (
                    httpcore.AsyncConnectionPool(ssl_context=self._tls, network_backend=_Checked(self)) as pool,
                    pool.stream("POST", url, headers=given, content=body, extensions=limits) as answer,
                ):
                    return int(answer.status)
        except (TimeoutError, OSError, *PROBLEMS):
            raise NotSent("address-silent") from None


PROBLEMS = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.TimeoutException,
    httpcore.UnsupportedProtocol,
    httpcore.ConnectionNotAvailable,
)


class _Checked(httpcore.AsyncNetworkBackend):
    """Connects where a name leads, once that was found to be outside. TLS asks for the certificate of the name."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        first = (await self._outside.resolve(host, port))[0]
        return await self._plain.connect_tcp(first, port, timeout, local_address, socket_options)


def embedded(address: IP) -> list[IP]:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    found: list[IP | None] = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64 or int(address) >> 32 == 0:
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return [each for each in found if each is not None]


def is_open(address: IP) -> bool:
    """Whether anybody on the internet can have it."""
    is_mapped = isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None
    return (address.is_global or is_mapped) and not (address.is_multicast or address.is_reserved)
