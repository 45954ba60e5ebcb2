"""`moments`: analyse games between bots, and play on the board what the sentences about them claim."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from siegeworks.analysis import analyse
from siegeworks.bots import Budget, bot
from siegeworks.choices import checked_game
from siegeworks.claims import Claim, checked
from siegeworks.cli.common import bar, prepared_bots, tell
from siegeworks.core.dice import new_dice, roll
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.sentences import render, word

PLAYERS = ("level1", "level2")
"""They make mistakes."""
MOST_PLIES = 1_000


def moments(chosen: argparse.Namespace) -> int:
    """Check so many games; whatever is wrong is told."""
    game, wrong, kinds = checked_game(chosen.game), 0, Counter[str]()
    prepared_bots(game.name, ("search", *PLAYERS), language=chosen.language)
    with bar(word("cli.checking-moments", chosen.language, title=game.title)) as progress:
        for number in range(chosen.first, chosen.first + chosen.games):
            for claim in claims_of(game, number, chosen.simulations):
                kinds[claim.moment.gave.code] += 1
                if claim.problem is not None:
                    wrong += 1
                    told = {"number": number, "says": render(claim.moment.gave, chosen.language)}
                    tell(word(claim.problem, chosen.language, **told))
            progress(number - chosen.first + 1, chosen.games)
    for code, count in kinds.most_common():
        print(f"{code} {count}")
    told = {"title": game.title, "games": chosen.games, "sentences": kinds.total(), "wrong": wrong}
    print(word("cli.moments-checked", chosen.language, **told))
    return 1 if wrong else 0


def claims_of(game: Game, number: int, simulations: int) -> Iterator[Claim]:
    """The sentences about one game between bots; the same number is the same game."""
    match = game_of_bots(game, number)
    yield from checked(match, analyse(match, Budget(simulations=simulations)))


def game_of_bots(game: Game, number: int) -> Match:
    """A game between weak bots, with as many seats as its number says."""
    dice = new_dice(number)
    match = Match.new(game.name, game.seats[number % len(game.seats)], seed=number)
    players = [bot(game, PLAYERS[roll(dice, len(PLAYERS))]) for _ in range(match.seats)]
    while isinstance(match.to_move, int) and match.ply < MOST_PLIES:
        view = match.seat_view(match.to_move)
        match.play(players[match.to_move].choose(view, None, dice)[0])
    return match
