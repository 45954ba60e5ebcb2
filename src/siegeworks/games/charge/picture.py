"""SiegeStones Charge! as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, Tray, board, told
from siegeworks.core.hexboard import NAMES, cell, neighbours, parse_board
from siegeworks.core.phrases import listed, phrase, seats
from siegeworks.games.charge.lines import SPACES
from siegeworks.games.charge.position_view import STONE_LETTERS, TOWER_LETTERS
from siegeworks.sentences import ENGLISH, Say, render, speaker

CELLS = frozenset(NAMES)


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The piece on each cell; a stone in flight is seen faintly on the circle it left."""
    found = {}
    for at, letter in parse_board(view["board"], STONE_LETTERS + TOWER_LETTERS).items():
        colour = COLOURS[STONE_LETTERS.index(letter.lower())]
        found[NAMES[at]] = Piece("stone" if letter in STONE_LETTERS else "tower", colour)
    if view["charge"]:
        found[view["charge"]["from"]] = Piece("stone", COLOURS[view["turn"]], ghost=True)
    return found


def bonds(view: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """C-28. Pairs of neighbours that support each other."""
    for group in view["groups"]:
        for one, other in combinations(group["cells"], 2):
            if neighbours(cell(one)) >> cell(other) & 1:
                yield one, other


def svg(
    view: Mapping[str, Any],
    last: Iterable[str] = (),
    groups: bool = True,
    title: str = "",
    language: str = ENGLISH,
) -> str:
    """The position as a picture; `groups` joins the stones that support each other."""
    charge, say = view["charge"], speaker("charge", language)
    return board(
        pieces(view),
        Marks(
            last=last,
            lines=bonds(view) if groups else (),
            badges={charge["target"]: str(charge["strength"])} if charge else {},
        ),
        caption=caption(view, say),
        trays=list(trays(view, say)),
        title=title or "SiegeStones Charge!",
        description=render(told(pieces(view)), language),
    )


def trays(view: Mapping[str, Any], say: Say) -> Iterator[Tray]:
    """The supply of each seat still in, and the towers in the stock."""
    for seat, stones in enumerate(view["supply"]):
        if view["alive"][seat]:
            yield say("tray-supply", seat={"seat": seat}, stones=stones), [Piece("stone", COLOURS[seat])] * stones
    yield say("tray-towers", towers=view["stock"]), [Piece("tower")] * view["stock"]


def caption(view: Mapping[str, Any], say: Say) -> list[str]:
    """What was discarded, who is in danger, and the charge with its two prices."""
    counts = [
        phrase("charge.seat-holds", seat={"seat": seat}, count=stones) for seat, stones in enumerate(view["discard"])
    ]
    return [say("caption-discarded", counts=listed(counts, "comma")), *news(view, say)]


def news(view: Mapping[str, Any], say: Say) -> Iterator[str]:
    """What one should know besides the counts, a sentence each."""
    if view["out"]:
        yield say("news-out", seats=listed(seats(view["out"]), "comma"))
    weak = [seat for seat, alive in enumerate(view["alive"]) if alive and view["supply"][seat] < SPACES]
    if weak and view["to_move"] is not None:
        yield say("news-weak", strength=SPACES, seats=listed(seats(weak), "or"))
    if view["phase"] == "moving":
        yield say("news-moving", seat={"seat": view["turn"]}, spaces=view["budget"])
    if view["charge"]:
        yield charge_sentence(view, say)


def charge_sentence(view: Mapping[str, Any], say: Say) -> str:
    """The charge that is being decided: who, where, how strong, and what each answer costs."""
    charge, price = view["charge"], view["price"]
    letter = parse_board(view["board"], STONE_LETTERS + TOWER_LETTERS)[cell(charge["target"])]
    code = "charge-is-held" if charge["owed"] else "charge-cannot-hold" if price["hold"] is None else "charge-can-hold"
    return say(
        code,
        seat={"seat": view["turn"]},
        defender={"seat": STONE_LETTERS.index(letter)},
        origin=charge["from"],
        target=charge["target"],
        strength=charge["strength"],
        owed=charge["owed"],
        **{"yield": price["yield"], "hold": price["hold"] or 0},
    )


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = (), language: str = ENGLISH) -> RenderableType:
    """The board and what each seat has, for a terminal."""
    say = speaker("charge", language)
    shown = {name: piece for name, piece in pieces(view).items() if not piece.ghost}
    lines = [terminal.hexboard(shown, last)]
    for seat in range(view["seats"]):
        text = Text("  ")
        text.append_text(terminal.stone_text(COLOURS[seat]))
        status = "" if view["alive"][seat] else f" {say('line-out')}"
        counts = say("line-of-seat", supply=f"{view['supply'][seat]:>2}", discarded=f"{view['discard'][seat]:>2}")
        text.append(f" {say('seat', seat=seat):<7}{counts}{status}")
        lines.append(text)
    lines.append(Text(f"  {say('line-of-stock', towers=view['stock'])}"))
    lines.extend(Text(f"  {sentence}") for sentence in news(view, say))
    return Group(*lines)
