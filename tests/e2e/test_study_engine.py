"""Beside the analysis board: arrows and figures that change while the engine thinks, and the book of openings."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks import Match
from siegeworks.openings import book_of, known_moves
from tests.e2e.test_access import check
from tests.e2e.test_study import PHONE, begin, line, play

SIZES = pytest.mark.parametrize("more", [{}, PHONE], ids=["desktop", "phone"])

PACED = """(() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!answer.url.includes('/engine')) return answer;
    let rest = '';
    const paced = new TransformStream({
      async transform(part, to) {
        rest += part;
        for (let end = rest.indexOf('\\n') + 1; end > 0; end = rest.indexOf('\\n') + 1) {
          await new Promise((done) => (window.next = done));
          to.enqueue(rest.slice(0, end));
          rest = rest.slice(end);
        }
      },
    });
    const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(paced);
    return new Response(body.pipeThrough(new TextEncoderStream()), answer);
  };
})()"""
"""What the engine says comes to the page line by line, each when the test asks for it."""
NEXT = "() => { const { next } = window; window.next = undefined; next(); }"
DRAWN = """() => [...document.querySelectorAll('[data-rank], .arrow.engine .ink')].map(
  (each) => `${each.dataset.rank ?? ''} ${each.getAttribute('transform') ?? each.getAttribute('d')}`)"""
CORNERS = ("a1", "a4", "d1", "d7", "g4", "g7")
FIGURES = "() => [...document.querySelectorAll('.engine li strong, .engine .values')].map((each) => each.innerText)"


def studied(page: Page, match: Match) -> None:
    """A study of a match, at its last line."""
    page.goto("/study")
    made = page.request.post("/api/studies", data={"record": match.record()}).json()
    page.goto(f"{made['link']}?node={match.ply}")
    page.get_by_role("button", name="Engine").wait_for()


def heard(page: Page, simulations: int) -> tuple[list[str], list[str]]:
    """The next answer of the engine: what the board shows of it, and the figures beside."""
    page.wait_for_function("() => window.next")
    page.evaluate(NEXT)
    expect(page.get_by_test_id("simulations")).to_have_text(f"Looked ahead {simulations:,} times")
    return page.evaluate(DRAWN), page.evaluate(FIGURES)


@SIZES
def test_arrows_and_figures_change_while_the_engine_thinks(visitor: Any, more: dict[str, Any]) -> None:
    page, match, dice = visitor(**more), Match.new("charge", 2, seed=5), random.Random(5)
    for _ in range(6):
        match.play(dice.choice(match.legal()))
    page.add_init_script(PACED)
    studied(page, match)
    page.get_by_role("button", name="Engine").click()
    first, figures = heard(page, 500)
    assert any("M" in each for each in first)  # an arrow: pieces move from a cell to another
    check(page)
    drawn, told = heard(page, 1000)
    assert told != figures
    simulations = 1000
    while drawn == first:  # the last answer of all is another one, or this fails: no line is left to wait for
        simulations *= 2
        drawn, told = heard(page, simulations)
    check(page)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator("[data-rank]")).to_have_count(0)


def test_the_lines_stand_still_while_one_is_pointed_at(visitor: Any) -> None:
    page, match = visitor(), Match.new("siegestones", 2, seed=5)
    page.add_init_script(PACED)
    studied(page, match)
    page.get_by_role("button", name="Engine").click()
    heard(page, 500)
    lines = page.locator(".engine li")
    lines.nth(1).hover()
    said = lines.all_inner_texts()
    heard(page, 1000)
    assert lines.all_inner_texts() == said
    page.get_by_role("heading", level=1).hover()
    expect(lines.first).not_to_have_text(said[0])


def test_what_the_board_shows_has_the_rank_of_its_line(visitor: Any) -> None:
    """Also where a better line points at nothing on the board."""
    page, match, dice = visitor(), Match.new("charge", 2, seed=5), random.Random(5)
    for _ in range(6):
        match.play(dice.choice(match.legal()))
    page.add_init_script(PACED)
    studied(page, match)
    page.get_by_role("button", name="Engine").click()
    heard(page, 500)
    said = page.locator(".engine li").all_inner_texts()
    moves = [rank for rank, each in enumerate(said, 1) if "Move from" in each.partition(".")[0]]
    assert len(moves) < len(said)
    assert [drawn.get_attribute("data-rank") for drawn in page.locator("[data-rank]").all()] == [*map(str, moves)]


@SIZES
def test_the_book_says_how_bots_went_on_and_plays_it(visitor: Any, more: dict[str, Any]) -> None:
    page = visitor(**more)
    begin(page)
    match = Match.new("siegestones", 2)
    match.play("start 0")
    book = book_of(match.game)
    assert book is not None
    best = known_moves(book, match)[0]
    panel = page.get_by_role("region", name="Openings")
    expect(panel).to_contain_text(f"How {book.games:,} games between bots went on")
    row = panel.get_by_role("row").nth(1)
    expect(row.get_by_role("cell").nth(1)).to_have_text(str(best.times))
    share, low, high = (round(100 * each) for each in (best.share, best.low, best.high))
    expect(row.get_by_role("cell").nth(2)).to_have_text(f"{share} % ({low}–{high})")
    check(page)
    row.get_by_role("button").click()
    what, cell = best.action.split()
    expect(line(page, f"places a {what} on {cell}")).to_have_attribute("aria-selected", "true")
    match.play(best.action)
    assert known_moves(book, match)
    expect(panel.get_by_role("row").nth(1)).to_contain_text(str(known_moves(book, match)[0].times))
    off = next(cell for cell in CORNERS if not known_moves(book, ahead(match, f"tower {cell}")))
    play(page, off, "tower")
    expect(panel).to_have_count(0)  # no game between bots came here
    check(page)
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Next move").click()
    expect(row.get_by_role("cell").nth(1)).to_have_text(str(best.times))


def ahead(match: Match, action: str) -> Match:
    """The match with one more action, if that is legal."""
    after = match.copy()
    if action in after.legal():
        after.play(action)
    return after
