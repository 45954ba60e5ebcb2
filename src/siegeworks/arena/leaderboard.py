"""The leaderboard: all kinds of bots of a game on one scale. Every bot meets those near it on a list by strength.

Programs of anybody can be on it too: an engine meets those near the place that is chosen for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from siegeworks.arena.levels import path_of
from siegeworks.arena.pairs import SEATS, Meeting, Pair, play_pairs, played_by_today
from siegeworks.arena.peers import ENGINE
from siegeworks.arena.ratings import ratings
from siegeworks.arena.report import percent, rated
from siegeworks.arena.run import Progress
from siegeworks.arena.spread import Workers
from siegeworks.arena.table import Played
from siegeworks.bots.netfile import path_of as net_of
from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game

PAGE = Path("docs/leaderboard.md")
GAMES_A_PAIR = 20
NEAR = 2
"""Every bot plays those so many places before and after it on the list: a chain is enough for ratings."""
WEAK = ("random", "thumb", "level1", "level2", "level3")
STRONG = ("uct:1000", "level4", "search:1000", "level5")
NET = "net:500"
SPOKEN = {"random": "random play", "thumb": "rule of thumb", "uct": "plain UCT", "search": "full search", "net": "net"}


def bots_of(game: Game) -> tuple[str, ...]:
    """Who is on the list, from weak to strong as far as one can say beforehand."""
    nets = (NET,) if net_of(game).is_file() else ()
    return (*WEAK, *STRONG, *nets)


def pairs_of(bots: Sequence[str]) -> list[Pair]:
    """Each bot and those near it, the stronger first."""
    return [(bots[at], bots[at - back]) for back in range(1, NEAR + 1) for at in range(back, len(bots))]


class Programs(NamedTuple):
    """Engines that are measured too, and the bot of the list after which they stand."""

    engines: Sequence[str] = ()
    after: str = WEAK[0]

    def pairs(self, bots: Sequence[str]) -> list[Pair]:
        """Each engine and the bots near its place."""
        if self.after not in bots:
            raise BadSetup("cli.not-on-the-list", bot=self.after[:40], bots=listed(list(bots), "comma"))
        place = bots.index(self.after) + 1
        near = bots[max(place - NEAR, 0) : place + NEAR]
        return [(engine, bot) for engine in self.engines for bot in near]


NO_PROGRAMS = Programs()


def measure(
    game: Game,
    folder: Path,
    games: int | None,
    workers: Workers,
    seed: int,
    progress: Progress,
    *,
    anew: bool = False,
    programs: Programs = NO_PROGRAMS,
) -> None:
    """Play every pair of a game; what is in the folder already is continued."""
    count, bots = GAMES_A_PAIR if games is None else games, bots_of(game)
    pairs = [*pairs_of(bots), *programs.pairs(bots)]
    play_pairs(Meeting(game, seed), pairs, path_of(game, folder), count, workers, progress, anew)


def page(folder: Path, seed: int = 0) -> str:
    """All that was measured, as the page `docs/leaderboard.md`."""
    return "\n".join([HEAD, *(_chapter(game, folder, seed) for game in GAMES.values())])


def _chapter(game: Game, folder: Path, seed: int) -> str:
    pairs = pairs_of(bots_of(game))
    played = played_by_today(Meeting(game, seed), pairs[0], path_of(game, folder))
    is_whole = all(len(_met(pair, played)) >= SEATS for pair in pairs)
    told = _table(played) if is_whole else ["Not measured with the bots of this version."]
    return "\n".join([f"## {game.title}", "", *told, ""])


def _met(pair: Pair, played: Sequence[Played]) -> list[Played]:
    """The games of a pair. A table that is not played to its end is not shown."""
    return [game for game in played if set(game.seating) == set(pair)]


def _table(played: Sequence[Played]) -> list[str]:
    lines = ["| | bot | rating (95 %) | share of its games (95 %) | games |", "|---|---|---|---|---|"]
    for place, each in enumerate(ratings(played), 1):
        lines.append(f"| {place} | {spoken(each.bot)} | {rated(each)} | {percent(each.share)} | {each.share.games} |")
    return [*lines, "", f"{len(played)} games."]


def spoken(bot: str) -> str:
    """What people call a bot; a program is its command."""
    kind, _, budget = bot.partition(":")
    if kind == ENGINE:
        return f"`{budget}`"
    name = SPOKEN.get(kind, kind.replace("level", "level "))
    return f"{name}, {int(budget):,} simulations" if budget else name


HEAD = f"""# Leaderboard

How strong the bots are beside each other, game by game, at {SEATS} seats. It is written by

```
siegeworks arena leaderboard --games {GAMES_A_PAIR} --workers 2
```

**The protocol.** The bots stand on a list: {", ".join(map(spoken, (*WEAK, *STRONG)))},
and the [net](nets.md) with {NET.partition(":")[2]} simulations where the game has one. Every bot plays those up to
{NEAR} places before and after it. A deal has its own luck and two random decisions to begin with, and is played twice
with the seats swapped; `--games` is how many games each pair plays. A win counts 1, a shared win 1/2. Ratings are
Bradley-Terry over all games of a table: 400 points are odds of ten to one, 0 is the mean of the table, and intervals
are a bootstrap over deals ([the arena](arena.md)). Ratings of different games cannot be compared. The share is against
near neighbours only, so it is no measure by itself.

All budgets are simulations, so the result does not depend on the machine. The luck follows from `--seed`. Every game is
kept in the folder `arena-leaderboard` (`--out`): the same command with more `--games` plays only those that are
missing, here or on another machine to which the folder was copied. Games by other versions of the bots are not used.
Under each table stands how many games it rests on. With few games the intervals are wide: bots whose intervals overlap
are not told apart.

**Programs.** A trained agent, or any program that speaks [the engine protocol](engine-protocol.md), is put on the list
of a game by

```
siegeworks arena leaderboard GAME --engine COMMAND --after BOT
```

It stands after the bot that `--after` names ({WEAK[0]}, if none is named) and meets the {NEAR} before and after that
place. In the tables a program is its command. [Train](train.md) tells how the one that learnt was made.
"""
