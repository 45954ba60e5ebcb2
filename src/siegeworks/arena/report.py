"""A contest as a picture (SVG), a page (HTML) or data (JSON), by the name of the file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from siegeworks.arena.ratings import Rating
from siegeworks.arena.shares import Share
from siegeworks.arena.summary import Summary
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES
from siegeworks.sentences import seat_name

WIDTH, LEFT, RIGHT, ROW, HEAD = 720, 150, 210, 26, 46
INK, SOFT, LINE, MARK = "#1d2733", "#5b6775", "#c9d1da", "#1f6fb2"


FORMS = (".svg", ".html", ".json")


def check_form(path: str | Path) -> str:
    """The form a file's name asks for."""
    form = Path(path).suffix.lower()
    if form not in FORMS:
        raise BadSetup("cli.no-such-report-form", forms=listed(FORMS, "comma"), path=path)
    return form


def write_report(path: str | Path, told: Summary) -> None:
    """Write the report in the form its file's name asks for."""
    draw = {".svg": svg, ".html": html, ".json": _json}[check_form(path)]
    Path(path).write_text(draw(told), encoding="utf-8", newline="\n")


def _json(told: Summary) -> str:
    return json.dumps(told.as_json(), indent=1) + "\n"


def percent(share: Share) -> str:
    """A share with its interval, as people read it."""
    return f"{100 * share.share:.1f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def points(value: float) -> str:
    """A rating, with its sign."""
    return f"{value:+.0f}".replace("-", "−")


def heading(told: Summary) -> str:
    """One line about the contest."""
    options = "".join(f", {name} {value}" for name, value in told.options.items())
    even = " from even openings" if told.even else ""
    return f"{GAMES[told.game].title}, {told.seats} seats{options}: {told.games} games{even}"


def turn_name(turn: int) -> str:
    return "who begins" if turn == 0 else f"{turn + 1}. to move"


class Chart:
    """Rows of a value with its interval, drawn one below the other."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 14

    def title(self, text: str, note: str = "") -> None:
        self.y += HEAD - ROW
        self._text(12, text, INK, "bold")
        self._text(WIDTH - 12, note, SOFT, anchor="end")
        self.y += ROW

    def rows(self, rows: Sequence[tuple[str, float, float, float, str]], mark: float | None = None) -> None:
        """Label, value, its interval and words; `mark` is where a fair value stands."""
        values = [value for row in rows for value in row[1:4]] + ([] if mark is None else [mark])
        low, high = min(values), max(values)
        scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1.0)
        if mark is not None:
            at = LEFT + (mark - low) * scale
            end = self.y + ROW * (len(rows) - 1) + 8
            self.parts.append(f'<path d="M{at:.1f} {self.y - 14}V{end}" stroke="{LINE}" stroke-dasharray="4 3"/>')
        for label, value, least, most, words in rows:
            start, middle, end_x = (LEFT + (number - low) * scale for number in (least, value, most))
            self._text(LEFT - 14, label, INK, anchor="end")
            self.parts.append(
                f'<path d="M{start:.1f} {self.y - 4}H{end_x:.1f}" stroke="{MARK}" stroke-width="2"/>'
                f'<circle cx="{middle:.1f}" cy="{self.y - 4}" r="4.5" fill="{MARK}"/>'
            )
            self._text(WIDTH - RIGHT + 16, words, SOFT)
            self.y += ROW

    def _text(self, x: float, text: str, fill: str, weight: str = "normal", anchor: str = "start") -> None:
        if text:
            style = f'fill="{fill}" font-weight="{weight}" text-anchor="{anchor}"'
            self.parts.append(f'<text x="{x}" y="{self.y}" {style}>{escape(text)}</text>')

    def svg(self, label: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.y}" width="{WIDTH}" height="{self.y}" '
            f'role="img" aria-label="{escape(label)}" font-family="sans-serif" font-size="13">'
            f'<rect width="100%" height="100%" fill="#ffffff"/>{"".join(self.parts)}</svg>\n'
        )


def svg(told: Summary) -> str:
    """The ratings, the shares and the seats as a picture."""
    chart = Chart()
    chart.title(heading(told), "dots with 95 % intervals")
    if len(told.ratings) > 1:
        chart.title("Rating", "400 points: ten to one")
        chart.rows([(r.bot, r.rating, r.low, r.high, rated(r)) for r in told.ratings])
        chart.title("Share of the wins", f"dashed: {100 * told.fair:.0f} %")
        chart.rows([(r.bot, *_shown(r.share)) for r in told.ratings], told.fair)
    chart.title("Seats", f"dashed: {100 * told.fair:.0f} %")
    chart.rows([(seat_name(told.game, at), *_shown(share)) for at, share in enumerate(told.balance.seats)], told.fair)
    chart.title("Order of play", f"{told.balance.drawn} games shared")
    chart.rows([(turn_name(at), *_shown(share)) for at, share in enumerate(told.balance.turns)], told.fair)
    return chart.svg(heading(told))


def rated(rating: Rating) -> str:
    """A rating with its interval."""
    return f"{points(rating.rating)} ({points(rating.low)} to {points(rating.high)})"


def _shown(share: Share) -> tuple[float, float, float, str]:
    return share.share, share.low, share.high, percent(share)


def html(told: Summary) -> str:
    """A page that stands alone: the picture, and everything in it as tables."""
    tables = [
        _table(
            ("bot", "rating", "share of the wins", "seat games", "seconds a decision"),
            [(r.bot, rated(r), percent(r.share), str(r.share.games), _pace(told, r.bot)) for r in told.ratings],
        ),
        _table(
            ("bot", "against", "score", "games"),
            [(pair.bot, pair.against, percent(pair.share), str(pair.share.games)) for pair in told.pairs],
        ),
        _table(
            ("from", "share of the wins"),
            [(seat_name(told.game, at), percent(share)) for at, share in enumerate(told.balance.seats)]
            + [(turn_name(at), percent(share)) for at, share in enumerate(told.balance.turns)],
        ),
    ]
    title = escape(heading(told))
    style = (
        f"body{{font-family:sans-serif;color:{INK};max-width:{WIDTH}px;margin:2rem auto}}"
        f"table{{border-collapse:collapse;margin:1rem 0}}td,th{{text-align:left;padding:.2rem 1rem .2rem 0;"
        f"border-bottom:1px solid {LINE}}}"
    )
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title><style>{style}</style>\n'
        f"<h1>{title}</h1>\n<p>Intervals are 95 %. Every deal was played in every rotation of the seats.</p>\n"
        f"{svg(told)}{''.join(tables)}</html>\n"
    )


def _pace(told: Summary, bot: str) -> str:
    return next(f"{pace.seconds:.4f}" for pace in told.pace if pace.bot == bot)


def _table(heads: Iterable[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>\n"
