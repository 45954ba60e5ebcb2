"""The lines of a record as a tree: a main line, and variations that replace lines of it. No rules are in here.

The first child of a node continues its line. The others are variations: in a record each stands right after the line
that it replaces, so the third child replaces the second, one bar deeper.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from siegeworks.choices import is_text
from siegeworks.errors import BadRecord, BadSetup
from siegeworks.games import Game
from siegeworks.lines import Reason, Who

MOST_LETTERS = 4_000
"""Of the comment on one line."""
MOST_MARKS = 100
JSON_BEGINS = '{"'
"""A comment that begins like this holds marks and arrows."""


class Remark(NamedTuple):
    """A comment as it stands in a record: the number of its line, and its text without the `#`."""

    number: int
    text: str


@dataclass(eq=False)
class Node:
    """One line of a match, and all that may follow it. The root is the beginning, where nobody has done anything."""

    number: int
    """Which node of its study this is: 0 the root, those of a record in the order of its text, then as they came."""
    who: Who | None = None
    name: str = ""
    reason: Reason | None = None
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    """What continues the line, then the variations that replace that."""
    comment: str = ""
    marks: list[str] = field(default_factory=list)
    """Cells that are marked."""
    arrows: list[tuple[str, str]] = field(default_factory=list)
    """From which cell to which."""

    @property
    def text(self) -> str:
        """The line as a record has it."""
        return f"{self.who} {self.name}"

    @property
    def line(self) -> list[Node]:
        """The nodes from the first line to this one."""
        found: list[Node] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def main_line(self) -> list[Node]:
        """The nodes after this one, if every line is continued by its first child."""
        found: list[Node] = []
        node = self
        while node.children:
            node = node.children[0]
            found.append(node)
        return found

    def child(self, who: Who, name: str) -> Node | None:
        """The node that follows with this action."""
        return next((each for each in self.children if (each.who, each.name) == (who, name)), None)


def in_text_order(root: Node) -> Iterator[tuple[int, Node]]:
    """All lines after a root as they stand in a record, each with the number of its bars."""
    waiting = [(0, root.children, 0)]
    while waiting:
        depth, siblings, at = waiting.pop()
        if at < len(siblings):
            yield depth, siblings[at]
            waiting.append((depth, siblings[at].children, 0))
            waiting.append((depth + 1, siblings, at + 1))


def has_variations(root: Node) -> bool:
    """Whether any line can be replaced by another."""
    return any(depth for depth, _ in in_text_order(root))


# Comments, marks and arrows


def remarks(node: Node) -> list[str]:
    """What is noted at a node, as comments of a record."""
    lines = node.comment.split("\n") if node.comment else []
    drawn = {"marks": node.marks, "arrows": [list(arrow) for arrow in node.arrows]}
    if node.marks or node.arrows:
        lines.append(json.dumps({key: value for key, value in drawn.items() if value}))
    return [f"# {line}".rstrip() for line in lines]


def tidied(text: object) -> str:
    """A comment as records can hold it."""
    if not isinstance(text, str) or not is_text(text):
        raise BadSetup("comment-not-text")
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if any(line.startswith(JSON_BEGINS) for line in lines):
        raise BadSetup("comment-like-marks", begins=JSON_BEGINS)
    tidy = "\n".join(lines).strip("\n")
    if len(tidy) > MOST_LETTERS:
        raise BadSetup("comment-too-long", most=MOST_LETTERS)
    return tidy


def checked_marks(game: Game, marks: object) -> list[str]:
    """Cells to mark, each once."""
    if not isinstance(marks, Sequence) or isinstance(marks, str) or len(marks) > MOST_MARKS:
        raise BadSetup("marks-not-cells", most=MOST_MARKS)
    return list(dict.fromkeys(_cell(game, cell) for cell in marks))


def checked_arrows(game: Game, arrows: object) -> list[tuple[str, str]]:
    """Pairs of cells, each once."""
    if not isinstance(arrows, Sequence) or isinstance(arrows, str) or len(arrows) > MOST_MARKS:
        raise BadSetup("arrows-not-pairs", most=MOST_MARKS)
    return list(dict.fromkeys(_arrow(game, arrow) for arrow in arrows))


def _arrow(game: Game, arrow: Any) -> tuple[str, str]:
    if not isinstance(arrow, Sequence) or isinstance(arrow, str) or len(arrow) != 2 or arrow[0] == arrow[1]:
        raise BadSetup("arrows-not-pairs", most=MOST_MARKS)
    return _cell(game, arrow[0]), _cell(game, arrow[1])


def _cell(game: Game, cell: object) -> str:
    if not game.picture.CELLS:
        raise BadSetup("no-cells-to-mark", title=game.title)
    if not isinstance(cell, str) or cell not in game.picture.CELLS:
        raise BadSetup("no-such-cell", cell=json.dumps(cell, default=repr)[:40])
    return cell


def read_remarks(node: Node, game: Game, given: Sequence[Remark]) -> None:
    """Note at a node what the comments of a record say."""
    told = []
    for remark in given:
        try:
            if remark.text.startswith(JSON_BEGINS):
                _read_drawn(node, game, remark.text)
            else:
                told.append(remark.text)
        except BadSetup as problem:
            raise BadRecord(remark.number, problem.says) from None
    try:
        node.comment = tidied("\n".join(told))
    except BadSetup as problem:
        raise BadRecord(given[0].number, problem.says) from None


def _read_drawn(node: Node, game: Game, text: str) -> None:
    try:
        drawn = json.loads(text)
    except (ValueError, RecursionError):
        raise BadSetup("marks-not-json") from None
    if not drawn.keys() <= {"marks", "arrows"}:
        raise BadSetup("marks-not-json")
    node.marks = checked_marks(game, [*node.marks, *checked_marks(game, drawn.get("marks", []))])
    node.arrows = checked_arrows(game, [*node.arrows, *checked_arrows(game, drawn.get("arrows", []))])
