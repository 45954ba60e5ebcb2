"""Pictures of every page and game, wide and on a phone, light and dark: python web/tools/shots.py writes docs/shots/.

Git ignores all but the few that pages show: .gitignore names those.

They are made from a real server with a built page, and kept small (WebP, made by the browser itself). The games are
those of web/tools/games/, played by bots, so that every run shows the same positions. --help tells the rest.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.e2e.conftest import AT_ONCE, FLAGS, Server, chromium  # noqa: E402

from siegeworks.games import OURS  # noqa: E402

OUT = ROOT / "docs" / "shots"
RECORDS = ROOT / "web" / "tools" / "games"
GAMES = {game.name: game for game in OURS}
SIZES = {"wide": (1280, 800), "phone": (390, 844), "narrow": (320, 640)}
LOOKS = ("light", "dark")
MOST_BYTES = 38_000
PATIENCE_MS = 120_000
LONG_NAME = "Bartholomew of Northwich"  # as long as the server allows
TO_WEBP = """async ([data, quality]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""
TICK_ALL = """all => all.forEach((box) => box.checked || box.click())"""

PRIVATE = ("recall", "stow", "discard")
"""Phases in which a seat rearranges what is its own."""

View = dict[str, Any]
Scene = Callable[["Stage"], Any]


def small(page: Page, png: bytes) -> bytes:
    """The picture as WebP, as good as fits."""
    for quality in (0.6, 0.4, 0.25):
        webp = base64.b64decode(page.evaluate(TO_WEBP, [base64.b64encode(png).decode(), quality]))
        if len(webp) <= MOST_BYTES:
            break
    return webp


class Stage:
    """A page, and games that can be opened at any move."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.archive: dict[str, tuple[str, list[dict[str, Any]]]] = {}

    def ask(self, path: str, data: Any = None) -> Any:
        answer = (
            self.page.request.get(path, timeout=PATIENCE_MS)
            if data is None
            else self.page.request.post(path, data=data, timeout=PATIENCE_MS)
        )
        assert answer.ok, answer.text()
        return answer.json()

    def table(self, **wish: Any) -> str:
        return str(self.ask("/api/tables", wish)["links"]["watch"])

    def stored(self, name: str) -> tuple[str, list[dict[str, Any]]]:
        """The id and the lines of a stored game."""
        if name not in self.archive:
            text = (RECORDS / f"{name}.siege").read_text(encoding="utf-8")
            kept = str(self.ask("/api/records", text)["id"])
            self.archive[name] = kept, self.ask(f"/api/tables/{kept}/replay")["plies"]
        return self.archive[name]

    def view(self, name: str, ply: int) -> View:
        found: View = self.ask(f"/api/tables/{self.stored(name)[0]}/replay/{ply}")["view"]
        return found

    def find(self, name: str, wanted: Callable[[View], bool], share: float) -> tuple[int, View]:
        """The first move from that share of the game on whose position is wanted."""
        _, lines = self.stored(name)
        first = next(at for at, line in enumerate(lines) if isinstance(line["seat"], int))
        for ply in range(first + int((len(lines) - first) * share), len(lines)):
            view = self.view(name, ply)
            if isinstance(view["to_move"], int) and wanted(view):
                return ply, view
        raise LookupError(f"{name} has no such position")

    def play(
        self,
        name: str,
        share: float = 0.5,
        wanted: Callable[[View], bool] = lambda _: True,
        long: bool = False,
        at: int | None = None,
    ) -> View:
        """Sits down in the middle of a stored game, or before a move of it, at the seat that is to move."""
        ply, view = self.find(name, wanted, share) if at is None else (at, self.view(name, at))
        seats: list[dict[str, Any]] = [{"kind": "bot", "level": 1} for _ in range(view["seats"])]
        seats[view["to_move"]] = {"kind": "me"}
        if long:
            seats[view["to_move"]]["name"] = LONG_NAME
        record = (RECORDS / f"{name}.siege").read_text(encoding="utf-8")
        self.page.goto(self.table(game=name.split("-")[0], seats=seats, record=record, ply=ply))
        self.page.locator(".bar .headline").wait_for()
        return view

    def pick(self) -> None:
        """Points at open things until a whole action is picked and its preview is shown."""
        confirm = self.page.locator(".bar .doing button.main")
        for _ in range(4):
            if confirm.count():
                break
            self.page.locator(".board button.open:not([aria-pressed=true])").last.click()
            self.page.wait_for_timeout(350)

    def overlays(self) -> None:
        self.page.locator("button[aria-haspopup=dialog]").click()
        self.page.locator("dialog[open] fieldset input").evaluate_all(TICK_ALL)
        self.page.locator("dialog[open]").get_by_role("button", name="Close").click()

    def to(self, address: str) -> None:
        self.page.goto(address)


def is_public(view: View) -> bool:
    return view.get("phase") not in PRIVATE


def games() -> dict[str, Scene]:
    """Each game: with few seats in the middle and at its end, with a preview and all overlays, with all seats."""
    found: dict[str, Scene] = {}
    for game, about in GAMES.items():
        few, many = f"{game}-{min(about.seats)}", f"{game}-{max(about.seats)}"
        found[game] = partial(Stage.play, name=few, wanted=is_public)
        found[f"{game}-preview"] = partial(preview, name=few)
        found[f"{game}-over"] = partial(over, name=few)
        found[many] = partial(Stage.play, name=many, wanted=is_public, long=True)
    return found


def preview(stage: Stage, name: str) -> None:
    stage.play(name, 0.6, is_public)
    stage.overlays()
    stage.pick()


def first_with(stage: Stage, wanted: Callable[[View], bool]) -> None:
    """The first game that has such a position, played from there."""
    for game, about in GAMES.items():
        try:
            stage.play(f"{game}-{min(about.seats)}", 0.0, wanted)
        except LookupError:
            continue
        return
    raise LookupError("no game has such a position")


def winter(stage: Stage) -> None:
    first_with(stage, lambda view: not is_public(view))
    stage.page.wait_for_timeout(600)


def attack(stage: Stage) -> None:
    first_with(stage, lambda view: bool(view.get("attack")) and bool(view["attack"].get("fought")))


def rule_beside(stage: Stage) -> None:
    stage.play(f"{next(iter(GAMES))}-2", 0.5)
    stage.page.locator(".log .rule").last.click()
    stage.page.locator("aside .rules").wait_for()


def over(stage: Stage, name: str) -> None:
    """A game that just ended: the last decision of a stored one is made once more."""
    _, lines = stage.stored(name)
    last = max(at for at, line in enumerate(lines) if isinstance(line["seat"], int))
    stage.play(name, at=last)
    stage.page.keyboard.press("t")
    stage.page.locator("#typed").fill(lines[last]["action"])
    stage.page.keyboard.press("Enter")
    stage.page.locator("#over").wait_for()


def again(stage: Stage) -> None:
    kept, lines = stage.stored(f"{next(iter(GAMES))}-2")
    stage.to(f"/t/{kept}/again?moments&ply={len(lines) // 2}")
    stage.page.locator("figure").wait_for(timeout=180_000)
    stage.page.locator(".moments button").first.click()


def watched(stage: Stage) -> None:
    """An open table of somebody else's."""
    name = f"{next(iter(GAMES))}-2"
    ply, _ = stage.find(name, lambda _: True, 0.4)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Konrad"}]
    record = (RECORDS / f"{name}.siege").read_text(encoding="utf-8")
    address = stage.table(game=name.split("-")[0], seats=seats, record=record, ply=ply)
    stage.page.context.clear_cookies()
    stage.to(address)
    stage.page.locator(".bar .headline").wait_for()


def home(stage: Stage) -> None:
    """With running and finished games of one's own, and an open table."""
    for game in GAMES:
        stage.ask("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}], "start": 0})
    guests = [{"kind": "me", "name": LONG_NAME}, {"kind": "open"}]
    stage.ask("/api/tables", {"game": next(iter(GAMES)), "seats": guests, "public": True})
    stage.to("/")


def lower_home(stage: Stage) -> None:
    home(stage)
    stage.page.locator("#games").wait_for()
    stage.page.wait_for_timeout(600)
    stage.page.locator("#games").evaluate("node => node.scrollIntoView()")


def curtain(stage: Stage) -> None:
    secret = next(game["name"] for game in stage.ask("/api/games") if game["secrets"])
    stage.to(stage.table(game=secret, seats=[{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Konrad"}]))
    stage.page.locator(".curtain").wait_for()


PAGES: dict[str, Scene] = {
    "home-empty": lambda stage: stage.to("/"),
    "home": home,
    "home-games": lower_home,
    "set-up": lambda stage: stage.to("/?new=" + next(iter(GAMES))),
    "learn": lambda stage: stage.to("/learn"),
    "lesson": lambda stage: stage.to("/learn/" + next(iter(GAMES))),
    "rules": lambda stage: stage.to(f"/rules/{next(iter(GAMES))}?rule=T-14"),
    "no-table": lambda stage: stage.to("/t/nothinghere"),
    "curtain": curtain,
    "winter": winter,
    "attack": attack,
    "rule-beside": rule_beside,
    "again": again,
    "watched": watched,
}


def shoot(browser: Browser, url: str, size: str, look: str, asked: argparse.Namespace) -> None:
    """All wanted scenes in one size and look, each by a visitor who comes for the first time."""
    width, height = SIZES[size]
    for name, go in {**PAGES, **games()}.items():
        if asked.scenes and name not in asked.scenes:
            continue
        context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            color_scheme=look,  # type: ignore[arg-type]
            reduced_motion="reduce",
        )
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto("/")
        go(Stage(page))
        page.wait_for_timeout(700)
        kind = "png" if asked.png else "webp"
        file = asked.to / f"{name}-{size}-{look}.{kind}"
        picture = page.screenshot()
        file.write_bytes(picture if asked.png else small(page, picture))
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB", flush=True)
        context.close()


@contextmanager
def served(at: str | None) -> Iterator[str]:
    """The address of a running server, or of one that runs for this only."""
    if at:
        yield at
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


def main(words: list[str]) -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("scenes", nargs="*", help="names of scenes (default: all)")
    reader.add_argument("--sizes", nargs="+", choices=SIZES, default=["wide", "phone"])
    reader.add_argument("--looks", nargs="+", choices=LOOKS, default=LOOKS)
    reader.add_argument("--to", type=Path, default=OUT)
    reader.add_argument("--png", action="store_true", help="large and exact")
    reader.add_argument("--at", help="the address of a server that runs already")
    asked = reader.parse_intermixed_args(words)
    asked.to.mkdir(parents=True, exist_ok=True)
    with served(asked.at) as url, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        for size in asked.sizes:
            for look in asked.looks:
                shoot(browser, url, size, look, asked)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
