"""Strength from results: shares with intervals, and ratings by Bradley-Terry (two seats) or Plackett-Luce (more).

Only winning counts, as everywhere here: a win shared by two is half a win for each. Ratings are on the scale of Elo:
400 points are odds of ten to one. Intervals are 95 %.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import choix
import numpy as np
import numpy.typing as npt

from siegeworks.arena.shares import Share, wilson
from siegeworks.arena.table import Played

ELO = 400 / math.log(10)
PRIOR = 0.5
"""Wins given beforehand to each of two that met: without them one that never lost would be infinitely strong.

For intervals they are drawn from the Gamma distribution of that mean: with them the odds of two bots are spread as
Jeffreys' prior has it, so that one that never lost is known to be strong, but not how strong."""
LEAST_PRIOR = 0.01
RESAMPLES = 200
MOST_ROUNDS = 20_000
LEAST_COPIES = 4  # so that a part of a win can be given beforehand

Floats = npt.NDArray[np.float64]
Times = npt.NDArray[np.int64]
Fit = Callable[[Times, Floats], Floats]
Choice = tuple[int, list[int]]


@dataclass(frozen=True)
class Rating:
    """How strong a bot is among those it met; 0 is their mean."""

    bot: str
    rating: float
    low: float
    high: float
    share: Share


@dataclass(frozen=True)
class Pair:
    """How one bot did against another."""

    bot: str
    against: str
    share: Share


def share_of(bot: str, played: Iterable[Played]) -> Share:
    """What a bot won from all the seats it had, out of what there was to win for one seat."""
    values = [game.value(seat) for game in played for seat, name in enumerate(game.seating) if name == bot]
    return wilson(sum(values), len(values))


def pairs(played: Sequence[Played]) -> list[Pair]:
    """Who did how against whom, where two met alone."""
    bots = bots_of(played)
    found = []
    for bot, against in itertools.permutations(bots, 2):
        met = [game for game in played if set(game.seating) == {bot, against} and len(game.seating) == 2]
        if met:
            found.append(Pair(bot, against, share_of(bot, met)))
    return found


def bots_of(played: Iterable[Played]) -> list[str]:
    """All that played, in the order of their first game."""
    return list(dict.fromkeys(name for game in played for name in game.seating))


def ratings(played: Sequence[Played], resamples: int = RESAMPLES, seed: int = 0) -> list[Rating]:
    """All bots, best first. Intervals by drawing whole deals anew, since games of one deal belong together."""
    bots = bots_of(played)
    if len(bots) < 2:
        return [Rating(bot, 0.0, 0.0, 0.0, share_of(bot, played)) for bot in bots]
    deals = _deals(played)
    make = _bradley_terry if all(len(game.seating) == 2 for game in played) else _plackett_luce
    fit, dice, shape = make(deals, bots), np.random.default_rng(seed), (len(bots), len(bots))
    middle = fit(np.ones(len(deals), np.int64), np.full(shape, PRIOR))
    drawn = np.array([fit(times, dice.gamma(PRIOR, size=shape)) for times in _redrawn(deals, resamples, dice)])
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    found = [
        Rating(bot, float(middle[at]), float(low[at]), float(high[at]), share_of(bot, played))
        for at, bot in enumerate(bots)
    ]
    return sorted(found, key=lambda rating: -rating.rating)


def _deals(played: Iterable[Played]) -> list[list[Played]]:
    """The games that shared a deal and a lineup."""
    found: dict[tuple[int, tuple[str, ...]], list[Played]] = {}
    for game in played:
        found.setdefault((game.deal, tuple(sorted(game.seating))), []).append(game)
    return [found[key] for key in sorted(found)]


def _redrawn(deals: list[list[Played]], resamples: int, dice: np.random.Generator) -> Iterator[Times]:
    """How often each deal is drawn, when as many are drawn as there are of its lineup; so many times over."""
    lineups: dict[tuple[str, ...], list[int]] = {}
    for at, deal in enumerate(deals):
        lineups.setdefault(tuple(sorted(deal[0].seating)), []).append(at)
    for _ in range(resamples):
        times = np.zeros(len(deals), np.int64)
        for places in lineups.values():
            times += np.bincount(dice.choice(places, len(places)), minlength=len(deals))
        yield times


def _bradley_terry(deals: list[list[Played]], bots: list[str]) -> Fit:
    """Ratings from pairs of bots, given how often each deal counts and what is given beforehand."""
    beats = np.zeros((len(deals), len(bots), len(bots)))  # [deal, i, j]: how often i won against j
    for at, deal in enumerate(deals):
        for game in deal:
            one, other = (bots.index(name) for name in game.seating)
            if one != other:
                beats[at, one, other] += game.value(0)
                beats[at, other, one] += game.value(1)

    def fit(times: Times, given: Floats) -> Floats:
        wins = np.tensordot(times, beats, 1)
        wins += np.maximum(given, LEAST_PRIOR) * ((wins + wins.T) > 0)
        return _on_scale(choix.ilsr_pairwise_dense(wins, alpha=1e-9, max_iter=MOST_ROUNDS, tol=1e-6))

    return fit


def _plackett_luce(deals: list[list[Played]], bots: list[str]) -> Fit:
    """Ratings from who won at tables of any size: chances to win are as the strengths of those who sit there."""
    copies = math.lcm(LEAST_COPIES, *(len(game.winners) for deal in deals for game in deal))
    chosen = [[choice for game in deal for choice in _choices(game, bots, copies)] for deal in deals]

    def fit(times: Times, given: Floats) -> Floats:
        data = [choice for found, count in zip(chosen, times, strict=True) for choice in found * int(count)]
        for one, other in itertools.permutations(range(len(bots)), 2):
            data += [(one, [other])] * max(1, round(copies * given[one, other]))
        return _on_scale(choix.ilsr_top1(len(bots), data, alpha=1e-9, max_iter=MOST_ROUNDS, tol=1e-6))

    return fit


def _choices(game: Played, bots: list[str], copies: int) -> Iterator[Choice]:
    """Who won among whom, `copies` times over, shared evenly among the winners."""
    seated = [bots.index(name) for name in game.seating]
    for seat in game.winners:
        losers = seated[:seat] + seated[seat + 1 :]
        yield from [(seated[seat], losers)] * (copies // len(game.winners))


def _on_scale(strengths: Floats) -> Floats:
    centred: Floats = ELO * (np.asarray(strengths) - np.mean(strengths))
    return centred
