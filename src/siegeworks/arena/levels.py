"""The levels for people, measured: each against the one below, the ends against simple play, and a page about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from siegeworks.arena.contest import Contest
from siegeworks.arena.ratings import Share, share_of
from siegeworks.arena.report import percent
from siegeworks.arena.run import play_contest
from siegeworks.arena.store import Store, is_current
from siegeworks.arena.summary import balance, pace
from siegeworks.arena.table import Played, warm_up
from siegeworks.bots import LEVELS
from siegeworks.bots.levels import Level, level_of, plays_exactly
from siegeworks.games import GAMES, Game

PAGE = Path("docs/levels.md")
SEATS = 2
GAMES_A_PAIR = 60
LEAST_GAMES = 8
"""Fewer games than this say nothing."""
YARDSTICKS = CHANCE, THUMB = "random", "thumb"
"""Who plays simply; what a level scores against them has no aim."""
BOTS = (CHANCE, *(f"level{level}" for level in LEVELS))
PAIRS = (*((BOTS[at], BOTS[at - 1]) for at in range(1, len(BOTS))), (BOTS[-1], CHANCE), (BOTS[1], THUMB))
"""Who is measured against whom, whose score it is first: each level and the one below, and the ends of the scale."""
AIM = (0.60, 0.85)
"""What a level should score against the one below."""

Progress = Callable[[int, int], None]


def contest_of(game: Game, pair: tuple[str, str], seed: int) -> Contest:
    """Two neighbours at a table."""
    return Contest(game.name, SEATS, pair, seed=seed)


def measure(
    game: Game, folder: Path, games: int | None, workers: int, seed: int, progress: Progress, *, anew: bool = False
) -> None:
    """Play every pair of a game. Results of another version of its bots are forgotten, others are gone on from."""
    count = GAMES_A_PAIR if games is None else games
    path = folder / f"{game.name}.jsonl"
    first = contest_of(game, PAIRS[0], seed)
    store = Store(path, first, anew=anew or not is_current(path, first))
    for at, pair in enumerate(PAIRS):
        contest = contest_of(game, pair, seed)
        warm_up(contest)
        play_contest(
            contest,
            count,
            store=store,
            workers=workers,
            progress=lambda done, of, at=at: progress(at * of + done, of * len(PAIRS)),  # type: ignore[misc]
        )


def page(folder: Path, seed: int = 0) -> str:
    """All that was measured, as the page `docs/levels.md`; what was not measured says so."""
    return "\n".join([HEAD, *(_chapter(game, _results(game, folder, seed)) for game in GAMES.values())])


def _results(game: Game, folder: Path, seed: int) -> list[Played]:
    """The games on disk, if the bots that played them are those of today."""
    contest, path = contest_of(game, PAIRS[0], seed), folder / f"{game.name}.jsonl"
    return list(Store(path, contest).played.values()) if is_current(path, contest) else []


def _chapter(game: Game, played: Sequence[Played]) -> str:
    hows = [f"- Level {number} {how(game, level_of(game, number))}." for number in LEVELS]
    lines = [f"## {game.title}", "", *hows, ""]
    if not played:
        return "\n".join([*lines, "Not measured with the bots of this version.", ""])
    lines += ["| level | against | score (95 %) | games | a decision |", "|---|---|---|---|---|"]
    lines += [_row(pair, played) for pair in PAIRS]
    seats = balance([game for game in played if not set(YARDSTICKS).intersection(game.seating)], SEATS)
    return "\n".join([*lines, "", _said_of_seats(seats.turns[0]), _others(game), ""])


def _row(pair: tuple[str, str], played: Sequence[Played]) -> str:
    met = [game for game in played if set(game.seating) == set(pair)]
    if len(met) < LEAST_GAMES:
        return f"| {spoken(pair[0])} | {spoken(pair[1])} | not measured | | |"
    share, thinking = share_of(pair[0], met), pace(pair[0], met)
    note = "" if pair[1] in YARDSTICKS or AIM[0] <= share.share <= AIM[1] else " *"
    return (
        f"| {spoken(pair[0])} | {spoken(pair[1])} | {percent(share)}{note} | {share.games} "
        f"| {1000 * thinking.seconds:.1f} ms |"
    )


def how(game: Game, level: Level) -> str:
    """How a level thinks and errs, in words."""
    if level.thinks == "thumb":
        return "plays by a rule of thumb, without looking ahead"
    looks = f"looks ahead {level.simulations:,} times a decision"
    if level.softmax_rate:
        looks += f", and in {100 * level.softmax_rate:.0f} % of its decisions draws among all that looks playable to it"
    if level.random_rate:
        looks += f", and in {100 * level.random_rate:.0f} % plays anything it does not see to lose"
    if level.contempt:
        looks += ", and does not share the win before anything was tried"
    exactly = ", and plays the last plies exactly where they can be solved"
    return looks + (exactly if plays_exactly(game, level) else "")


def spoken(bot: str) -> str:
    """What people call a bot."""
    return "a rule of thumb" if bot == THUMB else bot.replace("level", "level ")


def _said_of_seats(begins: Share) -> str:
    if not begins.games:
        return "Who begins: not measured."
    return f"Who begins wins {percent(begins)} of the games between levels."


def _others(game: Game) -> str:
    more = [seats for seats in game.seats if seats != SEATS]
    return f"With {' or '.join(map(str, more))} seats the levels are not measured." if more else ""


HEAD = f"""# Levels

Every game has five levels, from one meant for a child to beat to the strongest we have. [How they think](bots.md) is
another page; this one is about what they are worth. It is written by

```
siegeworks arena levels --workers 2
```

which plays each level against the one below, at two seats: the same deals with the seats swapped, a win counting 1 and
a shared win 1/2. Behind each score stands its 95 % interval (Wilson). A level should score {100 * AIM[0]:.0f} to \
{100 * AIM[1]:.0f} %
against the one below; where it does not, the score has a star. "A decision" is the mean time of the first one on the
machine that measured, which did other things too: it is there to compare levels by.

No child plays here. What stands in for one is a rule of thumb: it takes what looks best at a glance and never looks
ahead; the last line tells how level 1 does against it. In Siege that rule is also level 2.

How far each level looks and how often it slips was chosen by earlier runs like this one, some on the same deals. So the
scores may lie a little nearer to the aim than new deals would have them; `--seed 1` plays new ones.
"""
