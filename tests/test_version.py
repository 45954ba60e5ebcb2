"""The version is written once, in siegeworks/__init__.py; what else names it must agree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from siegeworks import __version__

ROOT = Path(__file__).resolve().parent.parent


def found(file: str, pattern: str) -> str:
    """What a file says in the first place that looks like this."""
    match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert match is not None, f"{file} names no version"
    return match[1]


def test_the_package_takes_its_version_from_the_source() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    assert settings["tool"]["hatch"]["version"] == {"path": "src/siegeworks/__init__.py"}


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    assert found("CHANGELOG.md", r"^## (\S+)") == __version__


def test_the_citation_names_this_version() -> None:
    assert found("CITATION.cff", r"^version: (\S+)$") == __version__


def test_a_released_version_is_cited_with_its_day() -> None:
    """`unreleased` in the changelog, or the same day in both."""
    day = found("CHANGELOG.md", r"^## \S+ \((\S+)\)")
    cited = re.search(r"^date-released: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert (cited[1] if cited else "unreleased") == day


def test_the_workflow_tries_the_oldest_numba_that_is_allowed() -> None:
    assert found(".github/workflows/test.yml", r"numba==([\d.]+)\.\*") == found("pyproject.toml", r'"numba>=([\d.]+),')
