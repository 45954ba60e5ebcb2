"""Makes a game's tactics, or asks a bot for the answers: python -m tests.tactics GAME [--ask BOT --seconds S]."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator

from rich.progress import Progress

from siegeworks import GAMES, positions
from siegeworks.bots import Budget, bot
from siegeworks.bots.solver import Solution, solve
from siegeworks.choices import checked_options
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import States
from tests.bots.positions import Board, walk
from tests.tactics import (
    BLOCK_AT_ONCE,
    WIN_AT_ONCE,
    Tactic,
    answer,
    exhaustive,
    is_right,
    load,
    save,
    turn_of,
    wins_this_turn,
)

WANTED = {
    "siegestones": {WIN_AT_ONCE: 10, BLOCK_AT_ONCE: 12, "forced win": 26},
    "charge": {WIN_AT_ONCE: 12, BLOCK_AT_ONCE: 12, "forced win": 24},
    "nobles": {WIN_AT_ONCE: 8, BLOCK_AT_ONCE: 6, "forced win": 10},
    "bluffstones": {"last round": 24},
}
OPTIONS = {"nobles": {"row_per_colour": 5}}
"""Short Rows end by colour, which makes endings that are worth looking at."""
FEW = 0.34
"""Right answers are at most this share of what is legal."""
NODES, CHILD_NODES = 60_000, 60_000
LAST_PLIES = {"siegestones": 12, "charge": 16, "nobles": 6}


def names(board: Board, actions: list[int]) -> tuple[str, ...]:
    return tuple(board.game.words.ACTION_NAMES[action] for action in actions)


def tactic(board: Board, states: States, kind: str, best: list[int], outcome: int) -> Tactic:
    """A position as data; what is derived from the rest is left out."""
    options = checked_options(board.game, OPTIONS.get(board.game.name, {}), 2)
    described = positions.describe(board.game, states, options)
    return Tactic(kind, positions.written(board.game, described), names(board, best), outcome)


def result_for(board: Board, states: States, seat: int) -> int | None:
    """The proven outcome of a position for a seat; None if there is no proof."""
    if int(states["to_move"][0]) == NOBODY:
        return board.outcome(states, seat)
    solution = solve(states, nodes=CHILD_NODES)
    if solution is None:
        return None
    return solution.outcome if int(states["to_move"][0]) == seat else -solution.outcome


def judged(board: Board, states: States) -> Tactic | None:
    """What there is to find in a position, if it is hard enough to find."""
    mover, actions = int(states["to_move"][0]), board.legal(states)
    if len(actions) < 6 or turn_of(states) != mover:
        return None
    turn = turn_of(states)
    at_once = [a for a in actions if wins_this_turn(board, board.after(a, states), mover, turn)]
    if at_once:
        return tactic(board, states, WIN_AT_ONCE, at_once, 1) if len(at_once) <= FEW * len(actions) else None
    safe = [a for a in actions if not _falls(board, board.after(a, states), mover)]
    if 0 < len(safe) <= FEW * len(actions):
        return tactic(board, states, BLOCK_AT_ONCE, safe, 0)
    solution = solve(states, nodes=NODES)
    return forced(board, states, solution, actions, mover) if solution is not None else None


def _falls(board: Board, states: States, mover: int) -> bool:
    """Whether the other seat then wins in its next turn, whatever is left of this one."""
    other = 1 - mover
    if int(states["to_move"][0]) == NOBODY:
        return board.outcome(states, other) == 1
    if turn_of(states) == other:
        return wins_this_turn(board, states, other, other)
    tried = (_falls(board, board.after(action, states), mover) for action in board.legal(states))
    return all(tried) if int(states["to_move"][0]) == mover else any(tried)


def forced(board: Board, states: States, solution: Solution, actions: list[int], mover: int) -> Tactic | None:
    """A win in more than one turn that few actions keep."""
    if solution.outcome < 1:
        return None
    best = [action for action in actions if result_for(board, board.after(action, states), mover) == 1]
    return tactic(board, states, "forced win", best, 1) if 0 < len(best) <= FEW * len(actions) else None


def endings(name: str) -> Iterator[tuple[Board, States]]:
    """Positions near the end of games, latest first; no two of a game beside each other."""
    for seed in range(1, 100_000):
        options = OPTIONS.get(name)
        met = [board.states.copy() for board in walk(name, 2, seed, wildness=0.15, options=options)]
        board = Board(GAMES[name], 2, options)
        for states in met[-1 : -LAST_PLIES[name] : -2]:
            yield board, states


def last_rounds() -> Iterator[tuple[Board, States]]:
    """BluffStones with all bids in and nothing left in the piles: what is placed or removed now decides."""
    game = GAMES["bluffstones"]
    for seed in range(1, 100_000):
        board, rng, dice = Board(game, 2), random.Random(seed), new_dice(seed)
        board.begin()
        while (mover := int(board.states["to_move"][0])) != NOBODY:
            if mover == CHANCE:
                action = int(step.draw(board.states[0], dice, board.out, board.weights))
            else:
                actions, urges = board.urged()
                is_bid = int(board.states["phase"][0]) == game.rules.BIDDING
                if not is_bid and int(board.states["piles"].sum()) == 0:
                    yield board, board.states.copy()
                worth = [(action != 0) + 1e-9 for action in actions] if is_bid else urges
                action = rng.choices(actions, worth)[0]
            step.step(board.states, 0, action, board.out)


def decided(board: Board, states: States) -> Tactic | None:
    """A last round in which few actions are best."""
    mover, actions, known = int(states["to_move"][0]), board.legal(states), {}
    results = {action: exhaustive(board, board.after(action, states), mover, known) for action in actions}
    top = max(results.values())
    best = [action for action in actions if results[action] == top]
    if len(actions) < 4 or len(best) > FEW * len(actions):
        return None
    return tactic(board, states, "last round", best, top)


def make(name: str) -> None:
    """Go through games until there is enough of every kind."""
    wanted, found, seen = WANTED[name], [], set()
    have: Counter[str] = Counter()
    source = last_rounds() if name == "bluffstones" else endings(name)
    judge: Callable[[Board, States], Tactic | None] = decided if name == "bluffstones" else judged
    with Progress() as progress:
        bar = progress.add_task(name, total=sum(wanted.values()))
        for board, states in source:
            new = judge(board, states)
            if new is not None and have[new.kind] < wanted[new.kind] and str(new.position) not in seen:
                assert new.match(name)._states.tobytes() == states.tobytes()
                have[new.kind] += 1
                seen.add(str(new.position))
                found.append(new)
                progress.update(bar, advance=1, description=f"{name} {dict(have)}")
                save(name, sorted(found, key=lambda each: each.kind))
            if have.total() == sum(wanted.values()):
                break


def ask(name: str, asked: str, seconds: float, simulations: int) -> None:
    """How many answers a bot finds, and which it does not."""
    player, right, missed = bot(GAMES[name], asked), 0, []
    budget = Budget(simulations, seconds) if seconds or simulations else None
    tactics = load(name)
    answer(player, tactics[0], name, budget)
    for number, each in enumerate(tactics):
        played = answer(player, each, name, budget)
        if is_right(each, name, played):
            right += 1
        else:
            missed.append(f"  {number} {each.kind}: {played}, right: {', '.join(each.best[:4])}")
    print(f"{name}: {asked} finds {right} of {len(tactics)}", *missed, sep="\n")


def main() -> None:
    """Make or ask."""
    parser = argparse.ArgumentParser(prog="python -m tests.tactics", description="Positions with a proof.")
    parser.add_argument("game", choices=sorted(WANTED))
    parser.add_argument("--ask", metavar="BOT", help="ask this bot instead of making new positions")
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--simulations", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.ask:
        ask(chosen.game, chosen.ask, chosen.seconds, chosen.simulations)
    else:
        make(chosen.game)


if __name__ == "__main__":
    main()
