"""What the games are like under random play, or when a bot plays all seats: size, branching, length, luck, seats.

Measured, with pictures of random play.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from siegeworks.bots import Bot, pick
from siegeworks.choices import checked_options
from siegeworks.core.rules import OptionValue
from siegeworks.core.views import view
from siegeworks.envs import stepping
from siegeworks.envs.batch import LUCK, Batch, streams
from siegeworks.games import Game

MOST_AT_ONCE = 4096
SURE = 1.96
"""Standard deviations of a 95 % interval."""
Numbers = npt.NDArray[np.float64]
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Properties:
    """What was measured of one game at one table."""

    game: Game
    seats: int
    options: Mapping[str, OptionValue]
    games: int
    state_bytes: int
    actions: int
    lengths: Numbers  # [games] decisions of seats
    branching: Numbers  # [decisions so far] mean number of legal actions
    mean_branching: float
    most_branching: int
    tree: float  # the mean over games of the sum of log10 of the legal actions
    shares: Numbers  # [places in turn order] mean value
    luck: float | None  # None: not measured
    draws: float  # share of games with several winners


@dataclass(frozen=True)
class Played:
    """How games are played: with these options; by a bot on all seats after so many random decisions, or at random."""

    options: Mapping[str, OptionValue]
    player: Bot | None = None
    opening: int = 0


AT_RANDOM = Played({})


def measure(game: Game, seats: int, count: int, how: Played = AT_RANDOM) -> Properties:
    """So many games. Luck is measured under random play only: it takes many more games, of pairs with equal luck."""
    size = min(count, MOST_AT_ONCE)
    batch = Batch(game.name, seats, size, seed=seats, observe=False, options=how.options)
    tally = _Tally(batch, count)
    batch.reset()
    tally.begin(np.ones(size, bool))
    while tally.quota.any():
        tally.look()
        batch.step(_chosen(batch, tally, how))
        tally.end()
    return tally.result(None if how.player else _luck(game, seats, size, how.options), how.options)


def _chosen(batch: Batch, tally: _Tally, how: Played) -> Array:
    """What is played now: by the bot where its opinion counts, at random in openings and in games that do not."""
    actions = batch.random_actions()
    if how.player is not None:
        for at in np.flatnonzero((tally.quota > 0) & (tally.length > how.opening)).tolist():
            seen = view(batch.states[at : at + 1], int(batch.to_move[at]))
            actions[at] = pick(how.player, seen, batch.dice_of(at))
    return actions


class _Tally:
    """Counts while a batch plays. Every game of the batch plays equally many, so that short ones get no more weight."""

    def __init__(self, batch: Batch, count: int) -> None:
        self.batch = batch
        self.quota = np.full(batch.count, -(-count // batch.count))
        self.length, self.widths = np.zeros(batch.count, np.int64), np.zeros(batch.count)
        self.first = np.zeros(batch.count, np.int64)
        self.lengths: list[int] = []
        self.trees: list[float] = []
        self.shares, self.shared = np.zeros(batch.seats), 0
        self.legal, self.counts, self.most = np.zeros(1 << 16), np.zeros(1 << 16), 0

    def begin(self, new: npt.NDArray[np.bool_]) -> None:
        self.length[new] = 0
        self.widths[new] = 0
        self.first[new] = self.batch.to_move[new]

    def look(self) -> None:
        """The legal actions of every game still counted."""
        wide = self.batch.legal_mask.sum(axis=1)
        counted = self.quota > 0
        at = np.minimum(self.length[counted], len(self.legal) - 1)
        np.add.at(self.legal, at, wide[counted])
        np.add.at(self.counts, at, 1)
        self.most = max(self.most, int(wide.max()))
        self.widths += np.log10(wide)
        self.length += 1

    def end(self) -> None:
        """Games that ended are counted, and their successors begun."""
        over = self.batch.done == stepping.ENDED
        counted = np.flatnonzero(over & (self.quota > 0))
        for at in counted.tolist():
            self.lengths.append(int(self.length[at]))
            self.trees.append(float(self.widths[at]))
            self.shares += np.roll(self.batch.rewards[at], -self.first[at])
            self.shared += int(self.batch.rewards[at].max() < 1)
        self.quota[counted] -= 1
        self.begin(over)

    def result(self, luck: float | None, options: Mapping[str, OptionValue]) -> Properties:
        games = len(self.lengths)
        batch = self.batch
        seen = self.counts > 0
        return Properties(
            batch.game,
            batch.seats,
            options,
            games,
            batch.states.dtype.itemsize,
            batch.game.rules.ACTIONS,
            np.array(self.lengths, np.float64),
            self.legal[seen] / self.counts[seen],
            float(self.legal.sum() / self.counts.sum()),
            self.most,
            float(np.mean(self.trees)),
            self.shares / games,
            luck,
            self.shared / games,
        )


def _luck(game: Game, seats: int, count: int, options: Mapping[str, OptionValue]) -> float:
    """How far the same luck gives the same winner, whatever is chosen: 0 not at all, 1 always.

    Pairs of games share their luck but not their choices; the share of equal winners is set against that of pairs which
    share neither.
    """
    values = []
    for seed in (1, 2):
        batch = Batch(game.name, seats, count, seed=seed, observe=False, options=options)
        batch.reset()
        batch._luck[:] = streams(0, count, LUCK)
        stepping.open_all(*batch._openings[0])
        paid, over = np.zeros((count, seats)), np.zeros(count, bool)
        while not over.all():
            batch.step(batch.random_actions())
            ended = (batch.done == stepping.ENDED) & ~over
            paid[ended] = batch.rewards[ended]
            over |= ended
        values.append(paid)
    same = float((values[0] * values[1]).sum(axis=1).mean())
    other = float((values[0] * np.roll(values[1], 1, axis=0)).sum(axis=1).mean())
    return max(0.0, (same - other) / (1 - other))


def interval(share: float, games: int) -> float:
    """Half the width of the 95 % interval of a share."""
    return SURE * math.sqrt(max(share * (1 - share), 1e-12) / games)


HEADINGS = (
    "game",
    "seats",
    "state",
    "actions",
    "legal, mean (most)",
    "decisions, median (5-95 %), bound",
    "game tree",
    "luck",
    "shared wins",
    "win share by turn order, first to last",
)


def _row(found: Properties) -> list[str]:
    low, middle, high = np.percentile(found.lengths, (5, 50, 95))
    sure = interval(1 / found.seats, found.games)
    return [
        found.game.title,
        str(found.seats),
        f"{found.state_bytes} bytes",
        str(found.actions),
        f"{found.mean_branching:.1f} ({found.most_branching})",
        f"{middle:.0f} ({low:.0f}-{high:.0f}), {bound(found):,}",
        f"10^{found.tree:.0f}",
        "" if found.luck is None else f"{100 * found.luck:.0f} %",
        f"{100 * found.draws:.1f} %",
        " ".join(f"{100 * share:.1f}" for share in found.shares) + f" (± {100 * sure:.1f})",
    ]


def bound(found: Properties) -> int:
    """What the game says of its length: no game at a table with these options has more decisions."""
    return found.game.length.most_decisions(found.seats, checked_options(found.game, found.options, found.seats))


def text(found: Sequence[Properties]) -> str:
    """The table, in Markdown."""
    rows = [list(HEADINGS), ["---"] * len(HEADINGS), *map(_row, found)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def write(found: Sequence[Properties], folder: Path, count: int) -> Iterator[Path]:
    """The page and a picture for each game; yields their paths."""
    (folder / "img").mkdir(parents=True, exist_ok=True)
    pictures = []
    for name in dict.fromkeys(each.game.name for each in found):
        path = folder / "img" / f"properties-{name}.svg"
        path.write_text(picture([each for each in found if each.game.name == name]), encoding="utf-8")
        pictures.append(f"![{name}: lengths, branching and seats](img/{path.name})")
        yield path
    page = folder / "properties.md"
    page.write_text(PAGE.format(count=count, table=text(found), pictures="\n\n".join(pictures)), encoding="utf-8")
    yield page


PAGE = """# What the games are like

Measured by `siegeworks properties --write docs --count {count}`, with at least that many games for each line and
uniformly random play. People and bots play differently; a learning program starts like this.

{table}

- **state**: the size of the record. **actions**: the size of the action space.
- **legal**: how many legal actions a decision has. **decisions**: of all seats together, draws not counted;
  the bound follows from the rules, for the usual options and any play (`length.py` of each game derives it).
- **game tree**: the product of the numbers of legal actions along a game, averaged over games as a power of ten.
- **luck**: how often the same luck leads to the same winner, whatever the seats choose. 0 % is no more often than by
  accident, 100 % is always. Who begins is luck too. The standard error is about 100 / √games points.
- **shared wins**: games with more than one winner. **win share**: the value of each seat, counted from the one that
  decides first; the brackets have the 95 % interval.

{pictures}
"""

# Pictures, by hand: three panels, a line or a row of bars for each number of seats

COLOURS = ("#1f5fa8", "#c98a00", "#2f7d4f", "#b03a2e", "#6b4c9a")
WIDE, HIGH, GAP = 260, 170, 60


def picture(found: Sequence[Properties]) -> str:
    """Lengths, branching and seats of one game."""
    title = f"{found[0].game.title} under random play"
    panels = [_lengths(found), _branching(found), _seats(found)]
    names = ("decisions in a game", "legal actions, decision by decision", "win share by turn order, %")
    drawn = []
    for at, (panel, name) in enumerate(zip(panels, names, strict=True)):
        drawn.append(f'<g transform="translate({GAP + at * (WIDE + GAP)},50)">{_frame(name)}{panel}</g>')
    keys = "".join(
        f'<text x="{GAP + 90 * at}" y="{HIGH + 100}" fill="{COLOURS[at]}">&#9632; {each.seats} seats</text>'
        for at, each in enumerate(found)
    )
    width, height = 3 * (WIDE + GAP) + GAP, HIGH + 115
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><title>{escape(title)}</title><rect width="{width}" height="{height}" fill="#fff"/>'
        f'<text x="{GAP}" y="24" font-size="15">{escape(title)}</text>{"".join(drawn)}{keys}</svg>\n'
    )


def _frame(name: str) -> str:
    return (
        f'<text x="0" y="-8">{escape(name)}</text>'
        f'<path d="M0 0V{HIGH}H{WIDE}" fill="none" stroke="#444" stroke-width="1"/>'
    )


def _scales(x_most: float, y_most: float, y_least: float = 0) -> str:
    return (
        f'<text x="0" y="{HIGH + 16}">0</text><text x="{WIDE}" y="{HIGH + 16}" text-anchor="end">{x_most:,.0f}</text>'
        f'<text x="-6" y="10" text-anchor="end">{y_most:.3g}</text>'
        f'<text x="-6" y="{HIGH}" text-anchor="end">{y_least:.3g}</text>'
    )


def _curve(xs: Numbers, ys: Numbers, x_most: float, y_most: float, colour: str) -> str:
    places = " ".join(
        f"{WIDE * x / x_most:.1f},{HIGH - HIGH * y / y_most:.1f}" for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
    )
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.8"/>'


def _lengths(found: Sequence[Properties]) -> str:
    """Histograms as lines, each from its own games."""
    most = max(float(np.percentile(each.lengths, 99.5)) for each in found)
    bins = min(40, int(most))
    heights = [np.histogram(each.lengths, bins=bins, range=(0, most))[0] / each.games * 100 for each in found]
    top = max(float(height.max()) for height in heights)
    middles = (np.arange(bins) + 0.5) * most / bins
    curves = [_curve(middles, height, most, top, COLOURS[at]) for at, height in enumerate(heights)]
    return "".join(curves) + _scales(most, top)


def _branching(found: Sequence[Properties]) -> str:
    """As far as half of the games go."""
    ends = [max(2, int(np.percentile(each.lengths, 50))) for each in found]
    top = max(float(each.branching[:end].max()) for each, end in zip(found, ends, strict=True))
    curves = []
    for at, (each, end) in enumerate(zip(found, ends, strict=True)):
        mean = each.branching[:end]
        thin = np.arange(0, len(mean), max(1, len(mean) // 120))
        curves.append(_curve(thin.astype(np.float64), mean[thin], max(ends), top, COLOURS[at]))
    return "".join(curves) + _scales(max(ends), top)


def _seats(found: Sequence[Properties]) -> str:
    """Bars with their intervals; a dash marks the fair share."""
    top = max(float(each.shares.max()) for each in found) * 1.1
    wide = WIDE / sum(each.seats + 1 for each in found)
    drawn, x = [], wide / 2
    for at, each in enumerate(found):
        fair = HIGH - HIGH / each.seats / top
        for share in each.shares.tolist():
            high, sure = HIGH * share / top, HIGH * interval(share, each.games) / top
            drawn.append(
                f'<rect x="{x:.1f}" y="{HIGH - high:.1f}" width="{wide * 0.8:.1f}" height="{high:.1f}" '
                f'fill="{COLOURS[at]}"/>'
                f'<path d="M{x + wide * 0.4:.1f} {HIGH - high - sure:.1f}v{2 * sure:.1f}" stroke="#000"/>'
            )
            x += wide
        start = x - each.seats * wide
        drawn.append(f'<path d="M{start:.1f} {fair:.1f}H{x:.1f}" stroke="#000" stroke-dasharray="3 3"/>')
        x += wide
    return "".join(drawn) + f'<text x="-6" y="10" text-anchor="end">{100 * top:.0f}</text>'
