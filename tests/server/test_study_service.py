"""Engines beside studies: served in turn, each person as often as any other, and no bot at a table waits for them."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.bots.simple import RandomBot
from siegeworks.server.thinkers import Thinkers
from tests.matches import played
from tests.server.house import PATIENCE_S, House, Person, wait_for

PEOPLE = 5
FIRST, MOST = 10, 80


class Engine:
    """Stands for the search: it notes who is served, and goes on only when all others wait for their next turn."""

    def __init__(self) -> None:
        self.may_begin = threading.Event()
        self.is_busy = threading.Event()
        self.served: list[tuple[int, int]] = []
        """The study, by how long its match is, and how many simulations were asked for."""
        self.house: House | None = None

    def look(self, match: Match, count: int, eyes: int | None) -> tuple[dict[str, Any], float]:
        assert self.house is not None
        lines = self.house.inside.thinkers.lines
        self.is_busy.set()
        assert self.may_begin.wait(PATIENCE_S)
        wait_for(lambda: count == MOST or lines.asked == PEOPLE)
        self.served.append((match.ply, count))
        return {"seat": 0, "simulations": count, "values": [], "proven": None, "lines": []}, 0.0


def watch(person: Person, line: int, heard: list[int]) -> None:
    study = person.call("POST", "/studies", json={"record": played(lines=line).record()}).json()["id"]
    answer = person.call("GET", f"/studies/{study}/nodes/{line}/engine")
    heard.extend(json.loads(each)["simulations"] for each in answer.text.splitlines())


def test_all_who_study_are_served_in_turn_and_a_bot_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine()
    monkeypatch.setattr("siegeworks.server.boards.lines_at", engine.look)
    monkeypatch.setattr("siegeworks.server.boards.FIRST_SIMULATIONS", FIRST)
    monkeypatch.setattr("siegeworks.server.boards.MOST_SIMULATIONS", MOST)
    thinkers = Thinkers(lambda game, name: RandomBot(game), limit_s=10 * PATIENCE_S)
    with House(tmp_path, thinkers=thinkers) as engine.house:
        house = engine.house
        heard: dict[int, list[int]] = {line: [] for line in range(4, 4 + PEOPLE)}
        people = [threading.Thread(target=watch, args=(house.person(), *each)) for each in heard.items()]
        for each in people:
            each.start()
        assert engine.is_busy.wait(PATIENCE_S)
        wait_for(lambda: thinkers.lines.asked == PEOPLE)
        ada = house.person()
        table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
        ada.play(table, 0, "stone d4")
        wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
        assert engine.served == []
        engine.may_begin.set()
        for each in people:
            each.join(PATIENCE_S)
    order = [line for line, _ in engine.served[:PEOPLE]]
    counts = [FIRST, 2 * FIRST, 4 * FIRST, MOST]
    assert sorted(order) == sorted(heard)
    assert engine.served == [(line, count) for count in counts for line in order]
    assert list(heard.values()) == [counts] * PEOPLE
