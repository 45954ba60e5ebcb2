"""Devices at one table whose every frame and answer is kept, and compared afterwards with what they could know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Page

from siegeworks import Match

TOLD = re.compile("/api/tables/|/api/me|/t/")
"""Addresses whose answers tell of a table, or of who asks."""
CARD = re.compile(r"(?<![A-Za-z0-9])(?:(?:10|[2-9AKQJ])[HDSC]|JK)(?![A-Za-z0-9])")


class Device:
    """A page that sits at a seat, or (None) shows the table to all."""

    def __init__(self, page: Page, seat: int | None) -> None:
        self.page, self.seat = page, seat
        self.heard: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.heard.append(str(frame))))
        page.on("response", lambda answer: self._keep(answer) if TOLD.search(answer.url) else None)

    def _keep(self, answer: Any) -> None:
        if answer.request.resource_type in ("document", "fetch", "xhr") and answer.status != 204:
            self.heard.append(answer.text())

    @property
    def reader(self) -> str:
        return "watch" if self.seat is None else str(self.seat)


class Moment(NamedTuple):
    """What a reader could know after so many lines of a match."""

    view: dict[str, Any]
    log: Sequence[tuple[int, int | str, str]]
    text: str


class Found(NamedTuple):
    """What came of looking through all that a device was told."""

    told: int
    """Messages that showed the table."""
    kept: int
    """Cards in other seats' hands that were in none of those messages, counted anew for each message."""


def moments(match: Match, seat: int | None) -> Iterator[Moment]:
    """Found again by playing the record: nothing here comes from the server's own messages."""
    for ply in range(match.ply):
        past = match.until(ply)
        log, view = past.log(seat), past.view(seat)
        legal = past.legal() if past.to_move == seat and seat is not None else []
        lines = [(line["ply"], line["seat"], line["action"]) for line in log]
        yield Moment(view, lines, json.dumps([view, log, legal]))


def hidden(match: Match, seat: int | None, ply: int) -> set[str]:
    """The cards that others hold, with nothing hidden."""
    cities = match.until(ply).position().get("cities", [])
    return {card for owner, city in enumerate(cities) if owner != seat for card in city["hand"]}


def searched(device: Device, match: Match) -> Found:
    """Raises where a device was told anything that its seat, or before it sat down a stranger, could not know then."""
    public = list(moments(match, None))
    known, at, told, kept = public, 0, 0, 0
    own = public if device.seat is None else list(moments(match, device.seat))
    for text in device.heard:
        message = as_message(text)
        if message is None:
            assert not CARD.findall(text) or "<!doctype" in text[:20].lower(), text[:200]
            continue
        if message["type"] in ("sync", "update"):
            if message["table"]["over"]:
                break
            ((reader, part),) = message["seats"].items()
            assert reader == device.reader or (reader == "watch" and not told)
            known = own if reader == device.reader else public
            at = found_in(known, at, part)
            assert reader != "watch" or (part["sealed"], part["key"], part["legal"]) == (None, None, [])
            told += reader == device.reader
        allowed = set(CARD.findall(known[at].text))
        assert set(CARD.findall(text)) <= allowed, (device.reader, at, text[:2000])
        kept += len(hidden(match, device.seat, at) - allowed)
    return Found(told, kept)


def found_in(known: Sequence[Moment], at: int, part: dict[str, Any]) -> int:
    """The moment, not before another one, at which exactly this could be known: the view, and the lines of the log."""
    fits = (ply for ply in range(at, len(known)) if known[ply].view == part["view"] and is_log_of(known[ply], part))
    found = next(fits, None)
    assert found is not None, part
    return found


def as_message(text: str) -> dict[str, Any] | None:
    """What the server said of a table; None for a page and for whatever else was asked."""
    if text.startswith('{"type":'):
        found: dict[str, Any] = json.loads(text)
        return found
    return None


def is_log_of(moment: Moment, part: dict[str, Any]) -> bool:
    told = [(line["n"], line["seat"], line["action"]) for line in part["log"]]
    return list(moment.log[part["log_from"] :]) == told
