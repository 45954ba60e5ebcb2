"""Is A better than B? A sequential test that stops as soon as the answer is sure enough.

Two seats. The sample is a deal: both seatings with the same luck, so that what the deal gives a seat cancels out. The
statistic is the generalised likelihood ratio of the multinomial of the deals' scores (0, 1/4, ... 1).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from siegeworks.arena.contest import Contest
from siegeworks.arena.ratings import share_of
from siegeworks.arena.run import in_order, played_one_by_one
from siegeworks.arena.shares import Share
from siegeworks.arena.spread import Workers
from siegeworks.arena.store import Store
from siegeworks.arena.table import Played
from siegeworks.errors import BadSetup

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3
"""Counted for a score no deal had yet: without it nothing could be said of a bot that won everything."""
HALVINGS = 60

Answer = Literal["better", "not better", "unsure"]


@dataclass(frozen=True)
class Hypotheses:
    """Better means by elo1 points, not better by elo0; alpha and beta are the chances to be wrong about either."""

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadSetup("cli.elo-out-of-order", elo0=self.elo0, elo1=self.elo1)
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadSetup("cli.error-rates-range")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the answer is no, and yes."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def answer(self, ratio: float) -> Answer:
        low, high = self.bounds
        return "better" if ratio >= high else "not better" if ratio <= low else "unsure"


@dataclass(frozen=True)
class Verdict:
    """What the test says, and after how many deals."""

    answer: Answer
    ratio: float
    deals: int
    share: Share
    """What A scored in all these games."""


def expected(elo: float) -> float:
    """The score of one who is stronger by so many points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_ratio(scores: Iterable[float], hypotheses: Hypotheses) -> float:
    """How much likelier these scores of deals are if A is better by elo1 than if by elo0, as a logarithm."""
    counts = Counter(scores)
    seen = [max(float(counts[score]), UNSEEN) for score in SCORES]
    one, zero = _tilted(seen, expected(hypotheses.elo1)), _tilted(seen, expected(hypotheses.elo0))
    return sum(count * math.log(p / q) for count, p, q in zip(seen, one, zero, strict=True))


def _tilted(seen: list[float], mean: float) -> list[float]:
    """The likeliest distribution of the deals' scores whose mean is this one."""
    shares = [count / sum(seen) for count in seen]
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        pull = sum(p * (score - mean) / (1 + tilt * (score - mean)) for p, score in zip(shares, SCORES, strict=True))
        low, high = (tilt, high) if pull > 0 else (low, tilt)
    return [p / (1 + tilt * (score - mean)) for p, score in zip(shares, SCORES, strict=True)]


def is_better(
    contest: Contest,
    hypotheses: Hypotheses,
    most: int,
    *,
    store: Store | None = None,
    workers: Workers = 1,
    progress: Callable[[Verdict], None] | None = None,
) -> Verdict:
    """Whether the first bot is better than the second: deals are played until that is sure, or `most` games.

    Deals are judged in their order, however many workers play them: the verdict is the same.
    """
    if contest.seats != 2 or len(contest.bots) != 2:
        raise BadSetup("cli.sprt-for-two")
    sittings = list(contest.sittings(most))
    games = in_order(sittings, played_one_by_one(contest, sittings, store=store, workers=workers))
    played: list[Played] = []
    verdict = judge(contest.bots[0], played, hypotheses)
    for game in games:
        played.append(game)
        if len(played) % 2:
            continue
        verdict = judge(contest.bots[0], played, hypotheses)
        if progress is not None:
            progress(verdict)
        if verdict.answer != "unsure":
            break
    games.close()
    return verdict


def judge(bot: str, played: Iterable[Played], hypotheses: Hypotheses) -> Verdict:
    """What whole deals say so far."""
    games = list(played)
    scores: dict[int, float] = {}
    for game in games:
        scores[game.deal] = scores.get(game.deal, 0.0) + game.value(game.seating.index(bot)) / 2
    ratio = log_ratio(scores.values(), hypotheses) if scores else 0.0
    return Verdict(hypotheses.answer(ratio), ratio, len(scores), share_of(bot, games))
