"""The rules pages, made from the same documents people read in the repository."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from siegeworks.choices import checked_game
from siegeworks.errors import SiegeworksError
from siegeworks.server.answers import Sent

PACKAGED = Path(__file__).resolve().parent.parent / "docs" / "rules"
"""In the wheel; in a checkout they stand where they are written."""
WRITTEN = Path(__file__).resolve().parents[3] / "docs" / "rules"
LEAD_IN = re.compile(r"<(li|tr)>\s*(?:<p>|<td>)?<strong>([A-Z]{1,2}-A?\d+[ab]?)</strong>")
"""A rule leads its item; a ruling leads its row."""
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


class RuleSection(Sent):
    """A part of a rules page, by its heading."""

    id: str
    heading: str
    level: int
    html: str


class RulesPage(Sent):
    """The rules of a game; `anchors` leads from a rule's number to its place."""

    game: str
    title: str
    sections: list[RuleSection]
    anchors: dict[str, str]


class NoPage(SiegeworksError):
    """No such page."""

    code = "no_page"


def folder() -> Path:
    return PACKAGED if PACKAGED.is_dir() else WRITTEN


@cache
def rules_page(name: str) -> dict[str, Any]:
    """A game's rules as sections of HTML, and the place of every numbered rule."""
    game = checked_game(name)
    path = folder() / f"{game.name}.md"
    if not path.is_file():
        path = game.folder / "rules.md"  # of a game from another package
    if not path.is_file():
        raise NoPage("rules-not-installed")
    html = _html(path.read_text(encoding="utf-8"))
    anchors: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        tag, number = found[1], found[2]
        if number in anchors:
            return found[0]
        anchors[number] = f"rule-{number}"
        return found[0].replace(f"<{tag}>", f'<{tag} id="rule-{number}">', 1)

    sections = _sections(LEAD_IN.sub(marked, html))
    return {"game": game.name, "title": game.title, "sections": sections, "anchors": anchors}


def _html(text: str) -> str:
    """Markdown as HTML. What looks like HTML in it is shown as text; drawings come from our own address."""
    from markdown_it import MarkdownIt  # not before: it would make every start slower

    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    made = re.sub(r'src="img/([\w.-]+)"', r'src="/api/rules/img/\1"', made)
    return re.sub(r'href="(\w+)\.md', r'href="/rules/\1', made)


def _slug(heading: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", TAG.sub("", heading).lower()).strip("-")


def _sections(html: str) -> list[dict[str, Any]]:
    parts = HEADING.split(html)
    found = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return [
        {"id": _slug(heading), "heading": TAG.sub("", heading), "level": int(level), "html": body.strip()}
        for level, heading, body in found
    ]


def picture_of(name: str) -> str:
    """A drawing in the rules."""
    if not re.fullmatch(r"[a-z0-9-]+\.svg", name) or not (folder() / "img" / name).is_file():
        raise NoPage("no-such-drawing")
    return (folder() / "img" / name).read_text(encoding="utf-8")
