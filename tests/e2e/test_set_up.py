"""A position is set up: every change is judged at once, an impossible one answered with the rule it breaks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks.games import GAMES
from tests.e2e.test_access import check
from tests.e2e.test_study import PHONE


def put(page: Page, piece: str, cell: str) -> None:
    page.get_by_role("button", name=piece, exact=True).click()
    page.locator(f'[data-cell="{cell}"]').click()


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_an_impossible_position_is_told_and_a_possible_one_studied(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    page.goto("/study")
    page.get_by_role("button", name="Set up a position").click()
    verdict, use = page.get_by_role("status", name="Set up a position"), page.get_by_text("Study this position")
    expect(verdict).to_contain_text("This position can be.")
    put(page, "Yellow stone", "d4")
    expect(verdict).to_contain_text("Yellow has 1 stones on the board after 0 turns")
    expect(use).to_be_disabled()
    check(page)
    verdict.get_by_role("button", name="Show rule T-8").click()
    expect(page.get_by_text("T-8").last).to_be_visible()
    put(page, "Blue stone", "c3")
    expect(verdict).to_contain_text("This position can be.")
    page.get_by_label("Who began").select_option(label="Blue")
    page.get_by_label("Who is to move").select_option(label="Yellow")
    expect(verdict).to_contain_text("to_move")
    page.get_by_label("Who is to move").select_option(index=0)
    use.click()
    expect(page.get_by_role("treeitem", name="The beginning")).to_be_visible()
    expect(page.locator('[data-cell="c3"]')).to_have_accessible_name("c3, blue stone")
    expect(page.locator('[data-cell="d4"]')).to_have_accessible_name("d4, yellow stone")
    page.get_by_role("link", name="Change this position").click()
    expect(page.locator('[data-cell="c3"]')).to_have_accessible_name("c3, Blue stone")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_editor_for_all(visitor: Any, game: str) -> None:
    page = visitor()
    page.goto(f"/study?set={game}&seats={GAMES[game].seats[-1]}")
    verdict = page.get_by_role("status", name="Set up a position")
    expect(verdict).to_contain_text("This position can be.")
    check(page)
    page.get_by_text("The whole position as text").click()
    text = page.get_by_label("The whole position as text")
    text.fill("{")
    text.blur()
    expect(verdict).to_contain_text("This is not JSON.")
    text.fill('{"seats": 9}')
    text.blur()
    expect(verdict.get_by_role("button", name=re.compile("Show rule"))).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(verdict).to_contain_text("This position can be.")


def test_cards_are_put_into_a_city_by_keys_alone(visitor: Any) -> None:
    page = visitor()
    page.goto("/study?set=siege&seats=2")
    verdict = page.get_by_role("status", name="Set up a position")
    first = page.get_by_role("group", name="Seat 1")
    expect(verdict).to_contain_text("This position can be.")
    held = " ".join(hand.input_value() for hand in page.get_by_role("textbox", name="Hand").all())
    free = next(rank for rank in "23456789" if f"{rank}H" not in held)
    first.get_by_label("Fortification: Hearts").focus()
    page.keyboard.type("9D")
    page.keyboard.press("Tab")
    expect(verdict.get_by_role("button", name="Show rule S-27")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type(f"{free}h")
    page.keyboard.press("Tab")
    expect(verdict).to_contain_text("This position can be.")
