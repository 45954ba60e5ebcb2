"""Positions of BluffStones for tests, drawn, and rounds played on them in few words."""

from __future__ import annotations

from typing import Any

from siegeworks.match import Event, Match

FULL_PILE = {2: {"b": 6, "y": 6, "g": 6, "r": 4}, 3: {"b": 5, "y": 5, "g": 5, "r": 3}}
NO_STONES = """
      . . . .
     . G . B .
    . . . . . .
   . G . B . Y .
    . . . . . .
     . B . Y .
      . . . .
"""
FULL_BOARD = """
      y y g b
     y G y B g
    g b g g g y
   b G b B b Y y
    b b y g g b
     y B g Y b
      y y g b
"""


def drawn(picture: str) -> str:
    """A drawing of the board as a board string."""
    return "/".join(line.replace(" ", "") for line in picture.split("\n") if line.strip())


def pile(text: str) -> dict[str, int]:
    """A pile from words like b6 y6 g6 r4."""
    return {word[0]: int(word[1:]) for word in text.split()}


def table(picture: str = NO_STONES, seats: int = 2, turn: int = 0, piles: Any = None, **fields: Any) -> Match:
    """A match that begins at a drawing. Without piles, those who placed its stones in turn have them less."""
    board = drawn(picture)
    if piles is None:
        left = [dict(FULL_PILE[seats]) for _ in range(seats)]
        for letter in "byg":
            for stone in range(board.count(letter)):
                left[stone % seats][letter] -= 1
    else:
        left = [pile(text) for text in piles]
    position = {"seats": seats, "board": board, "piles": left, "turn_tower": turn, **fields}
    return Match.from_position("bluffstones", position)


def bid(match: Match, *bids: str) -> list[Event]:
    """All bids of a round, listed by seat and made in turn order; what happened after the last one."""
    events: list[Event] = []
    for _ in range(sum(seat not in match.gone for seat in range(match.seats))):
        seat = match.to_move
        assert isinstance(seat, int)
        events = match.play(f"bid {bids[seat]}", seat)
    return events


def kinds(events: list[Event]) -> list[str]:
    return [event["kind"] for event in events]


def of_kind(events: list[Event], kind: str) -> list[tuple[dict[str, Any], str]]:
    """The arguments and the rule of each event of a kind."""
    return [(event["args"], event["rule"]) for event in events if event["kind"] == kind]
