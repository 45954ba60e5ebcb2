"""My games in a real browser: they are put away and come back, and results are counted; by mouse, keys and phone."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table
from tests.e2e.robot import Robot

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOOKS = [{}, PHONE, {"color_scheme": "dark"}]


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def make(page: Page, *kinds: str, is_over: bool = False) -> str:
    made = make_table(page, game="siegestones", seats=[{"kind": kind} for kind in kinds], start=0)
    table = str(made["table"]["id"])
    if is_over:
        assert page.request.post(f"/api/tables/{table}/act", data={"type": "resign", "seat": 0}).ok
    return table


@pytest.mark.parametrize("look", LOOKS, ids=["desktop", "phone", "dark"])
def test_games_are_put_away_and_come_back(visitor: Any, look: dict[str, Any]) -> None:
    page = visitor(**look)
    running, over = make(page, "me", "me"), make(page, "me", "bot", is_over=True)
    page.goto("/")
    page.get_by_role("region", name="My games").get_by_role("link", name="All my games").click()
    expect(page.get_by_role("heading", level=1, name="My games")).to_be_visible()
    here = page.get_by_role("region")
    expect(here.locator(f'a[href="/t/{running}"]')).to_be_visible()
    check(page)
    page.get_by_role("button", name="Archive SiegeStones").click()
    expect(page.get_by_text("No game is going on.")).to_be_visible()
    page.get_by_role("link", name="Finished").click()
    expect(here.locator(f'a[href="/t/{over}/again"]')).to_be_visible()
    page.get_by_role("button", name="Archive SiegeStones").click()
    page.get_by_role("link", name="Archive").click()
    expect(page.get_by_role("button", name="Bring back SiegeStones")).to_have_count(2)
    check(page)
    page.get_by_role("button", name="Bring back SiegeStones").first.click()
    expect(page.get_by_role("button", name="Bring back SiegeStones")).to_have_count(1)
    page.get_by_role("link", name="Going on").click()
    expect(here.locator(f'a[href="/t/{running}"]')).to_be_visible()
    page.reload()
    expect(here.locator(f'a[href="/t/{running}"]')).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=["desktop", "phone", "dark"])
def test_results_are_counted_and_read_as_a_table(visitor: Any, look: dict[str, Any]) -> None:
    page = visitor(**look)
    page.goto("/mine?list=results")
    expect(page.get_by_text("Your results will be listed here once a game is finished.")).to_be_visible()
    check(page)
    for _ in range(2):
        make(page, "me", "bot", is_over=True)
    page.reload()
    table = page.get_by_role("table", name="SiegeStones, 2 players")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("row").nth(1)).to_have_text("All games002")
    check(page)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_keys_alone_put_a_game_away(visitor: Any) -> None:
    page = visitor()
    make(page, "me", "me")
    page.goto("/mine")
    page.get_by_role("button", name="Archive SiegeStones").wait_for()
    robot = Robot(page, seed=1)
    robot.walk_and_press("button", "Archive SiegeStones")
    expect(page.get_by_test_id("said")).to_have_text("The game is in your archive.")
    robot.walk_and_press("link", "Archive")
    page.get_by_role("button", name="Bring back SiegeStones").wait_for()
    robot.walk_and_press("button", "Bring back SiegeStones")
    expect(page.get_by_text("Nothing is in the archive.")).to_be_visible()
