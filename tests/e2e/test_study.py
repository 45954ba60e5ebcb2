"""The analysis board: a tree is built, commented, drawn on, shared, embedded, exported and opened in the terminal."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks import Study
from siegeworks.cli import main
from tests.e2e.test_access import check
from tests.e2e.test_learn import finished

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Shows HTML at the address of another site."""
    pages: list[bytes] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(pages[-1])

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever).start()

        def show(html: str) -> str:
            pages.append(html.encode())
            return f"http://localhost:{site.server_port}/"

        yield show
        site.shutdown()


def begin(page: Page) -> None:
    """An empty study of SiegeStones in which Blue begins."""
    page.goto("/study")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name=re.compile("^Blue begins")).click()
    expect(line(page, "Blue begins.")).to_have_attribute("aria-selected", "true")


def line(page: Page, says: str) -> Any:
    return page.get_by_role("treeitem", name=says)


def play(page: Page, cell: str, what: str) -> None:
    page.locator(f'[data-cell="{cell}"]').click()
    page.get_by_role("button", name=f"Place a {what}: {cell}").first.click()
    expect(line(page, f"places a {what} on {cell}")).to_have_attribute("aria-selected", "true")


def exported(page: Page) -> str:
    with page.expect_download() as found:
        page.get_by_role("link", name="Download the record").click()
    return found.value.path().read_text("utf-8")


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_tree_is_built_shared_embedded_exported_and_reopened(
    visitor: Any, more: dict[str, Any], tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visitor(**more)
    begin(page)
    play(page, "d4", "stone")
    page.get_by_role("button", name="Previous move").click()
    play(page, "e5", "stone")
    page.get_by_role("button", name="Previous move").click()
    play(page, "a1", "tower")
    field = page.get_by_label("Comment on this move")
    field.fill("In the corner.\nPerhaps.")
    field.blur()
    expect(line(page, "places a tower on a1")).to_contain_text("In the corner.")
    page.get_by_role("button", name="Draw marks").click()
    for cell in ("c3", "c3", "c3", "f6"):
        page.locator(f'[data-cell="{cell}"]').click()
    page.locator('[data-arrow="c3 f6"]').wait_for()
    page.reload()
    page.locator('[data-mark="c3"]').wait_for()
    check(page)
    text = exported(page)
    study = Study.from_record(text)
    assert [child.name for child in study.root.children[0].children] == ["stone d4", "stone e5", "tower a1"]
    assert (study.node(4).comment, study.node(4).arrows) == ("In the corner.\nPerhaps.", [("c3", "f6")])
    (tmp_path / "study.siege").write_text(text, "utf-8")
    assert main(["replay", str(tmp_path / "study.siege"), "--plain"]) == 0
    assert "   4  | | Blue places a tower on a1" in capsys.readouterr().out

    other = visitor(**more)
    other.goto(page.url)
    expect(line(other, "places a tower on a1")).to_have_attribute("aria-selected", "true")
    expect(other.get_by_label("Comment on this move")).to_have_count(0)
    other.get_by_role("button", name="Make my own").click()
    expect(other.get_by_label("Comment on the beginning")).to_be_visible()


def test_keys_alone_walk_undo_and_draw(visitor: Any) -> None:
    page = visitor()
    begin(page)
    play(page, "d4", "stone")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(line(page, "Blue begins.")).to_have_attribute("aria-selected", "true")
    play(page, "e5", "tower")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowUp")
    expect(line(page, "places a stone on d4")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(line(page, "places a tower on e5")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("d")
    page.locator('[data-cell="b2"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator('[data-mark="b2"]').wait_for()
    page.keyboard.press("Control+z")
    expect(page.locator('[data-mark="b2"]')).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(line(page, "places a tower on e5")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(line(page, "places a tower on e5")).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    expect(line(page, "The beginning")).to_have_attribute("aria-selected", "true")


def test_the_engine_looks_along_at_a_finished_game(visitor: Any) -> None:
    page = visitor()
    page.goto(f"/t/{finished(page)}/again")
    page.get_by_role("button", name="Study this game").click()
    page.get_by_role("treeitem", name="Blue places a stone on d4.").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/engine") else None)
    page.get_by_role("button", name="Engine").click()
    page.get_by_test_id("simulations").wait_for()
    page.locator('[data-rank="1"]').wait_for()
    check(page)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator('[data-rank="1"]')).to_have_count(0)
    assert len(asked) == 1


def test_a_click_that_cannot_be_is_answered_with_its_rule(visitor: Any) -> None:
    page = visitor()
    begin(page)
    play(page, "d4", "stone")
    page.locator('[data-cell="d4"]').click()
    bar = page.get_by_role("region", name="What to do")
    expect(bar).to_contain_text("d4 already holds a blue stone")
    bar.get_by_role("button", name="Show rule T-12").click()
    expect(page.get_by_text("T-12").last).to_be_visible()
    page.locator('[data-cell="e5"]').click()
    expect(bar).not_to_contain_text("already holds")


def test_through_the_eyes_of_a_seat_nothing_of_others_is_shown(visitor: Any) -> None:
    page = visitor()
    page.goto("/study")
    page.get_by_label("Game").select_option("siege")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="Let chance draw").click()
    page.get_by_role("button", name="Let chance draw").wait_for(state="detached")
    expect(page.get_by_text("All moves that can be played")).to_be_visible()
    study, _, node = page.url.partition("/study/")[2].partition("?node=")
    mover = page.request.get(f"/api/studies/{study}/nodes/{node}").json()["to_move"]
    page.get_by_label("See it as").select_option(f"Seat {2 - mover}")
    expect(page.get_by_text("All moves that can be played")).to_have_count(0)
    page.get_by_role("button", name="Engine").click()
    expect(page.get_by_text("These eyes do not see")).to_be_visible()
    check(page)


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_a_study_is_named_found_again_and_removed(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    begin(page)
    name = page.get_by_label("Name of this study")
    name.fill("Corners")
    name.blur()
    expect(page.get_by_role("heading", name="Corners", level=1)).to_be_visible()
    page.goto("/study")
    page.get_by_role("link", name="Corners").click()
    expect(line(page, "Blue begins.")).to_be_visible()
    page.goto("/study")
    check(page)
    page.get_by_role("button", name="Remove Corners").click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page.get_by_role("link", name="Corners")).to_have_count(0)


def test_only_the_embedded_page_stands_in_a_frame(visitor: Any, base_url: str) -> None:
    page = visitor()
    begin(page)
    study = page.url.partition("/study/")[2]
    for path, is_framed in ((f"/study/{study}", False), (f"/embed/{study}", True)):
        policy = page.request.get(path).headers
        assert ("frame-ancestors *" in policy["content-security-policy"]) is is_framed
        assert ("x-frame-options" in policy) is not is_framed
    page.goto(f"/embed/{study}")
    expect(page.get_by_role("link", name="Open the study")).to_be_visible()
    check(page)


@pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])
def test_an_embedded_tree_is_walked_in_the_frame_of_another_page(
    visitor: Any, more: dict[str, Any], base_url: str, elsewhere: Callable[[str], str]
) -> None:
    page = visitor(**more)
    begin(page)
    play(page, "d4", "stone")
    page.get_by_role("button", name="Previous move").click()
    play(page, "e5", "tower")
    field = page.get_by_label("Comment on this move")
    field.fill("High up.")
    field.blur()
    expect(line(page, "places a tower on e5")).to_contain_text("High up.")
    study = page.url.partition("/study/")[2].partition("?")[0]
    page.goto(f"/embed/{study}?node=1")
    line(page, "places a stone on d4").click()
    check(page)
    page.goto(elsewhere(f'<iframe src="{base_url}/embed/{study}?node=1" width="370" height="700"></iframe>'))
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Next move").click()
    expect(frame.get_by_label("d4, blue stone")).to_be_visible()
    expect(frame.get_by_role("treeitem", name="places a stone on d4")).to_have_attribute("aria-selected", "true")
    frame.get_by_role("treeitem", name="places a tower on e5").click()
    expect(frame.locator("p.comment")).to_have_text("High up.")
    expect(frame.get_by_role("link", name="Open the study")).to_have_attribute("href", f"/study/{study}?node=3")
    for key, says in (("ArrowUp", "places a stone on d4"), ("ArrowLeft", "Blue begins"), ("Home", "The beginning")):
        page.keyboard.press(key)
        expect(frame.get_by_role("treeitem", name=says)).to_have_attribute("aria-selected", "true")


def test_a_study_or_a_game_that_is_not_there_is_told_as_that(visitor: Any) -> None:
    page = visitor()
    page.goto("/study/nonsense")
    expect(page.get_by_text("There is no such study, or it has been removed.")).to_be_visible()
    check(page)
    page.goto("/study?set=nonsense&seats=2")
    expect(page.get_by_text("There is no such game.")).to_be_visible()
