"""`bench first` and `bench stops`: how soon a bot's first move comes, and how punctually its thinking ends."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time

from rich.table import Table

from siegeworks.bots import Budget, bot
from siegeworks.cli.common import console, prepared_bots
from siegeworks.core.cache import ACCELERATOR
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.match import Match

ASKED = "level3"
DECISIONS, THINKING = 30, 0.1
REHEARSED = 200
FIRST_MOVE = """
import os, sys, time
started = time.perf_counter()
from siegeworks.bots import bot
from siegeworks.choices import checked_game
from siegeworks.compiling.processes import begun
from siegeworks.core.dice import new_dice
from siegeworks.match import Match
game = checked_game(sys.argv[1])
making = begun(game, [sys.argv[2]])
match = Match.new(game.name, game.seats[0], seed=0)
bot(game, sys.argv[2]).choose(match.seat_view(match.to_move), None, new_dice(1))
print(time.perf_counter() - started)
if making is not None:
    making.wait()
print(time.perf_counter() - started)
"""


def bench_first(games: list[Game]) -> int:
    """Seconds from nothing imported to a bot's first move: with an empty cache, then in a new process with it.

    With an empty cache plain Python moves first, as in `play`; machine code is there when the compiler is done. The
    CPU time is that of all processes, to the end of compiling; other programs on the machine change it little.
    """
    out = console(plain=False)
    out.print("Stock Numba" if ACCELERATOR is None else "Numba with quicker linking (SIEGEWORKS_STOCK=1 turns it off)")
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            (cold, compiled, cold_cpu), (warm, _, warm_cpu) = (_first_move(game, folder) for _ in range(2))
        out.print(
            f"{game.title}: first move of {ASKED} cold {cold:.1f} s (machine code after {compiled:.1f} s), "
            f"warm {warm:.1f} s; CPU time {cold_cpu:.1f} s and {warm_cpu:.1f} s",
            markup=False,
        )
    return 0


def _first_move(game: Game, folder: str) -> tuple[float, float, float]:
    """Seconds until the move, until machine code is there, and of CPU time, in a process of its own."""
    command = [sys.executable, "-c", FIRST_MOVE, game.name, ASKED]
    before = os.times()
    done = subprocess.run(
        command, env={**os.environ, "SIEGEWORKS_CACHE": folder}, stdout=subprocess.PIPE, text=True, check=True
    )
    after = os.times()
    moved, compiled = map(float, done.stdout.split())
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return moved, compiled, spent


def bench_stops(games: list[Game]) -> int:
    """How late thinking ends, once the bot has played and is loaded: half of the decisions, and the latest."""
    table = _table("game", "asked for", "half stop within", "the latest")
    for game in games:
        late = sorted(_lateness(game))
        half, latest = (f"{1000 * seconds:+.1f} ms" for seconds in (late[len(late) // 2], late[-1]))
        table.add_row(game.title, f"{1000 * THINKING:.0f} ms", half, latest)
    console(plain=False).print(table)
    return 0


def _lateness(game: Game) -> list[float]:
    """Seconds over the time given, in the second of two games: in the first all is compiled or loaded."""
    prepared_bots(game.name)
    _play(game, Budget(REHEARSED))
    gc.freeze()
    return _play(game, Budget(seconds=THINKING))


def _play(game: Game, budget: Budget) -> list[float]:
    """How late each decision of a game was; those that may stop early say nothing and are left out."""
    match, player, dice = Match.new(game.name, game.seats[0], seed=1), bot(game, "search"), new_dice(1)
    found: list[float] = []
    while isinstance(match.to_move, int) and len(found) < DECISIONS:
        seen = match.seat_view(match.to_move)
        started = time.perf_counter()
        action, thought = player.choose(seen, budget, dice)
        late = time.perf_counter() - started - budget.seconds
        if len(match.legal()) > 1 and not thought.proven:
            found.append(late)
        match.play(game.words.ACTION_NAMES[action])
    return found


def _table(*heads: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for at, head in enumerate(heads):
        table.add_column(head, justify="right" if at else "left")
    return table
