"""Hearing of one's turns: asked for in the settings, agreed to and stopped by the links in messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from siegeworks.server.notices.mail import STOP
from siegeworks.server.people import Identities, server_secret
from tests.e2e.conftest import Server
from tests.e2e.robot import Robot
from tests.server.notices import ADA, PostOffice

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def check(page: Page) -> None:
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{look}: {found.generate_report()}"


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with PostOffice() as found:
        yield found


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Server]:
    house = Server(tmp_path_factory.mktemp("mailing"), "--smtp", office.url, "--mail-from", "games@example.org")
    house.arguments = (*house.arguments, "--origin", house.url)
    house.start()
    yield house
    house.stop()


def open_notices(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Hear of my turns").click()


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_an_address_is_asked_confirmed_and_stopped(
    visitor: Any, mailing: Server, office: PostOffice, more: dict[str, Any]
) -> None:
    page, mailbox = visitor(base_url=mailing.url, **more), visitor(base_url=mailing.url)
    open_notices(page)
    address = f"{len(more)}{ADA}"
    page.get_by_label("By e-mail, to this address").fill(address)
    page.get_by_role("button", name="Send me e-mail").click()
    expect(page.get_by_text("Nothing is sent here before you open the link")).to_be_visible()
    check(page)
    link = re.search(r"http\S+/confirm#\S+", office.take().get_content())
    assert link is not None
    mailbox.goto(link[0])
    expect(mailbox.get_by_role("heading", name="Hear of your turns")).to_be_visible()
    assert "#" not in mailbox.url
    check(mailbox)
    mailbox.get_by_role("button", name="Yes, send me messages").click()
    expect(mailbox.get_by_text("Done. You will be told here")).to_be_visible()
    open_notices(page)
    expect(page.get_by_text(address)).to_be_visible()
    expect(page.get_by_text("Nothing is sent here before")).to_have_count(0)
    page.get_by_label("Quiet hours").check()
    expect(page.get_by_text("Nothing is sent from 22:00 to 08:00.")).to_be_visible()
    page.get_by_label("To", exact=True).fill("07:30")
    expect(page.get_by_text("Nothing is sent from 22:00 to 07:30.")).to_be_visible()
    check(page)
    quiet = page.request.get("/api/me/notices").json()["quiet"]
    assert (quiet["begins"], quiet["ends"]) == (22 * 60, 7 * 60 + 30)
    channel = page.request.get("/api/me/notices").json()["channels"][0]["channel"]
    mailbox.goto(f"/api/notices/stop/{Identities(server_secret(mailing.folder)).signed(STOP, channel)}")
    expect(mailbox.get_by_role("heading", name="No more messages")).to_be_visible()
    check(mailbox)
    mailbox.get_by_role("button", name="Send me no more messages").click()
    expect(mailbox.get_by_text("Done. Nothing more is sent here.")).to_be_visible()
    open_notices(page)
    expect(page.get_by_label("By e-mail, to this address")).to_be_visible()
    expect(page.get_by_text(address)).to_have_count(0)


def test_a_link_that_is_not_whole_says_so(visitor: Any, mailing: Server) -> None:
    page = visitor(base_url=mailing.url)
    page.goto("/confirm#nothing")
    page.get_by_role("button", name="Yes, send me messages").click()
    expect(page.get_by_role("alert").filter(has_text="This link is not good any more.")).to_be_visible()
    page.goto("/stop")
    page.reload()
    expect(page.get_by_role("alert").filter(has_text="This link is not whole")).to_be_visible()


def test_it_works_by_keys_alone(visitor: Any, mailing: Server, office: PostOffice) -> None:
    page = visitor(base_url=mailing.url)
    page.goto("/")
    robot = Robot(page, seed=1)
    robot.walk_and_press("button", "Settings")
    page.get_by_text("Hear of my turns").focus()
    page.keyboard.press("Enter")
    page.get_by_label("By e-mail, to this address").wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_label("By e-mail, to this address")).to_be_focused()
    page.keyboard.type("keys@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A message is on its way to keys@example.org.")).to_be_visible()
    assert office.take()["To"] == "keys@example.org"
    robot.walk_and_press("button", "Remove keys@example.org")
    expect(page.get_by_text("You will hear nothing more at keys@example.org.")).to_be_visible()


def test_where_nothing_can_be_sent_the_page_says_so(visitor: Any) -> None:
    page = visitor()
    open_notices(page)
    expect(page.get_by_text("This server sends no e-mail.")).to_be_visible()
    check(page)
