"""The wheel is tested as a user gets it: built from the source archive, installed alone, served to a browser.

Its environment holds nothing but the wheel and the distributions its metadata asks for, so a dependency, page, rule
or picture that is missing makes the test fail. The distributions are linked from the environment of the tests, so no
network is needed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from hatch_build import is_built
from packaging.requirements import Requirement
from playwright.sync_api import expect

from siegeworks import __version__
from tests.e2e.conftest import ROOT, Server
from tests.e2e.person import make_table, sit_down, type_move

PACKAGE = ROOT / "src" / "siegeworks"
RULES = ROOT / "docs" / "rules"
SCRIPTS, PYTHON = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")


def run(*command: str | Path, at: Path) -> str:
    """A command that neither sees the source tree nor may fail."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=at, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(folder: Path) -> Path:
    """The wheel of the source archive of this tree."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, at=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        if hasattr(tarfile, "data_filter"):
            packed.extraction_filter = tarfile.data_filter
        packed.extractall(folder)
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, at=unpacked)
    (wheel,) = folder.glob("*.whl")
    shutil.rmtree(unpacked)
    return wheel


def files_below(folder: Path) -> set[str]:
    """The files of a folder that belong into a package."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in files}


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if ".dist-info/" not in name}


def needs(wheel: Path) -> list[Requirement]:
    """What the wheel's metadata asks for on this machine, without extras."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(packed.read(name).decode())
    return wanted(metadata.get_all("Requires-Dist") or [], extras=())


def wanted(lines: list[str], extras: tuple[str, ...]) -> list[Requirement]:
    """The requirements that hold here, with these extras."""
    asked = [Requirement(line) for line in lines]
    chosen = ("", *extras)
    return [one for one in asked if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in chosen)]


def closure(asked: list[Requirement]) -> dict[str, Distribution]:
    """The installed distributions that meet the requirements, and those that these need in turn."""
    found: dict[str, Distribution] = {}
    left, seen = list(asked), set()
    while left:
        requirement = left.pop()
        known = found[requirement.name] = distribution(requirement.name)
        assert requirement.specifier.contains(known.version, prereleases=True), f"{requirement}: {known.version}"
        if str(requirement) not in seen:
            seen.add(str(requirement))
            left += wanted(known.requires or [], tuple(requirement.extras))
    return found


def link(known: Distribution, site: Path) -> None:
    """A distribution's packages in another environment, not copied where links are possible."""
    tops = {file.parts[0] for file in known.files or () if file.parts[0] not in ("..", "__pycache__")}
    for top in sorted(tops):
        origin, target = Path(str(known.locate_file(top))), site / top
        if target.exists() or not origin.exists():
            continue
        try:
            target.symlink_to(origin, target_is_directory=origin.is_dir())
        except OSError:  # Windows allows links to few
            (shutil.copytree if origin.is_dir() else shutil.copy)(origin, target)


def install(wheel: Path, folder: Path) -> Path:
    """An environment with the wheel and what it needs; its Python."""
    venv.create(folder, with_pip=False)
    python = folder / SCRIPTS / PYTHON
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", at=folder).strip())
    for known in closure(needs(wheel)).values():
        link(known, site)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, at=folder)
    return python


class Installed(Server):
    """A server of the installed wheel, on a machine that has never seen the games."""

    def __init__(self, folder: Path, python: Path) -> None:
        super().__init__(folder)
        self.python = python

    def start(self) -> None:
        environment = {**os.environ, "SIEGEWORKS_CACHE": str(self.folder / "compiled")}
        environment.pop("PYTHONPATH", None)
        command = [str(self.python.with_name("siegeworks")), "serve", "--port", str(self.port)]
        quick = ["--data", str(self.folder), "--no-browser", "--cold"]
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [*command, *quick], cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        self._await()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    assert is_built(), "the page is not built, or its sources have changed since: pip install . builds it"
    folder = tmp_path_factory.mktemp("wheel")
    wheel = build(folder)
    assert wheel.name.startswith(f"siegeworks-{__version__}-")
    pages = {f"siegeworks/docs/rules/{name}" for name in files_below(RULES)} | {"siegeworks/examples/train.py"}
    assert files_of(wheel) == {f"siegeworks/{name}" for name in files_below(PACKAGE)} | pages
    assert {name.name for name in (PACKAGE / "web").iterdir()} == {"static"}  # the page is built nowhere else
    python = install(wheel, folder / "environment")
    where = run(python, "-c", "import siegeworks; print(siegeworks.__file__)", at=folder).strip()
    assert Path(where).is_relative_to(folder)
    house = Installed(tmp_path_factory.mktemp("served"), python)
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="session")
def base_url(server: Installed) -> str:
    return server.url


@pytest.mark.slow
def test_the_wheel_serves_its_page_and_a_move_is_played(visitor: Any) -> None:
    page = visitor()
    page.goto("/")
    expect(page.get_by_role("button", name="Play SiegeStones", exact=True)).to_be_visible()
    made = make_table(page, game="siegestones", seats=[{"kind": "me"}, {"kind": "me"}], start=0)
    sit_down(page, made["links"]["watch"])
    type_move(page, "stone d4")
    expect(page.locator(".log li")).to_contain_text(["Blue places a stone on d4."])
    for rules in sorted(RULES.glob("*.md")):
        answer = page.request.get(f"/api/rules/{rules.stem}")
        assert answer.ok, answer.text()
    page.goto("/rules/siegestones?rule=T-14")
    expect(page.locator(".rules .here")).to_be_visible()
    assert page.locator(".rules img").first.evaluate("node => node.decode().then(() => node.naturalWidth)") > 0
