"""The boards at three sizes, in every phase of whole games: large targets, nothing under the bar, no jumps."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from siegeworks import Match
from tests.e2e.conftest import ROOT
from tests.e2e.person import make_table, painted, sit_down

RECORDS = ROOT / "web" / "tools" / "games"
"""Whole games that bots have played."""
SIZES = ((360, 640), (390, 844), (1280, 800))
PHONE = 640
LATE = 2 / 3
"""Each phase is looked at where it comes first and, later in the game, once more."""

LOOK = """(isPhone) => {
  const LEAST = 44, SLACK = 0.6;
  const faults = new Set();
  const where = isPhone ? 'body' : '.board, .bar';
  const name = (node) => node.getAttribute('aria-label') || node.textContent.trim().slice(0, 40) || node.outerHTML;
  /* What can be seen of an element: its box, cut by everything around it that scrolls. */
  const seen = (node) => {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const shared = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  );
  const bar = document.querySelector('.bar');
  const edge = bar.getBoundingClientRect();
  for (const part of document.querySelectorAll(where)) {
    for (const node of part.querySelectorAll('button, a[href], input, summary')) {
      const { width, height } = node.getBoundingClientRect();
      if (!width || node.matches('.to-content') || (!isPhone && node.matches('.rule'))) continue;
      if (width < LEAST - SLACK || height < LEAST - SLACK)
        faults.add(`${Math.round(width)} x ${Math.round(height)}: ${name(node)}`);
      if (bar.contains(node) || shared(node.getBoundingClientRect(), edge) <= SLACK) continue;
      if (shared(seen(node), edge) > SLACK) faults.add(`under the bar: ${name(node)}`);
    }
  }
  const tall = Math.max(document.body.scrollHeight, document.documentElement.scrollHeight);
  if (!isPhone && tall > window.innerHeight + SLACK) faults.add(`${tall} high: one has to scroll`);
  const places = {};
  for (const each of ['.hexboard', '.own', '.held', '.middle', '.others']) {
    const box = document.querySelector(`.board ${each}`)?.getBoundingClientRect();
    const scrolled = window.scrollY + document.body.scrollTop;
    if (box && box.top + scrolled < window.innerHeight) places[each] = [box.left, box.top + scrolled].map(Math.round);
  }
  const within = (around, part) => {
    const [outer, inner] = [around, around?.querySelector(part)].map((node) => node?.getBoundingClientRect());
    if (inner) places[part] = [inner.left - outer.left, inner.top - outer.top].map(Math.round);
  };
  within(bar, '.headline');
  within(document.querySelector('.others .city'), '.count');
  return { faults: [...faults], places };
}"""
"""What is too small, what lies under the bar, whether a wide page must be scrolled, and where those things stand that
shall stay: board, city and hand if they are in sight, within the bar its sentence, within another's city the number of
cards."""


class Decision(NamedTuple):
    """Somebody is to decide."""

    phase: str
    ply: int
    seat: int


def decisions(record: str) -> list[Decision]:
    """Every phase where it first is, and once more late in the game.

    They are one seat's wherever that seat decides in them: people are called differently at another.
    """
    match = Match.from_record(record)
    plies = match.decisions()
    of_seat: dict[int, dict[tuple[str, int, bool], Decision]] = {}
    for ply in plies:
        view = match.until(ply).view()
        phase, seat = str(view.get("phase")), view["to_move"]
        if isinstance(seat, int):
            kind = phase, len(view.get("trick", ())), ply > plies[-1] * LATE
            of_seat.setdefault(seat, {}).setdefault(kind, Decision(phase, ply, seat))
    found: dict[tuple[str, int, bool], Decision] = {}
    for some in sorted(of_seat.values(), key=len):
        found |= some
    return list(found.values())


def look(page: Page, at: str) -> dict[tuple[int, int], Any]:
    """Where things stand at each size; fails where something is wrong."""
    found = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        painted(page)
        seen = page.evaluate(LOOK, size[0] <= PHONE)
        assert not seen["faults"], f"{at}, {size}: " + "; ".join(seen["faults"])
        found[size] = seen["places"]
    return found


@pytest.mark.parametrize("name", sorted(file.stem for file in RECORDS.glob("*.siege")))
def test_boards_keep_still_and_nothing_is_small_covered_or_out_of_sight(visitor: Any, name: str) -> None:
    page = visitor()
    record = (RECORDS / f"{name}.siege").read_text(encoding="utf-8")
    game, number = name.split("-")
    stood: dict[Any, list[Any]] = defaultdict(list)  # by size, seat and part
    for _, ply, seat in decisions(record):
        seats: list[dict[str, Any]] = [{"kind": "bot", "level": 1} for _ in range(int(number))]
        seats[seat] = {"kind": "me"}
        made = make_table(page, game=game, seats=seats, record=record, ply=ply)
        sit_down(page, made["links"]["watch"])
        page.locator(".log").wait_for()  # what comes after the first paint is there
        for size, places in look(page, f"ply {ply}").items():
            for part, place in places.items():
                before = stood[size, seat, part]
                before.append(place)
                assert place == pytest.approx(before[0], abs=1), f"ply {ply}, {size}: {part} has jumped"
    assert {size for (size, _, _), places in stood.items() if len(places) > 1} == set(SIZES)  # it was compared
