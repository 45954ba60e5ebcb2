"""Sentences as data: every code has words, every word is used, and no English is outside the catalogues."""

from __future__ import annotations

import ast
import pickle
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from rich.console import Console

import siegeworks
import siegeworks.engines
import siegeworks.server.app
from siegeworks import Match, editing, sentences
from siegeworks.bots import bot
from siegeworks.core.dice import new_dice
from siegeworks.core.phrases import Sentence, listed, phrase, said, within
from siegeworks.errors import BadRecord, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.puzzles.themes import themes_data
from siegeworks.sentences import COMMANDS, ENGLISH, PSEUDO, catalogue, render, seat_name, word
from siegeworks.server.live import PROBLEMS, malformed
from tests.tables import every_game

SOURCES = Path(siegeworks.__file__).parent
PLACES = ("", COMMANDS, *GAMES)
CODE = re.compile(r"[a-z]+(?:[.-][a-z0-9_]+)+|said|resign|draw|moment|hint")
PLAIN_WORD = re.compile(r"[A-Za-z]{3,}")
LETTERS = re.compile(r"[bygr]+")
"""Stones, as notation has them."""


@cache
def messages(place: str) -> dict[str, ftl.Message]:
    found = FluentParser().parse(catalogue(place, ENGLISH)).body
    assert not [entry.content for entry in found if isinstance(entry, ftl.Junk)]
    told = [entry for entry in found if isinstance(entry, ftl.Message)]
    assert len({entry.id.name for entry in told}) == len(told), "a code is given twice"
    return {entry.id.name: entry for entry in told}


def strings(folder: Path) -> Iterator[str]:
    """Every piece of text in the sources."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def folders(place: str) -> list[Path]:
    return [GAMES[place].folder] if place in GAMES else [SOURCES]


def mentioned(place: str) -> set[str]:
    """What a catalogue itself refers to."""
    return set(re.findall(r"\{ ([a-z][\w-]*) \}", catalogue(place, ENGLISH)))


def codes_of_fields(game: Game) -> set[str]:
    """What can be set of positions, and what the values are called."""
    fields = [field for seats in game.seats for field in editing.fields(game, seats)]
    return {
        each.code
        for field in fields
        for each in (field.says, field.hint, *(choice.says for choice in field.choices))
        if each
    }


BY_THE_RENDERER = re.compile(r"list-[\w-]+|card|card-first|seat|goal|kind|credit|option-\w+|value-\w+|level-\d")


@pytest.mark.parametrize("place", PLACES)
def test_every_message_is_used(place: str) -> None:
    known = {text.removeprefix(f"{place}.") for folder in folders(place) for text in strings(folder)}
    used = known | mentioned(place) | {name for game in GAMES if not place for name in mentioned(game)}
    if place in GAMES:
        used |= {f"theme-{name}" for name in themes_data(GAMES[place])["themes"]}
        used |= {code.removeprefix(f"{place}.") for code in codes_of_fields(GAMES[place])}
    unused = [name for name in messages(place) if name not in used and not BY_THE_RENDERER.fullmatch(name)]
    assert unused == []


@pytest.mark.parametrize("place", [COMMANDS, *GAMES])
def test_every_code_of_a_place_has_words(place: str) -> None:
    codes = {
        text for folder in folders(place) for text in strings(folder) if re.fullmatch(rf"{place}\.[a-z][\w-]*", text)
    }
    assert {code for code in codes if code.removeprefix(f"{place}.") not in messages(place)} == set()


def test_every_shared_code_has_words() -> None:
    """The first argument of whatever makes a sentence."""
    makers = {"said", "phrase", "Sentence", "word"} | {cls.__name__ for cls in _errors(SiegeworksError)}
    missing = []
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node.func) in makers:
                codes = [arg.value for arg in _code_of(node) if isinstance(arg, ast.Constant)]
                shared = [
                    code for code in codes if isinstance(code, str) and re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code)
                ]
                missing += [(path.name, code) for code in shared if code not in messages("")]
    assert missing == []


def test_every_sentence_is_given_its_arguments() -> None:
    """Where the code and the names of the arguments stand in one call."""
    makers = {"said", "phrase", "word"} | {cls.__name__ for cls in _errors(SiegeworksError)}
    missing, seen = [], 0
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or _called(node.func) not in makers:
                continue
            given = {each.arg for each in node.keywords}
            for code in [arg.value for arg in _code_of(node) if isinstance(arg, ast.Constant)]:
                if isinstance(code, str) and CODE.fullmatch(code) and None not in given:
                    seen += 1
                    missing += [(path.name, code, name) for name in needed(code) - given]
    assert missing == []
    assert seen > 400


def needed(code: str) -> set[str]:
    """The arguments of a message and of those it refers to."""
    place, _, name = code.rpartition(".")
    found: set[str] = set()

    class Parts(Visitor):
        def visit_VariableReference(self, node: ftl.VariableReference) -> None:
            found.add(node.id.name.removesuffix("-first"))

        def visit_MessageReference(self, node: ftl.MessageReference) -> None:
            inner = node.id.name
            found.update(needed(f"{place}.{inner}" if place and inner in messages(place) else inner))

    Parts().visit(messages(place)[name])
    return found


@pytest.mark.parametrize("place", PLACES)
def test_codes_and_arguments_are_named_by_meaning(place: str) -> None:
    """Few words, and no second one of a name told apart by a number."""
    names = [name for name in messages(place) if not BY_THE_RENDERER.fullmatch(name)]
    assert [name for name in names if len(name.split("-")) > 5 or name[-1].isdigit()] == []
    arguments = {name for code in names for name in needed(f"{place}.{code}" if place else code)}
    assert {name for name in arguments if name[-1].isdigit()} <= {"elo0", "elo1"}  # as the test of bots names them


def _code_of(call: ast.Call) -> list[ast.expr]:
    """The argument that is the code; a record's error begins with its line."""
    at = 1 if _called(call.func) == "BadRecord" else 0
    return call.args[at : at + 1]


def _errors(cls: type[Exception]) -> Iterator[type[Exception]]:
    yield cls
    for each in cls.__subclasses__():
        yield from _errors(each)


def _called(function: ast.expr) -> str:
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


# The renderer


def test_arguments_become_words() -> None:
    says = said("siege.too-low", "S-47", card={"card": "QH"}, other={"card": "JK"})
    assert render(says) == "The Queen of Hearts does not beat a joker: it must be strictly higher."
    assert render(said("siege.deal", seat={"seat": 1}, card={"card": "?"})) == "Seat 2 is dealt a card."
    assert render(said("siege.deal", seat={"seat": 1}, card={"card": "10S"}), names=["Ada", "Bo"]) == (
        "Bo is dealt the 10 of Spades."
    )
    assert (
        render(said("all-of", parts=[phrase("siegestones.frees", cells=["a1", "b2", "c3"])])) == "frees a1, b2 and c3"
    )
    assert render(said("all-of", parts=listed(["x", "y", "z"], "or"))) == "x or y or z"
    hint = said(
        "hint",
        instruction=within(said("siegestones.do-tower", cell="f5")),
        reason=phrase("it-does", fact=phrase("siegestones.takes", cells=["d4", "e5"])),
        chance=phrase("win-chance", percent=64),
    )
    assert render(hint) == "Place a tower on f5: it takes d4 and e5. Win chance 64 %."
    assert (
        render(said("no-seat", seat="1234", last=1000))
        == "There is no seat 1234: moves and records count the seats from 0 to 1000."
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_people_count_seats_from_one(game: Game) -> None:
    names = [seat_name(game.name, seat) for seat in range(max(game.seats))]
    assert len(set(names)) == len(names)
    if not game.words.SEATS_HAVE_COLOURS:
        assert [int(name.split()[-1]) for name in names] == list(range(1, len(names) + 1))


def test_absurd_numbers_are_said_as_they_are() -> None:
    assert (
        word("no-seat", seat=10**30, last=3)
        == f"There is no seat {10**30}: moves and records count the seats from 0 to 3."
    )
    assert f"{10**30} simulations" in word("bot-most-budget", simulations=10**30, seconds=600)
    assert "1,000,000 simulations" in word("bot-most-budget", simulations=1_000_000, seconds=600)


def test_what_is_unknown_is_an_error() -> None:
    with pytest.raises(LookupError, match="no catalogue"):
        render(said("siege.no-such-code"))
    with pytest.raises(LookupError, match="other"):
        render(said("siege.too-low", card={"card": "QH"}))
    assert render(said("match-over"), "xx") == "The game is over."  # no catalogue: English


def test_quoted_names_stay_on_their_line() -> None:
    assert render(said("not-drawn-now", action="a\nb\x1b[2J")) == '"a\\nb\\x1b[2J" cannot be drawn now.'


def test_errors_are_made_without_words_and_travel() -> None:
    error = BadRecord(3, "said", "T-1", text="so it is.")
    assert "reason" not in vars(error)
    assert str(error) == "line 3: so it is. (T-1)"
    for twin in (pickle.loads(pickle.dumps(error)), pickle.loads(pickle.dumps(BadRecord(3, error.says)))):
        assert (type(twin), twin.code, twin.line) == (BadRecord, "bad_record", 3)
        assert twin.reason.endswith("so it is.")


def test_sentences_are_plain_json() -> None:
    match = Match.new("siegestones", 2, seed=1)
    refusal = match.why_not("tower x9")
    assert refusal is not None
    assert refusal.says.data() == {
        "code": "no-action-near",
        "args": {"action": "tower x9", "near": "tower g7"} | {"near": refusal.says.args["near"]},
        "rule": "T-8",
    }


# The pseudo-language: what stays plain is in no catalogue


def plain_words(text: str, says: Sentence) -> list[str]:
    """Words in plain letters that no argument brought along."""
    given = " ".join(_texts(says.args))
    return [word for word in PLAIN_WORD.findall(text) if word not in given]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in ("say", "join"):
                yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def accented(says: Sentence) -> None:
    text = render(says, PSEUDO)
    assert text != render(says), says
    assert plain_words(text, says) == [], says


@every_game
def test_a_whole_match_in_accents(game: Game) -> None:
    for seats in game.seats[:2]:
        dice = random.Random(seats)
        match = Match.new(game.name, seats, seed=seats)
        names = game.words.ACTION_NAMES
        for ply in range(120):
            if not isinstance(match.to_move, int):
                break
            legal = match.legal()
            for name in dice.sample(names, min(6, len(names))):
                refusal = match.why_not(name)
                if refusal is not None:
                    accented(refusal.says)
                    assert refusal.told(PSEUDO) == render(refusal.says, PSEUDO)
                    spoken = match.why_not(name, PSEUDO)
                    assert spoken is not None
                    assert spoken.reason == refusal.told(PSEUDO) != refusal.reason
                    assert spoken.reason in str(spoken)
                    assert pickle.loads(pickle.dumps(spoken)).reason == spoken.reason
            remark = game.judgement.remark
            if remark:
                found = remark(match.seat_view(match.to_move)[0], game.action_numbers[dice.choice(legal)])
                if found:
                    accented(Sentence("all-of", {"parts": [found]}))
            if ply % 20 == 0:
                accented(bot(game, "random").choose(match.seat_view(match.to_move), None, new_dice(ply))[1].says)
            match.play(dice.choice(legal))
        if match.result is None:
            match.agree_draw()
        for reader in (None, *range(seats)):
            for line in match.log(reader):
                for event in line["events"]:
                    accented(match.sentence(event))
                    assert match.say(event, PSEUDO) == render(match.sentence(event), PSEUDO)
        told = match.say_result(PSEUDO)
        assert told is not None
        assert PLAIN_WORD.findall(told) == []
        assert PLAIN_WORD.findall(sentences.word(f"{game.name}.goal", PSEUDO)) == []


@pytest.mark.parametrize("kind", [*PROBLEMS, "int_type"])
def test_what_is_wrong_with_a_message_in_accents(kind: str) -> None:
    """The words are ours, whatever a model says about it."""
    for where in (["body", "seat"], []):
        says = malformed([{"type": kind, "loc": where, "msg": "Input should be a valid integer"}])
        accented(says)
        assert "Input" not in render(says)


def texts_of(svg: str) -> str:
    """All that is written in a picture, and what is said of it."""
    return " ".join(part for part in ElementTree.fromstring(svg).itertext() if part.strip())


@every_game
def test_pictures_in_accents(game: Game) -> None:
    for seats in game.seats[:2]:
        dice = random.Random(seats)
        match = Match.new(game.name, seats, seed=seats)
        for ply in range(160):
            if not isinstance(match.to_move, int):
                break
            if ply == 100 and seats > 2:
                match.resign(match.to_move)
            elif ply % 5 == 0:
                for seat in (None, match.to_move):
                    written = texts_of(match.svg(seat, PSEUDO)).replace(game.title, "")
                    out = Console(no_color=True, width=160)
                    with out.capture() as shown:
                        out.print(game.picture.terminal_picture(match.view(seat), match.last_cells(), PSEUDO))
                    found = PLAIN_WORD.findall(written + shown.get())
                    assert [word for word in found if not LETTERS.fullmatch(word)] == []
            if isinstance(match.to_move, int):
                match.play(dice.choice(match.legal()))
    assert match.svg() == match.svg(language=ENGLISH) != match.svg(language=PSEUDO)


# Text that is not in a catalogue yet

NOT_YET: dict[str, int] = {}
"""How many refusals of a file are still plain English. It only ever shrinks."""


def test_no_refusal_is_plain_english() -> None:
    makers = {cls.__name__ for cls in _errors(SiegeworksError)}
    found: dict[str, int] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node.func) in makers and any(map(_is_english, _code_of(node))):
                name = str(path.relative_to(SOURCES))
                found[name] = found.get(name, 0) + 1
    assert found == NOT_YET


def _is_english(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and " " in str(node.value))
