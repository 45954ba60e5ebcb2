"""Where Python meets compiled rules: arrays of states go in, never single records, which would cost ten times more.

`at` picks the state in the array. Buffers for actions and weights are int64 and the caller's. What is seldom called is
made of two calls, so that the long list of `legal` is compiled fewer times.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core import rules
from siegeworks.core.dice import roll
from siegeworks.core.jit import jit
from siegeworks.core.rules import CHANCE, NOBODY


@jit
def set_up(states, at, seats, options):
    """A new game at states[at]."""
    rules.new_game(states[at], seats, options)


def begin(states: Any, at: int, seats: int, options: Any, out: Any) -> int:
    """A new game at states[at]; returns how many actions are legal, written to `out`."""
    set_up(states, at, seats, options)
    return int(list_legal(states, at, out))


@jit
def list_legal(states, at, out):
    """The legal actions of states[at], written to `out`; returns how many."""
    return rules.legal(states[at], out)


@jit
def step(states, at, action, out):
    """Play an action at states[at] and list what is legal next: one call a move."""
    state = states[at]
    rules.apply(state, action)
    return rules.legal(state, out)


@jit
def step_all(states, actions, counts, out):
    """Play actions[i] at states[i] and list what is legal next: counts[i] of out[i]. What is over stays over."""
    for at in range(len(states)):
        state = states[at]
        if state.to_move != NOBODY:
            rules.apply(state, actions[at])
        counts[at] = rules.legal(state, out[at])


@jit
def set_gone(states, at, seat):
    """The seat leaves the game at states[at]."""
    rules.leave(states[at], seat)


def give_up(states: Any, at: int, seat: Any, out: Any) -> int:
    """The seat leaves the game at states[at]; returns how many actions are legal next."""
    set_gone(states, at, seat)
    return int(list_legal(states, at, out))


@jit
def weigh(states, at, weights):
    """The weights of the draws open at states[at]; returns how many."""
    return rules.chances(states[at], weights)


@jit
def timeout_action(states, at):
    """The action an expired clock plays at states[at]."""
    return rules.default(states[at])


@jit
def imagine(states, at, seat, dice):
    """Fill what the seat cannot see at states[at], a view, with something possible."""
    rules.guess(states[at], seat, dice)


@jit
def imagine_many(views, scratch, seat, dice, times):
    """Guess at views[0] again and again, in scratch[0]; returns how often."""
    for _ in range(times):
        scratch[0] = views[0]
        rules.guess(scratch[0], seat, dice)
    return times


@jit
def standings(states, at, points, ranks):
    """Points and places of a game that is over."""
    rules.scores(states[at], points)
    rules.places(states[at], ranks)


@jit
def draw(state, dice, out, weights):
    """A chance action, drawn by its weight from the fast dice."""
    n = rules.legal(state, out)
    rules.chances(state, weights)
    total = np.int64(0)
    for at in range(n):
        total += weights[at]
    left = roll(dice, total)
    at = 0
    while left >= weights[at]:
        left -= weights[at]
        at += 1
    return out[at]


@jit
def play_out(states, at, dice, out, weights):
    """Random play from states[at] to the end of the game; returns the seat decisions made."""
    state = states[at]
    decisions = 0
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            action = draw(state, dice, out, weights)
        else:
            action = rules.random_action(state, dice, out)
            decisions += 1
        rules.apply(state, action)
    return decisions


@jit
def random_games(states, at, seats, options, dice, games, out, weights):
    """Whole games of random play, one after the other; returns the seat decisions made in all."""
    decisions = 0
    for _ in range(games):
        rules.new_game(states[at], seats, options)
        decisions += play_out(states, at, dice, out, weights)
    return decisions


@jit
def perft(states, depth, out, counts, nexts):
    """How many lines of `depth` actions, one or more, begin at states[0].

    Scratch: states[depth + 1], out[depth, ACTIONS], counts[depth], and nexts[depth], all 0.
    """
    total = 0
    level = 0
    counts[0] = rules.legal(states[0], out[0])
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif nexts[level] == counts[level]:
            level -= 1
        else:
            action = out[level, nexts[level]]
            nexts[level] += 1
            states[level + 1] = states[level]
            rules.apply(states[level + 1], action)
            level += 1
            counts[level] = rules.legal(states[level], out[level])
            nexts[level] = 0
    return total
