"""What a running server does, in Prometheus' format: how much and how long, never what is played or by whom.

With `serve --workers` any of the processes is asked and tells of all: each writes its figures into files in one folder
(prometheus_client's multiprocess mode).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.samples import Sample

from siegeworks.errors import SiegeworksError

__all__ = ["CONTENT_TYPE_LATEST", "FOLDER", "Metrics"]

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder of all processes' figures; it is set before prometheus_client is imported."""
NOTE_S = 1.0
"""How old what other processes tell of this one may be, where nobody counts it as it happens."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""The upper ends of what is told apart: a commit takes milliseconds, a hint seconds."""


class Watched(NamedTuple):
    """A figure that is counted when somebody asks, and what comes of those of several processes."""

    says: str
    together: Literal["livesum", "livemax"]


WATCHED = {
    "tables": Watched("Tables in memory.", "livesum"),
    "sockets": Watched("Sockets at tables.", "livesum"),
    "processes": Watched("Processes alive on the same database, this one included.", "livemax"),
    "thinkers": Watched("Those of them that only think.", "livemax"),
    "jobs_waiting": Watched("Bots' turns and analyses that wait in the database for a place to think.", "livemax"),
    "notify_lag_seconds": Watched(
        "How long the last notification took from this process through the database back to itself.", "livemax"
    ),
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
            "siegeworks_queue",
            "Work under way or waiting in a queue, by its kind.",
            ["queue"],
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._watched: list[tuple[Gauge, Callable[[], float]]] = []
        self._process: dict[str, Gauge] = {}
        if FOLDER not in os.environ:
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
        says, together = WATCHED[name]
        gauge = Gauge(f"siegeworks_{name}", says, registry=self._registry, multiprocess_mode=together)
        self._watched.append((gauge, count))

    def watch_queue(self, name: str, asked: Callable[[], int]) -> None:
        """The same for one of the queues."""
        self._watched.append((self._under_way.labels(name), asked))

    async def run(self) -> None:
        """Write again and again what other processes tell of this one."""
        while FOLDER in os.environ:
            self._note()
            await asyncio.sleep(NOTE_S)

    def told(self) -> bytes:
        """All of it as text."""
        self._note()
        if FOLDER not in os.environ:
            return generate_latest(self._registry)
        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        PlatformCollector(registry=everybody)
        return generate_latest(everybody)

    def _note(self) -> None:
        """Count what is watched."""
        for gauge, count in self._watched:
            gauge.set(count())
        if FOLDER in os.environ:
            for metric in ProcessCollector(registry=None).collect():
                for sample in metric.samples:
                    self._figure_of_process(sample, metric.documentation).set(sample.value)

    def _figure_of_process(self, sample: Sample, says: str) -> Gauge:
        """Each process has its own, told apart by `pid`."""
        if sample.name not in self._process:
            self._process[sample.name] = Gauge(sample.name, says, registry=self._registry, multiprocess_mode="liveall")
        return self._process[sample.name]
