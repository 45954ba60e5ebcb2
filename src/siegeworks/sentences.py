"""Sentences in words. What is said is a code and its arguments (`core.phrases`); the words are in catalogues.

The catalogue of what all games share is `text/<language>.ftl`; its codes have no dot. A game's catalogue is the same
file in the game's own folder; its codes begin with the game's name: `siege.not-held`. The files are written in Fluent
(https://projectfluent.org). `docs/languages.md` says how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from siegeworks.core.phrases import Sentence, is_whole, said
from siegeworks.core.rules import OptionValue
from siegeworks.games import GAMES

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

ENGLISH = "en"
PSEUDO = "qps"
"""English in accented letters: what is still plain on a screen is in no catalogue. For tests."""
COMMANDS = "cli"
"""Begins the codes of what only people at a terminal read."""
PACKAGE = Path(__file__).resolve().parent
HIDDEN_CARD = "?"
LARGEST = 10**15
MOST_SEAT_NAMES = 1024
"""That are remembered."""
JOINS = {"and": ("comma", "and"), "ands": ("and", "and"), "comma": ("comma", "comma"), "or": ("or", "or")} | {
    "choice": ("comma", "or"),
    "to": ("to", "to"),
    "and-no": ("and-no", "and-no"),
    "space": ("space", "space"),
    "semicolon": ("semicolon", "semicolon"),
}
"""Ways to join a list: how all but the last are joined, and how the last is."""
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀçđéƒğĥíĵķłɱñóþɋřšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŢÚṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)


def render(sentence: Sentence, language: str = ENGLISH, names: Sequence[str | None] | None = None) -> str:
    """The sentence in words; `names` are who sits at each seat, where they stand for what the game calls it."""
    return one_line(_Voice(language, names).say(sentence.code, sentence.args))


def word(code: str, language: str = ENGLISH, /, **args: Any) -> str:
    """A few words of a catalogue: a button, the goal of a game."""
    return _Voice(language, None).say(code, args)


Say = Callable[..., str]
"""Says a game's messages in one language: `say("points", points=3)`."""


def speaker(game: str, language: str) -> Say:
    """What says the messages of a game, and those that all share."""
    return lambda code, /, **args: word(f"{game}.{code}", language, **args)


def spoken(part: Mapping[str, Any], language: str = ENGLISH) -> str:
    """A part of a sentence in words."""
    return word(part["say"], language, **part["args"])


@lru_cache(MOST_SEAT_NAMES)
def seat_name(game: str, seat: int, language: str = ENGLISH) -> str:
    """What a game calls a seat: told with every move where a clock runs."""
    return word(f"{game}.seat", language, seat=int(seat))


def value_word(game: str, option: str, value: OptionValue, language: str = ENGLISH) -> str:
    """What people call a value of an option; a number is its own name, unless it stands for something else."""
    if isinstance(value, bool):
        return word("yes" if value else "no", language)
    if isinstance(value, str):
        return word(f"{game}.value-{value}", language)
    named = f"value-{option}_{value}"
    return word(f"{game}.{named}", language) if bundle_of(game, ENGLISH).has_message(named) else str(value)


def one_line(text: str) -> str:
    """What cannot be printed, spelled out: a quoted name never breaks the line, nor commands a terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class _Voice:
    """Renders in one language, with the names of one table."""

    def __init__(self, language: str, names: Sequence[str | None] | None) -> None:
        self.language = language
        self.names = names

    def say(self, code: str, args: Mapping[str, Any]) -> str:
        game, _, name = code.rpartition(".")
        bundle = bundle_of(game, self.language)
        if not bundle.has_message(name) and self.language != ENGLISH:
            bundle = bundle_of(game, ENGLISH)
        if not bundle.has_message(name):
            raise LookupError(f"no catalogue has the sentence {code!r}")
        spoken: dict[str, Any] = {}
        for key, value in args.items():
            spoken[key] = self._value(value, game)
            if isinstance(value, Mapping) and "card" in value:
                spoken[f"{key}-first"] = self._card(value["card"], "card-first")
        pattern = bundle.get_message(name).value
        assert pattern is not None
        text, problems = bundle.format_pattern(pattern, spoken)
        if problems:
            raise LookupError(f"{code}: {problems[0]}")
        return str(text)

    def _value(self, value: Any, game: str) -> Any:
        if isinstance(value, str):
            return value
        if is_whole(value):
            return _number(int(value))
        if isinstance(value, Mapping):
            return self._marked(value, game)
        if isinstance(value, Sequence):
            return self._joined(value, "and", game)
        return str(value)

    def _marked(self, value: Mapping[str, Any], game: str) -> str:
        if "seat" in value:
            return self._seat(value["seat"], value.get("of", game))
        if "card" in value:
            return self._card(value["card"], "card")
        if "say" in value:
            return self.say(value["say"], value["args"])
        return self._joined(value["list"], value["join"], game)

    def _seat(self, seat: int, game: str) -> str:
        known = self.names[seat] if self.names is not None and 0 <= seat < len(self.names) else None
        return known or seat_name(game, seat, self.language)

    def _card(self, card: str, form: str) -> str:
        if card in (HIDDEN_CARD, "JK"):
            return self.say(form, {"rank": "hidden" if card == HIDDEN_CARD else card, "suit": ""})
        return self.say(form, {"rank": card[:-1], "suit": card[-1]})

    def _joined(self, items: Sequence[Any], join: str, game: str) -> str:
        spoken = [str(self._value(item, game)) if not isinstance(item, int) else str(item) for item in items]
        if not spoken:
            return ""
        text, (middle, last) = spoken[0], JOINS[join]
        for at, item in enumerate(spoken[1:], 2):
            text = self.say(f"list-{last if at == len(spoken) else middle}", {"first": text, "next": item})
        return text


def _number(value: Any, **style: Any) -> Any:
    """A number that messages can choose by; one that no rule or limit comes near stands as it is written."""
    from fluent.runtime.types import fluent_number

    is_large = isinstance(value, str) or abs(value) >= LARGEST
    return str(value) if is_large else fluent_number(value, **{"useGrouping": False, **style})


def told_as(stored: str | dict[str, Any] | None) -> dict[str, Any] | None:
    """A sentence as it was stored; before there were catalogues that was English."""
    return said("said", text=stored).data() if isinstance(stored, str) else stored


# Catalogues


def languages() -> list[str]:
    """The languages there are catalogues for."""
    return sorted(path.stem for path in (PACKAGE / "text").glob("*.ftl"))


def catalogue(place: str, language: str) -> str:
    """The text of a catalogue: of a game, of the commands, or of what all share (""); empty if there is none."""
    path = _folder(place) / "text" / f"{ENGLISH if language == PSEUDO else language}.ftl"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _folder(place: str) -> Path:
    if place == COMMANDS:
        return PACKAGE / COMMANDS
    return GAMES[place].folder if place else PACKAGE


@cache
def bundle_of(place: str, language: str) -> FluentBundle:
    """The messages of a place, with those that all share."""
    from fluent.runtime import FluentBundle, FluentResource

    bundle = FluentBundle(
        [ENGLISH if language == PSEUDO else language], use_isolating=False, functions={"NUMBER": _number}
    )
    for each in dict.fromkeys((place, "")):
        resource = FluentResource(catalogue(each, language))
        if language == PSEUDO:
            _accent(resource)
        bundle.add_resource(resource)
    return bundle


def _accent(resource: Any) -> None:
    """Every letter of the catalogue's own words in another form; what is put into them stays."""
    from fluent.syntax import ast, visitor

    class Accents(visitor.Transformer):
        def visit_TextElement(self, node: Any) -> Any:
            return ast.TextElement(node.value.translate(ACCENTS))

    Accents().visit(resource)
