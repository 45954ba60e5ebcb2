"""My games and open seats in a real browser: what is thrown away is gone, and nothing is left behind."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table

THROW_AWAY = "Remove SiegeStones"


def make(page: Page, *kinds: str) -> str:
    made = make_table(page, game="siegestones", seats=[{"kind": kind} for kind in kinds], start=0)
    return str(made["table"]["id"])


def mine(page: Page) -> list[Any]:
    found: list[Any] = page.request.get("/api/me/tables").json()["tables"]
    return found


def test_a_game_is_thrown_away_after_asking_and_stays_away(visitor: Any) -> None:
    page = visitor()
    for _ in range(2):
        make(page, "me", "me")
    page.goto("/")
    buttons = page.get_by_role("button", name=THROW_AWAY)
    expect(buttons).to_have_count(2)
    buttons.first.click()
    page.get_by_role("button", name="No", exact=True).click()
    assert len(mine(page)) == 2
    buttons.first.click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(buttons).to_have_count(1)
    page.reload()
    expect(buttons).to_have_count(1)
    assert len(mine(page)) == 1


def test_a_long_list_goes_on(visitor: Any) -> None:
    page = visitor()
    for _ in range(21):
        make(page, "me", "me")
    page.goto("/")
    buttons = page.get_by_role("button", name=THROW_AWAY)
    expect(buttons).to_have_count(20)
    page.get_by_role("region", name="My games").get_by_role("button", name="More").click()
    expect(buttons).to_have_count(21)


def test_a_lesson_leaves_no_table_behind(visitor: Any) -> None:
    page = visitor()
    with page.expect_response(lambda answer: answer.request.method == "POST") as made:
        page.goto("/learn/siegestones")
    table = made.value.json()["table"]["id"]
    page.get_by_role("button", name="Show me").wait_for()
    assert mine(page) == []
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.get_by_role("link", name="Rules", exact=True).first.click()
    assert page.request.get(f"/api/tables/{table}").status == 404


def test_the_host_gives_an_open_seat_to_a_bot(visitor: Any) -> None:
    page = visitor()
    page.goto(f"/t/{make(page, 'me', 'open')}")
    button = page.get_by_role("button", name=re.compile("^Give the seat of .* to a bot$"))
    button.click()
    expect(button).to_have_count(0)
    expect(page.get_by_role("list", name="Players")).to_contain_text("Bruno")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_page_is_reached_from_the_header(visitor: Any, width: int) -> None:
    page = visitor(viewport={"width": width, "height": 844})
    page.goto("/")
    header = page.get_by_role("navigation", name="Main")
    for address, words in (("mine", "My games"), ("watch", "Watch"), ("puzzles", "Puzzles"), ("study", "Study")):
        if width < 800 and address != "mine":
            header.get_by_role("button", name="Menu").click()
        header.get_by_role("link", name=words, exact=True).click()
        expect(page).to_have_url(re.compile(f"/{address}$"))
        expect(header.get_by_role("link", name="Rules")).to_have_count(int(width > 800))  # the list closes by itself
    assert page.evaluate("document.documentElement.scrollWidth") <= width
