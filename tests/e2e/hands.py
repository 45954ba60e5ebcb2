"""Somebody who has a keyboard only: Tab until the focus is where they want it, and arrows over a board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

MOST_TABS, MOST_STEPS = 150, 20
FOCUSED = "(each) => each === document.activeElement"
WAY = """(to) => {
  const [here, there] = [document.activeElement, to].map((each) => each.getBoundingClientRect());
  const [across, down] = [there.x - here.x, there.y - here.y];
  if (Math.abs(down) > here.height / 4) return down > 0 ? 'ArrowDown' : 'ArrowUp';
  return across > 0 ? 'ArrowRight' : 'ArrowLeft';
}"""
"""The arrow key that leads nearer to a cell."""


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab until something has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(MOST_TABS):
        if wanted.evaluate(FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {wanted}")


def press(page: Page, wanted: Locator, key: str = "Enter") -> None:
    """Go to a button or link by Tab, and press it."""
    tab_to(page, wanted)
    page.keyboard.press(key)


def pick(page: Page, cell: str) -> None:
    """Tab into the board, walk to a cell by the arrows, and choose it."""
    tab_to(page, page.locator('[data-cell][tabindex="0"]'))
    target = page.locator(f'[data-cell="{cell}"]')
    for _ in range(MOST_STEPS):
        if target.evaluate(FOCUSED):
            page.keyboard.press("Enter")
            return
        page.keyboard.press(target.evaluate(WAY))
    raise AssertionError(f"no way by arrows to {cell}")
