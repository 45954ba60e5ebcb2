"""How soon bots answer while many people look back at matches and ask for hints, beside how soon they do without."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from rich.console import Console

from siegeworks.errors import BadSetup
from siegeworks.match import Match
from siegeworks.server.bench.clients import ALONE, Headers, House, Player, Site, check, serving
from siegeworks.server.bench.measure import quantile_ms, spread
from siegeworks.server.bench.runs import OPEN_GAME, STRONGEST

PEOPLE = 20
AS_SOON = ("--cold", "--bot-pause", "0")
"""Bots answer as soon as they can, and no other game is made ready meanwhile."""
ROUND_S, BEGIN_S = 20.0, 5.0
"""How long each half of a round is measured, and how long everybody has been busy before."""
THINK_S = 2.0
LOOK_S = 2.0
"""How often somebody looks whether an analysis is done."""
AIM = 1.5
ME, BOT = 0, 1
SHARES = {"median": 0.5, "p90": 0.9}


class AgainstBot:
    """Somebody who plays at random against a bot, one match after the other."""

    def __init__(self, site: Site, level: int = STRONGEST, seed: int = 0) -> None:
        self._site = site
        self._level = level
        self._dice = random.Random(seed)
        self._player: Player | None = None

    async def sit_down(self) -> Player:
        me = await self._site.person()
        made = await self._site.made(me, OPEN_GAME, {"kind": "me"}, {"kind": "bot", "level": self._level})
        player = Player(self._site.port, made["table"]["id"], me, ALONE)
        await player.open()
        while player.last["table"]["waiting"] == [BOT]:
            await player.hear()
        return player

    async def answer(self) -> float | None:
        """One move; how long it took until the bot had answered, or None if it was not its turn."""
        player = self._player = self._player or await self.sit_down()
        began, seq = time.perf_counter(), player.last["seq"]
        await player.play(ME, self._dice.choice(player.last["seats"][str(ME)]["legal"])["action"])
        await player.hear_of(seq + 1)
        was_asked = player.last["table"]["waiting"] == [BOT]
        while player.last["table"]["waiting"] == [BOT]:
            await player.hear()
        took = time.perf_counter() - began
        if player.last["table"]["over"]:
            await self.close()
        return took if was_asked else None

    async def answers(self, until: float) -> list[float]:
        """How long the answers took until then, one of them at least."""
        await asyncio.sleep(self._dice.random() * THINK_S)
        found = [await self.answer()]
        while time.monotonic() < until:
            await asyncio.sleep(THINK_S)
            found.append(await self.answer())
        return [took for took in found if took is not None]

    async def close(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            await player.close()


@dataclass
class Asked:
    """What people got who wanted much."""

    hints: int = 0
    analyses: int = 0


@dataclass
class Half:
    """Half a round: how long answers took, and what others asked for meanwhile."""

    answers: list[float]
    asked: Asked = field(default_factory=Asked)


def finished(seed: int) -> str:
    """The record of a match played at random."""
    match, dice = Match.new(OPEN_GAME, 2, seed=seed), random.Random(seed)
    while match.result is None:
        match.play(dice.choice(match.legal()))
    return match.record()


async def ask_for_hints(site: Site, me: Headers, asked: Asked) -> None:
    """One after the other, at a table of one's own."""
    made = await site.made(me, OPEN_GAME, {"kind": "me"}, {"kind": "me"})
    player = Player(site.port, made["table"]["id"], me, ALONE)
    await player.open()
    try:
        while True:
            try:
                await player.ask({"type": "hint", "seat": player.last["table"]["waiting"][0]})
                asked.hints += 1
            except BadSetup:  # refused: a busy server may be too slow
                await asyncio.sleep(LOOK_S)
    finally:
        await player.close()


async def look_back(site: Site, me: Headers, record: str, asked: Asked) -> None:
    """At a match that is brought, again and again."""
    while True:
        kept = (await site.web.post("/records", content=record, headers=me)).json()
        check(kept)
        path = f"/tables/{kept['id']}/analysis"
        told = (await site.web.post(path, headers=me)).json()
        check(told)
        while told["state"] == "running":
            await asyncio.sleep(LOOK_S)
            told = (await site.web.get(path, headers=me)).json()
        asked.analyses += told["state"] == "done"


@contextlib.asynccontextmanager
async def curious(site: Site, count: int, asked: Asked) -> AsyncIterator[None]:
    """So many people who ask for hints and analyses meanwhile."""
    async with asyncio.TaskGroup() as group:
        tasks = []
        for number in range(count):
            me = await site.person()
            tasks.append(group.create_task(ask_for_hints(site, me, asked)))
            tasks.append(group.create_task(look_back(site, me, finished(number), asked)))
        yield
        for task in tasks:
            task.cancel()


async def half(tables: int, people: int) -> Half:
    """A server of its own: what the last half left in its queues is gone."""
    with tempfile.TemporaryDirectory() as folder, serving(lambda: House(folder, *AS_SOON)) as (house,):
        await house.ready()
        players = [AgainstBot(house, seed=number) for number in range(tables)]
        found = Half([])
        async with curious(house, people, found.asked):
            for seconds in (BEGIN_S, ROUND_S):  # the first answers are not counted: much is loaded late
                found.asked.hints = found.asked.analyses = 0
                until = time.monotonic() + seconds
                each = await asyncio.gather(*(player.answers(until) for player in players))
                found.answers = [took for answers in each for took in answers]
        for player in players:
            await player.close()
        await house.close()
    return found


async def compare(tables: int, rounds: int, out: Console) -> None:
    """Rounds without and with people who ask for much, in turn."""
    without: list[Half] = []
    beside: list[Half] = []
    for number in range(1, rounds + 1):
        for halves, people in ((without, 0), (beside, PEOPLE)):
            halves.append(await half(tables, people))
            asked = f"{halves[-1].asked.hints} hints, {halves[-1].asked.analyses} analyses"
            out.print(f"round {number}: {people} people who ask: {_told(halves[-1:])}; {asked}", markup=False)
    out.print(f"all rounds, nobody else: {_told(without)}", markup=False)
    out.print(f"all rounds, beside {PEOPLE} people who ask: {_told(beside)}", markup=False)
    for name, share in SHARES.items():
        ratios = [
            quantile_ms(one.answers, share) / quantile_ms(other.answers, share)
            for one, other in zip(beside, without, strict=True)
        ]
        out.print(f"{name}: {spread(ratios)}, by rounds (aim: {AIM} x)", markup=False)


def _told(halves: list[Half]) -> str:
    answers = [took for each in halves for took in each.answers]
    times = ", ".join(f"{name} {quantile_ms(answers, share):.1f} ms" for name, share in SHARES.items())
    return f"{len(answers)} answers of bots, {times}"
