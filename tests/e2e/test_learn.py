"""Lessons to their end, rules, and looking at a finished game again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from siegeworks.games import OURS
from siegeworks.puzzles.shelf import OF_A_LESSON
from tests.e2e.person import make_table, painted, type_move


@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_each_lesson_to_its_end(visitor: Any, game: str) -> None:
    page = visitor()
    page.goto(f"/learn/{game}")
    steps = int(page.get_by_text(re.compile(r"^Step 1 of \d+$")).inner_text().split()[-1])
    for number in range(1, steps + 1):
        expect(page.get_by_text(f"Step {number} of {steps}", exact=True)).to_be_visible()
        while not page.get_by_role("button", name="Next").count():
            do_as_shown(page)
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Lesson complete")).to_be_visible()


def test_a_lesson_goes_on_with_puzzles_of_one_theme(visitor: Any) -> None:
    page = visitor()
    page.goto("/learn")
    page.get_by_role("link", name="A tactic: two threats at once").first.click()
    for number in range(1, OF_A_LESSON + 1):
        expect(page.get_by_text(f"Step {number} of {OF_A_LESSON}", exact=True)).to_be_visible()
        page.get_by_role("button", name="Show the solution").click()
        expect(page.get_by_role("heading", name="The solution")).to_be_focused()
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("heading", name="Lesson complete")).to_be_visible()
    page.get_by_role("link", name="More puzzles of this kind").click()
    page.wait_for_url(re.compile("/puzzles/siegestones-"))
    page.goto("/learn/siegestones/nonsense")
    expect(page.get_by_role("link", name="Another lesson")).to_be_visible()


def do_as_shown(page: Any) -> None:
    """Let the lesson show the next action, play it, and wait until the table has heard of it."""
    page.get_by_role("button", name="Show me").click()
    before = page.locator(".area").get_attribute("data-seq")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".area")).not_to_have_attribute("data-seq", before)
    expect(page.get_by_role("button", name=re.compile("^(Next|Show me)$"))).to_be_enabled()


def test_a_game_without_a_lesson_offers_none(visitor: Any) -> None:
    """A game from another package has its rules on the page, and no lesson."""
    page = visitor()
    page.goto("/learn")
    expect(page.get_by_role("heading", name=OURS[0].title, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Furrow")).to_have_count(0)
    page.goto("/")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Furrow"))
    expect(card.get_by_role("link", name="Learn")).to_have_count(0)
    card.get_by_role("link", name="Rules").click()
    expect(page.get_by_text("Whoever has three stones in a row wins at once.")).to_be_visible()


def test_a_lesson_says_when_a_move_is_not_the_one(visitor: Any) -> None:
    page = visitor()
    page.goto("/learn/siegestones")
    page.locator(".bar .headline").wait_for()
    type_move(page, "stone a1")
    page.get_by_role("button", name="Try this step again").click()
    expect(page.get_by_label(re.compile("^a1, empty"))).to_have_count(1)


def test_rules_with_their_pictures_and_one_rule_found(visitor: Any) -> None:
    page = visitor()
    page.goto("/rules/siegestones?rule=T-17")
    expect(page.locator(".rules .here").first).to_contain_text("T-17")
    picture = page.locator("article img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    page.get_by_label("Find a rule").fill("nothing has this in it")
    expect(page.get_by_text("No rule has that in it.")).to_be_visible()


def finished(page: Any) -> str:
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    table = str(made["table"]["id"])
    for seat, action in ((0, "stone d4"), (1, "tower d5"), (0, "stone e5"), (1, "stone a1")):
        assert page.request.post(f"/api/tables/{table}/act", data={"type": "play", "seat": seat, "action": action}).ok
    assert page.request.post(f"/api/tables/{table}/act", data={"type": "resign", "seat": 1}).ok
    return table


def test_look_again_and_play_on(visitor: Any) -> None:
    page = visitor()
    table = finished(page)
    page.goto(f"/t/{table}/again")
    expect(page.get_by_role("heading", name=re.compile("^Review game"))).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_label(re.compile("^d4, empty"))).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label(re.compile("^d4, blue stone"))).to_have_count(1)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")


def test_a_link_to_a_moment_is_shown_where_it_cannot_be_copied(visitor: Any) -> None:
    page = visitor()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(f"/t/{finished(page)}/again")
    page.get_by_role("slider").fill("2")
    page.get_by_role("button", name="Copy a link to this moment").click()
    link = page.get_by_label("Copy a link to this moment")
    expect(link).to_have_value(re.compile(r"/again\?ply=3$"))  # the draw of who begins is no move
    page.get_by_role("button", name="Next move").click()
    expect(link).to_have_value(re.compile(r"/again\?ply=4$"))


def test_a_record_opens_as_a_game_to_look_at(visitor: Any) -> None:
    page = visitor(permissions=["clipboard-read", "clipboard-write"])
    record = page.request.get(f"/api/tables/{finished(page)}/record").text()
    page.goto("/")
    page.get_by_text("Open a saved game").click()
    page.get_by_label("or paste it here").fill(record)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile("/again$"))
    page.get_by_role("slider").fill("2")
    expect(page.get_by_label(re.compile("^d4, blue stone"))).to_have_count(1)
    page.evaluate("window.setTimeout = () => 0")  # what is said for two seconds stays until it is seen
    page.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the record").click()
    assert saved.value.path().read_text().splitlines()[-1] == record.splitlines()[-1]
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(page.get_by_role("slider")).to_have_value("2")
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".bar .headline").wait_for()
    expect(page.locator(".log")).to_contain_text("Blue places a stone on d4.")


def test_the_first_move_is_found_by_following_the_filled_buttons(visitor: Any) -> None:
    """Someone who has read nothing: the one filled button, a marked circle, the filled button again."""
    page = visitor()
    page.goto("/")
    page.locator("button.main").first.click()
    page.locator("[aria-label*='possible:']").first.click()
    page.locator("button.main").first.click()
    expect(page.locator(".log li")).not_to_have_count(1)


def test_the_table_can_be_set_up_with_every_option(visitor: Any) -> None:
    page = visitor()
    page.goto("/?new=siegestones")
    page.get_by_text("Ways to play").click()
    page.get_by_role("switch", name=re.compile("^Balanced Forces")).check()
    page.get_by_label("Length").select_option("village")
    page.get_by_label("Who begins").select_option("0")
    page.get_by_text("More choices").click()
    page.get_by_label("Clock").select_option("total")
    page.get_by_role("button", name="Begin").click()
    page.locator(".bar .headline").wait_for()
    expect(page.get_by_role("timer")).to_have_count(2)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (360, 640)])
def test_begin_stays_in_sight_however_much_is_set_up(visitor: Any, width: int, height: int) -> None:
    page = visitor(viewport={"width": width, "height": height})
    page.goto("/?new=siege&how=link")
    button = page.get_by_role("button", name="Begin")
    page.get_by_role("combobox", name=re.compile("^Seats")).select_option("6")
    for each in page.locator("dialog summary").all():
        each.click()
        expect(button).to_be_in_viewport(ratio=1)
    page.locator("dialog").evaluate("(dialog) => dialog.scrollTo(0, 0)")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    page.get_by_role("button", name="To the table").click()


def test_nobody_is_forgotten_by_mistake(visitor: Any) -> None:
    page = visitor()
    finished(page)
    page.goto("/")
    games = page.get_by_role("link", name="Review game")
    games.wait_for()
    held: list[Any] = []
    page.route("**/api/me", lambda route: held.append(route))
    with page.expect_request("**/api/me"):
        page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill("Ada")
    with page.expect_response("**/api/me"):  # it comes when something was typed already
        held[0].continue_()
    painted(page)
    page.unroute("**/api/me")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_label("Your name").fill("")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("dialog")).to_contain_text("A name needs letters or digits.")
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Yes, forget me").click()
    expect(page.locator("dialog")).to_contain_text("Your name and your list of games are removed.")
    page.get_by_role("button", name="Done").click()
    page.get_by_text("Your games will be listed here.").wait_for()
    assert games.count() == 0


def test_a_number_that_is_left_out_is_asked_for(visitor: Any) -> None:
    page = visitor()
    page.goto("/?new=siegestones")
    page.get_by_text("More choices").click()
    page.get_by_label("Clock").select_option("move")
    page.get_by_label("Seconds").fill("")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("input:invalid")).to_be_focused()


@pytest.mark.parametrize("ply", ["abc", "-5", "99", "2.5"])
def test_a_moment_that_is_not_there_leads_to_one_that_is(visitor: Any, ply: str) -> None:
    page = visitor()
    page.goto(f"/t/{finished(page)}/again?ply={ply}")
    expect(page.locator("h2").filter(has_text=re.compile(r"^After move [14] of 4$"))).to_be_visible()
    expect(page.get_by_label(re.compile("^d4, blue stone"))).to_have_count(1)


def test_a_page_that_did_not_come_can_be_tried_again(visitor: Any) -> None:
    page = visitor()
    for address, way_on in (("/learn/siegestones", "Step 1 of"), ("/rules/siegestones", "Rules of SiegeStones")):
        page.route("**/api/**", lambda route: route.abort())
        page.goto(address)
        again = page.get_by_role("button", name="Try again")
        again.wait_for()
        page.unroute("**/api/**")
        again.click()
        expect(page.get_by_text(way_on).first).to_be_visible()


def test_nobody_is_lost(visitor: Any) -> None:
    page = visitor()
    page.goto("/learn/nosuchgame")
    expect(page.get_by_role("link", name="Another lesson")).to_be_visible()
    page.goto("/t/nosuchtable1")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    page.goto("/nowhere")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
