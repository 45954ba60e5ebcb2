"""The list of games, the parts of each, and what other packages may offer."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import pytest

from siegeworks.core.game import (
    Compiled,
    Fields,
    Game,
    Judgement,
    Length,
    Picture,
    Planes,
    Position,
    Rules,
    Words,
    Writing,
)
from siegeworks.core.rules import GAME_OF
from siegeworks.games import GAMES, OURS
from tests.tables import every_game

Parts = tuple[Rules, Words, Position, Picture, Planes, Length]


class Judged(Protocol):
    """What the judgement of each of our games has; a game may leave all of it out."""

    value: Compiled
    prior: Compiled
    remark: Compiled

    @property
    def ROLLOUT_DEPTH(self) -> int: ...
    @property
    def LEVELS(self) -> Mapping[int, object]: ...
    @property
    def FEATURES(self) -> Mapping[str, Compiled]: ...


LISTED = "from siegeworks import GAMES; print(*GAMES)"
MADE = (
    "from siegeworks.core.game import Game\n"
    'GAME = Game(name={name!r}, title="Broken", minutes=1, seats=(2,), package=__name__)\n'
)
BROKEN = {
    "crashes": ("1 / 0", "", "division by zero"),
    "missing": ("", "", "module 'broken_missing' has no attribute 'GAME'"),
    "other": ("GAME = 5", "", "it is a int, not a Game"),
    "taken": (
        "from siegeworks.games.siegestones import GAME",
        "",
        'there is a game called "siegestones" already',
    ),
    "shouts": (
        "from dataclasses import replace\nfrom siegeworks.games.siegestones import GAME\n"
        'GAME = replace(GAME, name="SHOUTS")',
        "",
        '"SHOUTS" is not a name of small letters, digits and underscores',
    ),
    "bare": (
        MADE.format(name="bare"),
        "",
        "rules.py lacks ACTIONS, STATE, VERSION, apply, default, leave, legal, new_game, scores, standing",
    ),
    "same": (
        MADE.format(name="same"),
        "from broken_same import GAME\nfrom siegeworks.core.rules import record\n"
        "from siegeworks.games.siegestones.rules import STATE as THEIRS\n"
        "STATE = record(GAME, [(name, THEIRS[name]) for name in THEIRS.names])\n",
        "the record of Broken has the same fields as that of SiegeStones; games must differ",
    ),
    "fieldless": (
        MADE.format(name="fieldless"),
        "from broken_fieldless import GAME\nfrom siegeworks.core.rules import record\n"
        "from siegeworks.games.siegestones.rules import *\n"
        "STATE = record(GAME, [*((name, STATE[name]) for name in STATE.names), ('fieldless', 'i8')])\n",
        "fields.py lacks fields",
    ),
}
"""Packages that offer a broken game: what is in `__init__.py` and `rules.py`, and what is then said of it."""
BORROWED = ("words", "position", "picture", "planes", "length")
"""Parts that the broken ones take from another game. Their `fields.py` is empty, which is found last."""


def siegestones() -> Parts:
    from siegeworks.games.siegestones import length, picture, planes, position, rules, words

    return rules, words, position, picture, planes, length


def nobles() -> Parts:
    from siegeworks.games.nobles import length, picture, planes, position, rules, words

    return rules, words, position, picture, planes, length


def bluffstones() -> Parts:
    from siegeworks.games.bluffstones import length, picture, planes, position, rules, words

    return rules, words, position, picture, planes, length


def charge() -> Parts:
    from siegeworks.games.charge import length, picture, planes, position, rules, words

    return rules, words, position, picture, planes, length


def siege() -> Parts:
    from siegeworks.games.siege import length, picture, planes, position, rules, words

    return rules, words, position, picture, planes, length


def furrow() -> Parts:
    from siegeworks_furrow import length, picture, planes, position, rules, words

    return rules, words, position, picture, planes, length


def judged() -> dict[str, Judged]:
    from siegeworks.games.bluffstones import judgement as bluffstones
    from siegeworks.games.charge import judgement as charge
    from siegeworks.games.nobles import judgement as nobles
    from siegeworks.games.siege import judgement as siege
    from siegeworks.games.siegestones import judgement as siegestones

    return {
        "siegestones": siegestones,
        "nobles": nobles,
        "bluffstones": bluffstones,
        "charge": charge,
        "siege": siege,
    }


def written() -> dict[str, Writing]:
    from siegeworks.games.siege import writing as siege
    from siegeworks.games.siegestones import writing as siegestones

    return {"siegestones": siegestones, "siege": siege}


def editable() -> dict[str, Fields]:
    from siegeworks.games.bluffstones import fields as bluffstones
    from siegeworks.games.charge import fields as charge
    from siegeworks.games.nobles import fields as nobles
    from siegeworks.games.siege import fields as siege
    from siegeworks.games.siegestones import fields as siegestones

    return {
        "siegestones": siegestones,
        "nobles": nobles,
        "bluffstones": bluffstones,
        "charge": charge,
        "siege": siege,
    }


@pytest.mark.parametrize("parts", [siegestones, nobles, bluffstones, charge, siege, furrow])
def test_the_parts_of_a_game_are_the_modules_in_its_folder(parts: Callable[[], Parts]) -> None:
    """Mypy compares each module with its protocol here, as `Parts` says."""
    game = GAMES[parts.__name__]
    rules, words, position, picture, planes, length = parts()
    assert game.rules.legal is rules.legal
    assert game.words.ACTION_NAMES is words.ACTION_NAMES
    assert game.position.describe is position.describe
    assert game.picture.svg is picture.svg
    assert game.planes.observe is planes.observe
    assert game.length.most_decisions is length.most_decisions


def test_so_are_those_that_not_every_game_has() -> None:
    """Mypy compares these too."""
    for name, judgement in judged().items():
        assert GAMES[name].judgement.value is judgement.value
    for name, writing in written().items():
        part = GAMES[name].writing
        assert part is not None
        assert part.write is writing.write
    for name, fields in editable().items():
        found = GAMES[name].fields
        assert found is not None
        assert found.fields is fields.fields
    assert GAMES["furrow"].fields is None


@every_game
def test_a_game_is_found_by_its_record_too(game: Game) -> None:
    assert GAME_OF[game.rules.STATE] is game


def test_what_a_game_leaves_out_has_its_default() -> None:
    game = next(game for game in OURS if not game.rules.OPTIONS or game.rules.guess is None)
    assert game.rules.guess is None
    assert game.position.GONE_STAY is False
    assert game.words.arrange is None
    assert Judgement().LEVELS == {}
    with pytest.raises(AttributeError):
        _ = game.words.twin  # no default: a game with secrets must not forget it


def test_ours_come_first_in_their_order() -> None:
    assert tuple(GAMES.values())[: len(OURS)] == OURS


def offered(folder: Path, name: str, package: str, rules: str) -> None:
    """A package as an installer would leave it: the modules, and what they offer."""
    module = folder / f"broken_{name}"
    module.mkdir()
    (module / "__init__.py").write_text(package)
    (module / "rules.py").write_text(rules)
    for part in BORROWED:
        (module / f"{part}.py").write_text(f"from siegeworks.games.siegestones.{part} import *\n")
    (module / "fields.py").write_text("")
    facts = folder / f"broken_{name}-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: broken-{name}\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(f"[siegeworks.games]\n{name} = broken_{name}:GAME\n")


def test_a_broken_game_is_left_out_in_one_sentence_and_the_others_stay(tmp_path: Path) -> None:
    for name, (package, rules, _) in BROKEN.items():
        offered(tmp_path, name, package, rules)
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", LISTED], env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(GAMES)
    assert done.stderr.splitlines() == [
        f'The game "{name}" (broken_{name}:GAME) is left out: {says}.' for name, (_, _, says) in sorted(BROKEN.items())
    ]


RUN = 6
"""So many lines in a row, blank ones and imports aside, are a function that games could share."""


def test_no_two_games_repeat_six_lines() -> None:
    found: dict[tuple[str, ...], set[str]] = {}
    for game in OURS:
        for path in game.folder.glob("*.py"):
            lines = code_lines(path)
            for at in range(len(lines) - RUN + 1):
                found.setdefault(tuple(lines[at : at + RUN]), set()).add(game.name)
    assert not {"\n".join(lines): games for lines, games in found.items() if len(games) > 1}


def code_lines(path: Path) -> list[str]:
    """The lines of a file without imports and blank ones."""
    text = path.read_text(encoding="utf-8")
    imports = [node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)]
    skipped = {line for node in imports for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return [line for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in skipped]
