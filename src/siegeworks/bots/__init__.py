"""Bots: from what a seat sees to the action it plays, with the thought behind it.

A bot gets a view, never a state, so that it cannot use hidden information. `bot(game, "level3")` makes any of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from siegeworks.core.dice import Dice
from siegeworks.core.phrases import Sentence, listed
from siegeworks.core.views import States
from siegeworks.errors import BadSetup
from siegeworks.games import Game

LEVELS = (1, 2, 3, 4, 5)
KINDS = ("random", "thumb", "uct", "search", "net", *(f"level{level}" for level in LEVELS))
"""Every bot there is: random, a rule of thumb, plain UCT, the full search, that with a net, and levels for people."""

MOST_SIMULATIONS, MOST_SECONDS, MOST_THREADS = 50_000_000, 3_600.0, 64


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: simulations, seconds, or whichever of the two comes first."""

    simulations: int = 0
    seconds: float = 0.0
    threads: int = 1

    def __post_init__(self) -> None:
        if not (0 <= self.simulations <= MOST_SIMULATIONS and 0 <= self.seconds <= MOST_SECONDS):
            raise BadSetup("bot-most-budget", simulations=MOST_SIMULATIONS, seconds=int(MOST_SECONDS))
        if self.simulations == 0 and self.seconds == 0:
            raise BadSetup("bot-no-budget")
        if not 1 <= self.threads <= MOST_THREADS:
            raise BadSetup("bot-threads", most=MOST_THREADS, threads=self.threads)


NOTHING_SAID = Sentence("said", {"text": ""})
DEFAULT_BUDGET = Budget(seconds=0.2)


@dataclass(frozen=True)
class Candidate:
    """An action the bot considered: its visits, its value, and how often the bot would play it."""

    action: int
    visits: int
    value: float
    share: float


@dataclass(frozen=True)
class Thought:
    """What a bot thought: the candidates, best first, what it expects and how it would go on."""

    seat: int
    candidates: tuple[Candidate, ...]
    value: float
    """The share of the win the seat expects."""
    line: tuple[int, ...]
    """The principal variation, the chosen action first, as far as the seat can see."""
    simulations: int
    seconds: float
    proven: str | None
    """Such as "win in 3", "loss in 2" or "draw", if the bot is certain."""
    says: Sentence
    """What the bot says of it; `str()` of it is English."""


class Bot(Protocol):
    """Chooses an action for the seat to move, from its view: an array of one state."""

    name: str

    @property
    def simulations(self) -> int:
        """How many it makes for a decision if it is given no budget; 0 if it does not search."""

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]: ...


@runtime_checkable
class Quiet(Protocol):
    """A bot that can play without putting its thought into words, which costs the quick ones most of their time."""

    def pick(self, view: States, dice: Dice) -> int:
        """What `choose` plays without a budget, from the same dice."""


def pick(player: Bot, view: States, dice: Dice) -> int:
    """What a bot plays, for programs that want no more than that."""
    return player.pick(view, dice) if isinstance(player, Quiet) else player.choose(view, None, dice)[0]


class Named:
    """What shows itself as a bot: its name and its game."""

    name: str
    game: Game

    def __repr__(self) -> str:
        return f"<bot {self.name} for {self.game.name}>"


def bot(game: Game, name: object) -> Bot:
    """The bot of this name, such as "level3", "random", "uct:5000" or "search:0.2s"."""
    if not isinstance(name, str):
        raise BadSetup("no-bot", name=repr(name)[:40], bots=listed(KINDS, "comma"))
    kind, colon, text = name.partition(":")
    if kind not in KINDS:
        raise BadSetup("no-bot", name=kind[:40], bots=listed(KINDS, "comma"))
    budget = parsed_budget(text) if colon else None
    if kind in ("random", "thumb"):
        from siegeworks.bots import simple

        made: Bot = simple.RandomBot(game) if kind == "random" else simple.ThumbBot(game)
        return made
    if kind in ("uct", "search"):
        from siegeworks.bots import thinking

        return thinking.searcher(game, name, kind == "uct", budget or DEFAULT_BUDGET)
    if kind == "net":
        from siegeworks.bots import netbot

        return netbot.net_bot(game, name, budget or DEFAULT_BUDGET)
    from siegeworks.bots import levels

    return levels.level_bot(game, int(kind.removeprefix("level")))


def parsed_budget(text: str) -> Budget:
    """A budget as it is written: simulations "5000", seconds "0.2s", both "5000,0.2s", with threads "0.2s*2"."""
    amount, star, threads = text.partition("*")
    budget = Budget(1)
    try:
        parts = [part.strip() for part in amount.split(",")]
        seconds = [float(part[:-1]) for part in parts if part.endswith("s")]
        simulations = [int(part.replace("_", "")) for part in parts if not part.endswith("s")]
        if len(seconds) < 2 and len(simulations) < 2:
            budget = Budget(sum(simulations), sum(seconds))
            return replace(budget, threads=int(threads)) if star else budget
    except ValueError:
        pass
    raise BadSetup("budget-written", text=text[:40])
