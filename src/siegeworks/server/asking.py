"""Who asks, and how they are answered: what the routes share."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response

from siegeworks.core.phrases import said
from siegeworks.server import answers, wire
from siegeworks.server.askers import Asker
from siegeworks.server.house import House
from siegeworks.server.people import COOKIE, COOKIE_SECONDS

REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Refused, "description": "Refused, with the reason"}
    for status in (400, 403, 404, 405, 408, 409, 410, 413, 421, 422, 429, 503)
}
TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
Language = Annotated[str, Query(max_length=20)]
TableId = Annotated[str, "a table's name in its link"]


def send(message: Any, status: int = 200) -> Response:
    return json(wire.told(message), status)


def well(code: str) -> Response:
    """That something is so, or is done."""
    return send({"ok": True, "says": said(code).data()})


def json(text: bytes, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(text, status, media_type="application/json")


def svg(text: str) -> Response:
    headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    return Response(text, media_type="image/svg+xml", headers=headers)


def house_of(request: Request) -> House:
    found: House = request.app.state.house
    return found


Here = Annotated[House, Depends(house_of)]


def known_person(request: Request, house: Here) -> str | None:
    """Who asks, if they have been here before."""
    return house.identities.person(request.cookies.get(COOKIE))


def onlooker(request: Request, house: Here, watch: bool = False) -> str | None:
    """Who looks at a table. Whoever wants only to watch is nobody, also with a seat: they get what a stranger gets."""
    return None if watch else known_person(request, house)


def any_person(request: Request, response: Response, house: Here) -> str:
    """Who asks; whoever comes for the first time gets a token."""
    found = known_person(request, house)
    if found is None:
        found = house.identities.new_person()
    request.state.person = found
    return found


def any_asker(request: Request, person: Annotated[str, Depends(any_person)]) -> Asker:
    """Who asks, and from where."""
    return Asker(person, address_of(request))


def address_of(request: Request) -> str:
    """Where a request comes from; behind a proxy that the operator has named, what the proxy says."""
    return request.client.host if request.client else ""


def visitor_of(request: Request, person: str | None) -> Asker:
    """The same where somebody may have no token yet."""
    return Asker(person or "", address_of(request))


Asking = Annotated[Asker, Depends(any_asker)]
Known = Annotated[str | None, Depends(known_person)]
Person = Annotated[str, Depends(any_person)]


def with_token(request: Request, person: str, message: Any, status: int = 200) -> Response:
    """An answer that carries the person's token, renewed."""
    identities, shown = request.app.state.house.identities, request.cookies.get(COOKIE)
    token = shown if shown and identities.person(shown) == person else identities.token(person)
    return keep_token(request, send(message, status), token)


def keep_token(request: Request, response: Response, token: str) -> Response:
    """The browser keeps a token from now on."""
    secure = bool(request.app.state.settings.secure)
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")
    return response
