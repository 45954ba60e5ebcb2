"""Weights and times of the page: python benchmarks/page.py [--write] (a built page and a browser are needed).

Every figure is of a browser that has never seen the page. The limits stand beside the figures; what is over a limit is
marked. With --write the table goes into docs/page.md, with the load of the machine before it began.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright
from tests.e2e.conftest import AT_ONCE, FLAGS, Server, chromium

from siegeworks.games import OURS

GAMES = {game.name: game for game in OURS}
DOCS = Path(__file__).resolve().parents[1] / "docs" / "page.md"
SLOWER = 4
RUNS = 5
SETTLE_MS = 1600  # whoever asks the page something before it is painted slows it down
SCRIPT_KB, PAINT_MS, MOVE_MS, SHIFT, FIRST_MOVE_S = 120, 1000, 100, 0.0, 10
WIDE: Any = {"width": 1280, "height": 800}
PHONE: Any = {"width": 390, "height": 844}
Make = Callable[..., Page]

WATCH = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
const board = new MutationObserver(() => {
  if (document.querySelector('.living svg, .board svg, .board button') && !window.painted)
    requestAnimationFrame(() => requestAnimationFrame(() => {
      window.painted = performance.now();
      board.disconnect();
    }));
});
board.observe(document, { childList: true, subtree: true });
"""
"""Notes when a board stands in a painted frame, and how much moves by itself."""

HEAR = """
window.told = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', () => window.told.push(performance.now()));
  }
};
"""
"""Notes when the server says something, before the page hears of it."""

MOVE = """async () => {
  const shown = new Promise((done) => new MutationObserver((_, watcher) => {
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
  }).observe(document.querySelector('.log ol'), { childList: true, subtree: true }));
  window.told = [];
  document.querySelector('.bar button.main').click();
  return (await shown) - window.told[0];
}"""

FIRST = """async (seed) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const lines = () => document.querySelectorAll('.log p, .log summary').length;
  const looksClickable = (one) => getComputedStyle(one).cursor === 'pointer' && one.checkVisibility();
  const looksFilled = (one) => one.matches('.main');
  while (!window.painted) await pause(10);
  const before = lines();
  let state = seed;
  const dice = () => ((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648);
  while (lines() === before) {
    const found = [...document.querySelectorAll('.area button')].filter(looksClickable);
    const at = found.find(looksFilled) ?? found[Math.floor(dice() * found.length)];
    at?.click();
    await pause(100);
  }
  return (performance.now() - window.painted) / 1000;
}"""
"""Clicks ten times a second on anything by the board that looks clickable, filled buttons first; knows nothing else."""


@contextmanager
def visits(server: Server) -> Iterator[Make]:
    """Makes browsers that have never been here."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield lambda size=WIDE: _visit(browser, server, size)
        browser.close()


def _visit(browser: Browser, server: Server, size: Any) -> Page:
    for old in browser.contexts:
        old.close()
    page = browser.new_context(base_url=server.url, viewport=size, bypass_csp=True).new_page()
    page.add_init_script(AT_ONCE + WATCH + HEAR)
    return page


def table(page: Page, game: str) -> str:
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}], "start": 0}
    return str(page.request.post("/api/tables", data=wish).json()["links"]["watch"])


def address(page: Page, game: str | None) -> str:
    return "/" if game is None else table(page, game)


def weight(visit: Make, game: str | None) -> float:
    """The scripts a page loads, gzipped, in kB."""
    page = visit()
    page.goto(address(page, game))
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    scripts = [page.request.get(one).body() for one in loaded if one.endswith(".js")]
    return sum(len(gzip.compress(script, 9)) for script in scripts) / 1000


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def paint(visit: Make, game: str | None) -> tuple[float, float]:
    """When the first board is painted with a slowed processor, in ms, and the most the layout shifted by itself."""
    times, shifts = [], []
    for size in (*[WIDE] * RUNS, PHONE):
        page = visit(size)
        where = address(page, game)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(where)
        page.wait_for_timeout(SETTLE_MS)
        page.wait_for_function("window.painted")
        times += [float(page.evaluate("window.painted"))] if size is WIDE else []
        shifts.append(float(page.evaluate("window.shift")))
    return median(times), max(shifts)


def move(visit: Make, game: str) -> float:
    """From the server's first word about a move to the frame that shows it, in ms."""
    times = []
    for _ in range(RUNS):
        page = visit()
        page.goto(table(page, game))
        page.wait_for_function("document.title.startsWith('●')")  # it is our turn
        page.keyboard.press("c")
        while not page.locator(".bar button.main").count():
            page.keyboard.press("Enter")
            page.wait_for_timeout(50)
        page.wait_for_timeout(300)
        times.append(float(page.evaluate(MOVE)))
    return median(times)


def first_move(visit: Make, game: str) -> float:
    """The longest a script needs from the first paint to a legal move that clicks on what looks clickable."""
    times = []
    for seed in range(RUNS):
        page = visit()
        page.goto(table(page, game))
        times.append(float(page.evaluate(FIRST, seed + 1)))
    return max(times)


def line(what: str, value: float, limit: float, unit: str) -> str:
    mark = "" if value <= limit else ", over"
    shown = f"{value:.0f}" if value >= 100 else f"{value:.3g}"
    made = " ".join(f"| {what} | {shown} {unit}{mark} | {limit:g} {unit} |".split())
    print(made, flush=True)
    return made


def measure(visit: Make) -> Iterator[str]:
    places = {None: "the home page", **{name: f"a table of {game.title}" for name, game in GAMES.items()}}
    for game, place in places.items():
        yield line(f"scripts of {place}, gzipped", weight(visit, game), SCRIPT_KB, "kB")
    for game, place in places.items():
        painted, shifted = paint(visit, game)
        yield line(f"first board painted, {place}, processor slowed {SLOWER} times", painted, PAINT_MS, "ms")
        yield line(f"layout shift, {place}, wide and on a phone", shifted, SHIFT, "")
    for name, game in GAMES.items():
        yield line(f"a move of {game.title} shown after the server's answer", move(visit, name), MOVE_MS, "ms")
    for name, game in GAMES.items():
        blind = first_move(visit, name)
        yield line(
            f"from first paint to a first legal move of {game.title}, clicking blindly", blind, FIRST_MOVE_S, "s"
        )


def write(lines: list[str], load: float) -> None:
    """The table in docs/page.md, between its marks."""
    head = f"Measured with {os.cpu_count()} cores, at a load of {load:.1f} before it began."
    table = "\n".join(["<!-- figures -->", head, "", "| what | measured | limit |", "|---|---|---|", *lines])
    old = DOCS.read_text(encoding="utf-8")
    found = re.sub(r"<!-- figures -->.*(?=<!-- end of figures -->)", lambda _: table + "\n", old, flags=re.DOTALL)
    DOCS.write_text(found, encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        load = os.getloadavg()[0]
        try:
            with visits(server) as visit:
                lines = list(measure(visit))
        finally:
            server.stop()
    if "--write" in sys.argv[1:]:
        write(lines, load)


if __name__ == "__main__":
    main()
