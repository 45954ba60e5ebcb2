"""Learning by keys alone: the analysis board, its engine, the editor, the coach, and puzzles against the clock."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from siegeworks.puzzles import shelf
from tests.e2e.hands import pick, press, tab_to
from tests.e2e.person import make_table, sit_down, type_move
from tests.e2e.test_access import check
from tests.e2e.test_puzzles import wrong
from tests.e2e.test_review import WIN_IN_ONE
from tests.e2e.test_study import line


def begun(page: Page) -> None:
    """An empty study of SiegeStones in which Blue begins."""
    page.goto("/study")
    press(page, page.get_by_role("button", name="Begin", exact=True))
    press(page, page.get_by_role("button", name=re.compile("^Blue begins")))
    expect(line(page, "Blue begins.")).to_have_attribute("aria-selected", "true")


def test_a_study_is_played_for_both_sides(visitor: Any) -> None:
    page = visitor()
    begun(page)
    pick(page, "d4")
    press(page, page.get_by_role("button", name="Place a stone: d4").first)
    expect(line(page, "Blue places a stone on d4")).to_have_attribute("aria-selected", "true")
    check(page)
    pick(page, "d4")
    expect(page.get_by_role("region", name="What to do")).to_contain_text("d4 already holds a blue stone")
    check(page)
    press(page, page.locator("summary", has_text="All moves that can be played"))
    press(page, page.locator("details").get_by_role("button", name="Place a tower: e5", exact=True))
    expect(line(page, "Yellow places a tower on e5")).to_have_attribute("aria-selected", "true")
    tab_to(page, page.get_by_label("Comment on this move"))
    page.keyboard.type("Too early?")
    page.keyboard.press("Tab")
    expect(line(page, "Yellow places a tower on e5")).to_contain_text("Too early?")


def test_the_engine_is_asked_its_lines_are_looked_at_and_played(visitor: Any) -> None:
    page = visitor()
    begun(page)
    page.keyboard.press("e")
    play = page.get_by_role("region", name="Engine").get_by_role("button", name=re.compile("^Play ")).first
    tab_to(page, play)
    page.locator('[data-rank="2"]').wait_for()
    check(page)
    says = play.get_attribute("aria-label") or ""
    what, cell = re.findall(r"(stone|tower) on (\w\d)", says)[0]
    page.keyboard.press("Enter")
    expect(line(page, f"Blue places a {what} on {cell}")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("e")
    expect(page.get_by_role("region", name="Engine")).to_have_count(0)


def test_a_position_is_set_up_on_its_board(visitor: Any) -> None:
    page = visitor()
    page.goto("/study")
    press(page, page.get_by_role("button", name="Set up a position"))
    verdict = page.get_by_role("status", name="Set up a position")
    expect(verdict).to_contain_text("This position can be.")
    press(page, page.get_by_role("button", name="Yellow stone", exact=True))
    pick(page, "d4")
    expect(verdict).to_contain_text("Yellow has 1 stones on the board after 0 turns")
    check(page)
    page.keyboard.press("Enter")  # the same piece once more takes it away
    expect(page.locator('[data-cell="d4"]')).to_have_accessible_name("d4, Nothing")
    expect(verdict).to_contain_text("This position can be.")
    press(page, page.get_by_role("button", name="Blue stone", exact=True))
    pick(page, "c3")
    expect(page.locator('[data-cell="c3"]')).to_have_accessible_name("c3, Blue stone")
    press(page, page.get_by_role("button", name="Study this position"))
    expect(page.locator('[data-cell="c3"]')).to_have_accessible_name("c3, blue stone")


def test_a_coach_is_asked_for_and_answered(visitor: Any) -> None:
    page = visitor()
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game="siegestones", seats=seats, position=WIN_IN_ONE)
    sit_down(page, made["links"]["watch"])
    press(page, page.get_by_role("button", name="More", exact=True))
    coach = page.get_by_label("Coach: hold back moves that give away")
    tab_to(page, coach)
    page.keyboard.press("ArrowDown")
    expect(coach).not_to_have_value("0")
    check(page)
    page.keyboard.press("Escape")
    type_move(page, "stone a1")
    held = page.get_by_role("dialog", name="Wait a moment")
    expect(held).to_contain_text("It lets Yellow win the game")
    check(page)
    press(page, held.get_by_role("button", name="Think again"))
    expect(held).to_have_count(0)
    type_move(page, "stone a1")
    press(page, held.get_by_role("button", name="Play it all the same"))
    expect(page.get_by_label(re.compile("^a1, blue stone"))).to_have_count(1)


def answer(page: Page, action: str) -> None:
    what, cell = action.split()
    press(page, page.get_by_role("button", name=f"Place a {what}", exact=True))
    pick(page, cell)
    press(page, page.get_by_role("button", name="Answer", exact=True))


def test_puzzles_are_solved_and_missed_against_the_clock(visitor: Any) -> None:
    page = visitor()
    page.goto("/puzzles")
    tab_to(page, page.get_by_label("Game"))
    page.keyboard.type("SiegeStones")
    with page.expect_response("**/api/puzzles/run") as begun:
        press(page, page.get_by_role("link", name="Begin"))
    run = begun.value.json()
    page.locator(".asked-bar").wait_for()
    check(page)
    for number in range(4):
        found = shelf.shelf()[run["next"]["puzzle"]]
        with page.expect_response("**/api/puzzles/run/answer") as told:
            answer(page, wrong(found) if number else found.puzzle.solution)
        run = told.value.json()["run"]
        if number == 1:
            expect(page.get_by_text("Solved: 1")).to_be_visible()
            check(page)
    expect(page.get_by_role("heading", name="The run is over")).to_be_visible()
    check(page)
    press(page, page.get_by_role("link", name="Puzzle 1: SiegeStones"))
    expect(page.get_by_role("heading", name="Puzzle: SiegeStones")).to_be_visible()
