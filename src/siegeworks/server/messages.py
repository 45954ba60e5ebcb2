"""What clients send, as models that check it. With those of `answers` they are the components of the OpenAPI document,
from which the page's types are made.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from siegeworks.server.guards import MOST_RECORD
from siegeworks.server.talk import Phrase

MOST_SEATS = 6
MOST_WORDS = 40
"""The most letters of an action or a target."""
MOST_ID = 40
MOST_SEQ = 2**53 - 1
MOST_ORDERS, MOST_STEPS = 8, 12
"""Of one seat, and of one line."""
LONGEST_CLOCK = 30 * 24 * 3600

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=MOST_WORDS)]
OrderedLine = Annotated[list[Words], Field(min_length=2, max_length=MOST_STEPS)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
ActionId = Annotated[str, StringConstraints(min_length=1, max_length=MOST_ID)]
Seq = Annotated[int, Field(ge=0, le=MOST_SEQ)]
Agreement = Literal["draw", "undo", "rematch"]
OptionValue = bool | int | str


class Incoming(BaseModel):
    """What comes in: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Play(Incoming):
    """Play an action. `seq`: the last one seen, so that nothing is played on a position that has changed."""

    type: Literal["play"]
    seat: SeatNumber
    action: Words
    seq: Seq | None = None
    action_id: ActionId | None = None


class Arrange(Incoming):
    """Wish for a whole layout at once, where a game offers that; with `confirm` it is played."""

    type: Literal["arrange"]
    seat: SeatNumber
    layout: dict[str, Any]
    confirm: bool = False
    seq: Seq | None = None
    action_id: ActionId | None = None


class Preview(Incoming):
    """Ask what an action would change."""

    type: Literal["preview"]
    seat: SeatNumber
    action: Words
    action_id: ActionId | None = None


class Why(Incoming):
    """Ask why an action, or anything at some targets, cannot be played."""

    type: Literal["why"]
    seat: SeatNumber
    action: Words | None = None
    verb: Words | None = None
    targets: Annotated[list[Words], Field(max_length=4)] = []
    action_id: ActionId | None = None


class Hint(Incoming):
    """Ask what a strong bot would play."""

    type: Literal["hint"]
    seat: SeatNumber
    action_id: ActionId | None = None


class Weigh(Incoming):
    """Ask whether an action gives away more than a share of the win, in percent: only where all others are bots."""

    type: Literal["weigh"]
    seat: SeatNumber
    action: Words
    share: Annotated[int, Field(ge=1, le=100)]
    action_id: ActionId | None = None


class Resign(Incoming):
    """Leave the match for good."""

    type: Literal["resign"]
    seat: SeatNumber
    action_id: ActionId | None = None


class Offer(Incoming):
    """Offer a draw, to take a move back, or a rematch. An undo that table manners make free happens at once."""

    type: Literal["offer"]
    seat: SeatNumber
    what: Agreement
    action_id: ActionId | None = None


class Accept(Incoming):
    """Agree to an offer."""

    type: Literal["accept"]
    seat: SeatNumber
    what: Agreement
    action_id: ActionId | None = None


class Decline(Incoming):
    """Turn an offer down, or take one's own back."""

    type: Literal["decline"]
    seat: SeatNumber
    what: Agreement
    action_id: ActionId | None = None


class Leave(Incoming):
    """Go away from the table; the seat may come back, and a bot may sit in for it meanwhile."""

    type: Literal["leave"]
    seat: SeatNumber
    action_id: ActionId | None = None


class SitIn(Incoming):
    """A bot plays for a seat that is away, or for one's own."""

    type: Literal["sit_in"]
    seat: SeatNumber
    level: Annotated[int, Field(ge=1, le=5)] = 2
    action_id: ActionId | None = None


class SeatBot(Incoming):
    """The host gives an open seat to a bot, for good."""

    type: Literal["seat_bot"]
    seat: SeatNumber
    level: Annotated[int, Field(ge=1, le=5)] = 2
    action_id: ActionId | None = None


class TakeBack(Incoming):
    """Take one's seat back from the bot."""

    type: Literal["take_back"]
    seat: SeatNumber
    action_id: ActionId | None = None


class Say(Incoming):
    """Say something to the others, from the list of phrases."""

    type: Literal["say"]
    seat: SeatNumber
    phrase: Phrase
    action_id: ActionId | None = None


class Order(Incoming):
    """Say beforehand what the seat shall answer, instead of what it had ordered before; without any, take it back.

    `rules`: answers of the game's list, such as `hold d5 1 supply`. `lines`: in a game without secrets, actions as they
    shall follow one another, the first of them by another seat.
    """

    type: Literal["order"]
    seat: SeatNumber
    rules: Annotated[list[Words], Field(max_length=MOST_ORDERS)] = []
    lines: Annotated[list[OrderedLine], Field(max_length=MOST_ORDERS)] = []
    action_id: ActionId | None = None


class AskOrders(Incoming):
    """Ask what the seat could order; `line`: the actions of a line so far, for those that can follow."""

    type: Literal["orders"]
    seat: SeatNumber
    line: Annotated[list[Words], Field(max_length=MOST_STEPS)] = []
    action_id: ActionId | None = None


class Ping(Incoming):
    """Is anybody there?"""

    type: Literal["ping"]
    action_id: ActionId | None = None


Act = Annotated[
    Play
    | Arrange
    | Preview
    | Why
    | Hint
    | Weigh
    | Resign
    | Offer
    | Accept
    | Decline
    | Leave
    | SitIn
    | SeatBot
    | TakeBack
    | Say
    | Order
    | AskOrders
    | Ping,
    Field(discriminator="type"),
]
ACT: TypeAdapter[Any] = TypeAdapter(Act)


class SeatWish(Incoming):
    """Who shall sit there: the asker, whoever comes, or a bot."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[int, Field(ge=1, le=5)] | None = None
    name: Name | None = None


class ClockWish(Incoming):
    """A clock: seconds for each move, seconds in all with an increment, or days for each move (in seconds too).

    `flag`: what happens when a seat has none left. It loses (with three seats or more it leaves, and the others play
    on), or the clock plays a simple move for it.
    """

    kind: Literal["move", "total", "days"]
    seconds: Annotated[int, Field(ge=5, le=LONGEST_CLOCK)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0
    flag: Literal["loses", "plays"] = "loses"


class TableWish(Incoming):
    """A table to be made. `start`: who begins, null is drawn. `record` and `ply`: play on from there.

    `hints`: whether anybody may ask for them. Null: as long as nobody plays against people elsewhere.
    `lesson`: it is a step of a lesson; no list has it, and it is deleted soon after its last use.
    """

    game: Words
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)]
    options: Annotated[dict[str, OptionValue], Field(max_length=20)] = {}
    start: SeatNumber | None = None
    public: bool = False
    lesson: bool = False
    clock: ClockWish | None = None
    hints: bool | None = None
    series: Words | None = None
    position: dict[str, Any] | None = None
    record: Annotated[str, StringConstraints(max_length=MOST_RECORD)] | None = None
    ply: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class RetryWish(Incoming):
    """What somebody would rather have played."""

    action: Words


class Join(Incoming):
    """Take a seat: by its key, or any open one of a public table."""

    seat: SeatNumber | None = None
    key: Annotated[str, StringConstraints(max_length=64)] | None = None
    name: Name | None = None


class MeWish(Incoming):
    """What I want to be called."""

    name: Name
