"""Results on disk: one JSON line a game, written as soon as it is over, so that a contest goes on where it stopped."""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from siegeworks.arena.contest import Contest, Sitting
from siegeworks.arena.table import Played
from siegeworks.bots.netfile import FILE
from siegeworks.core.cache import PACKAGE, own_sources, shared_sources
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup

FORMAT = 1
READS = {
    "game": "game",
    "seats": "number of seats",
    "options": "options",
    "seed": "seed",
    "opening": "opening",
    "even": "choice of openings",
    "bots": "version of the bots",
}
"""What of its first line a file must share with a contest, and what people call it."""


def heading(contest: Contest) -> dict[str, Any]:
    """The first line of a file: what all its games have in common."""
    even = {"even": True} if contest.even else {}
    return {
        "arena": FORMAT,
        "game": contest.game,
        "seats": contest.seats,
        "options": contest.changed,
        "seed": contest.seed,
        "opening": contest.opening,
        **even,
        "bots": version_of_bots(contest.game),
    }


def version_of_bots(game: str) -> str:
    """Names the sources that decide how the bots of a game play; another version may play another game."""
    digest = hashlib.blake2b(digest_size=8)
    shared = [path for path in shared_sources() if path.parent.name in ("core", "bots")]
    for path in (*shared, *own_sources(PACKAGE / "games" / game)):
        name = path.relative_to(PACKAGE).as_posix()
        digest.update(f"\0{name}\0{_meaning(path.read_text(encoding='utf-8'))}".encode())
    net = PACKAGE / "games" / game / FILE
    if net.is_file():
        digest.update(net.read_bytes())
    return digest.hexdigest()


def _meaning(source: str) -> str:
    """A program without its comments and documentation, which change no game."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [line for line in node.body if not _is_words(line)]
    return ast.dump(tree)


def _is_words(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def is_current(path: Path, contest: Contest) -> bool:
    """Whether a file holds results of such a contest, by the bots of today."""
    try:
        with open(path, encoding="utf-8") as file:
            return bool(json.loads(file.readline()) == heading(contest))
    except (OSError, ValueError):
        return False


class Store:
    """The games of one file. A last line that was cut off by a crash is dropped; that game is played again."""

    def __init__(self, path: str | Path, contest: Contest, *, anew: bool = False) -> None:
        self.path = Path(path)
        self.played: dict[Sitting, Played] = {}
        wanted = heading(contest)
        lines = [] if anew or not self.path.exists() else _whole_lines(self.path)
        if lines:
            _check(self.path, lines[0], wanted)
            for line in lines[1:]:
                self._keep(_parsed_game(self.path, line))
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(_line(wanted), encoding="utf-8", newline="\n")

    def _keep(self, game: Played) -> None:
        self.played[game.sitting] = game

    def add(self, game: Played) -> None:
        """Write a game down, durably enough to survive the end of this process."""
        with open(self.path, "a", encoding="utf-8", newline="\n") as file:
            file.write(_line(game.as_json()))
            file.flush()
            os.fsync(file.fileno())
        self._keep(game)


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


def _whole_lines(path: Path) -> list[str]:
    """The complete lines of a file; what is left of an incomplete one is cut away."""
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        os.truncate(path, end)
    return data[:end].decode("utf-8").splitlines()


def _check(path: Path, line: str, wanted: Mapping[str, Any]) -> None:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("arena") != FORMAT:
        raise BadSetup("cli.not-a-results-file", path=path)
    other = [name for key, name in READS.items() if found.get(key) != wanted.get(key)]
    if other:
        raise BadSetup("cli.results-of-another", path=path, other=listed(other, "ands"))


def _parsed_game(path: Path, line: str) -> Played:
    try:
        return Played.from_json(json.loads(line))
    except (ValueError, TypeError):
        raise BadSetup("cli.line-is-no-game", path=path, line=repr(line[:40])) from None
