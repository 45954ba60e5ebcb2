"""How a table begins: its game, its first match, and who starts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from siegeworks.errors import IllegalAction
from siegeworks.games import GAMES, Game
from siegeworks.match import Match
from siegeworks.server.store import Damaged, Stored

STARTS = ("start", "dealer")
"""The draws that say who begins, whichever of them a game has."""


def game_of(stored: Stored) -> Game:
    """The game a stored table plays."""
    found = GAMES.get(str(stored.events[0].data.get("game")))
    if found is None:
        raise Damaged("table-of-unknown-game")
    return found


def first_match(setup: dict[str, Any], read: Match | None = None) -> Match:
    """The match a table begins with; `read` is that of its record, if it was read. What cannot be is refused."""
    seats, seed = len(setup["seats"]), bytes.fromhex(setup["seed"])
    if setup.get("record") is not None:
        match = read or Match.from_record(setup["record"])
        if setup.get("ply") is not None:
            match = match.until(checked_ply(match, setup["ply"]))
        if not setup.get("archive"):
            match.draw_from(seed)
        return match
    if setup.get("position") is not None:
        return Match.from_position(setup["game"], setup["position"], seed)
    return Match.new(setup["game"], seats, seed, setup["options"], opening(setup, seed))


def checked_ply(match: Match, ply: int) -> int:
    if not 0 <= ply <= match.ply:
        raise IllegalAction("no-such-ply", last=match.ply, wanted=ply)
    return ply


def opening(setup: dict[str, Any], seed: bytes) -> Iterable[str]:
    """The first draws where a host says who begins: those before that one are the seed's own."""
    start = setup.get("start")
    if start is None:
        return ()
    draws = [line.name for line in Match.new(setup["game"], len(setup["seats"]), seed, setup["options"]).lines]
    at = next((at for at, name in enumerate(draws) if name.split()[0] in STARTS), None)
    return () if at is None else (*draws[:at], f"{draws[at].split()[0]} {start}")


def starter(match: Match) -> int | None:
    """Who began, if a draw said so."""
    words = (line.name.split() for line in match.lines if line.who == "chance")
    return next((int(word[1]) for word in words if word[0] in STARTS), None)
