"""What a person does at a table: looks at what is marked, points at it, confirms. It knows no game."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.patience import PATIENCE_S


def make_table(page: Page, **wish: Any) -> dict[str, Any]:
    """A new table through the server, as the set-up dialog asks for it."""
    if not page.url.startswith("http"):
        page.goto("/")
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def sit_down(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".bar .headline").wait_for()


def type_move(page: Page, words: str) -> None:
    """Types a move, in the field that a key opens."""
    field = page.get_by_label("Type a move")
    if field.count() == 0:
        page.keyboard.press("t")
    field.fill(words)
    field.press("Enter")


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def painted(page: Page) -> None:
    """Until whatever the page was about to draw is drawn."""
    page.evaluate(PAINTED)


PERSON = """(seed) => {
  let state = seed;
  const dice = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const look = () => {
    if (document.querySelector('#over')) { clearInterval(window.person); return; }
    const confirm = document.querySelector('.bar .doing button.main');
    if (confirm) { if (!confirm.disabled) confirm.click(); return; }
    const pressed = new KeyboardEvent('keydown', { key: 'c', bubbles: true });
    if (!document.querySelector('.in-words')) document.body.dispatchEvent(pressed);
    const all = [...document.querySelectorAll('.in-words li button, .bar .doing button')];
    const open = all.filter((button) => !button.disabled && !button.classList.contains('plain'));
    if (open.length > 0) open[Math.floor(dice() * open.length)].click();
  };
  clearInterval(window.person);
  window.person = setInterval(look, 15);
}"""
"""Lives in the page: points at something that is offered, confirms what is picked, until the game is over."""


def begin(page: Page, seed: int) -> None:
    page.evaluate(PERSON, seed)


def rest(page: Page) -> None:
    page.evaluate("clearInterval(window.person)")


def play_on(pages: list[Page], seed: int) -> None:
    """All play, whoever can, until the game is over on every screen."""
    for number, page in enumerate(pages):
        begin(page, seed + number)
    for page in pages:
        page.locator("#over").wait_for(timeout=1000 * PATIENCE_S)
