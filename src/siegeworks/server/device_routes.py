"""One person on several devices: a link opens all my games on another one, and any of them can be shut out."""

from __future__ import annotations

import secrets
import time
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from siegeworks.errors import SiegeworksError
from siegeworks.server import answers, messages
from siegeworks.server.asking import REFUSED, Asking, Here, Known, keep_token, send, well, with_token
from siegeworks.server.guards import TooMany
from siegeworks.server.people import COOKIE, FIRST, clean_name, mark
from siegeworks.server.store.devices import MOST, Device, Linked

GOOD_FOR_MS = 10 * 60 * 1000
"""How long a link may be opened."""
MOST_CODE = 40


class NoDevice(SiegeworksError):
    """A link that is not good, or a device that is not the asker's."""

    code = "no_device"


class DeviceLink(answers.Sent):
    """A link that opens all my games on one more device, once, up to `until` (ms since 1970)."""

    device: str
    link: str
    until: int


class DeviceLine(answers.Sent):
    """A device of mine. `added`: when, in ms since 1970; null for the first. `until`: nobody has opened its link."""

    device: str
    name: str
    added: int | None
    until: int | None
    here: bool


class Devices(answers.Sent):
    """All of mine."""

    devices: list[DeviceLine]


class DeviceWish(messages.Incoming):
    """The code of a link, and what the device is called."""

    code: Annotated[str, Field(min_length=1, max_length=MOST_CODE)]
    name: messages.Name | None = None


routes = APIRouter(responses=REFUSED)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@routes.post("/api/me/devices", response_model=DeviceLink, status_code=201, tags=["me"])
async def link(request: Request, asker: Asking, house: Here) -> Response:
    """Make a link that opens my games on another device. The one before, if nobody has opened it, ends."""
    code, at = secrets.token_urlsafe(16), now_ms()
    device, until = house.identities.device_of(code), at + GOOD_FOR_MS
    async with house.quotas.claim(asker, "devices") as claim:
        if not await house.store.link_device(Linked(asker.person, device, at, until), claim):
            raise TooMany("too-many-devices", most=MOST)
    return with_token(request, asker.person, {"device": device, "link": f"/carry#{code}", "until": until}, 201)


@routes.post("/api/me/carried", response_model=answers.Me, tags=["me"])
async def carried(request: Request, wish: DeviceWish, by: Known, house: Here) -> Response:
    """Open a link: this device is one of its maker's from now on, and no longer whose it was."""
    device, at = house.identities.device_of(wish.code), now_ms()
    person = await house.store.add_device(device, clean_name(wish.name or ""), at, by or "")
    if person is None:
        mine = [] if by is None else await house.store.devices_of(by)
        is_open = any(each.device == device and (each.until or 0) >= at for each in mine)
        raise NoDevice("link-of-yours" if is_open else "link-not-good")
    told = send({"id": person[:6], "name": await house.store.name_of(person)})
    return keep_token(request, told, house.identities.token(person, device))


@routes.get("/api/me/devices", response_model=Devices, tags=["me"])
async def mine(request: Request, person: Known, house: Here) -> Response:
    """The devices on which my games are open."""
    here = house.identities.holder(request.cookies.get(COOKIE)).device
    known, at = [] if person is None else await house.store.devices_of(person), now_ms()
    found = [each for each in known if each.until is None or each.until >= at]
    if person is not None and mark(person, FIRST) not in house.identities.forgotten:
        found.insert(0, Device(FIRST, "", None, None))
    return send({"devices": [{**one._asdict(), "here": one.device == here} for one in found]})


@routes.delete("/api/me/devices/{device}", response_model=answers.Health, tags=["me"])
async def shut_out(device: str, person: Known, house: Here) -> Response:
    """Take my games from a device, or take a link back that nobody has opened."""
    if person is None or not await house.store.drop_device(person, device):
        raise NoDevice("no-such-device")
    house.letters.shut_out(house.rooms.open(), mark(person, device))
    return well("device-shut-out")
