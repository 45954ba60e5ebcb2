"""Coming back after every device was lost: passkeys, which a browser or a phone keeps, and no passwords."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from siegeworks.server import answers, messages, passkeys
from siegeworks.server.asking import (
    REFUSED,
    Asking,
    Here,
    Known,
    keep_token,
    send,
    visitor_of,
    well,
    with_token,
)
from siegeworks.server.device_routes import now_ms
from siegeworks.server.guards import TooMany
from siegeworks.server.house import House
from siegeworks.server.passkeys import NoPasskey
from siegeworks.server.people import clean_name, mark
from siegeworks.server.store.passkeys import MOST, Challenge, Passkey


class PasskeyLine(answers.Sent):
    """A passkey of mine. `added` and `used`: when, in ms since 1970; null if it was never used to come back."""

    passkey: str
    name: str
    added: int
    used: int | None


class Passkeys(answers.Sent):
    """All of mine. `installed`: whether this server can have any."""

    installed: bool
    passkeys: list[PasskeyLine]


class PasskeyOptions(answers.Sent):
    """What `navigator.credentials` is given as `publicKey`, as JSON; its challenge is good once, for five minutes."""

    options: dict[str, Any]


class PasskeyAnswer(messages.Incoming):
    """What `navigator.credentials` gave, as JSON (`toJSON`), and what the passkey, or this device, is called."""

    credential: dict[str, Any]
    name: Annotated[messages.Name | None, Field()] = None


routes = APIRouter(responses=REFUSED)


@routes.get("/api/me/passkeys", response_model=Passkeys, tags=["me"])
async def mine(person: Known, house: Here) -> Response:
    """The passkeys with which I can come back."""
    found = [] if person is None else await house.store.passkeys_of(person)
    lines = [{"passkey": one.credential, "name": one.name, "added": one.added, "used": one.used} for one in found]
    return send({"installed": passkeys.is_installed(), "passkeys": lines})


@routes.post("/api/me/passkeys/options", response_model=PasskeyOptions, tags=["me"])
async def begin(request: Request, asker: Asking, house: Here) -> Response:
    """What my browser needs to make a passkey."""
    site = passkeys.site_of(request.headers.get("origin"))
    known = await house.store.passkeys_of(asker.person)
    if len(known) >= MOST:
        raise TooMany("too-many-passkeys", most=MOST)
    called = await house.store.name_of(asker.person) or passkeys.OUR_NAME
    challenge, options = passkeys.to_make(site, house.identities.handle(asker.person), called, known)
    async with house.quotas.claim(asker, "passkeys") as claim:
        at = now_ms()
        await house.store.ask_passkey(Challenge(challenge, asker.person, at + passkeys.ASKED_FOR_MS), at, claim)
    return with_token(request, asker.person, {"options": options})


@routes.post("/api/me/passkeys", response_model=PasskeyLine, status_code=201, tags=["me"])
async def add(request: Request, answer: PasskeyAnswer, person: Known, house: Here) -> Response:
    """Keep the passkey that my browser has made."""
    site, at = passkeys.site_of(request.headers.get("origin")), now_ms()
    challenge = await _answered(house, answer.credential, person or "", at)
    if not person:  # what anybody is asked who comes back is no reason to keep a passkey
        raise NoPasskey("passkey-not-good")
    new = passkeys.made(answer.credential, challenge, site)
    kept = Passkey(new.credential, person, new.public, new.signed, clean_name(answer.name or ""), at, None)
    if not await house.store.keep_passkey(kept):
        raise NoPasskey("passkey-not-good")
    return with_token(request, person, {"passkey": kept.credential, "name": kept.name, "added": at, "used": None}, 201)


async def _answered(house: House, credential: dict[str, Any], person: str, at: int) -> str:
    """The challenge of an answer, which cannot be answered again; raises NoPasskey unless it was this person's."""
    challenge = passkeys.challenge_in(credential)
    if not await house.store.answered_passkey(challenge, person, at):
        raise NoPasskey("passkey-not-good")
    return challenge


@routes.delete("/api/me/passkeys/{passkey}", response_model=answers.Health, tags=["me"])
async def remove(passkey: str, person: Known, house: Here) -> Response:
    """Remove a passkey of mine: nobody comes back with it any more."""
    if person is None or not await house.store.drop_passkey(person, passkey):
        raise NoPasskey("no-such-passkey")
    return well("passkey-removed")


@routes.post("/api/passkeys/options", response_model=PasskeyOptions, tags=["me"])
async def begin_to_come_back(request: Request, by: Known, house: Here) -> Response:
    """What a browser needs to show a passkey, for whoever has lost all devices."""
    site = passkeys.site_of(request.headers.get("origin"))
    challenge, options = passkeys.to_come_back(site)
    async with house.quotas.claim(visitor_of(request, by), "passkeys") as claim:
        at = now_ms()
        await house.store.ask_passkey(Challenge(challenge, "", at + passkeys.ASKED_FOR_MS), at, claim)
    return send({"options": options})


@routes.post("/api/passkeys", response_model=answers.Me, tags=["me"])
async def come_back(request: Request, answer: PasskeyAnswer, house: Here) -> Response:
    """Show a passkey: this device is one of its owner's from now on, and no longer whose it was."""
    site, at = passkeys.site_of(request.headers.get("origin")), now_ms()
    challenge = await _answered(house, answer.credential, "", at)
    named = answer.credential.get("id")
    known = await house.store.passkey(named) if isinstance(named, str) else None
    if known is None:
        raise NoPasskey("passkey-not-good")
    signed = passkeys.shown(answer.credential, challenge, site, known)
    device = house.identities.device_of(secrets.token_urlsafe(16))
    used = known._replace(signed=signed, used=at)
    left = await house.store.come_back(used, device, clean_name(answer.name or ""))
    if left is None:
        raise NoPasskey("passkey-not-good")
    for each in left:
        house.letters.shut_out(house.rooms.open(), mark(known.person, each))
    told = send({"id": known.person[:6], "name": await house.store.name_of(known.person)})
    return keep_token(request, told, house.identities.token(known.person, device))
