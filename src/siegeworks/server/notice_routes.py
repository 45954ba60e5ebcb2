"""How I hear of my turns: by which channels, and when not. Nothing is sent that nobody has asked for."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Body, Request, Response
from pydantic import Field
from starlette.responses import RedirectResponse

from siegeworks.errors import SiegeworksError
from siegeworks.server import answers, messages
from siegeworks.server.asking import REFUSED, Asking, Here, Known, send, well, with_token
from siegeworks.server.guards import TooMany
from siegeworks.server.house import House
from siegeworks.server.notices import MOST_URL, BadAddress, Message
from siegeworks.server.notices.mail import CONFIRM, MOST_ADDRESS, STOP, MailSender
from siegeworks.server.notices.quiet import zones
from siegeworks.server.people import COOKIE
from siegeworks.server.store import Claim
from siegeworks.server.store.noticing import MOST, Channel, Quiet

DAY_MS = 24 * 3600 * 1000
MOST_ASKED = 3
"""How often an address is asked in a day whether it wants notices, whoever wishes that."""
MOST_TOKEN = 200


class NotOffered(SiegeworksError):
    """This server does not tell people in this way."""

    code = "not_offered"


class NoChannel(SiegeworksError):
    """No such channel of mine, or a link that is not good any more."""

    code = "no_channel"


class NoticeChannel(answers.Sent):
    """A channel of mine. `confirmed`: whoever has the address wants it; before that nothing is sent there.

    `here`: it was asked for on this device. `problem`: why the last notice could not be sent.
    """

    channel: str
    kind: Literal["mail", "hook", "push"]
    address: str
    made: int
    confirmed: bool
    here: bool
    problem: answers.Sentence | None


class QuietHours(messages.Incoming):
    """When I want to hear nothing: minutes after midnight in a time zone, such as Europe/Berlin."""

    zone: Annotated[str, Field(min_length=1, max_length=60)]
    begins: Annotated[int, Field(ge=0, lt=24 * 60)]
    ends: Annotated[int, Field(ge=0, lt=24 * 60)]


class NoticeOffers(answers.Sent):
    """In which ways this server can tell people."""

    mail: bool
    hook: bool


class MyNotices(answers.Sent):
    """How I hear of my turns."""

    channels: list[NoticeChannel]
    quiet: QuietHours | None
    offers: NoticeOffers


class MailWish(messages.Incoming):
    """To be told by e-mail; a message there asks first whether that is wanted."""

    kind: Literal["mail"]
    address: Annotated[str, Field(min_length=3, max_length=MOST_ADDRESS)]


class HookWish(messages.Incoming):
    """To have a room of a chat program told, at the address of its webhook; a test goes there at once."""

    kind: Literal["hook"]
    address: Annotated[str, Field(min_length=8, max_length=MOST_URL)]


class NoticeLink(messages.Incoming):
    """What a link in a message holds."""

    token: Annotated[str, Field(min_length=1, max_length=MOST_TOKEN)]


ChannelWish = Annotated[MailWish | HookWish, Field(discriminator="kind")]

routes = APIRouter(responses=REFUSED)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@routes.get("/api/me/notices", response_model=MyNotices, tags=["me"])
async def mine(request: Request, person: Known, house: Here) -> Response:
    """My channels, my quiet hours, and what this server offers."""
    return send(await _told(request, person, house))


async def _told(request: Request, person: str | None, house: House) -> dict[str, Any]:
    rows, at = house.store.notices, now_ms()
    device = house.identities.holder(request.cookies.get(COOKIE)).device
    found = [] if person is None else await rows.of(person)
    quiet = None if person is None else await rows.quiet_of(person)
    return {
        "channels": [_line(each, device) for each in found if each.until is None or each.until >= at],
        "quiet": None if quiet is None else quiet._asdict(),
        "offers": {kind: kind in house.notices.senders for kind in ("mail", "hook")},
    }


def _line(each: Channel, device: str) -> dict[str, Any]:
    return {
        "channel": each.channel,
        "kind": each.kind,
        "address": each.address,
        "made": each.made,
        "confirmed": each.until is None,
        "here": each.device == device,
        "problem": None if each.problem is None else orjson.loads(each.problem),
    }


@routes.post("/api/me/notices", response_model=MyNotices, status_code=201, tags=["me"])
async def add(request: Request, wish: Annotated[ChannelWish, Body()], asker: Asking, house: Here) -> Response:
    """Be told by one more channel."""
    device = house.identities.holder(request.cookies.get(COOKIE)).device
    async with house.quotas.claim(asker, "notices") as claim:
        channel = Channel(secrets.token_urlsafe(12), asker.person, device, wish.kind, wish.address, now_ms())
        await ADD[wish.kind](house, channel, [] if claim is None else [claim])
    return with_token(request, asker.person, await _told(request, asker.person, house), 201)


async def _add_mail(house: House, channel: Channel, claims: list[Claim]) -> None:
    """Ask at an address whether it wants notices; nobody is asked often, whoever wishes it."""
    sender = house.notices.senders.get("mail")
    if not isinstance(sender, MailSender):
        raise NotOffered("mail-not-offered")
    sender.check(channel.address)
    asked = _asked_of(house, channel.address)
    if (await house.store.usage(asked)).by_person_today >= MOST_ASKED:
        raise TooMany("mail-asked-often")
    channel = channel._replace(until=channel.made + DAY_MS)
    await _keep(house, channel, [*claims, asked])
    try:
        await sender.ask(channel, Message([], house.notices.base))
    except SiegeworksError:
        await house.store.notices.drop(channel.channel)
        raise


async def _add_hook(house: House, channel: Channel, claims: list[Claim]) -> None:
    """Send a test, and keep the address if something took it."""
    sender = house.notices.senders.get("hook")
    if sender is None:
        raise NotOffered("hook-not-offered")
    sender.check(channel.address)
    await _keep(house, channel, claims)
    try:
        await sender.send(channel, Message([], house.notices.base))
    except SiegeworksError:
        await house.store.notices.drop(channel.channel)
        raise


ADD: dict[str, Callable[[House, Channel, list[Claim]], Awaitable[None]]] = {"mail": _add_mail, "hook": _add_hook}
"""What comes before a channel of each kind is used."""


def _asked_of(house: House, address: str) -> Claim:
    """What counts how often an address was asked. It is not the address itself that is stored for that."""
    who = house.identities.origin(hashlib.sha256(address.lower().encode()).hexdigest())
    return Claim(who, f"{who} mail", "asked", house.quotas.today())


async def _keep(house: House, channel: Channel, claims: list[Claim]) -> None:
    if not await house.store.notices.add(channel, claims):
        raise TooMany("too-many-channels", most=MOST)


@routes.delete("/api/me/notices/{channel}", response_model=answers.Health, tags=["me"])
async def drop(channel: str, person: Known, house: Here) -> Response:
    """Not to be told by a channel any more."""
    if person is None or not await house.store.notices.drop(channel, person):
        raise NoChannel("no-such-channel")
    return well("channel-ended")


@routes.put("/api/me/quiet", response_model=QuietHours, tags=["me"])
async def keep_quiet(request: Request, wish: QuietHours, asker: Asking, house: Here) -> Response:
    """When I want to hear nothing. What comes meanwhile is told in one message afterwards."""
    if wish.zone not in zones():
        raise BadAddress("no-such-zone", zone=wish.zone)
    async with house.quotas.claim(asker, "notices"):
        await house.store.notices.keep_quiet(asker.person, Quiet(wish.zone, wish.begins, wish.ends))
    return with_token(request, asker.person, wish.model_dump())


@routes.delete("/api/me/quiet", response_model=answers.Health, tags=["me"])
async def end_quiet(person: Known, house: Here) -> Response:
    """No quiet hours any more."""
    if person is not None:
        await house.store.notices.keep_quiet(person, None)
    return well("no-quiet-hours")


# Links in messages: whoever has one may be on any device


@routes.post("/api/notices/confirm", response_model=answers.Health, tags=["me"])
async def confirm(wish: NoticeLink, house: Here) -> Response:
    """Whoever has the address wants the notices."""
    channel = house.identities.read(CONFIRM, wish.token)
    if channel is None or not await house.store.notices.confirm(channel, now_ms()):
        raise NoChannel("notice-link-not-good")
    return well("notices-confirmed")


@routes.post("/api/notices/stop/{token}", response_model=answers.Health, tags=["me"])
async def stop(token: str, house: Here) -> Response:
    """No more notices there. Mail programs call this themselves (RFC 8058); nobody need be known here for it."""
    channel = house.identities.read(STOP, token[:MOST_TOKEN])
    if channel is None:
        raise NoChannel("notice-link-not-good")
    await house.store.notices.drop(channel)
    return well("notices-stopped")


@routes.get("/api/notices/stop/{token}", include_in_schema=False)
async def stop_page(token: str) -> Response:
    """Looking at a link stops nothing: programs that check links do that too. The page asks."""
    return RedirectResponse(f"/stop#{token[:MOST_TOKEN]}", 303)


__all__ = ["routes"]
