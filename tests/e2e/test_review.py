"""A finished game is reviewed: what was wrong is said, and each moment can be tried again until it is found."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.person import make_table, sit_down, type_move
from tests.e2e.test_access import check

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
# Blue can take a fourth tower at once; if it does not, Yellow can.
WIN_IN_ONE = {"seats": 2, "to_move": 0, "start": 0, "board": "T.Ty/b.T.T/byTy../y..T.../...T.b/Tbb.b/...."}


def reviewed(page: Page) -> str:
    """The review of a game in which Blue missed a win; returns what would have won."""
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], position=WIN_IN_ONE)
    table = made["table"]["id"]
    for act in ({"type": "play", "seat": 0, "action": "stone a1"}, {"type": "resign", "seat": 1}):
        assert page.request.post(f"/api/tables/{table}/act", data=act).ok
    page.goto(f"/t/{table}/again")
    page.get_by_role("button", name="Find the key moments").click()
    page.locator(".moments li").first.wait_for()
    found = page.request.get(f"/api/tables/{table}/analysis").json()
    return str(next(each["better"] for each in found["moments"] if each["ply"] == 0))


def retry(page: Page) -> Any:
    return page.get_by_role("region", name=re.compile("Find something better|Found"))


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_moment_is_tried_again_until_it_is_found(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    better = reviewed(page)
    moment = page.locator(".moments li").first
    expect(moment).to_contain_text("It lets Yellow win the game")
    expect(moment.get_by_text("Better:")).to_be_hidden()  # who wants to find it is not told
    check(page)
    moment.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Find something better")).to_be_focused()
    expect(retry(page)).to_contain_text("In the game: Blue places a stone on a1.")
    page.locator('[data-cell="a2"]').click()
    page.get_by_role("button", name=re.compile("stone: a2$")).first.click()
    expect(retry(page)).to_contain_text("Not yet: win chance 0 % instead of 100 %.")
    expect(retry(page)).to_contain_text("It lets Yellow win the game")
    check(page)
    what, cell = better.split()
    page.locator(f'[data-cell="{cell}"]').click()
    page.get_by_role("button", name=re.compile(f"{what}: {cell}$")).first.click()
    expect(page.get_by_role("heading", name="Found")).to_be_focused()
    expect(retry(page)).to_contain_text("That is it: win chance 100 %.")
    check(page)
    page.get_by_role("button", name="Back to the review").click()
    expect(page.get_by_role("button", name="Try again").first).to_be_focused()
    expect(page.locator("[data-step]").first).to_be_visible()  # the best line, on the board


def test_by_keys_alone(visitor: Any) -> None:
    page = visitor()
    what, cell = reviewed(page).split()
    page.get_by_role("button", name="Try again").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Find something better")).to_be_focused()
    page.locator("summary", has_text="All moves that can be played").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile(f"{what}: {cell}$")).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Found")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Try again").first).to_be_focused()
    page.get_by_role("button", name="Try again").first.press("Enter")
    page.keyboard.press("Escape")  # who gives up sees what was better
    expect(page.get_by_role("heading", name=re.compile("^Review game"))).to_be_visible()
    page.get_by_text("What was better").first.click()
    expect(page.get_by_text("Better:").first).to_be_visible()


def coached(page: Page) -> None:
    """At a table against a bot, where somebody can win at once and has asked for a coach."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game="siegestones", seats=seats, position=WIN_IN_ONE)
    sit_down(page, made["links"]["watch"])
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Coach: hold back moves that give away").select_option("10")
    check(page)
    page.keyboard.press("Escape")


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_the_coach_warns_and_one_plays_all_the_same(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    coached(page)
    type_move(page, "stone a1")
    held = page.get_by_role("dialog", name="Wait a moment")
    expect(held).to_contain_text("It lets Yellow win the game")
    check(page)
    held.get_by_role("button", name="Think again").click()
    expect(held).to_have_count(0)
    expect(page.get_by_label(re.compile("^a1, empty"))).to_have_count(1)
    type_move(page, "stone a1")
    held.get_by_role("button", name="Play it all the same").press("Enter")
    expect(page.get_by_label(re.compile("^a1, blue stone"))).to_have_count(1)


def test_a_good_move_is_not_held_back_and_with_people_there_is_no_coach(visitor: Any) -> None:
    page = visitor()
    coached(page)
    type_move(page, "stone e6")  # it wins
    expect(page.locator("#over")).to_be_visible()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], position=WIN_IN_ONE)
    sit_down(page, made["links"]["watch"])
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_label("Bots move")).to_be_visible()
    expect(page.get_by_label("Coach: hold back moves that give away")).to_have_count(0)
    page.keyboard.press("Escape")
    type_move(page, "stone a1")
    expect(page.get_by_label(re.compile("^a1, blue stone"))).to_have_count(1)
