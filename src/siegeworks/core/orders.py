"""Standing orders of a game: what a person can say beforehand that a seat shall answer, as data.

An order is spelled by the name of its reaction and a word for each of its fields: `hold d5 1 supply`. Everything is
judged from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from siegeworks.core.phrases import Sentence


class Choice(NamedTuple):
    """A word of an order, and what it means."""

    word: str
    says: Sentence


class OrderField(NamedTuple):
    """A part of an order that is chosen. `choices(view, seat)`: what can be chosen now."""

    name: str
    says: Sentence
    choices: Callable[[Any, int], Sequence[Choice]]


class Reaction(NamedTuple):
    """One kind of order."""

    name: str
    label: Sentence
    """What it is called in a list."""
    fields: tuple[OrderField, ...]
    says: Callable[[Sequence[str]], Sentence]
    """`says(words)`: the whole order as a sentence."""
    answer: Callable[[Any, int, Sequence[str]], int | None]
    """`answer(view, seat, words)`: what the seat plays, which is asked just now; None where it says nothing of this.

    What cannot be played is taken for None.
    """
    expects: frozenset[str]
    """Kinds of events that the order names: others may cause them and it stands. Any other calls it off."""
    stands: Sentence
    """The same in words."""
    once: bool = False
    """Whether it is done with when it has been played once."""


def spelled(reaction: Reaction, words: Sequence[str]) -> str:
    """An order as it is stored and sent."""
    return " ".join((reaction.name, *words))


def read(reactions: Sequence[Reaction], order: str) -> tuple[Reaction, tuple[str, ...]] | None:
    """The reaction that an order is, and its words; None if there is none of that kind."""
    name, *words = order.split(" ")
    found = next((each for each in reactions if each.name == name and len(each.fields) == len(words)), None)
    return None if found is None else (found, tuple(words))
