"""Draws how strong the nets were after so many minutes of training: `python benchmarks/curves.py`.

It reads the tables of docs/nets.md. A row counts if it is about 0.2 s a move and the prior temperature of the net in
the package, whose row is bold. Of rows about the same net the last one counts. The picture is docs/img/nets.svg.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
HEADING = re.compile(r"^## The net of (.+)$", re.MULTILINE)
SCORE = re.compile(r"([\d.]+) %(?: ± ([\d.]+)| \((\d+) to (\d+)\))")
TIME = "0.2 s"
CHOSEN_ON = "77"
COLOURS = ("#1f5fa8", "#c98a00", "#2f7d4f", "#b03a2e")
WIDE, HIGH, LEFT, TOP = 560, 300, 60, 50


@dataclass(frozen=True)
class Point:
    """What a net scored against `search` after some training."""

    minutes: float
    score: float
    least: float
    most: float
    is_chosen: bool
    """Whether its deals were used for choosing."""


def rows_of(text: str) -> Iterator[list[str]]:
    """The cells of the rows about matches at this time."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[2].strip("*") == TIME:
            yield cells


def point_of(cells: list[str]) -> Point:
    """What a row says."""
    after, deals, _, _, told, _, _ = (cell.strip("*") for cell in cells)
    seconds = re.search(r"([\d,]+) s", after)
    found = SCORE.search(told)
    if seconds is None or found is None:
        raise SystemExit(f"No score after so many seconds: {' | '.join(cells)}")
    score = float(found[1])
    least, most = (score - float(found[2]), score + float(found[2])) if found[2] else (float(found[3]), float(found[4]))
    minutes = int(seconds[1].replace(",", "")) / 60
    return Point(minutes, score, max(0.0, least), min(100.0, most), deals == CHOSEN_ON)


def points_of(text: str) -> list[Point]:
    """The curve of one game, by time."""
    rows = list(rows_of(text))
    kept = next(cells[3].strip("*") for cells in rows if cells[0].startswith("**"))
    found = {point.minutes: point for point in (point_of(cells) for cells in rows if cells[3].strip("*") == kept)}
    return [found[minutes] for minutes in sorted(found)]


def curves(page: str) -> dict[str, list[Point]]:
    """The points of every game."""
    _, *parts = HEADING.split(page)
    return {name: points_of(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def picture(found: dict[str, list[Point]]) -> str:
    """All curves in one frame, as SVG."""
    end = 5 * (int(max(point.minutes for points in found.values() for point in points)) // 5 + 1)
    drawn = [_frame(end)]
    for at, (name, points) in enumerate(found.items()):
        drawn.append(_curve(points, end, COLOURS[at]))
        drawn.append(f'<text x="{130 * at}" y="{HIGH + 62}" fill="{COLOURS[at]}">&#9632; {name}</text>')
    width, height = WIDE + LEFT + 30, HIGH + TOP + 80
    title = "Score of net against search at 0.2 s a move, %, over minutes of training"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><title>{title}</title><rect width="{width}" height="{height}" fill="#fff"/>'
        f'<text x="{LEFT}" y="24" font-size="15">{title}</text>'
        f'<g transform="translate({LEFT},{TOP})">{"".join(drawn)}</g></svg>\n'
    )


def _frame(end: int) -> str:
    lines = [f'<path d="M0 0V{HIGH}H{WIDE}" fill="none" stroke="#444"/>']
    for score in range(0, 101, 25):
        y, dash = HIGH - HIGH * score / 100, ' stroke-dasharray="4 4"' if score == 50 else ""
        lines.append(f'<path d="M0 {y}H{WIDE}" stroke="#{"888" if score == 50 else "ddd"}"{dash}/>')
        lines.append(f'<text x="-8" y="{y + 4}" text-anchor="end">{score}</text>')
    lines += [
        f'<text x="{WIDE * minutes / end:.1f}" y="{HIGH + 18}" text-anchor="middle">{minutes}</text>'
        for minutes in range(0, end + 1, 5)
    ]
    told = "minutes on one H200; bars: 95 % intervals; hollow: deals that were used for choosing"
    return "".join(lines) + f'<text x="0" y="{HIGH + 40}">{told}</text>'


def _curve(points: list[Point], end: int, colour: str) -> str:
    places, marks = [], []
    for point in points:
        x = WIDE * point.minutes / end
        y, low, high = (HIGH - HIGH * score / 100 for score in (point.score, point.least, point.most))
        places.append(f"{x:.1f},{y:.1f}")
        marks.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}"/>')
        fill = "#fff" if point.is_chosen else colour
        marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>')
    return f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="1.8"/>{"".join(marks)}'


def main() -> None:
    """Write the picture."""
    drawn = picture(curves((DOCS / "nets.md").read_text(encoding="utf-8")))
    (DOCS / "img" / "nets.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
