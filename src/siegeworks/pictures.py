"""Pictures of a study: marks and arrows over a position, and a whole line as one that moves."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from math import hypot
from pathlib import PurePath
from typing import Any

from siegeworks.core.drawing import centre
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup

END = "</svg>"
RING, HEAD, SHORTER = 41, 26, 14
INK, EDGE = "#b3005e", "#fff6dc"
STEP_SECONDS, LAST_SECONDS = 1.2, 3.0
"""How long each position of a line is shown, and how long the last."""
WIDTH = 480
"""Of an animated image, in pixels."""
WHITE = (255, 255, 255, 255)
FORMS = {".png": "PNG", ".webp": "WEBP"}


def noted(picture: str, marks: Iterable[str], arrows: Iterable[tuple[str, str]]) -> str:
    """The SVG of a board with rings around cells, and arrows between cells."""
    drawn = [_ring(*centre(cell)) for cell in marks] + [_arrow(centre(a), centre(b)) for a, b in arrows]
    if not drawn:
        return picture
    before, _, after = picture.rpartition(END)
    return f'{before}<g fill="none" stroke-linecap="round">{"".join(drawn)}</g>\n{END}{after}'


def _ring(x: float, y: float) -> str:
    place = f'cx="{x:.1f}" cy="{y:.1f}" r="{RING}"'
    return f'<circle {place} stroke="{EDGE}" stroke-width="11"/><circle {place} stroke="{INK}" stroke-width="6"/>'


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A line that stops before the middle of the last cell, where its head is."""
    along = hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / along, (end[1] - start[1]) / along
    tip = end[0] - SHORTER * x, end[1] - SHORTER * y
    neck = tip[0] - HEAD * x, tip[1] - HEAD * y
    sides = [(neck[0] + turn * HEAD * 0.6 * y, neck[1] - turn * HEAD * 0.6 * x) for turn in (1, -1)]
    shaft = f"M{start[0]:.1f} {start[1]:.1f}L{neck[0]:.1f} {neck[1]:.1f}"
    head = "M" + "L".join(f"{at[0]:.1f} {at[1]:.1f}" for at in (tip, *sides)) + "z"
    return (
        f'<g stroke-linejoin="round"><path d="{shaft}" stroke="{EDGE}" stroke-width="15"/>'
        f'<path d="{head}" stroke="{EDGE}" stroke-width="8" fill="{EDGE}"/>'
        f'<path d="{shaft}" stroke="{INK}" stroke-width="9"/><path d="{head}" stroke="{INK}" fill="{INK}"/></g>'
    )


def animated(frames: Sequence[str], title: str) -> str:
    """Pictures one after another, again and again, as one SVG; where nothing moves the last one is seen."""
    sizes = [tuple(map(float, _box(frame))) for frame in frames]
    width, height = (max(size[at] for size in sizes) for at in (0, 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(title)}">'
    ]
    for at, (frame, size) in enumerate(zip(frames, sizes, strict=True)):
        placed = frame.replace("<svg ", f'<svg width="{size[0]:g}" height="{size[1]:g}" ', 1)
        seen = "visible" if at == len(frames) - 1 else "hidden"
        parts.append(f'<g visibility="{seen}">{_shown(at, len(frames))}{placed}</g>')
    return "\n".join([*parts, END, ""])


def _box(picture: str) -> tuple[str, str]:
    """Width and height of a picture."""
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', picture)
    assert found is not None
    return found[1], found[2]


def _shown(at: int, count: int) -> str:
    """When a frame is seen."""
    whole = STEP_SECONDS * (count - 1) + LAST_SECONDS
    times = [0.0, STEP_SECONDS * at / whole, STEP_SECONDS * (at + 1) / whole if at < count - 1 else 1.0]
    values = ["hidden", "visible", "hidden" if at < count - 1 else "visible"]
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{whole:g}s" repeatCount="indefinite" '
        f'values="{";".join(values)}" keyTimes="{";".join(f"{time:.4f}" for time in times)}"/>'
    )


@cache
def _fonts() -> Any:
    """How pictures are read, with the fonts of this machine: looking for them takes longer than a picture."""
    from resvg import usvg

    options = usvg.Options.default()
    options.load_system_fonts()
    return options


def pixels(picture: str, width: int) -> Any:
    """An SVG as an image of Pillow."""
    try:
        from PIL import Image
        from resvg import render, usvg
    except ImportError:
        raise BadSetup("cli.images-not-installed") from None
    tree = usvg.Tree.from_str(picture, _fonts())
    drawn = tree.int_size()
    scale = width / drawn[0]
    size = width, round(drawn[1] * scale)
    data = render(tree, (scale, 0, 0, 0, scale, 0), bg_size=size, bg_color=WHITE)
    return Image.open(io.BytesIO(data)).convert("RGB")


def checked_form(path: str) -> str:
    """How Pillow calls the form of an image file."""
    suffix = PurePath(path).suffix.lower()
    if suffix not in FORMS:
        raise BadSetup("cli.no-such-image", forms=listed([".svg", *FORMS], "or"), path=path)
    return FORMS[suffix]


def image(frames: Sequence[str], form: str) -> bytes:
    """Pictures one after another as an animated image."""
    drawn = [pixels(frame, WIDTH) for frame in frames]
    height = max(each.height for each in drawn)
    same = [each if each.height == height else _padded(each, height) for each in drawn]
    times = [round(1000 * STEP_SECONDS)] * (len(same) - 1) + [round(1000 * LAST_SECONDS)]
    out = io.BytesIO()
    same[0].save(out, form, save_all=True, append_images=same[1:], duration=times, loop=0)
    return out.getvalue()


def _padded(drawn: Any, height: int) -> Any:
    from PIL import Image

    padded = Image.new("RGB", (drawn.width, height), "#ffffff")
    padded.paste(drawn, (0, 0))
    return padded
