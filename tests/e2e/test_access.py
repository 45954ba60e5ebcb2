"""For everyone: played by keys and ears alone, no violation found by axe, and seats that stay apart without colour."""

from __future__ import annotations

import base64
import re
import time
from itertools import combinations
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from siegeworks.games import GAMES
from tests.e2e.person import make_table, painted, sit_down
from tests.e2e.robot import Robot
from tests.e2e.test_learn import finished
from tests.e2e.test_play import SHORT
from tests.patience import PATIENCE_S

PAGES = [
    "/",
    "/?new=siege",
    "/learn",
    "/learn/siegestones",
    "/study",
    "/puzzles",
    "/mine",
    "/mine?list=results",
    "/rules",
    *(f"/rules/{game}" for game in GAMES),
]
FILTERS = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")
APART = 12.0
"""Mean difference of brightness, of 255, between two seats' marks: below 5 they could not be told apart."""


@pytest.mark.parametrize("game", GAMES)
def test_the_robot_finishes_a_game(visitor: Any, game: str) -> None:
    page = visitor()
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = make_table(page, game=game, seats=seats, options=SHORT.get(game, {}), start=0)
    sit_down(page, made["links"]["watch"])
    Robot(page, seed=6).play_to_the_end()


def test_the_robot_finishes_a_lesson(visitor: Any) -> None:
    page = visitor()
    robot = Robot(page, seed=1)
    page.goto("/learn/siegestones")
    page.locator(".area").wait_for()
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and robot.find("heading", "Lesson complete") is None:
        wanted = next(filter(None, (robot.find("button", name) for name in ("Next", "Confirm", "Show me"))), None)
        if wanted is None:
            page.wait_for_timeout(50)  # the lesson is playing a move; then it is looked at again
            continue
        try:
            robot.walk_and_press("button", wanted.name)
        except AssertionError:
            if robot.find("button", wanted.name) is not None:  # else the lesson went on by itself meanwhile
                raise
    expect(page.get_by_role("heading", name="Lesson complete")).to_be_visible()


def test_the_robot_looks_again(visitor: Any) -> None:
    page = visitor()
    robot = Robot(page, seed=1)
    page.goto(f"/t/{finished(page)}/again")
    page.get_by_role("slider").wait_for()
    robot.walk_to("slider", "Move")
    robot.press("Home")
    expect(page.get_by_test_id("said")).to_contain_text("Before the first move")
    robot.press("ArrowRight")
    expect(page.get_by_test_id("said")).to_contain_text("Blue places a stone on d4.")


SLOW = """window.late = null;
window.WebSocket = class extends window.WebSocket {
  set onmessage(hear) {
    super.onmessage = (event) => {
      if (!JSON.parse(event.data).action_id) return hear(event);
      window.late = (window.late ?? 0) + 1;
      setTimeout(() => { hear(event); window.late -= 1; }, 500);
    };
  }
};"""
"""Answers come half a second after the news; `late` counts those on their way, once there was one."""


def test_keys_go_on_working_while_an_answer_is_on_its_way(visitor: Any) -> None:
    """A late answer leaves the focus where the keys have led it meanwhile, and Escape leads out of the field."""
    page = visitor()
    page.add_init_script(SLOW)
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    robot = Robot(page, seed=1)
    robot.press("c", "Enter", "Enter", "c")
    assert is_among_choices(robot)
    expect(page.locator(".log")).to_contain_text("Blue places a")
    page.wait_for_function("() => window.late === 0")
    painted(page)
    assert is_among_choices(robot)
    robot.press("t", "x")
    expect(page.get_by_label("Type a move")).to_have_value("x")
    robot.press("Escape", "c")
    assert is_among_choices(robot)


def test_what_was_opened_gives_the_focus_back(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    robot = Robot(page, seed=1)
    robot.walk_and_press("link", "Invite by link")
    page.locator("dialog").wait_for()
    robot.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    expect(page.get_by_role("link", name="Invite by link")).to_be_focused()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    robot.walk_and_press("button", "More")
    robot.walk_and_press("button", "Invite and share")
    page.get_by_role("heading", name="Invite and share").wait_for()
    robot.press("Escape")
    expect(page.get_by_role("button", name="More")).to_be_focused()
    robot.walk_and_press("button", "Show rule T-6")
    expect(page.get_by_role("button", name="Close the rule")).to_be_focused()
    robot.press("Enter")
    expect(page.get_by_role("button", name="Show rule T-6")).to_be_focused()
    robot.press("?")
    expect(page.get_by_text("all choices in words", exact=True)).to_be_visible()


def is_among_choices(robot: Robot) -> bool:
    at = robot.focus()
    return at is not None and "Choices" in at.within


def test_the_board_is_walked_along_its_lines(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    robot = Robot(page, seed=1)
    for _ in range(30):
        at = robot.focus()
        if at and re.match(r"[a-g]\d, ", at.name):
            break
        robot.press("Tab")
    before = robot.focus()
    robot.press("ArrowRight")
    after = robot.focus()
    assert before is not None
    assert after is not None
    assert before.name != after.name
    robot.press("Enter", "Enter")
    expect(page.get_by_test_id("said")).to_contain_text(f"Blue places a stone on {after.name[:2]}.")


LOOKS: dict[Any, dict[str, Any]] = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]},
}
"""The looks differ in nothing but colours, so everything else is looked at once."""


AT_REST = """() => document.getAnimations().every(
  (each) => each.playState !== 'running' || each.effect.getComputedTiming().iterations === Infinity
)"""


def check(page: Page) -> None:
    painted(page)
    for look, options in LOOKS.items():
        page.emulate_media(color_scheme=look)
        page.wait_for_function(AT_REST)  # colours on their way from one to another are neither
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{look}: {found.generate_report()}"


def test_axe_finds_nothing_on_any_page(visitor: Any) -> None:
    page = visitor()
    for address in PAGES:
        page.goto(address)
        page.locator("h1, h2").first.wait_for()
        check(page)
    page.goto(f"/t/{finished(page)}")
    page.locator("#over").wait_for()
    check(page)
    page.goto(page.url + "/again")
    page.get_by_role("slider").wait_for()
    check(page)


def test_no_page_is_wider_than_a_phone(visitor: Any) -> None:
    """Wide tables in rules scroll by themselves, and are reached with the keys."""
    page = visitor(viewport={"width": 390, "height": 844})
    again = f"/t/{finished(page)}/again"
    for address, shown in (("/", "h1"), ("/rules/siege", ".rules table"), (again, "[type=range]"), ("/watch", "h1")):
        page.goto(address)
        page.locator(shown).first.wait_for()
        check(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, address


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_any_table(visitor: Any, game: str) -> None:
    page = visitor()
    made = make_table(page, game=game, seats=[{"kind": "me"}, {"kind": "bot", "level": 1}], start=0)
    sit_down(page, made["links"]["watch"])
    check(page)
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    check(page)


DIFFERENCE = """async ([first, second]) => {
  const pixels = async (data) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const canvas = new OffscreenCanvas(48, 48);
    const brush = canvas.getContext('2d');
    brush.drawImage(image, 0, 0, 48, 48);
    return brush.getImageData(0, 0, 48, 48).data;
  };
  const [a, b] = await Promise.all([pixels(first), pixels(second)]);
  const bright = (data, at) => 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
  let sum = 0;
  for (let at = 0; at < a.length; at += 4) sum += Math.abs(bright(a, at) - bright(b, at));
  return sum / (a.length / 4);
}"""


def test_seats_stay_apart_without_colour(visitor: Any) -> None:
    """Brightness alone, so the same in grey, and under three kinds of colour blindness."""
    page = visitor()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}] + [{"kind": "bot", "level": 1}] * 3, start=0)
    sit_down(page, made["links"]["watch"])
    marks = page.locator("ul[aria-label=Players] .mark svg")
    expect(marks).to_have_count(4)
    session = page.context.new_cdp_session(page)
    for name in FILTERS:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": name})
        seen = [base64.b64encode(marks.nth(seat).screenshot()).decode() for seat in range(4)]
        for first, second in combinations(seen, 2):
            assert page.evaluate(DIFFERENCE, [first, second]) > APART, name
