"""Playing cards as kinds: 52 naturals and the joker. Equal cards of several packs are one kind.

Kinds run through the suits H, D, S, C and in each from the Ace down to the 2; the joker is last. A bag of cards is an
array of counts by kind. A place for one card is a slot: the kind plus one, or NO_CARD.
"""

from __future__ import annotations

from collections.abc import Sequence

from siegeworks.core.jit import jit
from siegeworks.core.misread import Misread

SUITS = "HDSC"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUIT_COUNT, RANK_COUNT = len(SUITS), len(RANKS)
NATURALS = SUIT_COUNT * RANK_COUNT
JOKER = NATURALS
KINDS = NATURALS + 1
NO_CARD = 0
"""An empty slot."""
ACE, KING, QUEEN, JACK = range(4)
TWO = RANK_COUNT - 1
NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")

_KIND_OF = {name: kind for kind, name in enumerate(NAMES)}


@jit
def suit_of(kind: int) -> int:
    """0 to 3 for H, D, S, C; 4 for a joker."""
    return kind // RANK_COUNT


@jit
def rank_of(kind: int) -> int:
    """0 for an Ace to 12 for a 2, of a natural card."""
    return kind % RANK_COUNT


@jit
def height(kind: int) -> int:
    """1 for a 2 up to 13 for an Ace, and 14 for a joker."""
    return RANK_COUNT + 1 if kind == JOKER else RANK_COUNT - kind % RANK_COUNT


def kind_of(name: object) -> int:
    """The kind a name like "10S" stands for."""
    if not isinstance(name, str) or name not in _KIND_OF:
        raise Misread("not-a-card", name=repr(str(name)[:20]))
    return _KIND_OF[name]


def bag_of(names: Sequence[object]) -> list[int]:
    """[kinds] how often each card is named."""
    counts = [0] * KINDS
    for name in names:
        counts[kind_of(name)] += 1
    return counts
