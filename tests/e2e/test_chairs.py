"""The host sees to the seats: a bot's for a person, somebody sent away, the chair handed on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table, sit_down

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
both = pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def change(page: Page, seat: int) -> None:
    """The dialog about a seat: beside it, or on a phone in the menu."""
    size = page.viewport_size
    if size is not None and size["width"] == PHONE["viewport"]["width"]:
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="The seat of").click()
    else:
        seats = page.get_by_role("list", name="Players").get_by_role("listitem")
        seats.nth(seat).get_by_role("button", name="The seat of").click()


@both
def test_the_seat_of_a_bot_is_opened_and_taken_by_link(visitor: Any, more: dict[str, Any]) -> None:
    host, guest = visitor(**more), visitor(**more)
    made = make_table(host, game="siege", seats=[{"kind": "me"}, {"kind": "bot", "level": 1}], start=0)
    sit_down(host, made["links"]["watch"])
    change(host, 1)
    expect(host.get_by_role("dialog")).to_be_visible()
    check(host)
    host.get_by_role("button", name="Open the seat for a person").click()
    link = host.get_by_role("dialog").get_by_role("textbox").first
    expect(link).to_have_value(re.compile("key="))
    check(host)
    sit_down(guest, link.input_value())
    expect(guest.get_by_role("list", name="Players").get_by_role("listitem").nth(1)).to_contain_text("you")
    host.keyboard.press("Escape")
    expect(host.get_by_role("list", name="Players").get_by_role("listitem").nth(1)).not_to_contain_text("free seat")


@both
def test_somebody_is_sent_away_and_only_watches(visitor: Any, more: dict[str, Any]) -> None:
    host, guest = visitor(**more), visitor(**more)
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = make_table(host, game="siegestones", seats=seats, start=0, public=True)
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])
    change(host, 1)
    host.get_by_role("button", name="Send away").click()
    host.get_by_label("They may not come back to this table").check()
    check(host)
    host.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(guest.get_by_test_id("said")).to_contain_text("sent")
    expect(guest.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(guest.get_by_role("list", name="Players").get_by_role("listitem").nth(1)).to_contain_text("free seat")
    check(guest)


def test_the_chair_is_handed_on(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0)
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])
    change(host, 1)
    host.get_by_role("button", name="Make them the host").click()
    players = guest.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players.first.get_by_role("button", name="The seat of")).to_be_visible()
    expect(host.get_by_role("list", name="Players").get_by_role("button", name="The seat of")).to_have_count(0)
    expect(players.nth(1)).to_contain_text("host")
    check(guest)
