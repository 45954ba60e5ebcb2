"""What is sent and answered about studies, as models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from siegeworks.nodes import MOST_LETTERS, MOST_MARKS
from siegeworks.server.answers import LegalAction, Outcome, Said, Sent, Sentence
from siegeworks.server.guards import MOST_RECORD
from siegeworks.server.messages import MOST_ID, MOST_SEATS, Incoming, OptionValue, SeatNumber, Words

NodeNumber = Annotated[int, Field(ge=0, le=1_000_000)]
MOST_NAME = 80
"""Letters of what a study is called."""
Cell = Annotated[str, StringConstraints(max_length=8)]


class StudyWish(Incoming):
    """A study to be made: of a record, of a table that is over, of a position, or of a game from its beginning."""

    record: Annotated[str, StringConstraints(max_length=MOST_RECORD)] | None = None
    table: Annotated[str, StringConstraints(max_length=MOST_ID)] | None = None
    game: Words | None = None
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] = 2
    options: Annotated[dict[str, OptionValue], Field(max_length=20)] = {}
    position: dict[str, Any] | None = None


class PositionWish(Incoming):
    """A position to be judged; without one, that of a new game. `tidy`: leave out what follows from the rest."""

    game: Words
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] = 2
    options: Annotated[dict[str, OptionValue], Field(max_length=20)] = {}
    position: dict[str, Any] | None = None
    tidy: bool = False


class PlayThere(Incoming):
    """What follows a line if whoever is to move, or chance, does this. Without an action chance draws."""

    do: Literal["play"]
    node: NodeNumber
    action: Words | None = None


class RollThere(Incoming):
    """What follows a line if chance makes all draws that come before somebody's move."""

    do: Literal["roll"]
    node: NodeNumber


class ResignThere(Incoming):
    """What follows a line if a seat leaves."""

    do: Literal["resign"]
    node: NodeNumber
    seat: SeatNumber


class ChangeThere(Incoming):
    """Delete a line with all that follows, or make its variation the line that is continued."""

    do: Literal["delete", "promote"]
    node: NodeNumber


class CommentThere(Incoming):
    """Say something about a line."""

    do: Literal["comment"]
    node: NodeNumber
    text: Annotated[str, StringConstraints(max_length=2 * MOST_LETTERS)]


class DrawThere(Incoming):
    """Mark cells at a line, and draw arrows, in place of those that were there."""

    do: Literal["draw"]
    node: NodeNumber
    marks: Annotated[list[Cell], Field(max_length=MOST_MARKS)] = []
    arrows: Annotated[list[Annotated[list[Cell], Field(min_length=2, max_length=2)]], Field(max_length=MOST_MARKS)] = []


class StudyWhy(Incoming):
    """Ask why nothing that points at these targets can be played."""

    targets: Annotated[list[Words], Field(max_length=4)] = []
    verb: Words | None = None


class NameStudy(Incoming):
    """Call the study something, or nothing. `node` is the line that is looked at."""

    do: Literal["name"]
    node: NodeNumber
    text: Annotated[str, StringConstraints(max_length=MOST_NAME, strip_whitespace=True)]


class UndoChange(Incoming):
    """Undo the last change of the study, or do it again."""

    do: Literal["undo", "redo"]


StudyAct = Annotated[
    PlayThere | RollThere | ResignThere | ChangeThere | CommentThere | DrawThere | NameStudy | UndoChange,
    Field(discriminator="do"),
]


class FieldChoice(Sent):
    """A value of a field, or a piece of the board by its letter, and what it is called."""

    value: str | int | None
    says: Sentence


class PositionField(Sent):
    """What can be set of a position: where it lies, what it is called, and whose it is.

    `follows`: it may be left out; `hint`: how it is written.
    """

    path: list[str | int]
    kind: Literal["board", "choice", "number", "letters", "card", "cards"]
    says: Sentence
    choices: list[FieldChoice]
    seat: int | None
    follows: bool
    hint: Sentence | None


class PositionJudged(Sent):
    """A position, what can be set of it, and either the whole of it or why it cannot be, with the rule it breaks."""

    position: dict[str, Any]
    fields: list[PositionField]
    whole: dict[str, Any] | None
    says: Sentence | None
    rule: str | None


class StudyMade(Sent):
    """A new study and its link."""

    id: str
    link: str


class OpeningMove(Sent):
    """A move of the book. `share`: what the mover had of the win in the end, with its 95 % interval. `by`: which bots
    played it, and how often. `alike`: moves that lead to a position that is alike."""

    action: str
    says: Sentence
    targets: list[str]
    alike: list[str]
    times: int
    share: float
    low: float
    high: float
    by: dict[str, int]


class OpeningMoves(Sent):
    """What the book of the game knows of a position, and of how many games it is; no games where there is no book."""

    games: int
    moves: list[OpeningMove]


class StudyLine(Sent):
    """A study in the list of mine. `changed`: when, in ms since 1970."""

    id: str
    game: str
    name: str
    changed: int


class StudyList(Sent):
    """My studies, those that changed last first."""

    studies: list[StudyLine]


class NodeInfo(Sent):
    """A line of a study. `children`: what continues it, then the variations. The first node is the beginning."""

    node: int
    parent: int | None
    children: list[int]
    seat: int | Literal["chance", "all"] | None
    action: str
    says: list[Said]
    comment: str
    marks: list[str]
    arrows: list[list[str]]


class StudyInfo(Sent):
    """A whole study. `yours`: whether the asker may change it. `cells`: whether there are any to mark."""

    id: str
    game: str
    name: str
    seats: int
    options: dict[str, OptionValue]
    names: list[str] | None
    yours: bool
    cells: bool
    nodes: list[NodeInfo]
    can_undo: bool
    can_redo: bool


class StudyChange(Sent):
    """What a change led to: the line to look at, and the study as it is now."""

    node: int
    study: StudyInfo


class PossibleDraw(Sent):
    """A draw that can be made, how likely it is, and in words."""

    action: str
    share: float
    says: Sentence


class NodePosition(Sent):
    """The position at a line, seen with the eyes of a seat, or with nothing hidden.

    `legal`: what the seat to move can play; `draws` if chance is to move instead.
    """

    node: int
    view: dict[str, Any]
    last: list[str]
    to_move: int | Literal["chance"] | None
    prompt: Sentence | None
    legal: list[LegalAction]
    draws: list[PossibleDraw]
    result: Outcome | None


class EngineLine(Sent):
    """An action, what it promises the seat to move, how often the search tried it, and how play might go on."""

    action: str
    value: float
    visits: int
    line: list[str]
    says: list[Sentence]
    targets: list[list[str]]


class EngineLines(Sent):
    """What the search found about a position, by what `seat` knows. `values`: of each seat; together they are 1.

    Each line of the answer is one of these, with more simulations than the one before, until one is `done`.
    """

    seat: int
    simulations: int
    values: list[float]
    proven: str | None
    lines: list[EngineLine]
    done: bool
