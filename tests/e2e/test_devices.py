"""One person on two devices: the games come along by a link, and go again when the device is shut out."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def open_devices(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("My games on other devices").click()


def test_games_come_along_to_a_phone_and_go_again(visitor: Any) -> None:
    home, phone = visitor(), visitor(**PHONE)
    table = make_table(home, game="siegestones", seats=[{"kind": "me"}, {"kind": "bot"}], start=0)["table"]["id"]
    make_table(phone, game="nobles", seats=[{"kind": "me"}, {"kind": "me"}])
    home.goto("/")
    open_devices(home)
    home.get_by_role("button", name="Make a link").click()
    home.get_by_text("QR code for the camera").click()
    expect(home.get_by_role("img", name="QR code: scan it")).to_be_visible()
    check(home)
    link = home.get_by_label("Open this on your other device").input_value()
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Open my games here")).to_be_visible()
    assert "#" not in phone.url
    expect(phone.get_by_text("A game was begun on this device before.")).to_be_visible()
    check(phone)
    phone.get_by_label("What is this device called?").fill("Pocket")
    phone.get_by_role("button", name="Open my games instead").click()
    expect(phone.get_by_role("region", name="My games").locator(f'a[href="/t/{table}"]')).to_have_count(1)
    expect(home.get_by_text("Your games are open on another device now.")).to_be_visible()
    phone.goto(f"/t/{table}")
    expect(phone.get_by_role("button", name="Undo")).to_be_visible()
    home.get_by_role("button", name="Take my games away from: Pocket").click()
    expect(home.get_by_text("Your games are not open there any more: Pocket.")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo")).to_have_count(0)
    phone.goto("/")
    expect(phone.get_by_role("region", name="Public tables")).to_be_visible()
    expect(phone.get_by_role("region", name="My games")).to_have_count(0)


def test_a_link_that_is_not_good_says_so(visitor: Any) -> None:
    page = visitor()
    page.goto("/carry#nothing")
    page.get_by_role("button", name="Open my games").click()
    expect(page.get_by_role("alert").filter(has_text="This link is not good any more")).to_be_visible()
    page.goto("/carry")
    page.reload()
    expect(page.get_by_role("alert").filter(has_text="This link is not whole")).to_be_visible()
    check(page)
