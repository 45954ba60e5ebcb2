"""Sentences as data: a code, its arguments and the rule behind it. `siegeworks.sentences` makes words of them.

An argument is a number, a text that stands as it is, or one of these, all plain JSON:

- `{"seat": 0}`: who sits there, or what the game calls the seat; `"of"` names the game where the code does not;
- `{"card": "QH"}`: a card;
- `{"say": code, "args": {...}}`: a part of the sentence that has words of its own;
- a list of these, "a, b and c"; or `{"list": [...], "join": "or"}` for another way to join them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple

LARGEST_IN_JSON = 2**53
"""Numbers beyond it are not the same in every program."""


class Sentence(NamedTuple):
    """A sentence in no language yet."""

    code: str
    args: Mapping[str, Any]
    rule: str | None = None

    def data(self) -> dict[str, Any]:
        """Plain JSON, as programs and the page are sent it."""
        return {"code": self.code, "args": _plain(self.args), "rule": self.rule}


def said(code: str, rule: str | None = None, /, **args: Any) -> Sentence:
    """A sentence with its arguments by name."""
    return Sentence(code, args, rule)


def phrase(code: str, /, **args: Any) -> dict[str, Any]:
    """A part of a sentence, as an argument of it."""
    return {"say": code, "args": args}


def listed(items: Sequence[Any], join: str) -> dict[str, Any]:
    """A list as an argument, joined in one of the ways of JOINS."""
    return {"list": list(items), "join": join}


def within(sentence: Sentence) -> dict[str, Any]:
    """A whole sentence as a part of another."""
    return {"say": sentence.code, "args": dict(sentence.args)}


def seats(numbers: Sequence[int], game: str | None = None) -> list[dict[str, Any]]:
    """Seats as arguments; the game is named in sentences that are not its own."""
    return [{"seat": int(seat), **({"of": game} if game else {})} for seat in numbers]


def of_event(game: str, kind: str, args: Mapping[str, Any], seat: Any) -> Sentence:
    """A sentence of an event with its own arguments and the seat it is about; draws are nobody's."""
    about = args.get("seat", seat)
    return Sentence(f"{game}.{kind}", {**args, "seat": {"seat": about}} if isinstance(about, int) else args)


def _plain(value: Any) -> Any:
    """The same as JSON can hold it: whole numbers of Python, whatever counted them, and no half letters."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if is_whole(value):
        return int(value) if abs(int(value)) <= LARGEST_IN_JSON else str(value)
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, of Python or of NumPy."""
    return isinstance(value, Integral) and value is not True and value is not False
