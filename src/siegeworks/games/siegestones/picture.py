"""SiegeStones as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, board, told
from siegeworks.core.hexboard import NAMES, parse_board
from siegeworks.core.phrases import listed, phrase
from siegeworks.games.siegestones.position import LETTERS, TOWER_LETTER
from siegeworks.sentences import ENGLISH, Say, render, speaker

CELLS = frozenset(NAMES)


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The piece on each cell; a tower carries the stone of whoever controls it (T-22)."""
    found = {}
    for cell, letter in parse_board(view["board"], LETTERS + TOWER_LETTER).items():
        name = NAMES[cell]
        if letter == TOWER_LETTER:
            holder = view["control"][name]
            found[name] = Piece("tower", None if holder is None else COLOURS[holder])
        else:
            found[name] = Piece("stone", COLOURS[LETTERS.index(letter)])
    return found


def threat_badges(view: Mapping[str, Any]) -> dict[str, str]:
    """The threats against each tower, seat by seat, where there are any."""
    return {tower: ":".join(map(str, threat)) for tower, threat in view["threat"].items() if any(threat)}


def svg(
    view: Mapping[str, Any],
    last: Iterable[str] = (),
    threat: bool = False,
    title: str = "",
    language: str = ENGLISH,
) -> str:
    """The position as a picture."""
    return board(
        pieces(view),
        Marks(
            last=last,
            badges=threat_badges(view) if threat else {},
            names=not any(letter not in "./" for letter in view["board"]),
        ),
        caption=caption(view, speaker("siegestones", language)),
        title=title or "SiegeStones",
        description=render(told(pieces(view)), language),
    )


def held(view: Mapping[str, Any], seat: int) -> int:
    """How many towers a seat controls."""
    return sum(holder == seat for holder in view["control"].values())


def caption(view: Mapping[str, Any], say: Say) -> list[str]:
    """Who controls how much, and what is left."""
    seats = range(view["seats"])
    towers = [phrase("siegestones.seat-holds", seat={"seat": seat}, count=held(view, seat)) for seat in seats]
    return [say("caption-controlled", towers=listed(towers, "comma")), say("caption-pool", pool=view["pool"])]


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = (), language: str = ENGLISH) -> RenderableType:
    """The board and what each seat has, for a terminal."""
    say = speaker("siegestones", language)
    lines = [terminal.hexboard(pieces(view), last)]
    for seat in range(view["seats"]):
        left = f" {say('left-the-match')}" if seat in view["gone"] else ""
        has = say("line-of-seat", towers=held(view, seat), stones=view["supply"][seat])
        text = Text("  ")
        text.append_text(terminal.stone_text(COLOURS[seat]))
        text.append(f" {say('seat', seat=seat):<7}{has}{left}")
        lines.append(text)
    lines.append(Text(f"  {say('line-of-pool', pool=view['pool'])}"))
    return Group(*lines)
