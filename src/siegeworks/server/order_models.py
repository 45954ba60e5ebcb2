"""What the owner of a seat is told of its standing orders, as models."""

from __future__ import annotations

from typing import Literal

from siegeworks.server.sent import Sent, Sentence


class RuleInfo(Sent):
    """An order of the game's list that stands: as it was sent, and in words."""

    order: str
    says: Sentence


class OrderedStep(Sent):
    """An action of a line in words, and the seat that plays it."""

    seat: int
    action: str
    says: Sentence


class LineInfo(Sent):
    """What is left of a line that stands."""

    actions: list[str]
    steps: list[OrderedStep]


class CalledOff(Sent):
    """An order that does not stand any more, and why."""

    order: Sentence
    why: Sentence


class OrdersInfo(Sent):
    """What a seat has ordered beforehand. `off`: the last orders that were called off since it did."""

    rules: list[RuleInfo]
    lines: list[LineInfo]
    off: list[CalledOff]


class OrderWord(Sent):
    """A word that can be chosen for a field."""

    word: str
    says: Sentence


class OrderFieldInfo(Sent):
    """A part of an order that is chosen."""

    name: str
    says: Sentence
    choices: list[OrderWord]


class OfferedReaction(Sent):
    """A kind of order: its name and a word of each field, with blanks between them, are an order.

    `stands`: what others may do while it stands.
    """

    name: str
    says: Sentence
    stands: Sentence
    fields: list[OrderFieldInfo]


class NextAction(Sent):
    """An action that can follow in a line."""

    action: str
    says: Sentence


class NextStep(Sent):
    """Who is to move after a line, and what that seat can play."""

    seat: int
    actions: list[NextAction]


class Offered(Sent):
    """What a seat can order now. `next`: null where a line cannot begin, or go on."""

    type: Literal["orders"] = "orders"
    action_id: str | None = None
    offered: list[OfferedReaction]
    next: NextStep | None
