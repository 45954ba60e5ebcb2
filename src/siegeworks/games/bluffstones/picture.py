"""BluffStones as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks import sentences
from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, Tray, board
from siegeworks.core.hexboard import NAMES, parse_board
from siegeworks.games.bluffstones.position import STONE_LETTERS, TOWER_LETTERS
from siegeworks.games.bluffstones.words import HIDDEN, LETTERS
from siegeworks.games.bluffstones.words import spoken as bid_phrase

seat_name = partial(sentences.seat_name, "bluffstones")
CELLS = frozenset(NAMES)
STONE_OF = {letter: Piece("stone", colour) for letter, colour in zip(LETTERS, COLOURS, strict=True)}
COLUMN = 7  # places in a tray from one colour to the next: six stones and a gap


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The piece on each cell; a tower carries its top."""
    found = {}
    for cell, letter in parse_board(view["board"], STONE_LETTERS + TOWER_LETTERS).items():
        stone = STONE_OF[letter.lower()]
        found[NAMES[cell]] = Piece("tower", stone.colour) if letter in TOWER_LETTERS else stone
    return found


def svg(view: Mapping[str, Any], last: Iterable[str] = (), matching: bool = True, title: str = "") -> str:
    """The position as a picture; `matching` writes at each tower how many stones beside it match its top."""
    return board(
        pieces(view),
        Marks(
            last=last,
            badges={tower: str(stones) for tower, stones in view["matching"].items() if stones} if matching else {},
            names=not any(letter in STONE_LETTERS for letter in view["board"]),
        ),
        caption=caption(view),
        trays=[tray for seat in range(view["seats"]) for tray in trays(view, seat)],
        title=title or "BluffStones",
    )


def caption(view: Mapping[str, Any]) -> list[str]:
    """Who has the turn tower and how many towers, and what is bid or in hand."""
    if view["turn_tower"] is None:
        return ["The turn tower has not been drawn yet."]
    towers = " to ".join(map(str, view["scored"]))
    lines = [f"Turn tower: {seat_name(view['turn_tower'])}. Towers scored: {towers}."]
    for label, field in (("Bids in", "bids"), ("In hand", "held"), ("Last bids", "revealed")):
        said = ", ".join(_said(seat, stones) for seat, stones in enumerate(view[field]) if stones is not None)
        if said:
            lines.append(f"{label}: {said}.")
    return lines


def _said(seat: int, stones: str) -> str:
    return f"{seat_name(seat)} hidden" if stones == HIDDEN else f"{seat_name(seat)} {spoken(stones)}"


def trays(view: Mapping[str, Any], seat: int) -> list[Tray]:
    """A seat's pile in two rows; to the right of them the bid or the stone in hand, and below that the towers."""
    blue, yellow, green, red = ([STONE_OF[letter]] * view["piles"][seat][letter] for letter in LETTERS)
    towers = [Piece("tower")] * view["scored"][seat]
    return [
        (seat_name(seat), _columns(blue, yellow, in_hand(view, seat))),
        ("left" if seat in view["gone"] else "", _columns(green, red, towers)),
    ]


def spoken(bid: str) -> str:
    """A bid in words."""
    return sentences.spoken(bid_phrase(bid))


def _columns(*groups: list[Piece]) -> list[Piece | None]:
    row: list[Piece | None] = []
    for at, group in enumerate(groups):
        row += [None] * (at * COLUMN - len(row))
        row += group
    return row


def in_hand(view: Mapping[str, Any], seat: int) -> list[Piece]:
    """The stones of a bid that can be seen, or the one still to be used."""
    stones = view["bids"][seat] or view["held"][seat] or ""
    return [STONE_OF[letter] for letter in stones if letter in STONE_OF]


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = ()) -> RenderableType:
    """The board and what each seat has, for a terminal."""
    lines = [terminal.hexboard(pieces(view), last)]
    lines.extend(seat_line(view, seat) for seat in range(view["seats"]))
    counts = ", ".join(f"{tower} {stones}" for tower, stones in view["matching"].items() if stones)
    lines.append(Text(f"  matching stones beside towers: {counts or 'none'}"))
    if None not in view["revealed"]:
        bids = ", ".join(_said(seat, bid) for seat, bid in enumerate(view["revealed"]))
        lines.append(Text(f"  last bids: {bids}"))
    return Group(*lines)


def seat_line(view: Mapping[str, Any], seat: int) -> Text:
    """Pile, towers, turn tower and what is in the hand of a seat."""
    text = Text(f"  {seat_name(seat)} ")
    for letter in LETTERS:
        text.append(" ").append_text(terminal.stone_text(COLOURS[LETTERS.index(letter)], view["piles"][seat][letter]))
    text.append(f"   towers {view['scored'][seat]}   {in_words(view, seat)}".rstrip())
    return text


def in_words(view: Mapping[str, Any], seat: int) -> str:
    """What else there is to say of a seat."""
    bid, held = view["bids"][seat], view["held"][seat]
    said = ["turn tower"] if view["turn_tower"] == seat else []
    if bid is not None:
        said.append("a bid is in" if bid == HIDDEN else f"bids {spoken(bid)}")
    elif held is not None:
        said.append(f"holds {spoken(held)}")
    if seat in view["gone"]:
        said.append("left the match")
    return ", ".join(said)
