"""`think`: bots and analyses for servers on the same database, on a machine of its own. It serves nothing."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import signal

from siegeworks.cli.common import tell
from siegeworks.cli.serve import database_of, postgres_at
from siegeworks.errors import BadSetup
from siegeworks.sentences import word
from siegeworks.server.house import BOT_PAUSE_S, House
from siegeworks.server.logs import set_up
from siegeworks.server.people import SECRET_BYTES, Identities
from siegeworks.server.starting import once_reached, unless_stopped
from siegeworks.server.store import Store
from siegeworks.server.thinkers import Thinkers


def think(chosen: argparse.Namespace) -> int:
    """Think until stopped."""
    database = database_of(chosen)
    if database is None:
        raise BadSetup("cli.needs-postgres", option="think")
    if chosen.bots is not None and chosen.bots < 1:
        raise BadSetup("cli.bots-range", bots=chosen.bots)
    set_up(chosen.log)
    store, where = postgres_at(database)
    thinkers = Thinkers(places=chosen.bots)
    tell(word("cli.thinking-for", chosen.language, where=where, places=thinkers.places))
    asyncio.run(_think(store, thinkers, BOT_PAUSE_S if chosen.bot_pause is None else chosen.bot_pause, not chosen.cold))
    return 0


async def _think(store: Store, thinkers: Thinkers, pause_s: float, warm: bool) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers: there an interrupt ends it
            loop.add_signal_handler(number, stopped.set)
    nobody = Identities(secrets.token_bytes(SECRET_BYTES))  # no one comes here
    house = House(store, nobody, thinkers, pause_s, warm, kind="thinker")
    if await unless_stopped(_open(store, house)) is None:
        return
    try:
        await stopped.wait()
    finally:
        await house.close()


async def _open(store: Store, house: House) -> House:
    await once_reached(store.open)
    await house.open()
    return house
