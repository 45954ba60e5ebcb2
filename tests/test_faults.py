"""The page of faults names tests that exist, for every fault."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PAGE = TESTS.parent / "docs" / "faults.md"
NOT_OURS = "does not apply"


def defined() -> set[tuple[str, str]]:
    """All tests, by the name of their file."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        names = re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        found |= {(path.stem, name) for name in names}
    return found


def test_every_fault_has_tests_and_they_are_there() -> None:
    rows = re.findall(r"^\|(.*)\|(.*)\|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    faults = [(fault, told) for fault, _, told in rows if fault.strip() not in ("Fault", "---")]
    assert len(faults) > 40
    there = defined()
    for fault, told in faults:
        named = set(re.findall(r"`(test_\w+)::(test_\w+)`", told))
        assert named or told.strip() == NOT_OURS, fault
        assert named <= there, named - there
