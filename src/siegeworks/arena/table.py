"""One game between bots: each is handed views, plays, and is timed. The luck is that of a `Match` with the seed."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from siegeworks.arena.contest import Contest, Sitting
from siegeworks.arena.peers import contender
from siegeworks.bots import Bot
from siegeworks.choices import option_codes
from siegeworks.core import luck, step
from siegeworks.core.dice import Dice, new_dice, roll
from siegeworks.core.rules import CHANCE, NOBODY, OptionValue
from siegeworks.core.views import view
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.games import Game

MOST_ATTEMPTS = 100
JUDGE = "search:10000"
"""Who says whether an opening is even, from what the seat to move sees."""
EVEN = 0.2
"""How much of its fair share the seat to move may have more or less in an even opening."""


@dataclass(frozen=True)
class Played:
    """A game that was played to its end."""

    deal: int
    seating: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    first: int
    """The seat whose turn came first."""
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """What each seat thought in all."""

    @property
    def sitting(self) -> Sitting:
        return Sitting(self.deal, self.seating)

    def value(self, seat: int) -> float:
        """1 shared among the winners."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "seconds": [round(spent, 4) for spent in self.seconds]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Played:
        values: Any = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
        return cls(**values)


@lru_cache(maxsize=64)
def _bot(game: Game, name: str, options: tuple[tuple[str, OptionValue], ...]) -> Bot:
    return contender(game, name, dict(options))


class Board:
    """A state with its buffers, and draws taken from the deal's seed as `Match` takes them."""

    def __init__(self, contest: Contest, deal: int) -> None:
        rules = contest.rules.rules
        width = max(rules.ACTIONS, rules.CHANCES)
        self.states: Any = np.zeros(1, rules.STATE)
        self.out, self.weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self.seed, self.draws = contest.luck(deal), 0
        self.codes = option_codes(contest.rules, contest.chosen)
        for attempt in range(MOST_ATTEMPTS):
            self._begin(contest.seats)
            self.first = self.to_move
            dice = new_dice(contest.opening_seed(deal, attempt))
            self._open(contest.opening, dice)
            if self.to_move != NOBODY and (not contest.even or self._is_even(contest, dice)):
                return
        found = "is never even after" if contest.even else "ends within"
        raise BadSetup(
            "cli.no-such-opening",
            title=contest.rules.title,
            found=found,
            opening=contest.opening,
            attempts=MOST_ATTEMPTS,
        )

    def _begin(self, seats: int) -> None:
        self.count = int(step.begin(self.states, 0, seats, self.codes, self.out))
        self.draws = 0
        self._draw()

    def _open(self, decisions: int, dice: Dice) -> None:
        """So many decisions at random, fewer if the game ends."""
        for _ in range(decisions):
            if self.to_move != NOBODY:
                self.play(int(self.out[roll(dice, self.count)]))

    def _is_even(self, contest: Contest, dice: Dice) -> bool:
        """Whether the judge gives the seat to move about its fair share."""
        judge = _bot(contest.rules, JUDGE, tuple(contest.chosen.items()))
        _, thought = judge.choose(view(self.states, self.to_move), None, dice)
        return abs(thought.value * contest.seats - 1.0) <= EVEN

    @property
    def to_move(self) -> int:
        return int(self.states["to_move"][0])

    def is_legal(self, action: int) -> bool:
        return action in self.out[: self.count].tolist()

    def play(self, action: int) -> None:
        """A seat's action and the luck that follows."""
        self.count = int(step.step(self.states, 0, action, self.out))
        self._draw()

    def _draw(self) -> None:
        while self.to_move == CHANCE:
            n = step.weigh(self.states, 0, self.weights)
            place = luck.pick(self.seed, self.draws, self.weights[:n].tolist())
            self.draws += 1
            self.count = int(step.step(self.states, 0, self.out[place], self.out))


def play_game(contest: Contest, sitting: Sitting) -> Played:
    """Play a sitting to its end."""
    chosen = tuple(contest.chosen.items())
    bots = [_bot(contest.rules, name, chosen) for name in sitting.seating]
    dice = [new_dice(contest.dice_seed(sitting, seat)) for seat in range(contest.seats)]
    decisions, seconds = [0] * contest.seats, [0.0] * contest.seats
    board = Board(contest, sitting.deal)
    while (seat := board.to_move) != NOBODY:
        seen = view(board.states, seat)
        started = time.perf_counter()
        action, _ = bots[seat].choose(seen, None, dice[seat])
        seconds[seat] += time.perf_counter() - started
        decisions[seat] += 1
        if not board.is_legal(action):
            raise _refusal(contest.rules, sitting.seating[seat], action)
        board.play(action)
    return _played(sitting, board, decisions, seconds)


def warm_up(contest: Contest) -> None:
    """Let every bot decide once, so that all it needs is compiled before games are timed or handed out."""
    seen = Board(contest, 0)
    for name in contest.bots:
        _bot(contest.rules, name, tuple(contest.chosen.items())).choose(
            view(seen.states, seen.to_move), None, new_dice(0)
        )


def _refusal(game: Game, name: str, action: int) -> IllegalAction:
    names = game.words.ACTION_NAMES
    said = names[action] if 0 <= action < len(names) else f"number {action}"
    return IllegalAction("cli.bot-chose-illegal", game.words.ACTION_RULE, name=name, action=said)


def _played(sitting: Sitting, board: Board, decisions: list[int], seconds: list[float]) -> Played:
    points, ranks = np.zeros(len(decisions), np.int64), np.zeros(len(decisions), np.int64)
    step.standings(board.states, 0, points, ranks)
    return Played(
        sitting.deal,
        sitting.seating,
        winners=tuple(seat for seat, place in enumerate(ranks.tolist()) if place == 1),
        scores=tuple(points.tolist()),
        places=tuple(ranks.tolist()),
        first=board.first,
        decisions=tuple(decisions),
        seconds=tuple(seconds),
    )
