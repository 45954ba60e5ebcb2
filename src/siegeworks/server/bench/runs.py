"""What is measured of a server: moves beside the peer, crowds, bots that think, and a restart."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from siegeworks.bots import LEVELS
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, OURS
from siegeworks.server.bench.clients import (
    ALONE,
    BY_HTTP,
    BY_SOCKET,
    CELLS,
    PEER,
    TITLE,
    House,
    Ours,
    Peer,
    has_peer,
    serving,
)
from siegeworks.server.bench.measure import (
    FEWEST_MOVES,
    WARMING_MOVES,
    Measured,
    Served,
    measured,
    median_rate,
    memory_of,
    played,
    ratio,
    seated,
)

STRONGEST, BOT_TABLES, BOTS_BEGIN_S = max(LEVELS), 6, 3.0
OPEN_GAME, SECRET_GAME = OURS[0].name, OURS[-1].name
"""Our first game, in which all is open, and our last, in which much is hidden."""
WAYS = ALONE, BY_SOCKET, BY_HTTP
THINK_S = 1.0
"""How long people think before each move; few do it so fast."""
FEW_TABLES = 20


@contextlib.contextmanager
def side_by_side(*houses: Callable[[str], House]) -> Iterator[tuple[list[House], list[Peer]]]:
    """Houses, each with a folder of its own, and boardgame.io in memory and on disk if it is installed."""
    with contextlib.ExitStack() as stack:

        def folder() -> str:
            return stack.enter_context(tempfile.TemporaryDirectory())

        ours = stack.enter_context(serving(*(partial(house, folder()) for house in houses)))
        peers = [partial(Peer, None), partial(Peer, folder())] if has_peer() else []
        yield ours, stack.enter_context(serving(*peers))


async def compare(rounds: int, tables: int, out: Console, against: Path | None = None) -> dict[str, list[Measured]]:
    """Rounds of all servers, and of all ways to play at ours, in turn; each way at another version right after ours."""
    versions = cold_houses(against)
    with side_by_side(*versions.values(), *versions.values()) as (houses, peers):
        ways: list[Served] = [
            Ours(house, game, way, title)
            for game, of_game in ((OPEN_GAME, houses[: len(versions)]), (SECRET_GAME, houses[len(versions) :]))
            for way in WAYS
            for title, house in zip(versions, of_game, strict=True)
        ]
        served = [*ways, *peers]
        found = await in_turn(served, rounds, tables, out)
        for each in served:
            await each.close()
        return found


def cold_houses(against: Path | None) -> dict[str, Callable[[str], House]]:
    """Servers that compile nothing in the background: this version, and that of another checkout if there is one."""
    found: dict[str, Callable[[str], House]] = {TITLE: cold_house}
    if against is not None:
        if not (against / "src" / "siegeworks").is_dir():
            raise BadSetup("cli.no-checkout", path=against)
        found[str(against)] = partial(cold_house, checkout=against.resolve())
    return found


def cold_house(folder: str, checkout: Path | None = None) -> House:
    return House(folder, "--cold", checkout=checkout)


async def in_turn(served: Sequence[Served], rounds: int, tables: int, out: Console) -> dict[str, list[Measured]]:
    """Each is warmed, then measured once in every round."""
    for each in served:
        await each.ready()
        await measured(each, tables, WARMING_MOVES)
    found: dict[str, list[Measured]] = {each.name: [] for each in served}
    for number in range(rounds):
        for each in served:
            last = await measured(each, tables, FEWEST_MOVES)
            found[each.name].append(last)
            out.print(f"round {number + 1}: {each.name}: {last.rate:,.0f} moves per CPU-second", markup=False)
    return found


def report(found: dict[str, list[Measured]], out: Console) -> None:
    """All rounds in one table, beside the peer's rates."""
    sheet = Sheet(box=None)
    sheet.add_column("server", min_width=max(map(len, found)))
    for heading in (
        "moves per CPU-second",
        "to the opponent, p50",
        "p99",
        "x peer in memory",
        "x peer on disk",
    ):
        sheet.add_column(heading, justify="right")
    peers = [median_rate(each) for name, each in found.items() if name.startswith(Peer.title)]
    for name, each in found.items():
        whole = Measured(waits=[wait for one in each for wait in one.waits])
        beside = [f"{median_rate(each) / peer:.2f}" for peer in peers] or ["-", "-"]
        ms = f"{whole.wait_ms(0.5):.1f} ms", f"{whole.wait_ms(0.99):.1f} ms"
        sheet.add_row(name, f"{median_rate(each):,.0f}", *ms, *beside)
    out.print(sheet)
    report_ratios(found, out)
    if not peers:
        out.print(f"boardgame.io is not installed: run npm ci in {PEER} to measure it too.", markup=False)


def report_ratios(found: dict[str, list[Measured]], out: Console) -> None:
    """Round by round: the page's way by socket beside HTTP, and this version beside another one."""
    others = {name.split(", ")[0] for name in found if not name.startswith(Peer.title)} - {TITLE}
    for game in (OPEN_GAME, SECRET_GAME):
        page, by_http = (f", {game}, {way}" for way in (BY_SOCKET, BY_HTTP))
        for title in (TITLE, *others):
            told = ratio(found[TITLE + page], found[title + by_http])
            out.print(f"{TITLE}{page} beside {title}{by_http}: {told}", markup=False)
        for title, way in itertools.product(others, WAYS):
            names = f"{TITLE}, {game}, {way}", f"{title}, {game}, {way}"
            out.print(f"{names[0]} beside {names[1]}: {ratio(*(found[name] for name in names))}", markup=False)


async def crowd(tables: int, rounds: int, out: Console) -> None:
    """Many tables with people who think for a second: how long a move takes to reach the opponent, and what memory a
    table with its two sockets takes (in the first round, when none has been given back)."""
    with side_by_side(cold_house) as (houses, peers):
        served: list[Served] = [Ours(houses[0], OPEN_GAME), *peers]
        waits: dict[str, list[float]] = {each.name: [] for each in served}
        for each in served:
            await each.ready()
            await measured(each, FEW_TABLES, FEWEST_MOVES)
        for number in range(rounds):
            for each in served:
                before = memory_of(each.process)
                pairs = await seated(each, tables)
                used = (memory_of(each.process) - before) / tables / 1024
                found = await played(each, pairs, CELLS, think_s=THINK_S)
                waits[each.name] += found.waits
                memory = f"; {used:.0f} kB a table" if number == 0 else ""
                out.print(f"round {number + 1}: {each.name}: {tables} tables, {waited(found)}{memory}", markup=False)
        for each in served:
            out.print(f"all rounds: {each.name}: {waited(Measured(waits=waits[each.name]))}", markup=False)
            await each.close()


def waited(found: Measured) -> str:
    return f"p50 {found.wait_ms(0.5):.1f} ms, p99 {found.wait_ms(0.99):.1f} ms"


async def thinking(tables: int, out: Console) -> None:
    """How long a move takes to reach the opponent while bots think without a pause at other tables."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        (house,) = stack.enter_context(serving(lambda: House(folder, "--bot-pause", "0")))
        each = Ours(house, OPEN_GAME)
        await each.ready()
        await measured(each, FEW_TABLES, FEWEST_MOVES)
        alone = await played(each, await seated(each, tables), CELLS, think_s=THINK_S)
        pairs = await seated(each, tables)
        bots = asyncio.create_task(_keep_bots_thinking(house))
        await asyncio.sleep(BOTS_BEGIN_S)  # the first thought may still load the search
        beside = await played(each, pairs, CELLS, think_s=THINK_S)
        bots.cancel()
        out.print(f"{tables} tables, nobody thinks: {waited(alone)}", markup=False)
        spent = f"{beside.cpu_s:.1f} s of CPU against {alone.cpu_s:.1f}"
        out.print(f"{tables} tables, bots think: {waited(beside)} ({spent})", markup=False)
        await each.close()


async def _keep_bots_thinking(house: House) -> None:
    """Tables where the strongest bots play each other, and new ones for those that are over."""
    wish = {"game": OPEN_GAME, "seats": [{"kind": "bot", "level": STRONGEST}] * 2}
    tables: list[str] = []
    while True:
        looked = [(await house.web.get(f"/tables/{table}")).json()["table"] for table in tables]
        tables = [table["id"] for table in looked if not table["over"]]
        while len(tables) < BOT_TABLES:
            tables.append((await house.web.post("/tables", json=wish)).json()["table"]["id"])
        await asyncio.sleep(1)


async def restart(tables: int, out: Console) -> None:
    """A server that finds many unfinished tables: how soon it is ready, and the first sync."""
    from siegeworks.server.seating import blank
    from siegeworks.server.store import Entry, Event, Shelf, Sitting
    from siegeworks.server.store.sqlite import SqliteStore

    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "tables.sqlite")
        actions = GAMES[OPEN_GAME].words.ACTION_NAMES[:10]
        entries: list[Entry] = []
        for number in range(tables):
            name, seats = f"t{number:06}", [{"kind": "person", "people": [f"p{number}"]}] * 2
            setup = {**blank(GAMES[OPEN_GAME], seats, f"p{number}"), "options": {}, "start": 0}
            events = [Event(name, 0, int(time.time() * 1000), 0, "made", setup)]
            for seq, action in enumerate(actions, 1):
                data = {"seat": (seq - 1) % 2, "actions": [action]}
                events.append(Event(name, seq, int(time.time() * 1000), 0, "act", data))
            shelf = Shelf(name, OPEN_GAME, f"p{number}", False, 0, False, None)
            entries.append(Entry(events, [Sitting(name, 0, f"p{number}")], [shelf]))
        await asyncio.gather(*(store.append(entry) for entry in entries))
        await store.close()
        began = time.perf_counter()
        with serving(lambda: House(folder)) as (house,):
            await house.ready()
            ready = time.perf_counter() - began
            waits = []
            for number in range(0, tables, max(1, tables // 50)):
                began = time.perf_counter()
                answer = await house.web.get(f"/tables/t{number:06}")
                waits.append(time.perf_counter() - began)
                assert answer.status_code == 200, answer.text
            await house.close()
        first = f"first sync {1000 * waits[0]:.0f} ms, then {1000 * statistics.median(waits):.1f} ms"
        out.print(f"{tables:,} unfinished tables: ready after {ready:.1f} s; {first}", markup=False)
