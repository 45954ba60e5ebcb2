"""Fits the weights of a game's judgement to games of self-play: how much each feature says about who wins.

    python benchmarks/fit.py siegestones            # 2 seats, 3,000 games
    python benchmarks/fit.py siege --seats 4 --games 1000
    python benchmarks/fit.py siegestones --bot search:300 --games 300

Seats choose by the game's priors, some the highest, some by sampling, and now and then at random; or all are played by
a bot, with a random action now and then. Some positions of every game are kept. A logistic fit of "this seat won" to
the difference of the features between seats gives the weights.
"""

from __future__ import annotations

import argparse
import random
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

from siegeworks import bots
from siegeworks.bots import judgement
from siegeworks.choices import checked_options, option_codes
from siegeworks.core import rules, step, views
from siegeworks.core.dice import new_dice, roll
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.step import draw
from siegeworks.games import GAMES, Game

GREEDY, SAMPLING = 0, 1
MOST_PLIES, KEPT = 3_000, 6
ONE_IN, PARTS = 20, 1 << 30  # how often a seat plays at random; how finely odds are drawn
STEPS, RATE, SHRINK = 4_000, 0.3, 1e-3


class Scratch(NamedTuple):
    """Room for a list of actions: their numbers, the weights of draws, priors."""

    actions: Any
    weights: Any
    priors: Any


@jit
def choose(state, policy, dice, actions, priors):
    """An action by prior: the highest, or sampled."""
    n = rules.legal(state, actions)
    if roll(dice, ONE_IN) == 0:
        return actions[roll(dice, n)]
    judgement.prior(state, actions, n, priors)
    best, total = 0, 0.0
    for at in range(n):
        total += priors[at]
        if priors[at] > priors[best]:
            best = at
    if policy == GREEDY:
        return actions[best]
    left, at = roll(dice, PARTS) / PARTS * total, 0
    while at < n - 1 and left >= priors[at]:
        left -= priors[at]
        at += 1
    return actions[at]


@jit
def play(states, seats, options, policies, dice, scratch, kept):
    """A whole game; every position has the same chance to be among those kept. Returns how many there were."""
    state, plies = states[0], 0
    rules.new_game(state, seats, options)
    while state.to_move != NOBODY and plies < MOST_PLIES:
        if state.to_move == CHANCE:
            action = draw(state, dice, scratch.actions, scratch.weights)
        else:
            place = plies if plies < KEPT else roll(dice, plies + 1)
            if place < KEPT:
                kept[place] = states[0]
            plies += 1
            action = choose(state, policies[state.to_move], dice, scratch.actions, scratch.priors)
        rules.apply(state, action)
    return plies


def shares(game: Game, state: Any, seats: int) -> Any:
    """What each seat got in the end."""
    places = np.zeros(game.seats[-1], np.int64)
    rules.places(state, places)
    won = places[:seats] == 1
    return won / won.sum()


class Player:
    """Plays games and keeps some of their positions."""

    def __init__(self, game: Game, seats: int, bot: str | None) -> None:
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self.game, self.seats = game, seats
        self.bot = bots.bot(game, bot) if bot else None
        self.states, self.kept = np.zeros(1, game.rules.STATE), np.zeros(KEPT, game.rules.STATE)
        self._actions, self._weights = (np.zeros(width, np.int64) for _ in range(2))
        self._priors = np.zeros(width)
        self._options = np.array(option_codes(game, checked_options(game, {}, seats)), np.int64)

    def play(self, seed: int) -> int:
        """A whole game; returns how many positions were kept."""
        if self.bot:
            return self._play_bot(seed)
        policies = np.array([(seed >> seat) & 1 for seat in range(self.seats)])
        scratch = Scratch(self._actions, self._weights, self._priors)
        plies = play(self.states, self.seats, self._options, policies, new_dice(seed + 1), scratch, self.kept)
        return min(int(plies), KEPT) if int(self.states["to_move"][0]) == NOBODY else 0

    def _play_bot(self, seed: int) -> int:
        dice, rng, met = new_dice(seed + 1), random.Random(seed), []
        step.begin(self.states, 0, self.seats, self._options, self._actions)
        while (mover := int(self.states["to_move"][0])) != NOBODY:
            if mover == CHANCE:
                action = int(draw(self.states[0], dice, self._actions, self._weights))
            elif rng.randrange(ONE_IN) == 0 or len(met) < self.seats:
                action = rng.choice(self._actions[: step.list_legal(self.states, 0, self._actions)].tolist())
                met.append(self.states[0].copy())
            else:
                assert self.bot is not None
                action = self.bot.choose(views.view(self.states, mover), None, dice)[0]
                met.append(self.states[0].copy())
            step.step(self.states, 0, action, self._actions)
        chosen = rng.sample(met, min(KEPT, len(met)))
        self.kept[: len(chosen)] = chosen
        return len(chosen)


def sample(player: Player, games: int, features: dict[str, Any]) -> tuple[Any, Any]:
    """[positions, seats, features] and [positions, seats] shares of the win."""
    doubt = player.game.judgement.doubt or (lambda state: 1.0)
    rows, results = [], []
    for seed in track(range(games), "playing"):
        for state in player.kept[: player.play(seed)]:
            scale = doubt(state)
            rows.append([[one(state, seat) / scale for one in features.values()] for seat in range(player.seats)])
            results.append(shares(player.game, player.states[0], player.seats))
    return np.array(rows), np.array(results)


def fit(rows: Any, results: Any) -> Any:
    """The weights for which the seats' odds fit best, by gradient steps on scaled features."""
    size = np.sqrt(((rows - rows.mean(1, keepdims=True)) ** 2).mean((0, 1))) + 1e-9
    scaled, found = rows / size, np.zeros(rows.shape[2])
    for _ in range(STEPS):
        strength = scaled @ found
        odds = np.exp(strength - strength.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        found += RATE * (np.einsum("ps,psf->f", results - odds, scaled) / len(rows) - SHRINK * found)
    return found / size


def loss(rows: Any, results: Any, weights: Any) -> float:
    """The mean surprise, in nats: what the odds say against what happened."""
    strength = rows @ weights
    top = strength.max(1, keepdims=True)
    logs = strength - top - np.log(np.exp(strength - top).sum(1, keepdims=True))
    return float(-(results * logs).sum(1).mean())


def main() -> None:
    """Plays, fits, and prints the weights beside those in use."""
    parser = argparse.ArgumentParser(description="Fit the weights of a game's judgement to self-play.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=3_000)
    parser.add_argument("--bot", help="who plays, such as search:300; without, all follow the priors")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    judgement: Any = game.judgement
    rows, results = sample(Player(game, asked.seats, asked.bot), asked.games, judgement.FEATURES)
    half = len(rows) // 2
    weights = fit(rows[:half], results[:half])
    used = np.array([getattr(judgement, name) for name in judgement.FEATURES])
    for name, fitted, now in zip(judgement.FEATURES, weights, used, strict=True):
        print(f"{name:12} {fitted:8.3f}   in use {now:8.3f}")
    unknown = np.log(asked.seats)
    print(f"surprise on games not fitted to: {loss(rows[half:], results[half:], weights):.4f}", end="")
    print(f", in use {loss(rows[half:], results[half:], used):.4f}, without judgement {unknown:.4f}")


if __name__ == "__main__":
    main()
