"""The game in `tests/sixth`, offered to the suite as if its package had been installed."""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

SIXTH = Path(__file__).with_name("sixth")


def install() -> None:
    """For this process and all it starts: what an installer would write, in a folder of its own, and two paths."""
    project = tomllib.loads((SIXTH / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ((group, offers),) = project["entry-points"].items()
    if set(offers) <= {offer.name for offer in entry_points(group=group)}:
        return  # by the process that started this one, or by hand
    folder = tempfile.TemporaryDirectory(prefix="siegeworks-sixth-")
    atexit.register(folder.cleanup)
    facts = Path(folder.name) / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    facts.mkdir()
    name = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (facts / "METADATA").write_text(name, encoding="utf-8")
    lines = "".join(f"{name} = {value}\n" for name, value in offers.items())
    (facts / "entry_points.txt").write_text(f"[{group}]\n{lines}", encoding="utf-8")
    paths = [folder.name, str(SIXTH)]
    sys.path[:0] = paths
    os.environ["PYTHONPATH"] = os.pathsep.join([*paths, *filter(None, [os.environ.get("PYTHONPATH")])])
