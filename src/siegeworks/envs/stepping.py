"""The compiled half of the environments: a seat's action, the luck that follows it, and what then lies before the next.

Arrays belong to the caller. `luck` and `play` hold one stream of dice a game, so that a game is the same whatever
stands beside it. `out` and `weights` are scratch, [the larger of ACTIONS and CHANCES]. Few functions call the rules,
since each that does is compiled anew for every game. `open_all` and `step_all` take their arrays one by one, although
that makes many arguments: tuples of arrays cost three microseconds a call (docs/decisions/0010-arrays-one-by-one.md).
"""

from __future__ import annotations

import numpy as np

from siegeworks.core import rules
from siegeworks.core.jit import jit
from siegeworks.core.planes import observe, tick
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.step import draw, play_out

GOES_ON, ENDED, REFUSED = 0, 1, 2  # what `done` says of an action
AS_IT_WAS, WRITTEN, ANEW = 0, 1, 2  # what `refresh_all` is told of a game
NOTHING_WRONG = -1


@jit
def settle(state, luck, out, weights):
    """Draw chance until a seat is to move or the game is over."""
    while state.to_move == CHANCE:
        rules.apply(state, draw(state, luck, out, weights))


@jit
def begin(state, seats, options, luck, out, weights):
    """A new game, its first draws made."""
    rules.new_game(state, seats, options)
    settle(state, luck, out, weights)


@jit
def share_out(state, ranks, values):
    """The value of each seat of a game that is over: 1 shared by the winners, 0 for the rest."""
    rules.places(state, ranks)
    winners = 0
    for seat in range(state.seats):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(state.seats):
        values[seat] = np.float32(1.0) / winners if ranks[seat] == 1 else np.float32(0.0)


@jit
def open_all(states, seats, options, luck, to_move, mask, observations, out, weights):
    """New games everywhere; no observations if there is no room for them."""
    for at in range(len(states)):
        state = states[at]
        begin(state, seats, options, luck[at : at + 1], out, weights)
        to_move[at] = state.to_move
        tick(state, out, mask[at])
        if len(observations) > 0:
            observe(state, state.to_move, observations[at])


@jit
def step_all(states, actions, seats, options, luck, rewards, to_move, done, mask, observations, out, weights, renew):
    """Play actions[i] at states[i]; returns the first game whose action is illegal and not played, or NOTHING_WRONG.

    A game that ends is paid out and, with `renew`, followed by a new one; one that was over before stays so. The loop
    hands few arrays on: each costs seven words a call.
    """
    wrong = NOTHING_WRONG
    for at in range(len(states)):
        state, action = states[at], np.int64(actions[at])
        for seat in range(seats):
            rewards[at, seat] = 0
        if state.to_move == NOBODY:
            done[at] = ENDED
            continue
        if action < 0 or action >= mask.shape[1] or mask[at, action] == 0:
            done[at] = REFUSED
            wrong = at if wrong == NOTHING_WRONG else wrong
            continue
        done[at] = GOES_ON
        rules.apply(state, action)
        if state.to_move < 0:
            done[at] = go_on(state, seats, options, luck[at : at + 1], rewards[at], out, weights, renew)
        to_move[at] = state.to_move
        if state.to_move < 0:
            mask[at, :] = 0
            continue
        tick(state, out, mask[at])
        if len(observations) > 0:
            observe(state, state.to_move, observations[at])
    return wrong


@jit
def go_on(state, seats, options, luck, values, out, weights, renew):
    """Chance is drawn; a game that is over is paid out and maybe followed by a new one. Returns what `done` says."""
    settle(state, luck, out, weights)
    if state.to_move != NOBODY:
        return GOES_ON
    share_out(state, out, values)
    if renew:
        begin(state, seats, options, luck, out, weights)
    return ENDED


@jit
def refresh_all(states, changes, seats, options, luck, to_move, mask, observations, out, weights):
    """Where a state was written from outside, or a game is to begin anew: draw what waits, and tell what lies there."""
    for at in range(len(states)):
        state = states[at]
        if changes[at] == AS_IT_WAS:
            continue
        if changes[at] == ANEW:
            rules.new_game(state, seats, options)
        settle(state, luck[at : at + 1], out, weights)
        to_move[at] = state.to_move
        if state.to_move == NOBODY:
            mask[at, :] = 0
            continue
        tick(state, out, mask[at])
        if len(observations) > 0:
            observe(state, state.to_move, observations[at])


@jit
def others_all(states, own, play, luck, rewards, to_move, done, mask, observations, out, weights):
    """All seats but own[i] play at random at states[i], until that one is to move or the game is over."""
    for at in range(len(states)):
        state = states[at]
        if state.to_move < 0 or state.to_move == own[at]:
            continue
        while state.to_move >= 0 and state.to_move != own[at]:
            rules.apply(state, rules.random_action(state, play[at : at + 1], out))
            settle(state, luck[at : at + 1], out, weights)
        to_move[at] = state.to_move
        if state.to_move == NOBODY:
            done[at] = ENDED
            share_out(state, out, rewards[at])
            mask[at, :] = 0
            continue
        tick(state, out, mask[at])
        if len(observations) > 0:
            observe(state, state.to_move, observations[at])


@jit
def close_all(states, acted, rewards, to_move, done, paid, over, last):
    """Which games are over, or lost by an illegal action; what the seat that acted is paid, and what it sees last."""
    for at in range(len(states)):
        over[at] = to_move[at] < 0 or done[at] == REFUSED
        paid[at] = 0
        if over[at]:
            paid[at] = rewards[at, acted[at]]
            observe(states[at], acted[at], last[at])


@jit
def renew_all(states, over, own, turns, seats, options, play, luck, to_move, mask, observations, out, weights):
    """New games in place of those that are over. Where one seat learns, it is the one so many `turns` further on, and
    the others play at random until it is to move; a game that ends before that is begun again.
    """
    for at in range(len(states)):
        if not over[at]:
            continue
        state = states[at]
        begin(state, seats, options, luck[at : at + 1], out, weights)
        if own[at] >= 0:
            own[at] = (own[at] + turns) % seats
            while state.to_move != own[at]:
                if state.to_move == NOBODY:
                    begin(state, seats, options, luck[at : at + 1], out, weights)
                    continue
                rules.apply(state, rules.random_action(state, play[at : at + 1], out))
                settle(state, luck[at : at + 1], out, weights)
        to_move[at] = state.to_move
        tick(state, out, mask[at])
        if len(observations) > 0:
            observe(state, state.to_move, observations[at])


@jit
def is_legal(state, action, out):
    """Whether the action is among the legal ones."""
    for at in range(rules.legal(state, out)):
        if out[at] == action:
            return True
    return False


@jit
def play_all(states, actions, luck, rewards, done, out, weights):
    """Play actions[i] at states[i], and pay out what ends; nothing is shown, and what is over stays so."""
    for at in range(len(states)):
        state, action = states[at], np.int64(actions[at])
        for seat in range(rewards.shape[1]):
            rewards[at, seat] = 0
        if state.to_move == NOBODY:
            done[at] = ENDED
            continue
        if not is_legal(state, action, out):
            done[at] = REFUSED
            continue
        done[at] = GOES_ON
        rules.apply(state, action)
        settle(state, luck[at : at + 1], out, weights)
        if state.to_move == NOBODY:
            done[at] = ENDED
            share_out(state, out, rewards[at])


@jit
def tell_all(states, to_move, mask, observations, out):
    """Who is to move, what is legal and what that seat sees. When a game is over nothing is legal, and seat 0 looks."""
    for at in range(len(states)):
        state = states[at]
        to_move[at] = state.to_move
        if state.to_move < 0:
            mask[at, :] = 0
        else:
            tick(state, out, mask[at])
        observe(state, max(state.to_move, 0), observations[at])


@jit
def finish_all(states, dice, rewards, out, weights):
    """Random play to the end of every game, which is then paid out."""
    for at in range(len(states)):
        play_out(states, at, dice[at : at + 1], out, weights)
        share_out(states[at], out, rewards[at])


@jit
def pick_all(states, play, actions, out):
    """A random legal action for every game, each equally likely; none for one that is over."""
    for at in range(len(states)):
        if states[at].to_move < 0:
            continue
        actions[at] = rules.random_action(states[at], play[at : at + 1], out)


@jit
def look_all(states, observations):
    """What each seat sees at every state: observations[game, seat]."""
    for at in range(len(states)):
        for seat in range(observations.shape[1]):
            observe(states[at], seat, observations[at, seat])


@jit
def look_each(states, games, seats, observations):
    """What seat seats[i] sees at states[games[i]]: observations[i]."""
    for at in range(len(games)):
        observe(states[games[at]], seats[at], observations[at])


@jit
def look(states, seat, observation):
    """What the seat sees at states[0]."""
    observe(states[0], seat, observation)
