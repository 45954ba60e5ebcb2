"""Weights and times of the page: python benchmarks/page.py (a built page and a browser are needed).

The limits stand beside the figures; what is over a limit is marked. The table goes into docs/page.md.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page, sync_playwright
from tests.e2e.conftest import AT_ONCE, FLAGS, Server, chromium

from siegeworks.games import GAMES

SLOWER = 4
RUNS = 3
SCRIPT_KB, PAINT_MS, MOVE_MS, SHIFT, FIRST_MOVE_S = 120, 1000, 100, 0.0, 10

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
MOVE = """async () => {
  const said = document.querySelector('.log ol');
  const answered = new Promise((done) => {
    const old = window.fetch;
    window.fetch = async (...given) => {
      const answer = await old(...given);
      window.fetch = old;
      done(performance.now());
      return answer;
    };
  });
  const shown = new Promise((done) => new MutationObserver((_, watcher) => {
    watcher.disconnect();
    requestAnimationFrame(() => done(performance.now()));
  }).observe(said, { childList: true, subtree: true }));
  document.querySelector('.bar button.main').click();
  const [from, to] = await Promise.all([answered, shown]);
  return Math.max(0, to - from);
}"""


@contextmanager
def visit(server: Server) -> Iterator[Page]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        size: Any = {"width": 1280, "height": 800}
        page = browser.new_context(base_url=server.url, viewport=size, bypass_csp=True).new_page()
        page.add_init_script(AT_ONCE + WATCH)
        yield page
        browser.close()


def table(page: Page, game: str) -> str:
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}], "start": 0}
    return str(page.request.post("/api/tables", data=wish).json()["links"]["watch"])


def weight(page: Page, address: str) -> float:
    """The scripts a page loads, gzipped, in kB."""
    scripts: list[bytes] = []
    page.on("response", lambda answer: scripts.append(answer.body()) if answer.url.endswith(".js") else None)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return sum(len(gzip.compress(script, 9)) for script in scripts) / 1000


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def paint(page: Page, address: str) -> tuple[float, float]:
    """When the first board is painted with a slowed processor, in ms, and how much the layout shifted after that."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times, shifts = [], []
    for _ in range(RUNS):
        page.goto(address)
        page.wait_for_function("window.painted")
        page.wait_for_timeout(600)
        times.append(float(page.evaluate("window.painted")))
        shifts.append(float(page.evaluate("window.shift")))
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return median(times), max(shifts)


def move(page: Page, game: str) -> float:
    """From the server's answer to the move on the screen, in ms."""
    times = []
    for _ in range(RUNS):
        page.goto(table(page, game))
        page.locator(".bar .headline").wait_for()
        page.keyboard.press("c")
        page.keyboard.press("Enter")
        page.locator(".bar button.main").wait_for()
        times.append(float(page.evaluate(MOVE)))
    return median(times)


FIRST = """async () => {
  const began = performance.now();
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const lines = () => document.querySelectorAll('.log li').length;
  while (!document.querySelector('.log')) await pause(20);
  const before = lines();
  const looks = '.bar button:not(:disabled), [aria-label*=legal], .board button:not(:disabled)';
  for (let tries = 0; tries < 400 && lines() === before; tries++) {
    const found = [...document.querySelectorAll(looks)];
    const at = found.find((one) => one.matches('.main')) ?? found[Math.floor(Math.random() * found.length)];
    at?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pause(60);
  }
  return (performance.now() - began) / 1000;
}"""


def first_move(page: Page, game: str) -> float:
    """How long a script needs that clicks on what looks clickable, and knows nothing else."""
    page.goto(table(page, game))
    return float(page.evaluate(FIRST))


def line(what: str, value: float, limit: float, unit: str) -> None:
    mark = "" if value <= limit else "  OVER"
    print(f"| {what} | {value:.3g} {unit} | {limit:g} {unit} |{mark}", flush=True)


def measure(server: Server, page: Page) -> None:
    page.goto("/")
    print("| what | measured | limit |\n|---|---|---|")
    line("scripts of the home page, gzipped", weight(page, "/"), SCRIPT_KB, "kB")
    for game in GAMES:
        with_page = page.context.new_page()
        line(f"scripts of a table of {game}, gzipped", weight(with_page, table(page, game)), SCRIPT_KB, "kB")
        with_page.close()
    painted, shifted = paint(page, "/")
    line(f"first board painted on the home page, {SLOWER}x slower processor", painted, PAINT_MS, "ms")
    line("layout shift on the home page", shifted, SHIFT, "")
    for game in GAMES:
        painted, shifted = paint(page, table(page, game))
        line(f"first board painted at a table of {game}, {SLOWER}x slower", painted, PAINT_MS, "ms")
        line(f"layout shift at a table of {game}", shifted, SHIFT, "")
    for game in GAMES:
        line(f"a move of {game} shown after the answer", move(page, game), MOVE_MS, "ms")
        line(f"first legal move of {game} by blind clicking", first_move(page, game), FIRST_MOVE_S, "s")


def main() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            with visit(server) as page:
                measure(server, page)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
