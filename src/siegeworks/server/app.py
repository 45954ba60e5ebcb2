"""The routes: REST for everything, a socket for what is live, and the page's files."""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from siegeworks import __version__
from siegeworks.core.phrases import Sentence, said
from siegeworks.errors import SiegeworksError
from siegeworks.sentences import ENGLISH
from siegeworks.server import (
    answers,
    board_routes,
    catalogue,
    chair_routes,
    device_routes,
    exports,
    lists,
    messages,
    notice_routes,
    passkey_routes,
    puzzle_routes,
    review_routes,
    reviews,
    sharing,
    text,
    wire,
)
from siegeworks.server.acts import NotYourSeat
from siegeworks.server.asking import (
    PICTURE,
    REFUSED,
    TEXT,
    Asking,
    Here,
    Known,
    Language,
    TableId,
    address_of,
    json,
    onlooker,
    send,
    svg,
    visitor_of,
    well,
    with_token,
)
from siegeworks.server.clocks import Ticks
from siegeworks.server.document import openapi
from siegeworks.server.guards import Guard, refusal
from siegeworks.server.hosts import is_within
from siegeworks.server.house import House
from siegeworks.server.letters import LONGEST_WAIT_S, MOST_READER, READER, Seen
from siegeworks.server.live import OUR_FAULT, Live, malformed, named_in, refused
from siegeworks.server.metrics import CONTENT_TYPE_LATEST
from siegeworks.server.notices.offering import offer
from siegeworks.server.page import page, table_page
from siegeworks.server.people import Identities, server_secret
from siegeworks.server.rulebook import RulesPage, picture_of, rules_page
from siegeworks.server.seats import OPEN, PERSON
from siegeworks.server.settings import Settings
from siegeworks.server.starting import once_reached, unless_stopped
from siegeworks.server.store import Store
from siegeworks.server.store.sqlite import SqliteStore
from siegeworks.server.thinkers import Thinkers

STATUS = {
    "no_table": 404,
    "no_page": 404,
    "no_puzzle": 404,
    "no_device": 404,
    "no_passkey": 404,
    "no_channel": 404,
    "not_offered": 409,
    "not_sent": 503,
    "not_your_seat": 403,
    "foreign": 403,
    "stale": 409,
    "not_your_turn": 409,
    "over": 409,
    "nothing_to_undo": 409,
    "too_many": 429,
    "slow_down": 429,
    "damaged": 410,
    "not_saved": 503,
    "full": 503,
    "bot_failed": 503,
}

ROUTED = (
    lists,
    chair_routes,
    device_routes,
    passkey_routes,
    notice_routes,
    text,
    sharing,
    board_routes,
    puzzle_routes,
    review_routes,
)
"""What has routes of its own; those here come last, for one of them takes every path."""


def create_app(
    data: Path,
    settings: Settings | None = None,
    store: Store | None = None,
    thinkers: Thinkers | None = None,
    ticks: Ticks | None = None,
) -> FastAPI:
    """The application, with its data in a folder."""
    chosen = settings or Settings()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = await unless_stopped(_begun(data, chosen, store, thinkers, ticks))
        if house is None:  # it ends before anybody is let in
            yield
            return
        app.state.house, app.state.live = house, Live(house, chosen.socket_rate)
        yield
        await app.state.live.close()
        await house.close()

    app = FastAPI(
        title="Siegeworks",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for each in (*(module.routes for module in ROUTED), routes):
        app.include_router(each)
    app.state.settings = chosen
    app.router.routes.insert(0, WebSocketRoute("/api/tables/{table}/live", _LiveRoute()))
    for problem, handler in HANDLERS.items():
        app.add_exception_handler(problem, handler)
    app.add_middleware(Guard, allowed=chosen.origins, rate=chosen.rate, hosts=chosen.hosts)
    if chosen.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=sorted(chosen.proxies))
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]
    return app


async def _begun(
    data: Path, chosen: Settings, store: Store | None, thinkers: Thinkers | None, ticks: Ticks | None
) -> House:
    """A house that goes on from where the last one was."""
    kept, identities = await opened(store or SqliteStore(data / "tables.sqlite"), data)
    minds = thinkers or Thinkers(limits=chosen.limits, places=chosen.bots)
    house = House(kept, identities, minds, chosen.bot_pause_s, chosen.warm, ticks, chosen.limits)
    await offer(house.notices, chosen, kept, identities)
    await house.open()
    return house


async def opened(store: Store, folder: Path) -> tuple[Store, Identities]:
    """The store, and who knows people: by the secret of this server, or of all that share the database."""
    await once_reached(store.open)
    own = server_secret(folder)
    return store, Identities(await once_reached(lambda: store.secret(own)) if store.shared else own)


class _LiveRoute:
    """Leads a socket to the application's own Live."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await scope["app"].state.live(scope, receive, send)


# Refusals


async def _on_refusal(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, SiegeworksError)
    return _refusal(problem, None)


def _refusal(problem: SiegeworksError, action_id: str | None) -> Response:
    retry = getattr(problem, "retry_s", None)
    headers = None if retry is None else {"retry-after": str(retry)}
    status = STATUS.get(problem.code, 422)
    return Response(refused(problem, action_id), status, headers, media_type="application/json")


async def _on_malformed(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    return _malformed(malformed(problem.errors()), 422, named_in(problem.body))


def _malformed(says: Sentence, status: int, action_id: str | None = None) -> Response:
    return Response(refusal("malformed", says, action_id), status, media_type="application/json")


async def _on_http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    words = {404: ("no_page", "nothing-here"), 405: ("malformed", "not-in-this-way")}
    code, says = words.get(problem.status_code, ("malformed", "cannot-be-read"))
    headers = dict(problem.headers) if problem.headers else None
    return Response(refusal(code, said(says)), problem.status_code, headers, media_type="application/json")


async def _on_fault(request: Request, problem: Exception) -> Response:
    """The server closes the connection after a fault, so the client is told not to send anything more on it."""
    return Response(refusal("fault", OUR_FAULT), 500, {"connection": "close"}, media_type="application/json")


HANDLERS: dict[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    SiegeworksError: _on_refusal,
    RequestValidationError: _on_malformed,
    HTTPException: _on_http,
    Exception: _on_fault,
}


routes = APIRouter(responses=REFUSED)


# The house


@routes.get("/api/health", response_model=answers.Health, tags=["house"])
async def health() -> Response:
    """Whether the server is up."""
    return well("server-is-up")


@routes.get("/api/ready", response_model=answers.Health, tags=["house"])
async def ready(house: Here) -> Response:
    """Whether the server can save moves, and has in memory what it has compiled."""
    await house.readiness.wait_for_kept()
    await house.store.ready()
    return well("moves-can-be-saved")


@routes.get("/metrics", include_in_schema=False)
async def metrics(request: Request, house: Here) -> Response:
    """The server's figures for Prometheus, for this machine and whoever the operator has named."""
    named = [ipaddress.ip_network(network) for network in request.app.state.settings.metrics_for]
    if not sharing.is_here(request) and not is_within(address_of(request), named):
        raise HTTPException(404)
    return Response(house.metrics.told(), media_type=CONTENT_TYPE_LATEST)


@routes.get("/api/games", response_model=list[answers.GameInfo], tags=["house"])
async def games(language: Language = ENGLISH) -> Response:
    """The games with all that can be chosen."""
    return send(catalogue.games(text.known_language(language)))


@routes.get("/api/rules/{game}", response_model=RulesPage, tags=["house"])
async def rules(game: str) -> Response:
    """The rules of a game, by section."""
    return send(rules_page(game))


@routes.get("/api/rules/img/{name}", tags=["house"], response_class=Response, responses=PICTURE)
async def rules_picture(name: str) -> Response:
    """A drawing in the rules."""
    return svg(picture_of(name))


# Tables


@routes.post("/api/tables", response_model=answers.Made, status_code=201, tags=["tables"])
async def make(request: Request, wish: messages.TableWish, asker: Asking, house: Here) -> Response:
    """Make a table."""
    room = await house.seating.make(wish, asker)
    table, person = room.table, asker.person
    info = wire.info(table, house.ticks.now(), room.here(), person)
    links = chair_routes.links_to(house.identities, table, PERSON, OPEN)
    return with_token(request, person, {"table": info, "links": links}, 201)


@routes.get("/api/tables/{table}", response_model=answers.Sync, tags=["tables"])
async def look(
    request: Request,
    table: TableId,
    house: Here,
    since: Annotated[int | None, Query(ge=0, le=messages.MOST_SEQ)] = None,
    seats: Annotated[str | None, Query(pattern=READER, max_length=MOST_READER)] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT_S)] = 0.0,
    watch: bool = False,
) -> Response:
    """All I may know of a table; `since` leaves out the log before, and `wait` waits so many seconds for news.

    `seats`: whose number `since` is, the names in the `seats` of the last message; the log is whole if I have others.
    `watch`: I am told what a stranger is told, whatever seats I have: for a screen that all look at.
    """
    person = onlooker(request, house, watch)
    seen = None if since is None else Seen(since, seats)
    room = await house.find(table, person, seen)
    await house.greet(room, person)
    if wait:
        await house.letters.wait(room, person, seen, wait)
        room = await house.rooms.visit(table, onlooker(request, house, watch))  # who waited may be banned by now
    return send(house.letters.sync(room, onlooker(request, house, watch), seen))


@routes.post("/api/tables/{table}/join", response_model=answers.Sync, tags=["tables"])
async def join(request: Request, table: TableId, wish: messages.Join, asker: Asking, house: Here) -> Response:
    """Take a seat."""
    room = await house.seating.join(table, asker, wish)
    return with_token(request, asker.person, house.letters.sync(room, asker.person))


@routes.post("/api/tables/{table}/act", response_model=answers.Told, tags=["tables"])
async def act(
    request: Request, table: TableId, act: Annotated[messages.Act, Body()], person: Known, house: Here
) -> Response:
    """Anything a person may do at a table; the same as over the socket."""
    try:
        return send(await house.act(table, person, act, address_of(request)))
    except SiegeworksError as problem:
        return _refusal(problem, act.action_id)


@routes.get("/api/tables/{table}/record", tags=["tables"], response_class=Response, responses=TEXT)
async def record(request: Request, table: TableId, person: Known, house: Here) -> Response:
    """The record: whole once the match is over, else what my seat may read."""
    found = (await house.rooms.visit(table, person)).table
    name = f"attachment; filename={found.game.name}-{found.id}.siege"
    shot = exports.Snapshot.of(found, person)
    text = await house.readers.ask(visitor_of(request, person), lambda: exports.record(shot))
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@routes.get("/api/tables/{table}/picture", tags=["tables"], response_class=Response, responses=PICTURE)
async def picture(
    request: Request,
    table: TableId,
    person: Known,
    house: Here,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    language: Language = ENGLISH,
) -> Response:
    """The position as a picture, as I may see it."""
    spoken = text.known_language(language)
    shot = exports.Snapshot.of((await house.rooms.visit(table, person)).table, person)
    return svg(await house.readers.ask(visitor_of(request, person), lambda: exports.picture(shot, ply, spoken)))


@routes.post(
    "/api/records",
    response_model=reviews.RecordKept,
    status_code=201,
    tags=["records"],
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
)
async def keep_record(request: Request, asker: Asking, house: Here) -> Response:
    """Bring a record (as text) to look at."""
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        return _malformed(said("record-is-text"), 422)
    room = await house.seating.keep_record(text, asker)
    return with_token(request, asker.person, {"id": room.table.id, "link": f"/t/{room.table.id}"}, 201)


@routes.get("/api/tables/{table}/replay", response_model=reviews.Replay, tags=["records"])
async def replay(request: Request, table: TableId, person: Known, house: Here) -> Response:
    """A finished match, line by line."""
    shot = await _finished(house, table, person)
    return json(await house.readers.ask(visitor_of(request, person), lambda: exports.replay(shot)))


async def _finished(house: House, table: str, person: str | None) -> exports.Snapshot:
    found = (await house.rooms.visit(table, person)).table
    exports.check_open(found)
    return exports.Snapshot.of(found, person)


@routes.get("/api/tables/{table}/replay/{ply}", response_model=reviews.ReplayPosition, tags=["records"])
async def replay_position(request: Request, table: TableId, ply: int, person: Known, house: Here) -> Response:
    """A finished match after so many lines."""
    shot = await _finished(house, table, person)
    return json(await house.readers.ask(visitor_of(request, person), lambda: exports.replay_position(shot, ply)))


@routes.post("/api/tables/{table}/analysis", response_model=reviews.AnalysisInfo, status_code=202, tags=["records"])
async def analyse(request: Request, table: TableId, asker: Asking, house: Here) -> Response:
    """Begin to look back at a finished match. People are counted one by one, and by their address."""
    room = await house.rooms.visit(table, asker.person)
    exports.check_open(room.table)
    await house.analyses.ask(room, asker)
    return with_token(request, asker.person, await house.analyses.told(room), 202)


@routes.get("/api/tables/{table}/analysis", response_model=reviews.AnalysisInfo, tags=["records"])
async def analysis(table: TableId, person: Known, house: Here) -> Response:
    """How far that is, and what it found."""
    room = await house.rooms.visit(table, person)
    exports.check_open(room.table)
    return send(await house.analyses.told(room))


@routes.delete("/api/tables/{table}/analysis", response_model=reviews.AnalysisInfo, tags=["records"])
async def call_off_analysis(table: TableId, person: Known, house: Here) -> Response:
    """Whoever sits at the table, or made it, calls off what is not done yet."""
    room = await house.rooms.visit(table, person)
    exports.check_open(room.table)
    if person is None or (person != room.table.chair and not room.table.seats_of(person)):
        raise NotYourSeat("not-your-seat")
    await house.analyses.call_off(room)
    return send(await house.analyses.told(room))


@routes.get("/api/{rest:path}", include_in_schema=False)
async def nothing(rest: str) -> Response:
    raise HTTPException(404)


@routes.get("/t/{table}", include_in_schema=False)
async def table_files(
    table: TableId, person: Known, house: Here, key: str | None = None, lang: str = ENGLISH
) -> Response:
    """The page of a table; with a key in the address it has to ask for a seat first."""
    if key is not None or house.readiness.waiting:
        return page("")
    try:
        room = await house.rooms.visit(table, person)
        await house.greet(room, person)
    except SiegeworksError:
        return page("")
    return table_page(
        {**text.first_words(room.table.game, text.known_language(lang)), "sync": house.letters.sync(room, person)}
    )


@routes.get("/{path:path}", include_in_schema=False)
async def files(path: str, request: Request) -> Response:
    """The page."""
    return page(path, takes_gzip="gzip" in request.headers.get("accept-encoding", ""))
