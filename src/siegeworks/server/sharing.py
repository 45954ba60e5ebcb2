"""Where others find this server. A page opened by `localhost` cannot know, and its links would lead nowhere."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response

from siegeworks.server import answers
from siegeworks.server.asking import REFUSED, address_of, send
from siegeworks.server.hosts import LOCAL, name_of
from siegeworks.server.settings import Settings

ANYWHERE = ("0.0.0.0", "::")
DOCUMENTATION = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are nobody's: connecting a UDP socket picks the route and sends nothing."""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class Address(answers.Sent):
    """Where others find the server; `alone`: nobody but this machine can. Both are told only to who sits at it."""

    address: str | None
    alone: bool


routes = APIRouter(responses=REFUSED)


@routes.get("/api/address", response_model=Address, tags=["house"])
async def address(request: Request) -> Response:
    """Where others find this server. Answers only requests from this machine to `localhost`."""
    settings: Settings = request.app.state.settings
    if not is_here(request) or settings.proxies or settings.listens is None:
        return send({"address": None, "alone": False})
    host, port = settings.listens
    found = for_others(host, port, settings.origins)
    return send({"address": found, "alone": found is None})


def for_others(host: str, port: int, origins: Collection[str] = ()) -> str | None:
    """The address others can open: what the operator named, or this machine on its network; None if there is none."""
    named = [origin.rstrip("/") for origin in origins if not is_own(urlsplit(origin).hostname or "")]
    if named:
        return max(named, key=lambda origin: (origin.startswith("https:"), origin))
    name = network_address(socket.AF_INET6 if ":" in host else socket.AF_INET) if host in ANYWHERE else host
    if name is None or is_own(name):
        return None
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def network_address(family: socket.AddressFamily) -> str | None:
    """This machine's address on its network; None without a network."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((DOCUMENTATION[family], 9))
            found: str = way.getsockname()[0]
    except OSError:
        return None
    return found


def is_own(name: str) -> bool:
    """Whether a name or address means the machine that says it, for everybody."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == LOCAL or name.endswith(f".{LOCAL}")


def is_here(request: Request) -> bool:
    """Whether somebody at this machine asks, and not a proxy for somebody else."""
    is_forwarded = any(header in request.headers for header in FORWARDED)
    return not is_forwarded and is_own(address_of(request)) and is_own(name_of(request.headers.get("host", "")))
