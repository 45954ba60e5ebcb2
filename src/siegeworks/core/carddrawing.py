"""Playing cards as pictures: faces of our own in SVG, and short coloured words for a terminal. No rules inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rich.text import Text

WIDTH, HEIGHT = 58, 80
RED, BLACK, PAPER, BACK, LINE = "#b3202a", "#1d2430", "#fffdf6", "#274b6d", "#5b4a33"
SANS = "font-family=\"system-ui,'DejaVu Sans',sans-serif\""
COLOURS = {"H": RED, "D": RED, "S": BLACK, "C": BLACK}
SHAPES = {  # about 24 units high around the origin
    "H": "M0 11C-4 6-12 1-12-5A6 6 0 0 1 0-7 6 6 0 0 1 12-5C12 1 4 6 0 11z",
    "D": "M0-13L10 0 0 13-10 0z",
    "S": "M0-12C4-7 12-2 12 4A5.5 5.5 0 0 1 2 7L5 12H-5L-2 7A5.5 5.5 0 0 1-12 4C-12-2-4-7 0-12z",
    "C": "M0-12A5.6 5.6 0 0 1 4.5-3 5.6 5.6 0 1 1 2 6L5 12H-5L-2 6A5.6 5.6 0 1 1-4.5-3 5.6 5.6 0 0 1 0-12z",
}
CROWN = "M-13 9L-15-7-7 0 0-11 7 0 15-7 13 9z"
CAP = "M-14 8Q-16-8-6-4 0-16 6-4 16-8 14 8zM-17 8a3 3 0 1 0 .1 0zM17 8a3 3 0 1 0 .1 0z"
STYLES = {"H": "bold red on white", "D": "bold red on white", "S": "bold black on white", "C": "bold black on white"}
JOKER_STYLE, BACK_STYLE = "bold magenta on white", "bold white on blue"


def definitions(prefix: str) -> str:
    """The shapes the cards of one picture refer to."""
    suits = "".join(f'<path id="{prefix}-{suit}" d="{shape}"/>' for suit, shape in SHAPES.items())
    size = f'width="{WIDTH}" height="{HEIGHT}" rx="7"'
    weave = "".join(f"M{x} 6L{x - 20} 74" for x in range(16, 72, 8))
    weave += "".join(f"M{x} 6L{x + 20} 74" for x in range(-14, 50, 8))
    return (
        f'<defs>{suits}<g id="{prefix}-paper"><rect {size} x="2" y="3" fill="#000" opacity=".18"/>'
        f'<rect {size} fill="{PAPER}" stroke="{LINE}"/></g>'
        f'<clipPath id="{prefix}-inside"><rect x="6" y="6" width="{WIDTH - 12}" height="{HEIGHT - 12}" rx="4"/>'
        "</clipPath>"
        f'<g id="{prefix}-back"><use href="#{prefix}-paper"/><g clip-path="url(#{prefix}-inside)">'
        f'<rect {size} fill="{BACK}"/><path d="{weave}" stroke="#8fb4d6" stroke-opacity=".55" fill="none"/>'
        "</g></g></defs>"
    )


def card(name: str, x: float, y: float, prefix: str, joker: str) -> str:
    """A card face at its upper left corner: "QH", "10S", "JK", or "?" for a back; `joker` stands on a joker."""
    at = f'<g transform="translate({x:g} {y:g})">'
    if name == "?":
        return f'{at}<use href="#{prefix}-back"/></g>'
    return f'{at}<use href="#{prefix}-paper"/>{_face(name, prefix, joker)}</g>'


def _face(name: str, prefix: str, joker: str) -> str:
    middle = f'transform="translate({WIDTH / 2:g} {HEIGHT / 2 + 10:g})'
    if name == "JK":
        label = f'<text x="{WIDTH / 2:g}" y="22" text-anchor="middle" font-size="15">{escape(joker)}</text>'
        return f'<g fill="#7a2a86" {SANS} font-weight="700">{label}<path d="{CAP}" {middle}"/></g>'
    rank, suit = name[:-1], name[-1]
    corner = f'<text x="6" y="22" font-size="20">{escape(rank)}</text>'
    small = f'<use href="#{prefix}-{suit}" transform="translate({WIDTH - 14} 16)scale(.62)"/>'
    big = f'<use href="#{prefix}-{suit}" {middle}scale(1.35)"/>'
    crown = ""
    if rank in ("K", "Q", "J"):
        crown = f'<path d="{CROWN}" {middle}translate(0-17)scale(.62)" fill="#c8952c" stroke="{LINE}"/>'
        big = f'<use href="#{prefix}-{suit}" {middle}translate(0 6)"/>'
    return f'<g fill="{COLOURS[suit]}" {SANS} font-weight="700">{corner}{small}{big}{crown}</g>'


def empty(label: str, x: float, y: float) -> str:
    """A place without a card."""
    return (
        f'<g transform="translate({x:g} {y:g})"><rect width="{WIDTH}" height="{HEIGHT}" rx="7" fill="none" '
        f'stroke="{LINE}" stroke-dasharray="5 4" stroke-opacity=".6"/><text x="{WIDTH / 2:g}" y="{HEIGHT / 2 + 4:g}" '
        f'text-anchor="middle" {SANS} font-size="12" fill="{LINE}">{escape(label)}</text></g>'
    )


def row(names: Sequence[str], x: float, y: float, width: float, prefix: str, joker: str) -> str:
    """Cards side by side, closer together where there is no room."""
    step = min(WIDTH + 6.0, (width - WIDTH) / max(len(names) - 1, 1))
    return "".join(card(name, x + step * at, y, prefix, joker) for at, name in enumerate(names))


def card_text(name: str) -> Text:
    """A card in a terminal: its name on white, a back on blue."""
    style = BACK_STYLE if name == "?" else JOKER_STYLE if name == "JK" else STYLES[name[-1]]
    return Text(f"{name:^4}", style)


def cards_text(names: Sequence[str], width: int = 0) -> Text:
    """Cards in a row, filled up with blanks to a width."""
    text = Text(" ").join(card_text(name) for name in names) if names else Text("·", "dim")
    text.append(" " * max(width - text.cell_len, 0))
    return text
