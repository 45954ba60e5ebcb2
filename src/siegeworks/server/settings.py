"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass

from siegeworks.server.house import BOT_PAUSE_S
from siegeworks.server.limits import DEFAULTS, Limits
from siegeworks.server.notices.mail import Post


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs a server may choose."""

    origins: frozenset[str] = frozenset()
    """Addresses the page is reached at besides the one in the Host header."""
    hosts: frozenset[str] = frozenset()
    """Names the server is called by, besides localhost, this machine's name, those in `origins` and any address."""
    secure: bool = False
    """Whether cookies are for https alone."""
    rate: float = 1.0
    socket_rate: float = 1.0
    """How much one address, and one socket, may ask for, as a multiple of the usual."""
    bot_pause_s: float = BOT_PAUSE_S
    """The least time a bot takes to answer."""
    warm: bool = True
    """Whether games are made ready before they are asked for."""
    bots: int | None = None
    """How many bots think at a time; None: as many as there are cores, less one. 0 leaves it to other processes."""
    limits: Limits = DEFAULTS
    """What one person, one address and the whole server may have."""
    listens: tuple[str, int] | None = None
    """The host and port it listens on; None where a test or another program does that for it."""
    metrics_for: frozenset[str] = frozenset()
    """Addresses or networks that may read `/metrics`, besides this machine itself."""
    post: Post | None = None
    """The SMTP server by which people hear of their turns."""
    notify: frozenset[str] = frozenset()
    """Other ways in which they may: hook, push. The server connects to nothing elsewhere otherwise."""
    notify_networks: frozenset[str] = frozenset()
    """Addresses or networks of the server's own to which it may connect for that."""
    proxies: frozenset[str] = frozenset()
    """Addresses or networks of proxies whose header X-Forwarded-For is believed; from anybody else it is ignored."""
