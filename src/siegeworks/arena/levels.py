"""Measures the levels for people: each against the one below, the ends against simple bots. Writes the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from siegeworks.arena.pairs import SEATS, Meeting, Pair, play_pairs, played_by_today
from siegeworks.arena.ratings import share_of
from siegeworks.arena.report import percent
from siegeworks.arena.run import Progress
from siegeworks.arena.shares import Share
from siegeworks.arena.spread import Workers
from siegeworks.arena.summary import balance, pace
from siegeworks.arena.table import Played
from siegeworks.bots import LEVELS
from siegeworks.bots.levels import Level, has_net, level_of, plays_exactly
from siegeworks.games import GAMES, Game

PAGE = Path("docs/levels.md")
GAMES_A_PAIR = 60
LEAST_GAMES = 8
"""Fewer games than this say nothing."""
BASELINES = CHANCE, THUMB = "random", "thumb"
"""Simple bots; a score against them has no target."""
BOTS = (CHANCE, *(f"level{level}" for level in LEVELS))
STEPS = tuple((BOTS[at], BOTS[at - 1]) for at in range(1, len(BOTS)))
"""Each level and the one below, whose score it is first."""
PAIRS = (*STEPS, (BOTS[-1], CHANCE), (BOTS[1], THUMB))
"""The pairs that are measured at two seats: the same, and the ends of the scale."""
TARGET = (0.60, 0.85)
"""What a level should score against the one below."""


def measure(
    game: Game,
    folder: Path,
    games: int | None,
    workers: Workers,
    seed: int,
    progress: Progress,
    *,
    anew: bool = False,
    seats: int = SEATS,
) -> None:
    """Play every pair of a game at so many seats; what is in the folder already is continued."""
    count = GAMES_A_PAIR if games is None else games
    path, meeting = path_of(game, folder, seats), Meeting(game, seed, seats)
    play_pairs(meeting, pairs_at(seats), path, count, workers, progress, anew)


def pairs_at(seats: int) -> tuple[Pair, ...]:
    """The pairs that are measured at so many seats."""
    return PAIRS if seats == SEATS else STEPS


def path_of(game: Game, folder: Path, seats: int = SEATS) -> Path:
    """Where the results of a game are kept."""
    return folder / (f"{game.name}.jsonl" if seats == SEATS else f"{game.name}-{seats}.jsonl")


def page(folder: Path, seed: int = 0) -> str:
    """All that was measured, as the page `docs/levels.md`."""
    return "\n".join([HEAD, *(_chapter(game, results(game, folder, seed)) for game in GAMES.values())])


def results(game: Game, folder: Path, seed: int) -> dict[int, list[Played]]:
    """What was played by the bots of today, for each number of seats."""
    return {
        seats: played_by_today(Meeting(game, seed, seats), pairs_at(seats)[0], path_of(game, folder, seats))
        for seats in game.seats
    }


def _chapter(game: Game, measured: Mapping[int, Sequence[Played]]) -> str:
    hows = [f"- Level {number} {how(game, level_of(game, number))}." for number in LEVELS]
    lines = [f"## {game.title}", "", *hows, ""]
    if not any(measured.values()):
        return "\n".join([*lines, "Not measured with the bots of this version.", ""])
    if measured[SEATS]:
        lines += _at_two_seats(measured[SEATS])
    return "\n".join([*lines, *_at_larger_tables(game, measured), ""])


def _at_two_seats(played: Sequence[Played]) -> list[str]:
    seats = balance([game for game in played if not set(BASELINES).intersection(game.seating)], SEATS)
    heads = ["| level | against | score (95 %) | games | a decision |", "|---|---|---|---|---|"]
    return [*heads, *(_row(pair, played) for pair in PAIRS), "", _said_of_seats(seats.turns[0])]


def _row(pair: tuple[str, str], played: Sequence[Played]) -> str:
    met = _met(pair, played)
    if len(met) < LEAST_GAMES:
        return f"| {spoken(pair[0])} | {spoken(pair[1])} | not measured | | |"
    share, thinking = share_of(pair[0], met), pace(pair[0], met)
    note = "" if pair[1] in BASELINES or TARGET[0] <= share.share <= TARGET[1] else " *"
    return (
        f"| {spoken(pair[0])} | {spoken(pair[1])} | {percent(share)}{note} | {share.games} "
        f"| {1000 * thinking.seconds:.1f} ms |"
    )


def _met(pair: Pair, played: Sequence[Played]) -> list[Played]:
    return [game for game in played if set(game.seating) == set(pair)]


def _at_larger_tables(game: Game, measured: Mapping[int, Sequence[Played]]) -> list[str]:
    """A column for each number of seats that was measured, and which were not."""
    counts = [seats for seats in game.seats if seats != SEATS and measured[seats]]
    missing = [seats for seats in game.seats if not measured[seats]]
    lines = [f"The levels are not measured with {_listed(missing)} seats."] if missing else []
    if not counts:
        return lines
    heads = [f"{seats} seats (even: {100 / seats:.1f} %)" for seats in counts]
    lines += ["", f"| level | against a table of | {' | '.join(heads)} |", f"|---|---{'|---' * len(counts)}|"]
    for pair in STEPS:
        cells = [_share_at(seats, pair, measured[seats]) for seats in counts]
        lines.append(f"| {spoken(pair[0])} | {spoken(pair[1])} | {' | '.join(cells)} |")
    return lines


def _share_at(seats: int, pair: Pair, played: Sequence[Played]) -> str:
    """What the first of a pair won against a table of the other."""
    met = _met(pair, played)
    if len(met) < LEAST_GAMES:
        return "not measured"
    share = share_of(pair[0], met)
    return f"{percent(share)}{'' if share.low > 1 / seats else ' *'} of {share.games}"


def how(game: Game, level: Level) -> str:
    """How a level searches and errs, in words."""
    if level.thinks == "thumb":
        return "plays by a rule of thumb, without search"
    exactly = ", and plays the end exactly where the solver finds it" if plays_exactly(game, level) else ""
    if not has_net(game, level):
        return searching(level) + exactly
    elsewhere = f"; at tables that the net does not know it {searching(level)} without it"
    return f"{searching(level.net or level, ' with the [net](nets.md)')}{exactly}{elsewhere}"


def searching(level: Level, judging: str = "") -> str:
    """Simulations and error rates."""
    says = f"runs {level.simulations:,} simulations a decision{judging}"
    if level.softmax_rate:
        says += f", and samples {100 * level.softmax_rate:.0f} % of its decisions from a softmax over the values"
    if level.random_rate:
        random = f"{100 * level.random_rate:.0f} % of its decisions at random"
        says += f", and plays {random}, leaving out actions that lost in every simulation"
    if level.contempt:
        says += ", and avoids sharing the win early"
    return says


def spoken(bot: str) -> str:
    """What people call a bot."""
    return "a rule of thumb" if bot == THUMB else bot.replace("level", "level ")


def _said_of_seats(begins: Share) -> str:
    if not begins.games:
        return "How often the seat that begins wins was not measured."
    return f"The seat that begins wins {percent(begins)} of the games between levels."


def _listed(numbers: list[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


HEAD = f"""# Levels

Every game has five levels, from one that a child should beat to the strongest we have. [Bots](bots.md) says how they
work. This page says how strong they are. It is written by

```
siegeworks arena levels --workers 2
```

which plays each level against the one below, at two seats: the same deals with the seats swapped. A win counts 1 and
a shared win 1/2. The brackets have the 95 % interval (Wilson). A level should score {100 * TARGET[0]:.0f} to \
{100 * TARGET[1]:.0f} %
against the one below; a star marks a score outside this range. With `--seats 3` or more one level plays against a table
of the one below, every deal from each seat; there a star marks an interval that does not lie above an even share.
"A decision" is the mean time of a decision of the first
of the two. The machine was busy with other work, so use the times only to compare levels.

No child was measured. The rule of thumb stands in for one: it plays the action with the highest prior, without search.
The last line of each table is level 1 against it. In Siege that rule is also level 2.

The simulations and error rates of each level were chosen by earlier runs like this one, some on the same deals. So new
deals may give scores a little further from the range; `--seed 1` plays new ones.
"""
