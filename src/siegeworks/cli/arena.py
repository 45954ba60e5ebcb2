"""`arena`: contests between bots, the test whether one is better, and the levels measured."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from siegeworks.choices import checked_seats
from siegeworks.cli.common import bar, console, parsed_options, prepared_bots
from siegeworks.cli.spreading import check_workers, workers_of
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES
from siegeworks.sentences import seat_name

if TYPE_CHECKING:
    from siegeworks.arena.contest import Contest
    from siegeworks.arena.sprt import Verdict
    from siegeworks.arena.store import Store
    from siegeworks.arena.summary import Summary

SPRT, LEVELS, LEADERBOARD = "sprt", "levels", "leaderboard"


def arena(chosen: argparse.Namespace) -> int:
    """A contest, a test, or the levels."""
    _check_installed(chosen)
    if chosen.what == SPRT:
        return _sprt(chosen)
    if chosen.what in (LEVELS, LEADERBOARD):
        return _measured(chosen)
    return _contest(chosen)


def _check_installed(chosen: argparse.Namespace) -> None:
    try:
        import choix  # noqa: F401
    except ImportError:
        raise BadSetup("cli.arena-not-installed") from None
    check_workers(chosen)


def _made(chosen: argparse.Namespace, name: str, bots: list[str]) -> Contest:
    """The contest that was asked for, its bots ready to play."""
    from siegeworks.arena.contest import Contest
    from siegeworks.arena.table import JUDGE, warm_up

    game = prepared_bots(name, [*bots, JUDGE] if chosen.even else bots)
    seats = min(game.seats) if chosen.seats is None else chosen.seats
    options = parsed_options(game, chosen.option)
    contest = Contest(
        game.name, seats, tuple(bots), options, chosen.seed, chosen.one_against, chosen.opening, chosen.even
    )
    warm_up(contest)
    return contest


def _engines(chosen: argparse.Namespace) -> list[str]:
    from siegeworks.arena.peers import ENGINE

    return [f"{ENGINE}:{command}" for command in chosen.engine]


def _store(chosen: argparse.Namespace, contest: Contest) -> Store | None:
    from siegeworks.arena.store import Store

    return Store(chosen.out, contest, anew=chosen.anew) if chosen.out else None


def _contest(chosen: argparse.Namespace) -> int:
    from siegeworks.arena.report import check_form, write_report
    from siegeworks.arena.run import play_contest
    from siegeworks.arena.summary import summary

    for path in chosen.report:
        check_form(path)
    contest = _made(chosen, chosen.what, [*chosen.names, *_engines(chosen)])
    store, out = _store(chosen, contest), console(chosen.plain)
    games = 100 if chosen.games is None else chosen.games
    started = time.perf_counter()
    with workers_of(chosen) as workers, bar("playing") as progress:
        played = play_contest(contest, games, store=store, workers=workers, progress=progress)
    told = summary(contest, played)
    _print_summary(out, told)
    out.print(f"{len(played)} games, {time.perf_counter() - started:.1f} s.", markup=False)
    for path in chosen.report:
        write_report(path, told)
        out.print(f"Report: {path}", markup=False)
    return 0


def _print_summary(out: Console, told: Summary) -> None:
    from siegeworks.arena.report import heading, percent, rated, turn_name

    out.print(heading(told), markup=False)
    pace = {each.bot: each.seconds for each in told.pace}
    rows = [
        (r.bot, rated(r), percent(r.share), str(r.share.games), f"{1000 * pace[r.bot]:.1f} ms") for r in told.ratings
    ]
    _print_table(out, ("bot", "rating", "share of the wins", "seat games", "a decision"), rows)
    if len(told.pairs) > 2:
        _print_table(out, ("bot", "against", "score"), [(p.bot, p.against, percent(p.share)) for p in told.pairs])
    seats = [(seat_name(told.game, at), percent(share)) for at, share in enumerate(told.balance.seats)]
    turns = [(turn_name(at), percent(share)) for at, share in enumerate(told.balance.turns)]
    _print_table(out, ("from", f"share of the wins (fair: {100 * told.fair:.1f} %)"), seats + turns)
    out.print(f"Shared results: {told.balance.drawn}. Intervals are 95 %.", markup=False)


def _print_table(out: Console, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(head)
    for row in rows:
        table.add_row(*row)
    out.print(table)


def _sprt(chosen: argparse.Namespace) -> int:
    from siegeworks.arena.sprt import Hypotheses, is_better

    game, *bots = [*chosen.names, *_engines(chosen)] or [""]
    if len(bots) != 2:
        raise BadSetup("cli.name-two-bots")
    hypotheses = Hypotheses(chosen.elo0, chosen.elo1, chosen.alpha, chosen.beta)
    contest = _made(chosen, game, bots)
    store, out = _store(chosen, contest), console(chosen.plain)
    most = 1000 if chosen.games is None else chosen.games
    with workers_of(chosen) as workers, bar(f"is {bots[0]} better than {bots[1]}?") as progress:
        verdict = is_better(
            contest,
            hypotheses,
            most,
            store=store,
            workers=workers,
            progress=lambda so_far: progress(so_far.share.games, most),
        )
    _print_verdict(out, bots, verdict, (hypotheses.elo0, hypotheses.elo1), hypotheses.bounds)
    return 0


def _print_verdict(
    out: Console, bots: list[str], verdict: Verdict, elo: tuple[float, float], bounds: tuple[float, float]
) -> None:
    from siegeworks.arena.report import percent

    said = {
        "better": f"{bots[0]} is better than {bots[1]}",
        "not better": f"{bots[0]} is not better than {bots[1]}",
        "unsure": f"not sure yet whether {bots[0]} is better than {bots[1]}",
    }[verdict.answer]
    out.print(
        f"After {verdict.share.games} games: {said} (score {percent(verdict.share)}; log likelihood ratio "
        f"{verdict.ratio:.2f}, bounds {bounds[0]:.2f} and {bounds[1]:.2f}, {elo[0]:.0f} against {elo[1]:.0f} points).",
        markup=False,
    )


def _with_seats(seats: int | None) -> list[str]:
    """The games that can be played at so many seats; all, if that is open or there is none."""
    found = [name for name, game in GAMES.items() if seats in game.seats]
    return found or list(GAMES)


def _measured(chosen: argparse.Namespace) -> int:
    """Measure the levels, or all kinds of bots, and write the page about them."""
    from siegeworks.arena import leaderboard, levels

    of: Any = levels
    more: dict[str, Any] = {"anew": chosen.anew}
    if chosen.what == LEADERBOARD:
        of, more["programs"] = leaderboard, leaderboard.Programs(_engines(chosen), chosen.after)
    elif chosen.seats is not None:
        more["seats"] = chosen.seats
    games = [prepared_bots(name, ("thumb", "level5")) for name in chosen.names or _with_seats(chosen.seats)]
    for game in games:
        checked_seats(game, more.get("seats", min(game.seats)))
    folder, out = Path(chosen.out or f"arena-{chosen.what}"), console(chosen.plain)
    with workers_of(chosen) as workers:
        for game in games:
            with bar(game.title) as progress:
                of.measure(game, folder, chosen.games, workers, chosen.seed, progress, **more)
    target = Path(chosen.report[0]) if chosen.report else of.PAGE
    target.write_text(of.page(folder, chosen.seed), encoding="utf-8", newline="\n")
    out.print(f"Written: {target}", markup=False)
    return 0
