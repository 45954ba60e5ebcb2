"""What the server is called. A browser that was led here under another name (DNS rebinding) believes that the page of
an attacker and this server are one site; so a name must be known. An address cannot be rebound.

Starlette's TrustedHostMiddleware does not fit: it cannot allow every address, and does not refuse as we do.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

LOCAL = "localhost"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def known_names(given: Iterable[str], origins: Iterable[str]) -> frozenset[str]:
    """This machine's own names, those of the operator, and those of the addresses the page is reached at."""
    own = socket.gethostname().lower()
    found = {LOCAL, own, own.split(".")[0], f"{own.split('.')[0]}.local", *(name.lower() for name in given)}
    return frozenset(found | {urlsplit(origin).hostname or "" for origin in origins}) - {""}


def is_ours(host: str | None, names: frozenset[str]) -> bool:
    """Whether a Host header means this server. Programs may leave it out; browsers never do."""
    if not host:
        return True
    name = name_of(host)
    return name in names or name.endswith(f".{LOCAL}") or is_address(name)


def name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0].lower().rstrip(".") if ":" in host else host.lower().rstrip(".")


def is_within(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of these networks; a Unix socket has no address."""
    return is_address(address) and any(ipaddress.ip_address(address) in network for network in networks)


def is_address(name: str) -> bool:
    """Whether this is an address of numbers, and no name."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
