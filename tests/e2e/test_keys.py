"""All by keys: a table set up, settings, a seat taken, a curtain, Winter and Summer; and axe at every dialog."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from siegeworks import Match
from tests.e2e.person import make_table, sit_down
from tests.e2e.robot import Robot
from tests.e2e.test_access import check
from tests.e2e.test_boards import RECORDS
from tests.e2e.test_play import invite

ARRANGED = re.compile(r"^Move .*, hand$")


def sit_in(page: Page, phase: str) -> None:
    """A table of Siege where this person is the first to decide in a phase."""
    record = (RECORDS / "siege-2.siege").read_text(encoding="utf-8")
    match = Match.from_record(record)
    ply = next(ply for ply in match.decisions() if match.until(ply).view()["phase"] == phase)
    decides = match.until(ply).to_move
    seats = [{"kind": "me" if seat == decides else "open"} for seat in range(2)]
    made = make_table(page, game="siege", seats=seats, record=record, ply=ply)
    sit_down(page, made["links"]["watch"])


def test_a_table_is_set_up_and_its_invitation_found_by_keys(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    robot = Robot(page, seed=1)
    robot.walk_and_press("link", "Invite by link")
    page.locator("dialog").wait_for()
    check(page)
    robot.walk_and_press("button", "Begin")
    page.get_by_label(re.compile("^For ")).wait_for()
    check(page)
    robot.walk_and_press("button", "To the table")
    page.locator(".bar .headline").wait_for()


def test_a_seat_is_taken_by_keys(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], public=True, start=0)
    sit_down(guest, made["links"]["watch"])
    Robot(guest, seed=1).walk_and_press("button", "Sit down as Yellow")
    expect(guest.locator("ul[aria-label=Players] li").filter(has_text="you")).to_have_count(1)


def test_settings_are_changed_by_keys(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    robot = Robot(page, seed=1)
    robot.walk_and_press("button", "Settings")
    page.locator("dialog").wait_for()
    check(page)
    robot.walk_to("checkbox", "Confirm each move")
    robot.press("Space")
    robot.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate("JSON.parse(localStorage.siegeworks).confirm") is False


def test_dialogs_of_a_table_are_opened_by_keys(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    invite(host, guest, "siegestones", start=0)
    robot = Robot(host, seed=1)
    robot.walk_and_press("button", "More")
    host.get_by_role("button", name="Resign").wait_for()
    check(host)
    robot.walk_and_press("button", "Resign")
    host.get_by_role("button", name="Yes, resign").wait_for()
    check(host)
    robot.press("Escape")
    robot.press("?")
    host.locator("dialog").wait_for()
    check(host)


def test_the_curtain_is_lifted_by_keys(visitor: Any) -> None:
    page = visitor()
    made = make_table(page, game="bluffstones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    page.goto(made["links"]["watch"])
    curtain = page.get_by_role("heading", name=re.compile("^Hand the screen to"))
    curtain.wait_for()
    check(page)
    first = curtain.inner_text()
    robot = Robot(page, seed=1)
    robot.walk_and_press("button", first.replace("Hand the screen to", "I am"))
    page.locator(".bar .headline").wait_for()
    robot.press("c")
    assert robot.act(robot.tree())
    expect(curtain).not_to_have_text(first)


def give_up_a_card(page: Page, robot: Robot) -> None:
    """Tab to the cards in the hand, and send one of them to the discard pile by its key."""
    while not ((at := robot.focus()) and ARRANGED.match(at.name)):
        robot.press("Tab")
    before = page.locator(".held [data-card]").count()
    robot.press("d")
    expect(page.locator(".held [data-card]")).to_have_count(before - 1)
    judged(page)


def judged(page: Page) -> None:
    """The server has said what it thinks of the draft."""
    expect(page.locator(".verdict :is(.good, .bad)")).to_be_visible()


def test_winter_is_laid_out_by_keys(visitor: Any) -> None:
    page = visitor()
    sit_in(page, "winter")
    robot = Robot(page, seed=1)
    check(page)
    held = page.locator(".held [data-card]").count()
    give_up_a_card(page, robot)
    expect(page.get_by_role("region", name=re.compile("^Discard: 1 card"))).to_be_visible()
    robot.walk_and_press("button", "Reset")
    expect(page.locator(".held [data-card]")).to_have_count(held)
    judged(page)
    while page.locator(".held .full").count():
        give_up_a_card(page, robot)
    robot.walk_and_press("button", "Finish Winter")
    expect(page.get_by_role("button", name="Finish Winter")).to_have_count(0)


def test_summer_is_decided_by_keys(visitor: Any) -> None:
    page = visitor()
    sit_in(page, "summer")
    robot = Robot(page, seed=2)
    check(page)
    seq = page.locator(".area").get_attribute("data-seq")
    robot.press("c")
    assert robot.act(robot.tree())
    expect(page.locator(".area")).not_to_have_attribute("data-seq", str(seq))
