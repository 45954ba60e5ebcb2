"""`exploit --learn`: a response that is learnt against a bot for so long, and what it wins from it."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from rich.table import Table

from siegeworks.choices import checked_number, checked_options, checked_seats, named, option_codes
from siegeworks.cli.common import bar, console, parsed_options, prepared_bots
from siegeworks.cli.exploit import check_seconds, positions
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.sentences import seat_name, word

if TYPE_CHECKING:
    from siegeworks.arena.shares import Share
    from siegeworks.exploit.games import Setting
    from siegeworks.exploit.whole import Measured

MOST_GAMES, MOST_SIMULATIONS, MOST_OPENING = 1_000_000, 1_000_000, 20


def learn(chosen: argparse.Namespace) -> int:
    """Learn, measure, and tell."""
    from siegeworks.arena.peers import contender
    from siegeworks.exploit.learner import Learner
    from siegeworks.exploit.small import Clock
    from siegeworks.exploit.whole import NO_LIMIT, learnt, measured

    check_seconds("--learn", chosen.learn)
    games = checked_number("--games", chosen.games, 1, MOST_GAMES)
    thinks = checked_number("--simulations", chosen.simulations, 0, MOST_SIMULATIONS)
    game = prepared_bots(chosen.game, [chosen.bot, chosen.judge], language=chosen.language)
    setting = _setting(chosen, game)
    learner = Learner(setting, contender(game, chosen.bot), contender(game, chosen.judge))
    learner.warm_up()
    with bar(word("cli.exploit-learning", chosen.language, bot=chosen.bot)) as progress:
        began, clock = time.monotonic(), Clock(time.monotonic() + chosen.learn)
        spent = round(chosen.learn)
        simulations = learnt(
            learner, clock, NO_LIMIT, lambda _: progress(min(spent, int(time.monotonic() - began)), spent)
        )
    with bar(word("cli.exploit-measuring", chosen.language, bot=chosen.bot)) as progress:
        found = measured(learner, simulations, games, thinks, progress)
    _show(chosen, game, found)
    return 0


def _setting(chosen: argparse.Namespace, game: Game) -> Setting:
    """New games with these options, or those that begin at a small position."""
    from siegeworks.exploit.games import Setting
    from siegeworks.match import Match

    if chosen.position:
        names = positions(game, chosen.position)
        if len(names) > 1:
            raise BadSetup("cli.exploit-one-position", names=named(names))
        if chosen.seats is not None or chosen.option or chosen.opening:
            raise BadSetup("cli.exploit-position-has-its-table")
        states = Match.from_position(game.name, game.small[names[0]]).states
        return Setting(game, int(states["seats"][0]), None, states, seed=chosen.seed)
    seats = checked_seats(game, min(game.seats) if chosen.seats is None else chosen.seats)
    options = checked_options(game, parsed_options(game, chosen.option), seats)
    opening = checked_number("--opening", chosen.opening, 0, MOST_OPENING)
    return Setting(game, seats, option_codes(game, options), opening=opening, seed=chosen.seed)


def _show(chosen: argparse.Namespace, game: Game, found: Measured) -> None:
    language, out = chosen.language, console(chosen.plain)
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(word("cli.column-seat", language))
    table.add_column(word("cli.column-judge", language, bot=chosen.judge), justify="right")
    table.add_column(word("cli.column-learnt", language), justify="right")
    for seat, shares in enumerate(zip(found.judge.seats, found.response.seats, strict=True)):
        table.add_row(seat_name(game.name, seat, language), *(_share(each, language) for each in shares))
    both = (_share(each.total, language) for each in (found.judge, found.response))
    table.add_row(word("cli.exploit-all-seats", language), *both)
    learnt = {"seconds": f"{chosen.learn:g}", "simulations": found.simulations, "decisions": found.decisions}
    out.print(word("cli.exploit-learnt", language, **learnt), markup=False)
    out.print(table)
    total, counts = found.response.total, {"games": found.response.games, "different": found.response.different}
    told = {"bot": chosen.bot, "fair": _percent(1 / len(found.response.seats)), **counts, **_bounds(total)}
    out.print(word("cli.exploit-at-least", language, **told), markup=False)


def _share(share: Share, language: str) -> str:
    return word("cli.exploit-share", language, **_bounds(share))


def _bounds(share: Share) -> dict[str, str]:
    return {"share": _percent(share.share), "low": _percent(share.low), "high": _percent(share.high)}


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
