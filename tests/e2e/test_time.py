"""What the page does with time, hints and decisions without a choice."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, expect

from siegeworks import Match
from tests.e2e.person import make_table, sit_down

LIKES = """localStorage.siegeworks = '{"pace":"swift","auto":true}'"""


def without_a_choice() -> dict[str, Any]:
    """A position in which the first seat has one legal action, and all can see it."""
    match, dice = Match.new("charge", 2, seed=1), random.Random(1)
    while match.to_move != 0 or len(match.legal()) != 1:
        match.play(dice.choice(match.legal()))
    return match.position()


def at_the_only_choice(visitor: Any) -> Page:
    page: Page = visitor()
    page.add_init_script(LIKES)
    made = make_table(page, game="charge", seats=[{"kind": "me"}, {"kind": "me"}], position=without_a_choice())
    sit_down(page, made["links"]["watch"])
    return page


def test_the_only_choice_plays_itself_and_says_so(visitor: Any) -> None:
    page = at_the_only_choice(visitor)
    expect(page.locator(".log")).to_contain_text("yields")
    expect(page.locator(".bar")).to_contain_text("Only one thing could be done: Yield.")


def test_who_cancels_the_only_choice_makes_it_alone(visitor: Any) -> None:
    page: Page = visitor()
    page.clock.install(time=0)
    page.clock.pause_at(1_000)  # else the beat would go by while a busy machine looks for the button
    page.add_init_script(LIKES)
    made = make_table(page, game="charge", seats=[{"kind": "me"}, {"kind": "me"}], position=without_a_choice())
    page.goto(made["links"]["watch"])
    expect(page.locator(".bar")).to_contain_text("There is only one thing to do")
    page.clock.run_for(100)  # not the whole beat
    expect(page.locator(".bar")).to_contain_text("Only one thing can be done.")
    page.get_by_role("button", name="Cancel").click()
    page.clock.run_for(10_000)
    expect(page.locator(".bar")).not_to_contain_text("Only one thing")
    expect(page.locator(".log")).not_to_contain_text("yields")


def test_hints_against_people_are_chosen_in_the_set_up_and_seen_by_all(visitor: Any) -> None:
    host, guest = visitor(), visitor()
    for chosen in (False, True):
        made = make_table(host, game="siegestones", seats=[{"kind": "me"}, {"kind": "open"}], start=0, hints=chosen)
        sit_down(host, made["links"]["watch"])
        sit_down(guest, made["links"]["seats"]["1"])
        for page in (host, guest):
            expect(page.get_by_role("button", name="Undo")).to_be_visible()
            expect(page.get_by_role("button", name="Hint")).to_have_count(int(chosen))
            expect(page.get_by_text("Hints are on at this table")).to_have_count(int(chosen))


def test_the_set_up_offers_what_happens_when_time_runs_out(visitor: Any) -> None:
    host: Page = visitor()
    host.goto("/?new=siegestones&how=link")
    host.get_by_text("More choices").click()
    host.get_by_label("Clock").select_option("move")
    host.get_by_label("When time runs out").select_option("plays")
    host.get_by_label("Players may ask for hints").check()
    host.get_by_role("button", name="Begin").click()
    host.get_by_role("button", name="To the table").click()
    expect(host.get_by_text("the clock plays a simple move")).to_be_visible()
    expect(host.get_by_text("The clock starts when all seats are taken.")).to_be_visible()
    expect(host.get_by_text("Hints are on at this table")).to_be_visible()
