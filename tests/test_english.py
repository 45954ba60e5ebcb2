"""No sentence for people stands in the sources: the words are in catalogues. What is excepted has its reason here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import siegeworks
from siegeworks.games import OURS

SOURCES = Path(siegeworks.__file__).parent
WORDS = re.compile(r"(?<![\w./#=\"'-])[A-Za-z]?[a-z]+[,;:]? [a-z]{2,}(?![\w=(-])")
"""Two words, the second without a capital: what people read, and hardly anything else."""

NOT_FOR_PLAYERS = {
    "cli/__init__.py": "the help of commands, which argparse writes",
    "cli/book.py": "the same",
    "cli/spreading.py": "the same",
    "cli/trained.py": "the same",
    "cli/measure.py": "measurements, for those who work on this",
    "cli/research.py": "measurements",
    "cli/search.py": "measurements",
    "cli/first.py": "measurements",
    "cli/arena.py": "measurements of bots",
    "cli/train.py": "the training of nets",
    "cli/dataset.py": "what a file of games holds",
    "cli/tables.py": "a list for operators",
    "cli/doctor.py": "the same",
    "arena/": "reports on bots",
    "server/bench/": "measurements",
    "envs/properties.py": "a page of the docs, written by a command",
    "envs/agreement.py": "a check for those who work on this",
    "games/*/planes.py": "a page of the docs: what numbers in an observation mean",
    "core/planes.py": "the same",
    "core/terminal.py": "styles, as Rich names them",
    "core/carddrawing.py": "styles, and SVG",
    "envs/gpu.py": "for programs that learn: what is not installed",
    "server/store/": "SQL",
    "server/metrics.py": "figures for operators, as Prometheus shows them",
    "server/page.py": "HTML, and what an operator reads who has not built the page",
    "engines.py": "the engine protocol is spoken between programs",
}
"""Files whose text no player reads in a game, or no person at all."""

NOTATION = {
    "games/charge/words.py": {"drop supply"},
    "games/charge/position.py": {"charge owed", "charge support"},
    "bots/thinking.py": {"win in ", "loss in "},
    "server/asking.py": {"Refused, with the reason"},
    **{f"games/{game.name}/{part}.py": {game.title} for game in OURS for part in ("__init__", "picture")},
}
"""Names of actions, of fields and of proofs, as programs read them; a line of the OpenAPI document; titles."""

LOGGERS = {"warning", "error", "exception", "info", "debug", "_warn"}
FAULTS = {
    *("AssertionError", "ValueError", "TypeError", "RuntimeError", "LookupError"),
    *("AttributeError", "OSError", "ImportError"),
}
DOCUMENTED = {"Query", "Path", "Body", "Field", "Annotated"}
"""Text for operators, for whoever calls a function wrongly, and for the OpenAPI document."""


def excepted(name: str) -> bool:
    return any(Path(name).match(each) if "*" in each else name.startswith(each) for each in NOT_FOR_PLAYERS)


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def unread(tree: ast.AST) -> set[int]:
    """Docstrings, what is logged, what a mistaken call is told, and what only documents a type."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        for each in getattr(node, "body", None) or [] if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
                skipped.add(id(each.value))
        is_told_elsewhere = isinstance(node, ast.Call) and called(node) in LOGGERS | FAULTS | DOCUMENTED
        is_typed = isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Annotated"
        if is_told_elsewhere or is_typed or (isinstance(node, ast.FunctionDef) and node.name == "__repr__"):
            skipped |= {id(each) for each in ast.walk(node)}
    return skipped


def english() -> Iterator[str]:
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if excepted(name):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = unread(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in skipped:
                continue
            if WORDS.search(node.value) and "<" not in node.value and node.value not in NOTATION.get(name, ()):
                yield f"{name}:{node.lineno} {node.value!r}"


def test_no_sentence_stands_in_the_sources() -> None:
    assert list(english()) == []


def test_what_is_looked_for_is_found() -> None:
    for text in ("The server is up.", "Bot, level ", "You are forgotten.", "A stone held", " connections can be open"):
        assert WORDS.search(text), text
    for text in ("stone", "siege.not-held", "text/plain; charset=utf-8", "not-held", "%Y-%m", "K of H"):
        assert not WORDS.search(text), text


def test_all_that_is_excepted_is_there() -> None:
    names = [path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py")]
    for each in NOT_FOR_PLAYERS:
        assert [name for name in names if (Path(name).match(each) if "*" in each else name.startswith(each))], each
    for name, texts in NOTATION.items():
        found = (SOURCES / name).read_text(encoding="utf-8")
        assert [text for text in texts if text not in found] == []
