"""Makes a game's tactics, or asks a bot for the answers: python -m tests.tactics GAME [--ask BOT --seconds S]."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator

from rich.progress import Progress

from siegeworks import GAMES, positions
from siegeworks.bots import Budget, bot
from siegeworks.bots.solver import solve
from siegeworks.choices import checked_options
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import States
from siegeworks.games.bluffstones.rules import BIDDING, NO_STONE, REMOVING
from tests.bots.positions import Board, walk
from tests.tactics import (
    BLOCK_AT_ONCE,
    FORCED_WIN,
    WIN_AT_ONCE,
    Tactic,
    answer,
    exhaustive,
    is_right,
    load,
    save,
    turn_of,
)

WANTED = {
    "siegestones": {WIN_AT_ONCE: 10, BLOCK_AT_ONCE: 12, FORCED_WIN: 26},
    "charge": {WIN_AT_ONCE: 12, BLOCK_AT_ONCE: 12, FORCED_WIN: 24},
    "nobles": {WIN_AT_ONCE: 10, BLOCK_AT_ONCE: 6, FORCED_WIN: 8},
    "bluffstones": {"last stone": 6, "stone before another": 10, "removal": 8},
}
OPTIONS = {"nobles": {"row_per_colour": 5}}
"""Short Rows end by colour, which makes endings that are worth looking at."""
FEW = 0.34
"""Right answers are at most this share of what is legal."""
LEAST_LEGAL = 6
NODES, CHILD_NODES = 30_000, 4_000
LAST_PLIES = {"siegestones": 12, "charge": 16, "nobles": 6}


def names(board: Board, actions: list[int]) -> tuple[str, ...]:
    return tuple(board.game.words.ACTION_NAMES[action] for action in actions)


def tactic(board: Board, states: States, kind: str, best: list[int], outcome: int) -> Tactic:
    """A position as data; what is derived from the rest is left out."""
    options = checked_options(board.game, OPTIONS.get(board.game.name, {}), 2)
    described = positions.describe(board.game, states, options)
    return Tactic(kind, positions.written(board.game, described), names(board, best), outcome)


def after(board: Board, states: States, action: int, mover: int) -> tuple[int, bool]:
    """What is proven of an action for the seat that plays it: 1 a win, -1 a loss, 0 neither; and if in one turn."""
    later = board.after(action, states)
    if int(later["to_move"][0]) == NOBODY:
        return board.outcome(later, mover), True
    solution = solve(later, nodes=CHILD_NODES)
    if solution is None or solution.outcome == 0:
        return 0, False
    outcome = solution.outcome if int(later["to_move"][0]) == mover else -solution.outcome
    return outcome, solution.says.endswith(" 1") and (outcome < 0 or turn_of(later) == mover)


def is_pressing(board: Board, states: States, actions: list[int], mover: int) -> bool:
    """Whether most of a few actions lose at once, so that it is worth looking at all of them."""
    few = actions[:: max(1, len(actions) // LEAST_LEGAL)]
    lost = [action for action in few if after(board, states, action, mover) == (-1, True)]
    return 2 * len(lost) > len(few)


def judged(board: Board, states: States) -> Tactic | None:
    """What there is to find in a position, if it is hard enough to find."""
    mover, actions = int(states["to_move"][0]), board.legal(states)
    if len(actions) < LEAST_LEGAL or turn_of(states) != mover:
        return None
    solution = solve(states, nodes=NODES)
    if solution is not None and solution.outcome < 1:
        return None
    if solution is None and not is_pressing(board, states, actions, mover):
        return None
    results = {action: after(board, states, action, mover) for action in actions}
    if solution is None:
        kind, best = BLOCK_AT_ONCE, [action for action in actions if results[action] != (-1, True)]
    elif solution.says == "win in 1":
        kind, best = WIN_AT_ONCE, [action for action in actions if results[action] == (1, True)]
    else:
        kind, best = FORCED_WIN, [action for action in actions if results[action][0] == 1]
    if not 0 < len(best) <= FEW * len(actions):
        return None
    return tactic(board, states, kind, best, 0 if solution is None else 1)


def endings(name: str, first: int) -> Iterator[tuple[Board, States]]:
    """Positions near the end of games, latest first; no two of a game beside each other."""
    for seed in range(first, first + 100_000):
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
                actions, priors = board.with_priors()
                is_bid = int(board.states["phase"][0]) == BIDDING
                if not is_bid and int(board.states["piles"].sum()) == 0:
                    yield board, board.states.copy()
                worth = [(action != 0) + 1e-9 for action in actions] if is_bid else priors
                action = rng.choices(actions, worth)[0]
            step.step(board.states, 0, action, board.out)


def decided(board: Board, states: States) -> Tactic | None:
    """A last round in which few actions are best."""
    mover, actions = int(states["to_move"][0]), board.legal(states)
    known: dict[bytes, int] = {}
    results = {action: exhaustive(board, board.after(action, states), mover, known) for action in actions}
    top = max(results.values())
    best = [action for action in actions if results[action] == top]
    if len(actions) < 4 or len(best) > FEW * len(actions):
        return None
    is_removal = int(states["phase"][0]) == REMOVING
    others = int(states["held"][0, 1 - mover]) != NO_STONE
    kind = "removal" if is_removal else "stone before another" if others else "last stone"
    return tactic(board, states, kind, best, top)


def make(name: str, first: int) -> None:
    """Go through games, from the seed `first` on, until there is enough of every kind; above 1 what is there stays."""
    wanted, found = WANTED[name], load(name) if first > 1 else []
    have, seen = Counter(each.kind for each in found), {str(each.position) for each in found}
    source = last_rounds() if name == "bluffstones" else endings(name, first)
    judge: Callable[[Board, States], Tactic | None] = decided if name == "bluffstones" else judged
    with Progress() as progress:
        bar = progress.add_task(name, total=sum(wanted.values()), completed=have.total())
        for board, states in source:
            new = judge(board, states)
            if new is not None and have[new.kind] < wanted[new.kind] and str(new.position) not in seen:
                assert new.match(name).states.tobytes() == states.tobytes()
                have[new.kind] += 1
                seen.add(str(new.position))
                found.append(new)
                progress.update(bar, advance=1, description=f"{name} {dict(have)}")
                save(name, sorted(found, key=lambda each: each.kind))
            if all(have[kind] >= number for kind, number in wanted.items()):
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
    parser.add_argument("--first", type=int, default=1, help="the first game's seed; above 1 adds to what there is")
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--simulations", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.ask:
        ask(chosen.game, chosen.ask, chosen.seconds, chosen.simulations)
    else:
        make(chosen.game, chosen.first)


if __name__ == "__main__":
    main()
