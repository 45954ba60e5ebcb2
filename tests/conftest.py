"""Shared by all tests: how hard property tests try, what is begun first, and that no compiler starts beside a game."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from siegeworks.compiling import ready
from siegeworks.core.jit import IS_PLAIN

settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    max_examples=15 if IS_PLAIN else 60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow is begun first, so that at the end no worker is waited for.

    What needs a browser comes last: Playwright keeps the event loop of its thread, and nothing else may have one then.
    """
    items.sort(key=lambda item: ("browser" in getattr(item, "fixturenames", ()), not item.get_closest_marker("slow")))


@pytest.fixture(autouse=True)
def _compiled_where_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table in a test is over before other processes could have made its machine code."""
    monkeypatch.setattr(ready, "is_ready", lambda game, kinds: True)
