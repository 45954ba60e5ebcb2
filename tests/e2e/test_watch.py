"""The list of running games, and how many watch one."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.person import make_table, sit_down

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_running_game_is_found_and_watched_and_the_players_see_how_many_watch(
    visitor: Any, more: dict[str, Any]
) -> None:
    host, watcher = visitor(), visitor(**more)
    made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0, public=True)
    sit_down(host, made["links"]["watch"])
    watcher.goto("/")
    watcher.get_by_role("link", name="Watch games").click()
    expect(watcher.get_by_role("heading", level=1)).to_have_text("Watch games")
    line = watcher.get_by_role("listitem").filter(has=watcher.locator(f'a[href="/t/{made["table"]["id"]}"]'))
    expect(line).to_contain_text("just begun")
    found = Axe().run(watcher)
    assert found.violations_count == 0, found.generate_report()
    line.get_by_role("link", name="Watch").click()
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    expect(host.get_by_text("1 person watches.")).to_be_visible()
    found = Axe().run(host)
    assert found.violations_count == 0, found.generate_report()
