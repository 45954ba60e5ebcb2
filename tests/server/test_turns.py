"""A bot's private steps are stored together, and how long they take tells nothing of how many there were."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.bots import NOTHING_SAID, Candidate, Thought
from siegeworks.core.step import list_legal
from siegeworks.games import GAMES, Game
from siegeworks.sentences import render
from siegeworks.server import peers
from siegeworks.server.clocks import Ticks
from siegeworks.server.pools import Stuck
from siegeworks.server.store import Event
from siegeworks.server.table import Table, is_unseen
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.turns import LEAST_PRIVATE_S, PRIVATE_PAUSES, Turn, Turns, defaults, has_private_steps
from tests.server.house import House, ask_store, wait_for

PAUSE_S = 0.3
STEP_S = 0.07
Pick = Callable[[list[str]], str]


def winters(count: int) -> list[Table]:
    """Tables of Siege at which a bot's Winter begins, with ever more cards in hand and city."""
    found: list[Table] = []
    for seed in range(1_000):
        setup = {
            "game": "siege",
            "version": 1,
            "options": {"max_years": 3},
            "seed": f"{seed:064x}",
            "public": False,
            "seats": [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 1}],
        }
        table, dice = Table(Event("t", 0, 0, 0, "made", setup)), random.Random(seed)
        while table.match.result is None and table.match.position()["phase"] != "recall":
            table.match.play(dice.choice(table.match.legal()))
        if table.match.result is None:
            found.append(table)
        if len(found) == count:
            return found
    raise AssertionError("there are too few Winters")


class Bench:
    """Bots that think for a fixed time about every choice, by a clock of their own."""

    def __init__(self, pick: Pick, step_s: float = STEP_S) -> None:
        self.now = 0.0
        self.choices = 0
        self.pick = pick
        self._step_s = step_s

    async def choose(self, game: Game, level: int, view: Any, asker: str = "") -> tuple[int, None]:
        self.now += self._step_s
        self.choices += 1
        return self._number(game, view), None

    def _number(self, game: Game, view: Any) -> int:
        numbers = np.zeros(game.rules.ACTIONS, np.int64)
        count = list_legal(view, 0, numbers)
        names = [game.words.ACTION_NAMES[number] for number in numbers[:count]]
        return game.action_numbers[self.pick(names)]

    async def pretend(self, *given: Any) -> None:
        self.now += self._step_s

    async def wait_for_code(self, *given: Any) -> None:
        """It is there."""

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def turns(self, pause_s: float = PAUSE_S) -> Turns:
        return Turns(self, self, pause_s, lambda: self.now, self.sleep)  # type: ignore[arg-type]


def taken(bench: Bench, turns: Turns, table: Table) -> tuple[Turn, float]:
    """A turn, and how long it took."""
    began = bench.now
    turn = asyncio.run(turns.of(table, int(table.match.state.to_move)))
    return turn, bench.now - began


def eager(names: list[str]) -> str:
    """Does whatever can be done before it is done."""
    return names[0]


def idle(names: list[str]) -> str:
    """Does as little as can be."""
    return "done" if "done" in names else names[0]


@pytest.mark.parametrize("pause_s", [PAUSE_S, 0.0])
def test_a_winter_takes_as_long_whatever_was_done(pause_s: float) -> None:
    dice, steps, times = random.Random(1), set(), set()
    picks: tuple[Pick, ...] = (dice.choice, eager, idle)
    bench = Bench(eager, step_s=0.001)
    turns = bench.turns(pause_s)
    for number, table in enumerate(winters(12)):
        bench.pick = picks[number % 3]
        turn, seconds = taken(bench, turns, table)
        assert_whole(table, turn)
        steps.add(len(turn.actions))
        times.add(round(seconds, 6))
    assert len(steps) > 4
    assert times == {max(PRIVATE_PAUSES * pause_s, LEAST_PRIVATE_S)}


def test_slow_bots_take_as_long_as_the_slowest_of_the_last_winters() -> None:
    bench = Bench(eager, step_s=0.5)
    turns, (first, *others) = bench.turns(), winters(8)
    _, longest = taken(bench, turns, first)
    assert longest > PRIVATE_PAUSES * PAUSE_S
    bench.pick = idle
    times = {round(taken(bench, turns, table)[1], 6) for table in others}
    assert times == {round(longest, 6)}


def assert_whole(table: Table, turn: Turn) -> None:
    """All private steps, and the one that others see."""
    trial = table.match.copy()
    for action in turn.actions[:-1]:
        assert is_unseen(trial, action)
        trial.play(action)
    assert not is_unseen(trial, turn.actions[-1])
    trial.play(turn.actions[-1])


def test_a_bot_that_fails_in_its_winter_is_replaced_to_its_end() -> None:
    (table,) = winters(1)

    class Fails(Bench):
        async def choose(self, *given: Any, **named: Any) -> tuple[int, None]:
            if self.choices == 2:
                raise Stuck("The bot failed.")
            return await super().choose(*given, **named)

    bench = Fails(eager)
    turn, _ = taken(bench, bench.turns(), table)
    assert_whole(table, turn)
    assert turn.note is not None
    assert render(turn.note).startswith("The bot failed. So the clock's move was played for")


@pytest.mark.parametrize("game", ["siegestones", "siege"])
def test_a_bot_that_fails_when_its_match_is_over_is_replaced_as_if_it_were_not(game: str) -> None:
    """Whoever plays against it may resign while it thinks."""
    table = winters(1)[0] if game == "siege" else opened(game)
    default = defaults(table.match)

    class Fails(Bench):
        async def choose(self, *given: Any, **named: Any) -> tuple[int, None]:
            table.match.resign(1 - int(table.match.state.to_move))
            raise Stuck("bot-too-slow")

    bench = Fails(eager)
    turn, _ = taken(bench, bench.turns(), table)
    assert turn.actions == default
    assert turn.note is not None
    assert table.is_over


def opened(game: str) -> Table:
    """A table of two bots."""
    seats = [{"kind": "bot", "level": 1}] * 2
    setup = {"game": game, "version": 1, "options": {}, "seed": f"{0:064x}", "public": False, "seats": seats}
    return Table(Event("t", 0, 0, 0, "made", setup))


def test_a_clock_plays_a_whole_winter() -> None:
    (table,) = winters(1)
    assert has_private_steps(table.match)
    assert_whole(table, Turn(defaults(table.match)))


def test_where_nothing_is_private_a_turn_is_one_action() -> None:
    match = Match.new("siege", 2, seed=1)
    assert not has_private_steps(match)
    assert defaults(match) == [match.default()]


class Listed:
    """A bot that plays the first action it may: nothing is compiled for it."""

    name = "listed"
    simulations = 0

    def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Thought]:
        numbers = np.zeros(GAMES["siege"].rules.ACTIONS, np.int64)
        list_legal(view, 0, numbers)
        action = int(numbers[0])
        return action, Thought(0, (Candidate(action, 1, 0.5, 1.0),), 0.5, (action,), 1, 0.0, None, NOTHING_SAID)


def test_a_bots_winter_is_one_event(tmp_path: Path) -> None:
    with House(tmp_path, thinkers=Thinkers(lambda game, name: Listed())) as house:
        ada = house.person()
        table = ada.make("siege", "1", "1", options={"max_years": 1})["table"]["id"]
        wait_for(lambda: ada.sync(table)["table"]["over"])
        stored = house.call(house.inside.store.load(table))
        assert stored is not None
        told = Table(stored.events[0])
        for event in stored.events[1:]:
            told.apply(event)
        assert told.private == []
        assert any(len(event.data.get("actions", ())) >= 3 for event in stored.events)


# What nobody foresaw


class Failing:
    """The turns of a house's bots, of which the first ones fail in a way nobody foresaw."""

    def __init__(self, house: House, times: int) -> None:
        self.asked_at: list[float] = []
        self._of, self._times = house.inside.turns.of, times
        house.inside.turns.of = self  # type: ignore[method-assign]

    async def __call__(self, table: Table, seat: int) -> Turn:
        self.asked_at.append(time.monotonic())
        if len(self.asked_at) <= self._times:
            raise ValueError("unforeseen")
        return await self._of(table, seat)


def test_a_turn_that_fails_in_a_way_nobody_foresaw_is_tried_again_after_ever_longer_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It was taken again at once, for ever, by whichever process was free."""
    monkeypatch.setattr(peers, "AGAIN_MS", 40)
    with House(tmp_path, ticks=Ticks()) as house:
        failing = Failing(house, 3)
        ada = house.person()
        table = ada.make("siegestones", "me", "1", start=1)["table"]["id"]
        wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
        waits = [after - before for before, after in pairwise(failing.asked_at)]
        assert [wait > 0.9 * 0.04 * 2**tries for tries, wait in enumerate(waits)] == [True] * 3
    assert [record.exc_info is not None for record in caplog.records] == [True] * 3


def test_a_turn_that_fails_again_and_again_is_given_up_and_that_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(peers, "AGAIN_MS", 10)
    monkeypatch.setattr(peers, "MOST_TRIES", 2)
    with House(tmp_path, ticks=Ticks()) as house:
        failing = Failing(house, 3)
        ada = house.person()
        table = ada.make("siegestones", "me", "1", start=1)["table"]["id"]
        wait_for(lambda: [line for line in caplog.messages if "too often" in line and table in line])
        wait_for(lambda: ask_store(tmp_path, "SELECT COUNT(*) FROM jobs")[0][0] == 0)
        assert len(failing.asked_at) == 3
        assert ada.act(table, "resign", 0)["type"] == "answer"
