"""The tutorials: each has its program and what it needs, and nothing of it is in the suite's own install."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "tutorials"
TUTORIALS: dict[str, str] = runpy.run_path(str(ROOT / "tasks.py"))["TUTORIALS"]


def needs(name: str) -> list[str]:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_each_tutorial_is_a_program_with_its_needs_and_is_on_the_page() -> None:
    page = (ROOT / "docs" / "tutorials.md").read_text(encoding="utf-8")
    assert {path.name for path in FOLDER.glob("*.py")} == set(TUTORIALS.values())
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TUTORIALS)
    for name, program in TUTORIALS.items():
        compile((FOLDER / program).read_text(encoding="utf-8"), program, "exec")
        assert f"tasks.py tutorial {name}" in page
        assert f"tasks.py tutorial {name} " in (FOLDER / program).read_text(encoding="utf-8")


def test_what_they_need_is_pinned_and_not_installed_for_the_suite() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    asked = " ".join(extras["test"])
    for name in TUTORIALS:
        for line in needs(name):
            assert re.fullmatch(r"[a-z0-9-]+(\[[a-z]+\])?==[0-9.]+", line), line
            assert re.split(r"[\[=]", line)[0] not in asked.replace("siegeworks[", "")
