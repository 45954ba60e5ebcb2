"""A real browser against a real server, both on this machine only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from siegeworks.games import GAMES
from tests.compiled import compile_game
from tests.patience import PATIENCE_S
from tests.server.house import free_port

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "siegeworks" / "web" / "static"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AT_ONCE = """try { localStorage.siegeworks ??= '{"pace":"swift","auto":false}' } catch { /* no page yet */ }"""
"""Bots are shown without a pause, and nothing plays itself."""

PATIENCE_MS = 1000 * PATIENCE_S
"""How long a page may take on a machine that is busy with other tests."""


expect.set_options(timeout=PATIENCE_MS)


def chromium() -> str | None:
    """The browser of this machine; None lets playwright use its own."""
    named = os.environ.get("SIEGEWORKS_CHROMIUM")
    return named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = chromium()
    return {**browser_type_launch_args, "args": FLAGS, **({"executable_path": found} if found else {})}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


class Server:
    """A server that can be stopped and started again with the same tables."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.arguments = arguments
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        for game in GAMES:  # so that no test waits for a compiler: it would stop the server for a minute
            compile_game(game)
        command = [sys.executable, "-m", "siegeworks", "serve", "--port", str(self.port), "--data", str(self.folder)]
        quick = ["--no-browser", "--cold", "--rate", "200", "--bot-pause", "0"]
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen([*command, *quick, *self.arguments], cwd=ROOT, stdout=log, stderr=log)
        self._await()

    def _await(self) -> None:
        assert self.process is not None
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "server.log").read_text())
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=PATIENCE_S).read()
                return
            except OSError:
                time.sleep(0.1)  # until it is asked again
        raise RuntimeError("the server did not answer")

    def stop(self, kill: bool = False) -> None:
        assert self.process is not None
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait(PATIENCE_S)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").is_file(), "the page is not built: pip install . builds it"
    house = Server(tmp_path_factory.mktemp("tables"))
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


class Problems(list[str]):
    """What a page complained about on its console."""

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.append(f"error: {error}"))
        page.on("console", lambda message: self.append(message.text) if is_fault(message) else None)


def is_fault(message: Any) -> bool:
    """A refusal is an answer, not a fault; the browser notes its status on the console all the same."""
    return message.type == "error" and "Failed to load resource" not in message.text and "WebSocket" not in message.text


@pytest.fixture
def problems() -> Iterator[Problems]:
    found = Problems()
    yield found
    assert found == []


@pytest.fixture
def visitor(browser: Browser, browser_context_args: dict[str, Any], base_url: str, problems: Problems) -> Iterator[Any]:
    """Makes people who do not know each other: each has a browser context of their own."""
    contexts: list[BrowserContext] = []

    def come(**more: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, "base_url": base_url, **more})
        context.add_init_script(AT_ONCE)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        problems.watch(page)
        return page

    yield come
    for context in contexts:
        context.close()
