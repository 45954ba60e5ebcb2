"""`bench search`: simulations a second, beside OpenSpiel's search in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.progress import track
from rich.table import Table

from siegeworks.bots import Budget
from siegeworks.bots.net import evaluate_often, new_net
from siegeworks.bots.netfile import NetFile, load_net, path_of
from siegeworks.bots.thinking import SearchBot, net_searcher, searcher
from siegeworks.bots.tree import USED_NODES, bytes_used
from siegeworks.choices import checked_game
from siegeworks.cli.common import console, prepared_bots
from siegeworks.core.dice import new_dice
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.match import Match

BASELINE = "havannah(board_size=4)"
SIMULATIONS = 20_000
CALIBRATION = 200
ROUNDS = 3

Clock = Callable[[], float]
Run = Callable[[int], int]


def bench_search(games: list[Game], seconds: float) -> int:
    """Simulations a second from the first decision of a match; ours and theirs take turns."""
    if not 0 < seconds <= 600:
        raise BadSetup("cli.seconds-range", seconds=seconds)
    for game in games:
        prepared_bots(game.name)
    runs: list[tuple[str, Run, Clock]] = [
        (f"{game.name}, {kind}", _ours(game, kind, 1), time.process_time)
        for game in games
        for kind in ("uct", "search")
    ]
    nets = {game.name: net for game in games if (net := _net_of(game)) is not None}
    for name, net in nets.items():
        player = net_searcher(checked_game(name), "net", net.weights, Budget(1))
        runs.append((f"{name}, net", _thinking(player, checked_game(name), 1), time.process_time))
        runs.append((f"{name}, evaluations of the net", _evaluating(checked_game(name), net), time.process_time))
    peer = _theirs()
    if peer is not None:
        runs.append((f"OpenSpiel MCTSBot, {BASELINE}", peer, time.process_time))
    for threads in (1, 2):
        label = f"{games[0].name}, search, {threads} of 2 threads"
        runs.append((label, _ours(games[0], "search", threads), time.perf_counter))
    rates = _measured(runs, seconds)
    _show(rates, games[0], with_peer=peer is not None)
    return 0


def _measured(runs: list[tuple[str, Run, Clock]], seconds: float) -> dict[str, float]:
    """The best rate of each run over some rounds: others on the machine only ever slow us down."""
    rates = dict.fromkeys((label for label, _, _ in runs), 0.0)
    for _ in track(range(ROUNDS), "measuring", console=console(plain=False), transient=True):
        for label, run, clock in runs:
            rates[label] = max(rates[label], _rate(run, clock, seconds / ROUNDS))
    return rates


def _rate(run: Run, clock: Clock, seconds: float) -> float:
    run(CALIBRATION)
    simulations, done, spent = CALIBRATION, 0, 0.0
    while spent < seconds:
        started = clock()
        done += run(simulations)
        spent += clock() - started
        simulations = min(SIMULATIONS, 4 * simulations)
    return done / spent


def _ours(game: Game, kind: str, threads: int) -> Run:
    """Searches of the first decision of a match."""
    return _thinking(searcher(game, kind, kind == "uct", Budget(1)), game, threads)


def _net_of(game: Game) -> NetFile | None:
    """The game's net, if it has one that can be used."""
    return load_net(path_of(game), game) if path_of(game).exists() else None


def _evaluating(game: Game, net: NetFile) -> Run:
    """Evaluations of the first decision of a match by the net alone."""
    match, own = Match.new(game.name, game.seats[0], seed=1), new_net(game, net.weights)
    second = np.zeros_like(own.hidden_bias)
    seen, out = match.seat_view(match.to_move if isinstance(match.to_move, int) else 0), np.zeros(max(game.seats))

    def run(times: int) -> int:
        evaluate_often(own, seen, second, out, times)
        return times

    return run


def _thinking(player: SearchBot, game: Game, threads: int) -> Run:
    """Searches of the first decision of a match."""
    match = Match.new(game.name, game.seats[0], seed=1)
    seen, dice = match.seat_view(match.to_move if isinstance(match.to_move, int) else 0), new_dice(1)
    return lambda simulations: player.think(seen, Budget(simulations, threads=threads), dice).simulations


def _theirs() -> Run | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(BASELINE)
    state = game.new_initial_state()
    uct_c, most_megabytes, seed = 2.0, 1000, 1

    def run(simulations: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        player: Any = pyspiel.MCTSBot(game, evaluator, uct_c, simulations, most_megabytes, False, seed, False)
        player.step(state)
        return simulations

    return run


def _show(rates: dict[str, float], game: Game, with_peer: bool) -> None:
    out = console(plain=False)
    peer = rates.get(f"OpenSpiel MCTSBot, {BASELINE}")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("what", "simulations a second", "x OpenSpiel"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for label, rate in rates.items():
        table.add_row(label, f"{rate:,.0f}", f"{rate / peer:.2f}" if peer else "")
    out.print(table)
    one, two = list(rates.values())[-2:]
    out.print(f"Two threads do {two / one:.2f} times the work of one, in wall-clock time.")
    for kind in ("uct", "search", "net"):
        if kind == "net" and _net_of(game) is None:
            continue
        nodes, size = _memory(game, kind)
        out.print(
            f"Memory of {game.name}, {kind}: {size / nodes:,.0f} bytes a node, {size / SIMULATIONS:,.0f} a simulation."
        )
    if not with_peer:
        note = 'OpenSpiel is not installed, so there is no comparison: pip install "siegeworks[bench]"'
        out.print(note, markup=False)


def _memory(game: Game, kind: str) -> tuple[int, int]:
    """Nodes of a tree, and the bytes it takes with all their edges and the table of keys."""
    match = Match.new(game.name, game.seats[0], seed=1)
    net = _net_of(game) if kind == "net" else None
    player = net_searcher(game, kind, net.weights, Budget(1)) if net else searcher(game, kind, kind == "uct", Budget(1))
    player.think(
        match.seat_view(match.to_move if isinstance(match.to_move, int) else 0), Budget(SIMULATIONS), new_dice(1)
    )
    tree = player._searches[0].tree
    if tree is None:
        return 1, 0
    return int(tree.counters[USED_NODES]), bytes_used(tree)
