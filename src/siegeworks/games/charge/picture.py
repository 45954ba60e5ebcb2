"""SiegeStones Charge! as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks import sentences
from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, Tray, board
from siegeworks.core.hexboard import NAMES, cell, neighbours, parse_board
from siegeworks.games.charge.lines import SPACES
from siegeworks.games.charge.position import STONE_LETTERS, TOWER_LETTERS

seat_name = partial(sentences.seat_name, "charge")
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


def svg(view: Mapping[str, Any], last: Iterable[str] = (), groups: bool = True, title: str = "") -> str:
    """The position as a picture; `groups` joins the stones that support each other."""
    charge = view["charge"]
    return board(
        pieces(view),
        Marks(
            last=last,
            lines=bonds(view) if groups else (),
            badges={charge["target"]: str(charge["strength"])} if charge else {},
        ),
        caption=caption(view),
        trays=list(trays(view)),
        title=title or "SiegeStones Charge!",
    )


def trays(view: Mapping[str, Any]) -> Iterator[Tray]:
    """The supply of each seat still in, and the towers in the stock."""
    for seat, stones in enumerate(view["supply"]):
        if view["alive"][seat]:
            yield f"{seat_name(seat)} supply {stones}", [Piece("stone", COLOURS[seat])] * stones
    yield f"Towers left {view['stock']}", [Piece("tower")] * view["stock"]


def caption(view: Mapping[str, Any]) -> list[str]:
    """What was discarded, who is in danger, and the charge with its two prices."""
    seats = range(view["seats"])
    discards = ", ".join(f"{seat_name(seat)} {view['discard'][seat]}" for seat in seats)
    return [f"Discarded: {discards}.", *news(view)]


def news(view: Mapping[str, Any]) -> Iterator[str]:
    """What one should know besides the counts, a sentence each."""
    out = [seat_name(seat) for seat in view["out"]]
    if out:
        yield f"Out of the game: {', '.join(out)}."
    weak = [seat_name(seat) for seat, alive in enumerate(view["alive"]) if alive and view["supply"][seat] < SPACES]
    if weak and view["to_move"] is not None:
        yield f"A tower charge with strength {SPACES} would put out {' or '.join(weak)}."
    if view["phase"] == "moving":
        yield f"{seat_name(view['turn'])} is moving: spaces left {view['budget']}."
    if view["charge"]:
        yield charge_sentence(view)


def charge_sentence(view: Mapping[str, Any]) -> str:
    """The charge that is being decided: who, where, how strong, and what each answer costs."""
    charge, price = view["charge"], view["price"]
    letter = parse_board(view["board"], STONE_LETTERS + TOWER_LETTERS)[cell(charge["target"])]
    attacker, defender = seat_name(view["turn"]), seat_name(STONE_LETTERS.index(letter))
    told = f"{attacker} charges {charge['target']} from {charge['from']} with strength {charge['strength']}."
    if charge["owed"]:
        return f"{told} {defender} holds; stones still to pay: {charge['owed']}."
    hold = "and cannot hold" if price["hold"] is None else f"or hold for {price['hold']}"
    return f"{told} {defender} can yield for {price['yield']} stone {hold}."


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = ()) -> RenderableType:
    """The board and what each seat has, for a terminal."""
    shown = {name: piece for name, piece in pieces(view).items() if not piece.ghost}
    lines = [terminal.hexboard(shown, last)]
    for seat in range(view["seats"]):
        text = Text("  ")
        text.append_text(terminal.stone_text(COLOURS[seat]))
        status = "" if view["alive"][seat] else " (out)"
        counts = f"supply {view['supply'][seat]:>2}   discarded {view['discard'][seat]:>2}"
        text.append(f" {seat_name(seat):<7}{counts}{status}")
        lines.append(text)
    lines.append(Text(f"  towers in the stock: {view['stock']}"))
    lines.extend(Text(f"  {sentence}") for sentence in news(view))
    return Group(*lines)
