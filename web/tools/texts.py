"""Lists every text that people can reach, one a line: where it stands, a tab, the text.

Run as `python web/tools/texts.py`, with a word to see only the lines that have it. `{…}` stands for what a sentence is
given, and `[a | b]` for the words it chooses between. tests/test_texts.py reads the same list.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "siegeworks"
PAGE = ROOT / "web" / "src"
PAGE_TEXTS = ("en.ts", "boards.ts")
LESSON_TEXTS = {"intro", "says", "task", "well"}
HELP = {"help", "description", "epilog"}
"""What argparse shows."""
GIVEN = "{…}"
LOOK_BACK = 20
TEXT_OR_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`", re.DOTALL)
NO_TEXT_BEFORE = re.compile(r"([!=]==|\bfrom|\bjoin\()\s*$")
"""What is compared with, a module, and what stands between the parts of a list are no texts."""


class Text(NamedTuple):
    """A text, where it stands, and under which heading."""

    where: str
    text: str
    heading: str = ""


def all_texts() -> Iterator[Text]:
    """Those of the catalogues, of the page, of lessons, of rules, and of the help of commands."""
    for path in sorted(PACKAGE.rglob("en.ftl")):
        yield from of_catalogue(path)
    for name in PAGE_TEXTS:
        yield from of_page(PAGE / "text" / name)
    for path in sorted((PAGE / "games" / "lessons" / "en").glob("*.json")):
        yield from of_lesson(path)
    for path in sorted((ROOT / "docs" / "rules").glob("*.md")):
        yield from of_rules(path)
    for name in ("__init__.py", "book.py"):
        yield from of_help(PACKAGE / "cli" / name)


def _where(path: Path, at: int | str) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{at}"


# Catalogues


def of_catalogue(path: Path) -> Iterator[Text]:
    """Its messages, by their codes."""
    heading = ""
    for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
        if isinstance(entry, ftl.GroupComment):
            heading = str(entry.content)
        elif isinstance(entry, ftl.Message) and entry.value:
            yield Text(_where(path, entry.id.name), " ".join(_pattern(entry.value).split()), heading)


def _pattern(pattern: ftl.Pattern) -> str:
    return "".join(
        each.value if isinstance(each, ftl.TextElement) else _placed(each.expression) for each in pattern.elements
    )


def _placed(expression: Any) -> str:
    if isinstance(expression, ftl.StringLiteral):
        return str(expression.value)
    if isinstance(expression, ftl.SelectExpression):
        return f"[{' | '.join(_pattern(variant.value) for variant in expression.variants)}]"
    return GIVEN


# The page


def of_page(path: Path) -> Iterator[Text]:
    """Its string literals; what a template is given is told apart from its words."""
    source = path.read_text(encoding="utf-8")
    for at, text in _literals(source, 0, len(source)):
        if re.search(r"[A-Za-z]", text.replace(GIVEN, "")):
            yield Text(_where(path, source.count("\n", 0, at) + 1), text)


def _literals(source: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    while found := TEXT_OR_COMMENT.search(source, start, end):
        start = found.end()
        if found[0] == "`":
            text, start, inner = _template(source, start)
            yield found.start(), text
            for first, last in inner:
                yield from _literals(source, first, last)
        elif found[0][0] in "'\"" and not NO_TEXT_BEFORE.search(source[: found.start()][-LOOK_BACK:]):
            yield found.start(), re.sub(r"\\(.)", r"\1", found[0][1:-1])


def _template(source: str, start: int) -> tuple[str, int, list[tuple[int, int]]]:
    """The words of a template, where it ends, and the code inside it."""
    text, inner, at = "", [], start
    while source[at] != "`":
        if source.startswith("${", at):
            first, depth, at = at + 2, 1, at + 2
            while depth:
                if source[at] == "`":
                    at = _template(source, at + 1)[1] - 1
                depth += {"{": 1, "}": -1}.get(source[at], 0)
                at += 1
            inner.append((first, at - 1))
            text += GIVEN
        else:
            text += source[at]
            at += 1
    return text, at + 1, inner


def of_lesson(path: Path) -> Iterator[Text]:
    """What a lesson says, without its positions."""

    def walk(value: Any, key: str) -> Iterator[Text]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield from walk(each, name)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each, key)
        elif isinstance(value, str) and key in LESSON_TEXTS:
            yield Text(_where(path, key), value)

    yield from walk(json.loads(path.read_text(encoding="utf-8")), "")


# Rules and commands


def of_rules(path: Path) -> Iterator[Text]:
    """The rules, a line of the file each; drawings in letters are none."""
    is_drawn, heading = False, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        is_drawn ^= line.startswith("```")
        if line.startswith("#"):
            heading = line.strip("# ")
        if line.strip() and not is_drawn and not line.startswith("```"):
            yield Text(_where(path, number), line.strip(), heading)


def of_help(path: Path) -> Iterator[Text]:
    """What `--help` says of commands and their options."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg in HELP and isinstance(node.value, ast.Constant):
            yield Text(_where(path, node.value.lineno), str(node.value.value))


if __name__ == "__main__":
    wanted = " ".join(sys.argv[1:]).lower()
    for each in all_texts():
        if wanted in each.text.lower():
            sys.stdout.write(f"{each.where}\t{each.text}\n")
