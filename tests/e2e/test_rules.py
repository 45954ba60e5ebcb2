"""The rules of each game open with an overview in pictures, which is printed on two sides of paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from siegeworks.games import OURS

MOST_SIDES = 2
PAPERS = ("A4", "Letter")


def sides(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_the_overview_is_printed_on_two_sides(visitor: Any, game: str) -> None:
    page = visitor()
    page.add_init_script("window.print = () => (window.printed = true)")
    page.goto(f"/rules/{game}")
    opening, rest = page.locator(".opening"), page.locator(".numbered")
    for heading in ("On one page", "What you do", "How you win"):
        expect(opening.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(rest.get_by_role("heading", name="The numbered rules")).to_have_count(1)
    pictures = opening.locator("img")
    assert pictures.count() >= 2
    for picture in pictures.all():
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
    for paper in PAPERS:
        page.get_by_role("button", name="Print the overview").click()
        assert page.evaluate("window.printed")
        assert 1 <= sides(page.pdf(format=paper)) <= MOST_SIDES, paper  # and then the whole page is there again


def test_all_the_rules_are_printed_after_the_overview(visitor: Any) -> None:
    page = visitor()
    page.goto("/rules/siegestones")
    expect(page.locator(".opening img").first).to_have_js_property("complete", True)
    assert sides(page.pdf(format="A4")) > MOST_SIDES
    expect(page.get_by_role("navigation", name="Contents")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Contents")).to_be_hidden()
    expect(page.get_by_role("button", name="Print the overview")).to_be_hidden()
