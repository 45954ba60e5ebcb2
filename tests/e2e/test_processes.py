"""Two people in two browsers while the processes that serve them are replaced, and killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.person import make_table, sit_down, type_move
from tests.server.cluster import QUICK, cluster
from tests.server.house import wait_for
from tests.server.workers import children

MOVES = ["stone d4", "stone e5", "stone c3", "stone e3", "stone b2", "stone f4"]


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Server]:
    with cluster(QUICK) as database:
        house = Server(tmp_path, "--database", database.url(database.new()), "--workers", "2")
        house.start()
        yield house
        house.stop()


class Sockets:
    """The sockets of a page: how many it has had."""

    def __init__(self, page: Page) -> None:
        self.count = 0
        page.on("websocket", self._opened)

    def _opened(self, socket: Any) -> None:
        self.count += 1


def played(page: Page, table: str) -> list[str]:
    """The moves of a table, as any of the processes tells them."""
    told = page.request.get(f"/api/tables/{table}").json()["seats"]["0"]["log"]
    return [line["action"] for line in told if isinstance(line["seat"], int)]


@pytest.mark.slow
def test_no_click_is_lost_while_servers_are_replaced_and_killed(visitor: Any, workers: Server) -> None:
    """Moves are typed at once after each fault, whether or not the page has noticed; each counts once."""
    host, guest = visitor(base_url=workers.url), visitor(base_url=workers.url)
    made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    sockets = Sockets(host)
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])
    assert workers.process is not None
    parent = workers.process.pid
    for number, action in enumerate(MOVES):
        mine, other = (host, guest) if number % 2 == 0 else (guest, host)
        if number in (1, 3):
            before = children(parent)
            os.kill(parent, signal.SIGHUP)
            wait_for(lambda before=before: not before & children(parent))
        elif number == 4:
            for pid in children(parent):
                os.kill(pid, signal.SIGKILL)
        type_move(mine, action)
        cell = action.split()[1]
        for page in (mine, other):
            expect(page.locator(".log")).to_contain_text(f"on {cell}.")
    wait_for(lambda: played(host, made["table"]["id"]) == MOVES)  # a process that was just started hears of it later
    expect(host.locator(".lost")).to_have_count(0)
    assert sockets.count > 1
