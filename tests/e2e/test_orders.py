"""Standing orders on the page: given in words, played at once, called off with the reason, seen by nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table, sit_down, type_move
from tests.server.test_orders import CHARGE

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def two(host: Page, guest: Page, game: str, **wish: Any) -> None:
    made = make_table(host, game=game, seats=[{"kind": "me"}, {"kind": "open"}], **wish)
    sit_down(host, made["links"]["watch"])
    sit_down(guest, made["links"]["seats"]["1"])


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_charge_is_answered_as_was_ordered_and_a_surprise_is_told(visitor: Any, more: dict[str, Any]) -> None:
    host, guest = visitor(), visitor(**more)
    two(host, guest, "charge", position=CHARGE)
    guest.get_by_role("button", name="Standing orders").click()
    sheet = guest.get_by_role("dialog", name="Standing orders")
    sheet.get_by_label("Which stone").select_option("the one on d4")
    check(guest)
    sheet.get_by_role("button", name="Order this", exact=True).click()
    stands = sheet.get_by_role("region", name="What stands")
    expect(stands).to_contain_text("If my stone on d4 is charged, yield.")
    guest.keyboard.press("Escape")
    expect(guest.get_by_text("1 order of yours stands.")).to_be_visible()
    expect(host.get_by_text("of yours stand")).to_have_count(0)
    type_move(host, "move d2 d4")
    log = host.get_by_role("region", name="What happened")
    expect(log).to_contain_text("Yellow had ordered this beforehand")
    expect(log).to_contain_text("Yellow yields")
    type_move(host, "move c4 b4")
    off = "Called off: If my stone on d4 is charged, yield."
    expect(guest.locator("#content").get_by_text(off)).to_be_visible()
    expect(guest.get_by_test_id("said")).to_contain_text(off)
    check(guest)


def test_a_line_of_moves_is_put_together_with_the_keyboard(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    two(host, guest, "siegestones", start=0)
    guest.get_by_role("button", name="Standing orders").focus()
    guest.keyboard.press("Enter")
    sheet = guest.get_by_role("dialog", name="Standing orders")
    sheet.get_by_label("If Blue").select_option("stone d4")
    sheet.get_by_role("button", name="Add to the line").focus()
    guest.keyboard.press("Enter")
    sheet.get_by_label("I play").select_option("stone e5")
    sheet.get_by_role("button", name="Add to the line").focus()
    guest.keyboard.press("Enter")
    sheet.get_by_role("button", name="Order this line").focus()
    guest.keyboard.press("Enter")
    expect(sheet.get_by_role("region", name="What stands")).to_contain_text("e5")
    check(guest)
    guest.keyboard.press("Escape")
    type_move(host, "stone d4")
    expect(host.get_by_role("region", name="What happened")).to_contain_text("Yellow had ordered this beforehand")
