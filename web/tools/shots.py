"""Pictures of every page and game, wide and on a phone, light and dark: python web/tools/shots.py writes docs/shots/.

They are made from a real server with a built page, and kept small (WebP, made by the browser itself).
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.e2e.conftest import AT_ONCE, FLAGS, Server, chromium  # noqa: E402
from tests.e2e.person import begin, rest  # noqa: E402

from siegeworks.games import GAMES  # noqa: E402

OUT = ROOT / "docs" / "shots"
SIZES = {"wide": (1280, 800), "phone": (390, 844)}
LOOKS = ("light", "dark")
MOST_BYTES = 60_000
TO_WEBP = """async ([data, quality]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


def small(page: Page, png: bytes) -> bytes:
    """The picture as WebP, as good as fits."""
    for quality in (0.8, 0.65, 0.5, 0.35):
        webp = base64.b64decode(page.evaluate(TO_WEBP, [base64.b64encode(png).decode(), quality]))
        if len(webp) <= MOST_BYTES:
            break
    return webp


def table(page: Page, **wish: Any) -> str:
    answer = page.request.post("/api/tables", data=wish)
    return str(answer.json()["links"]["watch"])


def played(page: Page, game: str, lines: int, seats: list[dict[str, Any]]) -> None:
    """A table some way into a game."""
    page.goto(table(page, game=game, seats=seats, start=0))
    page.locator(".bar").wait_for()
    wanted = page.locator(".log li").count() + lines
    begin(page, 7)
    page.locator(f".log li:nth-child({wanted}), #over").first.wait_for(timeout=120_000)
    rest(page)
    page.locator(".words details").evaluate_all("all => all.forEach((one) => (one.open = false))")
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("Escape")


def games() -> dict[str, Callable[[Page], None]]:
    bot = {"kind": "bot", "level": 1}
    found: dict[str, Callable[[Page], None]] = {}
    for game, about in GAMES.items():
        found[game] = lambda page, game=game: played(page, game, 14, [{"kind": "me"}, bot])
        most = max(about.seats)
        crowd = [{"kind": "me", "name": "A rather long name here"}, *[bot] * (most - 1)]
        found[f"{game}-{most}-seats"] = lambda page, game=game, crowd=crowd: played(page, game, 12, crowd)
    return found


def curtain(page: Page) -> None:
    secret = next(game["name"] for game in page.request.get("/api/games").json() if game["secrets"])
    page.goto(table(page, game=secret, seats=[{"kind": "me"}, {"kind": "me"}]))
    page.locator(".curtain").wait_for()


PAGES: dict[str, Callable[[Page], Any]] = {
    "home": lambda page: page.goto("/"),
    "set-up": lambda page: page.goto("/?new=" + next(iter(GAMES))),
    "learn": lambda page: page.goto("/learn"),
    "lesson": lambda page: page.goto("/learn/" + next(iter(GAMES))),
    "rules": lambda page: page.goto("/rules/" + next(iter(GAMES))),
    "curtain": curtain,
}


def shoot(browser: Browser, server: Server, size: str, look: str, wanted: list[str]) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        color_scheme=look,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    page.goto("/")
    for name, go in {**PAGES, **games()}.items():
        if wanted and name not in wanted:
            continue
        go(page)
        page.wait_for_timeout(900)
        file = OUT / f"{name}-{size}-{look}.webp"
        file.write_bytes(small(page, page.screenshot()))
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB", flush=True)
    context.close()


def main(wanted: list[str]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        server.start()
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for size in SIZES:
                for look in LOOKS:
                    shoot(browser, server, size, look, wanted)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
