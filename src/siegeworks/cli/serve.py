"""`serve`: the server, with its page, for this machine or the network. `verify`: whether a record's luck was fair."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import importlib.util
import ipaddress
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from siegeworks.core import luck
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.sentences import word

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from siegeworks.server.connections import ConnectionCount
    from siegeworks.server.notices.mail import Post
    from siegeworks.server.settings import Settings
    from siegeworks.server.store import Store

DEFAULT_PORT = 8037
DRAIN_S = 5
MOST_WORKERS = 64
SWITCH_S = 0.001
"""How soon a thread that has work gets its turn: people wait for the server, and bots need not answer at once."""

SELDOM = 5_000, 20, 50
"""How often garbage in circles is looked for: a table makes next to none, and everybody waits meanwhile."""


def serve(chosen: argparse.Namespace) -> int:
    """Serve until stopped."""
    folder = data_folder(chosen.data)
    folder.mkdir(parents=True, exist_ok=True)
    if not 1 <= chosen.workers <= MOST_WORKERS:
        raise BadSetup("cli.workers-range", most=MOST_WORKERS, workers=chosen.workers)
    if chosen.bots is not None and chosen.bots < 0:
        raise BadSetup("cli.bots-range", bots=chosen.bots)
    if database_of(chosen) is None and (chosen.workers > 1 or chosen.bots == 0):
        raise BadSetup("cli.needs-postgres", option="--bots 0" if chosen.bots == 0 else "--workers")
    if (post_of(chosen) or ways(chosen.notify)) and not _is_found(chosen):
        raise BadSetup("cli.notices-need-origin")
    with contextlib.ExitStack() as held:
        held.enter_context(locked(folder))
        listener = held.enter_context(_listener(chosen.host, chosen.port))
        return _serve(chosen, folder, listener)


def database_of(chosen: argparse.Namespace) -> str | None:
    """The address of the database, if it is PostgreSQL. The variable keeps a password out of the list of processes.

    An empty address is a mistake, and an empty variable is none.
    """
    given: str | None = chosen.database
    return os.environ.get("SIEGEWORKS_DATABASE") or None if given is None else given


def post_of(chosen: argparse.Namespace) -> Post | None:
    """The SMTP server, if there is one. The variable keeps its password out of the list of processes."""
    from siegeworks.server.notices.mail import Post

    url = os.environ.get("SIEGEWORKS_SMTP") or None if chosen.smtp is None else chosen.smtp
    if url is None:
        return None
    if importlib.util.find_spec("aiosmtplib") is None:
        raise BadSetup("cli.notices-not-installed")
    return Post.at(url, chosen.mail_from)


def _is_found(chosen: argparse.Namespace) -> bool:
    """Whether links in messages lead here for others too."""
    from siegeworks.server.sharing import for_others

    return bool(chosen.origin) or for_others(chosen.host, chosen.port) is not None


def ways(given: list[str]) -> frozenset[str]:
    """Other ways in which people may hear of their turns."""
    if given and importlib.util.find_spec("httpcore") is None:
        raise BadSetup("cli.notices-not-installed")
    return frozenset(given)


def data_folder(given: str | None) -> Path:
    """Where tables are kept."""
    return Path(given) if given else platformdirs.user_data_path("siegeworks", ensure_exists=True)


def _serve(chosen: argparse.Namespace, folder: Path, listener: socket.socket) -> int:
    import uvicorn

    from siegeworks.cli.common import tell
    from siegeworks.server.connections import FEW_DESCRIPTORS, ConnectionCount
    from siegeworks.server.sharing import for_others

    port: int = listener.getsockname()[1]
    address = _address(chosen.host, port)
    store, where = _store(chosen, folder)
    if (most := ConnectionCount().most) < FEW_DESCRIPTORS:
        tell(word("cli.few-connections", chosen.language, most=most))
    tell(word("cli.serving", chosen.language, address=address, where=where))
    network = for_others(chosen.host, port, frozenset(chosen.origin))
    if network not in (None, address):
        tell(word("cli.serving-others", chosen.language, address=network))
    if not chosen.cold:
        _warn_of_compiling(chosen.language)
    if chosen.browser:
        threading.Thread(target=_open_browser, args=(listener, address), daemon=True).start()
    if chosen.workers > 1:
        from siegeworks.cli.workers import run

        return run(chosen, folder, listener)
    uvicorn.Server(config(*prepared(chosen, folder, port, store))).run(sockets=[listener])
    return 0


def prepared(chosen: argparse.Namespace, folder: Path, port: int, store: Store) -> tuple[FastAPI, ConnectionCount]:
    """The application, and this process as it should be for it."""
    from siegeworks.server.app import create_app
    from siegeworks.server.connections import ConnectionCount
    from siegeworks.server.logs import set_up

    settings = _settings(chosen, port)
    app = create_app(folder, settings, store)
    sys.setswitchinterval(SWITCH_S)
    count = ConnectionCount(settings.limits.connections, proxies=settings.proxies)
    set_up(chosen.log)
    gc.freeze()  # what is loaded now stays, and need not be looked through again and again
    gc.set_threshold(*SELDOM)
    return app, count


def _settings(chosen: argparse.Namespace, port: int) -> Settings:
    """What the operator chose."""
    from siegeworks.server.house import BOT_PAUSE_S
    from siegeworks.server.limits import changed
    from siegeworks.server.settings import Settings

    limits = changed(chosen.limit)
    if chosen.per_address is not None:
        limits = replace(limits, connections=chosen.per_address)
    return Settings(
        origins=frozenset(chosen.origin),
        hosts=frozenset([*chosen.host_name, chosen.host]),
        secure=chosen.secure,
        rate=chosen.rate,
        socket_rate=chosen.rate,
        bot_pause_s=BOT_PAUSE_S if chosen.bot_pause is None else chosen.bot_pause,
        warm=not chosen.cold,
        bots=chosen.bots if chosen.bots is not None or chosen.workers == 1 else _share_of(chosen.workers),
        limits=limits,
        listens=(chosen.host, port),
        proxies=networks("--proxy", chosen.proxy),
        post=post_of(chosen),
        notify=ways(chosen.notify),
        notify_networks=networks("--notify-network", chosen.notify_network),
        metrics_for=networks("--metrics-for", chosen.metrics_for),
    )


def _share_of(workers: int) -> int:
    """The places of one of several processes for bots to think."""
    return max(1, ((os.cpu_count() or 2) - 1) // workers)


def networks(option: str, given: list[str]) -> frozenset[str]:
    """Addresses and networks, checked."""
    for network in given:
        try:
            ipaddress.ip_network(network)
        except ValueError:
            raise BadSetup("cli.not-a-network", option=option, network=network) from None
    return frozenset(given)


def _store(chosen: argparse.Namespace, folder: Path) -> tuple[Store, str]:
    """The database, made if there is none, and where it is; one sentence if that cannot be.

    The secret is in the folder.
    """
    from siegeworks.server.people import server_secret
    from siegeworks.server.store.sqlite import SqliteStore

    path, database = folder / "tables.sqlite", database_of(chosen)
    try:
        server_secret(folder)
        return postgres_at(database) if database is not None else (SqliteStore(path), str(folder))
    except sqlite3.DatabaseError as problem:
        raise BadSetup("cli.cannot-keep-tables", path=path, problem=problem) from None
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise BadSetup("cli.cannot-keep-anything", folder=folder, why=why) from None


def postgres_at(url: str) -> tuple[Store, str]:
    """The database at an address, brought up to date."""
    try:
        from siegeworks.server.store.opening import prepare, shown
        from siegeworks.server.store.postgres import PostgresStore
    except ModuleNotFoundError:
        raise BadSetup("cli.postgres-not-installed") from None
    asyncio.run(prepare(url))
    return PostgresStore(url), shown(url)


def config(app: Any, count: ConnectionCount) -> uvicorn.Config:
    """How the server listens."""
    from siegeworks.server.connections import Http
    from siegeworks.server.sockets import Handshake

    count.closing = lambda: app.state.house.hurry()
    http, ws = type("CountedHttp", (Http,), {"count": count}), type("CountedHandshake", (Handshake,), {"count": count})
    return listening(app, http=http, ws=ws)


def listening(app: Any, **more: Any) -> uvicorn.Config:
    """How any server of ours listens: small frames, no compression, five seconds to finish."""
    import uvicorn

    from siegeworks.server.guards import MOST_FRAME

    return uvicorn.Config(
        app,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=DRAIN_S,
        timeout_keep_alive=30,
        **more,
    )


def locked(folder: Path) -> Any:
    """One server to a folder: a second one would not hear what the first one tells."""
    file = open(folder / "lock", "a+")  # noqa: SIM115  held for as long as the server runs
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadSetup("cli.folder-in-use", folder=folder) from None
    return file


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise BadSetup("cli.cannot-serve-there", host=host, port=port, why=why) from None


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{shown}:{port}"


def _warn_of_compiling(language: str) -> None:
    from siegeworks.cli.common import tell
    from siegeworks.compiling.ready import is_cold
    from siegeworks.games import GAMES

    cold = [game.title for game in GAMES.values() if is_cold(game)]
    if cold:
        tell(word("cli.compiling-behind", language, titles=listed(cold, "comma")))


def _open_browser(listener: socket.socket, address: str) -> None:
    """Once somebody answers there."""
    with contextlib.suppress(OSError), socket.create_connection(listener.getsockname()[:2]) as visitor:
        visitor.sendall(b"GET /api/health HTTP/1.0\r\nhost: localhost\r\n\r\n")
        visitor.recv(1)
        webbrowser.open(address)


def verify(chosen: argparse.Namespace) -> int:
    """Recompute every draw of a record from its seed."""
    from siegeworks.cli.common import read_record

    match, language = read_record(chosen.file), chosen.language
    draws = sum(line.who == "chance" for line in match.lines)
    if match.seed is None:
        raise BadSetup("cli.record-without-seed")
    found = luck.seed_hash(match.seed)
    if chosen.hash and chosen.hash.lower() != found:
        raise BadSetup("cli.seed-hash-differs", found=found)
    print(word("cli.draws-verified", language, lines=match.ply, draws=draws, fixed=match.fixed))
    print(word("cli.hash-of-seed", language, found=found))
    return 0
