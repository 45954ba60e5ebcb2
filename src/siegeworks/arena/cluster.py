"""Jobs on a cluster of machines, by Ray: the same results as with workers here, to the job.

A job whose worker or machine dies is done again elsewhere. Without an address a cluster of this machine alone is
started, for as long as it is needed: it listens on loopback, asks everybody for its token, and reports to nobody.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
import secrets
import shutil
import socket
import tempfile
from collections.abc import Callable, Generator, Iterator
from functools import cache
from itertools import islice
from typing import Any

from siegeworks.arena import spread
from siegeworks.arena.spread import AHEAD, Done, Job
from siegeworks.core.cache import PACKAGE
from siegeworks.errors import BadSetup, SiegeworksError

LOCAL = "local"
ATTEMPTS = 4
"""How often a job is begun whose workers die: it may be the job that kills them."""
STORE_BYTES = 80_000_000
"""What a local cluster keeps free for large objects; a game is small."""
SHORT = "/tmp"
"""Where a local cluster has its files: the names of its sockets may have 107 letters."""
REACH_S = 5.0
ADDRESS = re.compile(r"([^/:]+|\[[0-9A-Fa-f:]+\]):(\d{1,5})")
PRIVATE = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": os.environ.get("RAY_AUTH_TOKEN") or secrets.token_hex(32),
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""What Ray reads when it is imported, for a cluster of our own. Of a system without clusters, which the first says this
is, it uses loopback only."""


class Cluster:
    """A cluster this process is connected to."""

    def __init__(self, ray: Any, most: int | None) -> None:
        self._ray = ray
        cores = int(ray.cluster_resources().get("CPU", 1))
        self.most = max(1, cores if most is None else min(most, cores))
        """How many jobs are done at once."""
        self._ahead = AHEAD * cores if self.most == cores else self.most
        """How many are handed out: where not all cores may be used, Ray would begin those that should wait."""
        self.address: str = ray.get_runtime_context().gcs_address

    def spread(self, work: Callable[[Job], Done], jobs: Iterator[Job]) -> Generator[Done, None, None]:
        """What comes of all jobs, as they end."""
        there = self._ray.remote(max_retries=ATTEMPTS - 1)(_done_there)
        told = self._ray.put((sources(), work))
        waiting = [there.remote(told, job) for job in islice(jobs, self._ahead)]
        try:
            while waiting:
                (ended,), waiting = self._ray.wait(waiting)
                waiting += [there.remote(told, job) for job in islice(jobs, 1)]
                yield self._found(ended)
        finally:
            for left in waiting:
                self._ray.cancel(left, force=True)

    def _found(self, ended: Any) -> Any:
        """What came of a job; raises what it raised."""
        try:
            found = self._ray.get(ended)
        except self._ray.exceptions.RayTaskError:
            raise
        except self._ray.exceptions.RayError:
            raise BadSetup("cli.workers-ended-early", attempts=ATTEMPTS) from None
        if isinstance(found, SiegeworksError):
            raise found
        return found


def _done_there(told: tuple[str, Callable[[Any], Any]], job: Any) -> Any:
    """In a worker: what comes of a job, or why it cannot be done."""
    version, work = told
    if version != sources():
        return BadSetup("cli.cluster-of-other-version")
    try:
        return work(job)
    except SiegeworksError as problem:
        return problem


@cache
def sources() -> str:
    """Names the sources of this package: machines with others might play other games."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"\0{path.relative_to(PACKAGE).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def check(address: str, most: int | None) -> Any:
    """Ray, which is imported; raises for what cannot be meant, such as a game's name taken for an address."""
    if most is not None:
        spread.check(most)
    if address != LOCAL and not ADDRESS.fullmatch(address):
        raise BadSetup("cli.not-a-cluster", address=address)
    try:
        with _environment(PRIVATE if address == LOCAL else {}):
            import ray
    except ImportError:
        raise BadSetup("cli.cluster-not-installed") from None
    return ray


@contextlib.contextmanager
def connected(address: str, most: int | None) -> Iterator[Cluster]:
    """The cluster at an address (host:port), or a `local` one that is started here."""
    ray = check(address, most)
    with _started_here(most) if address == LOCAL else contextlib.nullcontext({"address": address}) as told:
        try:
            _reach(address)
            ray.init(**told, logging_level=logging.ERROR, log_to_driver=False)
        except (OSError, OverflowError, RuntimeError, ValueError) as problem:
            why = str(problem).strip().partition("\n")[0].rstrip(".")
            raise BadSetup("cli.no-cluster-there", address=address, why=why) from None
        try:
            yield Cluster(ray, most)
        finally:
            ray.shutdown()


def _reach(address: str) -> None:
    """Raises at once where nobody listens, for which Ray would wait minutes."""
    if found := ADDRESS.fullmatch(address):
        socket.create_connection((found[1].strip("[]"), int(found[2])), REACH_S).close()


@contextlib.contextmanager
def _started_here(most: int | None) -> Iterator[dict[str, Any]]:
    """What Ray is told for a cluster of this machine alone, of which nothing is left afterwards."""
    folder = tempfile.mkdtemp(prefix="siegeworks-", dir=SHORT if os.path.isdir(SHORT) else None)
    try:
        with _environment({**PRIVATE, "RAY_TMPDIR": folder}):
            yield {"address": LOCAL, "num_cpus": most, "include_dashboard": False, "object_store_memory": STORE_BYTES}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _environment(given: dict[str, str]) -> Iterator[None]:
    """Variables for as long as something is done."""
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
