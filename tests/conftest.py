"""Shared by all tests: how hard property tests try."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from siegeworks.core.jit import IS_PLAIN

settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    max_examples=15 if IS_PLAIN else 60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")
