"""The documents say what is true: README's lines run, every rule has a page entry and a test, pictures are fresh."""

from __future__ import annotations

import ast
import re
from inspect import get_annotations
from pathlib import Path

import pytest

from siegeworks import GAMES
from siegeworks.core.game import (
    FieldsPart,
    Game,
    Judgement,
    LengthPart,
    PicturePart,
    PlanesPart,
    PositionPart,
    RulesPart,
    WordsPart,
    WritingPart,
)
from siegeworks.games import OURS
from tests.diagrams import RULES, diagrams, drawn

ROOT = Path(__file__).resolve().parent.parent
NUMBER = re.compile(r"\b([A-Z])-(\d+[ab]?)\b")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")])
LEAD_IN = re.compile(r"^\s*[-*] \*\*([A-Z]-\d+)\*\*", re.MULTILINE)


def page_of(game: str) -> str:
    """The rules of a game: of ours in `docs/rules`, of another package's beside its code."""
    ours = RULES / f"{game}.md"
    return (ours if ours.is_file() else GAMES[game].folder / "rules.md").read_text(encoding="utf-8")


def numbers_of(game: str) -> list[str]:
    """The numbers of a game's rules, as they lead in the items of its page."""
    return LEAD_IN.findall(page_of(game))


def cited_in(path: Path, letter: str) -> set[str]:
    """The rules that the tests of a file name, in their own names or in what they say of themselves."""
    cited = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            cited |= {f"{a}-{b}" for a, b in NUMBER.findall(ast.get_docstring(node) or "")}
            numbers = re.findall(rf"(?<=_){letter.lower()}(\d+[ab]?)(?=_|$)", node.name)
            cited |= {f"{letter}-{number}" for number in numbers}
    return cited


def test_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    exec(compile(code[1], "README.md", "exec"), {})
    assert "Blue takes control of d5 with 5. (T-17)" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_stands_on_the_page_once(game: str) -> None:
    numbers = numbers_of(game)
    letter = numbers[0][0]
    assert sorted(numbers) == sorted(f"{letter}-{number}" for number in range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_by_a_test(game: str) -> None:
    numbers = numbers_of(game)
    cited: set[str] = set()
    for path in (ROOT / "tests" / "games" / game).glob("test_*.py"):
        cited |= cited_in(path, numbers[0][0])
    assert not set(numbers) - cited


@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_rules_open_with_one_page_and_pictures(game: str) -> None:
    """What you do and how you win, in pictures of real positions and without a number; the numbered rules follow."""
    opening, numbered, rules = page_of(game).partition("\n## The numbered rules\n")
    assert re.findall(r"^## (.+)$", opening, re.MULTILINE) == ["On one page"]
    headings = re.findall(r"^### (.+)$", opening, re.MULTILINE)
    assert (headings[0], headings[-1]) == ("What you do", "How you win")
    drawn_ones = {entry["file"] for name, entry in diagrams() if name == game}
    pictures = set(re.findall(r"\]\(img/([\w.-]+)\)", opening))
    assert len(pictures) >= 2
    assert pictures <= drawn_ones
    assert not NUMBER.search(opening)
    assert numbered
    assert NUMBER.search(rules)


@pytest.mark.parametrize(("game", "entry"), list(diagrams()), ids=[entry["file"] for _, entry in diagrams()])
def test_drawn_examples_are_fresh(game: str, entry: dict[str, object]) -> None:
    """If this fails after a change of drawing, look at the pictures and run: python -m tests.diagrams"""
    assert (RULES / "img" / str(entry["file"])).read_text(encoding="utf-8") == drawn(game, entry)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_links_of_the_site_stay_in_it(path: Path) -> None:
    """To files, not folders: a site has no other pages."""
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        file = (path.parent / target).resolve()
        assert file.is_file(), target
        assert file.is_relative_to(ROOT / "docs"), target


def test_every_page_stands_in_the_menu_of_the_site_once() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(re.findall(r": (\S+\.md)$", menu, re.MULTILINE)) == sorted(pages)


def test_what_the_api_page_names_is_there() -> None:
    """Modules, and classes and functions that stand in them; the site fails to build where one is missing."""
    named = re.findall(r"^::: (\S+)$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    for name in named:
        path = ROOT / "src" / Path(*name.split("."))
        if path.is_dir() or path.with_suffix(".py").is_file():
            continue
        module = path.parent / "__init__.py" if path.parent.is_dir() else path.parent.with_suffix(".py")
        tree = ast.parse(module.read_text(encoding="utf-8"))
        assert path.name in {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}, name


@pytest.mark.parametrize(
    ("page", "part"),
    [
        ("add-a-game", part)
        for part in (RulesPart, WordsPart, PositionPart, PicturePart, PlanesPart, WritingPart, FieldsPart, LengthPart)
    ]
    + [("judgement", Judgement)],
)
def test_all_that_a_part_of_a_game_may_hold_is_on_the_page_about_it(page: str, part: type) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    names = {name for kind in part.__mro__ for name in (*vars(kind), *get_annotations(kind))}
    public = sorted(name for name in names if not name.startswith("_"))
    assert public
    assert [name for name in public if not re.search(rf"`{name}\b", text)] == []


def test_every_file_a_game_may_have_is_in_the_table_of_its_folder() -> None:
    """Data and parts; any other file belongs to a part: `lines.py` to the rules, `words_gains.py` to the words."""
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8").partition("## What is in the folder")[2]
    told = set(re.findall(r"^\| `([\w./]+)` \|", text.partition("###")[0], re.MULTILINE))
    files = [path for game in OURS for path in game.folder.iterdir() if path.is_file()]
    data = {path.name for path in files if path.suffix != ".py"}
    parts = {path.name for path in files if path.stem in vars(Game)}
    assert len(data) > 3
    assert len(parts) > 8
    assert (data | parts) - told == set()


def test_the_pictures_that_are_kept_are_those_that_pages_show() -> None:
    shown = {name for page in PAGES for name in re.findall(r"shots/([\w.-]+)\)", page.read_text(encoding="utf-8"))}
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8")
    assert set(re.findall(r"^!docs/shots/(\S+)$", ignored, re.MULTILINE)) == shown


@pytest.mark.parametrize("game", GAMES)
def test_rules_that_events_and_refusals_name_are_on_the_page(game: str) -> None:
    page = page_of(game)
    named = set()
    for path in GAMES[game].folder.glob("*.py"):
        named |= set(re.findall(r'"([A-Z]{1,2}-A?\d+[ab]?)"', path.read_text(encoding="utf-8")))
    assert named
    for rule in named:
        assert rule in page, rule
