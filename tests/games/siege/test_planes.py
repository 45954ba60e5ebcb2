"""Every number of the observation, beside a slow version written from what docs/observations.md says of each block."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from siegeworks.core.cards import KINDS, SUIT_COUNT
from siegeworks.core.jit import IS_PLAIN
from siegeworks.envs import stepping
from siegeworks.games.siege import GAME
from siegeworks.games.siege.cities import FROM_KEEP, MOST_SEATS, NO_WINTER, PHASES, ROYALS
from siegeworks.games.siege.planes import PLANES
from tests.games.siege.play import walk
from tests.tables import budget

Blocks = dict[str, np.ndarray]


def counted(slots: Any) -> np.ndarray:
    """A bag of the cards in these slots."""
    return np.bincount([kind - 1 for kind in np.ravel(slots).tolist() if kind], minlength=KINDS)


def one_of(choice: Any, choices: int) -> np.ndarray:
    return np.arange(choices) == int(choice)


def bits(number: Any, places: int) -> np.ndarray:
    return int(number) >> np.arange(places) & 1


def own_blocks(state: Any, seat: int) -> Blocks:
    return {
        "my hand": state.own_hand[seat],
        "my garrisons": state.own_garrison[seat],
        "my discards": state.own_discarded[seat],
        "my sortie": counted(state.own_sortie[seat]),
        "my captives": counted(state.own_taken[seat]),
        "my losses": counted(state.own_lost[seat]),
        "my Winter": one_of(state.own_step[seat], 4),
    }


def table_blocks(state: Any) -> Blocks:
    fought, sources = state.fought[: state.fought_count], state.fought_from[: state.fought_count]
    options = ("may_yield", "one_attack", "gate_garrison", "failed_assault", "joker_discard", "year_end")
    numbers = {"sortie size": "sortie_size", "deck size": "deck_size", "discard size": "discard_size"}
    numbers |= {"year": "year", "max_years": "max_years"}
    return {
        "all cards": state.cards,
        "known discards": state.known_discard,
        "wall attack": counted(state.siege_card),
        "defence from hand": counted(fought[sources != FROM_KEEP]),
        "defence from Keep": counted(fought[sources == FROM_KEEP]),
        "defender now": counted(fought[-1:]),
        "assault": counted(state.answers[: state.fought_count]),
        "quarter": one_of(state.quarter, SUIT_COUNT),
        "phase": one_of(state.phase, len(PHASES)),
        **{name: np.array([state[field]]) for name, field in numbers.items()},
        "options": np.array([state[name] for name in (*options, "distinct_lines")]),
    }


def blocks_of(state: Any, seat: int, other: int) -> Blocks:
    """What is told of one seat; the name of each block ends with whose it is."""
    is_drafting = other == seat and state.own_step[seat] > NO_WINTER
    turned = [(seat + turn) % int(state.seats) for turn in range(int(state.seats))]
    room = MOST_SEATS - len(turned)
    played = [
        slot for at, slot in enumerate(state.trick[: state.trick_count]) if (state.leader + at) % len(turned) == other
    ]
    attacks = bits(state.attacked[other], MOST_SEATS * SUIT_COUNT).reshape(MOST_SEATS, SUIT_COUNT)
    return {
        "walls of": counted(state.own_draft_fort[other] if is_drafting else state.forts[other]),
        "known hand of": state.known_hand[other],
        "known garrisons of": state.known_garrison[other],
        "tricks of": state.pile[other],
        "captured by": state.captured[other],
        "in the trick by": counted(played),
        "Keep of": bits(state.own_draft_keep[other] if is_drafting else state.keep[other], ROYALS),
        "line of": one_of(state.line[other], SUIT_COUNT),
        "garrison sizes of": state.garrison_size[other],
        "void of": bits(state.void[other], SUIT_COUNT),
        "hidden captives of": np.pad(state.hidden[other][turned], ((0, room), (0, 0))).ravel(),
        "attacks of": np.pad(attacks[turned], ((0, room), (0, 0))).ravel(),
        "bars of": np.pad(bits(state.barred[other], MOST_SEATS)[turned], (0, room)),
    }


def seat_blocks(state: Any, seat: int) -> Blocks:
    """Numbers and roles, for each seat from me on."""
    turned = [(seat + turn) % int(state.seats) for turn in range(int(state.seats))]
    told: dict[str, Any] = {
        "hand sizes": state.hand_size[turned],
        "tricks won": state.tricks_won[turned],
        "discard counts": state.discards[turned],
        "playing": 1 - bits(state.gone, MOST_SEATS)[turned],
    }
    roles = {"Initiator": "initiator", "next Initiator": "next_initiator", "to move": "to_move"}
    for name, field in (roles | {each: each for each in ("dealer", "leader", "attacker", "defender")}).items():
        told[name] = [other == int(state[field]) for other in turned]
    return {name: np.pad(np.array(numbers, int), (0, MOST_SEATS - len(turned))) for name, numbers in told.items()}


def expected(state: Any, seat: int) -> np.ndarray:
    """The whole observation; nothing is told of seats that there are not."""
    blocks = {**own_blocks(state, seat), **table_blocks(state), **seat_blocks(state, seat)}
    for turn in range(int(state.seats)):
        whose = "me" if turn == 0 else f"seat +{turn}"
        told = blocks_of(state, seat, (seat + turn) % int(state.seats))
        blocks |= {f"{name} {whose}": numbers for name, numbers in told.items()}
    return np.concatenate([blocks.pop(plane.name, np.zeros(plane.size, int)) for plane in PLANES]).astype(np.uint8)


@pytest.mark.plain
def test_every_block_says_what_the_page_says() -> None:
    """At all tables; compiled, when there is time for many games, every block has something to say at some point."""
    written: set[int] = set()
    for seats, seed in itertools.product(GAME.seats, range(budget(12, 1))):
        for match in walk(seed, seats, resign=0.002):
            is_attack = match.states["attacker"][0] >= 0
            if match.ply % budget(2 if is_attack else 20, 40):
                continue
            for seat in range(seats):
                found = np.full(GAME.planes.SHAPE, 77, np.uint8)
                stepping.look(match.states, seat, found)
                wrong = np.flatnonzero(found != expected(match.states[0], seat))
                assert not len(wrong), named(int(wrong[0]))
                written.update(np.flatnonzero(found).tolist())
    silent = {plane.name for plane in PLANES} - {named(at) for at in written}
    assert IS_PLAIN or not silent


def named(place: int) -> str:
    """The block a place of the observation is in."""
    return PLANES[int(np.searchsorted(np.cumsum([plane.size for plane in PLANES]), place, side="right"))].name
