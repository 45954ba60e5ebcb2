"""Who asks, and from where: by what people are counted."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import NamedTuple

MOST_KNOWN = 10_000
"""Addresses that are remembered: every message asks about its own."""


@lru_cache(MOST_KNOWN)
def network_of(address: str) -> str:
    """What limits are counted by: an IPv4 address, or the /64 of an IPv6 address, all of which one visitor has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


@lru_cache(MOST_KNOWN)
def is_loopback(address: str) -> bool:
    """Whether an address is this machine itself: a person at it, or a proxy that runs on it."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == ""  # a Unix socket has no address


class Asker(NamedTuple):
    """Who asks, and from which address (or what stands for one). `person` is empty where nobody is known."""

    person: str
    address: str = ""

    @property
    def is_exempt(self) -> bool:
        """Whether nothing is counted: somebody at the machine itself."""
        return is_loopback(self.address)

    @property
    def by_place(self) -> str:
        """By whom turns are taken: people elsewhere by their network, whoever they say they are."""
        return self.person if self.is_exempt else network_of(self.address)


NOBODY = Asker("")
