"""python -m tests.extras [EXTRA ...]: each extra installs from the wheel into an empty environment and imports there.

The wheel is built once. Each extra gets an environment of its own in a temporary folder, removed afterwards: minutes
and some gigabytes of downloads in all, so this is not part of the suite. `none` is the package without any extra, which
must bring in nothing that only an extra asks for.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NONE = "none"
NAME = re.compile(r"[A-Za-z0-9._-]+")

GPU = """
from siegeworks.envs.gpu import GpuBatch
from siegeworks.errors import BadSetup
try:
    GpuBatch("siegestones", seats=2, count=4)
except BadSetup as refused:
    print(refused)
"""
IMPORTS = {
    NONE: "import siegeworks, siegeworks.cli, siegeworks.server.app, siegeworks.envs.batch",
    "arena": "import siegeworks.arena.ratings",
    "cluster": "import ray, siegeworks.arena.cluster",
    "notices": "import aiosmtplib, siegeworks.server.notices.hook",
    "postgres": "import siegeworks.server.store.postgres",
    "bench": "import httpx, pettingzoo.classic, pgx, pygame, pyspiel, siegeworks.cli.research",
    "pettingzoo": "from siegeworks.envs.pettingzoo import env; env('siegestones', seats=2)",
    "gymnasium": "import gymnasium, siegeworks.envs.gymnasium; gymnasium.spec('siegeworks/siegestones-v0')",
    "openspiel": "import pyspiel, siegeworks.envs.openspiel; pyspiel.load_game('siegeworks_siegestones')",
    "gpu": GPU,
    "jax": "from siegeworks.envs.jax import JaxGame; JaxGame('siegestones').begin(2)",
    "mctx": "import siegeworks.envs.mctx",
    "train": "import jax, optax, siegeworks.nets.trainer; from siegeworks.examples.train import play, train",
    "research": "import siegeworks.envs.gymnasium, siegeworks.envs.openspiel, siegeworks.envs.pettingzoo",
}
LISTED = "import json, importlib.metadata as m; print(json.dumps([d.name for d in m.distributions()]))"


def plain(requirement: str) -> str:
    """The name of what is required, spelled in the one way names are compared."""
    found = NAME.match(requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def only_in_extras() -> set[str]:
    """What some extra asks for and the package itself does not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {plain(one) for extra in project["optional-dependencies"].values() for one in extra}
    return asked - {plain(one) for one in project["dependencies"]} - {project["name"]}


def call(*command: str | Path, **environment: str) -> str:
    """What a command prints; its complaint ends the whole check."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=tempfile.gettempdir(), env={**os.environ, **environment}, capture_output=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout.decode()[-2000:]}\n{done.stderr.decode()[-4000:]}")
    return done.stdout.decode().strip()


def build(folder: Path) -> Path:
    """The wheel of this checkout."""
    call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


def check(extra: str, wheel: Path) -> None:
    """One extra in an environment of its own."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix=f"siegeworks-{extra}-") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        wanted = f"{wheel}" if extra == NONE else f"{wheel}[{extra}]"
        call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir", wanted)
        said = call(python, "-c", IMPORTS[extra], SIEGEWORKS_CACHE=f"{folder}/cache", PYTHONPATH="")
        names = {plain(name) for name in json.loads(call(python, "-c", LISTED, PYTHONPATH=""))}
    brought = names & only_in_extras()
    assert extra != NONE or not brought, f"without extras, there is {', '.join(sorted(brought))}"
    print(f"{extra}: {len(names)} packages, {time.monotonic() - started:.0f} s, imports. {said}".rstrip(), flush=True)


def main() -> None:
    chosen = sys.argv[1:] or list(IMPORTS)
    unknown = [extra for extra in chosen if extra not in IMPORTS]
    if unknown:
        raise SystemExit(f"There is no extra {', '.join(unknown)}; there are {', '.join(IMPORTS)}.")
    with tempfile.TemporaryDirectory(prefix="siegeworks-wheel-") as folder:
        wheel = build(Path(folder))
        for extra in chosen:
            check(extra, wheel)


if __name__ == "__main__":
    main()
