"""Who does the work of a command: processes of this machine, or a cluster. What several commands need for that."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siegeworks.arena.spread import Workers


def add_workers(parser: Any, work: str) -> None:
    """Name the arguments; `work` says what workers do."""
    workers = f"processes that {work} (default: 1; of a cluster: all)"
    parser.add_argument("--workers", type=int, metavar="N", help=workers)
    parser.add_argument(
        "--cluster",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help=f"{work} on a Ray cluster: host:port, or one that is started here (then write it last)",
    )


def check_workers(chosen: argparse.Namespace) -> None:
    """Raise for what cannot be meant, before anything takes long."""
    from siegeworks.arena import cluster, spread

    if chosen.cluster is not None:
        cluster.check(chosen.cluster, chosen.workers)
    elif chosen.workers is not None:
        spread.check(chosen.workers)


@contextmanager
def workers_of(chosen: argparse.Namespace) -> Iterator[Workers]:
    """The workers that were asked for, as long as they are needed."""
    if chosen.cluster is None:
        yield 1 if chosen.workers is None else chosen.workers
        return
    from siegeworks.arena.cluster import connected

    with connected(chosen.cluster, chosen.workers) as cluster:
        yield cluster
