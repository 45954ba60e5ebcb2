"""The page of engines describes every view as the program declares it, and its engine in C plays by one."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest
from typing_extensions import is_typeddict

from siegeworks import Match
from siegeworks.bots import bot
from siegeworks.core.dice import new_dice
from siegeworks.engines import Engine
from siegeworks.games import OURS, Game
from siegeworks.positions import Common

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
SOURCE = ROOT / "docs" / "examples" / "engine_bot.c"
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
PLAIN = {int: "whole number", str: "text", bool: "true/false", NoneType: "null"}
SUITS = Literal["H", "D", "S", "C"]

Fields = dict[str, str]


def told(kind: Any) -> str:
    """A type as the page writes it."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == SUITS:
        return "suit"
    if is_typeddict(kind):
        return str(kind.__name__)
    inside = get_args(kind)
    origin = get_origin(kind)
    if origin is NotRequired:
        return f"{told(inside[0])}, at times"
    if origin is Literal:
        return " or ".join(f'"{value}"' for value in inside)
    if origin in (Union, UnionType):
        return " or ".join(map(told, inside))
    if origin is tuple:
        return f"[{', '.join(map(told, inside))}]"
    part = told(inside[-1])
    bracketed = f"({part})" if part[0] != "[" and (" or " in part or part.startswith("list")) else part
    return f"{'list' if origin is list else 'object'} of {bracketed}"


def named_in(kind: Any) -> Iterator[Any]:
    """The types with fields that a type is made of, itself included."""
    if is_typeddict(kind):
        yield kind
        for part in get_type_hints(kind).values():
            yield from named_in(part)
    for part in get_args(kind):
        yield from named_in(part)


def fields_of(kind: Any) -> Fields:
    return {name: told(each) for name, each in get_type_hints(kind, include_extras=True).items()}


def described(heading: str) -> dict[str, Fields]:
    """The tables under a heading of the page; the first has no name of its own."""
    section = PAGE.split(f"\n### {heading}\n")[1]
    section = re.split(r"\n##+ ", section)[0]
    parts = re.split(r"^\*\*(\w+)\*\*(?=:|$)", section, flags=re.MULTILINE)
    tables = dict(zip(["View", *parts[1::2]], parts[0::2], strict=True))
    return {name: {field: kind for field, kind, _ in ROW.findall(text)} for name, text in tables.items()}


def test_what_all_views_have_is_described() -> None:
    assert described("All games")["View"] == fields_of(Common)


@pytest.mark.parametrize("game", OURS, ids=[game.name for game in OURS])
def test_every_view_is_described_field_by_field(game: Game) -> None:
    kinds = {"View" if kind is game.position.View else kind.__name__: kind for kind in named_in(game.position.View)}
    assert described(game.title) == {name: fields_of(kind) for name, kind in kinds.items()}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine in C, compiled without a warning."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (cc) on this machine, which the engine in C needs")
    made = tmp_path_factory.mktemp("engine") / "engine_bot"
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2"]
    subprocess.run([compiler, *strict, "-o", str(made), str(SOURCE)], check=True)
    return made


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_engine_in_c_plays_by_its_view(seats: int, engine: Path) -> None:
    """It is legal wherever it sits, and beats chance clearly: it takes the towers that the view shows to be open."""
    dice, won, games = new_dice(seats), 0, 24
    for seed in range(games):
        match, own = Match.new("siegestones", seats, seed=seed), seed % seats
        ours = bot(match.game, "random")
        with Engine([str(engine)], match.game, match.options) as player:
            while match.to_move is not None:
                assert isinstance(match.to_move, int)
                chooser: Any = player if match.to_move == own else ours
                match.play(chooser.choose(match.seat_view(match.to_move), None, dice)[0], seat=match.to_move)
            assert player.name == "Threats in C"
        assert match.result is not None
        won += match.result["winners"] == [own]
    assert won >= 0.75 * games
