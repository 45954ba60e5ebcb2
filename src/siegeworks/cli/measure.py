"""`perft` and `bench`: counting lines of play, measuring speed, playing very many games."""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track
from rich.table import Table

from siegeworks.choices import checked_options, checked_seats, option_codes
from siegeworks.cli.common import console, parsed_options, prepared_game
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import NOBODY, OptionValue
from siegeworks.core.views import has_secrets
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match

PEERS = ("havannah(board_size=4)", "hex(board_size=6)", "hearts")
BASELINE = PEERS[0]
MOST_DEPTH = 30


def perft(chosen: argparse.Namespace) -> int:
    """How many lines of play there are, depth by depth, from the first decision of a seat."""
    game = prepared_game(chosen.game)
    if not 1 <= chosen.depth <= MOST_DEPTH:
        raise BadSetup("cli.depth-range", most=MOST_DEPTH, depth=chosen.depth)
    seats = game.seats[0] if chosen.count_seats is None else chosen.count_seats
    match = Match.new(game.name, seats, seed=0, options=parsed_options(game, chosen.option))
    out = console(chosen.plain)
    for depth in range(1, chosen.depth + 1):
        started = time.perf_counter()
        lines = count_lines(match, depth)
        out.print(f"{depth:>3} {lines:>20,}  {time.perf_counter() - started:8.2f} s")
    return 0


def count_lines(match: Match, depth: int) -> int:
    """How many lines of so many actions begin at the match's position."""
    rules = match.game.rules
    states = np.zeros(depth + 1, rules.STATE)
    states[0] = match.state
    out = np.zeros((depth, max(rules.ACTIONS, rules.CHANCES)), np.int64)
    return int(step.perft(states, depth, out, np.zeros(depth, np.int64), np.zeros(depth, np.int64)))


SERVER_RUNS = {
    "server": (50, 5),
    "crowd": (1_000, 5),
    "capacity": (4_000, 1),
    "thinking": (100, 1),
    "fairness": (4, 5),
    "restart": (10_000, 1),
    "watching": (500, 5),
}
"""What is measured of a server: how many tables and how many rounds, unless others are asked for."""


def bench(chosen: argparse.Namespace) -> int:
    """`bench rules`, `bench games`, the bots', the environments' or the server's."""
    if chosen.what in SERVER_RUNS:
        from siegeworks.server.bench import bench as bench_server

        tables, rounds = SERVER_RUNS[chosen.what]
        against = Path(chosen.against) if chosen.against else None
        return bench_server(chosen.what, chosen.tables or tables, chosen.rounds or rounds, against)
    games = [prepared_game(chosen.game)] if chosen.game else [prepared_game(name) for name in GAMES]
    if chosen.what == "rules":
        return bench_rules(games, chosen.seconds)
    if chosen.what == "search":
        from siegeworks.cli import search

        return search.bench_search(games, chosen.seconds)
    if chosen.what in ("first", "stops"):
        from siegeworks.cli import first

        return first.bench_first(games) if chosen.what == "first" else first.bench_stops(games)
    if chosen.what in ("envs", "agree"):
        from siegeworks.cli import research

        if chosen.what == "envs":
            return research.bench_envs(games, chosen.seconds)
        return research.bench_agree(games, chosen.count)
    return bench_games(games, chosen.count)


def bench_rules(games: list[Game], seconds: float) -> int:
    """Random seat decisions a second on one core, beside OpenSpiel in the same run."""
    if not 0 < seconds <= 600:
        raise BadSetup("cli.seconds-range", seconds=seconds)
    out = console(plain=False)
    rows: list[tuple[str, float]] = []
    runs = [(f"{game.name}, {n} seats, compiled loop", _loop(game, n)) for game in games for n in game.seats]
    for game in games:
        if has_secrets(game.rules.STATE):
            runs += [
                (f"{game.name}, {n} seats, guesses of what a seat cannot see", _guesses(game, n)) for n in game.seats
            ]
    runs.append((f"{games[0].name}, {games[0].seats[0]} seats, one core step a call from Python", _driven(games[0])))
    peers = _peers()
    runs += peers
    for label, run in track(runs, "measuring", console=console(plain=False), transient=True):
        rows.append((label, _rate(run, seconds)))
    baseline = dict(rows).get(_peer_label(BASELINE))
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("what", "a second", f"x {BASELINE}"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for label, rate in rows:
        table.add_row(label, f"{rate:,.0f}", f"{rate / baseline:.1f}" if baseline else "")
    out.print(table)
    if not peers:
        out.print(
            'OpenSpiel is not installed, so there is no comparison: pip install "siegeworks[bench]"', markup=False
        )
    return 0


def _rate(run: Callable[[], int], seconds: float) -> float:
    """Decisions per CPU second, the best of three parts of the time: others on the machine only ever slow us down."""
    run()
    best = 0.0
    for _ in range(3):
        done, started = 0, time.process_time()
        while (spent := time.process_time() - started) < seconds / 3:
            done += run()
        best = max(best, done / spent)
    return best


def _buffers(game: Game) -> tuple[Any, Any, Any]:
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    return np.zeros(1, game.rules.STATE), np.zeros(width, np.int64), np.zeros(width, np.int64)


def _loop(game: Game, seats: int) -> Callable[[], int]:
    states, out, weights = _buffers(game)
    options = option_codes(game, checked_options(game, {}, seats))
    dice = new_dice(seats)
    return lambda: int(step.random_games(states, 0, seats, options, dice, 200, out, weights))


def _guesses(game: Game, seats: int) -> Callable[[], int]:
    """Guesses at one view, copied afresh each time, as a search makes them."""
    match = Match.new(game.name, seats, seed=seats)
    for _ in range(6 * seats):
        if match.to_move is not None:
            match.play(match.legal()[-1])
    seen = match.seat_view(match.to_move if isinstance(match.to_move, int) else 0)
    scratch, dice = np.repeat(seen, 1), new_dice(1)
    seat = match.to_move if isinstance(match.to_move, int) else 0
    return lambda: int(step.imagine_many(seen, scratch, seat, dice, 10_000))


def _driven(game: Game) -> Callable[[], int]:
    """One call of `step` a move, the way a program in Python would drive it."""
    states, out, _ = _buffers(game)
    seats = game.seats[0]
    options = option_codes(game, checked_options(game, {}, seats))
    advance, choose = step.step, random.random

    def run() -> int:
        done = 0
        for _ in range(50):
            step.begin(states, 0, seats, options, out)
            count = advance(states, 0, 0, out)
            while count:
                count = advance(states, 0, out[int(choose() * count)], out)
                done += 1
        return done

    return run


def _peer_label(name: str) -> str:
    return f"OpenSpiel {name}, driven from Python"


def _peers() -> list[tuple[str, Callable[[], int]]]:
    try:
        import pyspiel
    except ImportError:
        return []
    return [(_peer_label(name), _peer(pyspiel.load_game(name))) for name in PEERS]


def _peer(game: Any) -> Callable[[], int]:
    choose = random.random

    def run() -> int:
        done = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                is_draw = state.is_chance_node()
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])
                done += not is_draw
        return done

    return run


def bench_games(games: list[Game], count: int) -> int:
    """Very many random games over all seat counts and options: each must end, with a place for every seat."""
    if count < 1:
        raise BadSetup("cli.count-too-small", count=count)
    out = console(plain=False)
    started = time.perf_counter()
    tables = [(game, seats, chosen) for game in games for seats, chosen in _tables(game)]
    shares = [count // len(tables) + (at < count % len(tables)) for at in range(len(tables))]
    decisions = 0
    for at, (game, seats, chosen) in enumerate(track(tables, "playing", console=out, transient=True)):
        decisions += _play_many(game, seats, chosen, shares[at], at)
    spent = time.perf_counter() - started
    out.print(f"{count:,} games over {len(tables)} tables, {decisions:,} decisions, {spent:.1f} s: all ended.")
    return 0


def _tables(game: Game) -> Iterator[tuple[int, dict[str, OptionValue]]]:
    """Every seat count with every combination of options; of a range of numbers its ends and its default."""
    choices = []
    for option in game.rules.OPTIONS:
        values = option.values
        choices.append(values if len(values) <= 4 else (values[0], values[1], values[-1]))
    names = [option.name for option in game.rules.OPTIONS]
    for seats in game.seats:
        for combination in itertools.product(*choices):
            chosen = dict(zip(names, combination, strict=True))
            try:
                yield checked_seats(game, seats), checked_options(game, chosen, seats)
            except SiegeworksError:
                continue  # an option that is not for so many seats


def _play_many(game: Game, seats: int, options: dict[str, OptionValue], count: int, seed: int) -> int:
    states, out, weights = _buffers(game)
    codes, dice = option_codes(game, options), new_dice(seed)
    points, ranks = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    decisions = 0
    for _ in range(count):
        decisions += step.random_games(states, 0, seats, codes, dice, 1, out, weights)
        step.standings(states, 0, points, ranks)
        if states["to_move"][0] != NOBODY or ranks.min() != 1 or ranks.max() > seats:
            raise BadSetup("cli.random-game-failed", name=game.name, seats=seats, options=options)
    return decisions
