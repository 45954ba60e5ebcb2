"""Who plays whom, in which seats, with which luck: a contest is a list of sittings that anyone can write down again."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from siegeworks.choices import changed_options, checked_game, checked_options, checked_seats
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import Game

MOST_LINEUPS = 5_000
OPENING, MOST_OPENING = 2, 20
"""Bots without luck would play the same game again and again: two decisions at random make thousands of beginnings."""


@dataclass(frozen=True)
class Sitting:
    """One game to be played: the deal gives the luck, the seating says who sits where."""

    deal: int
    seating: tuple[str, ...]


@dataclass(frozen=True)
class Contest:
    """A game, a number of seats, the bots by name, and a seed for all luck. Same contest, same sittings."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int = 0
    one_against: bool = False
    """The first bot alone against a table of each of the others."""
    opening: int = OPENING
    """How many decisions are made at random before the bots take over, the same for all who play the deal."""
    even: bool = False
    """Only openings that leave the seat to move about its fair share, as the judge sees it, are played on."""

    def __post_init__(self) -> None:
        game = checked_game(self.game)
        checked_options(game, self.options, checked_seats(game, self.seats))
        if not self.bots:
            raise BadSetup("cli.no-bots-named")
        if not 0 <= self.opening <= MOST_OPENING:
            raise BadSetup("cli.opening-range", most=MOST_OPENING, opening=self.opening)
        if len(set(self.bots)) < len(self.bots):
            raise BadSetup("cli.bot-named-twice")
        if self.one_against and len(self.bots) < 2:
            raise BadSetup("cli.against-needs-two")

    @property
    def rules(self) -> Game:
        """The game itself."""
        return checked_game(self.game)

    @cached_property
    def chosen(self) -> dict[str, OptionValue]:
        """All options, the defaults included."""
        return checked_options(self.rules, self.options, self.seats)

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that are not the default."""
        return changed_options(self.rules, self.chosen)

    @cached_property
    def lineups(self) -> list[tuple[str, ...]]:
        """Which bots meet at one table; where there are fewer bots than seats, some sit twice."""
        if self.one_against:
            return [(self.bots[0], *[other] * (self.seats - 1)) for other in self.bots[1:]]
        if len(self.bots) >= self.seats:
            found = list(itertools.islice(itertools.combinations(self.bots, self.seats), MOST_LINEUPS + 1))
        else:
            mixed = itertools.combinations_with_replacement(self.bots, self.seats)
            found = [lineup for lineup in mixed if len(set(lineup)) == len(self.bots)]
        if len(found) > MOST_LINEUPS:
            raise BadSetup("cli.too-many-lineups", most=MOST_LINEUPS)
        return found

    def sittings(self, games: int) -> Iterator[Sitting]:
        """At least `games` games for each lineup, in whole deals: every deal is played in every rotation."""
        for deal in range(self.deals(games)):
            for lineup in self.lineups:
                for seating in seatings(lineup, deal):
                    yield Sitting(deal, seating)

    def deals(self, games: int) -> int:
        """How many deals it takes."""
        if games < 1:
            raise BadSetup("cli.too-few-games", games=games)
        fewest = min(len(seatings(lineup, 0)) for lineup in self.lineups)
        return -(-games // fewest)

    def luck(self, deal: int) -> bytes:
        """The seed of a deal: the same for all who play it, in whatever seats."""
        return self._digest(f"deal {deal}")

    def opening_seed(self, deal: int, attempt: int) -> int:
        """Where the dice of a deal's opening begin; another attempt is made if the game ends in it or it is uneven."""
        return int.from_bytes(self._digest(f"opening {deal} {attempt}")[:7], "big")

    def dice_seed(self, sitting: Sitting, seat: int) -> int:
        """Where the dice of a seat's bot begin; no two seats or games share them."""
        words = f"dice {sitting.deal} {seat} {' '.join(sitting.seating)}"
        return int.from_bytes(self._digest(words)[:7], "big")

    def _digest(self, words: str) -> bytes:
        return hashlib.blake2b(f"{self.seed} {words}".encode(), digest_size=32, person=b"siegeworks-arena").digest()


def seatings(lineup: tuple[str, ...], deal: int) -> list[tuple[str, ...]]:
    """All rotations of a lineup. Deal by deal the order round the table changes, until there was every one."""
    orders = sorted(set(itertools.permutations(lineup[1:])))
    order = (lineup[0], *orders[deal % len(orders)])
    return list(dict.fromkeys(order[at:] + order[:at] for at in range(len(order))))
