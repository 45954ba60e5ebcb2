"""What a person does at a table: looks at what is marked, points at it, confirms. It knows no game."""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Page

GAME_S = 150


def make_table(page: Page, **wish: Any) -> dict[str, Any]:
    """A new table through the server's door, as the set-up dialog asks for it."""
    if not page.url.startswith("http"):
        page.goto("/")
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def sit_down(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".bar .headline").wait_for()


def is_over(page: Page) -> bool:
    return page.locator("#over").count() > 0


def act(page: Page, dice: random.Random) -> bool:
    """One step: confirm what is picked, else point at something. False if there is nothing to do."""
    return bool(
        page.evaluate(
            """(dice) => {
              const confirm = document.querySelector('.bar .doing button.main');
              if (confirm) { if (!confirm.disabled) confirm.click(); return true; }
              const details = document.querySelector('.words details');
              if (details && !details.open) { details.open = true; return true; }
              const all = [...document.querySelectorAll('.words details li button, .bar .doing button')];
              const open = all.filter((button) => !button.disabled && !button.classList.contains('plain'));
              if (open.length === 0) return false;
              open[Math.floor(dice * open.length)].click();
              return true;
            }""",
            dice.random(),
        )
    )


def play_on(pages: list[Page], seed: int, limit_s: float = GAME_S) -> None:
    """All play, whoever can, until the game is over on every screen."""
    dice = random.Random(seed)
    ends = time.monotonic() + limit_s
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < ends, [page.title() for page in pages]
        acted = [act(page, dice) for page in pages if not is_over(page)]
        pages[0].wait_for_timeout(5 if any(acted) else 20)
