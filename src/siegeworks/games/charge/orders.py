"""What can be ordered beforehand in SiegeStones Charge!: answers to a charge on a stone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from siegeworks.core.hexboard import NAMES, names_of
from siegeworks.core.orders import Choice, OrderField, Reaction
from siegeworks.core.phrases import Sentence, phrase, said
from siegeworks.games.charge.lines import SPACES
from siegeworks.games.charge.rules import DEFEND, DROP, DROP_SUPPLY, HOLD, PICK, YIELD, payable, payable_supply

ANY, SUPPLY, SUPPORT = "any", "supply", "support"
"""Any stone; pay from the supply alone; pay from the supply first, then with stones on the board."""
PURSES = {SUPPLY: "charge.order-pay-supply", SUPPORT: "charge.order-pay-support"}
PAID = {SUPPLY: "charge.order-by-supply", SUPPORT: "charge.order-by-support"}
EXPECTED = frozenset({"move", "charge", "yield", "hold", "drop", "repelled", "done", "pass"})
"""Others move stones, and charge stones."""


def _stones(view: Any, seat: int) -> list[Choice]:
    """Any stone of the seat, or one of them."""
    cells = names_of(int(view.stones[seat]))
    return [
        Choice(ANY, said("charge.order-any")),
        *(Choice(cell, said("charge.order-cell", cell=cell)) for cell in cells),
    ]


def _prices(view: Any, seat: int) -> list[Choice]:
    """C-26. What holding may cost: as many stones as the charge has strength."""
    return [Choice(str(count), said("charge.order-price", count=count)) for count in range(1, SPACES + 1)]


def _purses(view: Any, seat: int) -> list[Choice]:
    """C-33. What is paid with."""
    return [Choice(word, said(code)) for word, code in PURSES.items()]


def _where(word: str) -> dict[str, Any]:
    return phrase("charge.order-any-of-mine") if word == ANY else phrase("charge.order-mine", cell=word)


def _is_at(view: Any, word: str) -> bool:
    """Whether the charge that is decided is one that the order names."""
    return word in (ANY, NAMES[int(view.target)])


def _yield(view: Any, seat: int, words: Sequence[str]) -> int | None:
    """C-31. Give the stone up."""
    return YIELD if view.phase == DEFEND and _is_at(view, words[0]) else None


def _hold(view: Any, seat: int, words: Sequence[str]) -> int | None:
    """C-32, C-33. Hold the stone if that costs no more than was said, and pay as was said."""
    where, most, purse = words
    if view.phase not in (DEFEND, PICK) or not _is_at(view, where) or view.strength > int(most):
        return None
    supply = int(payable_supply(view))
    if view.phase == DEFEND:
        return HOLD if (supply if purse == SUPPLY else int(payable(view))) >= view.strength else None
    if supply:
        return DROP_SUPPLY
    return DROP + NAMES.index(names_of(int(view.support))[0]) if purse == SUPPORT and view.support else None


def _says_yield(words: Sequence[str]) -> Sentence:
    return said("charge.order-says-yield", "C-31", where=_where(words[0]))


def _says_hold(words: Sequence[str]) -> Sentence:
    where, most, purse = words
    told = {"where": _where(where), "count": int(most), "pay": phrase(PAID[purse])}
    return said("charge.order-says-hold", "C-32", **told)


WHERE = OrderField("where", said("charge.order-where"), _stones)
REACTIONS = (
    Reaction(
        "yield",
        said("charge.order-yield"),
        (WHERE,),
        _says_yield,
        _yield,
        EXPECTED,
        said("charge.order-stands"),
    ),
    Reaction(
        "hold",
        said("charge.order-hold"),
        (
            WHERE,
            OrderField("most", said("charge.order-most"), _prices),
            OrderField("pay", said("charge.order-pay"), _purses),
        ),
        _says_hold,
        _hold,
        EXPECTED,
        said("charge.order-stands"),
    ),
)
