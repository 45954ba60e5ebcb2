"""A deal of a game with secrets: played face-up against an opponent who thinks aloud, then face-down."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.person import type_move
from tests.e2e.test_access import check
from tests.e2e.test_study import PHONE


@pytest.mark.parametrize("more", [{}, {**PHONE, "color_scheme": "dark"}], ids=["desktop", "phone"])
def test_a_deal_is_played_face_up_and_then_face_down(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    page.goto("/learn")
    page.get_by_role("link", name="A deal face-up, then face-down").click()
    board = page.locator(".board")
    expect(board.get_by_role("img", name=re.compile("Hand: .*Ace of Hearts"))).to_be_visible()
    check(page)
    type_move(page, "play 6C")
    aloud = page.get_by_role("region", name="Your opponent thinks aloud")
    expect(aloud).to_contain_text("Play the King of Clubs")  # it has to follow suit
    expect(aloud.get_by_role("listitem")).to_have_count(2)  # and leads to the next trick
    check(page)
    page.get_by_role("button", name="The same cards face-down").click()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".bar .headline").wait_for()
    expect(page.get_by_label(re.compile("Queen of Hearts")).first).to_be_visible()
    expect(board.get_by_role("img", name=re.compile("Hand: "))).to_have_count(0)
    page.goto("/learn/charge/deal")
    expect(page.get_by_role("link", name="Another lesson")).to_be_visible()
