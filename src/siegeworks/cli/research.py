"""`bench envs`, `bench agree` and `properties`: the environments beside their peers, and what the games are like."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track
from rich.table import Table

from siegeworks.arena.peers import contender
from siegeworks.choices import checked_number, checked_options, checked_seats
from siegeworks.cli.common import console, parsed_options, prepared_bots, prepared_game
from siegeworks.envs import agreement
from siegeworks.envs import properties as measured
from siegeworks.envs.batch import Batch
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.games import GAMES, Game

COUNT = 4096
"""Games to a batch, ours and the peers'."""
ROUNDS = 5
AGREE_BATCH = 100
RANDOM_COUNT, BOT_COUNT = 20_000, 200
"""Games a table, if nobody says how many."""
MOST_OPENING = 20


class Line(NamedTuple):
    """Something to be measured: what it is called, what it is compared with, and one run of it."""

    label: str
    beside: tuple[str, ...]
    run: Callable[[], int]


Rates = dict[str, list[float]]
"""[what is measured] steps per CPU second, round by round."""
PGX = ("pgx connect_four", "pgx hex")
PETTINGZOO, PETTINGZOO_RAW = "PettingZoo connect_four", "PettingZoo connect_four, raw"
OPENSPIEL = "OpenSpiel python_tic_tac_toe"


def bench_envs(games: list[Game], seconds: float) -> int:
    """Steps per CPU second, so that threads count as what they are, beside the peers in the same run."""
    if not 0 < seconds <= 600:
        raise BadSetup("cli.seconds-range", seconds=seconds)
    out = console(plain=False)
    lines = [*_ours(games), *_peers()]
    rates: Rates = {line.label: [] for line in lines}
    for line in lines:
        line.run()
    for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine meets all alike
        for line in track(lines, "measuring", console=out, transient=True):
            rates[line.label].append(_rate(line.run, seconds / ROUNDS))
    out.print(_table(lines, rates))
    missing = [name for name in (*PGX, PETTINGZOO, PETTINGZOO_RAW, OPENSPIEL) if name not in rates]
    if missing:
        out.print(f'Not installed: {", ".join(missing)} (pip install "siegeworks[bench]").', markup=False)
    return 0


def _rate(run: Callable[[], int], seconds: float) -> float:
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += run()
    return done / spent


def _table(lines: list[Line], rates: Rates) -> Table:
    """Medians over the rounds; a ratio is taken round by round."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("what", "steps per CPU second", "beside"):
        table.add_column(heading, justify="right" if heading.startswith("steps") else "left")
    for line in lines:
        own = rates[line.label]
        ratios = [f"{_ratio(own, rates[peer]):.2f} x {peer}" for peer in line.beside if peer in rates]
        table.add_row(line.label, f"{median(own):,.0f}", ", ".join(ratios))
    return table


def _ratio(own: list[float], theirs: list[float]) -> float:
    return median(mine / other for mine, other in zip(own, theirs, strict=True))


def _ours(games: list[Game]) -> list[Line]:
    lines = []
    for game in games:
        for observe in (False, True):
            peers = PGX if observe else ()
            lines.append(Line(batch_label(game, observe), peers, _batch(game, observe)))  # pgx always observes
    for game in games:
        lines += [*_vectors(game), *_adapters(game)]
    return lines


def _vectors(game: Game) -> list[Line]:
    """The vector environment, each decision the learner's, beside the same batch."""
    try:
        from siegeworks.envs.vector import SeatVectorEnv
    except ImportError:
        return []
    lines = []
    for copy in (False, True):
        envs = SeatVectorEnv(game.name, COUNT, game.seats[0], opponents=None, copy=copy)
        envs.reset(seed=0)
        label = f"{game.name}, VectorEnv of {COUNT:,}" + (", copies" if copy else "")
        lines.append(Line(label, (batch_label(game, observe=True),), _vector(envs)))
    return lines


def _vector(envs: Any) -> Callable[[], int]:
    def run() -> int:
        for _ in range(8):
            envs.step(envs.batch.random_actions())
        return 8 * COUNT

    return run


def batch_label(game: Game, observe: bool) -> str:
    """What the batch of a game is called in the table."""
    seen = ", observations" if observe else ""
    return f"{game.name}, {game.seats[0]} seats, batch of {COUNT:,}: masks, rewards{seen}"


def _batch(game: Game, observe: bool) -> Callable[[], int]:
    batch = Batch(game.name, game.seats[0], COUNT, observe=observe)
    batch.reset()

    def run() -> int:
        for _ in range(8):
            batch.step(batch.random_actions())
        return 8 * COUNT

    return run


def _adapters(game: Game) -> list[Line]:
    """The adapters for one game at a time, as far as their libraries are installed."""
    lines = []
    try:
        from siegeworks.envs.pettingzoo import env, raw_env

        lines.append(Line(f"{game.name}, PettingZoo adapter", (PETTINGZOO,), _seats_in_turn(env(game.name))))
        raw = _seats_in_turn(raw_env(game.name))
        lines.append(Line(f"{game.name}, PettingZoo adapter, raw", (PETTINGZOO_RAW,), raw))
    except ImportError:
        pass
    try:
        import pyspiel

        from siegeworks.envs import openspiel

        loaded = pyspiel.load_game(openspiel.PREFIX + game.name)
        lines.append(Line(f"{game.name}, OpenSpiel adapter", (OPENSPIEL,), _spiel(loaded)))
    except ImportError:
        pass
    return lines


def _seats_in_turn(env: Any) -> Callable[[], int]:
    """A PettingZoo game of random legal actions; counts the steps that are not empty."""
    choose = random.random

    def run() -> int:
        done = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(choose() * len(legal))]))
            done += 1
        return done

    return run


def _spiel(game: Any) -> Callable[[], int]:
    """OpenSpiel games of random actions."""
    choose = random.random

    def run() -> int:
        done = 0
        for _ in range(5):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])
                done += 1
        return done

    return run


def _peers() -> list[Line]:
    """The peers that are installed."""
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        PGX[0]: partial(_pgx, "connect_four"),
        PGX[1]: partial(_pgx, "hex"),
        PETTINGZOO: partial(_their_env, "connect_four"),
        PETTINGZOO_RAW: partial(_their_env, "connect_four", is_raw=True),
        OPENSPIEL: partial(_their_game, "python_tic_tac_toe"),
    }
    lines = []
    for name, make in makers.items():
        with contextlib.suppress(ImportError):
            lines.append(Line(name, (), make()))
    return lines


def _pgx(name: str) -> Callable[[], int]:
    """pgx with its own auto-reset and random legal actions, compiled as one loop, on the CPU."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    advance, loops = jax.vmap(auto_reset(env.step, env.init)), 20

    def one(state: Any, key: Any) -> tuple[Any, None]:
        pick, luck = jax.random.split(key)
        noise = jax.random.uniform(pick, state.legal_action_mask.shape)
        action = jnp.argmax(jnp.where(state.legal_action_mask, noise, -1.0), axis=-1)
        return advance(state, action, jax.random.split(luck, COUNT)), None

    loop = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, loops))[0])
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), COUNT))]

    def run() -> int:
        held[0] = jax.block_until_ready(loop(held[0], jax.random.PRNGKey(random.getrandbits(30))))
        return COUNT * loops

    return run


def _their_env(name: str, is_raw: bool = False) -> Callable[[], int]:
    from importlib import import_module

    theirs = import_module(f"pettingzoo.classic.{name}_v3")
    return _seats_in_turn(theirs.raw_env() if is_raw else theirs.env())


def _their_game(name: str) -> Callable[[], int]:
    import pyspiel
    from open_spiel.python.games import tic_tac_toe

    assert tic_tac_toe is not None  # importing it registers it
    return _spiel(pyspiel.load_game(name))


def bench_agree(games: list[Game], count: int) -> int:
    """Very many games of a batch, each followed by Match step by step."""
    if count < 1:
        raise BadSetup("cli.count-too-small", count=count)
    out = console(plain=False)
    tables = [(game, seats) for game in games for seats in game.seats]
    rounds = -(-count // (AGREE_BATCH * len(tables)))
    played, started = 0, time.perf_counter()
    for number, (game, seats) in enumerate(track(tables * rounds, "following", console=out, transient=True)):
        batch = Batch(game.name, seats, AGREE_BATCH, seed=number)
        try:
            for _ in agreement.check(batch, AGREE_BATCH):
                pass
        except agreement.Disagreement as found:
            raise SiegeworksError("said", text=str(found)) from None
        played += AGREE_BATCH
    spent = time.perf_counter() - started
    out.print(f"{played:,} games over {len(tables)} tables, {spent:.0f} s: the batch plays what Match plays.")
    return 0


def properties(chosen: argparse.Namespace) -> int:
    """Measure what the games are like at random or played by a bot; print it, or write the page and its pictures."""
    count = chosen.count if chosen.count is not None else BOT_COUNT if chosen.bot else RANDOM_COUNT
    if not 100 <= count <= 10_000_000:
        raise BadSetup("cli.count-range", count=count)
    if chosen.write is not None and (chosen.bot or chosen.seats or chosen.option):
        raise BadSetup("cli.page-is-of-random-play")
    if chosen.option and not chosen.game:
        raise BadSetup("cli.option-needs-game")
    out, found = console(plain=False), []
    names = [chosen.game] if chosen.game else list(GAMES)
    tables = [table for name in names for table in _tables(chosen, name)]
    for game, seats, how in track(tables, "measuring", console=out, transient=True):
        found.append(measured.measure(game, seats, count, how))
    if chosen.write is None:
        out.print(measured.text(found), markup=False)
        return 0
    for path in measured.write(found, Path(chosen.write), count):
        out.print(f"wrote {path}", markup=False)
    return 0


def _tables(chosen: argparse.Namespace, name: str) -> Iterator[tuple[Game, int, measured.Played]]:
    """The tables of a game that are asked for, with who plays there."""
    game = prepared_bots(name, [chosen.bot]) if chosen.bot else prepared_game(name)
    options, opening = parsed_options(game, chosen.option), checked_number("--opening", chosen.opening, 0, MOST_OPENING)
    player = contender(game, chosen.bot, options) if chosen.bot else None
    for seats in chosen.seats or game.seats:
        checked_options(game, options, checked_seats(game, seats))
        yield game, seats, measured.Played(options, player, opening)
