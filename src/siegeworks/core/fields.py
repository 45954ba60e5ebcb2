"""What people can set of a position: the fields of an editor, as data. A game's own are in its `fields.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from siegeworks.core.phrases import Sentence, said

Kind = Literal["board", "choice", "number", "letters", "card", "cards"]


class Choice(NamedTuple):
    """A value that a field can have, or a piece by its letter; and what people call it."""

    value: str | int | None
    says: Sentence


class Field(NamedTuple):
    """A place in a position: the names and numbers that lead to it, and what people call it."""

    path: tuple[str | int, ...]
    kind: Kind
    says: Sentence
    choices: tuple[Choice, ...] = ()
    seat: int | None = None
    """Whose it is."""
    follows: bool = False
    """Whether it follows from the rest where it is left out."""
    hint: Sentence | None = None
    """How it is written."""

    def data(self) -> dict[str, Any]:
        """Plain JSON."""
        choices = [{"value": each.value, "says": each.says.data()} for each in self.choices]
        told = {"says": self.says.data(), "hint": self.hint and self.hint.data()}
        return {**self._asdict(), "path": list(self.path), "choices": choices, **told}


def board(pieces: Mapping[str, Sentence]) -> Field:
    """The board, with the letters of its pieces."""
    return Field(("board",), "board", said("field-board"), tuple(Choice(*each) for each in pieces.items()))


def stones(letters: str) -> dict[str, Sentence]:
    """Stones by the letters of their colours."""
    return {letter: said("piece-stone", colour=letter) for letter in letters}


def topped_towers(letters: str) -> dict[str, Sentence]:
    """Towers that carry a stone, by the capital letters of its colour."""
    return {letter.upper(): said("piece-tower-topped", colour=letter) for letter in letters}


def seat_choices(game: str, seats: int) -> tuple[Choice, ...]:
    """One of the seats."""
    return tuple(Choice(seat, said("field-seat", seat={"seat": seat, "of": game})) for seat in range(seats))


def seat(game: str, name: str, seats: int, *, optional: bool = False) -> Field:
    """Which seat; it follows from the rest."""
    none = (Choice(None, said("field-none")),) if optional else ()
    return Field((name,), "choice", said(f"{game}.field-{name}"), (*none, *seat_choices(game, seats)), follows=True)


def cards(path: tuple[str | int, ...], says: Sentence, seat: int | None = None, *, is_one: bool = False) -> Field:
    """Cards, or a card, by their names."""
    return Field(path, "card" if is_one else "cards", says, seat=seat, hint=said("cards-written"))


def words(game: str, name: str, values: Iterable[str]) -> Field:
    """One of several words; it follows from the rest."""
    choices = tuple(Choice(value, said(f"{game}.field-{name}-{value}")) for value in values)
    return Field((name,), "choice", said(f"{game}.field-{name}"), choices, follows=True)


def number(game: str, name: str) -> Field:
    """A number; it follows from the rest."""
    return Field((name,), "number", said(f"{game}.field-{name}"), follows=True)


def numbers(game: str, name: str, seats: int) -> list[Field]:
    """A number for each seat; they follow from the rest."""
    says = said(f"{game}.field-{name}")
    return [Field((name, at), "number", says, seat=at, follows=True) for at in range(seats)]


def choices(game: str, name: str, seats: int, values: Sequence[Choice]) -> list[Field]:
    """One of several values, or none, for each seat."""
    says, all_values = said(f"{game}.field-{name}"), (Choice(None, said("field-none")), *values)
    return [Field((name, at), "choice", says, all_values, seat=at) for at in range(seats)]
