"""A game: a few plain facts, and its parts, which are modules in one folder.

This is the one way to find a part. `GAMES` in `siegeworks.games` finds a game by its name, `GAME_OF` and `GAME_OF_TYPE`
in `siegeworks.core.rules` by the record of its states; the game then has its parts. Each part is imported when it is
first needed. The protocols say what a module must hold. The classes made from them add what it may leave out, each
with its default.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import get_annotations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from rich.console import RenderableType

    from siegeworks.core.fields import Field
    from siegeworks.core.orders import Reaction
    from siegeworks.core.phrases import Sentence
    from siegeworks.core.planes import Plane
    from siegeworks.core.rules import Option, OptionValue

Phrase = dict[str, Any]
"""A part of a sentence, as `phrases.phrase` makes it."""
Compiled = Callable[..., Any]
"""A function decorated with `jit`; `core.rules` says what each is given."""
Told = tuple[str, dict[str, Any], str]
"""An event: its kind, its arguments, and the rule behind it."""


class Gain(NamedTuple):
    """What a seat gained by an action, as a part of a sentence, and the rule behind it."""

    says: Phrase
    rule: str


class OpenPlaces(NamedTuple):
    """Where a thing of a layout lies (or several that are alike), and the places it may go to next."""

    thing: str
    at: str
    to: list[str]


class Rules(Protocol):
    """`rules.py`: the record of a state, and compiled functions about it."""

    STATE: np.dtype[Any]
    """All the rules need, made by `core.rules.record`."""
    VERSION: int
    """Rises when the same actions would give another game."""
    ACTIONS: int
    """How many different actions seats have."""
    new_game: Compiled
    legal: Compiled
    apply: Compiled
    scores: Compiled
    standing: Compiled
    leave: Compiled
    default: Compiled


class RulesPart(Rules):
    """The rules of any game."""

    OPTIONS: tuple[Option, ...] = ()
    CHANCES: int = 0
    """How many different draws there are."""
    chances: Compiled | None = None
    """Only games with luck have it."""
    guess: Compiled | None = None
    """Only games with secrets have it."""
    pick: Compiled | None = None
    legal_count: Compiled | None = None
    legal_at: Compiled | None = None
    """For speed: a random legal action without a list of all."""
    is_sealed_choice: Compiled | None = None
    reopen: Compiled | None = None
    """Only games have it in which seats choose in secret at the same time."""


class Words(Protocol):
    """`words.py`: names of actions, reasons for refusals, sentences for events."""

    ACTION_NAMES: tuple[str, ...]
    SHAPES: tuple[str, ...]
    """How actions are written: `"stone CELL"`."""
    SEATS_RULE: str
    TURN_RULE: str
    ACTION_RULE: str
    LEAVE_RULE: str

    def why_not(self, state: Any, action: int) -> Sentence:
        """Why the seat to move, whose view this is, cannot play an action."""

    def events(self, before: Any, action: int | None, after: Any) -> Iterable[Told]:
        """What an action (None: a resignation) changed, from views alone."""

    def sentence(self, kind: str, args: dict[str, Any], seat: Any) -> Sentence:
        """An event as a sentence; its words are in the catalogues of the game, `text/<language>.ftl`."""

    def instruction(self, view: Any, action: int) -> Sentence:
        """What a person does who plays a legal action, without a full stop: "Place a tower on f5"."""

    def result_rule(self, state: Any) -> str:
        """The rule that ended the game."""


class WordsPart(Words):
    """The words of any game."""

    CHANCE_NAMES: tuple[str, ...] = ()
    CHANCE_RULE: str | None = None
    TARGET_KINDS: Mapping[str, str] = {}
    """The kind of target that a word of SHAPES stands for, where it is not the word itself."""
    SEATS_HAVE_COLOURS: bool = True
    """Whether a seat is called by its colour; if not, people read who sits there wherever they can."""
    prompt: Callable[[Any, int | None, Sequence[int], Sequence[int]], Sentence] | None = None
    """`prompt(view, seat, waiting, legal)`: what a seat (None: a spectator) is asked to decide, or what is waited for.

    `waiting` are the seats that are to act, `legal` the seat's actions, ascending; none if it is not asked. It is
    called for everybody after every action, so it reads fields and calls no compiled function, which would be slower.
    """
    PROMPT_VERBS: Mapping[str, Sequence[str]] = {}
    """The verbs that a prompt, or a part of it, names, by its code. A prompt that names none only waits."""
    ROUTINE: Collection[str] = ()
    """Kinds of events that follow by themselves, such as the end of a round: no reason to play what leads to them."""
    DETAILS: Collection[str] = ()
    """Kinds of events that lead up to another, which says how they ended: a log folds them under it."""
    EVENTS: tuple[str, ...] = ()
    """Every kind of event that `events` and `own_events` tell."""
    MARGIN: str | None = None
    """The sentence that says how close it was, from the best score (`best`) and all `others`."""
    ENDINGS: Mapping[str, str] = {}
    """By the rule that ended the game, the sentence that says why; it is given `winners` and their score (`best`)."""
    gains: Callable[[Sequence[Told], int, int], Iterable[Gain]] | None = None
    """`gains(events, seat, mover)`: what an action of the mover brought a seat, in words after "lets Yellow".

    Everything in them comes from the events, so that it can be checked by playing the action.
    """
    winning: Callable[[Any, int], list[str]] | None = None
    """The targets that show why this seat won alone: its towers, its royals."""
    choosing_at_once: Callable[[Any], Sequence[int]] | None = None
    """The seats that choose in secret at the same time, in turn order."""
    arrange: Callable[[Any, Mapping[str, Any]], list[str] | Sentence] | None = None
    """The actions that lead to a layout, where people arrange several things before they act."""
    open_places: Callable[[Any, Mapping[str, Any]], list[OpenPlaces] | None] | None = None
    """Where each thing of a layout may go next; None if nothing that follows makes the layout possible."""
    Layout: type[Any] | None = None
    """A TypedDict: the parts of a layout. Only games that have `arrange` have it and `open_places`."""

    is_publicly_forced: Callable[[Any, int], bool] | None = None
    """In a game with secrets: does a spectator's view show that the seat has one legal action? Never, if left out."""

    # A game with secrets must have these four. Other games are never asked, so there is no default to forget.
    is_open: Callable[[Any, int, int | None], bool]
    """May this seat (None: a spectator) read the action?"""
    twin: Callable[[Any, int], str | None]
    """What others read instead."""
    rests_on_secrets: Callable[[Any, int], bool]
    """Would playing it show something the seat cannot see yet?"""
    own_events: Callable[[Any, int], Iterator[Told]]
    """What can be told of it all the same."""


class Position(Protocol):
    """`position.py`: a state as JSON, both ways."""

    View: type[Any]
    """A TypedDict: the fields `describe` gives. The page's types are made from it."""

    def describe(self, state: Any) -> Mapping[str, Any]:
        """A state, or a view of it, as JSON: a `View`."""

    def fill(self, state: Any, position: Mapping[str, Any]) -> None:
        """Set a new game's state to a position, or raise `BadPosition`."""


class PositionPart(Position):
    """The positions of any game."""

    DERIVED: tuple[str, ...] = ()
    """Fields that follow from others; records leave them out."""
    FIELD_RULES: Mapping[str, str] = {}
    """The rule behind each field."""
    CHECKED: tuple[str, ...] = ()
    """Fields that `fill` compares with the rest itself."""
    GONE_STAY: bool = False
    """Whether a seat that left can still be to move."""


class Picture(Protocol):
    """`picture.py`: the game as SVG and on the terminal, from a view."""

    svg: Callable[..., str]
    """`svg(view, last, title="", language="en", **extras)`; extras are the game's own."""

    def terminal_picture(
        self, view: Mapping[str, Any], last: Iterable[str] = (), language: str = ...
    ) -> RenderableType:
        """The position in letters and colours; `last` are the cells of the last action."""


class PicturePart(Picture):
    """The pictures of any game."""

    CELLS: frozenset[str] = frozenset()
    """The words in names of actions that are places on the board."""


class Planes(Protocol):
    """`planes.py`: what a seat sees as numbers."""

    PLANES: tuple[Plane, ...]
    SHAPE: tuple[int, ...]
    observe: Compiled


class PlanesPart(Planes):
    """The planes of any game."""

    VERSION: int = 0
    """Of what programs meet: rises when observations, numbers of actions or rewards change their meaning."""

    DERIVED: tuple[Plane, ...] = ()
    """Planes that follow from PLANES by the rules. Nets read them too; environments do not show them."""
    derive: Compiled | None = None
    """`derive(state, seat, out, at)` writes DERIVED from plane `at` on."""
    tick: Compiled | None = None
    """For speed: 1 for each legal action, without a list of them."""


class Writing(Protocol):
    """`writing.py`: what `describe` tells as JSON, written by compiled code. Not every game has it."""

    MOST_LETTERS: int
    write: Compiled


class WritingPart(Writing):
    """The writing of any game that has it."""


class Fields(Protocol):
    """`fields.py`: what people can set of a position. Without it only who is to move, and the rest as text."""

    def fields(self, seats: int) -> list[Field]:
        """The fields of an editor, without that of who is to move, which all games have."""


class FieldsPart(Fields):
    """The fields of any game that has them."""


class Length(Protocol):
    """`length.py`: how long a game can last, if nobody leaves it."""

    def most_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """No game with these seats and options has more decisions of seats."""

    def most_draws(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Nor more draws."""


class LengthPart(Length):
    """The length of any game."""


class Judgement:
    """`judgement.py`: what the bots think of a position. Not every game has it, and all of it may be left out."""

    value: Compiled | None = None
    prior: Compiled | None = None
    thumb: Compiled | None = None
    is_early: Compiled | None = None
    turn: Compiled | None = None
    doubt: Compiled | None = None
    ROLLOUT_DEPTH: int = 0
    SEARCH_SETTINGS: Mapping[str, Any] = {}
    NET_SETTINGS: Mapping[str, Any] = {}
    """Of the search with a net."""
    LEVELS: Mapping[int, Mapping[str, object]] = {}
    FEATURES: Mapping[str, Compiled] = {}
    remark: Callable[[Any, int], Phrase | None] | None = None
    """What an action does, as a part of a sentence: "takes c4 and e5"."""


class Orders:
    """`orders.py`: what a person can order beforehand. Not every game has it."""

    REACTIONS: tuple[Reaction, ...] = ()
    """The closed list. What one of them means never changes; what means something else has another name."""


Kind = TypeVar("Kind")


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game: a few facts, and the parts in its folder."""

    name: str
    """As people type it: small letters, digits and underscores."""
    title: str
    minutes: int
    seats: tuple[int, ...]
    package: str
    """The folder the parts are in: `__name__` of its `__init__.py`."""
    series: Mapping[str, int] = field(default_factory=dict)
    """Names of series with their targets, if the game has series play."""

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    @cached_property
    def rules(self) -> RulesPart:
        return self._part("rules", RulesPart)

    @cached_property
    def words(self) -> WordsPart:
        return self._part("words", WordsPart)

    @cached_property
    def position(self) -> PositionPart:
        return self._part("position", PositionPart)

    @cached_property
    def picture(self) -> PicturePart:
        return self._part("picture", PicturePart)

    @cached_property
    def planes(self) -> PlanesPart:
        return self._part("planes", PlanesPart)

    @cached_property
    def length(self) -> LengthPart:
        return self._part("length", LengthPart)

    @cached_property
    def judgement(self) -> Judgement:
        return self._part("judgement", Judgement) if self._has("judgement") else Judgement()

    @cached_property
    def writing(self) -> WritingPart | None:
        return self._part("writing", WritingPart) if self._has("writing") else None

    @cached_property
    def fields(self) -> FieldsPart | None:
        return self._part("fields", FieldsPart) if self._has("fields") else None

    @cached_property
    def orders(self) -> Orders:
        return self._part("orders", Orders) if self._has("orders") else Orders()

    def parts(self) -> tuple[object, ...]:
        """Every part, imported; None for one that the game leaves out and that has no default."""
        needed = self.rules, self.words, self.position, self.picture, self.planes, self.length
        return *needed, self.judgement, self.writing, self.fields, self.orders

    @cached_property
    def small(self) -> Mapping[str, Mapping[str, Any]]:
        """`small.json`, if there is one: positions by name, from which the rest of a game can be enumerated."""
        file = self.folder / "small.json"
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}

    @property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(import_module(self.package).__file__)).resolve().parent

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """The number of each seat action, by its name."""
        return {name: number for number, name in enumerate(self.words.ACTION_NAMES)}

    @cached_property
    def chance_numbers(self) -> dict[str, int]:
        """The number of each draw, by its name."""
        return {name: number for number, name in enumerate(self.words.CHANCE_NAMES)}

    def _has(self, part: str) -> bool:
        return find_spec(f".{part}", self.package) is not None

    def _part(self, part: str, kind: Callable[[], Kind]) -> Kind:
        """A module of the folder as a `kind`: every name is looked up in the module, then among the kind's defaults."""
        module = import_module(f".{part}", self.package)
        missing = sorted(_required(kind) - vars(module).keys())
        if missing:
            raise TypeError(f"{part}.py lacks {', '.join(missing)}")
        found = kind()
        found.__dict__ = vars(module)
        return found


def _required(kind: Any) -> set[str]:
    """What the protocol behind a kind of part asks for."""
    protocol = kind.__mro__[1]
    return {name for name in vars(protocol) if not name.startswith("_")} | get_annotations(protocol).keys()
