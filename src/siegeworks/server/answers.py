"""What the server says, as models. The messages of the move loop are written without them, for speed; a test holds the
two together.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from siegeworks.server.messages import Agreement, OptionValue
from siegeworks.server.order_models import Offered, OrdersInfo
from siegeworks.server.sent import Sent as Sent
from siegeworks.server.sent import Sentence as Sentence
from siegeworks.server.talk import Phrase


class Refused(Sent):
    """No, and why: a code for programs, one sentence for people, and the rule behind it if there is one.

    `reason` is the sentence in English, `says` the same as data. `retry_s`: in how many seconds it is worth while to
    ask again, where time helps.
    """

    type: Literal["refused"] = "refused"
    code: str
    reason: str
    says: Sentence
    rule: str | None = None
    action_id: str | None = None
    seq: int | None = None
    retry_s: int | None = None


class Waiting(Sent):
    """Not yet: a hint, or with `seat` the bot there, waits in line to think, at this place at the latest; 1 is next."""

    type: Literal["waiting"] = "waiting"
    action_id: str | None = None
    seat: int | None = None
    place: int


class Answer(Sent):
    """Done, and durable: `seq` is the number it has in the table's story."""

    type: Literal["answer"] = "answer"
    action_id: str | None = None
    seq: int


class Pong(Sent):
    """Somebody is there."""

    type: Literal["pong"] = "pong"
    action_id: str | None = None


class Said(Sent):
    """Something that happened or would happen, and the sentence about it.

    `detail`: it leads up to an event that tells how it ended, and a log can fold it under that.
    """

    kind: str
    args: dict[str, Any]
    rule: str
    says: Sentence
    detail: bool = False


class Previewed(Sent):
    """What an action is in words, what it would change, and the view afterwards; null if the seat cannot know it."""

    type: Literal["preview"] = "preview"
    action_id: str | None = None
    action: str
    instruction: Sentence
    says: list[Said]
    view: dict[str, Any] | None


class WhyNot(Sent):
    """Why something cannot be played; `ok` if it can."""

    type: Literal["why"] = "why"
    action_id: str | None = None
    ok: bool
    action: str | None = None
    reason: str | None = None
    rule: str | None = None
    sentence: Sentence | None = None


class OpenPlaces(Sent):
    """Where a thing of a layout lies (or several that are alike), and the places it may go to next."""

    thing: str
    at: str
    to: list[str]


class Arranged(Sent):
    """Whether a layout can be had, what it takes, and where its things may go next.

    `open`: null if the layout cannot be had whatever follows. A layout with open places that is not `ok` only lacks
    something that further changes can mend.
    """

    type: Literal["arranged"] = "arranged"
    action_id: str | None = None
    ok: bool
    actions: list[str] = []
    reason: str | None = None
    rule: str | None = None
    sentence: Sentence | None = None
    says: list[Said] = []
    open: list[OpenPlaces] | None = None


class HintCandidate(Sent):
    """An action the bot considered: what it expects of it, and how often it would play it."""

    action: str
    value: float
    share: float


class Hinted(Sent):
    """What a strong bot would play here, judged by what the seat can see.

    `plan`: the action and those that follow it in private, where a seat rearranges much before others see it.
    """

    type: Literal["hint"] = "hint"
    action_id: str | None = None
    action: str
    plan: list[LegalAction]
    says: Sentence
    candidates: list[HintCandidate]


class Weighed(Sent):
    """Whether an action gives away more than the share that was asked about, judged by what the seat can see.

    `says`: what it gives away, null if it does not.
    """

    type: Literal["weigh"] = "weigh"
    action_id: str | None = None
    action: str
    holds: bool
    says: Sentence | None


class LegalAction(Sent):
    """An action that can be played now, and what it points at."""

    action: str
    verb: str
    targets: list[str]


class LogLine(Sent):
    """A line of the story as a seat may read it."""

    n: int
    seat: int | Literal["chance", "all"]
    action: str
    says: list[Said]


class TakenBack(Sent):
    """Lines that stood in the log before line `n`, until `seat` took them back."""

    n: int
    seat: int
    says: list[Said]


class SeatInfo(Sent):
    """Who sits where: people by their name, if they gave one, bots by their level.

    `numbered`: the seat has no colour, so people read who sits there instead of what the game calls it. `clock_ms` is
    the time left now; it becomes less while `clock_runs`.
    """

    seat: int
    name: str | None
    kind: Literal["person", "bot", "open"]
    level: int | None
    here: bool
    gone: bool
    away: bool
    numbered: bool
    clock_ms: int | None
    clock_runs: bool


class Outcome(Sent):
    """How the match ended. `reason`: that somebody's time ran out or somebody resigned, or that all agreed; null where
    the rules ended it. `why` says so in words, `margin` how close it was, and `highlights` are targets that decided it.
    """

    winners: list[int]
    scores: list[int]
    places: list[int]
    rule: str
    reason: Literal["time", "resigned", "agreed"] | None = None
    says: Sentence
    why: Sentence | None
    margin: Sentence
    highlights: list[str]


class OfferInfo(Sent):
    """An offer on the table, and who has agreed so far."""

    seat: int
    what: Agreement
    agreed: list[int]


class SpokenInfo(Sent):
    """A phrase that a seat said; `n`: so many were said before."""

    n: int
    seat: int
    phrase: Phrase


class SeriesInfo(Sent):
    """A series of matches: totals in half towers."""

    name: str
    match: int
    totals: list[int]
    target: int
    over: bool
    winners: list[int]


class ClockInfo(Sent):
    """The clock of the table. `flag`: what happens to a seat whose time runs out."""

    kind: Literal["move", "total", "days"]
    seconds: int
    increment: int
    flag: Literal["loses", "plays"]


class TableInfo(Sent):
    """What everybody may know of a table. In an update what is left out is as it was.

    `begun_from`: the host chose how it began, and so perhaps what lies hidden; such a table has no `seed_hash`.
    `hints`: whether seats may ask for hints. `awaited`: seats whose people have not looked at the table yet; no clock
    runs before they have.
    """

    id: str
    game: str
    seats: list[SeatInfo]
    options: dict[str, OptionValue]
    public: bool
    clock: ClockInfo | None
    series: SeriesInfo | None
    waiting: list[int]
    turn: Sentence
    over: bool
    result: Outcome | None
    offers: list[OfferInfo]
    undo: dict[str, Literal["free", "ask", "no"]]
    hints: bool
    awaited: list[int]
    next: str | None
    seed_hash: str | None
    seed: str | None
    begun_from: Literal["position", "record"] | None
    host: bool
    archive: bool
    notice: Sentence | None
    talk: list[SpokenInfo]


class TableChange(Sent):
    """The parts of a table that may have changed."""

    seats: list[SeatInfo] = []
    waiting: list[int] = []
    turn: Sentence = Sentence(code="turn-nobody", args={})
    over: bool = False
    result: Outcome | None = None
    series: SeriesInfo | None = None
    offers: list[OfferInfo] = []
    undo: dict[str, Literal["free", "ask", "no"]] = {}
    hints: bool = False
    awaited: list[int] = []
    next: str | None = None
    seed: str | None = None
    notice: Sentence | None = None
    talk: list[SpokenInfo] = []


class SeatSync(Sent):
    """What a seat, or a spectator (seat null), sees. The log's lines from `log_from` on replace what was there.

    `prompt`: what the seat is asked to decide now, or for whom it waits. `taken_back`: what stood in the log and was
    taken back; left out where it is as it was. `sealed`: the choice this seat has made in secret, kept until all are
    in. `forced`: everybody can see that this seat has one legal action. `orders`: what this seat has ordered
    beforehand, null if nothing. `key`: opens the seat on another device.
    """

    seat: int | None
    view: dict[str, Any]
    prompt: Sentence
    legal: list[LegalAction]
    log_from: int
    log: list[LogLine]
    since_last_turn: int
    last: list[str]
    taken_back: list[TakenBack] = []
    sealed: str | None = None
    forced: bool = False
    orders: OrdersInfo | None = None
    key: str | None = None


class Sync(Sent):
    """Everything an asker may know: its seats, or "watch" for a spectator."""

    type: Literal["sync"] = "sync"
    seq: int
    table: TableInfo
    seats: dict[str, SeatSync]


class Update(Sent):
    """News: the same as a sync, with what has changed."""

    type: Literal["update"] = "update"
    seq: int
    table: TableChange
    seats: dict[str, SeatSync]


Told = Annotated[
    Sync | Update | Answer | Refused | Previewed | WhyNot | Arranged | Hinted | Weighed | Offered | Waiting | Pong,
    Field(discriminator="type"),
]
TOLD: TypeAdapter[Any] = TypeAdapter(Told)


class Links(Sent):
    """Where people go: to watch, and to each seat that is a person's or open."""

    watch: str
    seats: dict[str, str]


class Made(Sent):
    """A new table."""

    table: TableInfo
    links: Links


class OptionInfo(Sent):
    """An option of a game; empty `seats` means it is for any number. `labels`: what people call the values."""

    name: str
    values: list[OptionValue]
    labels: list[str]
    default: OptionValue
    rule: str
    says: str
    seats: list[int]


class SeriesChoice(Sent):
    name: str
    says: str


class LevelInfo(Sent):
    """An opponent: what people call it, and how it plays."""

    level: int
    name: str
    says: str


class GameInfo(Sent):
    """A game, with all that can be chosen. `orders`: seats can order beforehand what they answer."""

    name: str
    title: str
    credit: str
    kind: str
    minutes: int
    goal: str
    seats: list[int]
    seat_names: list[str]
    numbered: bool
    options: list[OptionInfo]
    series: list[SeriesChoice]
    levels: list[LevelInfo]
    secrets: bool
    orders: bool


class Me(Sent):
    """Who the asker is here."""

    id: str
    name: str | None


class Health(Sent):
    """Done, or well, in a sentence."""

    ok: bool
    says: Sentence


class First(Sent):
    """What the page of a table comes with: all that the first calls would answer, and the words of each place."""

    sync: Sync
    game: GameInfo
    words: dict[str, str]
    language: str


FIRST: TypeAdapter[Any] = TypeAdapter(First)
