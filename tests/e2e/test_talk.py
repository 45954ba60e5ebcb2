"""People at a table say something to each other, see and hear it, and need not."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table, sit_down

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def say(page: Page, phrase: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("dialog").get_by_role("button", name=phrase, exact=True).click()


def two(host: Page, guest: Page, game: str = "siegestones") -> None:
    made = make_table(host, game=game, seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_phrase_is_seen_and_heard_by_the_other(visitor: Any, more: dict[str, Any]) -> None:
    host, guest = visitor(), visitor(**more)
    two(host, guest)
    say(host, "Good luck!")
    players = guest.get_by_role("list", name="Players")
    expect(players.get_by_role("listitem").first).to_contain_text("Good luck!")
    expect(guest.get_by_test_id("said")).to_contain_text("says: Good luck!")
    check(guest)
    guest.get_by_role("button", name="Say something").click()
    expect(guest.get_by_role("region", name="What was said")).to_contain_text("Good luck!")
    check(guest)
    guest.get_by_label("Do not show what others say").check()
    expect(guest.get_by_role("region", name="What was said")).to_have_count(0)
    guest.keyboard.press("Escape")
    say(host, "Have fun!")
    expect(host.get_by_role("list", name="Players")).to_contain_text("Have fun!")
    say(guest, "Thank you.")
    expect(host.get_by_role("list", name="Players")).to_contain_text("Thank you.")
    expect(players).to_contain_text("Thank you.")
    expect(players).not_to_contain_text("Have fun!")


def test_against_bots_there_is_nobody_to_talk_to(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "bot"}], start=0)
    sit_down(page, made["links"]["watch"])
    expect(page.get_by_role("button", name="More", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Say something")).to_have_count(0)
