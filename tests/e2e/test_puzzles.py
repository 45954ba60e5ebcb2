"""Puzzles in the page: solved, failed and repeated, against the clock, by keys alone, on desktop and phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks.games import OURS
from siegeworks.puzzles import shelf
from siegeworks.puzzles.shelf import Shelved
from tests.e2e.test_access import check

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DARK = {"color_scheme": "dark"}
WITH_PUZZLES = [game for game in OURS if shelf.of_game(game)]


def easiest(game: str = "siegestones") -> Shelved:
    return next(each for each in shelf.shelf().values() if each.game.name == game)


def opened(page: Page, found: Shelved) -> None:
    page.goto(f"/puzzles/{found.name}")
    page.locator(".asked-bar").wait_for()


def point(page: Page, action: str) -> None:
    """Pick an action of SiegeStones on the board."""
    what, cell = action.split()
    page.get_by_role("button", name=f"Place a {what}", exact=True).click()
    page.locator(f'[data-cell="{cell}"]').click()


def answer(page: Page, action: str) -> None:
    point(page, action)
    page.get_by_role("button", name="Answer", exact=True).click()


def wrong(found: Shelved) -> str:
    return next(action for action in found.puzzle.match(found.game).legal() if action != found.puzzle.solution)


def named(page: Page) -> Shelved:
    """The puzzle that the address names."""
    page.wait_for_url(re.compile(r"/puzzles/\w+-[0-9a-f]{10}"))
    page.locator(".asked-bar").wait_for()
    return shelf.shelf()[page.url.partition("/puzzles/")[2].partition("?")[0]]


@pytest.mark.parametrize("more", [{}, {**PHONE, **DARK}], ids=["desktop", "phone"])
def test_a_puzzle_is_failed_tried_again_and_solved(visitor: Any, more: dict[str, Any]) -> None:
    page, found = visitor(**more), easiest()
    opened(page, found)
    check(page)
    answer(page, wrong(found))
    expect(page.get_by_role("heading", name="That is not it.")).to_be_focused()
    expect(page.get_by_test_id("said")).to_contain_text("That is not it.")
    expect(page.locator(".answered ol li").first).to_contain_text("Blue places a")
    expect(page.get_by_text("Your rating: 1500 →")).to_be_visible()
    expect(page.get_by_text("It is asked again in 10 minutes.")).to_be_visible()
    expect(page.get_by_text("The solution:")).to_have_count(0)
    page.locator(".answered").get_by_role("button", name="Show rule").first.click()
    page.get_by_role("button", name="Close the rule").click()
    check(page)
    page.get_by_role("button", name="Try again").click()
    answer(page, found.puzzle.solution)
    expect(page.get_by_role("heading", name="Right.")).to_be_focused()
    expect(page.get_by_text("The solution: Place a")).to_be_visible()
    expect(page.get_by_text("Your rating:")).to_have_count(0)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Nothing is due now. The next one is due in")).to_be_visible()
    check(page)


def test_the_board_walks_along_what_was_played(visitor: Any) -> None:
    page, found = visitor(), easiest()
    opened(page, found)
    answer(page, found.puzzle.solution)
    last = len(found.puzzle.line)
    expect(page.get_by_text(f"After move {last} of {last}")).to_be_visible()
    cell = found.puzzle.solution.split()[1]
    expect(page.get_by_label(re.compile(f"^{cell}, empty"))).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(f"After move {last - 1} of {last}")).to_be_visible()
    page.locator(".answered ol button").first.click()
    expect(page.get_by_text(f"After move 1 of {last}")).to_be_visible()
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_label(re.compile(f"^{cell}, empty"))).to_have_count(1)


def test_the_solution_is_shown_to_whoever_gives_up_and_the_next_one_follows(visitor: Any) -> None:
    page = visitor()
    page.goto("/puzzles")
    page.get_by_role("link", name="SiegeStones: near my rating").click()
    first = named(page)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("heading", name="The solution")).to_be_focused()
    cell = first.puzzle.solution.split()[1]
    expect(page.get_by_text(f"The solution: Place a {first.puzzle.solution.split()[0]} on {cell}")).to_be_visible()
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(lambda url: first.name not in url)
    assert named(page) != first


def test_keys_alone_solve_a_puzzle(visitor: Any) -> None:
    page, found = visitor(), easiest()
    opened(page, found)
    what, cell = found.puzzle.solution.split()
    page.get_by_role("button", name=f"Place a {what}", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-cell="{cell}"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Answer", exact=True)).to_have_count(0)
    page.get_by_text("All moves that can be played").focus()
    page.keyboard.press("Enter")
    page.locator("details").get_by_role("button", name=f"Place a {what}: {cell}", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Answer", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right.")).to_be_focused()


def test_what_cannot_be_played_is_told_with_its_rule(visitor: Any) -> None:
    page, found = visitor(), easiest()
    opened(page, found)
    page.get_by_role("button", name=re.compile("^[a-g][1-7], (blue|yellow) stone")).first.click()
    expect(page.locator(".asked-bar [role=alert]")).to_be_visible()
    expect(page.locator(".asked-bar").get_by_role("button", name=re.compile("^Show rule"))).to_be_visible()


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_run_ends_with_the_third_miss_and_leads_to_what_was_missed(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    page.goto("/puzzles")
    page.get_by_label("Game").select_option("siegestones")
    asked: list[str] = []
    page.on("response", lambda found: asked.append(found.url) if "/puzzles/run" in found.url else None)
    with page.expect_response("**/api/puzzles/run") as begun:
        page.get_by_role("link", name="Begin").click()
    run = begun.value.json()
    page.locator(".asked-bar").wait_for()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[23]:\d\d$"))
    check(page)
    for number in range(4):
        found = shelf.shelf()[run["next"]["puzzle"]]
        with page.expect_response("**/api/puzzles/run/answer") as told:
            answer(page, wrong(found) if number else found.puzzle.solution)
        run = told.value.json()["run"]
        if number == 0:
            expect(page.get_by_text("Solved: 1")).to_be_visible()
    expect(page.get_by_role("heading", name="The run is over")).to_be_visible()
    expect(page.get_by_text("1 puzzle solved. Your best: 1.", exact=True)).to_be_visible()
    check(page)
    page.get_by_role("link", name="Puzzle 1: SiegeStones").click()
    named(page)


@pytest.mark.parametrize("game", [game.name for game in WITH_PUZZLES])
def test_a_puzzle_of_each_game_is_asked_on_its_board(visitor: Any, game: str) -> None:
    page = visitor()
    opened(page, easiest(game))
    expect(page.locator(".puzzle .board").first).to_be_visible()
    page.get_by_text("All moves that can be played").click()
    assert page.locator("details li, details button").count() >= 4
    check(page)


def test_home_leads_to_the_puzzle_of_the_day(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("link", name="Puzzle of the day").click()
    page.get_by_role("link", name="Solve it").click()
    named(page)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("heading", name="The solution")).to_be_focused()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Missed at the first attempt.")).to_be_visible()
    page.goto("/puzzles/siegestones-0000000000")
    expect(page.get_by_text("There is no such puzzle.")).to_be_visible()
