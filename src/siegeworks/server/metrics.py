"""What a running server does, in Prometheus' format: how much and how long, never what is played or by whom."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from siegeworks.errors import SiegeworksError

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""The upper ends of what is told apart: a commit takes milliseconds, a hint seconds."""
WATCHED = {
    "tables": "Tables in memory.",
    "sockets": "Sockets at tables.",
    "processes": "Processes alive on the same database, this one included.",
    "notify_lag_seconds": "How long the last notification took from this process through the database back to itself.",
}


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._events = Counter("siegeworks_events", "Events stored, by kind.", ["kind"], registry=registry)
        self._commits = Histogram(
            "siegeworks_commit_seconds",
            "From handing an event to the database until it is durable.",
            buckets=SECONDS,
            registry=registry,
        )
        self._acts = Histogram(
            "siegeworks_act_seconds",
            "From an act or a question at a table until it is answered.",
            ["act"],
            buckets=SECONDS,
            registry=registry,
        )
        self._refused = Counter(
            "siegeworks_refused", "Acts and questions refused, by code.", ["code"], registry=registry
        )
        self._under_way = Gauge(
            "siegeworks_queue", "Work under way or waiting in a queue, by its kind.", ["queue"], registry=registry
        )
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)

    @contextlib.contextmanager
    def committing(self, kind: str) -> Iterator[None]:
        """An event of a kind is stored; one that is not stored does not count."""
        with self._commits.time():
            yield
        self._events.labels(kind).inc()

    @contextlib.contextmanager
    def acting(self, act: str) -> Iterator[None]:
        """An act is done, or refused."""
        began = time.perf_counter()
        try:
            yield
        except SiegeworksError as problem:
            self._refused.labels(problem.code).inc()
            raise
        finally:
            self._acts.labels(act).observe(time.perf_counter() - began)

    def watch(self, name: str, count: Callable[[], float]) -> None:
        """One of WATCHED: it is counted whenever somebody asks."""
        Gauge(f"siegeworks_{name}", WATCHED[name], registry=self._registry).set_function(count)

    def watch_queue(self, name: str, asked: Callable[[], int]) -> None:
        """The same for one of the queues."""
        self._under_way.labels(name).set_function(asked)

    def told(self) -> bytes:
        """All of it as text."""
        return generate_latest(self._registry)
