"""How soon a person with many games sees them: python benchmarks/lists.py [--games 500]

Random matches of all games are stored, half of them going on and half over, for one person against others. Then a
server is started and asked for the lists and the results. The same is asked of a server that has noted nothing of the
tables, as every server did before: it reads each table of a list from its events.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
from tests.server.house import Process

from siegeworks.games import OURS
from siegeworks.match import Match
from siegeworks.server.people import COOKIE, Identities, server_secret
from siegeworks.server.room import Room
from siegeworks.server.shelving import shelf_of
from siegeworks.server.store import Entry, Event, Sitting, Stored
from siegeworks.server.store.sqlite import SqliteStore
from siegeworks.server.table import Table

LIMIT_MS = 100
ASKED = {
    "going on": "/api/me/tables?over=false",
    "finished": "/api/me/tables?over=true",
    "finished, 50 at once": "/api/me/tables?over=true&most=50",
    "the last of 500, in parts of 20": "",
    "results": "/api/me/results",
}
TIMES = 30


def played(number: int, is_over: bool) -> list[Event]:
    """The events of a random match: all of it, or the first half."""
    game, dice = OURS[number % len(OURS)], random.Random(number)
    name, seed = f"table{number:05}", number.to_bytes(32, "big")
    seats = [{"kind": "person", "people": ["ada"]}, {"kind": "person", "people": [f"other{number % 40}"]}]
    setup = {
        "game": game.name,
        "version": game.rules.VERSION,
        "options": {},
        "seed": seed.hex(),
        "public": False,
        "seats": seats,
        "clock": None,
        "start": None,
        "series": None,
    }
    match, events = Match.new(game.name, 2, seed=seed), [Event(name, 0, number, 0, "made", setup)]
    while match.to_move is not None:
        seat, action = match.to_move, dice.choice(match.legal())
        match.play(action)
        events.append(Event(name, len(events), number, 0, "act", {"seat": seat, "actions": [action]}))
    return events if is_over else events[: len(events) // 2]


async def fill(folder: Path, games: int) -> int:
    """Tables as a server leaves them; how many moves they have."""
    store, moves = SqliteStore(folder / "tables.sqlite"), 0
    await store.open()
    for number in range(games):
        events = played(number, is_over=number % 2 == 0)
        sat = [Sitting(events[0].table, seat, one) for seat, one in enumerate(("ada", f"other{number % 40}"))]
        table = Table.folded(Stored(events, sat, {}, "ada"))
        await store.append(Entry(events, sat, [shelf_of(table)]))
        await store.append(Entry(shelves=[shelf_of(table)]))
        await store.note({table.id: Room(table, 0).standing()})
        moves += len(events) - 1
    for person in ("ada", *(f"other{number}" for number in range(40))):
        await store.set_name(person, person.capitalize())
    await store.close()
    return moves


def all_parts(web: httpx.Client) -> float:
    """How long the last part of the whole list took."""
    after = None
    while True:
        began = time.perf_counter()
        told = web.get("/api/me/tables", params={"after": after} if after else {}).raise_for_status().json()
        took, after = time.perf_counter() - began, told["next"]
        if after is None:
            return 1000 * took


def one(web: httpx.Client, path: str) -> float:
    """How long an answer took."""
    began = time.perf_counter()
    web.get(path).raise_for_status()
    return 1000 * (time.perf_counter() - began)


def measure(folder: Path, times: int) -> None:
    """Print what a server takes that has just been started."""
    server = Process(folder)
    try:
        cookies = {COOKIE: Identities(server_secret(folder)).token("ada")}
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", cookies=cookies, timeout=600) as web:
            web.get("/api/me").raise_for_status()
            for what, path in ASKED.items():
                took = [one(web, path) if path else all_parts(web) for _ in range(times)]
                mark = "" if max(took) <= LIMIT_MS else f"  over {LIMIT_MS} ms"
                usual = statistics.median(took)
                print(f"  {what:34} first {took[0]:7.1f}  median {usual:7.1f}  worst {max(took):7.1f}{mark}")
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        moves = asyncio.run(fill(folder, games))
        print(f"{games} games of one person, {moves / games:.0f} moves each. Milliseconds, by HTTP:")
        measure(folder, TIMES)
        with contextlib.closing(sqlite3.connect(folder / "tables.sqlite")) as database, database:
            database.execute("UPDATE shelves SET line = NULL")
        print("The same where nothing was noted (asked once, since then the tables are in memory):")
        measure(folder, 1)


if __name__ == "__main__":
    main()
