"""The page's one channel in a real browser: lost answers, servers that restart, and sockets that are blocked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import Server
from tests.e2e.person import make_table, play_on, sit_down, type_move

BLOCKED = """window.WebSocket = class {
  static OPEN = 1;
  readyState = 3;
  constructor() { setTimeout(() => this.onclose?.(), 20); }
  close() {}
};"""
"""No socket ever opens, as behind a proxy that lets none through."""
STUCK = BLOCKED.replace("readyState = 3", "readyState = 0").replace("setTimeout(() => this.onclose?.(), 20);", "")
"""No socket opens, and none says so."""
LIVE = "**/api/tables/*/live*"
PLACED = "Blue places a stone on d4."


class Wire:
    """Stands between a page and the server; the answer to the first move is lost, and the connection with it."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.lost: str | None = None
        page.route_web_socket(LIVE, self._join)

    def _join(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            there.send(message)

        def pass_back(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "answer" and self.lost is None:
                self.lost = told["action_id"]
                here.close()
                there.close()
            elif not (told["type"] == "update" and self.lost is None):  # what the act changed is lost with its answer
                here.send(message)

        here.on_message(pass_on)
        there.on_message(pass_back)

    def plays(self) -> list[dict[str, Any]]:
        return [each for each in self.sent if each["type"] == "play"]


def alone(page: Page) -> str:
    """A table for two on one screen; its id."""
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    return str(made["table"]["id"])


def actions(page: Page, table: str) -> list[str]:
    seats = page.request.get(f"/api/tables/{table}").json()["seats"]
    return [line["action"] for line in seats["0"]["log"] if isinstance(line["seat"], int)]


def test_a_move_whose_answer_is_lost_is_played_once(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    wire = Wire(page)
    table = alone(page)
    type_move(page, "stone d4")
    expect(page.locator(".log li > p", has_text=PLACED)).to_have_count(1)
    type_move(page, "stone e5")
    expect(page.locator(".log")).to_contain_text("Yellow places a stone on e5.")
    assert actions(page, table) == ["stone d4", "stone e5"]
    names = [each["action_id"] for each in wire.plays()]
    assert names[0] == names[1] == wire.lost
    assert len(names) == 3
    expect(page.locator(".bar .complaint")).to_have_count(0)


def test_a_seat_is_kept_though_the_answer_to_taking_it_is_lost(visitor: Any) -> None:
    """The cookie of somebody new would have come with that answer."""
    host, guest = visitor(), visitor()
    made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    joins: list[Route] = []

    def lose_the_first(route: Route) -> None:
        joins.append(route)
        if len(joins) > 1:
            route.continue_()
            return
        asked = route.request
        kept = {name: value for name, value in asked.all_headers().items() if name in ("cookie", "content-type")}
        assert httpx.post(asked.url, content=asked.post_data, headers=kept).status_code == 200
        route.abort()

    guest.route("**/api/tables/*/join", lose_the_first)
    sit_down(guest, made["links"]["seats"]["1"])
    assert list(guest.request.get(f"/api/tables/{made['table']['id']}").json()["seats"]) == ["1"]
    assert len(joins) == 2


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    house = Server(tmp_path)
    house.start()
    yield house
    house.stop()


def test_a_move_made_while_the_server_is_away_is_played_once_when_it_is_back(visitor: Any, mortal: Server) -> None:
    page = visitor(base_url=mortal.url)
    table = alone(page)
    type_move(page, "stone d4")
    expect(page.locator(".log")).to_contain_text(PLACED)
    mortal.stop(kill=True)
    expect(page.locator(".lost")).to_be_visible()
    type_move(page, "stone e5")
    mortal.start()
    expect(page.locator(".log")).to_contain_text("Yellow places a stone on e5.")
    expect(page.locator(".lost")).to_have_count(0)
    assert actions(page, table) == ["stone d4", "stone e5"]


@pytest.mark.parametrize("script", [BLOCKED, STUCK], ids=["blocked", "stuck"])
def test_without_sockets_a_game_is_played_by_http(visitor: Any, script: str) -> None:
    """Two people to the end, one of them without sockets; questions, refusals and offers too."""
    host, guest = visitor(), visitor()
    guest.add_init_script(script)
    asked: list[str] = []
    guest.on("request", lambda sent: asked.append(f"{sent.method} {sent.url.split('/api', 1)[-1].split('?')[0]}"))
    made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    table = made["table"]["id"]
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])
    type_move(host, "stone d4")
    expect(guest.locator(".bar .headline")).to_have_text("Place a stone or a tower.")
    type_move(guest, "stone d4")
    expect(guest.locator(".bar .complaint")).to_contain_text("d4 already holds a blue stone")
    host.get_by_role("button", name="More").click()
    host.get_by_role("button", name="Offer a draw").click()
    guest.get_by_role("button", name="Decline").click()
    expect(host.get_by_test_id("said")).to_contain_text("Your offer of a draw was declined.")
    play_on([host, guest], seed=6)
    said = [page.locator("[aria-labelledby=over] .says").inner_text() for page in (host, guest)]
    assert said[0] == said[1]
    assert f"POST /tables/{table}/act" in asked
    expect(guest.locator(".lost")).to_have_count(0)


def test_a_click_and_a_confirmation_are_one_preview_and_one_move(visitor: Any) -> None:
    """What docs/protocol.md says the page sends."""
    page = visitor()
    page.goto("/")
    sent: list[dict[str, Any]] = []
    posted: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    page.on("request", lambda asked: posted.append(asked.url) if asked.url.endswith("/act") else None)
    alone(page)
    for _ in range(2):
        page.get_by_label("d4, empty").click()
        page.locator(".bar").get_by_role("button", name="Confirm").wait_for()
        page.keyboard.press("Escape")
    page.get_by_label("d4, empty").click()
    page.locator(".bar").get_by_role("button", name="Confirm").click()
    expect(page.locator(".log")).to_contain_text(PLACED)
    assert [each["type"] for each in sent] == ["preview", "play"]
    preview, play = sent
    assert set(preview) == {"type", "seat", "action", "action_id"}
    assert set(play) == {"type", "seat", "action", "seq", "action_id"}
    assert posted == []
