"""The tab says how many tables wait: in its title, by its icon, and by the badge of an installed page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.person import make_table, sit_down

BADGE = """window.badges = [];
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };"""


def play(page: Page, table: str, seat: int, action: str) -> None:
    answer = page.request.post(f"/api/tables/{table}/act", data={"type": "play", "seat": seat, "action": action})
    assert answer.ok, answer.text()


def test_the_tab_counts_the_tables_that_wait(visitor: Any) -> None:
    ada, ben = visitor(), visitor()
    ada.add_init_script(BADGE)
    ada.clock.install()
    tables = []
    for _ in range(2):
        made = make_table(ada, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=1)
        sit_down(ben, made["links"]["seats"]["1"])
        tables.append(made["table"]["id"])
    make_table(ada, game="siegestones", seats=[{"kind": "me"}, {"kind": "bot"}], start=0)
    ada.goto("/")
    expect(ada).to_have_title("Siegeworks")
    for waits, table in enumerate(tables, 1):
        play(ben, table, 1, "stone d4")
        ada.clock.run_for(61_000)
        expect(ada).to_have_title(f"({waits}) Siegeworks")
    expect(ada.locator("link[rel=icon]")).to_have_attribute("href", "/icon-waiting.svg")
    assert ada.request.get("/icon-waiting.svg").ok
    assert ada.evaluate("window.badges.at(-1)") == 2
    ada.get_by_role("link", name="Learn", exact=True).first.click()
    expect(ada).to_have_title(re.compile(r"^\(2\) Learn.* · Siegeworks$"))
    for waits, table in reversed(list(enumerate(tables))):
        sit_down(ada, f"/t/{table}")
        play(ada, table, 0, "stone e5")
        expect(ada.get_by_text("Blue places a stone on e5.").first).to_be_attached()
        ada.goto("/rules")
        expect(ada).to_have_title("Rules · Siegeworks" if waits == 0 else "(1) Rules · Siegeworks")
    expect(ada.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    assert ada.evaluate("window.badges.at(-1)") == 0
