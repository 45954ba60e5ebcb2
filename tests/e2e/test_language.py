"""The pseudo-language in a real browser: what is left in plain letters on any page is in no catalogue."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks.games import GAMES
from siegeworks.sentences import ACCENTS
from tests.e2e.person import begin, make_table, painted, rest, sit_down
from tests.e2e.test_learn import finished

SHOWN = """() => {
  const told = [];
  const aside = (node) => node.closest('[data-text="rules"], code, script, style, kbd');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.textContent.trim() && !aside(node.parentElement)) told.push(node.textContent.trim());
  }
  for (const node of document.querySelectorAll('*')) {
    if (aside(node)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
      if (node.getAttribute(name)) told.push(node.getAttribute(name));
  }
  return [...told, document.title];
}"""
"""All text of the page, seen or heard. Rules are a book of their own."""
NAMES = ("Siegeworks", "Ada", *(game.title for game in GAMES.values()))
PEOPLE = r"Patrick Matthews|Live Oak Games|Jeff Morrow|Cromulent Games|Yehuda Berlinger|Peter Cobcroft"
LONGEST = 8
"""Words in a name of an action."""
WORD = re.compile(r"[A-Za-z]{3,}")
QUOTED = re.compile(r'"([^"]*)"')
PAGES = ["/", "/learn", "/rules", "/nowhere/at/all", "/t/nosuchtable1", *(f"/rules/{game}" for game in GAMES)]


@cache
def notation() -> set[str]:
    """The names of all actions and how they are written, as they are typed and as records have them."""
    words = [game.words for game in GAMES.values()]
    names = {name for word in words for name in (*word.ACTION_NAMES, *word.CHANCE_NAMES, *word.SHAPES)}
    return {"resign", "draw", *names, *(f"{name.split()[0]}:" for name in names)}


def without_notation(text: str) -> str:
    """The text without names of actions, also where one stands in quotation marks."""
    text = QUOTED.sub(lambda quoted: "" if quoted[1] in notation() else quoted[0], text)
    words = [word.rstrip(".,;") for word in text.split()]
    left: list[str] = []
    while words:
        size = next((size for size in range(LONGEST, 0, -1) if " ".join(words[:size]) in notation()), 0)
        left += [] if size else words[:1]
        words = words[max(size, 1) :]
    return " ".join(left)


def english(page: Page) -> list[str]:
    """What is shown in plain letters, apart from titles, names and notation."""
    found = []
    for text in page.evaluate(SHOWN):
        left = re.sub(PEOPLE, "", without_notation(text))
        for name in sorted(NAMES, key=len, reverse=True):
            left = left.replace(name, "")
        if WORD.search(left):
            found.append(text)
    return sorted(set(found))


@pytest.fixture
def page_in_accents(visitor: Any) -> Page:
    page: Page = visitor()
    page.goto("/?lang=qps")
    page.locator("main h1").first.wait_for()
    return page


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    painted(page)


@pytest.mark.parametrize("address", PAGES)
def test_a_page(page_in_accents: Page, address: str) -> None:
    page_in_accents.goto(address)
    settled(page_in_accents)
    assert english(page_in_accents) == []


@pytest.mark.parametrize("game", GAMES)
def test_setting_up(page_in_accents: Page, game: str) -> None:
    page = page_in_accents
    page.goto(f"/?new={game}")
    page.get_by_role("dialog").wait_for()
    for each in page.locator("dialog details").all():
        each.evaluate("details => { details.open = true }")
    settled(page)
    assert english(page) == []


def test_settings(page_in_accents: Page) -> None:
    page = page_in_accents
    page.get_by_role("button", name="Settings".translate(ACCENTS)).click()
    page.get_by_role("dialog").wait_for()
    assert english(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table(page_in_accents: Page, game: str) -> None:
    """The first look, a refusal, a hint, and two turns with their lines of the log."""
    page = page_in_accents
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game=game, seats=seats, start=0)
    sit_down(page, made["links"]["watch"])
    settled(page)
    assert english(page) == []
    expect(page.locator(".bar .headline")).to_have_text("Your turn".translate(ACCENTS))
    page.keyboard.press("t")
    typed = page.locator("form input").first
    typed.fill("12345")
    typed.press("Enter")
    page.locator(".complaint").wait_for()
    assert english(page) == []
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("h")
    settled(page)
    assert english(page) == []
    for turn in range(1, 3):
        before = told(page)
        begin(page, turn)
        page.wait_for_function("before => document.querySelectorAll('.log li').length > before", arg=before)
        rest(page)
        settled(page)
        assert english(page) == []


def told(page: Page) -> int:
    return page.locator(".log li").count()


def test_looking_again(page_in_accents: Page) -> None:
    page = page_in_accents
    page.goto(f"/t/{finished(page)}/again")
    page.get_by_role("slider").wait_for()
    settled(page)
    assert english(page) == []
    page.keyboard.press("Home")
    painted(page)
    assert english(page) == []


@pytest.mark.parametrize("game", ["siegestones", "nobles", "bluffstones", "charge", "siege"])
def test_a_lesson(page_in_accents: Page, game: str) -> None:
    page = page_in_accents
    page.goto(f"/learn/{game}")
    page.locator(".area").wait_for()
    settled(page)
    assert english(page) == []


def test_english_comes_back(page_in_accents: Page) -> None:
    page_in_accents.goto("/?lang=en")
    expect(page_in_accents.get_by_role("link", name="Learn", exact=True).first).to_be_visible()
