"""What the clients of a run note: what they sent and were answered, what they were shown, and what the database had.

What is shown is noted as digests of its parts, so that half an hour of it fits in memory. Times are `time.monotonic`.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

LOST = "lost"
"""What became of an act that was never answered: its connection broke, or nobody answered in time."""
ANSWER = "answer"
DIGEST_BYTES = 8
MISSING = b"?"
"""Stands for a line of the log that was never shown."""
TABLE = ("waiting", "turn", "over", "result", "series", "offers", "hints", "awaited", "next", "seed", "notice")
SEATED = ("seat", "kind", "level", "gone", "away", "clock_runs")
"""What events alone say of a seat; names, clocks and who is there are left out."""
APART = ("view", "legal")
REST = ("seat", "since_last_turn", "prompt", "last", "sealed", "forced")

Parts = tuple[tuple[str, bytes], ...]
"""What a listener was shown: the name and the digest of each part."""
Seats = tuple[int, ...]
"""The seats that somebody holds; none for a watcher."""


class Sent(NamedTuple):
    """One sending of an act, and what became of it: an answer, the code of a refusal, or nothing."""

    table: str
    action_id: str
    kind: str
    seats: Seats
    port: int
    sent: float
    ended: float
    outcome: str
    seq: int | None = None
    says: str = ""
    """The code of the sentence of a refusal."""
    shown: int | None = None
    """The last number that its socket had been shown when the answer came; None over HTTP."""


class Shown(NamedTuple):
    """A `sync` or an `update`. `since`: how much its reader had been shown before, if the socket was new."""

    table: str
    socket: int
    at: float
    seq: int
    seats: Seats
    parts: Parts
    since: int | None = None


class Found(NamedTuple):
    """How far a table went in the database when somebody had just been shown a number of it."""

    table: str
    shown: int
    stored: int
    at: float


class Fault(NamedTuple):
    """Something that was done to a server or the database."""

    kind: str
    began: float
    ended: float
    port: int | None = None
    wall_ms: int = 0


@dataclass
class Notes:
    """All of them."""

    sent: list[Sent] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    """What went wrong besides: a table, and a sentence."""
    back_s: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """[kind of fault] how long after the end of its server a client had a socket elsewhere."""
    _known: dict[Parts, Parts] = field(default_factory=dict)

    def show(self, shown: Shown) -> None:
        """Note what was shown; the same parts are kept once."""
        self.shown.append(shown._replace(parts=self._known.setdefault(shown.parts, shown.parts)))


def digest(value: Any) -> bytes:
    return hashlib.blake2b(orjson.dumps(value, option=orjson.OPT_SORT_KEYS), digest_size=DIGEST_BYTES).digest()


class Reader:
    """A client's copy of a table: the logs of its seats, put together as the protocol says."""

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}

    def take(self, message: dict[str, Any]) -> tuple[Seats, Parts]:
        """Whose view a message is, and what the reader knows after it."""
        table = message["table"]
        seated = [{name: seat[name] for name in SEATED} for seat in table["seats"]]
        parts = [("table", digest([{name: table[name] for name in TABLE}, seated, table["undo"]]))]
        for name, seat in message["seats"].items():
            parts += [(f"{name}.{part}", digest(seat[part])) for part in APART]
            parts.append((f"{name}.log", self._log(name, seat)))
            parts.append((f"{name}.rest", digest([seat[part] for part in REST])))
            if "taken_back" in seat:
                parts.append((f"{name}.taken back", digest(seat["taken_back"])))
        return tuple(int(name) for name in message["seats"] if name != "watch"), tuple(parts)

    def _log(self, name: str, seat: dict[str, Any]) -> bytes:
        """The lines given replace everything from their number on."""
        log, first = self._logs.setdefault(name, []), seat["log_from"]
        del log[first:]
        log += [MISSING] * (first - len(log))
        log += [digest(line) for line in seat["log"]]
        return hashlib.blake2b(b"".join(log), digest_size=DIGEST_BYTES).digest()
