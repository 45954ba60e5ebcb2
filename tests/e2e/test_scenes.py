"""What a browser shows of what happened: tricks, bids, endings; and the same end for those who want stillness."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.person import make_table, painted
from tests.e2e.test_play import WON_IN_ONE

USUAL = """localStorage.siegeworks = '{"pace":"usual"}'"""
NOTE = """(what) => {
  window.noted = 0;
  const look = () => {
    if (document.querySelector(what)) window.noted += 1;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Counts the frames in which something is there."""
LEAST_MS, FRAME_MS, FRAMES = 1000, 16, 20
FISTS, TRICK = ".fists", ".trick .wins"
TWO_HERE = [{"kind": "me"}, {"kind": "me"}]


def in_motion(visitor: Any) -> Page:
    """Somebody who sees things move, at the usual pace. Time passes when a test says so: none goes by unseen."""
    page: Page = visitor(reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.add_init_script(USUAL)
    return page


def frame(page: Page) -> None:
    """So much of a page's time passes as between two pictures."""
    page.clock.run_for(FRAME_MS)


def ms_until(page: Page, is_so: Callable[[], object]) -> int:
    """How much of the page's time passes until something is so."""
    passed, ends = 0, time.monotonic() + PATIENCE_MS / 1000
    while not is_so():
        assert time.monotonic() < ends, "it never came to pass"
        frame(page)
        passed += FRAME_MS
    return passed


def listen(page: Page, address: str, wait: Callable[[Page], None] = frame) -> list[Any]:
    """Sit down, until the table is heard: what happened before that is not shown. What is heard, also from then on."""
    frames: list[Any] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda told: frames.append(told)))
    page.goto(address)
    while not frames:
        wait(page)
    while page.locator(".bar .headline").count() == 0:
        wait(page)
    return frames


def act(host: Page, table: str, **done: Any) -> None:
    assert host.request.post(f"/api/tables/{table}/act", data=done).ok


def bid(host: Page, table: str) -> None:
    act(host, table, type="play", seat=0, action="bid bb")
    act(host, table, type="play", seat=1, action="bid y")


@pytest.fixture
def bidding(visitor: Any) -> tuple[Page, str]:
    """A table of BluffStones before the first bids, and who plays both sides of it."""
    host = visitor()
    return host, make_table(host, game="bluffstones", seats=TWO_HERE, start=0)["table"]["id"]


def test_bids_open_together_from_closed_fists(visitor: Any, bidding: tuple[Page, str]) -> None:
    host, table = bidding
    page = in_motion(visitor)
    heard, fists = listen(page, f"/t/{table}"), page.locator(".fists")
    known = len(heard)
    act(host, table, type="play", seat=0, action="bid bb")
    ms_until(page, lambda: len(heard) > known)
    for _ in range(FRAMES):
        frame(page)
        assert fists.count() == 0
    assert "The bids are shown" not in page.locator(".log").inner_text()
    act(host, table, type="play", seat=1, action="bid y")
    ms_until(page, fists.count)
    expect(page.locator(".fists figure")).to_have_count(2)
    expect(page.locator(".fists .fist")).to_have_count(2)
    assert page.locator(".fists figure").nth(0).locator(".stones svg").count() == 2
    assert "The bids are shown" not in page.locator(".log").inner_text()
    assert ms_until(page, lambda: fists.count() == 0) > LEAST_MS
    ms_until(page, lambda: "The bids are shown" in page.locator(".log").inner_text())


def test_a_key_or_a_click_shows_the_end_at_once(visitor: Any, bidding: tuple[Page, str]) -> None:
    host, table = bidding
    by_key, by_click = in_motion(visitor), in_motion(visitor)
    for page in (by_key, by_click):
        listen(page, f"/t/{table}")
    bid(host, table)
    for page, skip in (
        (by_key, lambda: by_key.keyboard.press("Escape")),
        (by_click, lambda: by_click.locator(".hexboard").click(position={"x": 40, "y": 40})),
    ):
        ms_until(page, page.locator(".fists").count)
        skip()
        expect(page.locator(".fists")).to_have_count(0)  # and no time has passed


def test_nothing_moves_for_those_who_want_stillness(visitor: Any, bidding: tuple[Page, str]) -> None:
    host, table = bidding
    page = visitor(reduced_motion="reduce")
    page.add_init_script(USUAL)
    listen(page, f"/t/{table}", painted)
    page.evaluate(NOTE, ".fists, .caption")
    bid(host, table)
    expect(page.locator(".log")).to_contain_text("The bids are shown")
    assert page.evaluate("window.noted") == 0


def until_trick(host: Page, table: str) -> tuple[int, str]:
    """Two people place their walls and the first card of a trick; returns the card that completes it."""
    while True:
        told = host.request.get(f"/api/tables/{table}").json()
        seat = told["table"]["waiting"][0]
        side = told["seats"][str(seat)]
        action = side["legal"][0]["action"]
        if len(side["view"]["trick"]) == 1:
            return seat, action
        act(host, table, type="play", seat=seat, action=action)


def test_a_trick_lies_before_it_is_taken(visitor: Any) -> None:
    host, page = visitor(), in_motion(visitor)
    table = make_table(host, game="siege", seats=TWO_HERE)["table"]["id"]
    seat, action = until_trick(host, table)
    listen(page, f"/t/{table}")
    act(host, table, type="play", seat=seat, action=action)
    taken = page.locator(".trick .wins")
    ms_until(page, taken.count)
    expect(page.locator(".trick li")).to_have_count(2)
    expect(page.locator(".trick h2")).to_contain_text("takes the trick")
    assert ms_until(page, lambda: taken.count() == 0) > LEAST_MS


def begin_winning(page: Page, wait: Callable[[Page], None]) -> None:
    made = make_table(
        page, game="siegestones", seats=[{"kind": "me"}, {"kind": "bot", "level": 1}], position=WON_IN_ONE
    )
    listen(page, made["links"]["watch"], wait)
    act(page, made["table"]["id"], type="play", seat=0, action="stone b4")


def test_the_fourth_tower_is_seen_then_you_won(visitor: Any) -> None:
    page = in_motion(visitor)
    begin_winning(page, frame)
    caption, over = page.locator(".caption"), page.locator("#over")
    ms_until(page, caption.count)
    expect(caption).to_contain_text("Blue takes control")
    assert over.count() == 0
    assert ms_until(page, over.count) > LEAST_MS
    expect(page.locator("#over")).to_have_text("You won")
    expect(page.locator(".paper-rain")).to_be_attached()
    expect(page.locator(".won")).to_have_count(4)
    expect(page).to_have_title("You won · SiegeStones")


def test_the_same_end_at_rest(visitor: Any) -> None:
    page = visitor()
    begin_winning(page, painted)
    over = page.locator('[aria-labelledby="over"]')
    expect(over).to_contain_text("You won")
    expect(over).to_contain_text("4 towers to 0")
    expect(over).to_contain_text("Blue alone controls 4 towers.")
    expect(page.locator(".won")).to_have_count(4)
    assert page.locator(".paper-rain, .caption").count() == 0
    expect(page.get_by_test_id("said")).to_contain_text("You won. Blue alone controls 4 towers.")


@pytest.mark.parametrize(
    ("ends", "titles", "why"),
    [
        ([(0, {"type": "resign"})], ("You lost", "You won"), "Blue resigned."),
        (
            [(0, {"type": "offer", "what": "draw"}), (1, {"type": "accept", "what": "draw"})],
            ("A draw",) * 2,
            "All agreed",
        ),
    ],
)
def test_a_resignation_and_an_agreed_draw_say_so(visitor: Any, ends: Any, titles: tuple[str, str], why: str) -> None:
    people = [visitor(), visitor()]
    made = make_table(people[0], game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}])
    listen(people[0], made["links"]["watch"], painted)
    listen(people[1], made["links"]["seats"]["1"], painted)
    for seat, done in ends:
        act(people[seat], made["table"]["id"], seat=seat, **done)
    for page, title in zip(people, titles, strict=True):
        expect(page.locator("#over")).to_have_text(title)
        expect(page.locator('[aria-labelledby="over"]')).to_contain_text(why)
