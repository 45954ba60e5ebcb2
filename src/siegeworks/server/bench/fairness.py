"""How soon bots answer while many people ask for hints and analyses, or study with an engine, beside without them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

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
    searches: Counter[int] = field(default_factory=Counter)
    """[person] what the engine beside a study told of."""

    def told(self) -> str:
        if not self.searches:
            return f"{self.hints} hints, {self.analyses} analyses"
        each = [self.searches[number] for number in range(PEOPLE)]
        return f"{sum(each)} searches of engines, each person {min(each)} to {max(each)}"


@dataclass
class Part:
    """A part of a round: how long answers took, and what others asked for meanwhile."""

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


async def study(site: Site, me: Headers, number: int, asked: Asked) -> None:
    """Go through a match on an analysis board, with the engine on until it has looked far enough at each line."""
    made = (await site.web.post("/studies", json={"record": finished(number)}, headers=me)).json()
    check(made)
    told = (await site.web.get(f"/studies/{made['id']}", headers=me)).json()
    lines = [each["parent"] for each in told["nodes"] if isinstance(each["seat"], int)]
    for node in itertools.cycle(lines):
        async with site.web.stream("GET", f"/studies/{made['id']}/nodes/{node}/engine", headers=me) as engine:
            async for _ in engine.aiter_lines():
                asked.searches[number] += 1


Crowd = Callable[[Site, Headers, int, Asked], list[Coroutine[Any, Any, None]]]


def askers(site: Site, me: Headers, number: int, asked: Asked) -> list[Coroutine[Any, Any, None]]:
    """What each does of those who ask for hints and analyses."""
    return [ask_for_hints(site, me, asked), look_back(site, me, finished(number), asked)]


def students(site: Site, me: Headers, number: int, asked: Asked) -> list[Coroutine[Any, Any, None]]:
    """What each does of those who study."""
    return [study(site, me, number, asked)]


def nobody(site: Site, me: Headers, number: int, asked: Asked) -> list[Coroutine[Any, Any, None]]:
    """They are there, and want nothing."""
    return []


CROWDS: dict[str, Crowd] = {
    "nobody else": nobody,
    "beside {people} people who ask": askers,
    "beside {people} people who study": students,
}
"""Who else is there, in the parts of a round."""


@contextlib.asynccontextmanager
async def crowded(site: Site, crowd: Crowd, asked: Asked) -> AsyncIterator[None]:
    """Meanwhile so many people are busy with that."""
    async with asyncio.TaskGroup() as group:
        tasks = []
        for number in range(PEOPLE):
            me = await site.person()
            tasks += [group.create_task(work) for work in crowd(site, me, number, asked)]
        yield
        for task in tasks:
            task.cancel()


async def part(tables: int, crowd: Crowd) -> Part:
    """A server of its own: what the last part left in its queues is gone."""
    with tempfile.TemporaryDirectory() as folder, serving(lambda: House(folder, *AS_SOON)) as (house,):
        await house.ready()
        players = [AgainstBot(house, seed=number) for number in range(tables)]
        found = Part([])
        async with crowded(house, crowd, found.asked):
            for seconds in (BEGIN_S, ROUND_S):  # the first answers are not counted: much is loaded late
                found.asked.hints = found.asked.analyses = 0
                found.asked.searches.clear()
                until = time.monotonic() + seconds
                each = await asyncio.gather(*(player.answers(until) for player in players))
                found.answers = [took for answers in each for took in answers]
        for player in players:
            await player.close()
        await house.close()
    return found


async def compare(tables: int, rounds: int, out: Console) -> None:
    """Rounds without and with people who want much, in turn."""
    found: dict[str, list[Part]] = {name.format(people=PEOPLE): [] for name in CROWDS}
    for number in range(1, rounds + 1):
        for parts, (name, crowd) in zip(found.values(), CROWDS.items(), strict=True):
            parts.append(await part(tables, crowd))
            told = f"{_told(parts[-1:])}; {parts[-1].asked.told()}"
            out.print(f"round {number}: {name.format(people=PEOPLE)}: {told}", markup=False)
    for name, parts in found.items():
        out.print(f"all rounds, {name}: {_told(parts)}", markup=False)
    (_, without), *others = found.items()
    for who, beside in others:
        for name, share in SHARES.items():
            ratios = [
                quantile_ms(one.answers, share) / quantile_ms(other.answers, share)
                for one, other in zip(beside, without, strict=True)
            ]
            out.print(f"{who}: {name} {spread(ratios)}, by rounds (aim: {AIM} x)", markup=False)


def _told(parts: list[Part]) -> str:
    answers = [took for each in parts for took in each.answers]
    times = ", ".join(f"{name} {quantile_ms(answers, share):.1f} ms" for name, share in SHARES.items())
    return f"{len(answers)} answers of bots, {times}"
