"""Nobles and Peasants as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, board, told
from siegeworks.core.hexboard import NAMES, RAY, cell, names_of, parse_board
from siegeworks.core.phrases import phrase
from siegeworks.games.nobles.position import NEUTRAL_LETTER, TOWER_LETTERS
from siegeworks.games.nobles.rules import NEUTRAL_COLOUR, NOBLE, PEASANT
from siegeworks.games.nobles.words import LETTERS
from siegeworks.sentences import ENGLISH, Say, render, speaker

CELLS = frozenset(NAMES)
RISING = 3  # the first three directions lead to higher cells


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The piece on each cell; a tower carries a noble of its owner (N-5), the neutral one a red stone (N-6)."""
    nobles = NOBLE[view["seats"]]
    found = {}
    for at, letter in parse_board(view["board"], LETTERS + TOWER_LETTERS + NEUTRAL_LETTER).items():
        if letter in LETTERS:
            found[NAMES[at]] = Piece("stone", COLOURS[LETTERS.index(letter)])
        else:
            top = NEUTRAL_COLOUR if letter == NEUTRAL_LETTER else nobles[TOWER_LETTERS.index(letter)]
            found[NAMES[at]] = Piece("tower", COLOURS[top])
    return found


def sight_lines(view: Mapping[str, Any], places: Iterable[str]) -> Iterator[tuple[str, str]]:
    """From a tower to the last circle it sees in each direction; from any other circle to the towers that see it."""
    for place in places:
        if place not in view["sight"]:
            yield from ((place, tower) for tower, seen in view["sight"].items() if place in seen)
            continue
        seen = set(view["sight"][place])
        for way, ray in enumerate(RAY[cell(place)].tolist()):
            line = [name for name in names_of(ray) if name in seen]
            if line:
                yield place, line[-1] if way < RISING else line[0]


def row_pieces(view: Mapping[str, Any]) -> list[Piece | None]:
    """The Row with a gap beside each end, since only the stones at the ends can be taken (N-18, N-19)."""
    stones: list[Piece | None] = [Piece("stone", COLOURS[LETTERS.index(letter)]) for letter in view["row"]]
    return stones if len(stones) < 3 else [stones[0], None, *stones[1:-1], None, stones[-1]]


def reserve_pieces(view: Mapping[str, Any]) -> list[Piece | None]:
    """The towers beside the board, a gap between the seats (N-8)."""
    towers: list[Piece | None] = []
    for seat, count in enumerate(view["reserve"]):
        towers += [
            *([None] if towers and count else []),
            *[Piece("tower", COLOURS[NOBLE[view["seats"], seat]])] * count,
        ]
    return towers


def trays(view: Mapping[str, Any], say: Say) -> list[tuple[str, list[Piece | None]]]:
    """The Row and the reserves, where there is anything to show."""
    shown = [(say("the-row"), row_pieces(view)), (say("the-reserve"), reserve_pieces(view))]
    return [(label, row) for label, row in shown if row]


def roles(view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The colours of a seat (N-3)."""
    noble, peasant = (LETTERS[role[view["seats"], seat]] for role in (NOBLE, PEASANT))
    colours = {"nobles": phrase("colour", colour=noble), "peasants": phrase("colour", colour=peasant)}
    return phrase("nobles.roles", **colours)


def caption(view: Mapping[str, Any], say: Say) -> list[str]:
    """The points of each seat, and whose turn it is."""
    lines = [
        say("caption-points", seat={"seat": seat}, points=points, roles=roles(view, seat))
        for seat, points in enumerate(view["scores"])
    ]
    return [*lines, turn(view, say)]


def turn(view: Mapping[str, Any], say: Say) -> str:
    """Who has to do what."""
    if view["to_move"] is None:
        return say("game-is-over")
    if view["to_move"] == "chance":
        return say("row-being-laid" if view["start"] is not None else "start-being-drawn")
    task = "decides-about-row" if view["phase"] == "row" else "is-to-move"
    return say(task, seat={"seat": view["to_move"]}, stones=len(view["row"]))


def svg(
    view: Mapping[str, Any],
    last: Iterable[str] = (),
    title: str = "",
    sight: Iterable[str] = (),
    language: str = ENGLISH,
) -> str:
    """The position as a picture; `sight` names the towers or circles whose lines are drawn."""
    say = speaker("nobles", language)
    return board(
        pieces(view),
        Marks(
            last=last,
            lines=sight_lines(view, sight),
            names=not set(view["board"]) - set(f"./{NEUTRAL_LETTER}"),
        ),
        caption=caption(view, say),
        trays=trays(view, say),
        title=title or "Nobles and Peasants",
        description=render(told(pieces(view)), language),
    )


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = (), language: str = ENGLISH) -> RenderableType:
    """The board, what each seat has, and the Row, for a terminal."""
    say = speaker("nobles", language)
    lines = [terminal.hexboard(pieces(view), last)]
    nobles = NOBLE[view["seats"]]
    for seat, points in enumerate(view["scores"]):
        left = f" {say('left-the-match')}" if seat in view["gone"] else ""
        text = Text("  ")
        text.append_text(terminal.stone_text(COLOURS[nobles[seat]]))
        has = say("line-of-seat", reserve=view["reserve"][seat], roles=roles(view, seat))
        text.append(f" {say('seat', seat=seat)}  {say('picture-points', points=points):<11} {has}{left}")
        lines.append(text)
    lines.append(row_text(view, say))
    lines.append(Text(f"  {turn(view, say)}"))
    return Group(*lines)


def row_text(view: Mapping[str, Any], say: Say) -> Text:
    """The Row from left to right, its two ends in brackets."""
    text = Text(f"  {say('the-row')} ")
    for place, letter in enumerate(view["row"]):
        style = terminal.STONE_STYLES[COLOURS[LETTERS.index(letter)]]
        is_end = place in (0, len(view["row"]) - 1)
        text.append(f"[{letter}]" if is_end else letter, style)
    return text
