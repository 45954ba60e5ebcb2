"""Six people who know none of the games: they see what the screen shows, do what its sentence names, and finish."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from siegeworks.games import OURS
from tests.e2e.test_play import invite
from tests.patience import PATIENCE_S

DESKS: dict[str, dict[str, Any]] = {
    "desk": {},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
}
"""Two of them have a large screen, two a phone, two a small one."""

STRANGER = """(seed) => {
  const faults = (window.faults = []);
  let state = seed;
  const dice = (sides) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % sides;
  };
  const all = (where) => [...document.querySelectorAll(where)];
  const isShown = (node) => node.offsetWidth > 0 && !node.disabled;
  const stems = (text) => new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.slice(0, 5)));
  const label = (node) => node.getAttribute('aria-label') || node.textContent.trim();
  let last = '';

  /* A click where one would point: whatever is there gets it, and it must be what was meant. */
  const click = (node) => {
    node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const meant = node.closest('.place, [data-spot]') ?? node;
    if (!hit || !(meant.contains(hit) || hit.contains(node)))
      return faults.push(`covered: ${label(node)}, by ${hit?.outerHTML.slice(0, 200)}`);
    last = label(node);
    (meant.contains(hit) ? (hit.closest('button') ?? node) : node).click();
  };

  const look = () => {
    if (document.querySelector('#over') || faults.length) return clearInterval(window.person);
    const sentence = document.querySelector('.bar .headline')?.textContent ?? '';
    const refused = document.querySelector('.bar .complaint, .board .refusal');
    if (refused) return faults.push(`${last}: ${refused.textContent} (${sentence})`);
    const main = all('.bar .doing button.main')[0];
    if (main) return main.disabled ? undefined : click(main);
    const named = all('.bar .doing button:not(.plain)').filter(isShown);
    const marked = all('.board button.open, .board .open > button.whole').filter(isShown);
    const isBegun = !!document.querySelector('.bar .doing .plain');
    const words = stems(sentence);
    const unnamed = isBegun ? [] : named.filter((node) => ![...stems(label(node))].some((stem) => words.has(stem)));
    if (unnamed.length) return faults.push(`not in the sentence: ${unnamed.map(label)} (${sentence})`);
    const finish = all('.board button.main').filter(isShown);
    const hand = finish.length && !marked.length ? all('.board .held button').filter(isShown) : [];
    const isFull = !!document.querySelector('.board .held .full');
    const open = [...named, ...marked, ...hand, ...(isFull ? [] : finish)];
    if (open.length) click(open[dice(open.length)]);
    else if (all('.bar .doing').length) faults.push(`nothing to point at: ${sentence}`);
  };
  clearInterval(window.person);
  window.person = setInterval(look, 15);
}"""
"""Lives in the page. It knows that what is marked can be pointed at, and that a sentence says what to do."""


def faults(pages: list[Page]) -> list[str]:
    return [said for page in pages for said in page.evaluate("window.faults")]


@pytest.mark.parametrize("desk", DESKS)
@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_strangers_finish_a_game_without_a_wrong_click(visitor: Any, game: str, desk: str) -> None:
    host, guest = pages = [visitor(**DESKS[desk]), visitor(**DESKS[desk])]
    invite(host, guest, game)
    for number, page in enumerate(pages):
        page.evaluate(STRANGER, 2 * list(DESKS).index(desk) + number + 1)
    try:
        for page in pages:
            page.locator("#over").wait_for(timeout=1000 * PATIENCE_S)
    finally:
        assert faults(pages) == []
