"""The hexagonal board of 37 circles as a picture: one self-contained SVG string per position, no rules inside.

Shapes are defined once per picture and reused. There are no filters, style sheets, scripts or outside files, so a
picture looks the same inline on a page, as an image file, and in a plain converter.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from html import escape
from math import cos, exp, pi, radians, sin
from textwrap import wrap
from typing import Any, Literal

from siegeworks.core.phrases import Sentence, listed, phrase, said

Colour = Literal["blue", "yellow", "green", "red"]
COLOURS: tuple[Colour, ...] = ("blue", "yellow", "green", "red")


@dataclass(frozen=True)
class Piece:
    """A stone of a colour, or a tower that carries a stone of that colour or (None) nothing; a ghost is see-through."""

    kind: Literal["stone", "tower"]
    colour: Colour | None = None
    ghost: bool = False


Tray = tuple[str, Sequence[Piece | None]]  # a label and the small pieces beside it; None leaves a gap

WIDTH, BOARD_HEIGHT = 800, 704
CENTRE_X, CENTRE_Y = 400.0, 346.0
STEP = 92.0  # between neighbours in a row
ROW_HEIGHT = STEP * 3**0.5 / 2
OUTER, INNER = 376.0, 334.0  # from the centre to the corners of the board and of its playing field
LABEL = 83.0  # from an outermost circle to its letter or number on the rim
TEXT_SIZE, LINE_HEIGHT, LINE_LETTERS = 22, 32, 62
TRAY_PITCH, TRAY_HEIGHT, TRAY_SCALE = 30.0, 38.0, 0.43
INK, IVORY, PAPER = "#2b180a", "#fff6dc", "#f7ead0"
SANS = "font-family=\"system-ui,'DejaVu Sans',sans-serif\""
SERIF = "font-family=\"Palatino,'Palatino Linotype','DejaVu Serif',serif\""

# Glow, body and edge of the glass, then the shaded and the lit side of the engraved mark. The lightness differs as well
# as the hue: red and blue are dark, green is middling, yellow is light.
GLASS: dict[Colour, tuple[str, str, str, str, str]] = {
    "blue": ("#7cc0ff", "#1f62c4", "#0a2560", "#a9cdf5", "#f4faff"),
    "yellow": ("#fff3a6", "#f6c524", "#a86f00", "#2e1a00", "#5f3a02"),
    "green": ("#86dfb9", "#1f9a77", "#084a39", "#b5e8d4", "#f3fff9"),
    "red": ("#ff9a84", "#c4222c", "#59060f", "#f3b7ae", "#fff5f2"),
}
MARKS: dict[Colour, str] = {
    "blue": "M-15.5 0a15.5 15.5 0 1 1 31 0a15.5 15.5 0 1 1-31 0zm5.5 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z"
    "m5.2 0a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1-9.6 0z",
    "yellow": "M0-17L16 10.5H-16z",
    "green": "M-12.5-12.5h25v25h-25z",
    "red": "M-5.5-16h11l-1.6 11.9 11.9-1.6v11.4l-11.9-1.6L5.5 16h-11l1.6-11.9-11.9 1.6v-11.4l11.9 1.6z",
}

ROWS = "abcdefg"
NUMBERS = {row: range(max(1, r - 2), min(7, r + 4) + 1) for r, row in enumerate(ROWS)}
CELLS = tuple(f"{row}{number}" for row in reversed(ROWS) for number in NUMBERS[row])  # far to near: painting order


def centre(cell: str) -> tuple[float, float]:
    """The middle of a circle in the picture's units, y downwards."""
    if cell not in CELLS:
        raise ValueError(f"no such circle: {cell!r}")
    r, number = ROWS.index(cell[0]), int(cell[1])
    return CENTRE_X + STEP / 2 * (2 * (number - 1) + (3 - r) - 6), CENTRE_Y + ROW_HEIGHT * (3 - r)


def stone(x: float, y: float, colour: Colour, *, prefix: str, scale: float = 1, ghost: bool = False) -> str:
    """A glass stone at a point of a picture that holds `definitions(prefix)`."""
    return _use(f"{prefix}-{colour}", x, y, scale, ghost)


def tower(x: float, y: float, top: Colour | None, *, prefix: str, scale: float = 1, ghost: bool = False) -> str:
    """A wooden tower, bare or with a stone on top, at a point of a picture that holds `definitions(prefix)`."""
    return _use(f"{prefix}-tower-{top or 'bare'}", x, y, scale, ghost)


@dataclass(frozen=True)
class Marks:
    """What is drawn over a position besides its pieces."""

    last: Iterable[str] = ()
    """Circles of the last move: they have a ring."""
    badges: Mapping[str, str] = field(default_factory=dict)
    """A short text at a circle."""
    targets: Iterable[str] = ()
    """Circles with a hollow diamond."""
    lines: Iterable[tuple[str, str]] = ()
    """Pairs of circles that are joined."""
    names: bool = False
    """Whether every empty circle has its name in it."""


NO_MARKS = Marks()


def board(
    pieces: Mapping[str, Piece],
    marks: Marks = NO_MARKS,
    *,
    caption: Sequence[str] = (),
    trays: Sequence[Tray] = (),
    title: str,
    description: str,
    prefix: str = "",
) -> str:
    """A position as a complete SVG document; the same arguments give the same bytes.

    Below the board come the lines of the `caption`, then the `trays`. `title` and `description` are for those who do
    not see it; `told(pieces)` is a description in no language yet. `prefix` begins every id; without one it follows
    from the content. The picture takes the width it is given.
    """
    shown = Marks(
        sorted(set(marks.last)), dict(marks.badges), sorted(set(marks.targets)), list(marks.lines), marks.names
    )
    for cell in (*pieces, *shown.badges):
        centre(cell)  # refuses a name that is not on the board
    badges = sorted(shown.badges.items())
    over = (shown.last, badges, shown.targets, shown.lines, shown.names)
    content = (sorted(pieces.items()), *over, caption, trays)
    prefix = prefix or "h" + blake2s(repr((content, title, description)).encode(), digest_size=4).hexdigest()
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", prefix):
        raise ValueError(f"an id cannot begin with {prefix!r}")
    panel, height = _panel(prefix, caption, trays)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-labelledby="{prefix}-title {prefix}-desc">',
        f'<title id="{prefix}-title">{_text(title)}</title><desc id="{prefix}-desc">{_text(description)}</desc>',
        definitions(prefix),
        *_field(pieces, shown, prefix),
        panel,
        "</svg>\n",
    ]
    return "\n".join(part for part in parts if part)


def _field(pieces: Mapping[str, Piece], marks: Marks, prefix: str) -> Iterator[str]:
    """The board, then whatever lies on it, far to near."""
    hidden = {cell for cell, piece in pieces.items() if piece.kind == "tower" and not piece.ghost}
    yield _wood(prefix, [cell for cell in CELLS if cell not in hidden])
    yield _labels([cell for cell in CELLS if marks.names and cell not in pieces])
    yield from (_use(f"{prefix}-last", *centre(cell)) for cell in marks.last)
    yield from (_sight(centre(start), centre(end)) for start, end in marks.lines)
    yield from (_piece(pieces[cell], *centre(cell), prefix) for cell in CELLS if cell in pieces)
    for cell in marks.targets:
        x, y = centre(cell)
        yield _use(f"{prefix}-target", x, y + 32 * (cell in pieces))
    yield from (_badge(*centre(cell), marks.badges[cell]) for cell in CELLS if cell in marks.badges)


GROUPS = {
    ("stone", False): "board-stones",
    ("tower", False): "board-towers",
    ("stone", True): "board-possible-stones",
    ("tower", True): "board-possible-towers",
}
"""What is said of pieces of a kind, and of see-through ones."""


def told(pieces: Mapping[str, Piece]) -> Sentence:
    """The position for those who do not see the picture; `siegeworks.sentences` has the words."""
    groups: dict[Piece, list[str]] = {}
    for cell, piece in sorted(pieces.items()):
        groups.setdefault(piece, []).append(cell)
    if not groups:
        return said("board-empty")
    parts = [_group(piece, groups[piece]) for piece in sorted(groups, key=_order)]
    return said("all-of", parts=listed(parts, "space"))


def _group(piece: Piece, cells: Sequence[str]) -> dict[str, Any]:
    colour = piece.colour[0] if piece.colour else ""
    return phrase(GROUPS[piece.kind, piece.ghost], colour=colour, cells=listed(cells, "comma"))


def _order(piece: Piece) -> str:
    what = f"{piece.colour} stones" if piece.kind == "stone" else f"towers {piece.colour or 'no'}"
    return f"possible {what}" if piece.ghost else what


def definitions(prefix: str) -> str:
    """The shapes that stones, towers and marks refer to."""
    diamond = "M0-11L11 0 0 11-11 0z"
    return (
        "<defs>"
        + _gradient("radial", f"{prefix}-shadow", "", "0 #1a0c02 .7", ".7 #1a0c02 .4", "1 #1a0c02 0")
        + _gradient("radial", f"{prefix}-shine", "", "0 #fff .95", "1 #fff .05")
        + f'<g id="{prefix}-gloss"><ellipse rx="15" ry="7.5" transform="translate(-13.5-19)rotate(-36)" '
        f'fill="url(#{prefix}-shine)"/><path d="M29 5A29.4 29.4 0 0 1 5 29Q17 27.5 22 22 27.5 17 29 5z" fill="#fff" '
        'opacity=".45"/><circle r="32.2" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1.2"/></g>'
        f'<g id="{prefix}-last"><circle r="40" fill="{IVORY}" fill-opacity=".5" stroke="{INK}" stroke-width="7"/>'
        f'<circle r="40" fill="none" stroke="{IVORY}" stroke-width="4"/></g>'
        f'<g id="{prefix}-target" stroke-linejoin="round"><path d="{diamond}" fill="#6b3f19" stroke="{INK}" '
        f'stroke-width="7"/><path d="{diamond}" fill="none" stroke="{IVORY}" stroke-width="3.6"/></g>'
        + "".join(_stone_definition(prefix, colour) for colour in GLASS)
        + _tower_definitions(prefix)
        + "</defs>"
    )


def _stone_definition(prefix: str, colour: Colour) -> str:
    glow, body, edge, shade, lit = GLASS[colour]
    name, mark = f"{prefix}-{colour}", MARKS[colour]
    return (
        _gradient("radial", f"{name}-glass", 'cx=".6" cy=".68" r=".72"', f"0 {glow}", f".5 {body}", f"1 {edge}")
        + _gradient("linear", f"{name}-cut", 'x2=".6" y2="1"', f"0 {shade}", f".6 {lit}")
        + f'<g id="{name}"><ellipse cx="6" cy="9" rx="39" ry="37" fill="url(#{prefix}-shadow)"/>'
        f'<circle r="33" fill="url(#{name}-glass)" stroke="{edge}" stroke-width="1.5"/>'
        f'<path d="{mark}" transform="translate(.9 1.1)" fill="{glow}"/>'
        f'<path d="{mark}" transform="translate(-.9-1.1)" fill="{edge}"/>'
        f'<path d="{mark}" fill="url(#{name}-cut)"/><use href="#{prefix}-gloss"/></g>'
    )


def _tower_definitions(prefix: str) -> str:
    body = (
        "M-35 20A35 17 0 0 0 35 20V14C35 8 29 7 27 1 24-6 23-11 25-17 27-21 32-20 32-25"
        "H-32C-32-20-27-21-25-17-23-11-24-6-27 1-29 7-35 8-35 14z"
    )
    turned = "M-35 14A35 17 0 0 0 35 14M-28 4A28 13.5 0 0 0 28 4M-25-16A25 12 0 0 0 25-16"
    low = (
        f'<ellipse cx="9" cy="22" rx="46" ry="27" fill="url(#{prefix}-shadow)"/>'
        f'<path d="{body}" fill="url(#{prefix}-beech)" stroke="#4b2a0e" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path d="{turned}" fill="none" stroke="#4b2a0e" stroke-opacity=".6" stroke-width="1.4"/>'
        f'<path d="{turned}" transform="translate(0 1.6)" fill="none" stroke="#fff3d6" stroke-opacity=".55"/>'
        '<ellipse cy="-25" rx="32" ry="15.4" fill="#fbe6bd" stroke="#4b2a0e" stroke-width="1.4"/>'
        '<ellipse cy="-25" rx="23" ry="11" fill="#6b3f19" stroke="#4b2a0e"/>'
        '<ellipse cx="2" cy="-22" rx="18" ry="7" fill="#93602e"/>'
    )
    whole = [
        f'<g id="{prefix}-tower-{colour or "bare"}"><use href="#{prefix}-tower-low"/>'
        + (stone(0, -40, colour, prefix=prefix, scale=0.7) if colour else "")
        + f'<use href="#{prefix}-tower-high"/></g>'
        for colour in (None, *GLASS)
    ]
    across = 'gradientUnits="userSpaceOnUse" x1="-35" x2="35"'
    return (
        _gradient("linear", f"{prefix}-beech", across, "0 #c08a4c", ".3 #f8dfb0", ".62 #d9a667", "1 #7d4a20")
        + f'<g id="{prefix}-tower-low">{low}{_merlons(prefix, (210, 270, 330))}</g>'
        f'<g id="{prefix}-tower-high">{_merlons(prefix, (30, 90, 150))}</g>' + "".join(whole)
    )


def _merlons(prefix: str, angles: Iterable[int]) -> str:
    """Battlements at these angles of the crown (90 is nearest): of each its top and the faces turned to the viewer."""

    def shape(*corners: tuple[float, float]) -> str:
        return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in corners) + "z"

    parts, beech = "", f"url(#{prefix}-beech)"
    for angle in angles:
        around = [(33, angle - 19), (33, angle + 19), (23, angle + 19), (23, angle - 19)]
        foot = [(radius * cos(radians(turn)), radius * 0.48 * sin(radians(turn)) - 25) for radius, turn in around]
        fills = (beech, "#a36a33", beech, "#ecc98f")
        for (x1, y1), (x2, y2), fill in zip(foot, foot[1:] + foot[:1], fills, strict=True):
            if x2 < x1:  # going round clockwise, the near faces run leftwards
                parts += f'<path d="{shape((x1, y1), (x2, y2), (x2, y2 - 12), (x1, y1 - 12))}" fill="{fill}"/>'
        parts += f'<path d="{shape(*((x, y - 12) for x, y in foot))}" fill="#fbe6bd"/>'
    return f'<g stroke="#4b2a0e" stroke-width="1.4" stroke-linejoin="round">{parts}</g>'


def _wood(prefix: str, drilled: Iterable[str]) -> str:
    """The board itself: a dark rim, a lighter field with grain, and the drilled circles."""
    outer, inner, rim = _hexagon(OUTER), _hexagon(INNER), f"url(#{prefix}-rim)"
    veins = "".join(map(_hexagon, (341, 346, 354, 358, 367)))
    facets = ""
    for k in range(6):
        lit = -sin(k * pi / 3 + pi / 6 + 0.5)  # light falls from the upper left
        shape = "L".join((_corner(INNER, k), _corner(INNER, k + 1), _corner(OUTER, k + 1), _corner(OUTER, k)))
        facets += f'<path d="M{shape}z" fill="{"#ffd9a0" if lit > 0 else "#000"}" opacity="{abs(lit) * 0.2:.2f}"/>'
    return (
        "<defs>"
        + _gradient("linear", f"{prefix}-rim", 'x2=".7" y2="1"', "0 #8d5628", ".5 #754319", "1 #5a3113")
        + _gradient("radial", f"{prefix}-field", 'cx=".4" cy=".3" r=".8"', "0 #dea663", ".6 #c98a48", "1 #ab6c31")
        + _gradient("linear", f"{prefix}-hole", 'x2=".5" y2="1"', "0 #663814", ".45 #9a612c", "1 #cb9152")
        + f'<g id="{prefix}-circle"><circle r="37" fill="none" stroke="#ffe2ad" stroke-opacity=".5" cy="1.5"/>'
        f'<circle r="36" fill="url(#{prefix}-hole)" stroke="#4a260b" stroke-width="1.5"/></g>'
        f'<clipPath id="{prefix}-edge"><path d="{inner}"/></clipPath></defs>'
        f'<g stroke-linejoin="round"><path d="{outer}" transform="translate(0 11)" fill="#331a08" stroke="#331a08" '
        f'stroke-width="20"/><path d="{outer}" fill="#6f3f1a" stroke="#3b1e0a" stroke-width="21"/>'
        f'<path d="{outer}" fill="{rim}" stroke="{rim}" stroke-width="17"/>{facets}'
        f'<path d="{veins}" fill="none" stroke="#2f1706" stroke-opacity=".2" stroke-width="1.6"/>'
        f'<path d="{inner}" fill="url(#{prefix}-field)" stroke="#341a07" stroke-width="5"/></g>'
        f'<g clip-path="url(#{prefix}-edge)" fill="none">{_grain()}</g>'
        f'<path d="{inner}" fill="none" stroke="#f0c98d" stroke-opacity=".55" stroke-width="1.5"/>'
        + "".join(_use(f"{prefix}-circle", *centre(cell)) for cell in drilled)
    )


def _grain() -> str:
    """Year rings: waving lines that part around two knots."""
    knots = ((265.0, 262.0, 34.0), (590.0, 470.0, 26.0))
    left, stride, points = 50.0, 88.0, 9

    def height(base: float, k: int) -> float:
        x = left + stride * k
        wave = 5 * sin(x / 130 + base / 90) + 3 * sin(x / 57 + base / 31)
        for x0, y0, size in knots:
            push = size * exp(-(((x - x0) / 95) ** 2) - abs(base - y0) / 60)
            wave += push if base > y0 else -push
        return base + wave

    def line(base: float) -> str:
        path = f"M{left:g} {round(height(base, 0))}"
        for k in range(1, points):
            x, y, slope = left + stride * k, height(base, k), (height(base, k + 1) - height(base, k - 1)) / 6
            path += f"S{round(x - stride / 3)} {round(y - slope)} {round(x)} {round(y)}"
        return path

    bases = [58 + 13.7 * i + 5 * sin(i * 2.4) for i in range(43)]
    strokes = (("#7a4516", 0.2, 1.3), ("#5e300c", 0.15, 2.6), ("#ffdca0", 0.2, 2.0))
    return "".join(
        f'<path d="{"".join(map(line, bases[i::3]))}" stroke="{colour}" opacity="{opacity}" stroke-width="{width}"/>'
        for i, (colour, opacity, width) in enumerate(strokes)
    )


def _corner(radius: float, k: int) -> str:
    return f"{_number(CENTRE_X + radius * cos(k * pi / 3))} {_number(CENTRE_Y + radius * sin(k * pi / 3))}"


def _hexagon(radius: float) -> str:
    return "M" + "L".join(_corner(radius, k) for k in range(6)) + "z"


def _labels(named: Iterable[str]) -> str:
    """Letters at the left end of the rows, numbers at the lower end of the slanting lines, names inside circles."""
    rim = [(row, x - LABEL, y) for row in ROWS for x, y in [centre(f"{row}{NUMBERS[row][0]}")]]
    for number in range(1, 8):
        x, y = centre(next(cell for cell in reversed(CELLS) if cell[1] == str(number)))
        rim.append((str(number), x + LABEL / 2, y + LABEL * 3**0.5 / 2))
    return _texts(rim, 25, "#f6dfb2", 0.95) + _texts([(cell, *centre(cell)) for cell in named], 20, IVORY, 0.75)


def _texts(texts: Sequence[tuple[str, float, float]], size: int, colour: str, opacity: float) -> str:
    inside = "".join(f'<text x="{_number(x)}" y="{_number(y + size * 0.35)}">{text}</text>' for text, x, y in texts)
    style = f'{SERIF} font-size="{size}" text-anchor="middle" fill="{colour}" opacity="{opacity}"'
    return inside and f"<g {style}>{inside}</g>"


def _piece(piece: Piece, x: float, y: float, prefix: str, scale: float = 1) -> str:
    if piece.kind == "tower":
        return tower(x, y, piece.colour, prefix=prefix, scale=scale, ghost=piece.ghost)
    if piece.colour is None:
        raise ValueError("a stone has a colour")
    return stone(x, y, piece.colour, prefix=prefix, scale=scale, ghost=piece.ghost)


def _sight(start: tuple[float, float], end: tuple[float, float]) -> str:
    path = f"M{_number(start[0])} {_number(start[1])}L{_number(end[0])} {_number(end[1])}"
    return (
        f'<g stroke-linecap="round"><path d="{path}" stroke="{INK}" stroke-width="8" stroke-opacity=".8"/>'
        f'<path d="{path}" stroke="{IVORY}" stroke-width="4"/></g>'
    )


def _badge(x: float, y: float, text: str) -> str:
    width = 13.5 * len(text) + 14
    return (
        f'<rect x="{_number(x - width / 2)}" y="{_number(y + 20)}" width="{_number(width)}" height="28" rx="14" '
        f'fill="{PAPER}" stroke="{INK}" stroke-width="2"/><text x="{_number(x)}" y="{_number(y + 42)}" {SANS} '
        f'font-size="22" font-weight="700" text-anchor="middle" fill="{INK}">{_text(text)}</text>'
    )


def _panel(prefix: str, caption: Sequence[str], trays: Sequence[Tray]) -> tuple[str, int]:
    """The sheet below the board, what is too long wrapped, and the height of the whole picture."""
    left, right, y = 44.0, WIDTH - 36.0, BOARD_HEIGHT + 38.0
    parts: list[str] = []
    for text in (line for entry in caption for line in wrap(entry, LINE_LETTERS)):
        parts.append(f'<text x="{left:g}" y="{_number(y + 8)}">{_text(text)}</text>')
        y += LINE_HEIGHT
    start = left + 14 + max((12 * len(label) + 14 for label, _ in trays if label), default=0)
    places = max(1, int((right - start) // TRAY_PITCH) + 1)
    for label, row in trays:
        parts.append(f'<text x="{left:g}" y="{_number(y + 8)}">{_text(label)}</text>')
        for i, piece in enumerate(row):
            if piece is not None:
                drop = 5 if piece.kind == "tower" else 0
                at = start + TRAY_PITCH * (i % places), y + TRAY_HEIGHT * (i // places) + drop
                parts.append(_piece(piece, *at, prefix, TRAY_SCALE))
        y += TRAY_HEIGHT * max(1, -(-len(row) // places))
    if not parts:
        return "", BOARD_HEIGHT
    size = f'width="{WIDTH - 36}" height="{round(y) - BOARD_HEIGHT - 20}"'
    sheet = f'<rect x="18" y="{BOARD_HEIGHT + 10}" {size} rx="14" fill="{PAPER}" stroke="#6f3f1a" stroke-width="3"/>'
    style = f'{SANS} font-size="{TEXT_SIZE}" fill="{INK}"'
    return f"{sheet}<g {style}>{''.join(parts)}</g>", round(y)


def _gradient(kind: Literal["linear", "radial"], name: str, where: str, *stops: str) -> str:
    """A colour gradient; a stop is its offset, colour and, if not 1, opacity."""
    inside = ""
    for stop in stops:
        offset, colour, opacity, *_ = f"{stop} 1 1".split()
        inside += f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{opacity}"/>'
    return f'<{kind}Gradient id="{name}" {where}>{inside}</{kind}Gradient>'


def _text(text: str) -> str:
    return escape(re.sub(r"[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text))  # what XML 1.0 allows


def _use(name: str, x: float, y: float, scale: float = 1, ghost: bool = False) -> str:
    place = f'x="{_number(x)}" y="{_number(y)}"'
    if scale != 1:
        place = f'transform="translate({_number(x)} {_number(y)})scale({scale:g})"'
    faint = ' opacity=".5"' if ghost else ""
    return f'<use href="#{name}" {place}{faint}/>'


def _number(value: float) -> str:
    return f"{round(value, 1) + 0:g}"
