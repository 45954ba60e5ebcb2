"""BluffStones as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, Tray, board, told
from siegeworks.core.hexboard import NAMES, parse_board
from siegeworks.core.phrases import listed, phrase
from siegeworks.games.bluffstones.position import STONE_LETTERS, TOWER_LETTERS
from siegeworks.games.bluffstones.words import HIDDEN, LETTERS, spoken
from siegeworks.sentences import ENGLISH, Say, render, speaker

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


def svg(
    view: Mapping[str, Any],
    last: Iterable[str] = (),
    matching: bool = True,
    title: str = "",
    language: str = ENGLISH,
) -> str:
    """The position as a picture; `matching` writes at each tower how many stones beside it match its top."""
    say = speaker("bluffstones", language)
    return board(
        pieces(view),
        Marks(
            last=last,
            badges={tower: str(stones) for tower, stones in view["matching"].items() if stones} if matching else {},
            names=not any(letter in STONE_LETTERS for letter in view["board"]),
        ),
        caption=caption(view, say),
        trays=[tray for seat in range(view["seats"]) for tray in trays(view, seat, say)],
        title=title or "BluffStones",
        description=render(told(pieces(view)), language),
    )


def caption(view: Mapping[str, Any], say: Say) -> list[str]:
    """Who has the turn tower and how many towers, and what is bid or in hand."""
    if view["turn_tower"] is None:
        return [say("turn-tower-not-drawn")]
    lines = [say("caption-towers", seat={"seat": view["turn_tower"]}, towers=listed(view["scored"], "to"))]
    for code, field in (("caption-bids", "bids"), ("caption-held", "held"), ("caption-last-bids", "revealed")):
        bids = [bid_of(seat, stones) for seat, stones in enumerate(view[field]) if stones is not None]
        if bids:
            lines.append(say(code, bids=listed(bids, "comma")))
    return lines


def bid_of(seat: int, stones: str) -> dict[str, Any]:
    """A seat and its bid, or the stone it holds."""
    what = phrase("bluffstones.is-hidden") if stones == HIDDEN else spoken(stones)
    return phrase("bluffstones.bid-of", seat={"seat": seat}, bid=what)


def trays(view: Mapping[str, Any], seat: int, say: Say) -> list[Tray]:
    """A seat's pile in two rows; to the right of them the bid or the stone in hand, and below that the towers."""
    blue, yellow, green, red = ([STONE_OF[letter]] * view["piles"][seat][letter] for letter in LETTERS)
    towers = [Piece("tower")] * view["scored"][seat]
    return [
        (say("seat", seat=seat), _columns(blue, yellow, in_hand(view, seat))),
        (say("tray-left") if seat in view["gone"] else "", _columns(green, red, towers)),
    ]


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


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = (), language: str = ENGLISH) -> RenderableType:
    """The board and what each seat has, for a terminal."""
    say = speaker("bluffstones", language)
    lines = [terminal.hexboard(pieces(view), last)]
    lines.extend(seat_line(view, seat, say) for seat in range(view["seats"]))
    counts = [f"{tower} {stones}" for tower, stones in view["matching"].items() if stones]
    matching = say("line-matching", counts=listed(counts, "comma")) if counts else say("line-none-matching")
    lines.append(Text(f"  {matching}"))
    if None not in view["revealed"]:
        bids = [bid_of(seat, bid) for seat, bid in enumerate(view["revealed"])]
        lines.append(Text(f"  {say('line-last-bids', bids=listed(bids, 'comma'))}"))
    return Group(*lines)


def seat_line(view: Mapping[str, Any], seat: int, say: Say) -> Text:
    """Pile, towers, turn tower and what is in the hand of a seat."""
    text = Text(f"  {say('seat', seat=seat)} ")
    for letter in LETTERS:
        text.append(" ").append_text(terminal.stone_text(COLOURS[LETTERS.index(letter)], view["piles"][seat][letter]))
    text.append(f"   {say('line-towers', towers=view['scored'][seat])}   {in_words(view, seat, say)}".rstrip())
    return text


def in_words(view: Mapping[str, Any], seat: int, say: Say) -> str:
    """What else there is to say of a seat."""
    bid, held = view["bids"][seat], view["held"][seat]
    parts = [phrase("bluffstones.has-turn-tower")] if view["turn_tower"] == seat else []
    if bid is not None:
        parts.append(phrase("bluffstones.bid-is-in") if bid == HIDDEN else phrase("bluffstones.bids", bid=spoken(bid)))
    elif held is not None:
        parts.append(phrase("bluffstones.holds", stone=spoken(held)))
    if seat in view["gone"]:
        parts.append(phrase("bluffstones.has-left"))
    return say("all-of", parts=listed(parts, "comma"))
