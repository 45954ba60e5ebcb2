"""Seats in turn order: who is still in, who comes next, who begins. Shared by all games.

A game's record has `seats`, how many there are, and `gone`, one bit for each seat that has left.
"""

from __future__ import annotations

from siegeworks.core.jit import jit


@jit
def is_in(state, seat):
    """Whether the seat has not left."""
    return (state.gone >> seat) & 1 == 0


@jit
def following(state, seat):
    """The next seat clockwise, whether it has left or not."""
    return seat + 1 if seat + 1 < state.seats else 0


@jit
def next_in(state, seat):
    """The next seat clockwise that has not left."""
    seat = following(state, seat)
    while not is_in(state, seat):
        seat = following(state, seat)
    return seat


@jit
def list_starts(state, out, first):
    """The draws that say who begins, one for each seat, numbered from `first` on; returns how many."""
    for seat in range(state.seats):
        out[seat] = first + seat
    return state.seats


@jit
def weigh_starts(state, weights):
    """The weights of these draws: all seats are equally likely to begin."""
    for seat in range(state.seats):
        weights[seat] = 1
    return state.seats
